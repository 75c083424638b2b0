"""Dice that procedures ask of chance, and what they showed."""

from __future__ import annotations

from condotta.kernel.asks import Ask, Roll, Script
from condotta.kernel.events import Asked
from condotta.kernel.records import CHANCE
from condotta.rules.asking import sums_told_apart
from condotta.rules.ranked.reading.charts import MOST_DICE


def dice(
    window: str,
    clause: str,
    count: int,
    about: tuple[str, ...] = (),
    counted_from: tuple[int, ...] = (),
) -> Asked:
    """A request for D6; never more than one roll may have."""
    number = min(count, MOST_DICE)
    ask = Ask(CHANCE, window, clause, dice=number, counted_from=counted_from, about=about)
    return Asked(ask)


def two_highest(window: str, clause: str, count: int, about: tuple[str, ...]) -> Asked:
    """A request for D6 of which only the sum of the two highest is read. [FB-10.3]"""
    apart = sums_told_apart(count, lambda pips: highest(pips, 2))
    return Asked(Ask(CHANCE, window, clause, dice=count, sums_from=apart, about=about))


def rolled(frame: Script, window: str) -> tuple[int, ...] | None:
    """What a script's dice showed in a window, or None while they have not been rolled."""
    said = frame.heard(window)
    return said.pips if isinstance(said, Roll) else None


def highest(pips: tuple[int, ...], keep: int) -> int:
    """The sum of the highest dice of a roll; of a number below zero the lowest. [FB-10.3]"""
    return sum(sorted(pips)[-keep:] if keep > 0 else sorted(pips)[:-keep])
