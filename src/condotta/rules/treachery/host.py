"""What the treachery layer asks of the game that it lies over, and nothing else.

A host is a value. It names the seams where the layer speaks, and answers a few questions about
units. Its package also says, at its own seams, that turns pass on by `turns.following`, and that
whatever a loss is worth goes to `coffers.credited`. [docs/treachery.md]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.seams import Sole, Stack, Union
from condotta.kernel.state import State
from condotta.table import Base

Effect = Callable[[Book, State, Any], Iterator[Event]]
"""What a card does: the book, the truth, and the `Resolve` frame with player, card and target."""

Targets = Callable[[Book, Position, Seat, tuple[str, ...]], tuple[str, ...]]
"""The units that a seat may aim a card at, given what the moment is about."""


class Unit(Protocol):
    """What a host reads off the table: a stand, a regiment."""

    id: str
    seat: Seat


class Ploy(NamedTuple):
    """How a host carries out one card: when, at whom, and what happens."""

    moment: str
    targets: Targets | None
    effect: Effect


class Aim(NamedTuple):
    """A shot that may be made: who shoots at whom, and whether it is far enough for fog. [T14]"""

    shooter: str
    target: str
    far: bool


class Host(NamedTuple):
    """One base game as the layer sees it.

    `opens` and `closes` say which of the host's phases begin and end a phase of TT-3.7, and which.
    What it answers stands below each question, then when it is asked and what it is given, as at a
    seam.
    """

    name: str
    opens: Mapping[str, str]
    closes: Mapping[str, str]
    game_turns: int
    # seams of the host at which the layer speaks
    relation: Stack[[Position, Seat, Seat], str]
    phase_opens: Union[..., Any]  # given the phase last
    phase_closes: Union[..., Any]
    # questions about units
    units: Callable[[Position, Seat], tuple[str, ...]]
    """The units of a seat that are on the table or may still come there.

    Any time. Given the position and the seat.
    """
    engaged: Callable[[Book, Position, Seat], tuple[tuple[str, str], ...]]
    """The contacts of a seat's units: its own unit, and the other one it is in combat with.

    Any time. Given the Book, the position and the seat.
    """
    lies: Callable[[Book, Position], Mapping[str, Base]]
    """Where every unit lies. Any time. Given the Book and the position."""
    steady: Callable[[Position, Piece], int]
    """How many models of a unit count as steady: none of one that flees.

    Any time. Given the position and the unit.
    """
    generals: Callable[[Position, Seat], tuple[str, ...]]
    """The units in which a seat's generals are. Any time. Given the position and the seat."""
    barred: Callable[[Book, Position, Base], bool]
    """Whether a base there would leave the table or lie on impassable ground.

    As tried. Given the Book, the position and the base.
    """
    worth: Callable[[Position, Piece], int]
    """What a unit counts when it is lost, in halves of a victory point.

    Any time. Given the position and the unit.
    """
    earned: Callable[[Position, Seat], int]
    """What a seat has earned in this phase so far, in halves of a victory point.

    After the phase, before it is paid. Given the position and the seat.
    """
    enter: Callable[[Position, Seat], tuple[Event, ...]]
    """The events by which a seat's turn begins.

    Before its turn, as its card is turned. Given the position and the seat.
    """
    parts: Callable[[Piece], bool]
    """Whether a truce moves such a unit; a camp is never moved.

    Before the truce. Given the unit. [TO-7]
    """
    left_standing: Callable[[str, tuple[str, ...]], tuple[Event, ...]]
    """What tells that a unit that found no room is parted from others all the same.

    As tried, where no room was found. Given the id of the unit and those of the others. [TT-7.5]
    """
    truce_gap: Callable[[Book], int]
    """The gap that a truce leaves, in quanta. Any time. Given the Book. [TT-7.5]"""
    set_aside: Callable[[Book], tuple[str, ...]]
    """The cards that are set aside though it gives them a meaning.

    Before the deck is made. Given the Book. [TO-4]
    """
    together: Callable[[Position, Piece], tuple[Piece, ...]]
    """What changes sides with a unit: itself, and the characters in it.

    Before it does. Given the position and the unit. [TT-12.7]
    """
    joined: Callable[[Position, Piece, Seat], Piece]
    """A piece as it is under a new controller.

    Before it has him. Given the position, the piece and the seat.
    """
    ploys: Mapping[str, Ploy]
    """The cards that it gives a meaning to; others are set aside. [TO-4]"""
    shots: Callable[[Book, Position], Iterable[Aim]]
    """The shots that may be made as the units stand, for whoever must choose.

    Any time in a phase of shooting. Given the Book and the position. [T11, T14]
    """
    unsettled: Callable[[Book, Position, str, str], tuple[str, ...]]
    """The units that do worse in a phase where one of them is whispered to; none if it matters not.

    Before the phase, for whoever must choose. Given the Book, the position, the id of the unit and
    the phase. [T06]
    """
    ranked: Callable[[Piece], bool] = lambda _: True
    """Whether a unit is one in ranks, that counts on the hill.

    Any time. Given the unit. [TT-13.5]
    """
    parted_by_hand: Callable[[Position, str], Iterator[Event]] | None = None
    """What is told, and undone, where people part a neutral unit by hand; else TT-7.5 moves it.

    Before the truce. Given the position and the id of the unit. [TT-7.4]
    """


def of_seat(position: Position, seat: Seat, counts: Callable[[Piece], bool]) -> tuple[str, ...]:
    """The pieces of a seat on the table or in reserve that count as units. [TT-13.8]"""
    return tuple(
        piece.id
        for piece in position.pieces.values()
        if piece.controller == seat and piece.place in ("table", "reserve") and counts(piece)
    )


def contacts(couples: Iterable[tuple[Unit, Unit]], seat: Seat) -> tuple[tuple[str, str], ...]:
    """The contacts of a seat's units among all: its own first. [TT-7.1]"""
    found = []
    for one, other in couples:
        if one.seat == seat:
            found.append((one.id, other.id))
        elif other.seat == seat:
            found.append((other.id, one.id))
    return tuple(found)


HOST: Sole[[], Host] = Sole("the game that treachery lies over")
"""Any time. Given nothing."""


def host_of(book: Book) -> Host:
    """The host of a book."""
    host = book.sole(HOST)
    assert host is not None, book.system
    return host
