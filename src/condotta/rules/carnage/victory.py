"""Who has won, by which clause, and how clearly. [CM-94 to CM-101]"""

from __future__ import annotations

from typing import NamedTuple

from condotta.kernel.book import Book
from condotta.kernel.events import Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.carnage import names
from condotta.rules.carnage.host import mission_of, playing
from condotta.rules.carnage.settings import settings_of

ANNIHILATION, POINTS, TIE = "annihilation", "victory_points", "tie_lowest_rank"
ENDS = {ANNIHILATION: ("major", "CM-94"), POINTS: ("major", "CM-98"), TIE: ("minor", "CM-99")}


class Outcome(NamedTuple):
    """The end of a battle: who won, the clause that says so, its words."""

    winners: tuple[Seat, ...]
    clause: str
    key: str


def rounds(book: Book) -> int:
    """How many battle rounds the battle lasts. [CM-87]"""
    return mission_of(book).rounds or settings_of(book).number("rounds")


def survivor(book: Book, position: Position) -> tuple[Ruled, Outcome] | None:
    """The last army that has any model left wins at once, whoever slew the others.

    [CM-94, CM-95, CM-96] If the last ones vanish together, points decide. [CM-97]
    """
    left = playing(book, position)
    if len(left) > 1 or not position.count(names.TABLE, names.ROUND):
        return None
    if not left:
        return verdict(book, position)
    return told(book, position, left[0], ANNIHILATION)


def verdict(book: Book, position: Position) -> tuple[Ruled, Outcome]:
    """Most points; of equals the one with the lowest rank. [CM-98, CM-99, CM-100]

    Those who are out of the game still count, by a setting not while others are left. [CM-106]
    """
    seats, counter = position.seats(), mission_of(book).counter
    if not settings_of(book).flag("eliminatedCanWin"):
        seats = playing(book, position) or seats
    counted = {seat: position.count(seat, counter) for seat in seats}
    top = tuple(seat for seat, points in counted.items() if points == max(counted.values()))
    if len(top) == 1:
        return told(book, position, top[0], POINTS)
    if not mission_of(book).ranked:
        said = Ruled("CM-116", "cm.116.draw", {"seats": top})
        return said, Outcome((), "CM-116", "cm.116.draw")
    last = max(top, key=lambda seat: position.count(seat, names.RANK))
    return told(book, position, last, TIE)


def told(book: Book, position: Position, seat: Seat, reason: str) -> tuple[Ruled, Outcome]:
    """The whole result for whoever reads it, and the end. [CM-101]"""
    grade, clause = ENDS[reason]
    params: dict[str, str | int] = {
        "seat": seat,
        "grade": f"cm.grade.{grade}",
        "reason": reason,
        "round": position.count(names.TABLE, names.ROUND),
        "turn": position.turn,
    }
    counter = mission_of(book).counter
    for one in position.seats():
        params[f"points of {one}"] = position.count(one, counter)
        params[f"rank of {one}"] = position.count(one, names.RANK)
    key = f"cm.101.{reason}"
    return Ruled(clause, key, params), Outcome((seat,), clause, key)
