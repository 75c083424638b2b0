"""A battle of random bots in every system, for tests that look at all that can be told."""

from functools import cache
from random import Random

from condotta.bots.runner import conduct
from condotta.bots.seat import make
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Event
from condotta.lab.matches import rosters
from condotta.rules.library import book, kind
from condotta.rules.systems import SYSTEMS, Levy

SIZES = {"triumph": 2, "ranked": 2, "skirmish": 2}
"""How many sit at the games for two; three at the others."""


def opened(system: str, number: int = 1) -> Battle:
    """A battle before its first decision."""
    how = SYSTEMS[system]
    seats = how.seated(SIZES.get(kind(system), 3))
    rules, lot = book(system), Random(number)
    count = how.armies(seats)
    if how.armies_of_its_own is not None:
        armies = how.armies_of_its_own("", count, number)
    else:
        armies = tuple(lot.sample([one for one in rosters() if how.takes(one)], count))
    levy = Levy(lot=Random(number))
    return Battle(rules, how.opening(rules, seats, armies, levy), SeededCup(str(number)))


@cache
def fought(system: str, number: int = 1, limit: int = 900) -> tuple[Event, ...]:
    """The log of so many decisions of a battle."""
    battle = opened(system, number)
    seats = battle.state.position.seats()
    bots = {seat: make("random", battle.book, f"{number}/{seat}") for seat in seats}
    conduct(battle, bots, limit=limit)
    return tuple(battle.log)
