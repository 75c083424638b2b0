"""Evade, panic and pursuit: how far they run and what stops them. [TC-3.55 to TC-3.75]"""

import pytest
from msgspec.structs import replace

from condotta.rules.triumph.movement.fallback import OutcomeMove, lands
from condotta.rules.triumph.movement.outcome_moves import plan_evade, plan_panic, plan_pursuit
from condotta.rules.triumph.stands.field import field
from condotta.table import Pose, base, facing_degrees, offset, overlaps
from tests.rules.triumph.table_setting import setting


def planned(how, pieces: str, **more: object) -> OutcomeMove:
    """How R1 moves."""
    here = setting(pieces, phase="end", **more).field  # type: ignore[arg-type]  # keywords of setting
    return how(here, here.stand("R1"))


def end(plan: OutcomeMove) -> tuple[float, float, float]:
    assert plan.pose is not None
    return plan.pose.x / 10_000, plan.pose.y / 10_000, facing_degrees(plan.pose)


def lost(plan: OutcomeMove) -> list[str]:
    return [loss.stand for loss in plan.lost]


# ── evade ────────────────────────────────────────────────────────────────────
def test_t_25_tc_3_55_an_evade_is_a_fall_back_and_4_mu_with_the_same_facing():
    plan = planned(plan_evade, "R1 SKM 24 16 0")
    assert end(plan) == (24, 11, 0)
    assert (plan.clause, plan.moved) == ("TC-3.55", (10_000, 40_000))
    assert [move.way for move in plan.moves] == ["fall back", "evade"]


def test_tc_3_56_it_stops_at_whom_it_cannot_pass_and_nobody_is_lost():
    for other in ("R2 SPR 24.5 13 0", "B2 LFT 24.5 13 0", "R9 CAMP 24 11 180"):
        plan = planned(plan_evade, f"R1 SKM 24 16 0; {other}")
        assert plan.lost == ()
        assert end(plan)[1] >= 14


def test_tc_3_56_tc_5_40_it_passes_friends_only_if_it_gets_clear():
    clear = planned(plan_evade, "R1 SKM 24 16 0; R2 LFT 24.5 13 40")
    assert end(clear) == (24, 11, 0)
    under = planned(plan_evade, "R1 SKM 24 16 0; R2 LFT 24.5 11.5 0")
    assert (end(under), under.met) == ((24, 12.5, 0), "R2")


def test_tc_3_93_tc_10_5_over_the_board_edge_it_is_lost_or_stops_by_setting():
    plan = planned(plan_evade, "R1 SKM 24 5.9 0")
    assert (lost(plan), plan.clause) == (["R1"], "TC-3.93")
    assert planned(plan_evade, "R1 SKM 24 6 0").survives
    stops = planned(plan_evade, "R1 SKM 24 5.9 0", settings={"offBoard": "stops"})
    assert end(stops) == (24, 1, 0)


def test_tc_3_95_impassable_ground_stops_it():
    plan = planned(plan_evade, "R1 SKM 24 7 0", areas="coast box 24 1.5 48 3")
    assert end(plan) == (24, 4, 0)


def test_tc_3_94_mounted_stop_after_3_mu_in_difficult_terrain_foot_does_not():
    woods = "woods box 24 12 12 2"
    assert end(planned(plan_evade, "R1 HBW 24 18 0", areas=woods)) == (24, 13.5, 0)
    assert end(planned(plan_evade, "R1 SKM 24 17.5 0", areas=woods)) == (24, 12.5, 0)
    far = planned(plan_evade, "R1 HBW 24 19.5 0", areas=woods)
    assert end(far) == (24, 14.5, 0)


def test_tc_3_55_one_that_cannot_fall_back_does_not_evade():
    plan = planned(plan_evade, "R1 SKM 24 0.5 0")
    assert (lost(plan), plan.clause) == (["R1"], "TC-3.47")


def test_tc_3_55_one_that_pushes_a_friend_goes_no_farther():
    plan = planned(plan_evade, "R1 SKM 24 16 0; R2 SPR 24 15 0")
    assert end(plan) == (24, 15, 0)
    assert plan.met == "R2"


# ── panic ────────────────────────────────────────────────────────────────────
def test_t_26_tc_3_60_a_panic_is_a_fall_back_a_turn_about_and_a_full_move():
    plan = planned(plan_panic, "R1 RBL 24 16 0")
    assert end(plan) == (24, 10, 180)
    assert (plan.clause, plan.moved) == ("TC-3.60", (15_000, 30_000))
    assert [move.way for move in plan.moves] == ["fall back", "panic"]


