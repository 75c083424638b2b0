"""The layer over skirmish battles: setting up, denials, and who is an enemy of whom."""

import random

import pytest
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.rules.carnage import names
from condotta.rules.carnage.objective import controller, counts
from condotta.rules.carnage.over_skirmish.host import CARNAGE_OVER_SKIRMISH
from condotta.rules.carnage.quarters import Quarters
from condotta.rules.carnage.ranking import Weighing
from condotta.rules.carnage.turns import NewRound
from condotta.rules.library import book
from condotta.rules.setting_up import Deployment
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.finding.terms import MOVE, Terms
from condotta.rules.skirmish.finding.trails import judged
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.setting_out.deployment import Deploy
from condotta.rules.skirmish.setting_out.missions import Objectives, markers
from condotta.rules.systems import SYSTEMS
from condotta.table import Disc, area_gap, base, pose_at
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

THREE = {seat: seat for seat in ("red", "blue", "amber")}
APART = 25.2598  # between the middles of two psykers whose bases are 24 inches apart


def many(units: str, seats: int = 3, **given: object) -> Table:
    """A moment of a battle of three or four."""
    who = THREE if seats == 3 else ALONE
    return setting(units, seats=who, layers=(CARNAGE_OVER_SKIRMISH,), **given)


# ── setting up ───────────────────────────────────────────────────────────────
ZONES = {
    "red": {names.ZONE: 1, names.ZONE_ORDER: 3},
    "blue": {names.ZONE: 2, names.ZONE_ORDER: 1},
    "amber": {names.ZONE: 3, names.ZONE_ORDER: 2},
    names.TABLE: {names.CLEAR: 9 * core.INCH},
}


def test_one_unit_each_in_the_order_of_quarters_and_whoever_is_done_is_skipped():
    """[CM-73, CM-76, W-15] Units 1, 3, 2 in the order A, B, C: A, B, C, B, C, B."""
    units = (
        "B1 line_infantry 5 undeployed; A1 line_infantry 5 undeployed;"
        "A2 line_infantry 5 undeployed; A3 line_infantry 5 undeployed;"
        "R1 line_infantry 5 undeployed; R2 line_infantry 5 undeployed"
    )
    table = many(units, phase=core.DEPLOYMENT, counters=ZONES, then=(Deployment(),))
    order = []
    while asks := table.asks():
        seat = asks[0].seat
        order.append(seat)
        menu = table.book.menus[asks[0].window]
        said = menu.sample(table.book, table.position, asks[0], random.Random(len(order)))
        assert said is not None
        table.say(seat, said)
        if len(order) == 6:
            break
    assert order == ["blue", "amber", "red", "amber", "red", "amber"]


def test_models_stand_in_their_own_quarter_and_off_the_middle():
    """[CM-74, CM-75] Whatever the menu of deployment samples keeps both."""
    table = many(
        "R1 militia 10 undeployed", phase=core.DEPLOYMENT, counters=ZONES, then=(Deployment(),)
    )
    (ask,) = table.asks("red")
    menu = table.book.menus[ask.window]
    for seed in range(12):
        said = menu.sample(table.book, table.position, ask, random.Random(seed))
        assert said is not None
        for model, pose in table.judge("red", said).poses:
            assert pose.x < table.position.board.width / 2, model
            assert pose.y < table.position.board.depth / 2, model


def test_carnage_has_one_marker_in_the_middle():
    """[CM-65]"""
    table = many("R1 militia 10 20 20", phase=core.TERRAIN, then=(Objectives(),))
    (marker,) = markers(table.position)
    assert marker.pose is not None
    assert (marker.pose.x, marker.pose.y) == (36 * core.INCH, 24 * core.INCH)


def test_a_mission_for_two_keeps_its_markers():
    """[CM-110, CM-116]"""
    table = many(
        "R1 militia 10 20 20", phase=core.TERRAIN, then=(Objectives(),),
        settings={"mission": "ground"},
    )  # fmt: skip
    assert len(list(markers(table.position))) == 3


def test_reserves_and_passengers_count_for_the_power_level_and_the_lost_do_not():
    """[CM-79, CM-83, CM-78]"""
    units = (
        "R1 line_infantry 5 10 10; R2 assault_elite 5 reserve; B1 militia 10 50 10;"
        "B2 militia 10 lost; A1 militia 10 50 40"
    )
    table = many(units, phase=core.DEPLOYMENT, then=(Weighing(),), dice=(3, 1))
    assert [table.count(seat, names.POWER) for seat in THREE] == [16, 3, 3]
    assert [table.count(seat, names.RANK) for seat in THREE] == [1, 2, 3]


