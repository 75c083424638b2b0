"""Falling back: where it leads, whom it pushes, whom it costs. [TC-3.40 to TC-3.50]"""

import pytest

from condotta.rules.triumph.movement.fallback import OutcomeMove, plan_fall_back, room_to_fall_back
from condotta.table import Edge, pose_at
from tests.rules.triumph.table_setting import Table, setting


def table(pieces: str, **more: object) -> Table:
    return setting(pieces, phase="end", **more)  # type: ignore[arg-type]  # keywords of setting


def fallen(pieces: str, side: Edge = "front", **more: object) -> OutcomeMove:
    """How R1 falls back."""
    here = table(pieces, **more).field
    return plan_fall_back(here, here.stand("R1"), side)


def ends(plan: OutcomeMove) -> dict[str, tuple[float, float]]:
    """Where each stand that moves ends, in MU."""
    steps = [step for move in plan.moves for step in move.steps]
    return {step.piece: (step.pose.x / 10_000, step.pose.y / 10_000) for step in steps}


def lost(plan: OutcomeMove) -> list[str]:
    return [loss.stand for loss in plan.lost]


def test_tc_3_40_straight_back_by_its_own_depth_with_the_same_facing():
    plan = fallen("R1 KNT 24 16 0")
    assert ends(plan) == {"R1": (24, 14.5)}
    assert (plan.clause, plan.moved, plan.lost) == ("TC-3.40", (15_000,), ())
    assert plan.pose is not None
    assert plan.pose.facing == (0, 1_000_000)


def test_tc_3_40_a_friend_that_it_only_touches_at_the_end_is_not_met():
    plan = fallen("R1 HFT 24 16 0; R2 KNT 24 13.5 90")
    assert (plan.clause, plan.lost) == ("TC-3.40", ())


# ── turning first ────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("side", "end", "facing"),
    [
        ("right", (24.25, 15), (1_000_000, 0)),
        ("left", (23.75, 15), (-1_000_000, 0)),
        ("rear", (24, 16), (0, -1_000_000)),
    ],
)
def test_tc_3_41_tc_3_90_it_turns_to_face_who_beat_it_first(side: Edge, end, facing):
    plan = fallen("R1 HFT 24 16 0", side)
    assert ends(plan) == {"R1": end}
    assert plan.pose is not None
    assert plan.pose.facing == facing


def test_tc_3_91_without_room_to_turn_it_is_destroyed():
    plan = fallen("R1 HFT 24 16 0; R2 HFT 24 15.25 0; B1 LFT 25 15 270", "right")
    assert (lost(plan), plan.clause) == (["R1"], "TC-3.91")
    at_the_edge = fallen("R1 HFT 1 1 0", "right")
    assert (lost(at_the_edge), at_the_edge.clause) == (["R1"], "TC-3.91")


# ── held from behind ─────────────────────────────────────────────────────────
@pytest.mark.parametrize("held", ["25 15 270", "23 15 90", "24 15.25 0"])
def test_t_11_tc_3_42_an_enemy_on_its_flank_or_rear_dooms_it(held: str):
    plan = fallen(f"R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT {held}")
    assert (lost(plan), plan.clause, plan.met) == (["R1"], "TC-3.42", "B2")


def test_tc_3_42_a_corner_or_an_overlap_does_not():
    plan = fallen("R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 26 16 180")
    assert plan.survives


# ── friends ──────────────────────────────────────────────────────────────────
def test_tc_3_43_tc_3_99_it_passes_open_order_foot_and_stands_directly_behind():
    plan = fallen("R1 HFT 24 16 0; R2 LFT 24 15.25 0")
    assert ends(plan) == {"R1": (24, 14.25)}
    assert (plan.clause, plan.moved) == ("TC-3.43", (17_500,))


def test_tc_3_43_it_goes_on_through_a_second_friend():
    plan = fallen("R1 HFT 24 16 0; R2 LFT 24 15.25 0; R3 SKM 24.5 14.25 0")
    assert ends(plan) == {"R1": (24, 13.25)}


def test_tc_3_43_a_friend_that_faces_another_way_is_not_passed():
    plan = fallen("R1 HFT 24 16 0; R2 LFT 24 15.25 1")
    assert (lost(plan), plan.clause) == (["R1", "R2"], "TC-3.45")


def test_tc_3_44_a_friend_in_the_same_file_is_pushed_by_just_enough():
    plan = fallen("R1 HRD 24 16 0; R2 HFT 24 13.5 0; R3 SPR 24 12.25 0")
    assert ends(plan) == {"R1": (24, 14), "R2": (24, 12), "R3": (24, 11.25)}
    assert (plan.clause, len(plan.moves)) == ("TC-3.44", 1)


