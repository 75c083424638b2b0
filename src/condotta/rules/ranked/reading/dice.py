"""Small helps of every procedure: dice that chance is asked for, a position a few events on."""

from __future__ import annotations

from collections.abc import Iterable

from condotta.kernel.asks import Ask, Roll, Script
from condotta.kernel.events import Asked, Event
from condotta.kernel.position import Position, evolve_position
from condotta.kernel.records import CHANCE
from condotta.rules.ranked.reading.charts import MOST_DICE


def after(position: Position, events: Iterable[Event]) -> Position:
    """The position as it will be once those events have happened."""
    for event in events:
        position = evolve_position(position, event)
    return position


def dice(window: str, clause: str, count: int, about: tuple[str, ...] = ()) -> Asked:
    """A request for D6; never more than one roll may have."""
    return Asked(Ask(CHANCE, window, clause, dice=min(count, MOST_DICE), about=about))


def rolled(frame: Script, window: str) -> tuple[int, ...] | None:
    """What a script's dice showed in a window, or None while they have not been rolled."""
    said = frame.heard(window)
    return said.pips if isinstance(said, Roll) else None
