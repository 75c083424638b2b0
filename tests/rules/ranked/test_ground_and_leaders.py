"""Reading the table: arcs, sight, ranks; what terrain does; who lends Leadership."""

import pytest

from condotta.kernel.book import Layer
from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.dangerous_terrain import Dangerous
from condotta.rules.ranked.reading.arcs import arc_of
from condotta.rules.ranked.reading.formation import counting_ranks, ranks_of, shape_of
from condotta.rules.ranked.reading.leadership import leadership, rerolls
from condotta.rules.ranked.reading.sight import sees
from condotta.rules.ranked.reading.terrain import made_stubborn, unsteady, uphill, without_ranks
from condotta.rules.ranked.tables import troop_types
from condotta.table import Rectangle, pose_at
from tests.rules.ranked.ranked_setting import INCH, setting

FOE = "; B1 line-infantry 20x5 60 44 180"


# ── arcs and ranks ───────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("x", "y", "arc"),
    [(20, 30, "front"), (25, 24, "front"), (32, 18, "right"), (8, 18, "left"), (20, 8, "rear"),
     (26, 19, "right")],
)  # fmt: skip
def test_arcs_run_out_at_45_degrees_from_the_corners(x, y, arc):
    """[FB-1.9]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FOE)
    assert arc_of(table.regiment("R1").base, (x * INCH, y * INCH)) == arc


@pytest.mark.parametrize(("x", "y", "seen"), [(20, 28, True), (27, 26, True), (30, 20, False)])
def test_who_is_partly_in_the_front_arc(x, y, seen):
    """[FB-1.9, FB-4.2]"""
    table = setting(f"R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 {x} {y} 0")
    assert table.field.in_front_arc(table.regiment("R1"), table.regiment("B1")) == seen


def test_distances_are_measured_between_closest_points():
    """[FB-1.2]"""
    table = setting("R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 20 30 180")
    assert table.field.gap(table.regiment("R1"), table.regiment("B1")) == 10 * INCH


def test_regiments_in_base_contact_are_engaged_and_fleeing_ones_are_not():
    """[FB-7.3]"""
    touching = "R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 20 20 180"
    table = setting(touching + "; R2 archers 5x5 50 10 0")
    here = table.field
    assert here.touching(here.regiment("R1")) == (here.regiment("B1"),)
    assert here.facing_of(here.regiment("B1"), here.regiment("R1")) == "front"
    assert not setting(touching + " fleeing").field.engaged(here.regiment("R1"))


def test_a_flank_that_is_touched_is_a_flank():
    """[FB-4.10, FB-7.11]"""
    half = 5 * 20 / 25.4 / 2
    pieces = f"R1 line-infantry 20x5 20 20 0; B1 lancers 5x5 {20 + half} 18 270"
    table = setting(pieces)
    here = table.field
    assert here.facing_of(here.regiment("R1"), here.regiment("B1")) == "right"
    assert here.facing_of(here.regiment("B1"), here.regiment("R1")) == "front"


def test_ranks_count_with_five_models_of_monstrous_with_three():
    """[FB-2.2, FB-10.1]"""
    assert (ranks_of(19, 5), counting_ranks(19, 5, 5), counting_ranks(22, 5, 5)) == (4, 3, 4)
    table = setting("R1 brutes 7x3 20 20 0; R2 levy-spears 12x4 40 20 0" + FOE)
    assert table.regiment("R1").counting_ranks == 2
    assert table.regiment("R2").counting_ranks == 0


def test_a_regiment_is_a_rectangle_of_its_models():
    """[FB-2.2]"""
    assert shape_of(19, 5, 7874, 7874) == Rectangle(5 * 7874, 4 * 7874)
    assert shape_of(3, 5, 7874, 7874) == Rectangle(3 * 7874, 7874)


@pytest.mark.parametrize(
    ("kind", "rank", "horde", "rule"),
    [
        ("infantry", 5, 10, ""),
        ("monstrous-infantry", 3, 6, "stomp"),
        ("cavalry", 5, 10, "swiftstride"),
        ("monstrous-cavalry", 3, 6, "fear"),
        ("swarm", 5, 10, "unstable"),
        ("war-beasts", 5, 10, "swiftstride"),
        ("monstrous-beasts", 3, 6, "fear"),
        ("monster", 1, 0, "terror"),
        ("chariot", 3, 6, "impact-hits"),
    ],
)
def test_troop_types_have_their_ranks_and_rules(kind, rank, horde, rule):
    """[FB-10.1, FB-10.2]"""
    found = troop_types()[kind]
    assert (found.rank, found.horde) == (rank, horde)
    assert not rule or rule in found.traits


def test_a_unit_has_its_profile_beside_it():
    """[FB-2.1, FB-15]"""
    table = setting("R1 heavy-infantry 20x5 20 20 0" + FOE)
    one = table.regiment("R1")
    assert [one.value(name) for name in names.PROFILE] == [4, 4, 3, 4, 3, 1, 3, 1, 8]
    assert one.has("great-weapon")
    assert not one.has("shield")


# ── sight ────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("between", "areas", "seen"),
    [
        ("", "", True),
        ("R2 heavy-infantry 20x10 20 25 0", "", False),
        ("R2 great-beast 1 20 25 0", "", True),
        ("", "forest box 20 25 20 4", False),
        ("", "building box 20 25 20 4", False),
        ("", "hill box 20 25 20 4", False),
        ("", "marsh box 20 25 20 4", True),
        ("", "river box 20 25 20 2", True),
    ],
)
def test_units_forests_crests_and_buildings_block_sight(between, areas, seen):
    """One may look past the narrow beast. [FB-1.10]"""
    table = setting(
        f"R1 archers 10x5 20 20 0; B1 levy-spears 20x10 20 30 180; {between}", areas=areas
    )
    assert sees(table.field, table.regiment("R1"), table.regiment("B1")) == seen


def test_a_large_target_shows_over_men_and_hills():
    """[FB-1.13, FB-1.10]"""
    pieces = "R1 archers 10x5 20 20 0; R2 heavy-infantry 20x10 20 25 0; B1 great-beast 1 20 32 180"
    table = setting(pieces, areas="hill box 20 29 20 4")
    assert sees(table.field, table.regiment("R1"), table.regiment("B1"))


def test_who_is_in_a_forest_sees_and_is_seen():
    """[FB-1.10]"""
    pieces = "R1 archers 10x5 20 20 0; B1 levy-spears 20x10 20 30 180"
    table = setting(pieces, areas="forest box 20 32 20 6")
    assert sees(table.field, table.regiment("R1"), table.regiment("B1"))


# ── terrain ──────────────────────────────────────────────────────────────────
def test_rivers_and_forests_unsteady_rivers_take_ranks_hills_lift():
    """[FB-13.1, FB-7.11, FB-7.15]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FOE, areas="forest box 20 18 8 8")
    one = table.regiment("R1")
    assert unsteady(table.field, one)
    assert not without_ranks(table.field, one)
    wet = setting("R1 line-infantry 20x5 20 20 0" + FOE, areas="river box 20 18 8 8")
    assert unsteady(wet.field, wet.regiment("R1"))
    assert without_ranks(wet.field, wet.regiment("R1"))
    high = setting("R1 line-infantry 20x5 20 20 0" + FOE, areas="hill box 20 18 8 8")
    assert uphill(high.field, high.regiment("R1").base)
    assert not unsteady(high.field, high.regiment("R1"))


