"""The four arcs of a regiment, 90 degrees each, and on which of its sides others stand. [FB-1.9]"""

from __future__ import annotations

from collections import Counter

from condotta.table import (
    EDGES,
    HALF,
    TOUCH,
    Base,
    Edge,
    Point,
    Polygon,
    along,
    distance,
    edge,
    gap,
    outline,
    outward,
    point_gap,
    shared_length,
    touches,
    wholly_beyond,
)
from condotta.table import polygon as poly

SIDES: tuple[Edge, ...] = ("front", "right", "rear", "left")
NEAR = 150.0  # quanta: what counts as lying on a line


def arc_of(of: Base, point: Point) -> Edge:
    """In which arc a point lies; on a border the front before flanks before the rear. [FB-1.9]

    The borders are lines at 45 degrees outwards from the corners; they belong to front and rear.

    >>> from condotta.table import Rectangle, base, pose_at
    >>> stand = base(pose_at(0, 0, 0), Rectangle(40000, 20000))
    >>> arc_of(stand, (0, 50000)), arc_of(stand, (90000, -10000)), arc_of(stand, (0, -90000))
    ('front', 'right', 'rear')
    >>> block = base(pose_at(0, 0, 0), Rectangle(40000, 40000))
    >>> arc_of(block, (40000, 20000)), arc_of(block, (40001, 20000)), arc_of(block, (0, -50000))
    ('front', 'right', 'rear')
    """
    dx, dy = point[0] - of.cx, point[1] - of.cy
    right, ahead = dx * of.rx + dy * of.ry, dx * of.fx + dy * of.fy
    if abs(right) - of.hw <= abs(ahead) - of.hd + HALF:
        return "front" if ahead >= 0 else "rear"
    return "right" if right > 0 else "left"


def side_of(of: Base, other: Base) -> Edge:
    """The edge that another base touches; else the arc in which its front's middle stands.

    Where only corners meet it is the edge that the other faces more.
    """
    if gap(of, other) <= TOUCH:
        beyond = [name for name in EDGES if wholly_beyond(other, of, name, 2 * TOUCH)]
        if beyond:
            return max(beyond, key=lambda name: _against(outward(of, name), other))
    return arc_of(of, other.front_middle)


def _against(out: Point, other: Base) -> float:
    return round(-(out[0] * other.fx + out[1] * other.fy), 3)


def front_arc(of: Base, other: Base) -> Polygon:
    """The part of another base that lies in the front arc; nothing if none does. [FB-1.9]

    The arc is bounded by lines at 45 degrees outwards from the two front corners.
    """
    (fx, fy), (rx, ry) = (of.fx, of.fy), (of.rx, of.ry)
    planes = (
        (-fx, -fy, -(fx * of.x + fy * of.y) - HALF),
        _plane((rx - fx, ry - fy), of.fr),
        _plane((-rx - fx, -ry - fy), of.fl),
    )
    return poly.clip(outline(other), planes)


def _plane(normal: Point, through: Point) -> poly.HalfPlane:
    return normal[0], normal[1], normal[0] * through[0] + normal[1] * through[1] + HALF


def front_rank(of: Base, files: int) -> tuple[Point, ...]:
    """The middle of each front model's front edge."""
    line = edge(of, "front")
    return tuple(along(*line, (file + 0.5) / files) for file in range(files))


def facings_struck(charger: Base, files: int, target: Base) -> tuple[Edge, ...]:
    """The arcs of a target that hold most of a charger's front rank: several if equal. [FB-4.10]

    >>> from condotta.table import Rectangle, base, pose_at
    >>> block = Rectangle(40000, 20000)
    >>> foe = base(pose_at(0, 100000, 180), block)
    >>> facings_struck(base(pose_at(0, 0, 0), block), 5, foe)
    ('front',)
    """
    counted = Counter(arc_of(target, point) for point in front_rank(charger, max(1, files)))
    most = max(counted.values())
    return tuple(side for side in SIDES if counted[side] == most)


def edge_touched(by: Base, on: Base) -> Edge:
    """The edge of `on` that `by` touches: the one shared longest; at corners the one it faces."""
    lengths = [
        (max(shared_length(on, side, by, own) for own in SIDES), -place, side)
        for place, side in enumerate(SIDES)
    ]
    best = max(lengths)
    return best[2] if best[0] > 0 else side_of(on, by)


def at_corners(one: Base, other: Base) -> bool:
    """Whether two bases that touch do so at corners alone, a corner of each. [FB-7.30]"""
    if any(shared_length(one, mine, other, theirs) > TOUCH for mine in SIDES for theirs in SIDES):
        return False
    return any(distance(a, b) <= 2 * TOUCH for a in one.corners for b in other.corners)


def stretch_touched(of: Base, side: Edge, other: Base) -> tuple[float, float] | None:
    """Along an edge of a base, from its start, the stretch that another base covers.

    None where they do not touch there; a corner gives a stretch of no length.
    """
    if not touches(of, other):
        return None
    (ax, ay), (bx, by) = edge(of, side)
    size = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    tx, ty = (bx - ax) / size, (by - ay) / size
    near = [
        (px - ax) * tx + (py - ay) * ty
        for px, py in other.corners
        if abs((px - ax) * ty - (py - ay) * tx) <= NEAR
    ]
    if not near:
        return corner_stretch(of, side, other)
    low, high = max(0.0, min(near)), min(size, max(near))
    return (low, high) if low <= high + NEAR else None


def corner_stretch(of: Base, side: Edge, other: Base) -> tuple[float, float] | None:
    """The same where no corner of the other lies on the edge: one of our corners on its edge."""
    (start, end) = edge(of, side)
    size = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    if point_gap(other, start) <= NEAR:
        return (0.0, 0.0)
    return (size, size) if point_gap(other, end) <= NEAR else None
