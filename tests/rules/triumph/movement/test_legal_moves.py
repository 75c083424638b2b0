"""Tactical moves: single stands, groups, columns; how far, and through what."""

import math

import pytest

from condotta.rules.triumph.tables import TROOPS
from condotta.table import Shift, pose_at
from tests.rules.triumph.table_setting import setting

FAR = "B1* HFT 44 30 180; B2 HFT 40 30 180"
LINE = "R1* HFT 20 10 0; R2 HFT 22 10 0; R3 HFT 24 10 0; R4 HFT 34 10 0; "
COLUMN = "R1* HFT 20 10 0; R2 HFT 20 9.25 0; R3 HFT 20 8.5 0; R4 HFT 34 10 0; "


def wheel(side, by):
    return {"wheel": {"side": side, "by": by}}


# ── stands and groups ────────────────────────────────────────────────────────
def test_tc_0_4_a_stand_is_as_wide_as_it_is_long_to_its_type():
    table = setting("R1* PIK 10 5 0; R2 ELE 20 5 90; " + FAR)
    shape = table.field.stand("R1").base.shape
    assert (shape.width, shape.depth) == (20_000, 7_500)
    assert table.field.stand("R2").base.rl == pytest.approx((180_000, 60_000))


def test_tc_0_7_a_stand_is_in_ground_that_it_overlaps_and_not_in_what_it_touches():
    for y, inside in ((10, False), (10.1, True), (12, True), (14, True), (14.76, False)):
        table = setting(f"R1* HFT 20 {y} 0; {FAR}", areas="rough box 20 12 6 4")
        assert table.field.in_difficult(table.field.stand("R1")) is inside, y


def going(here, area):
    """What an area is to the first stand."""
    if area in here.impassable:
        return "impassable"
    rough = area in here.ground.difficult and here.rough_to((here.stand("R1"),), area)
    return "difficult" if rough else "open"


def test_tc_7_20_ground_is_open_difficult_or_impassable():
    difficult = "steep-hills wooded-hills woods rough ploughed-fields marsh dunes oasis village"
    for kind in (*difficult.split(), "gentle-hills", "coast"):
        table = setting(f"R1* JCV 20 10 0; {FAR}", areas=f"{kind} box 20 13 6 4")
        here = table.field
        found = going(here, here.areas[0])
        refused = table.why_not("R1", {"advance": 6})
        if kind == "coast":
            assert (found, refused) == ("impassable", {"TC-5.12"})
        elif kind == "gentle-hills":
            assert (found, refused) == ("open", set())
        else:
            assert (found, refused) == ("difficult", {"TC-5.11"}), kind


def test_tc_0_12_a_group_touches_edge_to_edge_and_corner_to_corner():
    for second, fits in (
        ("22 10 0", True),
        ("22 9.9 0", False),
        ("22.1 10 0", False),
        ("22 10 5", False),
        ("20 9.25 0", True),
        ("21 9.25 0", False),
        ("22 9.25 0", False),
    ):
        table = setting(f"R1* HFT 20 10 0; R2 HFT {second}; {FAR}")
        assert (table.why_not("R1 R2", {"advance": 1}) == set()) is fits, second


def test_tc_0_14_points_in_halves_stay_exact():
    table = setting("R1* HFT 20 10 0; " + FAR, losses={"red": 3.5})
    assert table.count("red losses", "worth") == 7


def test_tc_1_1_tc_1_6_every_type_moves_as_far_as_its_table_says_and_no_farther():
    for kind in TROOPS:
        table = setting(f"R1* {kind.code} 20 10 0; {FAR}")
        assert table.why_not("R1", {"advance": kind.move / 10_000}) == set()
        assert table.why_not("R1", {"advance": kind.move / 10_000 + 0.0001}) == {"TC-1.6"}


def test_tc_1_4_mounted_move_3_mu_if_any_part_of_the_move_is_in_difficult_going():
    for code in ("KNT", "CAT", "ELE", "JCV"):
        table = setting(f"R1* {code} 20 10 0; {FAR}", areas="rough box 20 14 6 4")
        assert table.why_not("R1", {"advance": 3}) == set()
        assert table.why_not("R1", {"advance": 3.1}) == {"TC-5.11"}


