"""Zones of control: whose ground it is, and what may be done on it."""

import pytest

from condotta.rules.triumph.movement.control import entered_after
from condotta.rules.triumph.movement.moves import path_of
from condotta.rules.triumph.stands.zones import zones_entered, zones_of
from tests.rules.triumph.table_setting import setting

FAR = "R9* HFT 4 5 0; B9* HFT 44 30 180"
DEPTHS = ("front", "right", "rear", "left")


def depths(table, name):
    """The depth of each zone of a stand, in MU."""
    here = table.field
    return {
        zone.edge: pytest.approx(2 * zone.area.hd / 10_000, abs=0.01)
        for zone in zones_of(here, here.stand(name))
    }


# ── where a zone is ──────────────────────────────────────────────────────────
def test_tc_5_20_a_stand_controls_two_mu_before_its_front_as_wide_as_itself():
    table = setting("R1 KNT 20 10 0; " + FAR)
    (zone,) = zones_of(table.field, table.field.stand("R1"))
    assert zone.edge == "front"
    assert zone.area.corners == (
        (190_000, 120_000),
        (210_000, 120_000),
        (210_000, 100_000),
        (190_000, 100_000),
    )


def test_tc_5_20_war_wagons_control_all_round_unless_a_setting_says_no():
    pieces = "R1 WWG 20 10 0; " + FAR
    assert depths(setting(pieces), "R1") == dict.fromkeys(DEPTHS, 2)
    table = setting(pieces, settings={"wwgZocAllRound": False})
    assert depths(table, "R1") == {"front": 2}


def test_tc_5_20_camps_control_nothing():
    table = setting("R0 CAMP 24 2 0; " + FAR)
    assert depths(table, "R0") == {}


@pytest.mark.parametrize("foe", ["20 10 180", "19 9 90", "20 9.25 0"])
def test_tc_5_21_a_stand_in_close_combat_controls_nothing_on_any_edge(foe):
    table = setting(f"R1 HFT 20 10 0; B1 LFT {foe}; {FAR}")
    assert depths(table, "R1") == depths(table, "B1") == {}


@pytest.mark.parametrize(
    ("friend", "depth"), [("20 11.75 0", 1), ("21.9 11.75 0", 1), ("22 11.75 0", 2), ("20 13 0", 2)]
)
def test_tc_5_21_a_friend_in_the_rectangle_cuts_it_over_its_full_width(friend, depth):
    table = setting(f"R1 HFT 20 10 0; R2 HFT {friend}; {FAR}")
    assert depths(table, "R1") == {"front": depth}


def test_tc_5_21_a_camp_is_no_stand_and_cuts_nothing():
    table = setting("R1 HFT 20 1 0; R0 CAMP 20 3.5 0; " + FAR)
    assert depths(table, "R1") == {"front": 2}


def test_tc_5_21_an_enemy_cuts_a_zone_only_if_it_fights_and_a_setting_may_say_never():
    free = "R1 HFT 20 10 0; B1 HFT 20.5 12.5 0; " + FAR
    fighting = "R1 HFT 20 10 0; B1 HFT 20.5 11.75 0; R2 LFT 20.5 11.75 180; " + FAR
    assert depths(setting(free), "R1") == {"front": 2}
    assert depths(setting(fighting), "R1") == {"front": 1}
    never = {"zocCutByFightingEnemies": False}
    assert depths(setting(fighting + "; R8 HFT 8 5 0", settings=never), "R1") == {"front": 1.75}


def test_tc_5_21_terrain_cuts_nothing():
    table = setting("R1 HFT 20 10 0; " + FAR, areas="coast box 20 11 6 1")
    assert depths(table, "R1") == {"front": 2}


# ── what may be done in it ───────────────────────────────────────────────────
FOE = "B1 SPR 20 14 180; "


def test_tc_5_22_outside_all_zones_a_move_is_free():
    table = setting("R1 KNT 23 10 0; " + FOE + FAR)
    assert table.why_not("R1", {"advance": 5}) == set()


def test_tc_5_22_touching_the_border_of_a_zone_is_not_entering_it():
    table = setting("R1 KNT 20 8 0; R2 KNT 22 8 0; " + FOE + FAR)
    assert table.why_not("R1", {"advance": 4}) == set()
    assert table.why_not("R2", {"advance": 5}) == set()


def test_tc_5_22_a_contact_with_a_stand_whose_zone_it_is_in():
    table = setting("R1 KNT 20 10 0; " + FOE + FAR)
    assert table.why_not("R1", {"advance": 4}) == set()


def test_tc_5_22_b_lining_up_at_any_distance_inside_the_zone():
    assert setting("R1 KNT 20 10 0; " + FOE + FAR).why_not("R1", {"advance": 3}) == set()
    table = setting("R1 KNT 24 10 0; " + FOE + FAR)
    assert table.why_not("R1", {"to": [20, 12.5, 0]}) == set()
    assert table.why_not("R1", {"to": [20.5, 12.5, 0]}) == {"TC-5.22"}


