"""The moments of a set-up, for every game: its phases, and what is in progress in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Entered, Event, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Chair
from condotta.positions.plain_actions import name_of
from condotta.positions.records import Document
from condotta.rules.library import book
from condotta.rules.setting_up import SET_UP as DONE
from condotta.rules.setting_up import TABLE, Opening
from condotta.rules.steps import Conduct

Steps: TypeAlias = tuple[tuple[str, Frame], ...]
Stacked: TypeAlias = Callable[[Book, Position], Steps]
"""The steps of a set-up, as a game stacks them."""

SET_UP = "set-up"
"""The moment before the first die."""


def phases(
    system: str, stack: Stacked, seats: tuple[tuple[str, str], ...], first: str
) -> tuple[str, ...]:
    """The phases of a set-up in order; `first` is the counter of whoever has the advantage."""
    return (SET_UP, *dict.fromkeys(name for name, _ in _steps(system, stack, seats, first)))


def steps(
    system: str, stack: Stacked, seats: tuple[tuple[str, str], ...], first: str
) -> tuple[tuple[str, str], ...]:
    """The steps of a set-up in order: the phase of each, and what is done in it."""
    found = _steps(system, stack, seats, first)
    return tuple((phase, name_of(type(frame).__name__).replace("_", " ")) for phase, frame in found)


@cache
def _steps(system: str, stack: Stacked, seats: tuple[tuple[str, str], ...], first: str) -> Steps:
    counters = {seats[0][0]: {first: 1}} if first else {}
    table = Position(chairs=tuple(Chair(*seat) for seat in seats), counters=counters)
    rules = book(system)
    return stack(rules, table)


def begun(
    document: Document, stack: Stacked, seats: tuple[tuple[str, str], ...], first: str = ""
) -> Iterator[Event]:
    """A phase of the set-up begins with its first step, or with the one whose number is given."""
    if document.phase == SET_UP:
        yield Pushed(Conduct())
        return
    names = [name for name, _ in _steps(document.system, stack, seats, first)]
    yield Entered(0, document.phase, ())
    begins = document.counters.get(TABLE, {}).get(DONE, names.index(document.phase))
    yield Counted(TABLE, DONE, begins)
    yield Pushed(Conduct())
    yield Pushed(Opening())
