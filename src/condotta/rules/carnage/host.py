"""What the multiplayer layer asks of the game that it lies over, and nothing else.

A host is a value. Its package also says, at its own seams, that turns pass on by
`turns.following`, where seats set out (`quarters.zone`), and when a battle is over
(`victory.survivor`). [docs/carnage.md]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.seams import Sole
from condotta.rules.carnage import names
from condotta.rules.carnage.settings import settings_of

INCH = 10_000


class Mission(NamedTuple):
    """What the layer needs to know of a mission.

    `rounds` 0 is as many as the settings say; `counter` holds a seat's points; `clear` is how far
    from the table's centre nobody sets out, in quanta; `ranked` says whether power levels are
    ranked, which decides the first round and ties. [CM-111, CM-115, CM-116]
    """

    rounds: int = 0
    counter: str = names.VP
    clear: int = 9 * INCH
    ranked: bool = True


CARNAGE = Mission()


def nothing(_: Book, __: Position) -> tuple[Frame, ...]:
    """A game that puts nothing at the end of a battle round."""
    return ()


class Host(NamedTuple):
    """One base game as the layer sees it. `reach` is how near the marker a model counts.

    What it answers stands below each question, then when it is asked and what it is given, as at a
    seam.
    """

    name: str
    reach: int
    in_game: Callable[[Position, Seat], bool]
    """Whether a seat has anything left, on the table or still to come.

    Any time. Given the position and the seat. [CM-102]
    """
    near_centre: Callable[[Book, Position, int], Mapping[Seat, int]]
    """How many models of each seat are within so many quanta of the table's centre.

    Any time. Given the Book, the position and the distance. [CM-91]
    """
    power: Callable[[Book, Position, Seat], int]
    """What the units that a seat has set up are worth together.

    After the set-up. Given the Book, the position and the seat. [CM-79]
    """
    begin: Callable[[Position, Seat], tuple[Event, ...]]
    """The events by which a seat's turn begins.

    Before its turn. Given the position and the seat.
    """
    round_over: Callable[[Book, Position], tuple[Frame, ...]] = nothing
    """What the game itself puts at the end of a battle round.

    Before the round is scored: the frames run after. Given the Book and the position.
    """
    may_reroll: Callable[[Book, Position, Seat, bool], bool] = lambda *_: False
    """Whether a seat may pay to roll its own die again.

    Before it pays. Given the Book, the position, the seat and whether a phase is on. [CM-24]
    """
    pay_reroll: Callable[[Position, Seat, bool], tuple[Event, ...]] = lambda *_: ()
    """The events by which it pays.

    Before it does. Given the position, the seat and whether a phase is on.
    """
    missions: Mapping[str, Mission] = {}
    """Its missions for two sides, as they are for many. [CM-110]"""


HOST: Sole[[], Host] = Sole("the game that the multiplayer layer lies over")
"""Any time. Given nothing."""


def host_of(book: Book) -> Host:
    """The host of a book."""
    host = book.sole(HOST)
    assert host is not None, book.system
    return host


def mission_of(book: Book) -> Mission:
    """The mission of a battle: the layer's own, or one of the host's made one for many."""
    return host_of(book).missions.get(settings_of(book).word("mission"), CARNAGE)


def playing(book: Book, position: Position) -> tuple[Seat, ...]:
    """The seats that are in the game, in table order. [CM-102]"""
    host = host_of(book)
    return tuple(seat for seat in position.seats() if host.in_game(position, seat))
