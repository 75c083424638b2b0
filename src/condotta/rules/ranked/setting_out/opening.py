"""The opening: everything from the first die to the first turn, in order. [FB-14.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Entered, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.conceding import parted_from
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.setting_out.deployment import FirstTurn
from condotta.rules.ranked.setting_out.laying_terrain import Layout
from condotta.rules.setting_up import Deployment, Opening, next_step
from condotta.rules.steps import giving_way


def opening(book: Book, state: State, _: Opening) -> Iterator[Event]:
    """Begin the next step; after the last one the battle is ready."""
    position = state.position
    yield from next_step(position, book.stack(seams.SET_UP, position), ready(book, position))


def ready(book: Book, position: Position) -> Iterator[Event]:
    """Who rolled for the first turn begins, and what layers put before it. [FB-14.1]"""
    first = first_seat(position)
    if first:
        yield Ruled("FB-14.1", "fb.14-1.begins", {"seat": first})
    yield Entered(0, names.READY, (first,) if first else ())
    yield from giving_way(book.union(seams.STEP, position, names.READY))


def first_seat(position: Position) -> Seat:
    """The seat that rolled for the first turn has it; nobody where turns come otherwise."""
    return next((one for one in position.seats() if position.count(one, names.FIRST_TURN)), "")


def steps(_: Any, __: Position) -> tuple[tuple[str, Frame], ...]:
    """The base game: terrain, deployment by turns, the roll for the first turn. [FB-14.1]"""
    return (
        (names.TERRAIN, Layout()),
        (names.DEPLOYMENT, Deployment()),
        (names.DEPLOYMENT, FirstTurn()),
    )


PROCEDURES = {Opening: parted_from(opening)}
HOOKS = ((seams.SET_UP, steps, "FB-14.1"),)
