"""Everything on and beside the table, as far as whoever holds it knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from condotta.kernel.events import Ended
from condotta.kernel.records import Board, Chair, Piece, Record, Seat
from condotta.table import Area

NOTHING: Mapping[str, int] = {}


class Position(Record, frozen=True):
    """Board, ground, pieces, counters, whose turn it is. Mappings are never written to.

    The truth is a position, and so is what a seat sees: rules that read one read the other.
    """

    board: Board = Board(0, 0)
    chairs: tuple[Chair, ...] = ()
    areas: tuple[Area, ...] = ()
    pieces: dict[str, Piece] = {}
    counters: dict[str, dict[str, int]] = {}
    turn: int = 0
    phase: str = ""
    active: tuple[Seat, ...] = ()
    seals: dict[str, str] = {}
    ended: Ended | None = None

    def count(self, holder: str, name: str) -> int:
        """The counter of that name beside a seat, side or piece; zero if it has none."""
        return self.counters.get(holder, NOTHING).get(name, 0)

    def side(self, seat: Seat) -> str:
        """The side a seat sits on."""
        for chair in self.chairs:
            if chair.seat == seat:
                return chair.side
        return ""

    def seats(self) -> tuple[Seat, ...]:
        """All seats, in table order."""
        return tuple(chair.seat for chair in self.chairs)

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in table order, beginning with this one; from the first for the seat ""."""
        seats = self.seats()
        start = seats.index(seat) if seat else 0
        return (*seats[start:], *seats[:start])

    def at(self, place: str) -> Iterator[Piece]:
        """The pieces in a place, in the order they were mustered."""
        return (piece for piece in self.pieces.values() if piece.place == place)
