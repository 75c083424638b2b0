"""Lines of sight: what blocks one line, and whether any line from an edge reaches a target.

A sight line is blocked by a base whose inside it crosses, by an area it runs through, and by a
crest it crosses with neither end on it. Lines are tried from `EDGE_POINTS` points of the edge,
evenly spaced and ends included, to `TARGET_POINTS` points of every side of the target that faces
the edge, and straight from the corners of each to the other; the shortest clear one counts.
[TC-6.11, TC-6.12, TC-6.13, TC-7.22]
"""

from collections.abc import Iterable

from condotta.table import polygon as poly
from condotta.table.ground import box_interval, inside, intervals_inside, sweep_meets_area
from condotta.table.once import fact
from condotta.table.pose import Base
from condotta.table.records import Cover
from condotta.table.sweep import Hull, Sweep, sweep_meets
from condotta.table.vector import (
    HALF,
    TOUCH,
    Point,
    Polygon,
    Segment,
    along,
    distance,
    point_to_segment,
    segments_cross,
    side_of,
)

EDGE_POINTS = 9
TARGET_POINTS = 5


class Screens:
    """Everything that may block a line: bases, covers and crest lines."""

    __slots__ = ("bases", "covers", "crests")

    def __init__(
        self,
        bases: Iterable[Base] = (),
        covers: Iterable[Cover] = (),
        crests: Iterable[Segment] = (),
    ) -> None:
        """Take what is given; whoever looks and whoever is looked at must not be among it."""
        self.bases = tuple(bases)
        self.covers = tuple(covers)
        self.crests = tuple(crests)

    def between(self, points: Polygon) -> "Screens":
        """Only what reaches into the hull of some points."""
        around = poly.hull(points)
        sweep = Sweep([Hull.around(around)])
        return Screens(
            [one for one in self.bases if sweep_meets(sweep, one)],
            [one for one in self.covers if sweep_meets_area(sweep, one.area)],
            [one for one in self.crests if poly.gap(around, one) <= 0],
        )

    def __bool__(self) -> bool:
        """Whether there is anything at all."""
        return bool(self.bases or self.covers or self.crests)


def line_clear(line: Segment, screens: Screens) -> bool:
    """Whether nothing blocks a straight line; brushing a base's border does not. [TC-6.12]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> friend = base(pose_at(0, 20000, 0), Rectangle(20000, 10000))
    >>> line_clear(((0, 0), (0, 50000)), Screens([friend]))
    False
    >>> line_clear(((10000, 0), (10000, 50000)), Screens([friend]))
    True
    """
    return (
        not any(_blocks(one, line) for one in screens.bases)
        and not any(_hides(one, line) for one in screens.covers)
        and not any(crest_blocks(one, line) for one in screens.crests)
    )


def _blocks(one: Base, line: Segment) -> bool:
    if one.radius:
        return point_to_segment(one.centre, line) < one.radius - TOUCH
    return box_interval(one, line, TOUCH + HALF) is not None


def _hides(cover: Cover, line: Segment) -> bool:
    """A run from an end that is in the area hides beyond the limit; any other run hides."""
    runs = [run for run in intervals_inside(line, cover.area) if run[1] - run[0] > HALF]
    if not runs:
        return False
    length = distance(*line)
    starts_in = inside(line[0], cover.area, HALF)
    ends_in = inside(line[1], cover.area, HALF)
    for low, high in runs:
        seen_from_in = (starts_in and low <= HALF) or (ends_in and high >= length - HALF)
        if not seen_from_in or high - low > cover.see_in + HALF:
            return True
    return False


def crest_blocks(crest_line: Segment, line: Segment) -> bool:
    """Whether a line crosses a crest with neither end on it. [TC-7.22]"""
    return segments_cross(line, crest_line) and all(
        point_to_segment(end, crest_line) > TOUCH for end in line
    )


