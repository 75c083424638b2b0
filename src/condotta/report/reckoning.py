"""What maps, story and page count off a position."""

from __future__ import annotations

from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.report.naming import is_model
from condotta.rules.carnage import names as carnage
from condotta.rules.ranked.names import POINTS
from condotta.rules.skirmish import names as skirmish
from condotta.rules.treachery.names import TOKENS
from condotta.rules.triumph import names


def victory_points(position: Position, seat: Seat) -> int:
    """What a seat has scored, for the mission's objectives or in Carnage for the one. [CM-88]"""
    return position.count(seat, skirmish.VP) + position.count(seat, carnage.VP)


def scored(position: Position, seat: Seat) -> int:
    """What a seat has to show: its coffer where there is treachery, else its victory points."""
    return position.count(seat, TOKENS) or victory_points(position, seat)


def lost_half_points(position: Position, seat: Seat) -> int:
    """Half points that a seat has lost so far of what it leads. [TC-10.2]"""
    return sum(
        half_points(position, piece.id)
        for piece in position.pieces.values()
        if piece.controller == seat and piece.place == "lost"
    )


def lost_models(position: Position, seat: Seat) -> int:
    """How many of the models that a seat leads have fallen, fled or found no place. [SK-60]"""
    return sum(
        is_model(piece) and piece.controller == seat and piece.place == "lost"
        for piece in position.pieces.values()
    )


def half_points(position: Position, piece: str) -> int:
    """Half points that a piece counts when it is lost. [TC-10.2, FB-14.2]"""
    return position.count(piece, names.WORTH) or 2 * position.count(piece, POINTS)


def army_letter(position: Position, seat: Seat) -> str:
    """The letter that begins the ids of a seat's pieces."""
    for piece in position.pieces.values():
        if piece.owner == seat:
            return piece.army[:1] or piece.id[:1]
    return seat[:1].upper()


def army_name(position: Position, seat: Seat) -> str:
    """What the army of a seat is called; the seat itself if it has no name."""
    return next((chair.name for chair in position.chairs if chair.seat == seat), "") or seat
