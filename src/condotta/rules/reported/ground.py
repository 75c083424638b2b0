"""What a reported battle asks of the game that it lies over, and nothing else.

A ground is a value. Its package also says, at the game's own seams, what is set out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.seams import Sole, Stack
from condotta.rules.conceding import CONCEDED, going_on


class Ground(NamedTuple):
    """One base game as the layer sees it.

    `asks` says of each phase that hands play what its report is asked for: losses, fights, who is
    near the objective; of an empty one nothing is asked. Phases that it does not name are played
    by the rules. What it answers stands below each question, then when it is asked and what it is
    given, as at a seam.
    """

    name: str
    asks: Mapping[str, tuple[str, ...]]
    relation: Stack[[Position, Seat, Seat], str]
    units: Callable[[Position, Seat], tuple[str, ...]]
    """The units of a seat that may be reported lost, as people count them.

    Any time. Given the position and the seat.
    """
    models: Callable[[Position, str], int]
    """How many models a unit has; 1 where it is lost as one.

    Any time. Given the position and the id of the unit.
    """
    lose: Callable[[Book, Position, str, int, Seat], Iterator[Event]]
    """The events by which a unit loses so many models, all of them its last, by a seat's doing.

    After it was confirmed; no frame is pushed, as all losses of a report are at one moment. Given
    the Book, the position, the id of the unit, the number, and the seat or nobody.
    """
    give_back: Callable[[Book, Position, str, int], Iterator[Event]]
    """The events by which a unit has again so many models, on the table. [RB-6]

    After everybody agreed. Given the Book, the position, the id of the unit and the number.
    """
    out: Callable[[Position, Seat], tuple[str, ...]]
    """The units of a seat that were lost and could be put back. [RB-6]

    Any time. Given the position and the seat.
    """
    most: Callable[[Position, str], int]
    """How many models a unit was mustered with.

    Any time. Given the position and the id of the unit.
    """
    then: tuple[Frame, ...] = ()
    """What follows once all losses of a report are carried out, the first given first. [RB-3]"""


GROUND: Sole[[], Ground] = Sole("the game whose field is a real table")
"""Any time. Given nothing."""


def ground_of(book: Book) -> Ground:
    """The ground of a book."""
    ground = book.sole(GROUND)
    assert ground is not None, book.system
    return ground


def enemies(book: Book, position: Position, seat: Seat) -> tuple[Seat, ...]:
    """The seats that are enemies of a seat as things are, in table order."""
    relation: Any = ground_of(book).relation
    return tuple(
        other
        for other in position.seats()
        if other != seat and book.stack(relation, position, seat, other) == "enemy"
    )


def aside(book: Book, position: Position, seat: Seat) -> bool:
    """Whether a seat is a neutral of whoever's turn it is: it suffers nothing. [RB-3]"""
    relation: Any = ground_of(book).relation
    return any(book.stack(relation, position, one, seat) == "neutral" for one in position.active)


def taking_part(book: Book, position: Position) -> tuple[Seat, ...]:
    """The seats that are asked about reports, in table order. [RB-33]

    Not who has given up, nor who is out of the battle with all of its side.
    """
    sides = frozenset(going_on(book, position))
    return tuple(
        seat
        for seat in position.seats()
        if position.side(seat) in sides and not position.count(seat, CONCEDED)
    )


def reporter(book: Book, position: Position) -> Seat:
    """Whoever's turn it is, or the first at the table where that one is out; or nobody. [RB-33]"""
    here = taking_part(book, position)
    order = (*position.active, *here) if position.active else ()
    return next((seat for seat in order if seat in here), "")


def standing(book: Book, position: Position, seats: Iterable[Seat]) -> tuple[str, ...]:
    """All units of those seats that may be lost, seat by seat."""
    units = ground_of(book).units
    return tuple(name for seat in seats for name in units(position, seat))
