"""Decisions that can be played in two ways: a battle of many by either setting."""

import pytest

from condotta.rules.carnage import names
from condotta.rules.carnage.ranking import Weighing
from condotta.rules.carnage.volunteers import PICK, WISH
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.charge.heroic_interventions import Intervene
from condotta.rules.skirmish.fight.fight_phase import FINISH
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.setting_out.places_to_set_out import stood, why_not_there
from tests.rules.carnage import test_over_ranked as ranked
from tests.rules.carnage.carnage_setting import Fray, fought, named
from tests.rules.carnage.test_over_skirmish import ZONES, many
from tests.rules.carnage.test_phases_of_many import (
    WIDE,
    at_charges,
    brawl,
    fight_on,
    none_charged,
    order,
    settle,
)
from tests.rules.skirmish.skirmish_setting import Table


def hop(table: Table, model: str, right: float, up: float) -> Intervene:
    """A character's intervention by so many inches."""
    pose = table.pose(model)
    place = (round(pose.x + right * core.INCH), round(pose.y + up * core.INCH))
    return Intervene(model.partition(".")[0], (Trail(model, (place,)),))


# ── interventions ────────────────────────────────────────────────────────────
HEROES = (
    "R1 commander 1 20 20; R2 commander 1 60 40; A1 commander 1 20 20; A2 commander 1 20 20;"
    "B1 commander 1 20 20; B2 psyker 1 60 10"
)
ROUND_RED = {
    "R1.1": (20.0, 20.0), "A1.1": (20.0, 23.0), "A2.1": (23.0, 20.0), "B1.1": (20.0, 17.0),
}  # fmt: skip


@pytest.mark.parametrize(
    ("alternate", "seats"),
    [(False, ["amber", "amber", "blue"]), (True, ["amber", "blue", "amber"])],
)
def test_characters_intervene_player_by_player_or_one_each_in_turn(
    alternate: bool, seats: list[str]
):
    """[CM-120] Amber has two near Red's, Blue one."""
    table = at_charges(HEROES, at=ROUND_RED, settings={"interventionsAlternate": alternate})
    none_charged(table, "red")
    table.choose("red", "amber")
    asked = []
    heroes = {"amber": [("A1.1", 0, -0.2), ("A2.1", -0.2, 0)], "blue": [("B1.1", 0, 0.2)]}
    while table.windows() and table.windows()[0][1] == "intervene":
        ((seat, _),) = table.windows()
        asked.append(seat)
        table.say(seat, hop(table, *heroes[seat].pop(0)))
    assert asked == seats


@pytest.mark.parametrize(("toward", "refused"), [("any", set()), ("active", {"CM-121"})])
def test_an_intervention_goes_nearer_to_any_enemy_or_to_whose_turn_it_is(
    toward: str, refused: set[str]
):
    """[CM-121] Red is 2 inches up the table, Amber 1 inch down it."""
    units = "R1 commander 1 20 30; B1 commander 1 20 27; A1 commander 1 20 25"
    table = at_charges(units, settings={"interventionsToward": toward})
    none_charged(table, "red")
    assert table.why_not("blue", hop(table, "B1.1", 0, -0.1)) == refused
    up = {"active": set(), "any": {"SK-99"}}
    assert table.why_not("blue", hop(table, "B1.1", 0, 0.1)) == up[toward]
    (ask,) = table.asks("blue")
    ways = [one for one in table.book.menus[ask.window].salient(table.book, table.position, ask)
            if isinstance(one, Intervene)]  # fmt: skip
    assert ways
    assert all(table.judge("blue", one).ok for one in ways)


@pytest.mark.parametrize(("toward", "asked"), [("any", []), ("active", [("blue", "intervene")])])
def test_whoever_touches_another_enemy_may_still_get_nearer_to_whose_turn_it_is(
    toward: str, asked: list[tuple[str, str]]
):
    """[CM-121] Blue's hero is in contact with Amber's, 2 inches from Red's."""
    at = {"R1.1": (20.0, 20.0), "B1.1": (20.0, 22 + WIDE), "A1.1": (20.0, 22 + 2 * WIDE)}
    units = "R1 commander 1 20 20; B1 commander 1 20 20; A1 commander 1 20 20"
    table = at_charges(units, at=at, settings={"interventionsToward": toward})
    none_charged(table, "red")
    assert [one for one in table.windows() if one[1] == "intervene"] == asked


# ── striking back ────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("chosen", "amber"), [("active", 4), ("points", 4), ("points", 3)])
def test_the_active_player_or_the_most_points_say_who_strikes_back(chosen: str, amber: int):
    """[CM-53] Equals are the active player's to choose among."""
    table = brawl(
        "B1 R1 A1", marks={"R1": "charged declared=B1"},
        counters={"blue": {core.CP: 3}, "amber": {core.CP: amber}},
        settings={"counterOffensiveBy": chosen},
    )  # fmt: skip
    settle(table)
    for seat in ("blue", "amber"):
        assert (seat, WISH) in table.windows()
        table.choose(seat, "yes")
    asked = ("red", PICK) in table.windows()
    assert asked is (chosen == "active" or amber == 3)
    if asked:
        table.choose("red", "blue")
    picked = [one.params["seat"] for one in table.rulings("CM-53") if "picked" in one.key]
    assert picked == ["blue" if asked else "amber"]


# ── fights ───────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("blocks", "seats"),
    [
        (False, ["amber", "red", "blue", "red", "blue"]),
        (True, ["amber", "red", "red", "blue", "blue"]),
    ],
)
def test_once_one_has_no_fight_left_the_others_go_on_in_turn_or_each_in_one_go(
    blocks: bool, seats: list[str]
):
    """[CM-123, CM-48] Amber has one unit, Red and Blue two each."""
    table = brawl("R1 B1 R2 B2 A1", settings={"fightsInBlocks": blocks})
    order(table, "red", "amber", "red", "blue")
    assert fight_on(table) == seats


