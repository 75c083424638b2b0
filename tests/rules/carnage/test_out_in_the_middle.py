"""Players who go out of the game in the middle of something: effects, questions, phases."""

from typing import Any

import pytest
from msgspec.structs import replace

from condotta.rules.carnage import names
from condotta.rules.carnage.bribes import Bribe
from condotta.rules.carnage.turns import WhoseTurn
from condotta.rules.conceding import Concede
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.attacks.deaths import WHO_FIRST
from condotta.rules.skirmish.attacks.losing import Losing
from condotta.rules.skirmish.attacks.mortal_wounds import Harming
from condotta.rules.skirmish.fight.fight_phase import FightOrder
from condotta.rules.skirmish.morale.morale_phase import MoraleTest
from condotta.rules.skirmish.movement.movement_phase import Advancing
from condotta.rules.skirmish.reading.datasheets import Ability, shipped_sheets
from tests.rules.carnage.test_over_skirmish import many


def hit(unit: str, wounds: int) -> Losing:
    """So many wounds on a unit."""
    return Losing(unit=unit, amounts=(1,) * wounds, by="blue")


def test_the_last_armies_that_vanish_in_one_explosion_are_decided_by_points():
    """[CM-97, CM-96, SK-69] Blue falls before Red's tank is taken away: neither survives."""
    units = "R1 heavy_walker 1 20 20; B1 medic 1 20 23 wounds=3; A1 militia 10 lost"
    counters = {"blue": {names.VP: 1, names.RANK: 1}, "red": {names.RANK: 2}}
    table = many(units, phase=core.SHOOTING, then=(hit("R1", 8),), counters=counters)
    table.roll(6)
    assert table.position.ended is not None
    assert table.position.ended.clause == "CM-98"
    assert table.position.ended.winners == ("blue",)


def test_whoever_outlives_the_explosion_has_won():
    """[CM-94, CM-95] Seen when all that the explosion did is done."""
    units = "R1 heavy_walker 1 20 20; B1 medic 1 20 23 wounds=2; A1 militia 10 lost"
    table = many(units, phase=core.SHOOTING, then=(hit("R1", 8),))
    table.roll(6)
    assert table.position.ended is not None
    assert table.position.ended.winners == ("blue",)
    assert table.position.ended.clause == "CM-94"


def test_a_psyker_and_whom_its_perils_slay_vanish_together():
    """[CM-97, SK-51] The last of Red and the last of Blue: points decide."""
    table = many(
        "R1 psyker 1 20 20 wounds=3; B1 medic 1 20 23 wounds=3; A1 militia 10 lost",
        phase=core.PSYCHIC, dice=(1, 1, 6, 1),
        counters={"blue": {names.VP: 1, names.RANK: 1}, "red": {names.RANK: 2}},
    )  # fmt: skip
    table.choose("red", "R1:smite")
    assert table.position.ended is not None
    assert (table.position.ended.clause, table.position.ended.winners) == ("CM-98", ("blue",))


def test_bravery_is_not_had_for_points_that_were_given_away():
    """[SK-129, SK-133, CM-60] Red is asked, gives a point to Blue, then wants to pass."""
    table = many(
        "R1 militia 9 10 10; B1 militia 10 30 40; A1 militia 10 50 40",
        phase=core.MORALE, then=(MoraleTest(unit="R1"),),
        counters={"red": {names.CP: 2}, "R1": {core.SLAIN: 6}},
    )  # fmt: skip
    table.battle.say("red", Bribe("blue", 1))
    table.choose("red", "pass")
    assert table.count("red", names.CP) == 1
    assert table.asks("chance")[0].window == "morale test"


def test_who_concedes_is_asked_nothing_any_more():
    """[CM-103, CM-109] Whatever Red was asked is taken back, and the others go on."""
    units = "R1 militia 9 10 10; B1 militia 10 30 40; A1 militia 10 50 40"
    table = many(
        units, phase=core.MORALE, then=(MoraleTest(unit="R1"),),
        counters={"red": {names.CP: 2}, "R1": {core.SLAIN: 6}},
    )  # fmt: skip
    assert [seat for seat, _ in table.windows()] == ["red"]
    table.battle.say("red", Concede())
    assert "red" not in [seat for seat, _ in table.windows()]
    assert table.count("red", names.CP) == 0


def test_who_concedes_while_dice_may_be_rolled_again_pays_nothing():
    """[CM-108, SK-129, SK-131]"""
    units = "R1 militia 9 10 10; B1 militia 10 30 40; A1 militia 10 50 40"
    table = many(units, then=(Advancing(unit="R1"),), counters={"red": {names.CP: 1}})
    table.roll(1)
    assert table.windows() == [("red", "command re-roll")]
    table.battle.say("red", Concede())
    assert "red" not in [seat for seat, _ in table.windows()]
    assert table.count("red", names.CP) == 0
    assert table.count(names.TABLE, names.UNSETTLED) == 0


