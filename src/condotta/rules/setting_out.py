"""Setting out by turns, one unit at a time: who is next, and where on the table units may face."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from condotta.kernel.asks import Loop
from condotta.kernel.events import Began
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece, Seat
from condotta.settings import Settings
from condotta.table import Facing, Point, Polygon

MIDDLE = 2  # the table is as deep again beyond its middle


class Deployment(Loop, frozen=True, kw_only=True):
    """Seats set out one unit each in turn, until all are out."""


def began(settings: Settings, chairs: Iterable[Chair]) -> Began:
    """The empty table, of the size that is set, and who sits at it."""
    width, depth = settings.length("boardWidth"), settings.length("boardDepth")
    assert width is not None
    assert depth is not None
    return Began(Board(width, depth), tuple(chairs))


def undeployed(
    position: Position, seat: Seat, counts: Callable[[Piece], bool]
) -> tuple[Piece, ...]:
    """What a seat has still to set out, of the pieces that count as units."""
    pieces = position.at("undeployed")
    return tuple(piece for piece in pieces if piece.controller == seat and counts(piece))


def fewest_out(position: Position, waiting: Iterable[Seat], drops: str) -> Seat:
    """The one of those waiting that has set out fewest, the first of equals; "" of nobody."""
    return min(waiting, key=lambda seat: position.count(seat, drops), default="")


def facing_over(board: Board, at: Point) -> Facing:
    """Straight over the table: from an edge to the one that is opposite."""
    return (0, 1_000_000) if at[1] < board.depth / MIDDLE else (0, -1_000_000)


def somewhere(zone: Polygon, random: Random) -> Point:
    """A place at random in the box round a zone."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    return random.uniform(min(xs), max(xs)), random.uniform(min(ys), max(ys))
