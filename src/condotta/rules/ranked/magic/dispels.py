"""Dispel dice against a spell: who may roll how many, and what is enough. [FB-5.9]"""

from __future__ import annotations

from condotta.kernel.records import Seat
from condotta.rules.ranked import names
from condotta.rules.ranked.magic.wizards import able
from condotta.rules.ranked.reading.charts import SIX
from condotta.rules.ranked.reading.regiment import Field

DISPELS_NOT = "dispels no more"
"""A mark of a wizard that failed to dispel in this phase. [FB-5.9]"""
ARMY, PASS = "army", "pass"
MOST_DICE = 6
LOST = 2  # a natural total of this or less fails [FB-5.6, FB-5.9]


def dispels(here: Field, seat: Seat, pool: str = names.DISPEL) -> tuple[str, ...]:
    """How a seat may try to dispel: `R3:4` is its wizard R3 with four dice. [FB-5.9, FB-5.16]"""
    most = min(MOST_DICE, here.position.count(seat, pool))
    who = [one.id for one in able(here, seat) if not one.marked(DISPELS_NOT)]
    return (PASS, *(f"{name}:{number}" for name in (*who, ARMY) for number in range(1, most + 1)))


def roller(seat: Seat, who: str, spell: str) -> tuple[str, str]:
    """Whom a roll to dispel is about: the wizard or army that tries, then the spell. [FB-5.9]"""
    return (seat if who == ARMY else who, spell)


def beats(pips: tuple[int, ...], bonus: int, strength: int) -> bool:
    """Whether dice dispel a spell: two sixes always, a total of 2 or less never. [FB-5.9]

    >>> beats((3, 3, 3, 3, 3), 1, 16), beats((6, 6), 0, 30), beats((1, 1), 9, 3)
    (True, True, False)
    """
    if pips.count(SIX) > 1:
        return True
    return sum(pips) > LOST and sum(pips) + bonus >= strength
