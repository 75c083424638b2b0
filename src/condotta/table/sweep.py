"""What a moving body passes over.

A swept area is a list of convex pieces that hold everything passed over; the little arcs that a
turn cuts off between two pieces stay under half of `TOUCH`.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import inf, sqrt
from typing import TypeAlias

from condotta.table import polygon as poly
from condotta.table.overlap import overlaps
from condotta.table.path import Leg, Wheel, after, pivot
from condotta.table.pose import Base, Pose, Shape, base
from condotta.table.vector import TOUCH, Point, Polygon, distance


class Hull:
    """A convex piece of a swept area: some points, thickened by a radius for round bases."""

    __slots__ = ("axes", "cx", "cy", "points", "reach", "thick")

    def __init__(self, points: Polygon, thick: float = 0.0) -> None:
        """Take the points as they are: convex and in order."""
        self.points = points
        self.thick = thick
        self.axes = poly.axes(points) if len(points) > 1 else ()
        count = len(points)
        self.cx = sum(x for x, _ in points) / count
        self.cy = sum(y for _, y in points) / count
        self.reach = thick + max(distance((self.cx, self.cy), point) for point in points)


Piece: TypeAlias = Base | Hull


class Sweep:
    """Everything a body passes over, as convex pieces, with the box around them."""

    __slots__ = ("high_x", "high_y", "low_x", "low_y", "pieces")

    def __init__(self, pieces: Sequence[Piece]) -> None:
        """Take the pieces and draw the box."""
        self.pieces = tuple(pieces)
        self.low_x = min((piece.cx - piece.reach for piece in self.pieces), default=inf)
        self.low_y = min((piece.cy - piece.reach for piece in self.pieces), default=inf)
        self.high_x = max((piece.cx + piece.reach for piece in self.pieces), default=-inf)
        self.high_y = max((piece.cy + piece.reach for piece in self.pieces), default=-inf)

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether a circle meets the box."""
        return (
            self.low_x <= x + reach
            and self.high_x >= x - reach
            and self.low_y <= y + reach
            and self.high_y >= y - reach
        )

    def __add__(self, other: "Sweep") -> "Sweep":
        """The two together, as for a move of several legs."""
        return Sweep(self.pieces + other.pieces)


def swept(poses: Sequence[Pose], shapes: Sequence[Shape], leg: Leg) -> Sweep:
    """What a body passes over in a leg, the places where it starts and ends included. [TC-5.13]

    A `Shift` turns the short way round and moves its centre straight; since a base turned
    about covers the same ground, a change of more than 90 degrees sweeps as its remainder.
    """
    ends = after(poses, shapes, leg)
    pieces: list[Piece] = []
    if isinstance(leg, Wheel):
        point = pivot(poses, shapes, leg.side)[1]
        for start, shape in zip(poses, shapes, strict=True):
            pieces.extend(_turning(base(start, shape), point, point, (leg.ux, leg.uy)))
        return Sweep(pieces)
    for start, end, shape in zip(poses, ends, shapes, strict=True):
        pieces.extend(swept_between(base(start, shape), base(end, shape)).pieces)
    return Sweep(pieces)


def swept_between(start: Base, end: Base) -> Sweep:
    """What a base passes over from one pose to another, moving and turning evenly."""
    if start.radius:
        return Sweep([Hull(_distinct(start.centre, end.centre), start.radius)])
    if start.fx == end.fx and start.fy == end.fy:
        return Sweep([_straight(start, end)])
    facing = (end.fx, end.fy)
    if start.fx * end.fx + start.fy * end.fy < 0:
        facing = (-end.fx, -end.fy)
    return Sweep(_turning(start, start.centre, end.centre, facing))


def _distinct(one: Point, two: Point) -> Polygon:
    return (one,) if one == two else (one, two)


def _straight(start: Base, end: Base) -> Piece:
    """A rectangle when the move runs along an axis of the base, otherwise a hull."""
    dx, dy = end.x - start.x, end.y - start.y
    ahead = dx * start.fx + dy * start.fy
    right = dx * start.rx + dy * start.ry
    if abs(right) <= 1.0:
        front = start if ahead <= 0 else end
        half = (start.hw, start.hd + abs(ahead) / 2)
        return Base.box(front.front_middle, (start.fx, start.fy), half)
    if abs(ahead) <= 1.0:
        middle = (start.x + dx / 2, start.y + dy / 2)
        half = (start.hw + abs(right) / 2, start.hd)
        return Base.box(middle, (start.fx, start.fy), half)
    return Hull(poly.hull(start.corners + end.corners))