@pytest.mark.parametrize("blocks", [False, True])
def test_while_everybody_has_fights_each_takes_one_in_its_place(blocks: bool):
    """[CM-46, CM-123]"""
    table = brawl("R1 B1 A1 R2 B2 A2", settings={"fightsInBlocks": blocks})
    order(table, "red", "amber", "red", "blue")
    assert fight_on(table)[:4] == ["amber", "red", "blue", "amber"]


@pytest.mark.parametrize(("blocks", "after"), [(False, "blue"), (True, "red")])
def test_whoever_says_it_has_finished_has_no_fight_left(blocks: bool, after: str):
    """[CM-49, CM-123] Amber fights with neither of its two."""
    table = brawl("R1 B1 A1 R2 B2 A2", settings={"fightsInBlocks": blocks})
    order(table, "red", "amber", "red", "blue")
    table.choose("amber", FINISH)
    table.choose("red", table.asks("red")[0].options[0])
    settle(table)
    assert table.windows()[0][0] == after


# ── setting up ───────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("measured", "at", "refused"),
    [
        ("base", (35.5, 10), "SK-27"),
        ("centre", (35.5, 10), None),
        ("centre", (36.1, 10), "SK-27"),
        ("base", (36 - 9.5, 24 - 0.9), "CM-74"),
        ("centre", (36 - 9.5, 24 - 0.9), None),
        ("centre", (36 - 8.9, 24 - 0.9), "CM-75"),
    ],
)
def test_a_quarter_holds_whole_bases_or_their_middles(
    measured: str, at: tuple[float, float], refused: str | None
):
    """[CM-75, CM-74] Half a table is 36 by 24; nobody stands within 9 inches of the middle."""
    table = many("R1 commander 1 undeployed", phase=core.DEPLOYMENT, counters=ZONES,
                 settings={"quarterMeasuredTo": measured})  # fmt: skip
    place = (round(at[0] * core.INCH), round(at[1] * core.INCH))
    stand = stood(table.position, Trail("R1.1", (place,), 0, 1_000_000))
    why = why_not_there(table.book, table.position, stand)
    assert (why and why.clause) == refused


@pytest.mark.parametrize(("counts", "clause"), [("all", "CM-79"), ("table", "CM-83")])
def test_reserves_and_passengers_count_unless_only_the_table_does(counts: str, clause: str):
    """[CM-83, CM-79]"""
    units = (
        "R1 line_infantry 5 10 10; R2 assault_elite 5 reserve; R3 carrier 1 20 10;"
        "R4 line_infantry 5 aboard R3; B1 militia 10 50 10; A1 militia 10 50 40"
    )
    table = many(units, phase=core.DEPLOYMENT, then=(Weighing(),), dice=(3, 1) * 9,
                 settings={"powerCounts": counts})  # fmt: skip
    worth = {one: table.count(one, core.POWER) for one in ("R1", "R2", "R3", "R4")}
    standing = ("R1", "R3") if counts == "table" else tuple(worth)
    assert worth["R2"]
    assert worth["R4"]
    assert table.count("red", names.POWER) == sum(worth[one] for one in standing)
    told = [one for cited in ("CM-79", "CM-83") for one in table.rulings(cited)]
    assert {one.clause for one in told if one.key == "cm.79.power"} == {clause}


@pytest.mark.parametrize(("counts", "taken"), [("all", ("R1", "R3")), ("table", ("R1",))])
def test_over_ranked_armies_too(counts: str, taken: tuple[str, ...]):
    """[CM-83, CR-4]"""
    table = ranked.many(
        "R1 line-infantry 10x5 12 8 0; R3 line-infantry 10x5 reserve;" + ranked.FAR,
        then=(Weighing(),), settings={"powerCounts": counts},
    )  # fmt: skip
    points = sum(table.count(name, "points") for name in taken)
    assert table.count("red", names.POWER) == points > 0


# ── the end ──────────────────────────────────────────────────────────────────
def cleared(fray: Fray, *seats: str) -> None:
    """Everything that those seats have is removed at one moment."""
    found = [one.id for one in fray.position.at("table") if one.controller in seats]
    wanted = f"remove {' '.join(found)}"
    assert wanted in fray.options(fray.position.active[0])
    fray.says(fray.position.active[0], wanted)


def test_the_last_army_wins_at_once():
    """[CM-95]"""
    fray = named(fought(3), "red")
    cleared(fray, "blue", "amber")
    assert fray.ended is not None
    assert fray.ended.winners == ("red",)


def test_or_as_the_turn_ends():
    """[CM-95] It is told; then nobody else is asked for a turn, and no round is scored."""
    fray = named(fought(3, lastArmyWins="turnEnd"), "red")
    cleared(fray, "blue", "amber")
    assert fray.ended is None
    assert [one.clause for one in fray.rules("cm.95.goes-on")] == ["CM-95"]
    assert fray.asked() == [("red", "act")]
    fray.says("red", "end")
    assert fray.ended is not None
    assert fray.ended.winners == ("red",)
    assert fray.rules("cm.101.annihilation")
    assert fray.count("red", names.VP) == 0


def test_if_the_last_ones_vanish_before_the_turn_ends_points_decide():
    """[CM-95, CM-97] By the other reading Red had won before."""
    fray = named(fought(3, lastArmyWins="turnEnd"), "red")
    cleared(fray, "blue", "amber")
    cleared(fray, "red")
    assert fray.ended is not None
    assert not fray.rules("cm.101.annihilation")
