"""Our own decisions as settings: the clause by default, and what the other choice does."""

from itertools import product
from typing import Any

import pytest

from condotta.kernel.events import Moved
from condotta.rules.triumph import names
from condotta.rules.triumph.combat.combat_scores import tallies
from condotta.rules.triumph.combat.duel import duel, volley
from condotta.rules.triumph.combat.pairing import pairs
from condotta.rules.triumph.combat.results import outcome_of
from condotta.rules.triumph.deployment.camps import CampStep, PlaceCamp
from condotta.rules.triumph.deployment.deploying import ALL, Hold, SetOut
from condotta.rules.triumph.movement.fallback import plan_fall_back
from condotta.rules.triumph.movement.outcome_moves import plan_evade
from condotta.rules.triumph.settings import DEFAULTS
from condotta.rules.triumph.shooting.gunnery import shots
from condotta.rules.triumph.tables import TABLES, TROOPS, shattered, spared
from condotta.table import Edge
from tests.rules.triumph.set_up_table import at_step, pose
from tests.rules.triumph.table_setting import Table, setting

FAR = "; R8 HFT 2 2 0; B8 HFT 2 30 180"  # so that no side is left without a stand


def still(pieces: str, **more: Any) -> Table:
    """A position in which nothing has begun."""
    return setting(pieces, phase="end", **more)


def fate(pieces: str, degree: str, loser: str = "B1", **more: Any) -> tuple[str, str]:
    """What becomes of the loser of R1 against B1, and the clause."""
    one, two = duel(still(pieces, **more).field, "R1", "B1")
    return outcome_of(two, one, degree) if loser == "B1" else outcome_of(one, two, degree)


def fallen(pieces: str, side: Edge = "front", **settings: Any):
    table = still(pieces, settings=settings, areas="coast box 44 16 8 32")
    return plan_fall_back(table.field, table.field.stand("R1"), side)


def lost(plan) -> list[str]:
    return [loss.stand for loss in plan.lost]


def fought(pieces: str, *dice: int, **settings: Any) -> Table:
    table = setting(pieces + FAR, phase="close", settings=settings)
    if not table.asks("chance"):
        table.choose("red", "R1>B1")
    table.roll(*dice)
    return table


def added(pieces: str, name: str, areas: str = "", **settings: Any) -> int:
    """What one line of the factors adds for R1 against B1."""
    table = still(pieces, settings=settings, areas=areas)
    mine, _ = tallies(*duel(table.field, "R1", "B1"), (0, 0))
    return sum(part.value for part in mine.parts if part.key == f"factor.{name}")


# ── results ──────────────────────────────────────────────────────────────────
def test_tc_3_8_no_row_spares_whom_another_shatters_so_there_is_nothing_to_choose():
    kinds = [kind.code for kind in TROOPS]
    for loser, winner, combat, rough in product(kinds, kinds, ("close", "ranged"), (True, False)):
        codes = loser, winner, combat
        both = (
            shattered(*codes, DEFAULTS, difficult=rough),
            spared(*codes, DEFAULTS, difficult=rough),
        )
        assert None in both, codes


def test_tc_3_24_no_row_asks_about_the_ground_under_a_target():
    rows = (*TABLES.shatter, *TABLES.doubled)
    assert {row.terrain for row in rows if row.combat == "ranged"} == {"any"}


def test_tc_3_26_a_winner_shatters_with_any_edge_or_with_its_front_only():
    # B1 wheeled into the flank of the Knights and lost
    pieces = "R1 KNT 24 16 0; B1 WRR 23 15 90"
    assert fate(pieces, "beaten") == ("shattered", "TC-3.10")
    front = {"shatterToFrontOnly": True}
    assert fate(pieces, "beaten", settings=front) == ("fall back", "TC-3.5")
    assert fate("R1 KNT 24 16 0; B1 WRR 24 16 180", "beaten", settings=front)[0] == "shattered"


