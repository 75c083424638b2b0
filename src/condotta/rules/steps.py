"""Procedures one after another: several at once, and the steps of a set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from condotta.kernel.asks import Frame
from condotta.kernel.events import Counted, Entered, Event, Pushed
from condotta.kernel.position import Position

TABLE = "table"
SET_UP = "set up"  # held by the table: how many steps of the set-up are done


def queued(frames: Iterable[Frame]) -> Iterator[Event]:
    """Frames pushed so that the first given happens first."""
    for frame in reversed(tuple(frames)):
        yield Pushed(frame)


def next_step(position: Position, steps: tuple[tuple[str, Frame], ...]) -> Iterator[Event]:
    """The next step of the set-up begins, in its phase; nothing once all are done.

    How many steps are done is counted beside the table, so that layers may put in their own.
    """
    done = position.count(TABLE, SET_UP)
    if done == len(steps):
        return
    phase, step = steps[done]
    if phase != position.phase:
        yield Entered(0, phase, ())
    yield Counted(TABLE, SET_UP, done + 1)
    yield Pushed(step)
