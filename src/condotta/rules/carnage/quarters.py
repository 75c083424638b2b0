"""The table's quarters, chosen by roll-offs, and where one may set out in them. [CM-68 to CM-75]"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from condotta.kernel.asks import Ask, Choose, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.carnage import names
from condotta.rules.carnage.host import mission_of
from condotta.rules.carnage.rolling import RollOff, winner
from condotta.rules.carnage.settings import settings_of
from condotta.table import Base, Point, Polygon, at_most, point_gap

QUARTERS = ("south-west", "south-east", "north-east", "north-west")
WINDOW = "quarter"


class Quarters(Script, frozen=True, kw_only=True):
    """One player after another chooses a quarter; who is next is rolled for. [CM-69, CM-70]"""


def quarters(book: Book, state: State, frame: Quarters) -> Iterator[Event]:
    """Roll off among those without one, then the winner chooses. [CM-69 to CM-72]"""
    position = state.position
    left = tuple(seat for seat in position.seats() if not position.count(seat, names.ZONE))
    taken = [position.count(seat, names.ZONE) for seat in position.seats()]
    free = tuple(name for number, name in enumerate(QUARTERS, start=1) if number not in taken)
    said = frame.heard(WINDOW)
    if not left:
        yield Popped()
        return
    chooser = left[0] if len(left) == 1 else winner(position)
    if not chooser:
        clause = "CM-69" if len(left) == len(position.chairs) else "CM-70"
        yield Pushed(RollOff(purpose=names.FOR_ZONE, seats=left, clause=clause))
    elif isinstance(said, Choose) or len(free) == 1:
        if len(left) == len(position.chairs):
            yield Counted(names.TABLE, names.CLEAR, mission_of(book).clear)
        yield from settled(position, chooser, said.option if said else free[0])
    else:
        yield Asked(Ask(chooser, WINDOW, "CM-69", options=free))


def settled(position: Position, seat: Seat, quarter: str) -> Iterator[Event]:
    """A quarter is a seat's; when it chose is kept: it sets out in that order. [CM-72]"""
    chosen = sum(1 for one in position.seats() if position.count(one, names.ZONE)) + 1
    if position.count(seat, names.WON):
        yield Counted(seat, names.WON, 0)
    yield Counted(seat, names.ZONE, QUARTERS.index(quarter) + 1)
    yield Counted(seat, names.ZONE_ORDER, chosen)
    yield Ruled("CM-69", "cm.69.quarter", {"seat": seat, "quarter": f"cm.quarter.{quarter}"})
    yield Popped()
    yield Pushed(Quarters())


def centre(position: Position) -> Point:
    """The middle of the table, where the marker lies. [CM-65, CM-128]"""
    return position.board.width / 2, position.board.depth / 2


def corners(position: Position, quarter: str) -> Polygon:
    """A quarter of the table, anticlockwise; the dividing lines belong to it. [CM-68, CM-129]

    >>> from condotta.kernel.records import Board
    >>> corners(Position(board=Board(48, 48)), "north-west")
    ((0, 24.0), (24.0, 24.0), (24.0, 48), (0, 48))
    """
    width, depth = position.board.width, position.board.depth
    x, y = centre(position)
    left, right = (0, x) if quarter.endswith("west") else (x, width)
    low, high = (0, y) if quarter.startswith("south") else (y, depth)
    return ((left, low), (right, low), (right, high), (left, high))


def zone(position: Position, seat: Seat) -> tuple[Polygon, ...]:
    """Where a seat sets out: its quarter, once it has chosen one. [CM-74]"""
    number = position.count(seat, names.ZONE)
    return (corners(position, QUARTERS[number - 1]),) if number else ()


def deployment_order(position: Position) -> tuple[Seat, ...]:
    """Seats in the order in which they chose. [CM-72, CM-73]"""
    return tuple(sorted(position.seats(), key=lambda seat: position.count(seat, names.ZONE_ORDER)))


def by_middle(book: Book) -> bool:
    """Whether the middle of a base alone must lie in its quarter and off the table's centre.

    # RULING CM-75: every part of the base must, unless it is chosen otherwise.
    """
    return settings_of(book).word("quarterMeasuredTo") == "centre"


def too_central(book: Book, position: Position, lies: Base) -> bool:
    """Whether any part of a base is as near the centre as nobody may set out. [CM-74, CM-75]"""
    middle = centre(position)
    far = dist(lies.centre, middle) if by_middle(book) else point_gap(lies, middle)
    return at_most(far, position.count(names.TABLE, names.CLEAR))


PROCEDURES = {Quarters: quarters}
