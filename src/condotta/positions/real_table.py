"""A moment of a battle at a real table as one of its base game, with the units laid out in rows.

At a real table no piece has a place. Whoever wants to ask about places moves the pieces to where
they stand there; until then they stand as the base game might set them out. Everything is worked
out from what is seen, so that nothing shows what is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.events import Event, Placed
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.positions.games import game
from condotta.rules.library import book as book_of
from condotta.rules.library import declarations, kind
from condotta.rules.reported import names
from condotta.rules.reported.ground import GROUND, standing
from condotta.rules.setting_up import SET_UP
from condotta.words import say

COUNTED = (names.NEAR_MARKER, names.BY_HAND, names.DISPUTES, SET_UP)
"""What is counted at a real table alone, and the steps of its own set-up."""


class Laid(NamedTuple):
    """A moment laid out: the book of the base game, what sets the pieces out, what to know."""

    book: Book
    events: tuple[Event, ...]
    note: str

    def seen(self, now: Position) -> Position:
        """What somebody sees of the moment, with the pieces that he knows where they were laid."""
        return after(bare(now), (event for event in self.events if about(event) in now.pieces))


def about(event: Event) -> str:
    """The piece that an event of a set-out is about."""
    return event.piece if isinstance(event, Placed) else str(getattr(event, "holder", ""))


def is_reported(book: Book) -> bool:
    """Whether a battle is fought at a real table. [RB-1]"""
    return book.speaks(GROUND)


def base_book(book: Book) -> Book:
    """The book of the base game with every layer but the reports, and the same settings."""
    system = kind(book.system)
    known = declarations(system)
    kept = {name: value for name, value in book.settings.items() if name in known}
    return book_of(system, kept)


def laid_out(book: Book, now: Position) -> Laid:
    """Whatever lies on the table without a place is set out by the base game, seat by seat."""
    base = base_book(book)
    waits = [one.id for one in now.pieces.values() if one.place == "table" and one.pose is None]
    units = [one for one in standing(book, now, now.seats()) if one in waits]
    position = after(bare(now), (Placed(one, "undeployed") for one in waits))
    events: list[Event] = []
    for seat in now.seats():
        own = tuple(one for one in units if now.pieces[one].controller == seat)
        laid = tuple(game(base.system).set_out(base, position, seat, own))
        position = after(position, laid)
        events += laid
    left = [one for one in waits if position.pieces[one].place != "table"]
    events += (Placed(one, "reserve") for one in left)
    told = " ".join(notes(now, units, [one for one in units if one in left]))
    return Laid(base, tuple(events), told)


def bare(now: Position) -> Position:
    """A position without what only reports bring, and without how far a set-up had come there."""
    pieces = {one.id: unmet(one) for one in now.pieces.values()}
    counters = {
        holder: {name: value for name, value in row.items() if name not in COUNTED}
        for holder, row in now.counters.items()
    }
    return replace(now, pieces=pieces, counters=counters)


def unmet(piece: Piece) -> Piece:
    """A piece of which nobody has said whom it fights. [RB-7]"""
    kept = tuple(mark for mark in piece.marks if not mark.name.startswith(names.MEETS))
    return piece if kept == piece.marks else replace(piece, marks=kept)


def notes(now: Position, units: Sequence[str], left: Sequence[str]) -> Iterator[str]:
    """What is to be known of it: that places are made up, who has none, what is not kept."""
    if units:
        yield say("sandbox.laid-out")
    if left:
        yield say("sandbox.no-room", {"units": tuple(left)})
    lost = ["report"]
    if any(one.tail(names.MEETS) for one in now.pieces.values()):
        lost.append("fights")
    if any(now.count(seat, names.NEAR_MARKER) for seat in now.seats()):
        lost.append("near")
    yield say("sandbox.not-kept", {"what": tuple(say(f"sandbox.{one}") for one in lost)})
