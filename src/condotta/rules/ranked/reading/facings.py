"""On which side of a regiment something stands: its four arcs, at 45 degrees. [FB-1.9]"""

from __future__ import annotations

from collections import Counter

from condotta.rules.ranked.reading import arcs
from condotta.table import (
    HALF,
    TOUCH,
    Base,
    Edge,
    Point,
    along,
    distance,
    edge,
    point_gap,
    shared_length,
    touches,
)

SIDES: tuple[Edge, ...] = ("front", "right", "rear", "left")


def arc_of(of: Base, point: Point) -> Edge:
    """The arc of a base in which a point lies; its borders belong to front and rear. [FB-1.9]

    >>> from condotta.table import Rectangle, base, pose_at
    >>> block = base(pose_at(0, 0, 0), Rectangle(40000, 40000))
    >>> arc_of(block, (30000, 20000)), arc_of(block, (70000, 20000)), arc_of(block, (0, -50000))
    ('front', 'right', 'rear')
    """
    dx, dy = point[0] - of.x, point[1] - of.y
    ahead = dx * of.fx + dy * of.fy
    right = dx * of.rx + dy * of.ry
    aside = abs(right) - of.hw
    if aside <= ahead + HALF and ahead > -of.hd:
        return "front"
    if aside <= -ahead - 2 * of.hd + HALF:
        return "rear"
    return "right" if right > 0 else "left"


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


def in_front_arc(of: Base, other: Base) -> bool:
    """Whether a base lies at least partly in the front arc of another. [FB-4.2]"""
    points = [*other.corners, other.centre]
    points += [along(*edge(other, side), share / 4) for side in SIDES for share in (1, 2, 3)]
    return any(arc_of(of, point) == "front" and ahead_of(of, point) > 0 for point in points)


def ahead_of(of: Base, point: Point) -> float:
    """How far a point lies before the line of the front edge; below 0 behind it."""
    return (point[0] - of.x) * of.fx + (point[1] - of.y) * of.fy


def edge_touched(by: Base, on: Base) -> Edge:
    """The edge of `on` that `by` touches: the one shared longest; at corners the one it faces."""
    lengths = [
        (max(shared_length(on, side, by, own) for own in SIDES), -place, side)
        for place, side in enumerate(SIDES)
    ]
    best = max(lengths)
    return best[2] if best[0] > 0 else arcs.arc_of(on, by)


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


NEAR = 150.0  # quanta: what counts as lying on a line


def corner_stretch(of: Base, side: Edge, other: Base) -> tuple[float, float] | None:
    """The same where no corner of the other lies on the edge: one of our corners on its edge."""

    (start, end) = edge(of, side)
    size = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    if point_gap(other, start) <= NEAR:
        return (0.0, 0.0)
    return (size, size) if point_gap(other, end) <= NEAR else None