def test_tc_5_22_b_only_facing_with_parallel_fronts_corner_opposite_corner():
    table = setting("R1 LFT 20 10.5 0; " + FOE + FAR)
    for pose in ([20.2, 12.8, 0], [20, 12.8, 3], [20, 12.8, 180]):
        assert table.why_not("R1", {"to": pose}) == {"TC-5.22"}, pose
    assert table.why_not("R1", {"to": [20, 12.8, 0]}) == set()


def test_tc_5_50_backing_out_of_a_zone_is_not_lining_up():
    table = setting("R1 LFT 20 13 0; " + FOE + FAR)
    assert table.why_not("R1", {"back": 2}) == set()
    assert table.why_not("R1", {"back": 2.01}) == {"TC-5.22"}


def test_tc_5_22_c_turning_away_is_measured_together_with_the_move():
    table = setting("R1 KNT 20 13 0; " + FOE + FAR)
    away = [20, 8.5, 180]
    assert table.would("R1", {"to": away}).distance == pytest.approx(49_244, abs=2)
    assert table.why_not("R1", {"to": away}) == set()
    assert table.why_not("R1", {"to": [20, 8.3, 180]}) == {"TC-1.6"}


def test_tc_5_22_c_it_must_have_started_there_face_away_and_end_farther_off():
    table = setting("R1 KNT 20 13 0; " + FOE + FAR)
    assert table.why_not("R1", {"to": [23.5, 13, 80]}) == {"TC-5.22"}
    assert table.why_not("R1", {"to": [23.2, 12.5, 120]}) == set()
    late = setting("R1 KNT 20 9 0; " + FOE + FAR)
    assert late.why_not("R1", {"advance": 3.5}, {"to": [22.5, 9, 170]}) == {"TC-5.22"}


def test_tc_5_22_d_any_other_move_of_two_mu_at_most():
    table = setting("R1 KNT 20 12.5 0; " + FOE + FAR)
    for leg in ({"slide": 2}, {"oblique": [1, 1.7]}, {"to": [21, 12.5, 30]}):
        assert table.why_not("R1", leg) == set(), leg
    assert table.why_not("R1", {"slide": 2.01}) == {"TC-5.22"}


def test_tc_5_22_d_without_contact_with_any_other_enemy():
    apart = setting("R1 LFT 20 12.5 0; " + FOE + "B2 SPR 22 11.4 180; R2 LFT 24 12.5 0; " + FAR)
    flank = {"meet": {"stand": "B2", "edge": "right"}}
    assert apart.would("R1", flank).contacts[0].edge == "right"
    assert "TC-5.22" in apart.why_not("R1", flank)


FRONT = {"meet": {"stand": "B3"}}


@pytest.mark.parametrize("place", ["24.7 13.8", "22.5 13.8", "22 13"])
def test_tc_5_22_out_of_one_zone_no_contact_with_the_owner_of_another(place):
    table = setting(f"R1 KNT 20 12.5 0; B1 HFT 20 14 180; B3 HFT {place} 180; " + FAR)
    (refused,) = table.would("R1", FRONT).refusals
    params = refused.params["stand"], refused.params["other"]
    assert (refused.clause, params) == ("TC-5.22", ("B1", "B3"))


def test_tc_5_22_a_group_of_which_one_stand_is_held_contacts_its_holder():
    group = "R1 KNT 20 12.5 0; R2 KNT 22 12.5 0; B1 HFT 20 14 180; "
    table = setting(group + "B3 HFT 22 14 180; " + FAR)
    assert table.why_not("R1 R2", {"advance": 1.5}) == set()
    # B1 looks at the flank of R1; B3 is ahead of R2, its zone not entered yet
    aside = "R1 KNT 20 12.5 0; R2 KNT 22 12.5 0; B1 HFT 18.5 12 90; B3 HFT 22 14.8 180; "
    held = setting(aside + FAR)
    assert held.why_not("R1 R2", {"advance": 2.3}) == {"TC-5.22"}
    assert held.why_not("R2", {"advance": 2.3}) == set()


def test_tc_5_22_a_column_whose_head_is_held_contacts_its_holder():
    column = "R1 KNT 20 12.5 0; R2 KNT 20 11 0; B1 HFT 20 14 180; "
    table = setting(column + "B3 HFT 22.5 13.8 180; " + FAR)
    assert table.why_not("R1 R2", {"advance": 1.5}) == set()
    # its rear alone is held: B3 looks at the flank of R2
    rear = setting("R1 KNT 20 12.5 0; R2 KNT 20 11 0; B1 HFT 20 16 180; B3 HFT 22 10.5 270; " + FAR)
    assert rear.why_not("R1 R2", {"advance": 3.5}) == {"TC-5.22"}