@pytest.mark.parametrize("seats", [2, 5])
def test_carnage_is_for_three_or_four(seats: int):
    """[CM-62, W-16]"""
    with pytest.raises(PlainError):
        SYSTEMS["carnage"].seated(seats)


def test_every_army_is_battle_forged():
    """[CM-62] Another is refused with everything that is against it."""
    system, rules = SYSTEMS["carnage"], book("carnage")
    assert system.armies_of_its_own is not None
    seats, armies = system.seated(3), system.armies_of_its_own("", 3, 1)
    loose = replace(armies[0], detachments=())
    with pytest.raises(PlainError, match="not Battle-forged"):
        system.opening(rules, seats, (loose, *armies[1:]))
    assert system.opening(rules, seats, armies)


def test_quarters_are_rolled_for_over_skirmish_battles_too():
    """[CM-69]"""
    table = many("R1 militia 10 undeployed", phase=core.DEPLOYMENT, then=(Quarters(),))
    table.roll(1, 6, 2)
    assert table.windows() == [("blue", "quarter")]


@pytest.mark.parametrize("seed", range(6))
def test_no_terrain_comes_near_the_middle(seed: int):
    """[CM-66, CM-127, CM-64] Within 3 inches, on the table that three or four forces fit on."""
    system = SYSTEMS["carnage"]
    rules, seats = book("carnage"), system.seated(4)
    assert system.armies_of_its_own is not None
    opening = system.opening(rules, seats, system.armies_of_its_own("", 4, seed))
    battle = Battle(rules, opening, SeededCup(seed))
    position = battle.state.position
    assert (position.board.width, position.board.depth) == (48 * core.INCH, 48 * core.INCH)
    assert 6 <= len(position.areas) <= 10
    middle = base(pose_at(24 * core.INCH, 24 * core.INCH, 0), Disc(1))
    assert min(area_gap(middle, area) for area in position.areas) > 3 * core.INCH


def test_the_marker_is_no_obstacle():
    """[CM-67, CM-128] A model goes over it, and stands on it."""
    table = many("R1 commander 1 36 20; B1 militia 10 60 40")
    ways = [((36 * core.INCH, y * core.INCH),) for y in (24, 26)]
    for way in ways:
        trails = (Trail("R1.1", way),)
        assert judged(table.position, table.unit("R1"), trails, Terms(MOVE, 6.0 * core.INCH)).ok


def test_a_unit_held_in_reserve_and_one_with_passengers_are_one_drop_each():
    """[CM-77, CM-130]"""
    units = (
        "B1 assault_elite 5 undeployed; B2 militia 10 undeployed; B3 militia 10 undeployed;"
        "A1 carrier 1 undeployed; A2 line_infantry 5 undeployed; R1 militia 10 undeployed"
    )
    table = many(units, phase=core.DEPLOYMENT, counters=ZONES, then=(Deployment(),))
    table.say("blue", Deploy("B1", reserve=True))
    assert table.windows() == [("amber", "deployment")]
    (ask,) = table.asks("amber")
    menu = table.book.menus[ask.window]
    seeds = (random.Random(seed) for seed in range(200))
    drawn = (menu.sample(table.book, table.position, ask, seed) for seed in seeds)
    loaded = next(one for one in drawn if isinstance(one, Deploy) and one.aboard)
    table.say("amber", loaded)
    assert table.piece("A2").place == "aside"
    assert table.windows() == [("red", "deployment")]


def test_a_mission_for_two_has_no_ranks_and_its_first_turn_is_rolled_for():
    """[CM-111, CM-116, CM-16] Ranks are Carnage's own; in it nobody rolls for the first turn."""
    units = "R1 militia 10 10 10; B1 militia 10 50 10; A1 commander 1 50 40"
    frames = (Weighing(), NewRound())
    table = many(units, phase=core.DEPLOYMENT, then=frames, settings={"mission": "attrition"})
    assert not any(table.count(seat, names.RANK) for seat in THREE)
    assert table.asks("chance")[0].about == (names.FOR_TURN, "red", "blue", "amber")
    ranked = many(f"{units}; B2 medic 1 40 10", phase=core.DEPLOYMENT, then=frames)
    assert [ranked.count(seat, names.RANK) for seat in THREE] == [3, 1, 2]
    assert ranked.windows() == [("red", "whose turn")]


