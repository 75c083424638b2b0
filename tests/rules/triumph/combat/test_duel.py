"""Who fights to which edge, and every line of the tables of factors. [TC-2]"""

from math import cos, radians, sin

import pytest
from msgspec.structs import replace

from condotta.kernel.evolving import with_piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph.combat.combat_scores import tallies
from condotta.rules.triumph.combat.duel import duel, volley
from condotta.rules.triumph.stands.field import field
from tests.rules.triumph.table_setting import Table, setting


def close(pieces: str, **more: object) -> Table:
    return setting(pieces, phase="ranged", **more)  # type: ignore[arg-type]  # keywords of setting


def parts(table: Table, one: str, two: str) -> tuple[dict[str, int], dict[str, int]]:
    """Each side's modifiers by name; a line that counts twice adds up."""
    mine, yours = tallies(*duel(table.field, one, two), (0, 0))
    return by_name(mine.parts), by_name(yours.parts)


def by_name(said: tuple[Modifier, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in said:
        name = part.key.removeprefix("factor.")
        found[name] = found.get(name, 0) + part.value
    return found


def clauses(table: Table, one: str, two: str) -> list[str]:
    return [part.clause for part in tallies(*duel(table.field, one, two), (0, 0))[0].parts]


# ── basic factors ────────────────────────────────────────────────────────────
def test_tc_2_1_tc_2_3_the_opponents_class_picks_the_factor():
    assert parts(close("R1 KNT 24 16 0; B1 SPR 24 16 180"), "R1", "B1") == (
        {"foot": 3},
        {"mounted": 4},
    )
    assert parts(close("R1 KNT 24 16 0; B1 ELE 24 16 180"), "R1", "B1")[0] == {"mounted": 4}


def test_tc_2_46_a_camp_counts_as_foot_unless_the_setting_says_otherwise():
    camp = "R1 KNT 24 16 0; B9 CAMP 24 16 180"
    assert parts(close(camp), "R1", "B9")[0] == {"foot": 3}
    mounted = close(camp, settings={"campCountsAs": "mounted"})
    assert parts(mounted, "R1", "B9")[0] == {"mounted": 4}


def test_tc_9_20_tc_9_24_a_camp_fights_with_2_or_with_its_garrison():
    camp = "R1 HFT 24 16 0; B9 CAMP 24 16 180"
    assert parts(close(camp), "R1", "B9")[1] == {"camp": 2}
    held = {"HRD": 3, "LFT": 4, "EFT": 5}
    for code, factor in held.items():
        table = close(f"{camp}; B8 {code} garrison aside")
        inside = replace(table.piece("B8"), unit="B9")
        here = field(table.battle.book, with_piece(table.position, inside))
        assert by_name(tallies(*duel(here, "R1", "B9"), (0, 0))[1].parts) == {"garrison": factor}


def test_tc_2_2_tc_2_41_the_general_is_harder_to_hit():
    table = close("R1 ARC 24 16 0; B1* HFT 24 18 180")
    shot, hit = tallies(*volley(table.field, "R1", "B1"), (0, 0))
    assert by_name(shot.parts) == {"shooting": 3, "targetIsGeneral": -1}
    assert (shot.total, hit.total) == (2, 3)
    assert [part.clause for part in shot.parts] == ["TC-2.2", "TC-2.41"]


def test_tc_2_40_tc_6_20_shot_at_from_the_rear():
    table = close("R1 ARC 24 14 0; B1 HFT 24 17 0; B2 WWG 28 17 0; R2 ARC 28 12 0")
    assert by_name(tallies(*volley(table.field, "R1", "B1"), (0, 0))[1].parts) == {
        "shot-at": 3,
        "shotFromRear": -1,
    }
    wagon = tallies(*volley(table.field, "R2", "B2"), (0, 0))[1]
    assert by_name(wagon.parts) == {"shot-at": 4}


@pytest.mark.parametrize(
    ("place", "edge"), [("24 18 180", "front"), ("24 12 0", "rear"), ("27 15 270", "right")]
)
def test_tc_6_10_tc_6_23_war_wagons_shoot_from_the_nearest_edge(place: str, edge: str):
    table = close(f"R1 WWG 24 16 0; B1 HFT {place}")
    assert volley(table.field, "R1", "B1")[0].edge == edge


def test_tc_6_20_the_whole_shooting_edge_must_be_behind_the_rear_line():
    square = close("R1 ARC 24 16.25 0; B1 HFT 24 17 0")
    askew = close("R1 ARC 24 16.2 8; B1 HFT 24 17 0")
    assert volley(square.field, "R1", "B1")[1].from_rear
    assert not volley(askew.field, "R1", "B1")[1].from_rear


# ── tactical factors ─────────────────────────────────────────────────────────
def test_tc_2_10_the_general_adds_one():
    table = close("R1* HFT 24 16 0; B1 HFT 24 16 180")
    assert parts(table, "R1", "B1") == ({"foot": 4, "general": 1}, {"foot": 4})


def test_tc_2_11_tc_2_26_tc_7_21_uphill_asks_for_the_edge_on_a_hill_and_the_higher_centre():
    pieces = "R1 HFT 24 16 0; B1 HFT 24 16 180"
    hill = close(pieces, areas="gentle-hills ellipse 24 13 12 8")
    assert parts(hill, "R1", "B1") == ({"foot": 4, "uphill": 1}, {"foot": 4})
    below = close(pieces, areas="gentle-hills ellipse 24 11 12 8")
    assert parts(below, "R1", "B1")[0] == {"foot": 4}
    flat = close(pieces, areas="gentle-hills ellipse 24 16 12 8")
    assert parts(flat, "R1", "B1") == ({"foot": 4}, {"foot": 4})


@pytest.mark.parametrize(("x", "side"), [(22, "left"), (26, "right")])
def test_tc_2_12_tc_9_4_an_enemy_corner_to_corner_overlaps(x: int, side: str):
    table = close(f"R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT {x} 16 180")
    assert parts(table, "R1", "B1") == ({"foot": 4, "overlap": -1}, {"foot": 4})
    assert "TC-2.12" in clauses(table, "R1", "B1")


def test_tc_2_12_tc_9_5_one_on_each_side_is_two_and_one_that_fought_still_counts():
    table = close("R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 22 16 180 fought; B3 LFT 26 16 180")
    assert parts(table, "R1", "B1")[0] == {"foot": 4, "overlap": -2}


def test_tc_9_4_an_enemy_beside_the_flank_overlaps_whichever_way_it_faces():
    table = close("R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 26 15.5 0")
    assert parts(table, "R1", "B1")[0] == {"foot": 4, "overlap": -1}


@pytest.mark.parametrize(("degrees", "count"), [(180, -1), (224, -1), (226, 0)])
def test_tc_9_4_tc_9_33_a_corner_overlaps_within_45_degrees_of_the_foe(degrees: int, count: int):
    # its front right corner stays on the front right corner of R1
    theta = radians(degrees)
    x, y = 25 - cos(theta), 16 + sin(theta)
    table = close(f"R1 HFT 24 16 0; B1 HFT 24 16 180; B2 SKM {x:.4f} {y:.4f} {degrees}")
    assert parts(table, "R1", "B1")[0].get("overlap", 0) == count


def test_tc_9_4_one_in_front_contact_itself_overlaps_nobody():
    table = close("R1 HFT 24 16 0; R2 HFT 26 16 0; B1 HFT 24 16 180; B2 HFT 26 16 180")
    assert parts(table, "R1", "B1") == ({"foot": 4}, {"foot": 4})


def test_tc_9_6_one_that_fights_to_its_flank_overlaps_nobody():
    pieces = "R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 26 16 180"
    assert "overlap" in parts(close(pieces), "R1", "B1")[0]
    # R2's front lies on the left flank of B2, which has nobody to its front
    held = close(f"{pieces}; R2 LFT 27 17 270")
    assert "overlap" not in parts(held, "R1", "B1")[0]


def test_tc_9_4_only_a_friend_of_the_foe_overlaps_and_only_in_front_contact():
    seats = {"red": "south", "blue": "north", "green": "west"}
    third = close("R1 HFT 24 16 0; B1 HFT 24 16 180; G1 LFT 22 16 180", seats=seats)
    assert parts(third, "R1", "B1")[0] == {"foot": 4}
    ally = close(
        "R1 HFT 24 16 0; B1 HFT 24 16 180; G1 LFT 22 16 180",
        seats={"red": "south", "blue": "north", "green": "north"},
    )
    assert parts(ally, "R1", "B1")[0] == {"foot": 4, "overlap": -1}


@pytest.mark.parametrize(("x", "degrees"), [(23, 90), (25, 270)])
def test_tc_2_13_an_enemy_on_a_flank_takes_one_and_is_no_overlap_besides(x: int, degrees: int):
    table = close(f"R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT {x} 15 {degrees}; B3 LFT 26 17 180")
    mine = parts(table, "R1", "B1")[0]
    assert mine == {"foot": 4, "flankContact": -1}
    assert "TC-2.13" in clauses(table, "R1", "B1")


def test_tc_2_13_tc_2_14_both_flanks_and_the_rear():
    table = close(
        "R1 HRD 24 16 0; B1 HFT 24 16 180; B2 LFT 23 15 90; B3 LFT 25 15 270; B4 LFT 24 14 0"
    )
    assert parts(table, "R1", "B1")[0] == {"foot": 3, "flankContact": -2, "rearContact": -1}
    assert "TC-2.14" in clauses(table, "R1", "B1")


def test_tc_2_15_nobody_on_the_front_takes_one():
    table = close("R1 HFT 24 16 0; B1 LFT 25 15 270")
    assert parts(table, "B1", "R1") == ({"foot": 3}, {"foot": 4, "fightingToFlankOrRear": -1})
    one, two = duel(table.field, "B1", "R1")
    assert (one.edge, two.edge) == ("front", "right")


def test_tc_9_8_the_enemy_that_is_not_fought_takes_one():
    table = close("R1 HRD 24 16 0; B1 LFT 23 15 90; B2 LFT 25 15 270; B3 LFT 24 14 0")
    fought = parts(table, "R1", "B1")[0]
    assert fought == {"foot": 3, "flankContact": -1, "rearContact": -1, "fightingToFlankOrRear": -1}
    assert clauses(table, "R1", "B1").count("TC-9.8") == 2


# ── ground at the fighting edge ──────────────────────────────────────────────
def test_tc_2_16_mounted_with_the_edge_in_difficult_terrain():
    pieces = "R1 KNT 24 16 0; B1 SPR 24 16 180"
    table = close(pieces, areas="woods box 24 18 4 4.2")
    assert parts(table, "R1", "B1") == (
        {"foot": 3, "mountedDifficult": -1},
        {"mounted": 4, "otherDifficult": 0},
    )


def test_tc_2_17_close_order_foot_against_foot():
    pieces = "R1 HFT 24 16 0; B1 LFT 24 16 180"
    table = close(pieces, areas="woods box 24 16 4 1")
    assert parts(table, "R1", "B1") == (
        {"foot": 4, "closeFootDifficultVsFoot": -2},
        {"foot": 3, "otherDifficult": 0},
    )
    assert "TC-2.17" in clauses(table, "R1", "B1")
    assert "TC-2.18" in clauses(table, "B1", "R1")


def test_tri_12_tc_2_26_woods_under_the_rear_alone_change_nothing():
    table = close("R1 HRD 24 16 0; B1 HFT 24 16 180", areas="woods box 24 14.5 4 1.5")
    assert parts(table, "R1", "B1")[0] == {"foot": 3}


def test_tc_2_26_a_stand_struck_in_the_flank_is_judged_by_that_edge():
    table = close("R1 HRD 24 16 0; B1 LFT 25 15 270", areas="woods box 24 14.5 4 1.5")
    assert "closeFootDifficultVsFoot" in parts(table, "R1", "B1")[0]


# ── rear support ─────────────────────────────────────────────────────────────
def support(pieces: str, **more: object) -> int:
    mine = parts(close(pieces, **more), "R1", "B1")[0]
    return mine.get("rearSupportPikes", 0) + mine.get("rearSupportWarriors", 0)


def test_tc_2_19_tc_2_20_tc_2_30_pikes_add_three_and_warriors_one():
    assert support("R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 SPR 24 16 180") == 3
    assert support("R1 WRR 24 16 0; R2 WRR 24 15.25 0; B1 SPR 24 16 180") == 1
    assert (
        support(
            "R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 SPR 24 16 180", settings={"pikeRearSupport": 4}
        )
        == 4
    )


def test_tc_2_32_one_rank_counts_and_other_types_have_none():
    three = "R1 PIK 24 16 0; R2 PIK 24 15.25 0; R3 PIK 24 14.5 0; B1 SPR 24 16 180"
    assert support(three) == 3
    assert support("R1 SPR 24 16 0; R2 SPR 24 15.25 0; B1 SPR 24 16 180") == 0
    assert support("R1 PIK 24 16 0; R2 WRR 24 15.25 0; B1 SPR 24 16 180") == 0


@pytest.mark.parametrize(
    "pieces",
    [
        "R1 PIK 24 16 0; R2 PIK 24.5 15.25 0; B1 SPR 24 16 180",
        "R1 PIK 24 16 0; R2 PIK 24 14.5 180; B1 SPR 24 16 180",
        "R1 PIK 24 16 0; R2 PIK 24 15 0; B1 SPR 24 16 180",
        "R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 SPR 24 16 180; B2 LFT 25 15 270",
        "R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 SPR 24 16 180; B2 LFT 25 14.25 270",
        "R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 LFT 25 15 270",
    ],
    ids=["aside", "facing back", "apart", "flank held", "its flank held", "fights to flank"],
)
def test_tc_2_30_what_takes_rear_support_away(pieces: str):
    assert support(pieces) == 0


def test_tc_2_30_neither_stand_may_be_in_difficult_terrain():
    pieces = "R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 SPR 24 16 180"
    assert support(pieces, areas="woods box 24 13 4 4 0") == 0


@pytest.mark.parametrize(
    ("foe", "value"),
    [("KNT", 3), ("ELE", 3), ("SKM", 0), ("ARC", 0), ("ART", 0), ("JCV", 0), ("WWG", 0)],
)
def test_tc_2_31_against_whom_a_second_rank_helps(foe: str, value: int):
    assert support(f"R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 {foe} 24 16 180") == value


def test_tc_2_31_not_against_a_camp():
    assert support("R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 CAMP 24 16 180") == 0


# ── camps ────────────────────────────────────────────────────────────────────
def test_tc_9_21_each_further_enemy_at_a_camp_takes_one_two_at_most():
    camp = "B9 CAMP 24 16 180; R1 HFT 23 16 0"
    assert parts(close(camp), "B9", "R1")[0] == {"camp": 2}
    two = f"{camp}; R2 HFT 25 16 0"
    assert parts(close(two), "B9", "R1")[0] == {"camp": 2, "campAttackedBySeveral": -1}
    four = f"{two}; R3 LFT 22 17 90; R4 LFT 26 17 270"
    assert parts(close(four), "B9", "R1")[0] == {"camp": 2, "campAttackedBySeveral": -2}


def test_tc_9_21_a_camp_has_no_other_factors_and_overlaps_nobody():
    table = close("B9 CAMP 24 16 180; R1* HFT 24 16 0; B2 LFT 21 16 180")
    assert parts(table, "B9", "R1")[0] == {"camp": 2}
    assert parts(table, "R1", "B9")[0] == {"foot": 4, "general": 1}
