"""How likely a spell is cast with some dice, and dispelled. [FB-5.5 to FB-5.7, FB-5.9]"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from condotta.rules.asking import chance_that, rolls
from condotta.rules.ranked import names
from condotta.rules.ranked.magic.lore import lore
from condotta.rules.ranked.magic.winds import (
    DISPELS_NOT,
    MOST_DICE,
    attempt_of,
    beats,
    cast_with,
    dispelling_seats,
)
from condotta.rules.ranked.magic.wizards import able, level
from condotta.rules.ranked.reading.regiment import Field


class Hope(NamedTuple):
    """Shares of all rolls: the spell is cast, is cast and miscasts, is cast and then dispelled."""

    cast: float
    irresistible: float
    dispelled: float


def hope(here: Field, wizard: str, spell: str, dice: int, *, boosted: bool = False) -> Hope:
    """What may come of an attempt, each enemy's best attempt to dispel against it. [FB-5.9]

    Only one may try: it is taken to be whoever has the best chance.
    """
    value, bonus = lore()[spell].needs(boosted=boosted), level(here, wizard)
    against = defences(here)
    cast, double, dispelled = Fraction(), Fraction(), 0.0
    for pips, share in rolls(dice):
        result = cast_with(pips, bonus)
        if not result.reaches(value):
            continue
        cast += share
        if result.irresistible:
            double += share
        else:
            dispelled += share * max(
                (undoing(number, more, result.strength) for number, more in against), default=0.0
            )
    return Hope(float(cast), float(double), dispelled)


def defences(here: Field) -> tuple[tuple[int, int], ...]:
    """The dice and the level with which each enemy could dispel best. [FB-5.9]"""
    found = []
    for seat in dispelling_seats(here):
        number = min(MOST_DICE, here.position.count(seat, names.DISPEL))
        free = [one.id for one in able(here, seat) if not one.marked(DISPELS_NOT)]
        if number:
            found.append((number, max((level(here, one) for one in free), default=0)))
    return tuple(found)


@cache
def undoing(dice: int, bonus: int, strength: int) -> float:
    """How likely an attempt with those dice dispels a spell of that strength. [FB-5.9]

    >>> round(undoing(2, 0, 7), 4), round(undoing(2, 0, 30), 4)
    (0.5833, 0.0278)
    """
    return chance_that(dice, lambda pips: beats(pips, bonus, strength))


def undone(here: Field, option: str, strength: int) -> float | None:
    """How likely an answer to a dispel window, `B6:2`, dispels; None of one that does not try.

    [FB-5.9, FB-5.10]
    """
    _, dice, bonus = attempt_of(here, option)
    return undoing(dice, bonus, strength) if dice else None


def best_dice(here: Field, wizard: str, spell: str, most: int, *, boosted: bool = False) -> int:
    """The fewest dice whose average is enough, or all there are."""
    lacks = lore()[spell].needs(boosted=boosted) - level(here, wizard)
    return next((number for number in range(1, most + 1) if 7 * number >= 2 * lacks), most)
