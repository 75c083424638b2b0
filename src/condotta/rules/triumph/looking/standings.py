"""How the sides and their commands stand, in half points. To look at; decides nothing. [TC-10.1]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Record, Seat
from condotta.rules.triumph import seams
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.victory import losses


class Strength(Record, frozen=True):
    """A command in half points: its number on its side, what it lost, brought, breaks at.

    `breaks` is the first loss at which it breaks, by `clause`; `dice` is added to its command roll.
    `says` is the key of what becomes of it then.
    """

    command: str
    seat: Seat
    side: str
    number: int
    lost: int
    total: int
    breaks: int
    broken: bool
    dice: int
    clause: str
    says: str


class Standing(Record, frozen=True):
    """How a seat's side stands, in half points: what it has lost, and what decides. [TC-10.1]

    `leader` is the seat that takes the joint choices of the side; `says` the key of what becomes of
    a side that has lost so much.
    """

    seat: Seat
    side: str
    leader: Seat
    lost: int
    decides: int
    clause: str = "TC-10.1"
    says: str = "standing.beaten"


def standing(book: Book, position: Position) -> tuple[Standing, ...]:
    """The losses of every seat's side against the number that decides. [TC-10.1]"""
    usual = (settings_of(book).half_points("lossThreshold"), "TC-10.1")
    lost = losses(position)
    rolling = book.sole(seams.ROLLING, book, position) or position.seats()
    leaders = {position.side(seat): seat for seat in reversed(rolling)}
    return tuple(
        Standing(
            chair.seat,
            chair.side,
            leaders[chair.side],
            lost[chair.side],
            *(book.claim(seams.DECIDES, book, position, chair.side) or usual),
        )
        for chair in position.chairs
    )


def strengths(book: Book, position: Position) -> tuple[Strength, ...]:
    """How the commands stand, where a game counts them one by one."""
    return tuple(book.union(seams.STRENGTHS, book, position))
