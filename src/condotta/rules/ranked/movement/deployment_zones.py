"""Where seats set out by default: strips along two edges of the table. [FB-14.1]"""

from __future__ import annotations

from typing import Any

from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.ranked import names, seams
from condotta.table import HALF, Point, Polygon

FROM_CENTRE = 12 * names.INCH
APART = 3 * names.INCH  # from the border with a neighbour on the same edge


def deploy_zone(_: Any, position: Position, seat: Seat) -> tuple[Polygon, ...]:
    """More than 12 inches from the centre line, on a seat's share of its edge. [FB-14.1]

    RULING FB-14.6: seats take the two long edges in turn; those who share one divide it evenly,
    six inches between them.
    """
    seats = position.seats()
    number = seats.index(seat)
    sharers = seats[number % 2 :: 2]
    place = sharers.index(seat)
    width, depth = position.board.width, position.board.depth
    left = width * place // len(sharers) + (APART if place else 0)
    right = width * (place + 1) // len(sharers) - (APART if place + 1 < len(sharers) else 0)
    low, high = (
        (0, depth / 2 - FROM_CENTRE) if number % 2 == 0 else (depth / 2 + FROM_CENTRE, depth)
    )
    return (((left, low), (right, low), (right, high), (left, high)),)


def in_polygon(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies in a convex polygon that runs anticlockwise; its border counts.

    >>> in_polygon((1.0, 0.0), ((0, 0), (2, 0), (2, 2), (0, 2)))
    True
    """
    x, y = point
    ax, ay = polygon[-1]
    for bx, by in polygon:
        beside = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if beside < 0 and beside < -HALF * ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5:
            return False
        ax, ay = bx, by
    return True


HOOKS = ((seams.DEPLOY_ZONE, deploy_zone, "FB-14.1"),)
