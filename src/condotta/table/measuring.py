"""The ruler: where the shortest way between two things begins and ends."""

from __future__ import annotations

from itertools import chain

from condotta.table import polygon as poly
from condotta.table.overlap import overlaps
from condotta.table.pose import Base
from condotta.table.vector import Point, Polygon, Segment, distance


def nearest(one: Base | Point, other: Base | Point) -> Segment:
    """The ends of the shortest way from one base or point to another; one point if they meet.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> nearest(base(pose_at(0, 0, 0), stand), (0, 50000))
    ((0.0, 0.0), (0.0, 50000.0))
    """
    if isinstance(one, Base) and isinstance(other, Base) and overlaps(one, other, 0.0):
        shared = nearest(one, other.centre)[0]
        return shared, shared
    start, end = min(_ways(_skeleton(one), _skeleton(other)), key=lambda way: (distance(*way), way))
    return _shortened(start, end, one), _shortened(end, start, other)


def _skeleton(of: Base | Point) -> Polygon:
    """The corners of a base, or its centre if it is round; a point is itself."""
    if not isinstance(of, Base):
        return ((float(of[0]), float(of[1])),)
    return (of.centre,) if of.radius else of.corners


def _ways(one: Polygon, two: Polygon) -> tuple[Segment, ...]:
    """Every way from a corner of the one to the nearest place of the other, and back."""
    there = ((point, _onto(point, two)) for point in one)
    back = ((_onto(point, one), point) for point in two)
    return tuple(chain(there, back))


def _onto(point: Point, polygon: Polygon) -> Point:
    """The place of a convex polygon that is nearest to a point."""
    if len(polygon) == 1:
        return polygon[0]
    if poly.contains(polygon, point):
        return point
    feet = (_foot(point, side) for side in poly.sides(polygon))
    return min(feet, key=lambda foot: (distance(point, foot), foot))


def _foot(point: Point, side: Segment) -> Point:
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = ((point[0] - ax) * dx + (point[1] - ay) * dy) / length if length else 0.0
    held = min(1.0, max(0.0, share))
    return ax + held * dx, ay + held * dy


def _shortened(start: Point, end: Point, of: Base | Point) -> Point:
    """Where the way leaves a round base; any other way starts where it starts."""
    far = distance(start, end)
    if not isinstance(of, Base) or not of.radius or far == 0:
        return start
    share = min(1.0, of.radius / far)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