@pytest.mark.parametrize(("gap", "end_y"), [(2, 10), (3, 10), (4, 9)])
def test_tc_3_61_tc_1_4_a_mounted_panic_and_difficult_terrain(gap: float, end_y: float):
    # after fall back and turn its front is at y = 13; the woods begin `gap` MU farther on
    woods = f"woods box 24 {13 - gap - 1} 12 2"
    plan = planned(plan_panic, "R1 JCV 24 16 0", areas=woods)
    assert end(plan) == (24, end_y, 180)


def test_tc_3_61_foot_is_not_hindered():
    plan = planned(plan_panic, "R1 RBL 24 16 0", areas="woods box 24 11 12 4")
    assert end(plan) == (24, 10, 180)


def test_tc_3_63_it_stops_at_whom_it_cannot_pass():
    plan = planned(plan_panic, "R1 RBL 24 16 0; R2 SPR 24.5 12 0")
    assert (end(plan), plan.met, plan.lost) == ((24, 12, 180), "R2", ())


def test_tc_3_93_over_the_board_edge_in_a_panic_it_is_lost():
    plan = planned(plan_panic, "R1 JCV 24 10.9 0")
    assert (lost(plan), plan.clause) == (["R1"], "TC-3.93")
    assert planned(plan_panic, "R1 JCV 24 11 0").survives
    stops = planned(plan_panic, "R1 JCV 24 10.9 0", settings={"offBoard": "stops"})
    assert end(stops) == (24, 0, 180)


# ── pursuit ──────────────────────────────────────────────────────────────────
def test_tc_3_74_a_pursuit_goes_its_own_depth_ahead():
    plan = planned(plan_pursuit, "R1 KNT 24 16 30")
    assert plan.pose is not None
    assert (plan.clause, plan.moved) == ("TC-3.74", (15_000,))
    assert end(plan) == (24.75, 17.299, 30.0)


def test_tc_3_75_tc_3_96_contact_stops_it_the_board_edge_and_the_sea_too():
    for other in ("B2 SPR 24.5 16.5 180", "B9 CAMP 24 16.5 180", "R2 SPR 24.5 17.25 0"):
        plan = planned(plan_pursuit, f"R1 KNT 24 16 0; {other}")
        assert (end(plan), plan.clause) == ((24, 16.5, 0), "TC-3.75")
    edge = planned(plan_pursuit, "R1 KNT 24 31 0")
    assert (end(edge), edge.clause) == ((24, 32, 0), "TC-3.96")
    sea = planned(plan_pursuit, "R1 KNT 24 16 0", areas="coast box 24 18 48 2")
    assert end(sea) == (24, 17, 0)


def test_tc_3_75_with_no_way_to_go_it_stays():
    plan = planned(plan_pursuit, "R1 KNT 24 32 0")
    assert (plan.moves, plan.moved) == ((), (0,))


def test_tc_3_96_a_friend_it_cannot_get_clear_of_stops_it():
    plan = planned(plan_pursuit, "R1 ELE 24 14 0; R2 SKM 24 15.5 0")
    assert (end(plan), plan.met) == ((24, 14.5, 0), "R2")
    beyond = planned(plan_pursuit, "R1 ELE 24 14 0; R2 SKM 24 17 0")
    assert (end(beyond), beyond.met) == ((24, 16, 0), "")


def test_tc_3_97_difficult_terrain_does_not_stop_it_unless_the_setting_says_so():
    pieces, woods = "R1 KNT 24 16 0", "woods box 24 18 12 3"
    assert end(planned(plan_pursuit, pieces, areas=woods)) == (24, 17.5, 0)
    held = planned(plan_pursuit, pieces, areas=woods, settings={"pursueIntoDifficult": False})
    assert end(held) == (24, 16.5, 0)


def test_tc_0_5_a_run_that_brushes_a_stand_never_ends_on_it_by_rounding():
    table = setting("R10 SKM 10 10 0; R14 KNT 30 10 0; B1* HFT 5 28 180; R1* HFT 44 5 0")
    start = Pose(328093, 158962, -262436, 964949)
    other = Pose(320706, 113403, 140711, 990051)
    pieces = dict(table.position.pieces)
    for name, pose in (("R10", start), ("R14", other)):
        pieces[name] = replace(pieces[name], pose=pose)
    here = field(table.battle.book, replace(table.position, pieces=pieces))
    mover, knights = here.stand("R10"), here.stand("R14")
    assert overlaps(base(offset(start, -40000), mover.base.shape), knights.base)
    step = lands(here, mover, offset(start, -40000))
    assert not overlaps(base(step.pose, mover.base.shape), knights.base)
    assert abs(step.pose.x - offset(start, -40000).x) <= 1
