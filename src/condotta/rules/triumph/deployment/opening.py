"""The opening: everything from the first die to the first turn, in order. [TC-7, TC-8]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Entered, Event, Popped
from condotta.kernel.state import State
from condotta.rules.steps import next_step
from condotta.rules.triumph import names, seams


class Opening(Script, frozen=True, kw_only=True):
    """The set-up of a battle, one step after another. [TC-8.1]"""


def opening(book: Book, state: State, _: Opening) -> Iterator[Event]:
    """Begin the next step; after the last one the battle is ready. [TC-8.1]"""
    position = state.position
    begun = tuple(next_step(position, book.stack(seams.SET_UP, position)))
    if begun:
        yield from begun
        return
    yield Entered(0, names.READY, ())
    yield Popped()


PROCEDURES = {Opening: opening}
