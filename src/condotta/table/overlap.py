"""Do two bases overlap, how far apart are they, and on which side of a line do they stand?

Overlap is deeper than `TOUCH`; touching is never overlapping. [TC-0.5]
"""

from collections.abc import Iterable
from math import inf, sqrt

from condotta.table import polygon as poly
from condotta.table.once import fact
from condotta.table.pose import Base, Edge, edge, outward
from condotta.table.vector import (
    HALF,
    TOUCH,
    Point,
    Polygon,
    Segment,
    at_most,
    distance,
    point_to_segment,
    sine_cosine,
)


def overlaps(one: Base, two: Base, touch: float = TOUCH) -> bool:
    """Whether two bases overlap by more than `touch`; the same either way round.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> here = base(pose_at(0, 0, 0), stand)
    >>> overlaps(here, base(pose_at(20000, 0, 0), stand))
    False
    >>> overlaps(here, base(pose_at(19800, 0, 0), stand))
    True
    """
    dx = two.cx - one.cx
    dy = two.cy - one.cy
    reach = one.reach + two.reach
    if dx * dx + dy * dy >= reach * reach:
        return False
    if one.radius or two.radius:
        return _round_depth(one, two) > touch
    fx, fy, gx, gy = one.fx, one.fy, two.fx, two.fy
    cosine = abs(fx * gx + fy * gy)
    sine = abs(fy * gx - fx * gy)
    hw, hd, kw, kd = one.hw, one.hd, two.hw, two.hd
    return (
        hd + kd * cosine + kw * sine - abs(dx * fx + dy * fy) > touch
        and hw + kw * cosine + kd * sine - abs(dx * fy - dy * fx) > touch
        and kd + hd * cosine + hw * sine - abs(dx * gx + dy * gy) > touch
        and kw + hw * cosine + hd * sine - abs(dx * gy - dy * gx) > touch
    )


def _round_depth(one: Base, two: Base) -> float:
    """How deep two bases overlap of which at least one is a disc; below 0 if apart."""
    if one.radius and two.radius:
        dx, dy = two.cx - one.cx, two.cy - one.cy
        return one.radius + two.radius - sqrt(dx * dx + dy * dy)
    disc, rectangle = (one, two) if one.radius else (two, one)
    return disc.radius - _signed_distance(rectangle, disc.cx, disc.cy)


def _signed_distance(rectangle: Base, x: float, y: float) -> float:
    """The distance from a point to a rectangle, below 0 inside it."""
    dx, dy = x - rectangle.cx, y - rectangle.cy
    across = abs(dx * rectangle.fy - dy * rectangle.fx) - rectangle.hw
    along = abs(dx * rectangle.fx + dy * rectangle.fy) - rectangle.hd
    if across > 0 and along > 0:
        return sqrt(across * across + along * along)
    return max(across, along)


def point_gap(of: Base, point: Point) -> float:
    """The distance from a point to a base; 0 inside."""
    if of.radius:
        dx, dy = point[0] - of.cx, point[1] - of.cy
        return max(0.0, sqrt(dx * dx + dy * dy) - of.radius)
    return max(0.0, _signed_distance(of, point[0], point[1]))


def inside_base(of: Base, point: Point) -> bool:
    """Whether a point lies in a base or on its border."""
    return point_gap(of, point) <= HALF


@fact(16384)
def gap(one: Base, two: Base) -> float:
    """The nearest distance between two bases; 0 if they meet. [TC-0.6]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> gap(base(pose_at(0, 0, 0), stand), base(pose_at(50000, 50000, 0), stand))
    50000.0
    """
    if one.radius or two.radius:
        return max(0.0, -_round_depth(one, two))
    if overlaps(one, two, 0.0):
        return 0.0
    least = inf
    for x, y in two.corners:
        least = min(least, _signed_distance(one, x, y))
    for x, y in one.corners:
        least = min(least, _signed_distance(two, x, y))
    return max(0.0, least)


def within(one: Base, two: Base, limit: float) -> bool:
    """Whether the nearest points of two bases are at most a limit apart. [TC-0.6]"""
    dx, dy = two.cx - one.cx, two.cy - one.cy
    reach = one.reach + two.reach + limit + 1
    return dx * dx + dy * dy <= reach * reach and at_most(gap(one, two), limit)


