"""Ellipses against points, lines and convex polygons, by stretching them into circles."""

from math import inf, sqrt

from condotta.table import polygon as poly
from condotta.table.vector import Point, Polygon, Segment, point_to_segment, sine_cosine


class Oval:
    """An ellipse: its centre, the unit vector of its long axis and its two half axes."""

    __slots__ = ("cx", "cy", "long", "reach", "short", "ux", "uy")

    def __init__(self, centre: Point, axis: Point, half: Point) -> None:
        """Half holds half the long axis and half the short one."""
        self.cx, self.cy = centre
        self.ux, self.uy = axis
        self.long, self.short = half
        self.reach = max(half)

    def own(self, point: Point) -> Point:
        """A point along and across the long axis, from the centre."""
        dx, dy = point[0] - self.cx, point[1] - self.cy
        return dx * self.ux + dy * self.uy, dx * self.uy - dy * self.ux

    def round(self, points: Polygon, grow: float = 0.0) -> Polygon:
        """Points stretched so that the ellipse, grown by a margin, is the circle of radius 1."""
        long, short = self.long + grow, self.short + grow
        stretched = []
        for point in points:
            along, across = self.own(point)
            stretched.append((along / long, across / short))
        return tuple(stretched)

    def extent(self) -> Point:
        """How far the ellipse reaches from its centre in x and in y."""
        ux, uy, long, short = self.ux, self.uy, self.long, self.short
        return (
            sqrt(long * long * ux * ux + short * short * uy * uy),
            sqrt(long * long * uy * uy + short * short * ux * ux),
        )


def holds(oval: Oval, point: Point, grow: float = 0.0) -> bool:
    """Whether a point lies in an ellipse grown by a margin.

    >>> holds(Oval((0.0, 0.0), (1.0, 0.0), (4.0, 2.0)), (3.9, 0.0))
    True
    """
    if min(oval.long, oval.short) + grow <= 0:
        return False
    ((x, y),) = oval.round((point,), grow)
    return x * x + y * y <= 1.0


def polygon_meets(oval: Oval, points: Polygon, margin: float) -> bool:
    """Whether a convex polygon or segment reaches into an ellipse by more than a margin."""
    if min(oval.long, oval.short) <= margin:
        return False
    scaled = oval.round(points, -margin)
    if any(x * x + y * y < 1.0 for x, y in scaled):
        return True
    return any(_side_meets(side) for side in poly.sides(scaled)) or poly.contains(
        scaled, (0.0, 0.0)
    )


def _side_meets(side: Segment) -> bool:
    """Whether a side passes within 1 of the origin between its ends."""
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    reach = -(ax * dx + ay * dy)
    cross = ax * dy - ay * dx
    return 0 < reach < square and cross * cross < square


def border_distance(oval: Oval, point: Point) -> float:
    """The distance from a point to the border of an ellipse, below 0 inside.

    >>> border_distance(Oval((0.0, 0.0), (1.0, 0.0), (4.0, 2.0)), (0.0, 5.0))
    3.0
    >>> border_distance(Oval((0.0, 0.0), (1.0, 0.0), (4.0, 2.0)), (1.0, 0.0)) < -1.7
    True
    """
    along, across = oval.own(point)
    along, across = abs(along), abs(across)
    if oval.long >= oval.short:
        found = _nearest(oval.long, oval.short, along, across)
    else:
        found = _nearest(oval.short, oval.long, across, along)
    return -found if holds(oval, point) else found


def _nearest(long: float, short: float, x: float, y: float) -> float:
    """The distance from a point of the first quarter to an ellipse along the axes, by halving."""
    if y == 0.0:
        top = long * x
        bottom = long * long - short * short
        if top < bottom:
            share = top / bottom
            rise = short * sqrt(1 - share * share)
            return sqrt((long * share - x) * (long * share - x) + rise * rise)
        return abs(x - long)
    if x == 0.0:
        return abs(y - short)
    ratio = (long / short) * (long / short)
    u, v = x / long, y / short
    low, high = v - 1.0, (sqrt(ratio * ratio * u * u + v * v) - 1.0) if u * u + v * v > 1 else 0.0
    middle = (low + high) / 2
    for _ in range(200):
        a, b = ratio * u / (middle + ratio), v / (middle + 1.0)
        over = a * a + b * b - 1.0
        low, high = (middle, high) if over > 0 else (low, middle)
        halved = (low + high) / 2
        if halved in {low, high}:
            break
        middle = halved
    px, py = ratio * x / (middle + ratio), y / (middle + 1.0)
    return sqrt((px - x) * (px - x) + (py - y) * (py - y))


