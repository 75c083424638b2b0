"""How likely a charge arrives, and what may come of its target's reactions. [FB-4.3 to FB-4.7]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from condotta.rules.asking import chance_that, rolls
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_moves import charge_range
from condotta.rules.ranked.charges.possible_charges import charge_dice
from condotta.rules.ranked.movement.flight import course, facing_away, flight_dice
from condotta.rules.ranked.reading.dice import highest
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.table import at_most, base, gap


def reaching(moves: int, away: float, dice: int, keep: int) -> float:
    """How likely a charge range is no less than a distance in quanta. [FB-4.7]

    >>> reaching(4, 110_000, 2, 2), round(reaching(4, 110_000, 3, -2), 4)
    (0.5833333333333334, 0.3194)
    """

    def enough(pips: tuple[int, ...]) -> bool:
        return at_most(away, charge_range(moves, pips, keep) * names.INCH)

    return chance_that(dice, enough)


def arriving(here: Field, one: Regiment, target: Regiment) -> float:
    """How likely a charge reaches a target that stays where it is. [FB-4.7]"""
    return reaching(one.inches, here.gap(one, target), *charge_dice(here, one))


class Escape(NamedTuple):
    """Shares of all rolls: the one who flees leaves the table, or is run down by his charger."""

    off: float
    caught: float


def fleeing(here: Field, one: Regiment, target: Regiment) -> Escape:
    """What may come of fleeing from a charge: turned away, it runs, the charger after it.

    [FB-4.5, FB-4.7, FB-4.10]
    """
    off = caught = 0.0
    facing = facing_away(target, one.base)
    for inches, share in flights(flight_dice(target)):
        way = course(here, target, facing, inches * names.INCH)
        if way.off:
            off += share
        else:
            away = gap(one.base, base(way.end, target.base.shape))
            caught += share * reaching(one.inches, away, *charge_dice(here, one))
    return Escape(off, caught)


def flights(dice: int) -> Iterator[tuple[int, float]]:
    """How far one may flee, in inches, and how likely that is. [FB-4.5]

    >>> [(far, round(36 * share)) for far, share in flights(2)][:3]
    [(2, 1), (3, 2), (4, 3)]
    """
    for far in range(2, 13):
        yield far, float(sum(share for pips, share in rolls(dice) if highest(pips, 2) == far))