def visible_distance(edge_from: Segment, target: Polygon, screens: Screens) -> float | None:
    """The length of the shortest clear line tried from an edge to a target's outline.

    Exact where nothing stands between; None if every line is blocked. The target is a convex
    polygon: a base's outline, or the part of it in arc. [TC-6.11]
    """
    near = screens.between((*edge_from, *target))
    if not near:
        return poly.gap(edge_from, target)
    line = _clear(edge_from, target, near.bases, near.covers, near.crests)
    return None if line is None else distance(*line)


def clear_line(edge_from: Segment, target: Polygon, screens: Screens) -> Segment | None:
    """The shortest clear line tried from an edge to a target's outline; None if none is. [TC-6.12]

    >>> from condotta.table.overlap import outline
    >>> from condotta.table.pose import base, edge, pose_at
    >>> from condotta.table.records import Rectangle
    >>> one = base(pose_at(0, 0, 0), Rectangle(20000, 10000))
    >>> other = base(pose_at(0, 60000, 180), Rectangle(20000, 10000))
    >>> wall = base(pose_at(0, 30000, 0), Rectangle(24000, 10000))
    >>> clear_line(edge(one, "front"), outline(other), Screens([wall])) is None
    True
    """
    near = screens.between((*edge_from, *target))
    return _clear(edge_from, target, near.bases, near.covers, near.crests)


@fact(4096)
def _clear(
    edge_from: Segment,
    target: Polygon,
    bases: tuple[Base, ...],
    covers: tuple[Cover, ...],
    crests: tuple[Segment, ...],
) -> Segment | None:
    lines, near = _nearest_lines(edge_from, target), Screens(bases, covers, crests)
    if near:
        lines += _lines(edge_from, target)
    for line in sorted(lines, key=lambda one: distance(*one)):
        if line_clear(line, near):
            return line
    return None


def sight_blocked(edge_from: Segment, target: Polygon, screens: Screens) -> tuple[Segment, Screens]:
    """The shortest line tried from an edge to a target's outline, and what blocks that line."""
    near = screens.between((*edge_from, *target))
    line = min(_nearest_lines(edge_from, target), key=lambda one: (distance(*one), one))
    return line, Screens(
        [one for one in near.bases if _blocks(one, line)],
        [one for one in near.covers if _hides(one, line)],
        [one for one in near.crests if crest_blocks(one, line)],
    )


def sees(edge_from: Segment, target: Polygon, screens: Screens) -> bool:
    """Whether any line tried from an edge to a target's outline is clear. [TC-6.12]"""
    return visible_distance(edge_from, target, screens) is not None


def _lines(edge_from: Segment, target: Polygon) -> list[Segment]:
    starts = _spread(edge_from, EDGE_POINTS)
    ends = sorted(
        {
            point
            for side in poly.sides(target)
            if _faces(side, target, edge_from)
            for point in _spread(side, TARGET_POINTS)
        }
    )
    return [(start, end) for start in starts for end in ends]


def _spread(segment: Segment, count: int) -> list[Point]:
    return [along(*segment, index / (count - 1)) for index in range(count)]


def _faces(side: Segment, target: Polygon, edge_from: Segment) -> bool:
    """Whether some point of the edge is on the outer side of a target's side, or on its line."""
    if side[0] == side[1]:
        return False
    middle = (
        sum(x for x, _ in target) / len(target),
        sum(y for _, y in target) / len(target),
    )
    out = -1.0 if side_of(middle, side) > 0 else 1.0
    return any(side_of(point, side) * out > -HALF for point in edge_from)


def _nearest_lines(edge_from: Segment, target: Polygon) -> list[Segment]:
    """From every corner to the nearest point of the other: the shortest line is among them.

    Several are where edges are parallel, and only one of them may be blocked.
    """
    lines = [(_foot(point, edge_from), point) for point in target]
    return lines + [
        (point, _foot(point, side)) for point in edge_from for side in poly.sides(target)
    ]


def _foot(point: Point, segment: Segment) -> Point:
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0:
        return segment[0]
    share = ((point[0] - ax) * dx + (point[1] - ay) * dy) / square
    return along(*segment, min(1.0, max(0.0, share)))
