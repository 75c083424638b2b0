"""Who may shoot whom: range, arc, sight and what forbids it. [TC-6.1 to TC-6.17]"""

import pytest

from condotta.kernel.book import Book, Layer
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import seams
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.shooting import gunnery
from condotta.rules.triumph.shooting.gunnery import refusals, shoots, shots
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.tables import TROOPS
from tests.rules.triumph.table_setting import Table, setting


def table(pieces: str, **more: object) -> Table:
    return setting(pieces, phase="command", **more)  # type: ignore[arg-type]  # keywords of setting


def shooting(pieces: str, **more: object) -> dict[str, tuple[str, ...]]:
    return shots(table(pieces, **more).field)


def why(pieces: str, **more: object) -> list[str]:
    """The clauses against a shot of R1 at B1."""
    here = table(pieces, **more).field
    return [one.clause for one in refusals(here, here.stand("R1"), here.stand("B1"))]


# ── who ──────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("kind", TROOPS, ids=lambda kind: kind.code)
def test_tc_6_2_four_types_shoot(kind):
    here = table(f"R1 {kind.code} 24 16 0; B1 HFT 24 18 180").field
    able = kind.code in {"ARC", "PAV", "WWG", "ART"}
    assert bool(shots(here)) is able
    assert shoots(here, here.stand("R1")) is able


def test_tc_6_1_stands_of_every_side_shoot_in_every_turn_once():
    pieces = "R1 ARC 24 16 0; B1 ARC 24 18 180"
    for active in ("red", "blue"):
        assert shooting(pieces, active=active) == {"R1": ("B1",), "B1": ("R1",)}
    assert shooting("R1 ARC 24 16 0 shot; B1 ARC 24 18 180") == {"B1": ("R1",)}


def test_tc_6_4_a_stand_in_close_combat_neither_shoots_nor_is_shot_at():
    pieces = "R1 ARC 24 16 0; B1 HFT 24 16 180; B2 HFT 26.5 17 180"
    assert shooting(pieces) == {}
    friend = "R1 ARC 24 13 0; R2 HFT 26 16 0; B1 HFT 26 16 180"
    assert shooting(friend) == {}
    assert why("R1 ARC 20 14.5 0; R2 HFT 22 16 0; B1 HFT 22 16 180") == ["TC-6.4"]
    said = {"shootAtFighting": True}
    allowed = shooting("R1 ARC 20 14.5 0; R2 HFT 22 16 0; B1 HFT 22 16 180", settings=said)
    assert allowed == {"R1": ("B1",)}


def test_tc_6_5_tri_14_a_camp_cannot_be_shot_at():
    assert shooting("R1 ART 24 16 0; B9 CAMP 24 19 180") == {}
    assert why("R1 ART 24 16 0; B1 CAMP 24 19 180") == ["TC-6.5"]


def test_tc_6_6_tc_6_7_archers_shoot_after_moving_heavy_pieces_do_not():
    for code, able in (("ARC", True), ("PAV", True), ("ART", False), ("WWG", False)):
        found = shooting(f"R1 {code} 24 16 0 moved; B1 HFT 24 18 180")
        assert bool(found) is able
    light = shooting(
        "R1 ARC 24 16 0 moved; B1 HFT 24 18 180", settings={"movedMayNotShoot": ("ARC",)}
    )
    assert light == {}


# ── range and arc ────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("code", "far"), [("ARC", 3), ("PAV", 3), ("WWG", 3), ("ART", 8)])
def test_tc_6_3_tri_17_the_range_is_inclusive(code: str, far: int):
    assert shooting(f"R1 {code} 24 16 0; B1 HFT 24 {16 + far} 180")
    assert not shooting(f"R1 {code} 24 16 0; B1 HFT 24 {16 + far}.0001 180")
    assert why(f"R1 {code} 24 16 0; B1 HFT 24 {16 + far}.0001 180") == ["TC-6.9"]


def test_tc_6_9_one_base_width_outside_the_strip_ahead_and_no_more():
    assert shooting("R1 ARC 24 16 0; B1 HFT 28 17 180")
    assert not shooting("R1 ARC 24 16 0; B1 HFT 28.001 17 180")


