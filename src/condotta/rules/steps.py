"""Procedures one after another: the steps of a set-up, what lies around a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from condotta.kernel.asks import Frame, Loop, Script
from condotta.kernel.events import Counted, Entered, Event, Popped, Pushed
from condotta.kernel.position import Position

TABLE = "table"
SET_UP = "set up"  # held by the table: how many steps of the set-up are done


def queued(frames: Iterable[Frame]) -> Iterator[Event]:
    """Frames pushed so that the first given happens first."""
    for frame in reversed(tuple(frames)):
        yield Pushed(frame)


class Opening(Script, frozen=True, kw_only=True):
    """The set-up of a battle, one step after another; each game says what they are."""


class Conduct(Loop, frozen=True, kw_only=True):
    """The whole battle: the set-up, then turn after turn until it is over."""


class Closing(Script, frozen=True, kw_only=True):
    """A phase proper is over; what layers put after it follows."""

    phase: str


def next_step(
    position: Position, steps: tuple[tuple[str, Frame], ...], ready: Iterable[Event]
) -> Iterator[Event]:
    """The next step of the set-up begins, in its phase; once all are done the battle is ready.

    How many steps are done is counted beside the table, so that layers may put in their own.
    """
    done = position.count(TABLE, SET_UP)
    if done == len(steps):
        yield from ready
        return
    phase, step = steps[done]
    if phase != position.phase:
        yield Entered(0, phase, ())
    yield Counted(TABLE, SET_UP, done + 1)
    yield Pushed(step)


def giving_way(frames: Iterable[Frame]) -> Iterator[Event]:
    """A procedure is over, and others take its place, the first given first."""
    yield Popped()
    yield from queued(frames)


def phase_begun(phase: str, before: Iterable[Frame], proper: Iterable[Frame]) -> Iterator[Event]:
    """What happens in a phase: what layers put before it, its steps, what they put after it."""
    yield from queued((*before, *proper, Closing(phase=phase)))
