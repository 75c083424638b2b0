"""The set-up: everything from terrain to the first turn, one step after another. [SK-117]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Entered, Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.setting_up import Deployment, Opening, next_step
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.setting_out.first_turn import FirstTurn
from condotta.rules.skirmish.setting_out.laying_terrain import Layout
from condotta.rules.skirmish.setting_out.missions import Objectives


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


PROCEDURES = {Opening: opening}
HOOKS = ((seams.SET_UP, steps, "SK-117"),)
