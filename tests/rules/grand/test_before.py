"""Before the ten steps: an army has one die and one home, however many lead it. [GT-10.1]"""

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Asked, Pushed, Ruled
from condotta.kernel.records import CHANCE
from condotta.rules.grand.muster import opening
from condotta.rules.triumph import names as core
from condotta.rules.triumph.topography import Invasion
from tests.rules.grand.large_table import BLUE, BOOK, RED, SEATS, army

CHIEFS = {SEATS["R"][0], SEATS["B"][0]}


def dice_before(seats: tuple[int, int], seed: int) -> Battle:
    """A battle up to the split; whoever is asked takes the first option."""
    red = army(RED, seats[0], topographies=("dry", "steppe"), invasion=4, manoeuvre=1)
    blue = army(BLUE, seats[1], topographies=("marsh", "forest"), manoeuvre=3)
    begun = [event for event in opening(BOOK, (red, blue)) if not isinstance(event, Pushed)]
    made = Battle(BOOK, (*begun, Pushed(Invasion())), SeededCup(seed))
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
    assert {ask.seat for ask in asked} <= {CHANCE, *CHIEFS}
    homes = [ask.options for ask in asked if ask.window == "topography"]
    assert homes
    assert set(homes) <= {("steppe", "dry"), ("forest", "marsh")}
    assert ends(many) == ends(two)


@pytest.mark.parametrize("seed", range(6))
def test_gt_5_5_no_die_says_who_may_march_on_a_flank(seed):
    """It is decided in step 2, by whoever splits the army. [TC-12.44, TC-7.11]"""
    made = dice_before((1, 1), seed)
    position = made.state.position
    assert not any(isinstance(one, Ruled) and one.clause == "TC-7.11" for one in made.log)
    assert not any(position.count(seat, core.MAY_MARCH) for seat in CHIEFS)


def ends(made: Battle) -> tuple[object, list[int]]:
    """The ground, and who has the advantage."""
    position = made.state.position
    return position.areas, [position.count(seat, core.ADVANTAGE) for seat in sorted(CHIEFS)]