def _turning(start: Base, about: Point, arrive: Point, facing: Point) -> list[Piece]:
    """Hulls of a base that turns about a pivot while the pivot itself moves straight."""
    target = _normal(facing)
    if start.radius:
        return _turning_disc(start, about, target)
    reach = max(distance(about, corner) for corner in start.corners)
    steps = _steps(start.fx * target[0] + start.fy * target[1], reach)
    turns = _facings((start.fx, start.fy), target, steps)
    frames = [
        _turned(start, about, arrive, turn, index / steps) for index, turn in enumerate(turns)
    ]
    return [Hull(poly.hull(a + b)) for a, b in pairwise(frames)]


def _turning_disc(start: Base, about: Point, target: Point) -> list[Piece]:
    steps = _steps(start.fx * target[0] + start.fy * target[1], distance(about, start.centre))
    turns = _facings((start.fx, start.fy), target, steps)
    dots = [_rotated(start, about, about, turn, (start.centre,))[0] for turn in turns]
    return [Hull(_distinct(one, two), start.radius) for one, two in pairwise(dots)]


def _normal(vector: Point) -> Point:
    size = sqrt(vector[0] * vector[0] + vector[1] * vector[1])
    return vector[0] / size, vector[1] / size


def _steps(cosine: float, reach: float) -> int:
    """In how many equal steps (a power of two) a turn keeps its bulge under half of `TOUCH`."""
    steps = 1
    half = sqrt(max(0.0, (1 + cosine) / 2))
    while reach * (1 - half) > TOUCH / 2 and steps < 1024:
        half = sqrt((1 + half) / 2)
        steps *= 2
    return steps


def _facings(first: Point, last: Point, steps: int) -> list[Point]:
    """The facings of a turn in equal steps, by halving it the short way."""
    turns = [first, last]
    while len(turns) <= steps:
        split = [first]
        for one, two in pairwise(turns):
            middle = (one[0] + two[0], one[1] + two[1])
            if abs(middle[0]) + abs(middle[1]) < 1e-9:
                middle = (one[1], -one[0])
            split += [_normal(middle), two]
        turns = split
    return turns


def _turned(start: Base, about: Point, arrive: Point, turn: Point, share: float) -> Polygon:
    here = (
        about[0] + (arrive[0] - about[0]) * share,
        about[1] + (arrive[1] - about[1]) * share,
    )
    return _rotated(start, about, here, turn, start.corners)


def _rotated(start: Base, about: Point, here: Point, turn: Point, points: Polygon) -> Polygon:
    """Points fixed to a base, after the base has turned about a pivot that moved to `here`."""
    cosine = start.fx * turn[0] + start.fy * turn[1]
    sine = start.fx * turn[1] - start.fy * turn[0]
    return tuple(
        (
            here[0] + (x - about[0]) * cosine - (y - about[1]) * sine,
            here[1] + (x - about[0]) * sine + (y - about[1]) * cosine,
        )
        for x, y in points
    )


def sweep_meets(sweep: Sweep, other: Base, touch: float = TOUCH) -> bool:
    """Whether a swept area overlaps a base by more than `touch`. [TC-5.13]

    >>> from condotta.table.path import Advance
    >>> from condotta.table.pose import Rectangle, pose_at
    >>> stand = Rectangle(20000, 10000)
    >>> path = swept([pose_at(0, 0, 0)], [stand], Advance(40000))
    >>> sweep_meets(path, base(pose_at(20000, 20000, 0), stand))
    False
    >>> sweep_meets(path, base(pose_at(19000, 20000, 0), stand))
    True
    """
    if not sweep.near(other.cx, other.cy, other.reach):
        return False
    return any(
        overlaps(piece, other, touch)
        if isinstance(piece, Base)
        else _hull_overlaps(piece, other, touch)
        for piece in sweep.pieces
    )


def _hull_overlaps(piece: Hull, other: Base, touch: float) -> bool:
    dx, dy = other.cx - piece.cx, other.cy - piece.cy
    reach = other.reach + piece.reach
    if dx * dx + dy * dy >= reach * reach:
        return False
    if piece.thick or other.radius:
        return _thick_overlaps(piece, other, touch)
    for ax, ay in ((other.fx, other.fy), (other.rx, other.ry), *piece.axes):
        middle = other.cx * ax + other.cy * ay
        half = other.hw * abs(other.rx * ax + other.ry * ay)
        half += other.hd * abs(other.fx * ax + other.fy * ay)
        reaches = [x * ax + y * ay for x, y in piece.points]
        if max(reaches) - (middle - half) <= touch or middle + half - min(reaches) <= touch:
            return False
    return True


def _thick_overlaps(piece: Hull, other: Base, touch: float) -> bool:
    core: Polygon = other.corners or (other.centre,)
    if piece.thick + other.radius > touch:
        return poly.gap(piece.points, core) < piece.thick + other.radius - touch
    return poly.depth(piece.points, core) > touch
