"""Ranked battles as the game of a reported battle. [RB-2, RB-3, RB-22]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Placed
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.ranked import names as core
from condotta.rules.ranked import seams
from condotta.rules.ranked.losses.wounds import closed_up, losses
from condotta.rules.ranked.reading.regiment import is_regiment
from condotta.rules.reported import names
from condotta.rules.reported.ground import Ground
from condotta.rules.reported.layer import over
from condotta.rules.reported.over_ranked import owning_up
from condotta.rules.reported.setting_out import steps


def units(position: Position, seat: Seat) -> tuple[str, ...]:
    """The regiments and characters that a seat has on the table."""
    return of_seat(position, "table", seat)


def out(position: Position, seat: Seat) -> tuple[str, ...]:
    """The regiments and characters that a seat has lost."""
    return of_seat(position, "lost", seat)


def of_seat(position: Position, place: str, seat: Seat) -> tuple[str, ...]:
    """The regiments and characters of a seat in one place."""
    pieces = position.at(place)
    return tuple(piece.id for piece in pieces if piece.controller == seat and is_regiment(piece))


def lose(book: Book, position: Position, unit: str, models: int, by: Seat) -> Iterator[Event]:
    """So many rank and file fall; with the last of them the regiment, which scores. [FB-14.3]"""
    yield from losses(book, position, unit, models, by=by, clause="RB-3")


def give_back(_: Book, position: Position, unit: str, models: int) -> Iterator[Event]:
    """A regiment has so many models after all. [RB-6]"""
    back = (Placed(unit, "table"), Counted(unit, core.MODELS, models))
    yield from back
    yield from closed_up(after(position, back), unit, models)


RANKED_GROUND = Ground(
    name="ranked",
    asks={
        core.MOVEMENT: (names.LOSSES, names.FIGHTS),
        core.MAGIC: (names.LOSSES,),
        core.SHOOTING: (names.LOSSES,),
        core.CLOSE: (names.LOSSES, names.FIGHTS),
    },
    relation=seams.RELATION,
    units=units,
    models=lambda position, unit: position.count(unit, core.MODELS),
    lose=lose,
    give_back=give_back,
    out=out,
    most=lambda position, unit: position.count(unit, core.MUSTERED),
)
BROKEN = {core.CLOSE: (owning_up.OwningUp(what=owning_up.BROKE),)}
"""What is owned up to before a phase is reported, with or without a layer. [RB-22]"""


HOOKS = ((seams.SET_UP, steps, "RB-2"),)
REPORTED_RANKED = over(RANKED_GROUND, HOOKS, (owning_up,), first=BROKEN)
