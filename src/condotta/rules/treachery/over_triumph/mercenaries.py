"""Mercenary stands over TRIUMPH!: their captain, their price in command, their loyalty. [TO-10]"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Moved
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Modifier
from condotta.rules.treachery import names
from condotta.rules.treachery.bribery import Loyalty, company
from condotta.rules.treachery.over_triumph.scale import MU
from condotta.rules.treachery.over_triumph.settings import settings_of
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.command import out_of_command
from condotta.rules.triumph.movement.outcome_moves import EVADE, PANIC
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import TABLES
from condotta.table import at_most, gap


def led(here: Field, stand: Stand) -> bool:
    """Whether the captain of its company, under the same player, is within 8 MU. [TO-10, 12.7]"""
    reach = settings_of(here.book).number("captainReach") * MU
    return any(
        names.CAPTAIN in other.piece.traits
        and company(other.piece) == company(stand.piece)
        and other.seat == stand.seat
        and at_most(gap(stand.base, other.base), reach)
        for other in here.stands
    )


def distrust(here: Field, body: tuple[Stand, ...]) -> Modifier | None:
    """Mercenaries far from their captain cost as troops out of command. [TO-10, TC-4.7]"""
    if not any(names.MERCENARY in stand.piece.traits for stand in body):
        return None
    strays = [one for one in body if names.MERCENARY in one.piece.traits and not led(here, one)]
    if not strays or out_of_command(here, body) is not None:
        return None
    return Modifier(TABLES.command.out_of_command_cost, "cost.mercenary", "TO-10", "distrust")


def moved(_: Book, position: Position, move: Moved) -> tuple[Frame, ...]:
    """A mercenary that has evaded or panicked may change sides. [TO-10, TT-12.6]"""
    if move.way not in (EVADE, PANIC):
        return ()
    return tuple(
        Loyalty(unit=step.piece)
        for step in move.steps
        if names.MERCENARY in position.pieces[step.piece].traits
    )


def joined(position: Position, piece: Piece, seat: Seat) -> Piece:
    """A stand under its new controller, in the command of his army. [TT-12.7]"""
    own = next(one for one in position.pieces.values() if one.owner == seat and one.command)
    return replace(piece, controller=seat, command=own.command)


HOOKS = (
    (seams.COST, distrust, "TO-10"),
    (seams.OUTCOME_MOVED, moved, "TO-10"),
)