def test_tc_6_9_only_what_is_before_the_line_of_the_front_edge():
    assert not shooting("R1 ARC 24 16 0; B1 HFT 26.5 15.9 0")
    assert shooting("R1 ARC 24 16 0; B1 HFT 26.5 16.1 0")


def test_tc_6_10_war_wagons_shoot_all_round():
    for place in ("24 11 0", "28 15 270", "20 15 90", "24 19 180"):
        assert shooting(f"R1 WWG 24 16 0; B1 HFT {place}")
    assert not shooting("R1 ARC 24 16 0; B1 HFT 24 12 0")


def test_tc_6_11_range_is_to_the_nearest_visible_part():
    # the near corner is hidden behind a friend; what can be seen is out of range
    near = "R1 ARC 24 16 0; B1 HFT 25.5 18.9 180"
    assert shooting(near)
    assert not shooting(f"{near}; R2 HFT 24.6 17.5 0; R3 HFT 26.6 17.5 0")


# ── sight ────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("other", ["R2 HFT 24 17 0", "B2 HFT 24 17 180", "R9 CAMP 24 16.6 0"])
def test_tc_6_12_no_stand_or_camp_of_either_side_may_be_between(other: str):
    found = shooting(f"R1 ART 24 14 0; B1 HFT 24 20 180; {other}")
    assert "B1" not in found.get("R1", ())
    assert "TC-6.12" in why(f"R1 ART 24 14 0; B1 HFT 24 20 180; {other}")


def test_tc_6_12_there_is_no_seeing_between_stands_that_touch():
    line = "R2 HFT 23 17 0; R3 HFT 25 17 0; R4 HFT 21 17 0; R5 HFT 27 17 0"
    assert "R1" not in shooting(f"R1 ART 24 14 0; B1 HFT 24 20 180; {line}")
    beside = "R2 HFT 22 16 0; R3 HFT 26 16 0; B2 HFT 22 18.9 180; B3 HFT 26 18.9 180"
    assert "B1" in shooting(f"R1 ARC 24 16 0; B1 HFT 24 19 180; {beside}")["R1"]


def test_tc_6_12_one_clear_line_from_the_edge_is_enough():
    assert "B1" in shooting("R1 ART 24 14 0; B1 HFT 24 20 180; R2 HFT 25.5 17 0")["R1"]


def test_tc_6_13_one_sees_1_mu_into_woods_and_not_through_them():
    edge_in = "R1 ART 24 14 0; B1 HFT 24 {} 180"
    woods = "woods box 24 20 20 4"
    assert shooting(edge_in.format(19), areas=woods)
    assert not shooting(edge_in.format(19.01), areas=woods)
    thin = "woods box 24 17 20 0.5"
    assert not shooting(edge_in.format(19), areas=thin)


def test_tc_6_13_in_the_same_piece_one_sees_1_mu():
    woods = "woods box 24 17 20 8"
    assert shooting("R1 ARC 24 16 0; B1 HFT 24 17 180", areas=woods)
    assert not shooting("R1 ARC 24 16 0; B1 HFT 24 17.01 180", areas=woods)
    said = {"sightIntoCover": 2}
    assert shooting("R1 ARC 24 16 0; B1 HFT 24 17.01 180", areas=woods, settings=said)


def test_tc_7_22_a_crest_hides_unless_one_stands_on_it():
    hill = "gentle-hills ellipse 24 17 12 6"
    assert not shooting("R1 ART 24 14 0; B1 HFT 24 20 180", areas=hill)
    assert shooting("R1 ART 24 17 0; B1 HFT 24 20 180", areas=hill)


@pytest.mark.parametrize(
    ("shooter", "clause"),
    [
        ("HFT 24 16 0", "TC-6.2"),
        ("ARC 24 16 0 shot", "TC-6.1"),
        ("ART 24 16 0 moved", "TC-6.7"),
        ("ARC 24 16 0; B2 HFT 24 16 180", "TC-6.4"),
    ],
)
def test_tc_6_1_who_may_not_shoot_at_all_is_told_the_clause_that_forbids_it(shooter, clause):
    here = table(f"R1 {shooter}; B1 HFT 24 18 180").field
    assert refusals(here, here.stand("R1"), here.stand("B1"))[0].clause == clause


