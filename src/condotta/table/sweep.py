"""What a moving body passes over.

A swept area is a list of convex pieces that hold everything passed over; the little arcs that a
turn cuts off between two pieces stay under half of `TOUCH`.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf, sqrt
from typing import TypeAlias

from condotta.table import polygon as poly
from condotta.table.overlap import gap, overlaps
from condotta.table.path import after, pivot
from condotta.table.pose import Base, base
from condotta.table.records import Leg, Pose, Shape, Side, Wheel
from condotta.table.vector import TOUCH, Point, Polygon, along, distance, unit


class Hull:
    """A convex piece of a swept area: some points, thickened by a radius for round bases."""

    __slots__ = ("axes_found", "cx", "cy", "outline", "raw", "reach", "thick")

    def __init__(self, raw: Polygon, middle: Point, reach: float, thick: float = 0.0) -> None:
        """Take points in any order, and a circle that holds them all, thickness included."""
        self.raw = raw
        self.cx, self.cy = middle
        self.reach = reach
        self.thick = thick
        self.outline: Polygon = ()
        self.axes_found: Polygon = ()

    @classmethod
    def around(cls, points: Polygon, thick: float = 0.0) -> "Hull":
        """The hull of some points, with a circle that fits."""
        count = len(points)
        middle = sum(x for x, _ in points) / count, sum(y for _, y in points) / count
        reach = thick + max(distance(middle, point) for point in points)
        return cls(points, middle, reach, thick)

    @property
    def points(self) -> Polygon:
        """The corners of the hull, worked out when first asked for."""
        if not self.outline:
            self.outline = poly.hull(self.raw)
        return self.outline

    @property
    def axes(self) -> Polygon:
        """The unit normals of its sides."""
        if not self.axes_found:
            self.axes_found = poly.axes(self.points)
        return self.axes_found


Piece: TypeAlias = Base | Hull


Moment: TypeAlias = tuple[float, Point]
"""A part of the way, and where a base faces there."""


class Turning:
    """A base that turns about a point while that point moves straight: hulls, made on demand.

    It turns the short way; by exactly half a turn, to the side that is given.
    """

    __slots__ = ("about", "arrive", "cx", "cy", "facing", "found", "reach", "side", "start")

    def __init__(
        self, start: Base, about: Point, arrive: Point, facing: Point, side: Side = "right"
    ) -> None:
        """Draw a circle around it all; leave the rest until something is near."""
        self.start, self.about, self.arrive, self.facing = start, about, arrive, facing
        self.side: Side = side
        (end,) = _rotated(start, about, arrive, facing, (start.centre,))
        self.cx, self.cy = (start.cx + end[0]) / 2, (start.cy + end[1]) / 2
        half = distance(start.centre, end) / 2
        cosine = start.fx * facing[0] + start.fy * facing[1]
        rise = distance(about, start.centre) * (1 - sqrt(max(0.0, (1 + cosine) / 2)))
        self.reach = start.reach + half + rise
        self.found: tuple[Piece, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The hulls of successive places, worked out when first asked for."""
        if not self.found:
            self.found = tuple(_hulls(self))
        return self.found

    @property
    def turns(self) -> list[Point]:
        """The facings between which the pieces lie, in equal steps of the way."""
        first, reach = (self.start.fx, self.start.fy), self.far
        cosine = first[0] * self.facing[0] + first[1] * self.facing[1]
        return _facings(first, self.facing, _steps(cosine, reach), self.side)

    @property
    def far(self) -> float:
        """How far the farthest corner is from what it turns about."""
        return max(distance(self.about, corner) for corner in self._points)

    @property
    def _points(self) -> Polygon:
        return (*self.start.corners, self.start.centre)

    def frame(self, share: float, turn: Point) -> Polygon:
        """The corners and the centre after a part of the way, when it faces that way."""
        here = along(self.about, self.arrive, share)
        return _rotated(self.start, self.about, here, turn, self._points)

    def part(self, one: Moment, two: Moment) -> Hull:
        """What is passed over between two moments."""
        return Hull.around(self.frame(*one)[:-1] + self.frame(*two)[:-1])

    def halfway(self, first: Point, last: Point) -> Point:
        """The facing between two."""
        return _facings(first, last, 2, self.side)[1]


Track: TypeAlias = Piece | Turning
"""What one base passes over in one leg."""


