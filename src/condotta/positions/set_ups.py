"""The moments of a set-up, for every game: its phases, and what is in progress in one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.events import Counted, Entered, Event, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Chair
from condotta.positions.records import Document
from condotta.rules.library import book
from condotta.rules.setting_up import SET_UP as DONE
from condotta.rules.setting_up import TABLE, Opening
from condotta.rules.steps import Conduct

SET_UP = "set-up"
"""The moment before the first die."""


def phases(
    system: str, seam: Any, seats: tuple[tuple[str, str], ...], first: str
) -> tuple[str, ...]:
    """The phases of a set-up in order; `first` is the counter of whoever has the advantage."""
    return (SET_UP, *dict.fromkeys(name for name, _ in _steps(system, seam, seats, first)))


@cache
def _steps(
    system: str, seam: Any, seats: tuple[tuple[str, str], ...], first: str
) -> tuple[tuple[str, Frame], ...]:
    counters = {seats[0][0]: {first: 1}} if first else {}
    table = Position(chairs=tuple(Chair(*seat) for seat in seats), counters=counters)
    found: tuple[tuple[str, Frame], ...] = book(system).stack(seam, table)
    return found


def begun(
    document: Document, seam: Any, seats: tuple[tuple[str, str], ...], first: str = ""
) -> Iterator[Event]:
    """A phase of the set-up begins with its first step."""
    if document.phase == SET_UP:
        yield Pushed(Conduct())
        return
    names = [name for name, _ in _steps(document.system, seam, seats, first)]
    yield Entered(0, document.phase, ())
    yield Counted(TABLE, DONE, names.index(document.phase))
    yield Pushed(Conduct())
    yield Pushed(Opening())


def sides(document: Document, usual: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Each seat and its side, those of the game if a file names none."""
    return tuple((one.seat, one.side) for one in document.seats) or usual
