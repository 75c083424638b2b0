"""Start positions round the table, chosen by roll-off. [TT-13.9, TT-13.10]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from condotta.kernel.asks import Ask, Choose, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.state import State
from condotta.rules.rolloff import standing, untied
from condotta.rules.treachery import names

STEP = "positions"


class Anchors(Script, frozen=True, kw_only=True):
    """A roll-off; in its order everybody picks a start position. [TT-13.9, TT-13.10]"""

    def gist(self, _: Ask) -> Anchors:
        """A tie of all who roll has decided nothing."""
        return untied(self)


@cache
def anchors(width: int, depth: int, count: int) -> tuple[tuple[int, int], ...]:
    """Points evenly spaced along the edge, the first in the middle of the south side. [TT-13.2]

    >>> anchors(720, 480, 3)
    ((360, 0), (720, 440), (0, 440))
    >>> anchors(720, 480, 5)
    ((360, 0), (720, 120), (600, 480), (120, 480), (0, 120))
    """
    around = 2 * (width + depth)
    return tuple(
        on_edge(width, depth, (width // 2 + number * around // count) % around)
        for number in range(count)
    )


def on_edge(width: int, depth: int, far: int) -> tuple[int, int]:
    """The point so far along the edge from the south-west corner, by the east."""
    if far <= width:
        return far, 0
    if far <= width + depth:
        return width, far - width
    if far <= 2 * width + depth:
        return 2 * width + depth - far, depth
    return 0, 2 * (width + depth) - far


def pick(_: Book, state: State, frame: Anchors) -> Iterator[Event]:
    """Roll, then ask in descending order. [TT-13.10]"""
    seats = state.position.seats()
    rolls = [one.said.pips for one in frame.answers if isinstance(one.said, Roll)]
    order, tied = standing(seats, rolls)
    if tied:
        yield Asked(Ask(CHANCE, "position dice", "TT-13.10", dice=len(tied), about=tied))
        return
    taken = [int(one.said.option) for one in frame.answers if isinstance(one.said, Choose)]
    free = [number for number in range(1, len(seats) + 1) if number not in taken]
    if len(free) > 1:
        options = tuple(str(number) for number in free)
        yield Asked(Ask(order[len(taken)], "start position", "TT-13.10", options=options))
        return
    for place, (seat, anchor) in enumerate(zip(order, (*taken, *free), strict=True), start=1):
        yield Counted(seat, names.PLACE, place)
        yield Counted(seat, names.ANCHOR, anchor)
        yield Ruled("TT-13.10", "tt.13-10.position", {"seat": seat, "number": anchor})
    yield Popped()


def anchor_of(position: Position, seat: Seat) -> tuple[int, int] | None:
    """The start position of a seat, once it is chosen. [TT-13.2]"""
    number, board = position.count(seat, names.ANCHOR), position.board
    if not number:
        return None
    return anchors(board.width, board.depth, len(position.chairs))[number - 1]


def in_order(position: Position) -> tuple[Seat, ...]:
    """The seats in the order of the roll-off; nobody before it. [TT-13.10]"""
    placed = (seat for seat in position.seats() if position.count(seat, names.PLACE))
    return tuple(sorted(placed, key=lambda seat: position.count(seat, names.PLACE)))


PROCEDURES = {Anchors: pick}