def test_tc_5_25_of_zones_entered_one_after_the_other_the_first_holds():
    # B1 stands farther forward: its zone is entered first, by 1 MU
    table = setting("R1 JCV 21 10.5 0; B1 SPR 20 14 180; B2 SPR 22 15 180; " + FAR)
    assert table.why_not("R1", {"to": [20, 14, 0]}) == set()
    way = {"advance": 2}, {"slide": 1}, {"advance": 2.5}
    (refused,) = table.would("R1", *way).refusals
    assert (refused.clause, refused.params["stand"]) == ("TC-5.22", "B1")


def test_tc_5_25_zones_entered_at_the_same_moment_leave_the_choice():
    two = "B1 SPR 20 14 180; B2 SPR 22 14 180; "
    table = setting("R1 KNT 21 10 0; " + two + FAR)
    assert table.why_not("R1", {"meet": {"stand": "B1"}}) == set()
    assert table.why_not("R1", {"meet": {"stand": "B2"}}) == set()


def test_tc_5_25_a_way_that_enters_the_right_zone_first_is_found():
    # straight there it would be in B1's zone first; aside and then ahead it is in B2's alone
    table = setting("R1 KNT 20.5 11.5 0; B1 SPR 20 14 180; B2 SPR 22.5 14.2 180; " + FAR)
    straight = table.why_not("R1", {"oblique": [2.7, 2]})
    assert straight == {"TC-5.22"}
    assert table.why_not("R1", {"meet": {"stand": "B2"}}) == set()


def test_tc_5_25_turning_into_a_zone_is_timed_as_going_into_one_is():
    # its right corner is 0.9 MU higher after 26.7 of 40 degrees
    table = setting("R1 KNT 20 10 0; B1 SPR 20.6 12.9 180; " + FAR)
    here = table.field
    path = path_of(here, table.move("R1", {"wheel": {"side": "left", "by": 40}}))
    (zone,) = zones_entered(here, path.stands, path.sweep)
    assert entered_after(path, zone) == pytest.approx(9_150, abs=20)


def test_tc_5_22_the_rules_hold_for_groups_too():
    group = "R1 HFT 20 12.5 0; R2 HFT 22 12.5 0; "
    table = setting(group + "B1 SPR 20.5 14 180; " + FAR)
    wheel = {"wheel": {"side": "left", "by": 5}}
    assert table.why_not("R1 R2", wheel) == set()
    fast = setting("R1 KNT 20 9 0; R2 KNT 22 9 0; B1 SPR 20.5 14 180; " + FAR)
    assert fast.why_not("R1 R2", {"advance": 4}) == {"TC-5.22"}
    assert fast.why_not("R1 R2", {"advance": 3}) == set()


def test_tc_5_24_no_way_through_a_zone_and_out_on_the_far_side():
    table = setting("R1 JCV 16.5 13 90; B1 SPR 20 14.8 180; " + FAR)
    assert table.why_not("R1", {"advance": 2.5}) == set()
    assert table.why_not("R1", {"advance": 8}) == {"TC-5.22"}
    assert table.why_not("R1", {"advance": 3}) == {"TC-5.22"}
    small = setting("R1 JCV 18.9 13.2 90; B1 SPR 20 14.8 180; " + FAR)
    assert small.why_not("R1", {"advance": 2}) == set()


def test_tc_5_25_in_several_zones_contact_or_lining_up_with_one_is_enough():
    two = "B1 SPR 20 14 180; B2 SPR 22 14 180; "
    table = setting("R1 LFT 21 12.5 0; " + two + FAR)
    assert table.why_not("R1", {"meet": {"stand": "B1"}}) == set()
    assert table.why_not("R1", {"to": [22, 12.8, 0]}) == set()


def test_tc_5_25_in_several_zones_any_other_move_must_fit_each():
    two = "B1 SPR 20 14 180; B2 SPR 23 12 270; "
    table = setting("R1 LFT 20.5 12.5 0; " + two + FAR)
    refused = table.would("R1", {"to": [20.5, 9.5, 180]}).refusals
    assert [one.params["stand"] for one in refused] == []
    west = table.would("R1", {"to": [17, 13, 270]}).refusals
    assert {one.params["stand"] for one in west} == {"B1"}


def test_tc_5_26_outcome_moves_ignore_zones():
    table = setting(
        "R1 KNT 20 10 0; B1 SPR 20 10 180; B2 SPR 20 13 180; " + FAR,
        phase="close",
        dice=(5, 3),
    )
    assert table.lost() == ["B1"]
    assert table.at("R1") == (20, 11.5, 0)


def test_a_refusal_in_a_zone_shows_the_zone():
    table = setting("R1 KNT 20 9 0; " + FOE + FAR)
    (refused,) = table.would("R1", {"advance": 3.5}, {"slide": 0.2}).refusals
    assert refused.clause == "TC-5.22"
    assert refused.params["stand"] == "B1"
    assert len(refused.sketches[0].points) == 4