def test_tc_9_23_a_camp_destroys_whom_it_doubles_or_only_repels():
    pieces = "R1 HFT 24 16 0; B1 CAMP 24 16 180"
    assert fate(pieces, "doubled", "R1") == ("destroyed", "TC-9.23")
    mild = {"campDestroysDoubled": False}
    assert fate(pieces, "doubled", "R1", settings=mild) == ("fall back", "TC-9.23")


# ── falling back ─────────────────────────────────────────────────────────────
def test_tc_3_91_without_room_to_turn_it_is_destroyed_or_goes_unturned():
    pieces = "R1 HFT 24 16 0; R2 HFT 24 15.25 0; B1 LFT 25 15 270"
    assert (lost(fallen(pieces, "right")), fallen(pieces, "right").clause) == (["R1"], "TC-3.91")
    plan = fallen(pieces, "right", noRoomToTurn="unturned")
    assert (plan.pose, plan.survives) == (pose(24, 15.25), True)


def test_tc_3_46_tc_3_92_the_enemy_that_is_struck_dies_too_or_not():
    pieces = "R1 HRD 24 16 0; B1 LFT 24 13.5 90"
    assert lost(fallen(pieces)) == ["R1", "B1"]
    assert lost(fallen(pieces, struckEnemyLost=False)) == ["R1"]


@pytest.mark.parametrize(("place", "end"), [("24 1.25 0", (24, 0.75)), ("39 16 270", (39.25, 16))])
def test_tc_3_47_off_the_board_or_into_the_sea_it_is_destroyed_or_stops(place, end):
    assert fallen(f"R1 HFT {place}").clause == "TC-3.47"
    assert lost(fallen(f"R1 HFT {place}")) == ["R1"]
    plan = fallen(f"R1 HFT {place}", fallBackOffBoard="stops")
    assert (plan.clause, lost(plan)) == ("TC-3.47", [])
    assert plan.pose is not None
    assert (plan.pose.x / 10_000, plan.pose.y / 10_000) == end


def test_tc_3_47_whoever_is_stopped_evades_no_farther():
    table = still("R1 SKM 24 1.5 0", settings={"fallBackOffBoard": "stops"})
    plan = plan_evade(table.field, table.field.stand("R1"))
    assert (plan.moved, plan.survives) == ((5_000,), True)


# ── pursuit ──────────────────────────────────────────────────────────────────
def test_tc_3_76_the_second_rank_stays_or_goes_along():
    pieces = "R1 WRR 24 16 0; R2 WRR 24 15.25 0; B1 HFT 24 16 180"
    stays = fought(pieces, 6, 3)
    assert (stays.at("R1"), stays.at("R2")) == ((24, 16.75, 0), (24, 15.25, 0))
    along = fought(pieces, 6, 3, supporterPursues=True)
    assert (along.at("R1"), along.at("R2")) == ((24, 16.75, 0), (24, 16, 0))


def test_tc_3_77_an_enemy_on_the_flank_holds_a_winner_or_does_not():
    pieces = "R1 HRD 24 16 0; B1 LFT 24 16 180; B2 LFT 25 15 270"
    assert fought(pieces, 6, 1, turnAfterCombat=False).at("R1") == (24, 16, 0)
    assert fought(pieces, 6, 1, flankHeldPursues=True).at("R1") == (24, 18, 0)


def test_tc_3_78_contact_by_pursuit_waits_or_is_fought_at_once():
    # Knights ride over the first rank into the second, which has not fought
    pieces = "R1 KNT 24 16 0; B1 SPR 24 16 180; B2 HFT 24 17.5 180"
    waits = fought(pieces, 5, 3)
    assert waits.piece("R1").marked(names.FRESH)
    assert waits.position.phase != names.CLOSE
    again = fought(pieces, 5, 3, pursuitFoughtAtOnce=True)
    assert [ask.about for ask in again.asks("chance")] == [("R1", "B2")]


