"""Points, directions and distances, in quanta: the grid's own unit.

The table does not know how long a quantum is (0.0001 MU in one game, 0.01 mm in another).
Only + - * / and square roots touch a float here, and IEEE arithmetic rounds those the same way
on every machine, so a distance is the same number everywhere.

Two tolerances exist. `TOUCH` decides contact, alignment and overlap. [TC-0.5] Distances compare
as exact values within `HALF` a quantum, which is the grid's own uncertainty.
"""

from math import atan2, degrees, sqrt
from typing import TypeAlias

from condotta.table.once import fact

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[Point, Point]
Polygon: TypeAlias = tuple[Point, ...]
Facing: TypeAlias = tuple[int, int]

UNIT = 1_000_000
TOUCH = 100.0
HALF = 0.5

_RADIAN = 0.017453292519943295
_SINE = tuple(
    sign / factorial
    for sign, factorial in zip(
        (1, -1, 1, -1, 1, -1, 1, -1),
        (1, 6, 120, 5040, 362880, 39916800, 6227020800, 1307674368000),
        strict=True,
    )
)
_COSINE = tuple(
    sign / factorial
    for sign, factorial in zip(
        (1, -1, 1, -1, 1, -1, 1, -1, 1),
        (1, 2, 24, 720, 40320, 3628800, 479001600, 87178291200, 20922789888000),
        strict=True,
    )
)


def at_most(distance: float, limit: float) -> bool:
    """Whether a distance is within a limit, the limit included. [TC-0.6]

    >>> at_most(20000.0, 20000), at_most(20000.4, 20000), at_most(20001.0, 20000)
    (True, True, False)
    """
    return distance <= limit + HALF


def less_than(distance: float, limit: float) -> bool:
    """Whether a distance is short of a limit, the limit left out; `limit` at most it is not.

    >>> less_than(19999.0, 20000), less_than(19999.6, 20000), less_than(20000.0, 20000)
    (True, False, False)
    """
    return distance < limit - HALF


def _scaled(dx: float, dy: float) -> Facing:
    size = sqrt(dx * dx + dy * dy)
    return round(dx / size * UNIT), round(dy / size * UNIT)


def direction(dx: float, dy: float) -> Facing:
    """The canonical facing along a vector: whole numbers, length `UNIT`, exact along the axes.

    A canonical facing comes back unchanged.

    >>> direction(0, 3), direction(-7, 0), direction(1, 1)
    ((0, 1000000), (-1000000, 0), (707107, 707107))
    """
    if not dx and not dy:
        raise ValueError("a facing needs a vector that is not zero")
    facing = _scaled(dx, dy)
    for _ in range(8):
        again = _scaled(*facing)
        if again == facing:
            break
        facing = again
    return facing


def _series(coefficients: tuple[float, ...], square: float) -> float:
    total = 0.0
    for coefficient in reversed(coefficients):
        total = total * square + coefficient
    return total


@fact(4096)
def sine_cosine(theta: float) -> tuple[float, float]:
    """Sine and cosine of an angle in degrees, from our own series: equal on every platform.

    Exact at multiples of 90, and a mirrored or quarter-turned angle gives the same digits.

    >>> sine_cosine(90), sine_cosine(180), sine_cosine(-30)[0] == -sine_cosine(30)[0]
    ((1.0, 0.0), (0.0, -1.0), True)
    """
    turned = abs(theta) % 360.0
    quarter = int(turned / 90.0)
    rest = turned - 90.0 * quarter
    folded = 90.0 - rest if rest > 45.0 else rest
    angle = folded * _RADIAN
    sine, cosine = angle * _series(_SINE, angle * angle), _series(_COSINE, angle * angle)
    if rest > 45.0:
        sine, cosine = cosine, sine
    for _ in range(quarter):
        sine, cosine = cosine, -sine
    return (-sine if theta < 0 else sine) + 0.0, cosine + 0.0


