"""Skirmish battles as the game of a reported battle. [RB-3, RB-6, RB-31]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Cleared, Counted, Event, Placed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Place, Seat
from condotta.kernel.seams import Stack
from condotta.rules.reported import names
from condotta.rules.reported.ground import Ground
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.attacks.removing import Aftermath, removed
from condotta.rules.skirmish.reading.field import is_model, is_unit

RELATION: Stack[[Position, Seat, Seat], str] = Stack("what one seat is to another")
"""Any time. Given what lies below, the position and both seats."""


def units(position: Position, seat: Seat) -> tuple[str, ...]:
    """The units of a seat on the table."""
    return tuple(
        piece.id for piece in position.at("table") if piece.controller == seat and is_unit(piece)
    )


def out(position: Position, seat: Seat) -> tuple[str, ...]:
    """The units that a seat has lost whole."""
    return tuple(
        piece.id for piece in position.at("lost") if piece.owner == seat and is_unit(piece)
    )


def ranks(position: Position, unit: str, place: Place) -> tuple[Piece, ...]:
    """The models of a unit that are in a place, in the order in which they were mustered."""
    return tuple(piece for piece in position.at(place) if piece.command == unit and is_model(piece))


def models(position: Position, unit: str) -> int:
    """How many models of a unit are on the table."""
    return len(ranks(position, unit, "table"))


def lose(_: Book, position: Position, unit: str, number: int, by: Seat) -> Iterator[Event]:
    """The models that were mustered last are slain, and nothing explodes here. [RB-31, SK-112]

    Nor does a unit that is gone score, as it does in other missions. [RB-32]
    """
    yield Counted(unit, core.SLAIN, position.count(unit, core.SLAIN) + number)
    yield from removed(position, ranks(position, unit, "table")[-number:], by=by, clause="RB-31")


def give_back(_: Book, position: Position, unit: str, number: int) -> Iterator[Event]:
    """Those that were taken last are back first, and are not slain in this turn. [RB-6, RB-31]"""
    back = ranks(position, unit, "lost")[: number - models(position, unit)]
    slain = position.count(unit, core.SLAIN)
    if position.pieces[unit].place == "lost":
        yield Placed(unit, "table")
        if by := position.pieces[unit].tail(core.SLAIN_BY):
            yield Cleared(unit, core.SLAIN_BY + by)
    yield from (Placed(model.id, "table") for model in back)
    if slain:
        yield Counted(unit, core.SLAIN, max(0, slain - len(back)))


SKIRMISH_GROUND = Ground(
    name="skirmish",
    asks={
        core.MOVEMENT: (),
        core.PSYCHIC: (names.LOSSES,),
        core.SHOOTING: (names.LOSSES,),
        core.CHARGE: (names.LOSSES,),
        core.FIGHT: (names.LOSSES,),
        core.MORALE: (names.LOSSES, names.NEAR),
    },
    relation=RELATION,
    units=units,
    models=models,
    lose=lose,
    give_back=give_back,
    out=out,
    most=lambda position, unit: position.count(unit, core.MUSTERED),
    then=(Aftermath(),),
)
