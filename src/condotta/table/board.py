"""Fields with sides along x and y: the board itself, its thirds, wings and deployment zones."""

from math import inf

from condotta.table.ground import extent
from condotta.table.overlap import overlaps, span
from condotta.table.pose import Base
from condotta.table.records import Area, Field
from condotta.table.vector import HALF, TOUCH, Point


def bounds(of: Base) -> tuple[float, float, float, float]:
    """The box around a base along the board's edges: least x and y, greatest x and y."""
    low_x, high_x = span(of, (1.0, 0.0), (0.0, 0.0))
    low_y, high_y = span(of, (0.0, 1.0), (0.0, 0.0))
    return low_x, low_y, high_x, high_y


def wholly_on(of: Base, field: Field) -> bool:
    """Whether every part of a base is within a field. [TC-0.6]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> board = Field(0, 0, 480000, 320000)
    >>> wholly_on(base(pose_at(10000, 10000, 0), Rectangle(20000, 10000)), board)
    True
    """
    return _within(bounds(of), field, HALF)


def on_board(of: Base, board: Field, touch: float = TOUCH) -> bool:
    """Whether a base is wholly on the board; over its edge by no more than `touch` is. [TC-3.47]"""
    return _within(bounds(of), board, touch)


def partly_on(of: Base, field: Field) -> bool:
    """Whether any part of a base is in a field by more than a margin."""
    middle = ((field.low_x + field.high_x) / 2, float(field.high_y))
    half = ((field.high_x - field.low_x) / 2, (field.high_y - field.low_y) / 2)
    return overlaps(of, Base.box(middle, (0.0, 1.0), half), HALF)


def area_on(area: Area, field: Field) -> bool:
    """Whether an area lies wholly within a field. [TC-7.33]"""
    return _within(extent(area), field, HALF)


def _within(box: tuple[float, float, float, float], field: Field, slack: float) -> bool:
    return (
        box[0] >= field.low_x - slack
        and box[1] >= field.low_y - slack
        and box[2] <= field.high_x + slack
        and box[3] <= field.high_y + slack
    )


def travel_to_border(of: Base, heading: Point, length: float, field: Field) -> float:
    """How far a base goes along a unit vector before any part leaves a field. [TC-3.75]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = base(pose_at(10000, 300000, 0), Rectangle(20000, 10000))
    >>> travel_to_border(stand, (0.0, 1.0), 50000, Field(0, 0, 480000, 320000))
    20000.0
    """
    low_x, low_y, high_x, high_y = bounds(of)
    hx, hy = heading
    ways = (
        (hx, field.high_x - high_x),
        (-hx, low_x - field.low_x),
        (hy, field.high_y - high_y),
        (-hy, low_y - field.low_y),
    )
    free = min((room / pace for pace, room in ways if pace > 1e-12), default=inf)
    return max(0.0, min(length, free))