def test_tc_1_5_difficult_going_does_not_slow_foot_unless_a_setting_says_so():
    for code, slow in (("LFT", set()), ("HFT", {"TC-5.11"})):
        table = setting(f"R1* {code} 20 10 0; {FAR}", areas="rough box 20 13 6 4")
        assert table.why_not("R1", {"advance": 3}) == set()
        strict = setting(
            f"R1* {code} 20 10 0; {FAR}",
            areas="rough box 20 13 6 4",
            settings={"closeOrderFootDifficultMove": 2},
        )
        assert strict.why_not("R1", {"advance": 3}) == slow
        assert strict.why_not("R1", {"advance": 2}) == set()


def test_tc_5_2_a_single_stand_goes_anyhow_and_ends_facing_anywhere():
    table = setting("R1* HFT 20 10 0; " + FAR)
    for leg in (
        {"back": 3},
        {"slide": -3},
        {"oblique": [-2, 2]},
        {"turn": 180},
        {"to": [21, 11, 90]},
        wheel("left", -60),
    ):
        assert table.why_not("R1", leg) == set(), leg
    assert table.why_not("R1", {"to": [23, 12, 90]}) == {"TC-1.6"}


def test_tc_5_3_a_group_keeps_its_formation():
    table = setting(LINE + FAR)
    table.go("R1 R2 R3", {"advance": 0.5}, wheel("left", 10), {"advance": 0.5})
    ends = [table.field.stand(name).base for name in ("R1", "R2", "R3")]
    assert math.dist(ends[0].fr, ends[1].fl) < 20
    assert math.dist(ends[1].fr, ends[2].fl) < 20


@pytest.mark.parametrize(
    "leg", [{"back": 1}, {"oblique": [1, 1]}, {"to": [21, 10, 0]}, wheel("left", -10)]
)
def test_tc_5_3_a_group_goes_neither_back_nor_sideways(leg):
    table = setting("R1* HFT 20 10 0; R2 HFT 22 10 0; R3 HFT 34 10 0; " + FAR)
    assert table.why_not("R1 R2", leg) == {"TC-5.3"}
    assert table.why_not("R3", {"to": [35, 10, 0]} if "to" in leg else leg) == set()


def test_tc_5_4_a_group_moves_as_far_as_its_slowest_stand():
    table = setting("R1* KNT 20 10 0; R2 SPR 22 10 0; " + FAR)
    assert table.why_not("R1 R2", {"advance": 3}) == set()
    assert table.why_not("R1 R2", {"advance": 3.1}) == {"TC-5.4"}
    assert table.why_not("R1", {"advance": 5}) == set()


# ── how far ──────────────────────────────────────────────────────────────────
def test_tc_5_5_a_move_is_measured_straight_from_start_to_end():
    table = setting("R1* HFT 20 10 0; " + FAR)
    there_and_back = ({"advance": 3}, {"slide": 3}, {"back": 3})
    assert table.would("R1", *there_and_back).distance == 30_000
    assert table.why_not("R1", *there_and_back) == set()


def test_tc_5_44_legs_are_added_where_something_stands_in_the_straight_way():
    table = setting("R1* LFT 20 10 0; R2 HFT 24 10 0; " + FAR)
    around = ({"back": 2}, {"slide": 6}, {"advance": 2})
    assert table.would("R1", *around).distance == 100_000
    free = setting("R1* LFT 20 10 0; R2 HFT 40 10 0; " + FAR)
    assert free.would("R1", *around).distance == 60_000


def test_tc_5_5_a_friend_that_lets_one_pass_is_no_obstacle():
    table = setting("R1* HBW 20 10 0; R2 LFT 24 10 0; " + FAR)
    assert table.why_not("R1", {"advance": 0.1}, {"slide": 6.5}, {"back": 0.1}) == set()
    assert table.would("R1", {"advance": 4}, {"slide": 6.5}, {"back": 4}).distance == 65_000


