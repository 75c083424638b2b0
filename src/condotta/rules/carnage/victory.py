"""Who has won, by which clause, and how clearly. [CM-94 to CM-101]"""

from __future__ import annotations

from typing import Any, NamedTuple

from condotta.kernel.book import Book
from condotta.kernel.events import Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.carnage import names
from condotta.rules.carnage.host import mission_of, playing
from condotta.rules.carnage.settings import settings_of
from condotta.rules.scores import Score, Tie, counted, first

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


def ends_at_once(book: Book, position: Position) -> bool:
    """Whether the battle ends where one army at most is left, not as the turn does.

    # RULING CM-95: it does, unless it is chosen otherwise; and always where nobody is left.
    """
    at_once = settings_of(book).word("lastArmyWins") == "atOnce"
    return at_once or not playing(book, position)


def verdict(book: Book, position: Position) -> tuple[Ruled, Outcome]:
    """Most points; of equals the one with the lowest rank. [CM-98, CM-99, CM-100]

    Those who are out of the game still count, by a setting not while others are left. [CM-106]
    """
    seats = position.seats()
    if not settings_of(book).flag("eliminatedCanWin"):
        seats = playing(book, position) or seats
    found = first(book, position, seats)
    if not found.tied:
        return told(book, position, found.seats[0], POINTS, seats)
    if not mission_of(book).ranked:
        said = Ruled("CM-116", "cm.116.draw", {"seats": found.tied})
        return said, Outcome((), "CM-116", "cm.116.draw")
    return told(book, position, found.seats[0], TIE, seats)


def score(_: Any, book: Book) -> Score:
    """Points for the objective, or of a mission made one for many; ties by rank. [CM-98, CM-99]

    The lowest rank is the greatest number. Without ranks equal points stay equal. [CM-80, CM-116]
    """
    mission = mission_of(book)
    ties = (Tie("rank", counted(names.RANK)),) if mission.ranked else ()
    return Score("victory-points", "CM-98", counted(mission.counter), ties=ties)


def told(
    book: Book, position: Position, seat: Seat, reason: str, among: tuple[Seat, ...] = ()
) -> tuple[Ruled, Outcome]:
    """The whole result for whoever reads it, and the end. [CM-101]

    `among` are those who could win: others may have as many points. [CM-106]
    """
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
    barred = [one for one in position.seats() if among and one not in among]
    beaten = all(position.count(one, counter) < position.count(seat, counter) for one in barred)
    key = f"cm.101.{reason}" if beaten else f"cm.106.{reason}"
    return Ruled(clause, key, params), Outcome((seat,), clause, key)