def from_degrees(theta: float) -> Facing:
    """The facing at degrees clockwise from +y.

    >>> from_degrees(0), from_degrees(90), from_degrees(-90), from_degrees(30)
    ((0, 1000000), (1000000, 0), (-1000000, 0), (500000, 866025))
    """
    return direction(*sine_cosine(theta))


def to_degrees(facing: Facing) -> float:
    """Degrees clockwise from +y, to four places: for display only.

    >>> to_degrees((1000000, 0)), to_degrees(from_degrees(137))
    (90.0, 137.0)
    """
    return round(degrees(atan2(facing[0], facing[1])) % 360.0, 4) % 360.0


def right_of(facing: Facing) -> Facing:
    """The facing a quarter turn clockwise.

    >>> right_of((0, 1000000))
    (1000000, 0)
    """
    return facing[1], -facing[0]


def left_of(facing: Facing) -> Facing:
    """The facing a quarter turn anticlockwise."""
    return -facing[1], facing[0]


def opposite(facing: Facing) -> Facing:
    """The facing turned about."""
    return -facing[0], -facing[1]


def unit(vector: Point) -> Point:
    """A vector of that direction, such as a facing's, of length one.

    >>> unit((0, -1000000))
    (0.0, -1.0)
    """
    size = sqrt(vector[0] * vector[0] + vector[1] * vector[1])
    return vector[0] / size, vector[1] / size


def distance(one: Point, two: Point) -> float:
    """The straight distance between two points. [TC-0.15]

    >>> distance((0, 0), (3, 4))
    5.0
    """
    dx, dy = two[0] - one[0], two[1] - one[1]
    return sqrt(dx * dx + dy * dy)


def whole(point: Point) -> tuple[int, int]:
    """The place on the grid that is nearest to a point."""
    return round(point[0]), round(point[1])


def along(start: Point, end: Point, share: float) -> Point:
    """The point a share of the way from start to end.

    >>> along((0, 0), (10, 20), 0.5)
    (5.0, 10.0)
    """
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def point_to_segment(point: Point, segment: Segment) -> float:
    """The distance from a point to the nearest point of a segment.

    >>> point_to_segment((5, 7), ((0, 0), (10, 0))), point_to_segment((13, 4), ((0, 0), (10, 0)))
    (7.0, 5.0)
    """
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    px, py = point[0] - ax, point[1] - ay
    square = dx * dx + dy * dy
    reach = px * dx + py * dy
    if square == 0 or reach <= 0:
        return sqrt(px * px + py * py)
    if reach >= square:
        return distance(point, segment[1])
    return abs(px * dy - py * dx) / sqrt(square)


def side_of(point: Point, segment: Segment) -> float:
    """Signed distance from the endless line along a segment, positive to the right of its run.

    >>> side_of((3, -2), ((0, 0), (10, 0)))
    2.0
    """
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    return ((point[0] - ax) * dy - (point[1] - ay) * dx) / sqrt(dx * dx + dy * dy)


def segments_cross(one: Segment, two: Segment) -> bool:
    """Whether each segment passes clean through the other; meeting at an end is no crossing.

    >>> segments_cross(((0, 0), (4, 4)), ((0, 4), (4, 0)))
    True
    >>> segments_cross(((0, 0), (4, 4)), ((4, 4), (8, 0)))
    False
    """
    if one[0] == one[1] or two[0] == two[1]:
        return False
    return (
        side_of(two[0], one) * side_of(two[1], one) < 0
        and side_of(one[0], two) * side_of(one[1], two) < 0
    )


def segment_contained(inner: Segment, outer: Segment, touch: float = TOUCH) -> bool:
    """Whether the whole of one segment lies on another, whichever way they run. [TC-0.8]

    >>> segment_contained(((30, 30), (60, 60)), ((20, 20), (70, 70)), touch=0.01)
    True
    """
    return all(point_to_segment(point, outer) <= touch for point in inner)
