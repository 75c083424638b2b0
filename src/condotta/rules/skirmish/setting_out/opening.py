"""The set-up: from terrain to the roll for the first turn, step after step. [SK-7, SK-117]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Entered, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.asking import thrown
from condotta.rules.conceding import parted_from
from condotta.rules.rolloff import best
from condotta.rules.setting_up import Deployment, Opening, next_step
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.setting_out.laying_terrain import Layout
from condotta.rules.skirmish.setting_out.missions import Objectives

WINDOW = "first turn"


def opening(book: Book, state: State, _: Opening) -> Iterator[Event]:
    """Begin the next step; after the last one the battle is ready."""
    position = state.position
    yield from next_step(position, book.stack(seams.SET_UP, position), ready())


def ready() -> Iterator[Event]:
    """The first battle round begins. [SK-27]"""
    yield Ruled("SK-27", "sk.27.begins")
    yield Entered(0, names.READY, ())
    yield Popped()


def steps(_: Any, __: Position) -> tuple[tuple[str, Frame], ...]:
    """The base game: terrain, objectives, deployment by turns, the roll for the first turn."""
    return (
        (names.TERRAIN, Layout()),
        (names.TERRAIN, Objectives()),
        (names.DEPLOYMENT, Deployment()),
        (names.DEPLOYMENT, FirstTurn()),
    )


class FirstTurn(Script, frozen=True, kw_only=True):
    """The roll for the first turn; ties are rolled again among those who tie. [SK-7]"""

    seats: tuple[Seat, ...] = ()


def first_turn(_: Book, state: State, frame: FirstTurn) -> Iterator[Event]:
    """A die each; the highest begins every round. [SK-7, SK-27]

    RULING SK-141: nothing says who is first, so whoever wins the roll-off is.
    """
    seats = frame.seats or state.position.seats()
    pips = yield from thrown(frame, WINDOW, "SK-7", len(seats), seats)
    first, tied = best(seats, (pips,))
    yield Popped()
    if tied:
        yield Pushed(FirstTurn(seats=tied))
        return
    yield Counted(first, names.FIRST_SEAT, 1)
    yield Ruled("SK-27", "sk.27.first", {"seat": first})


PROCEDURES: dict[type[Frame], Procedure] = {
    Opening: parted_from(opening),
    FirstTurn: first_turn,
}
HOOKS = ((seams.SET_UP, steps, "SK-117"),)
