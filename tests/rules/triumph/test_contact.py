"""Moving into contact: who fights, where a front edge may go, who lines up with whom."""

import pytest

from condotta.kernel.events import Moved
from tests.rules.triumph.table_setting import setting

FAR = "R9* HFT 4 5 0; B9* HFT 44 30 180"


def touches(table):
    return [(touch.by.id, touch.on.id, touch.edge) for touch in table.field.touches]


def meet(stand, edge="front"):
    return {"meet": {"stand": stand, "edge": edge}}


# ── what contact is ──────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("pose", "found"),
    [
        ("20 10 180", [("R1", "B1", "front"), ("B1", "R1", "front")]),
        ("20.005 10 180", [("R1", "B1", "front"), ("B1", "R1", "front")]),
        ("20.5 10 180", []),
        ("20 10.2 180", []),
        ("20 10 178", []),
    ],
)
def test_tc_0_8_fronts_touch_along_their_whole_length_corner_to_corner(pose, found):
    table = setting(f"R1 HFT 20 10 0; B1 HFT {pose}; {FAR}")
    assert touches(table) == found


@pytest.mark.parametrize(
    ("pose", "edge"), [("19 9 90", "left"), ("21 9 270", "right"), ("19 9.5 90", None)]
)
def test_tc_0_9_flank_contact_is_front_corner_on_front_corner(pose, edge):
    table = setting(f"R1 HFT 20 10 0; B1 LFT {pose}; {FAR}")
    assert touches(table) == ([("B1", "R1", edge)] if edge else [])


@pytest.mark.parametrize(("x", "fights"), [(20, True), (20.5, False)])
def test_tc_0_10_rear_contact_is_corner_to_corner(x, fights):
    table = setting(f"R1 HFT 20 10 0; B1 LFT {x} 9.25 0; {FAR}")
    assert touches(table) == ([("B1", "R1", "rear")] if fights else [])


@pytest.mark.parametrize(
    "pose", ["22 10 180", "22 10 0", "18 10.75 180", "22 9.25 0"], ids=lambda pose: pose
)
def test_tc_0_11_corners_and_flanks_that_touch_are_no_close_combat(pose):
    table = setting(f"R1 HFT 20 10 0; B1 HFT {pose}; {FAR}")
    assert not table.field.fighting


def test_tc_0_11_whichever_made_the_contact_both_fight():
    table = setting("R1 HFT 20 10 0; B1 LFT 19 9 90; " + FAR)
    assert table.field.fighting == {"R1", "B1"}


# ── where a move may end ─────────────────────────────────────────────────────
def test_tc_5_30_contact_is_made_by_the_front_edge_of_the_mover():
    table = setting("R1 LFT 20 11 180; R2 LFT 30 12 90; B1 HFT 20 14 180; B2 HFT 30 14 180; " + FAR)
    assert table.why_not("R1", {"back": 2}) == {"TC-5.30"}
    assert table.why_not("R2", {"slide": -1}, {"advance": 1}) == {"TC-5.30"}
    assert (
        setting("R1 LFT 20 12 0; B1 HFT 20 14 180; " + FAR).why_not("R1", {"advance": 2}) == set()
    )


def test_tc_5_30_a_move_may_end_in_an_overlap_or_a_mere_corner_position():
    table = setting("R1 HFT 20 14 0; R2 LFT 22 11 0; B1 HFT 20 14 180; " + FAR)
    table.go("R2", {"advance": 3})
    assert table.field.fighting == {"R1", "B1"}
    beside = setting("R1 HFT 20 14 0; R2 JCV 24 10 0; B1 HFT 20 14 180; " + FAR)
    assert beside.why_not("R2", {"advance": 4.75}, {"slide": -2}) == set()


def test_tc_5_31_without_room_to_line_up_a_move_ends_at_the_touch_and_nobody_fights():
    table = setting("R1 HFT 20 11.5 0; R2 HFT 30 5 0; B1 HFT 20.5 13.5 200; " + FAR)
    low = min(y for _, y in table.field.stand("B1").base.corners) / 10_000
    table.go("R1", {"advance": low - 11.5})
    assert not table.field.fighting
    assert table.at("B1") == (20.5, 13.5, 200)


# ── flank and rear ───────────────────────────────────────────────────────────
@pytest.mark.parametrize(("x", "refused"), [(18.9, set()), (19.0, set()), (19.1, {"TC-5.32"})])
def test_tc_5_32_a_flank_is_reached_only_from_wholly_beyond_its_line(x, refused):
    # B1 faces south, its right flank is the line x = 19; the front of R1 is at x.
    table = setting(f"R1 LFT {x} 12 90; B1 SPR 20 14 180; {FAR}")
    legs = ({"back": 0.5}, {"slide": -3}, {"advance": 19.5 - x})
    found = table.would("R1", *legs)
    assert [one.edge for one in found.contacts] == ["right"]
    assert {one.clause for one in found.refusals} == refused