def wholly_within(one: Base, two: Base, limit: float) -> bool:
    """Whether every point of `one` is at most a limit from `two`. [TC-0.6]"""
    if one.radius and two.radius:
        dx, dy = two.cx - one.cx, two.cy - one.cy
        return at_most(sqrt(dx * dx + dy * dy) + one.radius - two.radius, limit)
    if one.radius:
        return at_most(_signed_distance(two, one.cx, one.cy) + one.radius, limit)
    return all(at_most(point_gap(two, point), limit) for point in one.corners)


def segment_to_base(segment: Segment, of: Base) -> float:
    """The nearest distance from a segment, such as an edge, to a base; 0 if they meet."""
    if of.radius:
        return max(0.0, point_to_segment(of.centre, segment) - of.radius)
    return poly.gap(segment, of.corners)


def farthest(one: Base, point: Point) -> float:
    """The distance from a point to the farthest point of a base."""
    if one.radius:
        return distance(one.centre, point) + one.radius
    return max(distance(corner, point) for corner in one.corners)


def span(of: Base, axis: Point, origin: Point) -> tuple[float, float]:
    """The least and the greatest reach of a base along a unit vector, measured from a point."""
    ax, ay = axis
    middle = (of.cx - origin[0]) * ax + (of.cy - origin[1]) * ay
    if of.radius:
        return middle - of.radius, middle + of.radius
    half = of.hw * abs(of.rx * ax + of.ry * ay) + of.hd * abs(of.fx * ax + of.fy * ay)
    return middle - half, middle + half


def beyond_edge(points: Iterable[Point], of: Base, name: Edge) -> bool:
    """Whether points all lie on the outer side of the endless line along an edge.

    On the line itself counts, within `TOUCH`. [TC-5.32, TC-6.20]
    """
    ax, ay = outward(of, name)
    ox, oy = edge(of, name)[0]
    return all((x - ox) * ax + (y - oy) * ay >= -TOUCH for x, y in points)


def wholly_beyond(one: Base, of: Base, name: Edge, touch: float = TOUCH) -> bool:
    """Whether a base stands wholly on the outer side of the line along another's edge. [TC-5.32]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> here, there = base(pose_at(0, 0, 0), stand), base(pose_at(5000, -30000, 0), stand)
    >>> wholly_beyond(there, here, "rear"), wholly_beyond(there, here, "left")
    (True, False)
    """
    return span(one, outward(of, name), edge(of, name)[0])[0] >= -touch


def wholly_in_front(one: Base, of: Base) -> bool:
    """Whether a base stands wholly ahead of the endless line along another's front edge."""
    return wholly_beyond(one, of, "front", TOUCH)


def directly_in_front(one: Base, of: Base) -> bool:
    """Whether a base stands wholly in the strip straight ahead of another. [TC-0.6]"""
    left, right = span(one, (of.rx, of.ry), of.front_middle)
    return wholly_in_front(one, of) and left >= -of.hw - TOUCH and right <= of.hw + TOUCH


def partly_in_front(one: Base, of: Base) -> bool:
    """Whether any part of a base, deeper than `TOUCH`, stands in the strip straight ahead."""
    return bool(ahead(one, of, TOUCH))


def ahead(one: Base, of: Base, touch: float = 0.0) -> Polygon:
    """The part of a base in the strip straight ahead of another, the strip narrowed by `touch`."""
    left, right = span(one, (of.rx, of.ry), of.front_middle)
    if span(one, (of.fx, of.fy), of.front_middle)[1] <= touch:
        return ()
    if right <= touch - of.hw or left >= of.hw - touch:
        return ()
    return poly.clip(outline(one), strip(of, "front", touch))


def strip(of: Base, name: Edge, narrower: float = 0.0) -> tuple[poly.HalfPlane, ...]:
    """The half planes of the strip straight ahead of an edge, narrowed on its three sides."""
    ax, ay = outward(of, name)
    (ox, oy), (ex, ey) = edge(of, name)
    rx, ry = ay, -ax
    return (
        (-ax, -ay, -(ax * ox + ay * oy) - narrower),
        (rx, ry, rx * ex + ry * ey - narrower),
        (-rx, -ry, -(rx * ox + ry * oy) - narrower),
    )


_CIRCLE = 64


def outline(of: Base) -> Polygon:
    """The corners of a base; for a disc, 64 points on a polygon drawn around it."""
    return of.corners or _around(of)


def _around(disc: Base) -> Polygon:
    outer = disc.radius / sine_cosine(180 / _CIRCLE)[1]
    turns = (sine_cosine(360 * (index + 0.5) / _CIRCLE) for index in range(_CIRCLE))
    return tuple((disc.cx + outer * sine, disc.cy + outer * cosine) for sine, cosine in turns)