def test_skirmishers_and_lone_infantry_are_stubborn_in_a_forest():
    """[FB-13.1]"""
    pieces = "R1 archers 10x5 20 20 0 skirmishers; R2 captain 1 23.5 20 0; R3 archers 10x5 17 14 0"
    table = setting(pieces + FOE, areas="forest box 20 16 16 16")
    stubborn = {one.id for one in table.field.regiments if made_stubborn(table.field, one)}
    assert stubborn == {"R1", "R2"}


@pytest.mark.parametrize(
    ("unit", "way", "kind", "dice"),
    [
        ("lancers 5x5", "charge", "forest", 5),
        ("line-infantry 5x5", "charge", "forest", 0),
        ("lancers 5x5", "march", "river", 0),
        ("lancers 5x5", "flee", "river", 5),
        ("line-infantry 5x5", "flee", "marsh", 5),
        ("lancers 5x5", "pursue", "wall", 5),
        ("lancers 5x5", "pursue", "hill", 0),
    ],
)
def test_which_ground_is_dangerous_to_whom(unit, way, kind, dice):
    """[FB-13.3, FB-13.1]"""
    frame = Dangerous(regiment="R1", way=way, start=pose_at(20 * INCH, 10 * INCH, 0))
    table = setting(f"R1 {unit} 20 24 0" + FOE, areas=f"{kind} box 20 15 10 2", then=(frame,))
    asked = [ask.dice for ask in table.asks("chance") if ask.window == "dangerous terrain"]
    assert asked == ([dice] if dice else [])