def test_tc_5_46_a_setting_asks_for_the_front_edge_only():
    pieces = "R1 JCV 18.3 13 300; B1 SPR 20 14 180; " + FAR
    legs = ({"to": [17, 13.2, 300]}, {"to": [18.2, 15, 90]}, {"advance": 0.8})
    wholly = setting(pieces)
    start = wholly.field.stand("R1").base
    assert max(start.fl[0], start.fr[0]) < 190_000 < start.rr[0]
    assert wholly.why_not("R1", *legs) == {"TC-5.32"}
    front = setting(pieces, settings={"flankStart": "front"})
    assert front.why_not("R1", *legs) == set()


@pytest.mark.parametrize(("y", "refused"), [(11.0, set()), (11.1, {"TC-5.32"})])
def test_tc_5_32_a_rear_is_reached_only_from_wholly_behind_its_line(y, refused):
    # B1 faces north with its rear at y = 11.
    table = setting(f"R1 LFT 22.5 {y} 0; B1 HFT 20 11.75 0; {FAR}")
    legs = ({"back": 0.5}, {"slide": -2.5}, {"advance": 11.5 - y})
    assert table.would("R1", *legs).contacts[0].edge == "rear"
    assert table.why_not("R1", *legs) == refused


def test_tc_5_33_the_facing_of_the_target_at_the_start_of_the_move_decides():
    table = setting("R1 LFT 20 11 0; R2 HFT 22 11 0; R3 JCV 15 12 60; B1 HFT 20 13.5 210; " + FAR)
    assert table.field.stand("R3").base.fr[0] < 190_000
    askew = table.would("R3", meet("B1", "right"))
    table.go("R1 R2", {"advance": 2})
    assert table.at("B1") == (20, 13, 180)
    lined = table.would("R3", meet("B1", "right"))
    assert lined.ok
    assert lined.poses != askew.poses
    assert lined.contacts[0].edge == "right"


def test_tc_5_34_one_stand_to_an_edge():
    table = setting(
        "R1 HFT 20 14 0; R2 LFT 17 15 90; R3 LFT 16 12 90; R4 LFT 20 11 0; B1 HFT 20 14 180; " + FAR
    )
    table.go("R2", meet("B1", "right"))
    assert "TC-5.42" in table.why_not("R3", meet("B1", "right"))
    assert "TC-5.42" in table.why_not("R4", meet("B1", "front"))
    assert touches(table).count(("R2", "B1", "right")) == 1
    here = table.field
    held = {edge: here.enemy_on(here.stand("B1"), edge) for edge in ("front", "right", "rear")}
    assert {edge: by and by.id for edge, by in held.items()} == {
        "front": "R1",
        "right": "R2",
        "rear": None,
    }


def test_tc_5_36_a_stand_struck_in_the_flank_does_not_turn_in_the_movement_phase():
    table = setting("R1 LFT 17 15 90; R2 HFT 30 5 0; B1 HFT 20 14 180; " + FAR)
    table.go("R1", meet("B1", "right"))
    assert table.field.fighting == {"R1", "B1"}
    assert table.at("B1") == (20, 14, 180)


# ── conforming ───────────────────────────────────────────────────────────────
GROUP = "R1 HFT 20 11 0; R2 HFT 22 11 0; R3 HFT 30 5 0; "
ASKEW = "B1 HFT 20 13.5 210; "


def lined_up(table):
    """The rulings of clause TC-5.35 so far, by the letter of their condition."""
    return [ruled.key.rpartition("-")[2] for ruled in table.rulings("TC-5.35")]


def test_tc_5_35_a_single_stand_lines_up_at_once_with_the_group_that_touched_it():
    table = setting(GROUP + ASKEW + FAR)
    made = table.go("R1 R2", {"advance": 2})
    ways = [event.way for event in made if isinstance(event, Moved)]
    assert ways == ["move", "line up"]
    assert table.at("B1") == (20, 13, 180)
    assert table.field.fighting == {"R1", "B1"}
    assert lined_up(table) == ["c"]


def test_tc_5_35_a_it_has_no_room_to_fall_back_where_it_stands():
    blocked = "coast box 21.7 15.2 2 0.4; coast box 19.5 14.6 0.4 0.3"
    table = setting(GROUP + ASKEW + FAR, areas=blocked)
    table.go("R1 R2", {"advance": 2})
    assert lined_up(table) == ["a"]
    assert table.at("B1") == (20, 13, 180)


def test_tc_5_35_b_it_could_be_shattered_there():
    behind = "coast box 18.1 14.15 2 0.7"
    pieces = "R1 KNT 20 11 0; R2 KNT 22 11 0; R3 HFT 30 5 0; " + ASKEW
    table = setting(pieces + FAR, areas=behind)
    table.go("R1 R2", {"advance": 2})
    assert lined_up(table) == ["b"]


