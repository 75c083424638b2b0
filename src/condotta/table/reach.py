"""What lies in the arc of an edge, and how far off. [TC-6.9, TC-6.10]"""

from condotta.table import polygon as poly
from condotta.table.overlap import outline, span
from condotta.table.pose import Base, Edge, edge, outward
from condotta.table.vector import HALF, Polygon


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

    >>> from condotta.table.pose import Rectangle, base, pose_at
    >>> stand = Rectangle(20000, 10000)
    >>> shooter, foe = base(pose_at(0, 0, 0), stand), base(pose_at(0, 25000, 180), stand)
    >>> reach(shooter, "front", foe, 20000)
    25000.0
    """
    part = in_arc(of, name, target, margin)
    return poly.gap(edge(of, name), part) if part else None