def test_cavalry_fails_in_a_marsh_on_two_as_well():
    """[FB-13.1]"""
    frame = Dangerous(regiment="R1", way="flee", start=pose_at(20 * INCH, 10 * INCH, 0))
    table = setting("R1 lancers 5x5 20 24 0" + FOE, areas="marsh box 20 15 10 2", then=(frame,))
    table.roll(1, 2, 3, 4, 5)
    assert table.models("R1") == 3


def test_what_was_run_through_is_a_test_a_model_each():
    """[FB-4.12, FB-13.1]"""
    start = pose_at(20 * INCH, 10 * INCH, 0)
    frame = Dangerous(regiment="R1", way="flee", start=start, met=("B2", "B3"), by="blue")
    table = setting("R1 archers 5x5 20 24 0" + FOE, then=(frame,))
    (ask,) = table.asks("chance")
    assert ask.dice == 10


def test_characters_are_carried_over_dangerous_ground():
    """[FB-13.4] A die for each model of the rank and file, none for the captain."""
    start = pose_at(20 * INCH, 10 * INCH, 0)
    frame = Dangerous(regiment="R1", way="flee", start=start, met=("B2",), by="blue")
    table = setting("R1 archers 5x5 20 24 0; R2 captain 1 in R1" + FOE, then=(frame,))
    (ask,) = table.asks("chance")
    assert ask.dice == 5


# ── leadership ───────────────────────────────────────────────────────────────
def test_a_regiment_tests_on_the_best_leadership_in_it():
    """[FB-1.8]"""
    table = setting("R1 levy-spears 20x5 20 20 0; R2 captain 1 in R1; R3 levy-spears 5x5 50 20 0")
    assert leadership(table.field, table.regiment("R1")) == 8
    assert leadership(table.field, table.regiment("R3")) == 5


@pytest.mark.parametrize(("x", "more", "led"), [(32, "", 8), (35, "", 5), (32, "fleeing", 5)])
def test_the_general_lends_his_leadership_within_12_inches(x, more, led):
    """[FB-11.6, FB-11.2]"""
    table = setting(f"R1 levy-spears 5x5 20 20 0; R2 captain 1 {x} 20 0 general {more}" + FOE)
    assert leadership(table.field, table.regiment("R1")) == led


def test_a_large_general_lends_it_within_18_inches():
    """[FB-11.2, FB-9.7]"""
    table = setting("R1 levy-spears 5x5 20 20 0; R2 great-beast 1 38 20 0 general" + FOE)
    assert leadership(table.field, table.regiment("R1")) == 7


@pytest.mark.parametrize(
    ("x", "more", "again"), [(32, "", True), (35, "", False), (32, "fleeing", False)]
)
def test_the_battle_standard_lets_friends_within_12_inches_roll_again(x, more, again):
    """[FB-11.3]"""
    pieces = f"R1 levy-spears 5x5 20 20 0; R2 captain 1 {x} 20 0 battle-standard {more}"
    table = setting(pieces + FOE)
    assert rerolls(table.field, table.regiment("R1")) == again
    assert not rerolls(table.field, table.regiment("B1"))


def test_a_layer_may_keep_leaders_from_lending():
    """[FB-11.2]"""

    def nobody(*_):
        return Refusal("FB-11.2", "fb.11-2.general")

    layer = Layer("mute", 2, hooks=((seams.LEADS, nobody, "FB-11.2"),))
    pieces = "R1 levy-spears 5x5 20 20 0; R2 captain 1 25 20 0 general"
    table = setting(pieces + FOE, layers=(layer,))
    assert leadership(table.field, table.regiment("R1")) == 5


def test_a_layer_may_make_neutral():
    """[FB-4.1]"""
    layer = Layer("truce", 1, hooks=((seams.RELATION, lambda *_: "neutral", "FB-4.1"),))
    table = setting("R1 archers 5x5 20 20 0; B1 archers 5x5 20 20 180", layers=(layer,))
    assert table.field.touching(table.regiment("R1")) == ()
    assert table.field.enemies("red") == ()