def test_tc_5_47_one_that_is_held_on_a_flank_turns_afterwards_or_stays():
    pieces = "R1 HFT 24 16 0; B1 LFT 25 15 270"
    turns = [bool(fought(pieces, *dice).rulings("TC-5.47")) for dice in ((3, 3), (4, 3))]
    assert any(turns)
    dice = ((3, 3), (4, 3))[turns.index(True)]
    assert not fought(pieces, *dice, turnAfterCombat=False).rulings("TC-5.47")


# ── factors ──────────────────────────────────────────────────────────────────
def test_tc_2_30_no_support_in_difficult_terrain_unless_a_setting_says_so():
    pieces = "R1 PIK 24 16 0; R2 PIK 24 15.25 0; B1 SPR 24 16 180"
    rough = "rough box 24 15 4 1"
    assert added(pieces, "rearSupportPikes", rough) == 0
    assert added(pieces, "rearSupportPikes", rough, supportInDifficult=True) == 3


@pytest.mark.parametrize("worth", [1, 2])
def test_tc_2_20_a_second_rank_of_warriors_adds_what_is_set(worth: int):
    pieces = "R1 WRR 24 16 0; R2 WRR 24 15.25 0; B1 SPR 24 16 180"
    assert added(pieces, "rearSupportWarriors", warriorRearSupport=worth) == worth


def test_tc_7_21_uphill_of_anyone_lower_or_of_those_off_the_hill_only():
    pieces = "R1 HFT 24 16 0; B1 HFT 24 16 180"
    slope, foot = "gentle-hills ellipse 24 14 12 8", "gentle-hills ellipse 24 12.3 12 8"
    assert added(pieces, "uphill", slope) == added(pieces, "uphill", foot) == 1
    assert added(pieces, "uphill", slope, uphillOver="flat") == 0
    assert added(pieces, "uphill", foot, uphillOver="flat") == 1


def test_tc_9_33_a_setting_says_how_far_an_overlapping_stand_may_be_turned():
    pieces = "R1 HFT 24 16 0; B1 HFT 24 16 180; B2 SKM 25.8660 15.5 210"
    assert added(pieces, "overlap") == -1
    assert added(pieces, "overlap", overlapFacing=20) == 0


def test_tc_9_5_one_that_has_fought_overlaps_or_does_not():
    pieces = "R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 22 16 180 fought"
    assert added(pieces, "overlap") == -1
    assert added(pieces, "overlap", foughtMayOverlap=False) == 0


def test_tc_9_6_one_that_fights_to_its_flank_overlaps_nobody_or_may():
    pieces = "R1 HFT 24 16 0; B1 HFT 24 16 180; B2 LFT 26 16 180; R2 LFT 27 17 270"
    assert added(pieces, "overlap") == 0
    assert added(pieces, "overlap", flankFighterOverlaps=True) == -1


def test_tc_6_20_the_whole_shooting_edge_is_behind_or_its_middle():
    def behind(**settings: Any) -> bool:
        table = still("R1 ARC 24 14.9 45; B1 HFT 26 16 0", settings=settings)
        return volley(table.field, "R1", "B1")[1].from_rear

    assert not behind()
    assert behind(rearShotBy="middle")


# ── movement ─────────────────────────────────────────────────────────────────
def test_tc_5_10_nobody_breaks_off_or_some_do():
    front = "R1* KNT 20 10 0; R2 HFT 30 5 0; B3 HFT 20 10 180" + FAR
    flank = "R1* KNT 20 10 0; R2 HFT 30 5 0; B3 HFT 19 9 90" + FAR
    back = {"advance": -3}
    for pieces, free in ((front, {"any"}), (flank, {"any", "flank"})):
        for word in ("never", "flank", "any"):
            table = setting(pieces, settings={"breakingOff": word})
            expected = set() if word in free else {"TC-5.10"}
            assert table.why_not("R1", back) & {"TC-5.10"} == expected, (pieces, word)
    table = setting(flank, settings={"breakingOff": "flank"})
    table.go("R1", {"advance": 3})
    assert "R1" not in table.field.fighting


