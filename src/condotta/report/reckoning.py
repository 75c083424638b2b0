"""What maps, story and page count off a position."""

from __future__ import annotations

from condotta.armies.halves import number
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Tally
from condotta.report.naming import is_model
from condotta.rules.ranked.names import POINTS
from condotta.rules.scores import score_of, scores
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph import names
from condotta.words import say


def score_said(book: Book, position: Position, seat: Seat) -> str:
    """The score of a seat's side in its unit, for beside its name."""
    count = scores(book, position)[seat]
    return say(f"score.brief.{score_of(book).name}", {"count": count})


def scores_said(book: Book, position: Position) -> dict[Seat, str]:
    """The scores of all seats in words."""
    return {seat: score_said(book, position, seat) for seat in position.seats()}


def lost_said(position: Position, seat: Seat) -> str:
    """What a seat has lost, for beside its name where nothing is known of its game."""
    return say("map.lost", {"lost": lost_half_points(position, seat)})


def lost_half_points(position: Position, seat: Seat) -> int:
    """Half points that a seat has lost so far of what it leads. [TC-10.2]"""
    return sum(
        half_points(position, piece.id)
        for piece in position.pieces.values()
        if piece.controller == seat and piece.place == "lost"
    )


def lost_by(system: str, position: Position, seat: Seat) -> int | float:
    """What a seat has lost, in what its system counts losses in: points, a half .5, or models."""
    if SYSTEMS[system].loses == "models":
        return lost_models(position, seat)
    return number(lost_half_points(position, seat))


def lost_models(position: Position, seat: Seat) -> int:
    """How many of the models that a seat leads have fallen, fled or found no place. [SK-60]"""
    return sum(
        is_model(piece) and piece.controller == seat and piece.place == "lost"
        for piece in position.pieces.values()
    )


def half_points(position: Position, piece: str) -> int:
    """Half points that a piece counts when it is lost. [TC-10.2, FB-14.2]"""
    return position.count(piece, names.WORTH) or 2 * position.count(piece, POINTS)


def cost_of(position: Position, piece: str) -> int:
    """Half points that a piece cost with the cards bought for it. [BC-0.9, GT-10.8]"""
    return position.count(piece, names.PRICE) or half_points(position, piece)


def army_letter(position: Position, seat: Seat) -> str:
    """The letter that begins the ids of a seat's pieces."""
    for piece in position.pieces.values():
        if piece.owner == seat:
            return piece.army[:1] or piece.id[:1]
    return seat[:1].upper()


def army_name(position: Position, seat: Seat) -> str:
    """What the army of a seat is called; the seat itself if it has no name."""
    return next((chair.name for chair in position.chairs if chair.seat == seat), "") or seat


def summed(tally: Tally) -> str:
    """A total as a sum: the modifiers together, then the die.

    >>> from condotta.kernel.rulings import Modifier
    >>> summed(Tally("R1", 3, (Modifier(5, "factor.foot", "TC-2.1"),
    ...                        Modifier(-1, "factor.overlap", "TC-2.12"))))
    '5 − 1 + 3'
    """
    said = ""
    for value in (*(part.value for part in tally.parts), tally.die):
        sign = "−" if value < 0 else "+"
        said += f" {sign} {abs(value)}" if said else f"{'−' if value < 0 else ''}{abs(value)}"
    return said