def _hulls(track: Turning) -> list[Piece]:
    turns = track.turns
    steps = len(turns) - 1
    frames = [track.frame(index / steps, turn) for index, turn in enumerate(turns)]
    start = track.start
    pieces: list[Piece] = []
    for one, two in pairwise(frames):
        middle = along(one[-1], two[-1], 0.5)
        reach = start.reach + distance(one[-1], two[-1]) / 2
        raw = one[:-1] + two[:-1] if start.corners else _distinct(one[-1], two[-1])
        pieces.append(Hull(raw, middle, reach, start.radius))
    return pieces


class Sweep:
    """Everything a body passes over, as convex pieces, with the box around them."""

    __slots__ = ("high_x", "high_y", "low_x", "low_y", "tracks")

    def __init__(self, tracks: Sequence[Track]) -> None:
        """Take the tracks of the bases and draw the box."""
        self.tracks = tuple(tracks)
        self.low_x = min([track.cx - track.reach for track in self.tracks], default=inf)
        self.low_y = min([track.cy - track.reach for track in self.tracks], default=inf)
        self.high_x = max([track.cx + track.reach for track in self.tracks], default=-inf)
        self.high_y = max([track.cy + track.reach for track in self.tracks], default=-inf)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every convex piece."""
        return tuple(
            piece
            for track in self.tracks
            for piece in (track.pieces if isinstance(track, Turning) else (track,))
        )

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether a circle meets the box."""
        return (
            self.low_x <= x + reach
            and self.high_x >= x - reach
            and self.low_y <= y + reach
            and self.high_y >= y - reach
        )

    def pieces_near(self, x: float, y: float, reach: float) -> Iterator[Piece]:
        """The pieces whose own circle meets a circle."""
        for track in self.tracks:
            dx, dy, both = track.cx - x, track.cy - y, track.reach + reach
            if dx * dx + dy * dy >= both * both:
                continue
            if isinstance(track, Turning):
                for piece in track.pieces:
                    dx, dy, both = piece.cx - x, piece.cy - y, piece.reach + reach
                    if dx * dx + dy * dy < both * both:
                        yield piece
            else:
                yield track

    def __add__(self, other: "Sweep") -> "Sweep":
        """The two together, as for a move of several legs."""
        return Sweep(self.tracks + other.tracks)


def swept(
    poses: Sequence[Pose], shapes: Sequence[Shape], leg: Leg, ends: Sequence[Pose] | None = None
) -> Sweep:
    """What a body passes over in a leg, the places where it starts and ends included. [TC-5.13]

    `ends` are the places after the leg, where they are known already.

    Half a wheel brings the outer end forward. A `Shift` turns the short way round and moves its
    centre straight; since a base turned about covers the same ground, a change of more than 90
    degrees sweeps as its remainder.
    """
    if isinstance(leg, Wheel):
        point = pivot(poses, shapes, leg.side)[1]
        facing = unit((leg.ux, leg.uy))
        return Sweep(
            [
                Turning(base(start, shape), point, point, facing, leg.side)
                for start, shape in zip(poses, shapes, strict=True)
            ]
        )
    ends = ends or after(poses, shapes, leg)
    return Sweep(
        [
            _track(base(start, shape), base(end, shape))
            for start, end, shape in zip(poses, ends, shapes, strict=True)
        ]
    )


def swept_between(start: Base, end: Base) -> Sweep:
    """What a base passes over from one pose to another, moving and turning evenly."""
    return Sweep([_track(start, end)])


def _track(start: Base, end: Base) -> Track:
    if start.radius:
        return Hull.around(_distinct(start.centre, end.centre), start.radius)
    if start.fx == end.fx and start.fy == end.fy:
        return _straight(start, end)
    facing = (end.fx, end.fy)
    if start.fx * end.fx + start.fy * end.fy < 0:
        facing = (-end.fx, -end.fy)
    return Turning(start, start.centre, end.centre, facing)


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
    middle = along(start.centre, end.centre, 0.5)
    reach = start.reach + distance(start.centre, end.centre) / 2
    return Hull(start.corners + end.corners, middle, reach)