def test_tc_5_35_b_looks_at_the_ground_under_its_front():
    behind = "coast box 18.1 14.15 2 0.7; rough box 20 13.6 0.4 0.4"
    pieces = "R1 KNT 20 11 0; R2 KNT 22 11 0; R3 HFT 30 5 0; " + ASKEW
    table = setting(pieces + FAR, areas=behind)
    table.go("R1 R2", {"advance": 2})
    assert lined_up(table) == []
    assert table.at("B1") == (20, 13.5, 210)


def test_tc_5_35_if_none_holds_it_stays_and_nobody_fights():
    table = setting(GROUP + ASKEW + FAR, areas="coast box 18.1 14.15 2 0.7")
    table.go("R1 R2", {"advance": 2})
    assert table.at("B1") == (20, 13.5, 210)
    assert not table.field.fighting


def test_tc_5_35_tc_0_12_a_stand_of_a_group_does_not_line_up():
    # Knights could shatter it, so alone it would line up; a stand at its side makes a group.
    knights = "R1 KNT 20 11 0; R2 KNT 22 11 0; R3 HFT 30 5 0; "
    right = setting(knights + ASKEW + FAR).field.stand("B1").base
    x, y = (right.x + 20_000 * right.rx) / 10_000, (right.y + 20_000 * right.ry) / 10_000
    for other, stays in ((f"B2 HFT {x:.4f} {y:.4f} 210; ", True), ("", False)):
        table = setting(knights + ASKEW + other + FAR)
        table.go("R1 R2", {"advance": 2})
        assert (table.at("B1") == (20, 13.5, 210)) is stays


def test_tc_5_49_a_stand_beside_which_a_group_moves_up_flank_on_flank_does_not_line_up():
    table = setting("R1* HFT 20 10 0; R2 HFT 22 10 0; B1* ART 18 12.5 0; B2 HFT 40 30 180")
    table.go("R1 R2", {"advance": 2})
    assert (table.at("B1"), table.rulings("TC-5.35")) == ((18, 12.5, 0), [])


def test_tc_5_35_nobody_lines_up_with_a_single_stand():
    table = setting(GROUP + ASKEW + FAR)
    table.go("R1", {"advance": 2})
    assert table.at("B1") == (20, 13.5, 210)


def test_tc_5_35_nobody_lines_up_where_there_is_no_room_or_only_a_corner_is_touched():
    table = setting(GROUP + ASKEW + FAR, areas="coast box 19.05 13.7 0.3 0.2")
    table.go("R1 R2", {"advance": 2})
    assert table.at("B1") == (20, 13.5, 210)
    corner = setting("R1 HFT 20 11 0; R2 HFT 22 11 0; R3 HFT 30 5 0; B1 HFT 18 13 180; " + FAR)
    corner.go("R1 R2", {"advance": 2})
    assert corner.at("B1") == (18, 13, 180)


# ── camps, and several at once ───────────────────────────────────────────────
@pytest.mark.parametrize("pose", [[24, 30, 0], [24.7, 30, 0], [26, 31, 270], [22, 31.2, 90]])
def test_tc_5_37_a_camp_is_touched_anywhere_along_an_edge(pose):
    x, y, turn = pose
    table = setting(f"R1 LFT {x} {y} {turn}; B0 CAMP 24 30 180; {FAR}")
    assert touches(table) == [("R1", "B0", "front")]


def test_tc_5_37_a_move_into_a_camp_needs_no_lining_up():
    table = setting("R1 LFT 24.7 26 0; R2 HFT 30 5 0; B0 CAMP 24 30 180; " + FAR)
    table.go("R1", {"advance": 4})
    assert table.field.fighting == {"R1", "B0"}


def test_tc_5_38_contact_with_two_enemies_at_once_and_the_one_in_front_is_fought():
    table = setting(
        "R1 HFT 20 11 0; R2 HFT 22 11 0; R3 HFT 30 5 0; "
        "B1 HFT 20 14 180; B2 HFT 22 14 180; B3 LFT 14 13 90; " + FAR
    )
    found = table.would("R1 R2", {"advance": 3})
    assert [(one.piece, one.other) for one in found.contacts] == [("R1", "B1"), ("R2", "B2")]
    table.go("R1 R2", {"advance": 3})
    assert {("R1", "B1", "front"), ("R2", "B2", "front")} <= set(touches(table))
    struck = setting("R1 HFT 20 14 0; B1 HFT 20 14 180; B3 LFT 19 13 90; " + FAR)
    assert struck.field.enemy_on(struck.field.stand("R1"), "left").id == "B3"
    assert struck.field.fights_to_front(struck.field.stand("R1")).id == "B1"
