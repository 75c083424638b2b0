"""Dice that procedures ask of chance, and what they showed."""

from __future__ import annotations

from collections.abc import Generator

from condotta.kernel.asks import Ask, Roll, Script
from condotta.kernel.events import Asked, Event
from condotta.kernel.records import CHANCE
from condotta.rules import asking
from condotta.rules.ranked.reading.charts import MOST_DICE

HOUR, HOURS = "direction", 12


def dice(window: str, clause: str, count: int, about: tuple[str, ...] = ()) -> Asked:
    """A request for D6; never more than one roll may have."""
    return Asked(Ask(CHANCE, window, clause, dice=min(count, MOST_DICE), about=about))


def thrown(
    frame: Script, window: str, clause: str, count: int, about: tuple[str, ...] = ()
) -> Generator[Event, None, tuple[int, ...]]:
    """What a script's D6 showed; never more than one roll may have."""
    return (yield from asking.thrown(frame, window, clause, min(count, MOST_DICE), about))


def hour(frame: Script, about: tuple[str, ...]) -> Generator[Event, None, int]:
    """A direction at random: an hour of the clock. [FB-1.1]"""
    return (yield from asking.thrown(frame, HOUR, "FB-1.1", 1, about, sides=HOURS))[0]


def rolled(frame: Script, window: str) -> tuple[int, ...] | None:
    """What a script's dice showed in a window, or None while they have not been rolled."""
    said = frame.heard(window)
    return said.pips if isinstance(said, Roll) else None


def highest(pips: tuple[int, ...], keep: int) -> int:
    """The sum of the highest dice of a roll; of a number below zero the lowest. [FB-10.3]"""
    return sum(sorted(pips)[-keep:] if keep > 0 else sorted(pips)[:-keep])