AROUND = ({"to": [11.2, 8.5, 0]}, {"to": [11.2, 12.2, 0]}, {"to": [10, 13, 0]})


@pytest.mark.parametrize(("kind", "clauses"), [("KNT", {"TC-1.6"}), ("LFT", set())])
def test_tc_5_44_legs_are_added_around_difficult_ground_by_whom_it_slows(kind, clauses):
    legs = ({"to": [11.2, 6.2, 0]}, {"to": [11.2, 9.2, 0]}, {"to": [10, 9.8, 0]})
    table = setting(f"R1* {kind} 10 5 0; {FAR}", areas="rough ellipse 9.5 7 1.2 1.2")
    assert table.why_not("R1", *legs) == clauses
    assert setting(f"R1* {kind} 10 5 0; {FAR}").why_not("R1", *legs) == set()


def test_tc_5_44_legs_are_added_around_a_zone_of_control():
    table = setting("R1* HBW 10 5 0; B3 HFT 8.1 9.6 90; " + FAR)
    assert table.would("R1", *AROUND).distance == 88_422
    assert table.why_not("R1", *AROUND) == {"TC-1.6"}
    away = setting("R1* HBW 10 5 0; B3 HFT 8.1 9.6 270; " + FAR)
    assert away.would("R1", *AROUND).distance == 80_000


@pytest.mark.parametrize(("measure", "far"), [("front", 14_142), ("all", 31_623)])
def test_tc_5_5_a_setting_says_which_corners_are_measured(measure, far):
    table = setting("R1* HRD 20 10 0; " + FAR, settings={"moveMeasure": measure})
    found = table.would("R1", {"to": [20, 10, 90]})
    assert found.distance == far
    assert {one.clause for one in found.refusals} == ({"TC-1.6"} if measure == "all" else set())


def test_tc_5_6_a_group_wheels_about_the_front_corner_of_its_end():
    table = setting(LINE + FAR)
    before = table.field.stand("R1").base.fl
    table.go("R1 R2 R3", wheel("left", 20))
    assert math.dist(table.field.stand("R1").base.fl, before) < 20
    outer = setting(LINE + FAR).would("R1 R2 R3", wheel("left", 20))
    assert outer.distance == pytest.approx(2 * 60_000 * math.sin(math.radians(10)), abs=30)


def test_tc_5_6_several_wheels_and_advances_make_one_move():
    table = setting(LINE + FAR)
    legs = (wheel("right", 8), {"advance": 1}, wheel("left", 8))
    assert table.would("R1 R2 R3", *legs).cost == 1
    table.go("R1 R2 R3", *legs)
    assert table.at("R2")[2] == 0


def test_tc_5_6_a_group_wheels_forward_only():
    table = setting("R1* HFT 20 10 0; R2 HFT 22 10 0; R3 HFT 34 10 0; " + FAR)
    for side in ("left", "right"):
        assert table.why_not("R1 R2", wheel(side, 10)) == set()
        assert table.why_not("R1 R2", wheel(side, -10)) == {"TC-5.3"}


# ── aligning ─────────────────────────────────────────────────────────────────
PAIR = "R1* LFT 20 10 0; R2 LFT 22 10 0; R3 HFT 34 10 0; "


@pytest.mark.parametrize(
    ("foe", "slide", "refused"),
    [
        ("21 12 180", 1, set()),
        ("19 12 180", -1, set()),
        ("21 12.1 180", 1, {"TC-5.23"}),
        ("21.1 12 180", 1.1, {"TC-5.23"}),
        ("21 12 180", 0.5, {"TC-5.23"}),
        ("21 12 175", 1, {"TC-5.23"}),
    ],
)
def test_tc_5_23_tc_5_45_a_group_slides_up_to_1_mu_to_an_enemy_within_2(foe, slide, refused):
    table = setting(PAIR + f"B3 HFT {foe}; {FAR}")
    assert table.why_not("R1 R2", {"slide": slide}) == refused