def test_tc_3_44_a_pushed_stand_pushes_even_open_order_foot():
    plan = fallen("R1 HFT 24 16 0; R2 SPR 24 15.25 0; R3 LFT 24 14.5 0")
    assert ends(plan) == {"R1": (24, 15.25), "R2": (24, 14.5), "R3": (24, 13.75)}


@pytest.mark.parametrize(
    "obstacle",
    ["R3 SPR 24 14.4 90", "R3 SPR 25 14.3 0", "B2 LFT 24 14.2 0", "B2 CAMP 24 12.4 180"],
    ids=["turned friend", "friend out of line", "enemy", "camp"],
)
def test_tc_3_44_a_push_that_fails_costs_the_pusher_alone(obstacle: str):
    plan = fallen(f"R1 HFT 24 16 0; R2 SPR 24 15.25 0; {obstacle}")
    assert (lost(plan), plan.clause, plan.met) == (["R1"], "TC-3.44", "R2")


def test_tc_3_44_nobody_is_pushed_off_the_board():
    plan = fallen("R1 HFT 24 1.5 0; R2 SPR 24 0.75 0")
    assert (lost(plan), plan.clause) == (["R1"], "TC-3.44")


def test_tc_3_44_pushing_is_a_setting():
    pieces = "R1 HFT 24 16 0; R2 SPR 24 15.25 0"
    plan = fallen(pieces, settings={"pushFriends": False})
    assert (lost(plan), plan.clause) == (["R1", "R2"], "TC-3.45")


def test_t_12_tc_3_45_into_a_friend_facing_sideways_both_are_lost_and_nobody_else():
    plan = fallen("R1 HFT 24 16 0; R2 SPR 24 14.25 90; R3 SPR 24 12 0")
    assert (lost(plan), plan.clause, plan.moves) == (["R1", "R2"], "TC-3.45", ())


def test_tc_3_45_a_friend_half_out_of_line_cannot_be_pushed():
    plan = fallen("R1 HFT 24 16 0; R2 SPR 25 15.25 0")
    assert (lost(plan), plan.clause) == (["R1", "R2"], "TC-3.45")


# ── enemies, camps, edges ────────────────────────────────────────────────────
def test_tri_09_tc_3_46_through_friends_into_an_enemy_only_the_first_is_lost():
    plan = fallen(
        "R1 SKM 24 16 0; R2 LFT 24 15 0; B1 JCV 24.2 13.6 140; R9* KNT 24 12 0; B2 HFT 24 16 180"
    )
    assert (lost(plan), plan.clause) == (["R1", "B1"], "TC-3.46")


def test_tc_3_92_into_a_camp_it_is_lost_alone():
    for camp in ("R9 CAMP 24 15 180", "B9 CAMP 24 15 180"):
        plan = fallen(f"R1 HFT 24 16 0; {camp}")
        assert (lost(plan), plan.clause) == (["R1"], "TC-3.92")


def test_tc_3_47_off_the_board_or_into_the_sea():
    off = fallen("R1 HFT 24 1.4 0")
    assert (lost(off), off.clause) == (["R1"], "TC-3.47")
    assert fallen("R1 HFT 24 1.5 0").survives
    wet = fallen("R1 HFT 24 4 0", areas="coast box 24 1.5 48 3")
    assert (lost(wet), wet.clause) == (["R1"], "TC-3.47")
    assert fallen("R1 HFT 24 4.5 0", areas="coast box 24 1.5 48 3").survives


def test_tc_3_47_what_is_nearer_is_met_first():
    plan = fallen("R1 HFT 24 1.2 0; R2 SPR 24.5 0.3 270")
    assert (lost(plan), plan.clause) == (["R1", "R2"], "TC-3.45")


def test_tc_3_48_difficult_terrain_does_not_matter():
    plan = fallen("R1 KNT 24 16 0", areas="marsh box 24 14 8 8")
    assert ends(plan) == {"R1": (24, 14.5)}


def test_tc_3_49_the_rest_of_its_group_stays():
    plan = fallen("R1 HFT 24 16 0; R2 HFT 22 16 0; R3 HFT 26 16 0")
    assert ends(plan) == {"R1": (24, 15.25)}


def test_tc_3_50_war_wagons_and_artillery_fall_back_like_others():
    for code in ("WWG", "ART"):
        assert ends(fallen(f"R1 {code} 24 16 0")) == {"R1": (24, 14)}


# ── room ─────────────────────────────────────────────────────────────────────
def test_tc_5_35_room_to_fall_back_is_ground_and_stands_not_contacts():
    here = table("R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 25 15 270; R2 HFT 40 16 0").field
    stand = here.stand("R1")
    assert room_to_fall_back(here, stand, stand.base.pose)
    assert not room_to_fall_back(here, stand, pose_at(240_000, 10_000, 0))
    assert not room_to_fall_back(here, stand, pose_at(400_000, 150_000, 180))
    assert room_to_fall_back(here, stand, pose_at(400_000, 150_000, 180), frozenset({"R2"}))
