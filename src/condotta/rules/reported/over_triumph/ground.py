"""TRIUMPH! as the game of a reported battle. [RB-2, RB-3, RB-10]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Placed
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.reported import names
from condotta.rules.reported.ground import Ground
from condotta.rules.reported.layer import over
from condotta.rules.reported.over_triumph import paying
from condotta.rules.reported.setting_out import SetOutByHand
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.aftermath import gone
from condotta.rules.triumph.stands.field import field, is_stand


def units(position: Position, seat: Seat) -> tuple[str, ...]:
    """The stands and camps of a seat on the table."""
    return tuple(
        piece.id for piece in position.at("table") if piece.controller == seat and is_stand(piece)
    )


def out(position: Position, seat: Seat) -> tuple[str, ...]:
    """The stands and camps of a seat that were lost."""
    return tuple(
        piece.id for piece in position.at("lost") if piece.owner == seat and is_stand(piece)
    )


def lose(book: Book, position: Position, unit: str, _: int, by: Seat) -> Iterator[Event]:
    """A stand is destroyed, as in any combat. [TC-3.85, TC-10.2]"""
    here = field(book, position)
    yield from gone(here, position.pieces[unit], "RB-3", by)


def give_back(_: Book, __: Position, unit: str, ___: int) -> Iterator[Event]:
    """A stand is on the table after all. [RB-6]"""
    yield Placed(unit, "table")


TRIUMPH_GROUND = Ground(
    name="triumph",
    asks={core.MOVEMENT: (), core.RANGED: (names.LOSSES,), core.CLOSE: (names.LOSSES,)},
    relation=seams.RELATION,
    units=units,
    models=lambda _, __: 1,
    lose=lose,
    give_back=give_back,
    out=out,
    most=lambda _, __: 1,
)


def steps(
    below: Callable[[Book, Position], tuple[tuple[str, Frame], ...]], book: Book, position: Position
) -> tuple[tuple[str, Frame], ...]:
    """Terrain as ever, so that it can be laid; then all set out at the table. [RB-2]"""
    terrain = tuple(step for step in below(book, position) if step[0] == core.TERRAIN)
    return (*terrain, (core.DEPLOYMENT, SetOutByHand(seats=position.seats())))


REPORTED_TRIUMPH = over(
    TRIUMPH_GROUND,
    ((seams.SET_UP, steps, "RB-2"),),
    (paying,),
    first={core.MOVEMENT: (paying.Paying(),)},
)