def test_who_set_the_order_and_concedes_leaves_it_to_a_roll_off():
    """[CM-103, CM-105]"""
    units = (
        "R1 commander 1 60 10; B1 commander 1 20 20; A1 commander 1 21.6 20; G1 militia 10 40 40"
    )
    table = many(units, 4, phase=core.FIGHT, then=(FightOrder(),))
    assert table.windows() == [("red", "who acts next")]
    table.battle.say("red", Concede())
    assert [ask.about[0] for ask in table.asks("chance")] == ["choices"]


def test_nobody_concedes_between_the_turns_of_two_rounds():
    """[CM-109, CM-103] Red had the last turn of a round; in the next one no turn is its own yet."""
    units = "R1 militia 9 10 10; B1 militia 10 30 40; A1 militia 10 50 40"
    table = many(
        units, phase=core.MORALE, then=(WhoseTurn(),),
        counters={names.TABLE: {names.ROUND: 2}, "blue": {names.WON: 1}},
    )  # fmt: skip
    assert table.windows() == [("blue", "whose turn")]
    assert [one.clause for one in table.battle.judge("red", Concede()).refusals] == ["CM-109"]


@pytest.mark.parametrize(
    "decides", [{"blue": {names.RANK: 2}, "amber": {names.RANK: 1}}, {"blue": {names.WON: 1}}]
)
def test_whoever_decides_goes_on_deciding_when_another_concedes(decides: dict[str, Any]):
    """[CM-84, CM-17] Blue is asked whose turn is next; Red, who had the last one, gives up."""
    units = "R1 militia 9 10 10; B1 militia 10 30 40; A1 militia 10 50 40"
    table = many(units, phase=core.MORALE, then=(WhoseTurn(),), counters=decides)
    assert table.windows() == [("blue", "whose turn")]
    table.battle.say("red", Concede())
    assert table.windows() == [("blue", "whose turn")]
    table.choose("blue", "amber")
    assert table.position.active == ("amber",)
    assert not table.count("blue", names.WON)


def test_a_power_that_slew_its_psyker_was_tried():
    """[SK-55, SK-51] Another psyker may not try it in the same turn."""
    units = (
        "R1 psyker 1 10 10 wounds=3; R2 psyker 1 30 10; B1 militia 10 60 40; A1 militia 10 60 30"
    )
    table = many(
        units, phase=core.PSYCHIC, dice=(1, 1, 6),
    )  # fmt: skip
    options = table.asks("red")[0].options
    assert "R1:mind_ward" in options
    assert "R2:mind_ward" in options
    table.choose("red", "R1:mind_ward")
    if table.windows() and table.windows()[0][1] == "target of a power":
        table.choose("red", "R1")
    assert table.models("R1") == 0
    assert "R2:mind_ward" not in table.asks("red")[0].options


def test_out_in_an_early_phase_the_morale_phase_follows():
    """[CM-105] Red falls by perils; Blue and Amber do not fight in its turn."""
    units = (
        "R1 psyker 1 60 10 wounds=3; B1 commander 1 20 20; A1 commander 1 21.6 20;"
        " G1 militia 10 40 40"
    )
    table = many(units, 4, phase=core.PSYCHIC, then=(Harming(unit="R1", amount="1"),))
    assert table.count("red", names.OUT)
    assert table.position.phase == core.MORALE or table.position.active != ("red",)
    assert not table.rulings("SK-103")


def test_who_dies_first_is_not_for_one_who_is_out_to_say():
    """[CM-103, CM-105, SK-70] Red is out; five of Blue's bombs die at one moment."""
    explodes = Ability("explodes", min_roll=6, radius_in=3, mortal="1")
    bombs = replace(shipped_sheets()["assault_elite"], id="bombs", abilities=(explodes,))
    units = "R1 militia 10 lost; B1 bombs 5 20 20; A1 militia 10 60 40; G1 militia 10 60 10"
    table = many(units, 4, phase=core.FIGHT, then=(hit("B1", 10),), sheets=(bombs,))
    assert table.windows() == [("blue", WHO_FIRST)]


def test_within_a_phase_a_die_is_rolled_again_once():
    """[SK-130, CM-24] Blue has had a die again in this phase, and rolls for the choices."""
    units = "R1 militia 10 lost; B1 commander 1 20 20; A1 commander 1 21.6 20; G1 militia 10 40 40"
    table = many(
        units, 4, phase=core.FIGHT, then=(FightOrder(),),
        counters={"blue": {names.CP: 2, f"{core.USED}command re-roll": 1}, "green": {names.CP: 2}},
    )  # fmt: skip
    table.roll(2, 5, 3)
    assert table.windows() == [("green", "roll again")]
    table.choose("green", "roll again")
    table.roll(6)
    assert table.count("green", f"{core.USED}command re-roll") == 1
