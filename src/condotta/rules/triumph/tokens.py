"""Tokens that lie on pieces until a moment: each says once what it is for and when it goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Cleared, Event, Marked, Popped
from condotta.kernel.records import Mark, Piece, Record
from condotta.kernel.state import State


class Token(Record, frozen=True):
    """A token, the clause that says what it does, and the moment at which it goes by itself.

    The moments are in `names`: the end of a phase or of a turn. Without one it stays until
    something takes it off.

    >>> held = Token("holds fast", "BC-0.3", "close")
    >>> piece = held.put_on(Piece("R1", "SPR", "red", "red"))
    >>> held.on(piece), piece.marks, held.on(held.taken_from(piece))
    (True, (Mark(name='holds fast', until='close'),), False)
    """

    name: str
    clause: str
    until: str = ""

    @property
    def slug(self) -> str:
        """Its name as keys of words spell it: `note.` and `token.` stand before it."""
        return self.name.replace(" ", "-")

    def on(self, piece: Piece) -> bool:
        """Whether it lies on a piece now."""
        return piece.marked(self.name)

    def laid(self, *pieces: str) -> Iterator[Event]:
        """The events by which it is laid on pieces, until its moment."""
        return (Marked(name, Mark(self.name, self.until)) for name in pieces)

    def lifted(self, *pieces: str) -> Iterator[Event]:
        """The events by which it is taken off pieces before its moment."""
        return (Cleared(name, self.name) for name in pieces)

    def put_on(self, piece: Piece) -> Piece:
        """The piece as it is with the token, for a form that a stand may take."""
        return replace(piece, marks=(*piece.marks, Mark(self.name, self.until)))

    def taken_from(self, piece: Piece) -> Piece:
        """The piece as it is without the token."""
        kept = tuple(mark for mark in piece.marks if mark.name != self.name)
        return replace(piece, marks=kept)


def laying(token: Token) -> Procedure:
    """The procedure of a frame that lays a token on its `stands`, and is over."""

    def lays(_: Book, __: State, frame: Any) -> Iterator[Event]:
        yield from token.laid(*frame.stands)
        yield Popped()

    return lays


def lifting(token: Token) -> Procedure:
    """The procedure of a frame that takes a token off its `stands`, and is over."""

    def lifts(_: Book, __: State, frame: Any) -> Iterator[Event]:
        yield from token.lifted(*frame.stands)
        yield Popped()

    return lifts