def test_zones_of_a_mission_for_two_keep_their_distance_from_the_middle():
    """[CM-115] Two strips 24 inches apart become quarters 12 inches clear of the middle."""
    table = many(
        "R1 militia 10 undeployed", phase=core.DEPLOYMENT, then=(Quarters(),),
        settings={"mission": "ground"}, dice=(1, 6, 2),
    )  # fmt: skip
    table.choose("blue", "south-west")
    assert table.count(names.TABLE, names.CLEAR) == 12 * core.INCH


# ── the objective ────────────────────────────────────────────────────────────
def test_every_model_whose_base_is_within_three_inches_counts_one():
    """[CM-91, CM-92, CM-131, SK-13] By the nearest part of its base; a tank counts one."""
    radius = 0.6299
    table = many(
        "R1 line_infantry 5 10 10; B1 battle_tank 1 36 27; A1 militia 10 60 40;"
        "A2 militia 10 reserve",
        at={"R1.1": (36, 24 - 3.0005 - radius), "R1.2": (36, 24 - 3.002 - radius)},
    )
    assert counts(table.book, table.position) == {"red": 1, "blue": 1, "amber": 0}
    assert controller(table.book, table.position) == ""


@pytest.mark.parametrize(("measured", "red"), [("base", 1), ("centre", 0)])
def test_a_model_is_near_by_its_base_or_by_the_middle_of_it(measured, red):
    """[CM-131] Its middle is 3.5 inches off, its base 2.87."""
    table = many("R1 line_infantry 5 10 10; B1 militia 10 60 10; A1 militia 10 60 40",
                 at={"R1.1": (36, 20.5)}, settings={"objectiveMeasuredTo": measured})  # fmt: skip
    assert counts(table.book, table.position)["red"] == red


# ── who is an enemy ──────────────────────────────────────────────────────────
def test_everybody_elses_units_are_enemies():
    """[CM-1, CM-2, CM-3]"""
    table = many(
        "R1 militia 10 20 20; B1 militia 10 40 20; A1 militia 10 60 20; R2 militia 10 20 40"
    )
    here = table.field
    assert {unit.id for unit in here.enemies(here.unit("R1"))} == {"B1", "A1"}
    assert {unit.id for unit in here.friends(here.unit("B1"))} == {"B1"}


def test_the_layer_and_its_base_game_mean_the_same_counters():
    """[CM-15, CM-58, CM-61] What one counts the other reads, under one name."""
    shared = ("TABLE", "ROUND", "HAD_TURN", "CP", "UNSETTLED")
    assert [getattr(names, one) for one in shared] == [getattr(core, one) for one in shared]


# ── denials ──────────────────────────────────────────────────────────────────
PSYKERS = (
    "R1 psyker 1 36 24; B1 psyker 1 16 24; A1 psyker 1 36 40; B2 militia 10 36 34;"
    "A2 commander 1 60 40"
)


def manifested(*dice: int, far: bool = False, phase_dice: tuple[int, ...] = ()) -> Table:
    """Red manifests Smite at the nearest enemy; Blue is 20 inches away, Amber 24.0 or more."""
    place = 36 + APART + (0.01 if far else 0.0)
    table = many(
        PSYKERS,
        phase=core.PSYCHIC,
        at={"A1": (0, 0), "A1.1": (place, 24.0)},
        dice=(*dice, *phase_dice),
    )
    table.choose("red", "R1:smite")
    return table


def test_of_two_who_wish_to_deny_the_active_player_picks_one():
    """[CM-25, CM-26, CM-29, CM-32, W-06] B at 20 inches, C at 24.0; A picks C; C fails; B no more.

    The target is Blue's, and Amber denies all the same.
    """
    table = manifested(4, 3, 1, 2, phase_dice=(1, 3))
    assert table.windows() == [("blue", "wish"), ("amber", "wish")]
    table.choose("blue", "yes")
    table.choose("amber", "yes")
    assert table.windows() == [("red", "who may act")]
    table.choose("red", "amber")
    assert [one.params["unit"] for one in table.rulings("SK-48")] == ["A1"]
    assert ("blue", "wish") not in table.windows()
    assert not any(mark.name.startswith(core.DENIED) for mark in table.piece("B1").marks)  # CM-30


def test_whoever_cannot_deny_is_not_asked():
    """[CM-27] A psyker of Amber's is a hair beyond 24 inches."""
    assert manifested(4, 3, far=True).windows() == [("blue", "wish")]


def test_a_single_volunteer_denies_with_one_attempt():
    """[CM-28, CM-31] The active player is not asked."""
    table = manifested(4, 3, 6, 6)
    table.choose("blue", "no")
    table.choose("amber", "yes")
    assert table.rulings("SK-48")[-1].key == "sk.48.denied"
    assert "red" not in [seat for seat, window in table.windows() if window == "who may act"]
