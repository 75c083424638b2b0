"""While hands play a phase the table says so; some things are done only meanwhile. [RB-3]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.reported import names


class Hands(Script, frozen=True, kw_only=True):
    """Hands begin to play a phase, or have done so. [RB-3, RB-21, RB-30]"""

    play: bool


def hands(_: Book, __: State, frame: Hands) -> Iterator[Event]:
    """The table tells whether they do."""
    yield Counted(names.TABLE, names.BY_HAND, int(frame.play))
    yield Popped()


def playing(position: Position) -> bool:
    """Whether hands play a phase now. [RB-21, RB-30]"""
    return position.count(names.TABLE, names.BY_HAND) > 0


PROCEDURES = {Hands: hands}
