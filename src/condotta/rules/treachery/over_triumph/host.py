"""TRIUMPH! as a host of treachery. [TO-1 to TO-12]"""

from __future__ import annotations

from collections.abc import Mapping

from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Entered, Event, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.treachery import coffers, names, turns
from condotta.rules.treachery.host import Host, contacts, of_seat
from condotta.rules.treachery.layer import over
from condotta.rules.treachery.over_triumph import mercenaries, neutrality, ploys, positions, scale
from condotta.rules.treachery.over_triumph.scale import MU, numbers
from condotta.rules.treachery.over_triumph.settings import DEFAULTS, number, settings_of
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.stands.field import field, is_stand
from condotta.rules.triumph.tables import CAMP
from condotta.table import Base, meets

HALVES = 2
FOUR_POINTS = 4 * HALVES


def units(position: Position, seat: Seat) -> tuple[str, ...]:
    """The stands of a seat on the table or in reserve. [TT-13.8, TO-11]"""
    return of_seat(position, seat, lambda piece: piece.type != CAMP and is_stand(piece))


def engaged(book: Book, position: Position, seat: Seat) -> tuple[tuple[str, str], ...]:
    """Front, flank and rear contacts of a seat's stands and camps with others'. [TO-7]"""
    couples = ((one.one, one.other) for one in field(book, position).layout.contacts)
    return contacts(((one, other) for one, other in couples if one.seat != other.seat), seat)


def lies(book: Book, position: Position) -> Mapping[str, Base]:
    """Where every stand and camp lies."""
    return {stand.id: stand.base for stand in field(book, position).stands}


def steady(_: Position, piece: Piece) -> int:
    """A stand is one model, and never flees. [TO-4]"""
    return 1 if piece.place == "table" and piece.type != CAMP else 0


def generals(position: Position, seat: Seat) -> tuple[str, ...]:
    """The general's stand."""
    return tuple(
        name for name in units(position, seat) if core.GENERAL in position.pieces[name].traits
    )


def barred(book: Book, position: Position, where: Base) -> bool:
    """Whether a base there would leave the board or lie on impassable ground. [TO-7]"""
    here = field(book, position)
    return not here.on_board(where) or any(meets(where, area) for area in here.impassable)


def worth(position: Position, piece: Piece) -> int:
    """12½ victory points for each half point, 100 more for a general; in halves. [TO-9]

    # RULING TO-9: where what is set gives no whole halves, they are rounded down.
    """
    general = number(position, "generalWorth") if core.GENERAL in piece.traits else 0
    points = number(position, "fourPointsWorth") * position.count(piece.id, core.WORTH)
    return HALVES * points // FOUR_POINTS + HALVES * general


def earned(position: Position, seat: Seat) -> int:
    """The counter that `coffers.credited` keeps. [TT-9.1]"""
    return position.count(seat, names.VP)


def enter(position: Position, seat: Seat) -> tuple[Event, ...]:
    """A player's turn begins with his command roll. [TO-4, TO-12]"""
    return (Entered(position.turn + 1, core.START, (seat,)),)


def parts(piece: Piece) -> bool:
    """Stands are moved by a truce, camps never. [TO-5, TO-7]"""
    return piece.type != CAMP


def truce_gap(book: Book) -> int:
    """1 MU, or as is set. [TO-7]"""
    return settings_of(book).number("truceGap") * MU


def set_aside(book: Book) -> tuple[str, ...]:
    """The designs that are set aside besides those without a meaning here. [TO-4]"""
    return settings_of(book).words("cardsSetAside")


TRIUMPH_HOST = Host(
    name="triumph",
    opens={
        core.COMMAND: names.MOVEMENT, core.RANGED: names.SHOOTING, core.CLOSE: names.COMBAT,
    },
    closes={
        core.MOVEMENT: names.MOVEMENT, core.RANGED: names.SHOOTING, core.CLOSE: names.COMBAT,
    },
    game_turns=numbers()["game_turns"],
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
    parts=parts,
    left_standing=lambda _, __: (),
    truce_gap=truce_gap,
    set_aside=set_aside,
    together=lambda _, piece: (piece,),
    joined=mercenaries.joined,
    ploys=ploys.OVER_TRIUMPH,
    shots=ploys.aims,
    unsettled=ploys.unsettled,
)  # fmt: skip


def passes_on(_: object, __: Book, position: Position) -> tuple[Event, ...]:
    """Turn cards say whose turn is next. [TT-2.3]"""
    return (Pushed(turns.following(position)),)


def lost(_: Book, position: Position, piece: Piece, by: Seat) -> tuple[Event, ...]:
    """What a stand or a camp was worth goes to whoever destroyed it. [TO-9, TT-9.3]"""
    return tuple(coffers.credited(position, piece, by, worth(position, piece)))


HOOKS = ((seams.NEXT_TURN, passes_on, "TT-2.3"), (seams.LOST, lost, "TT-9.1"))
TREACHERY_OVER_TRIUMPH: Layer = over(
    TRIUMPH_HOST,
    (
        *HOOKS,
        *scale.HOOKS,
        *positions.HOOKS,
        *neutrality.HOOKS,
        *ploys.HOOKS,
        *mercenaries.HOOKS,
    ),
    settings=DEFAULTS,
)
