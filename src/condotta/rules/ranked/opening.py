"""The opening: everything from the first die to the first turn, in order. [FB-14.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Entered, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.deployment import Deployment, FirstTurn
from condotta.rules.ranked.layout import Layout


class Opening(Script, frozen=True, kw_only=True):
    """The set-up of a battle, one step after another. [FB-14.1]"""


def opening(book: Book, state: State, _: Opening) -> Iterator[Event]:
    """Begin the next step; after the last one the battle is ready.

    How many steps are done is counted beside the table, so that layers may put in their own.
    """
    position = state.position
    steps = book.stack(seams.SET_UP, position)
    done = position.count(names.TABLE, names.SET_UP)
    if done == len(steps):
        first = first_seat(position)
        yield Ruled("FB-14.1", "fb.14-1.begins", {"seat": first})
        yield Entered(0, names.READY, (first,))
        yield Popped()
        for frame in reversed(book.union(seams.STEP, position, names.READY)):
            yield Pushed(frame)
        return
    phase, step = steps[done]
    if phase != position.phase:
        yield Entered(0, phase, ())
    yield Counted(names.TABLE, names.SET_UP, done + 1)
    yield Pushed(step)


def first_seat(position: Position) -> Seat:
    """The seat that has the first turn."""
    seats = position.seats()
    return next((one for one in seats if position.count(one, names.FIRST_TURN)), seats[0])


def steps(_: Any, __: Position) -> tuple[tuple[str, Frame], ...]:
    """The base game: terrain, deployment by turns, the roll for the first turn. [FB-14.1]"""
    return (
        (names.TERRAIN, Layout()),
        (names.DEPLOYMENT, Deployment()),
        (names.DEPLOYMENT, FirstTurn()),
    )


PROCEDURES = {Opening: opening}
HOOKS = ((seams.SET_UP, steps, "FB-14.1"),)
