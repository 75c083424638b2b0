"""The way to a pose: whoever names where a body ends names no way, and one simple way is enough."""

from math import cos, radians, sin

import pytest

from condotta.rules.triumph.movement.legal_moves import is_legal
from condotta.rules.triumph.stands.field import field
from condotta.table import pose_at
from tests.rules.triumph.table_setting import setting

FAR = "; R9* KNT 24 4 0; B9* KNT 45 30 180"
LINES = "R1 HFT 20 12 0; R2 HFT 22 12 0; B1 HFT 20 12 180; B2 HFT 22 12 180; "
FLANK = {"meet": {"stand": "B2", "edge": "left"}}
DOOR = {"to": [23, 13, 270]}


def contacts(verdict):
    """Whose front would lie on which edge of whom."""
    return [(one.piece, one.other, one.edge) for one in verdict.contacts]


# ── a single stand ───────────────────────────────────────────────────────────
@pytest.mark.parametrize("leg", [DOOR, FLANK, {"wheel": {"side": "left", "by": 90}}])
def test_tc_5_2_the_end_of_a_line_closes_the_door_however_it_is_said(leg):
    table = setting(LINES + "R3 HFT 24 12 0" + FAR)
    verdict = table.would("R3", leg)
    assert (verdict.refusals, contacts(verdict)) == ((), [("R3", "B2", "left")])
    assert verdict.distance == pytest.approx(28_284, abs=1)
    table.go("R3", leg)
    assert table.at("R3") == (23, 13, 270)


@pytest.mark.parametrize(
    ("troop", "place", "far"),
    [
        ("KNT", "24 10.5 0", 15_000 + 28_284),  # advances, then wheels
        ("KNT", "24.8 12 0", 28_284 + 8_000),  # wheels, then advances; or slides and wheels
        ("KNT", "24.6 11 0", 10_000 + 28_284 + 6_000),  # advances, wheels, advances
        ("JCV", "25 10 0", 28_284 + 28_284),  # slantwise, then wheels
    ],
)
def test_tc_5_5_the_legs_of_the_way_are_measured_one_by_one(troop, place, far):
    table = setting(LINES + f"R3 {troop} {place}" + FAR)
    verdict = table.would("R3", DOOR)
    assert verdict.refusals == ()
    assert len(verdict.via) >= 1
    assert verdict.distance <= far + 2
    assert verdict.distance >= 28_284


def test_tc_5_2_a_way_round_a_friend_leads_ahead_and_then_aside():
    # R2 bars the slanting way; straight ahead and then to the right is free
    table = setting("R1 LFT 20 10 0; R2 HFT 22.2 10.5 0" + FAR)
    assert table.why_not("R1", {"oblique": [1.6, 1.5]}) == {"TC-5.41"}
    verdict = table.would("R1", {"to": [21.5, 11.6, 0]})
    assert (verdict.refusals, verdict.distance) == ((), 31_000)
    assert verdict.via == ((("R1", pose_at(200_000, 116_000, 0)),),)


def test_tc_5_2_it_turns_on_the_spot_before_it_goes_on_or_after():
    # between two friends there is room to turn about, none to wheel
    table = setting("R1 LFT 20 10 0; R2 HFT 18 10 0; R3 HFT 22 10 0" + FAR)
    assert table.why_not("R1", {"to": [20, 7.5, 180]}) == set()


def test_tc_5_2_a_named_way_is_kept_and_only_its_last_pose_is_looked_for():
    table = setting(LINES + "R3 KNT 24 10.5 0" + FAR)
    assert table.why_not("R3", {"advance": 1.5}, FLANK) == set()
    assert table.why_not("R3", {"slide": -0.5}, {"advance": 1.5}, DOOR) == {"TC-5.42"}


def test_tc_5_32_no_way_makes_a_start_before_the_line_one_beyond_it():
    table = setting("B2 HFT 22 12 180; R3 JCV 23.5 9 0" + FAR)
    assert table.why_not("R3", FLANK) >= {"TC-5.32"}


# ── what is told ─────────────────────────────────────────────────────────────
def test_tc_1_6_of_a_move_too_far_by_every_way_nothing_else_is_told():
    table = setting(LINES + "R3 HFT 24 12 0" + FAR, settings={"moveMeasure": "all"})
    refused = table.would("R3", DOOR)
    assert [one.clause for one in refused.refusals] == ["TC-1.6"]
    assert refused.distance == pytest.approx(30_208, abs=1)


def test_tc_1_6_a_move_too_far_shows_how_far_it_might_be():
    table = setting("R1 HFT 20 12 0" + FAR)
    (refusal,) = table.would("R1", {"to": [20, 20, 0]}).refusals
    (sketch,) = refusal.sketches
    (x, y), (to_x, to_y) = sketch.points
    assert (to_x - x, to_y - y) == (0, refusal.params["limit"])
    assert x == 200_000


