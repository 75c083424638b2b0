"""When a battle is over and who has won it. [FB-14.3, FB-14.4, FB-14.5]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.book import Book
from condotta.kernel.decide import STANDS_IN
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.conceding import GIVES_UP, TERMS, Terms, given_up, stands_in
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.regiment import game_turn, is_regiment
from condotta.rules.ranked.settings import settings_of
from condotta.rules.ranked.turn.turns import is_last
from condotta.rules.scores import SCORE, Score, counted, leading, sides

LEFT = ("table", "reserve", "undeployed")


def left_of(position: Position, seat: Seat) -> Iterator[Piece]:
    """What a seat has left, on the table or on the way to it."""
    return (
        piece
        for piece in position.pieces.values()
        if piece.controller == seat and piece.place in LEFT and is_regiment(piece)
    )


def sides_left(position: Position) -> set[str]:
    """The sides that have anything left, on the table or on the way to it."""
    return {position.side(seat) for seat in position.seats() if any(left_of(position, seat))}


def victory(_: Any, book: Book, position: Position) -> tuple[tuple[str, ...], str, str] | None:
    """After the last turn of the last round, or when one side alone is left. [FB-14.5]

    RULING FB-14.8: any lead in victory points wins, since the grades of victory have no use here.
    """
    left = sides_left(position)
    if len(left) == 1:
        return sides(position)[left.pop()], "FB-14.4", "fb.14-4.alone"
    if not left:
        return (), "FB-14.4", "fb.14-4.nobody"
    if game_turn(position) >= settings_of(book).number("battleTurns") and is_last(position):
        return leading(book, position), "FB-14.5", "fb.14-5.over"
    return None


def score(_: Any, __: Book) -> Score:
    """Victory points: most of them win, and equal ones are a draw. [FB-14.3, FB-14.4]"""
    return Score("victory-points", "FB-14.3", counted(names.VP))


def terms(_: Any) -> Terms:
    """A seat gives up at any time. [FB-14.9]"""
    return Terms("FB-14.9", "fb.14-9", left_of)


HOOKS = (
    (seams.VICTORY, victory, "FB-14.5"),
    (SCORE, score, "FB-14.3"),
    (TERMS, terms, "FB-14.9"),
    (GIVES_UP, given_up, "FB-14.9"),
    (STANDS_IN, stands_in, "FB-14.9"),
)
