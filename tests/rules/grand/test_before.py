"""Before the ten steps: an army has one die and one home, however many lead it. [GT-10.1]"""

from random import Random

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Asked, Pushed, Ruled
from condotta.kernel.records import CHANCE
from condotta.rules.grand import names
from condotta.rules.grand.muster import opening
from condotta.rules.grand.split import Split, any_split, judge_split, listed
from condotta.rules.library import book
from condotta.rules.triumph import names as core
from condotta.rules.triumph.ground.topography import Invasion
from tests.rules.grand.large_table import BLUE, BOOK, RED, SEATS, army

CHIEFS = {SEATS["R"][0], SEATS["B"][0]}


def dice_before(seats: tuple[int, int], seed: int, rules: Book = BOOK) -> Battle:
    """A battle up to the split; whoever is asked takes the first option."""
    red = army(RED, seats[0], topographies=("dry", "steppe"), invasion=4, manoeuvre=1)
    blue = army(BLUE, seats[1], topographies=("marsh", "forest"), manoeuvre=3)
    begun = [event for event in opening(rules, (red, blue)) if not isinstance(event, Pushed)]
    made = Battle(rules, (*begun, Pushed(Invasion())), SeededCup(seed))
    while made.waiting():
        ask = made.waiting()[0]
        option = made.view(ask.seat).mine()[0].options[0]
        made.say(ask.seat, Choose(option), ask.id)
    return made


@pytest.mark.parametrize("seats", [(2, 1), (3, 3), (1, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_gt_10_1_each_army_rolls_once_whoever_leads_it(seats, seed):
    """Country, advantage and terrain are as with two seats, and the commanders are asked.

    [TC-7.1, TC-7.10]
    """
    many, two = dice_before(seats, seed), dice_before((1, 1), seed)
    asked = [event.ask for event in many.log if isinstance(event, Asked)]
    dice = {ask.window: (ask.dice, ask.about) for ask in asked if ask.seat == CHANCE}
    assert dice["invasion dice"] == (2, ("red", "blue"))
    assert dice["manoeuvre dice"] == (2, ("red", "blue"))
    assert dice["terrain dice"] == (2, ("red", "blue"))  # TC-7.12
    assert {ask.seat for ask in asked} <= {CHANCE, *CHIEFS}
    homes = [ask.options for ask in asked if ask.window == "topography"]
    assert homes
    assert set(homes) <= {("steppe", "dry"), ("forest", "marsh")}
    assert ends(many) == ends(two)


@pytest.mark.parametrize("seed", range(6))
def test_gt_5_8_no_die_says_who_may_march_on_a_flank(seed):
    """It is decided in step 2, by whoever splits the army. [TC-12.44, TC-7.11]"""
    made = dice_before((1, 1), seed)
    position = made.state.position
    assert not any(isinstance(one, Ruled) and one.clause == "TC-7.11" for one in made.log)
    assert not any(position.count(seat, core.MAY_MARCH) for seat in CHIEFS)


@pytest.mark.parametrize("seed", range(8))
def test_tc_12_44_the_die_of_the_army_may_be_asked_who_marches(seed):
    """With the setting on, a split with a march is refused to an army whose die said no."""
    rules = book("grand", {"gtFlankMarchNeedsRoll": True})
    made = dice_before((1, 1), seed, rules)
    position = made.state.position
    allowed = {seat for seat in CHIEFS if position.count(seat, core.MAY_MARCH)}
    said = [one for one in made.log if isinstance(one, Ruled) and one.clause == "TC-7.11"]
    ruled = {one.params["seat"] for one in said}
    assert ruled == allowed
    for seat in CHIEFS:
        ask = Ask(seat, names.SPLIT, "GT-4.1", says=("Split",))
        first, *others = listed(position, seat)
        split = Split((replace(first, entry="left"), *others))
        found = judge_split(rules, position, seat, ask, split)
        assert found.ok == (seat in allowed)
        assert {one.clause for one in found.refusals} <= {"GT-5.8"}
        drawn = [any_split(rules, position, ask, Random(n)) for n in range(20)]
        marching = any(one.entry for each in drawn for one in each.commands)
        assert marching == (seat in allowed)


def ends(made: Battle) -> tuple[object, list[int]]:
    """The ground, and who has the advantage."""
    position = made.state.position
    return position.areas, [position.count(seat, core.ADVANTAGE) for seat in sorted(CHIEFS)]
