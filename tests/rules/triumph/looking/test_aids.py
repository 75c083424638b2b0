"""Shapes that help the eye say what the rules say."""

from condotta.rules.triumph.looking.aids import aids
from condotta.rules.triumph.looking.standings import standing
from condotta.rules.triumph.stands.zones import zones_of
from condotta.table import point_gap
from tests.rules.triumph.cards.card_table import carded
from tests.rules.triumph.table_setting import setting

FAR = "R9* HFT 4 5 0; B9* HFT 44 30 180"


def shapes(table, *pieces, window="", whole=False):
    return aids(table.field.book, table.field.position, "red", pieces, window, whole=whole)


def test_tc_5_20_the_zone_that_is_drawn_is_the_zone_that_holds():
    table = setting("R1 KNT 20 10 0; " + FAR)
    (zone,) = (one for one in shapes(table, "R1") if one.name == "zone" and one.piece == "R1")
    (held,) = zones_of(table.field, table.field.stand("R1"))
    assert zone.points == tuple((round(x), round(y)) for x, y in held.area.corners)
    assert (zone.clause, zone.params["far"]) == ("TC-5.20", 20_000)


def test_tc_5_20_zones_of_every_enemy_are_shown_for_a_stand_that_is_held():
    table = setting("R1 KNT 20 10 0; B1 KNT 20 20 180; " + FAR)
    assert {one.piece for one in shapes(table, "R1") if one.name == "zone"} == {"R1", "B1", "B9"}


def test_tc_4_8_command_is_drawn_as_far_as_it_reaches_from_the_generals_base():
    table = setting("R1 KNT 20 10 0; " + FAR)
    general = table.field.stand("R9").base
    reach = {one.name: one for one in shapes(table, "R1") if one.name in {"command", "unseen"}}
    for name, far in (("command", 160_000), ("unseen", 80_000)):
        assert reach[name].piece == "R9"
        assert all(abs(point_gap(general, point) - far) <= 2 for point in reach[name].points)


def test_tc_6_9_the_arc_is_drawn_to_the_range_and_two_mu_aside():
    table = setting("R1 ARC 20 10 0; " + FAR)
    (arc,) = (one for one in shapes(table, "R1") if one.name == "shooting")
    across, along = [x for x, _ in arc.points], [y for _, y in arc.points]
    assert (min(across), max(across)) == (170_000, 230_000)
    assert (min(along), max(along)) == (100_000, 100_000 + arc.params["far"])


def test_tc_1_6_an_enemy_that_is_looked_at_shows_how_far_he_may_come():
    table = setting("R1 ARC 20 10 0; B1 KNT 20 20 180; " + FAR)
    (threat,) = (one for one in shapes(table, "R1", "B1") if one.name == "threat")
    knights = table.field.stand("B1")
    assert (threat.piece, threat.params["far"]) == ("B1", knights.reach)
    assert all(abs(point_gap(knights.base, at) - knights.reach) <= 2 for at in threat.points)


def test_tc_8_2_the_ground_to_set_out_on_is_shown_for_its_question():
    table = setting("R1 ARC 20 10 0; " + FAR)
    (ground,) = shapes(table, window="all troops")
    assert ground.points == ((0, 0), (480_000, 0), (480_000, 80_000), (0, 80_000))
    assert not shapes(table, window="combat")


def test_tc_10_1_losses_stand_against_the_number_that_decides():
    table = setting("R1 ARC 20 10 0; " + FAR, settings={"lossThreshold": 6})
    assert [
        (one.seat, one.lost, one.decides)
        for one in standing(table.field.book, table.field.position)
    ] == [
        ("red", 0, 12),
        ("blue", 0, 12),
    ]


def test_shapes_of_nobody_are_none():
    table = setting("R1 ARC 20 10 0; " + FAR)
    assert shapes(table, "X7") == ()


def test_bc_8_5_no_arc_is_drawn_for_archers_on_transports():
    for marks, arcs in (("{on transports}", 0), ("", 1)):
        table = carded(f"R1 ARC 20 10 0 [MI] {marks}; B1 SPR 20 30 180")
        assert len([one for one in shapes(table, "R1") if one.name == "shooting"]) == arcs