def test_tc_5_24_a_zone_stops_who_crosses_it_or_does_not():
    pieces = "R1 JCV 16.5 13 90; B1 SPR 20 14.8 180" + FAR
    assert setting(pieces).why_not("R1", {"advance": 8}) == {"TC-5.22"}
    free = setting(pieces, settings={"throughZones": True})
    assert free.why_not("R1", {"advance": 8}) == set()
    assert free.why_not("R1", {"advance": 3}) == {"TC-5.22"}


def test_tc_5_25_any_of_several_controlling_stands_is_answered_or_the_nearest():
    pieces = "R1 LFT 20.5 12.5 0; B1 SPR 20 14.2 180; B2 SPR 23 12 270" + FAR
    meet = {"meet": {"stand": "B1"}}
    assert setting(pieces).why_not("R1", meet) == set()
    nearest = setting(pieces, settings={"zoneAnswered": "nearest"})
    (refused,) = nearest.would("R1", meet).refusals
    assert (refused.clause, refused.params["stand"]) == ("TC-5.25", "B2")
    assert nearest.why_not("R1", {"meet": {"stand": "B2"}}) == set()


def test_tc_5_25_the_zones_that_hold_are_answered_or_any_that_is_entered():
    pieces = "R1 KNT 20 12.5 0; B1 HFT 20 14 180; B3 HFT 22.5 13.8 180" + FAR
    meet = {"meet": {"stand": "B3"}}
    assert setting(pieces).why_not("R1", meet) == {"TC-5.22"}
    assert setting(pieces, settings={"zoneAnswered": "any"}).why_not("R1", meet) == set()


def test_tc_5_37_a_camp_is_touched_anywhere_or_lined_up():
    pieces = "R1 LFT {} 26 {}; R2 HFT 30 5 0; B0 CAMP 24 30 180" + FAR
    strict = {"campContactLinedUp": True}
    assert setting(pieces.format(24.7, 0)).why_not("R1", {"advance": 4}) == set()
    assert setting(pieces.format(24.7, 0), settings=strict).why_not("R1", {"advance": 4}) == set()
    over = pieces.format(26.5, 0)
    assert setting(over).why_not("R1", {"advance": 4}) == set()
    assert setting(over, settings=strict).why_not("R1", {"advance": 4}) == {"TC-5.37"}


def test_tc_5_38_contact_with_two_at_once_or_with_one_only():
    pieces = "R1* HFT 24 14 0; B1 LFT 25 17 90; B2 LFT 23 17 270" + FAR
    assert setting(pieces).why_not("R1", {"advance": 2}) == set()
    one = setting(pieces, settings={"contactTwoEnemies": False})
    assert one.why_not("R1", {"advance": 2}) == {"TC-5.38"}


def test_tc_5_42_a_fighting_friend_is_passed_or_not_and_a_camp_never():
    pieces = "R1* LFT 19.5 8 0; R2 SKM 21 9.2 90; B3 LFT 21 9.2 270" + FAR
    assert setting(pieces).why_not("R1", {"advance": 4.5}) & {"TC-5.42"}
    free = {"passFighting": True}
    assert not setting(pieces, settings=free).why_not("R1", {"advance": 4.5}) & {"TC-5.42"}
    camp = "R1* LFT 20 8 0; R0 CAMP 20 10.5 0" + FAR
    assert setting(camp, settings=free).why_not("R1", {"advance": 5}) == {"TC-5.42"}


# ── sight and shooting ───────────────────────────────────────────────────────
@pytest.mark.parametrize(("word", "blocked"), [("ground", ""), ("enemies", "B"), ("stands", "BR")])
def test_tc_4_10_a_setting_says_which_stands_block_the_sight_of_command(word, blocked):
    for letter in "BR":
        wall = "; ".join(f"{letter}{number} HFT 10 {2 * number - 3} 90" for number in (3, 4, 5))
        pieces = f"R1* HFT 2 5 0; R2 HFT 18 5 0; {wall}{FAR}"
        table = setting(pieces, settings={"commandSightBlockedBy": word})
        assert table.would("R2", {"advance": 1}).cost == (2 if letter in blocked else 1)


