"""Who is held back for a flank march, and who may come in now. [TC-8.20 to TC-8.22]"""

from __future__ import annotations

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph import names
from condotta.rules.triumph.tables import TABLES


def reserve(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The stands a seat has held back, in the order they were mustered. [TC-8.20]"""
    return tuple(piece for piece in position.at("reserve") if piece.controller == seat)


def reserves(position: Position, seat: Seat) -> dict[str, tuple[Piece, ...]]:
    """The stands a seat has held back, by their command. [TC-8.20]"""
    found: dict[str, tuple[Piece, ...]] = {}
    for piece in reserve(position, seat):
        found[piece.command] = (*found.get(piece.command, ()), piece)
    return found


def own_turns(position: Position, seat: Seat) -> int:
    """How many turns a seat has had, this one included. [TC-8.21]"""
    sides = len(dict.fromkeys(chair.side for chair in position.chairs))
    return (position.turn + sides - 1) // sides if seat in position.active else 0


def coming(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The stands held back that may come in now, surcharges apart. [TC-8.21, TC-8.22]"""
    if position.phase != names.MOVEMENT:
        return ()
    if own_turns(position, seat) < TABLES.deployment.march_first_turn:
        return ()
    least = TABLES.deployment.march_cost
    return tuple(
        piece
        for command, held in reserves(position, seat).items()
        if position.count(command, names.CP) >= least
        for piece in held
    )
