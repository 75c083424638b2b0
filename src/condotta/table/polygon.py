"""Convex polygons off the grid: hulls, clipping, distance and depth of overlap."""

from collections.abc import Iterable
from math import inf, sqrt
from typing import TypeAlias

from condotta.table.vector import Point, Polygon, Segment, point_to_segment

HalfPlane: TypeAlias = tuple[float, float, float]


def sides(polygon: Polygon) -> tuple[Segment, ...]:
    """The sides of a polygon in its own order; a segment is its own one side.

    >>> sides(((0, 0), (4, 0), (0, 3)))[2]
    ((0, 3), (0, 0))
    """
    if len(polygon) == 2:
        return ((polygon[0], polygon[1]),)
    return tuple(zip(polygon, polygon[1:] + polygon[:1], strict=True))


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull of some points, in anticlockwise order from the lowest left.

    >>> hull([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0)])
    ((0, 0), (4, 0), (4, 4), (0, 4))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)

    def chain(run: Iterable[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in run:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept

    return tuple(chain(ordered)[:-1] + chain(reversed(ordered))[:-1])


def _turn(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def clip(polygon: Polygon, planes: Iterable[HalfPlane]) -> Polygon:
    """The part of a convex polygon where `nx * x + ny * y <= limit` for every half plane given.

    >>> clip(((0, 0), (4, 0), (4, 4), (0, 4)), [(1, 0, 3)])
    ((0, 0), (3.0, 0.0), (3.0, 4.0), (0, 4))
    """
    kept = polygon
    for nx, ny, limit in planes:
        if not kept:
            break
        found: list[Point] = []
        last = kept[-1]
        last_over = nx * last[0] + ny * last[1] - limit
        for point in kept:
            over = nx * point[0] + ny * point[1] - limit
            if (over > 0) != (last_over > 0):
                share = last_over / (last_over - over)
                found.append(
                    (last[0] + (point[0] - last[0]) * share, last[1] + (point[1] - last[1]) * share)
                )
            if over <= 0:
                found.append(point)
            last, last_over = point, over
        kept = tuple(found)
    return kept


def axes(polygon: Polygon) -> tuple[Point, ...]:
    """The unit normals of a polygon's sides; a segment has its direction besides."""
    found = []
    for (ax, ay), (bx, by) in sides(polygon):
        dx, dy = bx - ax, by - ay
        size = sqrt(dx * dx + dy * dy)
        if size > 0:
            found.append((dy / size, -dx / size))
    if len(polygon) == 2 and found:
        found.append((-found[0][1], found[0][0]))
    return tuple(found)


def depth(one: Polygon, two: Polygon) -> float:
    """How deep two convex polygons overlap: the least push that parts them, below 0 if apart.

    >>> depth(((0, 0), (4, 0), (4, 4), (0, 4)), ((3, 1), (9, 1), (9, 2), (3, 2)))
    1.0
    """
    least = inf
    for nx, ny in (axis for polygon in (one, two) for axis in axes(polygon)):
        first = [nx * x + ny * y for x, y in one]
        second = [nx * x + ny * y for x, y in two]
        least = min(least, max(first) - min(second), max(second) - min(first))
        if least < 0:
            return least
    return least


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies in a convex polygon or on its border.

    >>> contains(((0, 0), (4, 0), (4, 4), (0, 4)), (4, 2))
    True
    """
    left = right = False
    for start, end in sides(polygon):
        turn = _turn(start, end, point)
        left, right = left or turn > 0, right or turn < 0
        if left and right:
            return False
    return len(polygon) > 2


def gap(one: Polygon, two: Polygon) -> float:
    """The nearest distance between two convex polygons, segments or points; 0 if they meet.

    >>> gap(((0, 0), (4, 0), (4, 4), (0, 4)), ((7, 8), (9, 8), (9, 9)))
    5.0
    """
    if len(one) == 1:
        return distance_to(two, one[0])
    if len(two) == 1:
        return distance_to(one, two[0])
    if depth(one, two) >= 0:
        return 0.0
    pairs = [(point, side) for side in sides(two) for point in one]
    pairs += [(point, side) for side in sides(one) for point in two]
    return min(point_to_segment(point, side) for point, side in pairs)


def distance_to(polygon: Polygon, point: Point) -> float:
    """The distance from a point to a convex polygon, segment or point; 0 inside.

    >>> distance_to(((0, 0), (4, 0), (4, 4), (0, 4)), (7, 8))
    5.0
    """
    if contains(polygon, point):
        return 0.0
    return min(point_to_segment(point, side) for side in sides(polygon))


def area(polygon: Polygon) -> float:
    """The area of a polygon.

    >>> area(((0, 0), (4, 0), (0, 3)))
    6.0
    """
    doubled = sum(a[0] * b[1] - a[1] * b[0] for a, b in sides(polygon))
    return abs(doubled) / 2
