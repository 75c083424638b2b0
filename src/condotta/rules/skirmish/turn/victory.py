"""When a battle is over and who has won it. [SK-27, SK-115]

RULING SK-141: an army that alone has models left has won at once. After the last round most victory
points win, and equal points are a draw.
"""

from __future__ import annotations

from typing import Any

from condotta.kernel.book import Book
from condotta.kernel.decide import STANDS_IN
from condotta.kernel.position import Position
from condotta.rules.conceding import GIVES_UP, TERMS, Terms, given_up, stands_in
from condotta.rules.scores import SCORE, Score, counted, leading, sides
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.field import left_of, playing
from condotta.rules.skirmish.records import Result
from condotta.rules.skirmish.settings import settings_of
from condotta.rules.skirmish.turn.turns import AFTER_ROUND

CLAUSE = "SK-27"


def victory(_: Any, book: Book, position: Position, moment: str) -> Result | None:
    """At once when one side is left or nobody; after the last round by points."""
    left = {position.side(seat) for seat in playing(position)}
    if len(left) == 1:
        return Result(sides(position)[left.pop()], "SK-115", "sk.115.alone")
    if not left:
        return Result((), "SK-115", "sk.115.nobody")
    last = position.count(names.TABLE, names.ROUND) >= settings_of(book).number("battleRounds")
    if moment == AFTER_ROUND and last:
        return Result(leading(book, position), CLAUSE, "sk.27.over")
    return None


def score(_: Any, __: Book) -> Score:
    """Victory points of the mission. [SK-27, SK-121]"""
    return Score("victory-points", CLAUSE, counted(names.VP))


def terms(_: Any) -> Terms:
    """A seat gives up at any time. [SK-165]"""
    return Terms("SK-165", "sk.165", left_of)


HOOKS = (
    (seams.VICTORY, victory, CLAUSE),
    (SCORE, score, CLAUSE),
    (TERMS, terms, "SK-165"),
    (GIVES_UP, given_up, "SK-165"),
    (STANDS_IN, stands_in, "SK-165"),
)