def test_tc_5_23_aligning_combines_with_advancing_and_need_not_end_in_contact():
    table = setting(PAIR + "B3 HFT 21 14 180; B4 HFT 23 14 180; " + FAR)
    assert table.why_not("R1 R2", {"slide": 1}, {"advance": 4}) == {"TC-5.23"}
    assert table.why_not("R1 R2", {"advance": 2}, {"slide": 1}, {"advance": 2}) == set()
    assert table.why_not("R1 R2", {"advance": 3}, {"slide": 1}) == set()
    twice = ({"advance": 3}, {"slide": 0.6}, {"slide": 0.6})
    assert "TC-5.23" in table.why_not("R1 R2", *twice)


def test_tc_5_23_nobody_aligns_with_a_camp():
    table = setting(PAIR + "B0 CAMP 22 12 180; " + FAR)
    assert table.why_not("R1 R2", {"slide": 1}) == {"TC-5.23"}


# ── columns ──────────────────────────────────────────────────────────────────
def test_tc_5_7_a_column_follows_its_head_and_ends_edge_to_edge_behind_it():
    table = setting(COLUMN + FAR)
    table.go("R3 R1 R2", wheel("right", 45), {"advance": 1})
    head, second, third = (table.field.stand(name).base for name in ("R1", "R2", "R3"))
    assert table.at("R1")[2] == table.at("R3")[2] == 45
    assert math.dist(head.rl, second.fl) < 2
    assert math.dist(second.rr, third.fr) < 2


def test_tc_5_7_only_a_column_follows_its_head_a_line_keeps_its_front():
    table = setting(LINE + FAR)
    table.go("R1 R2 R3", {"advance": 1})
    assert [table.at(name) for name in ("R1", "R2", "R3")] == [
        (20, 11, 0),
        (22, 11, 0),
        (24, 11, 0),
    ]


def test_tc_5_7_no_stand_of_a_column_goes_farther_than_its_own_move():
    table = setting("R1* KNT 20 10 0; R2 KNT 20 8.5 0; R3 HRD 20 7 0; " + FAR)
    assert table.why_not("R1 R2", {"advance": 5}) == set()
    assert table.why_not("R1 R2 R3", {"advance": 2.1}) == {"TC-5.7"}


def test_tc_5_7_tc_5_5_the_head_of_a_column_is_measured_leg_by_leg_around_an_obstacle():
    column = "R1* LFT 20 10 0; R2 LFT 20 9 0; "
    legs = ({"advance": 1.2}, wheel("right", 90), {"advance": 1.5})
    assert setting(column + FAR).why_not("R1 R2", *legs) == set()
    assert setting(column + "R3 HFT 22.3 10.6 0; " + FAR).why_not("R1 R2", *legs) == {"TC-5.7"}


def test_tc_5_8_a_group_forms_a_column_behind_one_of_them_that_moves_straight_ahead():
    table = setting("R1* LFT 20 10 0; R2 LFT 22 10 0; R3 LFT 24 10 0; R4 HFT 34 5 0; " + FAR)
    table.go("R2 R1 R3", {"advance": 2}, forming=True)
    assert [table.at(name) for name in ("R2", "R1", "R3")] == [
        (22, 12, 0),
        (22, 11, 0),
        (22, 10, 0),
    ]


def test_tc_5_8_forming_up_is_a_move_ahead_by_a_group_within_everybody_s_reach():
    table = setting("R1* LFT 20 10 0; R2 LFT 22 10 0; R3 HRD 24 10 0; R4 HFT 34 5 0; " + FAR)
    assert table.why_not("R2 R1 R3", {"advance": 1}, forming=True) == {"TC-5.7"}
    assert "TC-5.8" in table.why_not("R2 R1", {"slide": 1}, forming=True)
    assert "TC-5.8" in table.why_not("R2 R1", {"back": 1}, forming=True)
    assert table.why_not("R1", {"advance": 1}, forming=True) == {"TC-5.8"}