@pytest.mark.parametrize(
    ("word", "blocked"), [("all", "BR"), ("friends", "R"), ("enemies", "B"), ("nothing", "")]
)
def test_tc_6_12_a_setting_says_which_stands_block_a_shot(word, blocked):
    for letter in "BR":
        pieces = f"R1 ART 24 14 0; B1 HFT 24 20 180; {letter}2 HFT 24 17 0"
        found = shots(still(pieces, settings={"shotsBlockedBy": word}).field)
        assert ("B1" in found.get("R1", ())) is (letter not in blocked)


def test_tc_7_22_a_crest_hides_or_does_not():
    pieces, hill = "R1 ART 24 14 0; B1 HFT 24 20 180", "gentle-hills ellipse 24 17 12 6"
    assert not shots(still(pieces, areas=hill).field)
    assert shots(still(pieces, areas=hill, settings={"crestsBlock": False}).field)


def test_tc_6_22_all_shots_in_any_order_or_its_own_first():
    pieces = "R1 ARC 24 16 0; B1 ARC 24 18.5 180; R2 ARC 34 16 0; B2 ARC 34 18.5 180" + FAR
    assert "B1" in setting(pieces, phase="ranged").asks()[0].options
    own = setting(pieces, phase="ranged", settings={"ownShotsFirst": True})
    assert own.asks()[0].options == ("R1>B1", "R2>B2", "hold")
    own.choose("red", "hold")
    assert {ask.seat for ask in own.asks()} == {"red"}
    assert own.asks()[0].options == ("B1", "B2")


# ── close combat and setting out ─────────────────────────────────────────────
def test_tc_9_8_the_attackers_owner_chooses_or_the_defender():
    flanks = "R1 HRD 24 16 0; B1 LFT 23 15 90; B2 LFT 25 15 270" + FAR
    said = {"opponentChosenBy": "defender"}
    for active in ("red", "blue"):
        assert setting(flanks, phase="close", active=active).asks()[0].seat == "blue"
    (ask,) = setting(flanks, phase="close", settings=said).asks()
    assert (ask.seat, ask.options) == ("red", ("B1>R1", "B2>R1"))
    blues = setting(flanks, phase="close", active="blue", settings=said)
    assert blues.asks()[0].seat == "red"
    assert [pair.option for pair in pairs(blues.field)] == ["B1>R1", "B2>R1"]


def test_tc_8_28_the_general_stays_or_may_march():
    def held(**settings: Any) -> bool:
        frame = SetOut(seat="red", window=ALL)
        army = "R HFT* HFTx5; B HFT*"
        table = at_step(frame, army, marching=("red",), settings=settings)
        return "TC-8.28" not in {one.clause for one in table.judge("red", Hold(("R1",))).refusals}

    assert not held()
    assert held(generalMayMarch=True)


def test_tc_9_32_a_camp_without_room_goes_near_the_centre_or_anywhere():
    def ruled(x: float, **settings: Any) -> set[str]:
        frame = CampStep(seat="red")
        table = at_step(frame, laid="woods 13 0 40 4", settings=settings)
        return {one.clause for one in table.judge("red", PlaceCamp(pose(x, 2))).refusals}

    assert ruled(9) == {"TC-9.32"}
    assert ruled(9, campNearestCentre=False) == ruled(11) == set()


def test_the_moves_of_a_second_rank_are_one_event():
    table = fought(
        "R1 WRR 24 16 0; R2 WRR 24 15.25 0; B1 HFT 24 16 180", 6, 3, supporterPursues=True
    )
    moved = [event for event in table.battle.log if isinstance(event, Moved)]
    assert [len(event.steps) for event in moved if event.way == "pursue"] == [2]
