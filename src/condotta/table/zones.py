"""Zones ahead of an edge, and what cuts them short. [TC-5.20, TC-5.21]"""

from collections.abc import Iterable

from condotta.table import polygon as poly
from condotta.table.overlap import outline, overlaps, span, strip
from condotta.table.pose import Base, Edge, edge, outward
from condotta.table.vector import HALF, TOUCH, Polygon


def zone(of: Base, name: Edge, depth: float) -> Base:
    """The rectangle ahead of an edge, as wide as the edge; its own front is the far border.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> made = zone(base(pose_at(0, 0, 0), Rectangle(20000, 10000)), "front", 20000)
    >>> made.fl, made.rr
    ((-10000.0, 20000.0), (10000.0, 0.0))
    """
    (ax, ay), (bx, by) = edge(of, name)
    nx, ny = outward(of, name)
    half = of.hw if name in {"front", "rear"} else of.hd
    front = ((ax + bx) / 2 + nx * depth, (ay + by) / 2 + ny * depth)
    return Base.box(front, (nx, ny), (half, depth / 2))


def cut_depth(of: Base, name: Edge, depth: float, blockers: Iterable[Base]) -> float:
    """The depth of a zone cut, over its full width, at the nearest point of any blocker in it.

    A blocker side by side, or one that only touches the zone's side or far border, cuts nothing.
    [TC-5.21]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 7500)
    >>> here, friend = base(pose_at(0, 0, 0), stand), base(pose_at(10000, 17500, 0), stand)
    >>> cut_depth(here, "front", 20000, [friend])
    10000.0
    """
    least = depth
    whole = zone(of, name, depth)
    nx, ny = outward(of, name)
    ox, oy = edge(of, name)[0]
    for blocker in blockers:
        if not overlaps(whole, blocker, TOUCH):
            continue
        standing = poly.clip(outline(blocker), strip(of, name))
        if standing:
            nearest = min((x - ox) * nx + (y - oy) * ny for x, y in standing)
            least = min(least, max(0.0, nearest))
    return least


def in_zone(other: Base, zone_of: Base, margin: float = HALF) -> bool:
    """Whether any part of a base is in a zone; touching its borders is not. [TC-0.7]"""
    return zone_of.hd > margin / 2 and overlaps(other, zone_of, margin)


# ── reach ────────────────────────────────────────────────────────────────────
def in_arc(of: Base, name: Edge, target: Base, margin: float) -> Polygon:
    """The part of a target ahead of an edge's line and within a margin of the strip ahead.

    Reaching the outer line counts; reaching the edge's own line from behind does not. A disc
    counts as 64 sides drawn around it.
    """
    nx, ny = outward(of, name)
    (ox, oy), (ex, ey) = edge(of, name)
    if span(target, (nx, ny), (ox, oy))[1] <= HALF:
        return ()
    tx, ty = ny, -nx
    return poly.clip(
        outline(target),
        (
            (-nx, -ny, -(nx * ox + ny * oy)),
            (tx, ty, tx * ex + ty * ey + margin + HALF),
            (-tx, -ty, -(tx * ox + ty * oy) + margin + HALF),
        ),
    )


def reach(of: Base, name: Edge, target: Base, margin: float) -> float | None:
    """The least distance from an edge to the part of a target in its arc; None if no part is.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> shooter, foe = base(pose_at(0, 0, 0), stand), base(pose_at(0, 25000, 180), stand)
    >>> reach(shooter, "front", foe, 20000)
    25000.0
    """
    part = in_arc(of, name, target, margin)
    return poly.gap(edge(of, name), part) if part else None