# ── choice of target ─────────────────────────────────────────────────────────
def test_tc_6_16_in_a_zone_of_control_no_other_target():
    pieces = "R1 ARC 24 16 0; B1 HFT 24.5 17.5 180; B2 HFT 27 17.5 180"
    assert shooting(pieces) == {"R1": ("B1",)}
    free = shooting(pieces, settings={"zocTargetFirst": False})
    assert free == {"R1": ("B1", "B2")}


def test_tc_6_16_a_shot_past_whose_zone_binds_the_shooter_is_refused_by_name():
    here = table("R1 ARC 24 16 0; B2 HFT 24.5 17.5 180; B1 HFT 27 17.5 180").field
    (found,) = refusals(here, here.stand("R1"), here.stand("B1"))
    assert (found.clause, found.params["others"]) == ("TC-6.16", ("B2",))
    assert refusals(here, here.stand("R1"), here.stand("B2")) == ()


def test_tc_6_9_who_is_out_of_reach_anyway_is_not_said_to_be_out_of_bounds():
    assert why("R1 ARC 24 16 0; B2 HFT 24.5 17.5 180; B1 HFT 34 17.5 180") == ["TC-6.9"]


def test_tc_6_17_one_target_for_any_number_of_shooters():
    found = shooting("R1 ARC 23 16 0; R2 ARC 25 16 0; B1 HFT 24 18.5 180")
    assert found == {"R1": ("B1",), "R2": ("B1",)}


# ── what there is to look at ─────────────────────────────────────────────────
def shown(pieces: str) -> dict[str, list[tuple[float, ...]]]:
    """What is drawn of a refused shot of R1 at B1, by key: the corners in MU."""
    here = table(pieces).field
    (found,) = refusals(here, here.stand("R1"), here.stand("B1"))
    return {
        one.key: [tuple(part / 10_000 for part in point) for point in one.points]
        for one in found.sketches
    }


def test_tc_6_10_the_line_of_a_war_wagon_that_sees_nothing_starts_at_the_edge_it_shoots_from():
    found = shown("R1 WWG 20 12 0; B2 HFT 20 9 180; B1 HFT 20 8 180")
    (_, start), (_, end) = found["line of sight"]
    here = table("R1 WWG 20 12 0").field.stand("R1").base
    assert start == (here.rl[1]) / 10_000 < 12
    assert end == 8.75  # its rear border
    assert "in the way" in found


def test_tc_6_9_the_line_to_who_is_hidden_ends_where_it_is_in_arc():
    """What of it is behind the line of the front edge is not shot at. [TC-6.9]"""
    found = shown("R1 ARC 20 12 0; R2 HFT 21.8 12.5 90; B1 HFT 22.7 12.2 315")
    (_, _), (_, end) = found["line of sight"]
    assert end >= 12


def test_tc_6_12_nothing_is_drawn_of_a_shot_that_nobody_asks_about(monkeypatch):
    monkeypatch.setattr(gunnery, "sight", lambda *_: pytest.fail("drawn for nobody"))
    pieces = "R1 ARC 24 16 0; B2 HFT 24 17 180; B1 HFT 24 18 180"
    assert shooting(pieces) == {"R1": ("B2",)}
    with pytest.raises(pytest.fail.Exception):
        shown(pieces)


# ── layers ───────────────────────────────────────────────────────────────────
def under(pieces: str, *hooks: object) -> dict[str, tuple[str, ...]]:
    plain = table(pieces)
    layer = Layer("more", 2, hooks=hooks)  # type: ignore[arg-type]  # hooks of any seam
    return shots(field(Book("triumph", (TRIUMPH, layer)), plain.position))


def test_tc_6_2_a_layer_can_let_others_shoot_and_forbid_shots():
    pieces = "R1 ECV 24 16 0; B1 HFT 24 18 180"
    factor = (seams.SHOOTING, lambda *_: 2, "X-1")
    reach = (seams.RANGE, lambda *_: 30_000, "X-1")
    assert under(pieces, factor, reach)["R1"] == ("B1",)
    banned = (seams.MAY_SHOOT, lambda *_: Refusal("X-1", "kernel.ended"), "X-1")
    assert under(pieces, factor, reach, banned) == {}
