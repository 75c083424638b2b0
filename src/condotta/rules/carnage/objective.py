"""The one objective: who holds it now, and what it is worth at a round's end. [CM-88 to CM-93]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.carnage import names
from condotta.rules.carnage.host import HOST, host_of
from condotta.rules.carnage.quarters import centre
from condotta.rules.carnage.settings import settings_of
from condotta.table import Point

SUM, PLURALITY = "sum", "plurality"


def objective(book: Book, position: Position) -> Point | None:
    """Where the one marker lies, if holding it is what counts. [CM-65, CM-88]"""
    if book.sole(HOST) is None or settings_of(book).word("mission") != names.CARNAGE:
        return None
    return centre(position)


def counts(book: Book, position: Position) -> Mapping[Seat, int]:
    """How many models of each seat are near enough to the marker, seats in table order. [CM-91]"""
    host = host_of(book)
    found = host.near_centre(book, position, host.reach)
    return {seat: found.get(seat, 0) for seat in position.seats()}


def holder(numbers: Mapping[Seat, int], reading: str = SUM) -> Seat:
    """Who controls the marker: more models than all enemies together. [CM-89, CM-90]

    By the other reading more than each of them.

    >>> holder({"A": 5, "B": 3, "C": 2}), holder({"A": 5, "B": 3, "C": 2}, PLURALITY)
    ('', 'A')
    >>> holder({"A": 6, "B": 3, "C": 2}), holder({"A": 0, "B": 0, "C": 0})
    ('A', '')
    """
    for seat, own in numbers.items():
        others = [number for other, number in numbers.items() if other != seat]
        if own > (sum(others) if reading == SUM else max(others)):
            return seat
    return ""


def controller(book: Book, position: Position) -> Seat:
    """Who controls the marker now, or nobody."""
    return holder(counts(book, position), settings_of(book).word("control"))


def scored(book: Book, position: Position) -> Iterator[Event]:
    """Whoever controls the marker as a round ends has a point more. [CM-88, CM-93]"""
    if settings_of(book).word("mission") != names.CARNAGE:
        return
    numbers, seat = counts(book, position), controller(book, position)
    told = {f"at {one}": number for one, number in numbers.items()}
    if not seat:
        reading = settings_of(book).word("control")
        yield Ruled("CM-90", "cm.90.nobody" if reading == SUM else "cm.90.level", told)
        return
    points = position.count(seat, names.VP) + 1
    yield Counted(seat, names.VP, points)
    yield Ruled("CM-88", "cm.88.scores", {"seat": seat, "points": points, **told})
