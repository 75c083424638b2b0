"""Ranked battles as a host of treachery. [TT-1.3]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Counted, Entered, Event
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.ranked import names as core
from condotta.rules.ranked import seams
from condotta.rules.ranked.losses import scoring
from condotta.rules.ranked.losses.wounds import joined
from condotta.rules.ranked.reading.regiment import field, is_regiment
from condotta.rules.ranked.reading.terrain import barred as impassable
from condotta.rules.treachery import names, turns
from condotta.rules.treachery.host import Host, contacts, of_seat
from condotta.rules.treachery.layer import over
from condotta.rules.treachery.over_ranked import (
    mercenaries,
    neutrality,
    parting,
    ploys,
    positions,
    shots,
)
from condotta.rules.treachery.over_ranked.settings import DEFAULTS
from condotta.table import Base, meets

HALVES = 2


def units(position: Position, seat: Seat) -> tuple[str, ...]:
    """The regiments and characters of a seat on the table or in reserve. [TT-13.8]"""
    return of_seat(position, seat, is_regiment)


def engaged(book: Book, position: Position, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The contacts of a seat's regiments with others that are no friends. [TT-7.1]"""
    return contacts(field(book, position).held, seat)


def lies(book: Book, position: Position) -> Mapping[str, Base]:
    """Where every regiment lies."""
    return {one.id: one.base for one in field(book, position).regiments}


def steady(position: Position, piece: Piece) -> int:
    """The models of a regiment that does not flee. [TT-13.4, TT-13.5]"""
    return 0 if piece.marked(core.FLEEING) else position.count(piece.id, core.MODELS)


def ranked(piece: Piece) -> bool:
    """Whether it is a ranked unit; a character alone is none. [TT-13.5]"""
    return core.CHARACTER not in piece.traits


def generals(position: Position, seat: Seat) -> tuple[str, ...]:
    """The regiment that a seat's General is in, or himself. [TT-13.4]"""
    return tuple(
        position.pieces[name].command or name
        for name in units(position, seat)
        if core.GENERAL in position.pieces[name].traits
    )


def barred(book: Book, position: Position, where: Base) -> bool:
    """Whether a base there would leave the board or lie on impassable ground. [TT-7.5]"""
    here = field(book, position)
    return not here.on_board(where) or any(meets(where, area) for area in impassable(here))


def worth(position: Position, piece: Piece) -> int:
    """The points of a unit, 100 more for the General; in halves. [TT-9.2, FB-14.3]"""
    bonus = scoring.GENERAL_BONUS if core.GENERAL in piece.traits else 0
    return HALVES * (position.count(piece.id, core.POINTS) + bonus)


def earned(position: Position, seat: Seat) -> int:
    """The victory points of the phase that is now. [TT-9.1]"""
    return HALVES * position.count(seat, scoring.earned(position))


def enter(position: Position, seat: Seat) -> tuple[Event, ...]:
    """A player's turn begins; the game turn is that of the core too, for ambushers. [TT-2.3]"""
    now = position.count(names.TABLE, names.GAME_TURN)
    return (
        Counted(core.TABLE, core.GAME_TURN, now),
        Entered(position.turn + 1, core.TURN, (seat,)),
    )


PHASES = {
    core.MOVEMENT: names.MOVEMENT,
    core.MAGIC: names.MAGIC,
    core.SHOOTING: names.SHOOTING,
    core.CLOSE: names.COMBAT,
}
RANKED_HOST = Host(
    name="ranked",
    opens=PHASES,
    closes=PHASES,
    game_turns=positions.numbers()["game_turns"],
    relation=seams.RELATION,
    phase_opens=seams.PHASE_OPENS,
    phase_closes=seams.PHASE_CLOSES,
    units=units,
    engaged=engaged,
    lies=lies,
    steady=steady,
    generals=generals,
    barred=barred,
    worth=worth,
    earned=earned,
    enter=enter,
    parts=lambda _: True,
    left_standing=parting.left_standing,
    truce_gap=lambda _: core.INCH,
    set_aside=lambda _: (),
    together=lambda position, piece: (piece, *joined(position, piece.id)),
    joined=mercenaries.joined,
    ploys=ploys.OVER_RANKED,
    shots=shots.aims,
    unsettled=ploys.unsettled,
    ranked=ranked,
)


def passes_on(_: Callable[[Position], Frame], position: Position) -> Frame:
    """Turn cards say whose turn is next. [TT-2.3]"""
    return turns.following(position)


TREACHERY_OVER_RANKED: Layer = over(
    RANKED_HOST,
    (
        (seams.NEXT_TURN, passes_on, "TT-2.3"),
        *positions.HOOKS,
        *neutrality.HOOKS,
        *parting.HOOKS,
        *mercenaries.HOOKS,
        *ploys.HOOKS,
    ),
    {**ploys.PROCEDURES, **parting.PROCEDURES},
    settings=DEFAULTS,
)