def test_tc_5_9_a_group_may_drop_stands_if_the_rest_is_a_group():
    table = setting(LINE + FAR)
    assert table.why_not("R1 R2", {"advance": 1}) == set()
    assert table.why_not("R3", {"advance": 1}) == set()
    assert table.why_not("R1 R3", {"advance": 1}) == {"TC-0.12"}


def test_tc_5_1_a_move_names_each_stand_once_and_says_how_it_goes():
    table = setting(LINE + FAR)
    assert table.why_not("R1 R1", {"advance": 1}) == {"TC-5.1"}
    assert table.why_not("R1") == {"TC-5.1"}


# ── through what ─────────────────────────────────────────────────────────────
@pytest.mark.parametrize("foe", ["20 10 180", "19 9 90", "20 9.25 0"])
def test_tc_5_10_nobody_breaks_off_not_even_from_flank_or_rear(foe):
    code = "LFT" if foe.startswith("20 9.25") else "HFT"
    table = setting(f"R1* HFT 20 10 0; R2 HFT 30 5 0; B3 {code} {foe}; {FAR}")
    assert table.field.fighting == {"R1", "B3"}
    assert "TC-5.10" in table.why_not("R1", {"slide": 1})


def test_tc_5_11_case_t_16_horse_bow_5_mu_from_a_stream_cannot_enter_it():
    table = setting("R1* HBW 20 10 0; " + FAR, areas="stream strip 1 0 15.5 48 15.5")
    assert table.why_not("R1", {"advance": 5}) == set()
    assert table.why_not("R1", {"advance": 5.1}) == {"TC-5.11"}
    assert table.why_not("R1", {"advance": 8}) == {"TC-5.11"}


def test_tc_5_11_starting_in_difficult_going_slows_too():
    table = setting("R1* KNT 20 10 0; " + FAR, areas="rough box 20 8.5 6 0.5")
    assert table.why_not("R1", {"advance": 3.1}) == {"TC-5.11"}
    beside = setting("R1* KNT 20 10 0; " + FAR, areas="rough box 20 8 6 1")
    assert beside.why_not("R1", {"advance": 5}) == set()


def test_tc_5_12_nobody_leaves_the_board_and_its_edge_is_on_it():
    table = setting("R1* HFT 1 10 270; " + FAR)
    assert table.why_not("R1", {"advance": 1}) == set()
    assert table.why_not("R1", {"advance": 1.1}) == {"TC-5.12"}


def test_tc_5_12_impassable_ground_enemies_and_camps_bar_the_way():
    table = setting(
        "R1* LFT 20 10 0; R2 LFT 30 10 0; R3 LFT 10 10 0; R4 LFT 40 8 180; R0 CAMP 40 4 0; "
        "B3 HFT 30 12 90; " + FAR,
        areas="coast box 20 13 4 1",
    )
    assert table.why_not("R1", {"advance": 2.5}) == set()
    assert table.why_not("R1", {"advance": 3}) == {"TC-5.12"}
    assert "TC-5.12" in table.why_not("R2", {"advance": 4})
    assert table.why_not("R4", {"advance": 4.5}) == {"TC-5.42"}
    assert table.why_not("R3", {"advance": 5}) == set()


@pytest.mark.parametrize(("gap", "fits"), [(1.9, False), (2, True), (2.1, True)])
def test_tc_5_13_a_gap_narrower_than_the_base_cannot_be_passed(gap, fits):
    left, right = 20 - 1 - gap / 2, 20 + 1 + gap / 2
    table = setting(f"R1* LFT 20 8 0; R2 HFT {left} 11 0; R3 HFT {right} 11 0; {FAR}")
    assert (table.why_not("R1", {"advance": 5}) == set()) is fits


def test_tc_5_13_the_swept_area_counts_not_only_where_the_move_ends():
    table = setting("R1* KNT 20 10 0; R2 HFT 21.6 11.5 0; " + FAR)
    assert table.why_not("R1", {"to": [20, 14, 0]}) == {"TC-5.41"}


