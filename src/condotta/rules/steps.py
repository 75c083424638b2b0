"""Procedures one after another, and those around a phase that games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Loop, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped, Pushed
from condotta.kernel.position import Position
from condotta.kernel.seams import Sole

PLAYED: Sole[[Book, Position, str], tuple[Frame, ...]] = Sole(
    "what plays a phase in place of the rules"
)
"""Before the phase: the position is in the phase before. Given the Book, it and what opens."""


def queued(frames: Iterable[Frame]) -> Iterator[Event]:
    """Frames pushed so that the first given happens first."""
    for frame in reversed(tuple(frames)):
        yield Pushed(frame)


class Conduct(Loop, frozen=True, kw_only=True):
    """The whole battle: the set-up, then turn after turn until it is over."""


class Closing(Script, frozen=True, kw_only=True):
    """A phase proper is over; what layers put after it follows."""

    phase: str


def in_step(step: str, *frames: Frame) -> Callable[[Position, str], tuple[Frame, ...]]:
    """A hook that says what happens in one step or phase, the first given first; nothing else."""
    return lambda _, now: frames if now == step else ()


def giving_way(frames: Iterable[Frame]) -> Iterator[Event]:
    """A procedure is over, and others take its place, the first given first."""
    yield Popped()
    yield from queued(frames)


def next_stage(frame: Frame, stages: Sequence[str], stage: str) -> Iterator[Event]:
    """A procedure is at a stage: what it begins now comes first, its later stages follow."""
    yield Popped()
    following = stages[stages.index(stage) + 1 :]
    if following:
        yield Pushed(replace(frame, stage=following[0]))


def phase_begun(phase: str, before: Iterable[Frame], proper: Iterable[Frame]) -> Iterator[Event]:
    """What happens in a phase: what layers put before it, its steps, what they put after it."""
    yield from queued((*before, *proper, Closing(phase=phase)))
