"""The opening: everything from the first die to the first turn, in order. [TC-7, TC-8]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Entered, Event, Popped
from condotta.kernel.state import State
from condotta.rules.setting_up import Opening, next_step
from condotta.rules.triumph import names, seams


def opening(book: Book, state: State, _: Opening) -> Iterator[Event]:
    """Begin the next step; after the last one the battle is ready. [TC-8.1]"""
    position = state.position
    yield from next_step(position, book.stack(seams.SET_UP, book, position), ready())


def ready() -> Iterator[Event]:
    """Everybody stands; the battle may begin."""
    yield Entered(0, names.READY, ())
    yield Popped()


PROCEDURES = {Opening: opening}
