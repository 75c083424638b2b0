"""Dice that procedures ask of chance, and what they showed."""

from __future__ import annotations

from collections.abc import Generator

from condotta.kernel.asks import Ask, Needed, Roll, Script
from condotta.kernel.events import Asked, Event
from condotta.kernel.records import CHANCE
from condotta.rules import asking
from condotta.rules.asking import sums_told_apart
from condotta.rules.ranked.reading.charts import MOST_DICE

HOUR, HOURS = "direction", 12


def two_highest(count: int) -> tuple[int, ...]:
    """What is read of a roll of which the two highest count: their sum. [FB-10.3]"""
    return sums_told_apart(count, lambda pips: highest(pips, 2))


def dice(
    window: str,
    clause: str,
    count: int,
    about: tuple[str, ...] = (),
    *,
    counted_from: tuple[int, ...] = (),
    sums_from: tuple[int, ...] = (),
    needed: Needed | None = None,
) -> Asked:
    """A request for D6, what it is for told with it; never more than one roll may have."""
    ask = Ask(
        CHANCE,
        window,
        clause,
        dice=min(count, MOST_DICE),
        counted_from=counted_from,
        sums_from=sums_from,
        about=about,
        needed=needed,
    )
    return Asked(ask)


def thrown(
    frame: Script,
    window: str,
    clause: str,
    count: int,
    about: tuple[str, ...] = (),
    *,
    counted_from: tuple[int, ...] = (),
    sums_from: tuple[int, ...] = (),
    needed: Needed | None = None,
) -> Generator[Event, None, tuple[int, ...]]:
    """What a script's D6 showed; never more than one roll may have."""
    asked = dice(
        window,
        clause,
        count,
        about,
        counted_from=counted_from,
        sums_from=sums_from,
        needed=needed,
    )
    roll: Roll = yield from asking.answered(frame, asked.ask)
    return roll.pips


def hour(
    frame: Script, about: tuple[str, ...], needed: Needed | None = None
) -> Generator[Event, None, int]:
    """A direction at random: an hour of the clock, with what it is for. [FB-1.1]"""
    throw = asking.thrown(frame, HOUR, "FB-1.1", 1, about, sides=HOURS, needed=needed)
    return (yield from throw)[0]


def rolled(frame: Script, window: str) -> tuple[int, ...] | None:
    """What a script's dice showed in a window, or None while they have not been rolled."""
    said = frame.heard(window)
    return said.pips if isinstance(said, Roll) else None


def highest(pips: tuple[int, ...], keep: int) -> int:
    """The sum of the highest dice of a roll; of a number below zero the lowest. [FB-10.3]"""
    return sum(sorted(pips)[-keep:] if keep > 0 else sorted(pips)[:-keep])