# ── through friends ──────────────────────────────────────────────────────────
@pytest.mark.parametrize("mover", ["HFT", "LFT", "KNT", "ELE"])
def test_tc_5_40_tc_5_41_anybody_passes_through_open_order_foot(mover):
    table = setting(f"R1* {mover} 20 8 0; R2 SKM 20 9.2 0; {FAR}")
    far = 3 if mover == "HFT" else 4
    assert table.why_not("R1", {"advance": far}) == set()
    table.go("R1", {"advance": far})
    assert table.at("R2") == (20, 9.2, 0)


@pytest.mark.parametrize("friend", ["HFT", "ART", "HRD", "KNT", "JCV", "BTX"])
def test_tc_5_41_nobody_passes_through_close_order_foot_or_mounted(friend):
    table = setting(f"R1* JCV 20 8 0; R2 {friend} 20 10.2 0; {FAR}")
    assert table.why_not("R1", {"advance": 8}) == {"TC-5.41"}


@pytest.mark.parametrize(
    ("by", "passes"), [("any", "KNT LFT"), ("foot", "LFT"), ("mounted", "KNT")]
)
def test_tc_5_48_a_setting_says_who_passes(by, passes):
    for mover in ("KNT", "LFT"):
        table = setting(
            f"R1* {mover} 20 8 0; R2 SKM 20 9.2 0; {FAR}", settings={"openFootPassedBy": by}
        )
        legal = table.why_not("R1", {"advance": 4}) == set()
        assert legal is (mover in passes), mover


def test_tc_5_42_nobody_passes_through_a_stand_that_fights():
    table = setting("R1* LFT 20 8 0; R2 SKM 20 9.2 0; B3 HFT 20 9.2 180; " + FAR)
    assert "TC-5.42" in table.why_not("R1", {"advance": 5})


def test_tc_5_43_the_passing_stand_must_get_wholly_clear():
    table = setting("R1* LFT 20 8 0; R2 SKM 20 9.2 0; " + FAR)
    assert table.why_not("R1", {"advance": 2.1}) == {"TC-5.43"}
    assert table.why_not("R1", {"advance": 2.2}) == set()


def test_tc_5_43_a_move_may_end_beside_the_friend_it_touched():
    table = setting("R1* LFT 20 8 0; R2 SKM 22 9.2 0; " + FAR)
    assert table.why_not("R1", {"advance": 1.2}) == set()


def test_a_verdict_says_where_all_would_end_and_changes_nothing():
    table = setting(LINE + FAR)
    before = table.battle.state
    found = table.would("R1 R2", {"advance": 2})
    assert dict(found.poses)["R2"] == pose_at(220_000, 120_000, 0)
    assert found.limit == 30_000
    assert table.battle.state is before


def test_every_refusal_of_a_move_is_told_at_once():
    table = setting("R1* LFT 20 10 0; R2 HFT 20 12 0; B3 HFT 20 14 180; " + FAR, cp=1)
    found = table.would("R1", {"advance": 6})
    assert {one.clause for one in found.refusals} >= {"TC-1.6", "TC-5.12", "TC-5.41"}


def test_tc_5_2_a_shift_goes_and_turns_evenly():
    table = setting("R1* HFT 20 10 0; R2 HFT 20 12 0; " + FAR)
    move = table.move("R1", {"to": [21, 10, 30]})
    assert move.legs == (Shift(pose_at(210_000, 100_000, 30)),)


def test_tc_5_11_the_tail_of_a_column_is_slowed_only_by_ground_it_enters_itself():
    woods = "woods box 20 17 6 3"
    tail = "R1* LFT 20 12 0; R2 JCV 20 11 0; " + FAR
    head = "R1* JCV 20 12 0; R2 LFT 20 10.5 0; " + FAR
    assert setting(tail, areas=woods).why_not("R1 R2", {"advance": 4}) == set()
    assert setting(head, areas=woods).why_not("R1 R2", {"advance": 4}) == {"TC-5.7"}