def polygon_gap(oval: Oval, points: Polygon) -> float:
    """The nearest distance between an ellipse and a convex polygon or segment; 0 if they meet.

    >>> polygon_gap(Oval((0.0, 0.0), (1.0, 0.0), (4.0, 2.0)), ((-9.0, 5.0), (9.0, 5.0)))
    3.0
    """
    if polygon_meets(oval, points, 0.0):
        return 0.0
    least = min(max(0.0, border_distance(oval, point)) for point in points)
    for side in poly.sides(points):
        least = min(least, _tangent_gap(oval, side))
    return least


def _tangent_gap(oval: Oval, side: Segment) -> float:
    """The gap from a side to the ellipse's point nearest its line; inf if beside the side."""
    (ax, ay), (bx, by) = oval.own(side[0]), oval.own(side[1])
    dx, dy = bx - ax, by - ay
    size = sqrt(dx * dx + dy * dy)
    if size == 0:
        return inf
    nx, ny = dy / size, -dx / size
    if ax * nx + ay * ny < 0:
        nx, ny = -nx, -ny
    reach = sqrt(oval.long * oval.long * nx * nx + oval.short * oval.short * ny * ny)
    point = (oval.long * oval.long * nx / reach, oval.short * oval.short * ny / reach)
    share = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (size * size)
    if share < 0 or share > 1:
        return inf
    return point_to_segment(point, ((ax, ay), (bx, by)))


def interval(oval: Oval, line: Segment) -> tuple[float, float] | None:
    """The shares of a segment between which it runs inside an ellipse."""
    (ax, ay), (bx, by) = oval.round(line)
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0:
        return None
    half = -(ax * dx + ay * dy) / square
    under = half * half - (ax * ax + ay * ay - 1.0) / square
    if under <= 0:
        return None
    root = sqrt(under)
    low, high = max(0.0, half - root), min(1.0, half + root)
    return (low, high) if low < high else None


def travel(oval: Oval, points: Polygon, heading: Point) -> float:
    """How far a convex polygon goes along a unit vector before it touches an ellipse; inf if never.

    >>> box = ((-1.0, 10.0), (1.0, 10.0), (1.0, 12.0), (-1.0, 12.0))
    >>> travel(Oval((0.0, 0.0), (1.0, 0.0), (4.0, 2.0)), box, (0.0, -1.0))
    8.0
    """
    scaled = oval.round(points)
    step = (
        (heading[0] * oval.ux + heading[1] * oval.uy) / oval.long,
        (heading[0] * oval.uy - heading[1] * oval.ux) / oval.short,
    )
    dots = [_dot_travel(point, step) for point in scaled]
    edges = [_side_travel(side, step) for side in poly.sides(scaled)]
    return min(dots + edges)


def _dot_travel(point: Point, step: Point) -> float:
    square = step[0] * step[0] + step[1] * step[1]
    half = -(point[0] * step[0] + point[1] * step[1]) / square
    under = half * half - (point[0] * point[0] + point[1] * point[1] - 1.0) / square
    if under <= 0:
        return inf
    enter = half - sqrt(under)
    return enter if enter >= 0 else inf


def _side_travel(side: Segment, step: Point) -> float:
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    size = sqrt(dx * dx + dy * dy)
    if size == 0:
        return inf
    nx, ny = dy / size, -dx / size
    off = ax * nx + ay * ny
    if off < 0:
        nx, ny, off = -nx, -ny, -off
    pace = step[0] * nx + step[1] * ny
    if pace >= 0 or off < 1.0:
        return inf
    when = (1.0 - off) / pace
    share = ((nx - ax - when * step[0]) * dx + (ny - ay - when * step[1]) * dy) / (size * size)
    return when if 0 <= share <= 1 else inf


RING = tuple(sine_cosine(360 * (index + 0.5) / 64) for index in range(64))
"""The corners of a polygon close around a circle, on that circle."""


def polygon_around(oval: Oval) -> Polygon:
    """A convex polygon drawn close around an ellipse."""
    outer = 1 / sqrt(
        ((RING[0][0] + RING[1][0]) / 2) * ((RING[0][0] + RING[1][0]) / 2)
        + ((RING[0][1] + RING[1][1]) / 2) * ((RING[0][1] + RING[1][1]) / 2)
    )
    points = []
    for sine, cosine in RING:
        along, across = oval.long * outer * cosine, oval.short * outer * sine
        points.append(
            (
                oval.cx + along * oval.ux + across * oval.uy,
                oval.cy + along * oval.uy - across * oval.ux,
            )
        )
    return tuple(points)