def _steps(cosine: float, reach: float) -> int:
    """In how many equal steps (a power of two) a turn keeps its bulge under half of `TOUCH`."""
    steps = 1
    half = sqrt(max(0.0, (1 + cosine) / 2))
    while reach * (1 - half) > TOUCH / 2 and steps < 1024:
        half = sqrt((1 + half) / 2)
        steps *= 2
    return steps


def _facings(first: Point, last: Point, steps: int, side: Side) -> list[Point]:
    """The facings of a turn in equal steps, by halving it the short way."""
    turns = [first, last]
    while len(turns) <= steps:
        split = [first]
        for one, two in pairwise(turns):
            middle = (one[0] + two[0], one[1] + two[1])
            if abs(middle[0]) + abs(middle[1]) < 1e-9:
                middle = (one[1], -one[0]) if side == "right" else (-one[1], one[0])
            split += [unit(middle), two]
        turns = split
    return turns


def _rotated(start: Base, about: Point, here: Point, turn: Point, points: Polygon) -> Polygon:
    """Points fixed to a base, after the base has turned about a pivot that moved to `here`."""
    cosine = start.fx * turn[0] + start.fy * turn[1]
    sine = start.fx * turn[1] - start.fy * turn[0]
    (hx, hy), (ax, ay) = here, about
    return tuple(
        [
            (hx + (x - ax) * cosine - (y - ay) * sine, hy + (x - ax) * sine + (y - ay) * cosine)
            for x, y in points
        ]
    )


def sweep_meets(sweep: Sweep, other: Base, touch: float = TOUCH) -> bool:
    """Whether a swept area overlaps a base by more than `touch`. [TC-5.13]

    >>> from condotta.table.records import Advance
    >>> from condotta.table.pose import pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> path = swept([pose_at(0, 0, 0)], [stand], Advance(40000))
    >>> sweep_meets(path, base(pose_at(20000, 20000, 0), stand))
    False
    >>> sweep_meets(path, base(pose_at(19000, 20000, 0), stand))
    True
    """
    x, y, reach = other.cx, other.cy, other.reach
    if not sweep.near(x, y, reach):
        return False
    for piece in sweep.pieces_near(x, y, reach):
        if isinstance(piece, Base):
            if overlaps(piece, other, touch):
                return True
        elif hull_overlaps(piece, other, touch):
            return True
    return False


def swept_gap(sweep: Sweep, other: Base, limit: float) -> float:
    """The nearest distance between a swept area and a base; infinite beyond the limit. [TC-0.6]

    >>> from condotta.table.records import Advance
    >>> from condotta.table.pose import pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> path = swept([pose_at(0, 0, 0)], [stand], Advance(40000))
    >>> swept_gap(path, base(pose_at(0, 60000, 0), stand), 40000)
    10000.0
    """
    core: Polygon = other.corners or (other.centre,)
    found = [
        gap(piece, other)
        if isinstance(piece, Base)
        else max(0.0, poly.gap(piece.points, core) - piece.thick - other.radius)
        for piece in sweep.pieces_near(other.cx, other.cy, other.reach + limit + TOUCH)
    ]
    return min(found, default=inf)


def hull_overlaps(piece: Hull, other: Base, touch: float) -> bool:
    """Whether a piece of a sweep overlaps a base by more than `touch`."""
    if piece.thick or other.radius:
        return _thick_overlaps(piece, other, touch)
    # The axes of a hull are dear: most that are apart are so along an axis of the base.
    own = (other.fx, other.fy), (other.rx, other.ry)
    return not (_parted(piece, other, own, touch) or _parted(piece, other, piece.axes, touch))


def _parted(piece: Hull, other: Base, axes: Polygon, touch: float) -> bool:
    """Whether a hull and a base are apart along one of some axes, or overlap too little."""
    for ax, ay in axes:
        middle = other.cx * ax + other.cy * ay
        half = other.hw * abs(other.rx * ax + other.ry * ay)
        half += other.hd * abs(other.fx * ax + other.fy * ay)
        reaches = [x * ax + y * ay for x, y in piece.raw]
        if max(reaches) - (middle - half) <= touch or middle + half - min(reaches) <= touch:
            return True
    return False


def _thick_overlaps(piece: Hull, other: Base, touch: float) -> bool:
    core: Polygon = other.corners or (other.centre,)
    if piece.thick + other.radius > touch:
        return poly.gap(piece.points, core) < piece.thick + other.radius - touch
    return poly.depth(piece.points, core) > touch