def test_tc_5_43_what_stands_on_the_end_is_told_and_not_what_stands_on_one_way():
    table = setting(LINES + "R3 JCV 24 12 0; R4 SKM 24.6 14 0" + FAR)
    (refused,) = table.would("R3", DOOR).refusals
    assert (refused.clause, refused.params["stand"]) == ("TC-5.43", "R4")


def test_tc_5_2_judge_and_menu_find_the_same_way():
    table = setting(LINES + "R3 KNT 24.6 11 0" + FAR)
    move = table.move("R3", DOOR)
    fresh = table.judge("red", move)
    here = field(table.book, table.position)
    assert is_legal(here, "red", move)
    assert table.judge("red", move) == fresh


# ── a group, a column ────────────────────────────────────────────────────────
WING = LINES + "R3 {0} 24 {1} 0; R4 {0} 26 {1} 0" + FAR


@pytest.mark.parametrize(("troop", "y"), [("KNT", 12), ("JCV", 11)])
def test_tc_5_3_a_wing_wheels_into_a_flank_when_only_its_pose_is_named(troop, y):
    table = setting(WING.format(troop, y))
    verdict = table.would("R3 R4", FLANK)
    if troop == "KNT":  # its outer end would go 5.66 MU
        assert {one.clause for one in verdict.refusals} == {"TC-5.4"}
        return
    assert (verdict.refusals, contacts(verdict)) == ((), [("R3", "B2", "left")])
    table.go("R3 R4", FLANK)
    assert table.at("R3") == (23, 13, 270)
    assert table.at("R4") == (23, 15, 270)


def test_tc_5_3_straight_ahead_is_a_way_of_a_group_and_aside_is_none():
    table = setting("R1 KNT 20 10 0; R2 KNT 22 10 0" + FAR)
    assert table.why_not("R1 R2", {"to": [20, 13, 0]}) == set()
    assert table.why_not("R1 R2", {"to": [20.5, 13, 0]}) == {"TC-5.3"}
    assert table.why_not("R1 R2", {"to": [20, 9, 0]}) == {"TC-5.3"}
    assert table.why_not("R1 R2", {"to": [20, 9, 350]}) == {"TC-5.3"}


def test_tc_5_23_a_group_comes_to_a_pose_aligned_within_two_mu_of_the_enemy():
    table = setting("R1 KNT 19 10 0; R2 KNT 21 10 0; B1 SPR 20 14 180; B2 SPR 22 14 180" + FAR)
    assert table.why_not("R1 R2", {"meet": {"stand": "B1"}}) == set()
    assert table.would("R1 R2", {"to": [20, 14, 0]}).distance == pytest.approx(41_231, abs=1)


def test_tc_5_7_the_head_of_a_column_finds_a_way_and_the_others_follow():
    table = setting(LINES + "R3 JCV 24 11 0; R4 JCV 24 9.5 0" + FAR)
    verdict = table.would("R3 R4", FLANK)
    assert (verdict.refusals, contacts(verdict)) == ((), [("R3", "B2", "left")])
    table.go("R3 R4", FLANK)
    assert table.at("R3") == (23, 13, 270)
    assert table.at("R4")[1:] == (13, 270)


def test_tc_5_8_who_forms_a_column_goes_straight_ahead_to_a_pose():
    table = setting("R1 KNT 20 10 0; R2 KNT 22 10 0" + FAR)
    assert table.why_not("R1 R2", {"to": [20, 12, 0]}, forming=True) == set()
    assert table.why_not("R1 R2", {"to": [21, 12, 0]}, forming=True) == {"TC-5.8"}


# ── turned and mirrored ──────────────────────────────────────────────────────
def turned(theta):
    """Two lines that fight, a stand free at each end of one, on a table turned by an angle."""
    sine, cosine = sin(radians(theta)), cos(radians(theta))
    pieces = []
    for name, x, y, facing in (
        ("R0 HFT", -3, -0.4, 0), ("R1 HFT", -1, 0, 0), ("R2 HFT", 1, 0, 0), ("R3 HFT", 3, -0.1, 0),
        ("B1 HFT", -1, 0, 180), ("B2 HFT", 1, 0, 180), ("R9* KNT", -8, -8, 0), ("B9* KNT", 9, 9, 0),
    ):  # fmt: skip
        across, up = 24 + x * cosine + y * sine, 16 - x * sine + y * cosine
        pieces.append(f"{name} {across:.4f} {up:.4f} {(facing + theta) % 360}")
    return setting("; ".join(pieces))


@pytest.mark.parametrize("theta", [0, 17, 33.3, 45, 90, 123, 200, 271.5])
def test_tc_5_2_the_door_closes_at_both_ends_of_a_line_whichever_way_it_faces(theta):
    table = turned(theta)
    for stand, foe, edge in (("R3", "B2", "left"), ("R0", "B1", "right")):
        verdict = table.would(stand, {"meet": {"stand": foe, "edge": edge}})
        assert (verdict.refusals == ()) == (stand == "R3"), (theta, verdict)
        if stand == "R0":  # 0.4 MU back and 2.83 round are more than 3
            assert {one.clause for one in verdict.refusals} == {"TC-1.6"}
