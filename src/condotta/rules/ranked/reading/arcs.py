"""The four arcs of a regiment: 90 degrees each, from its corners outwards. [FB-1.9]"""

from __future__ import annotations

from condotta.table import (
    EDGES,
    HALF,
    TOUCH,
    Base,
    Edge,
    Point,
    Polygon,
    gap,
    outline,
    outward,
    wholly_beyond,
)
from condotta.table import polygon as poly


def local(of: Base, point: Point) -> Point:
    """A point as steps to the right of a base's centre and ahead of it."""
    dx, dy = point[0] - of.cx, point[1] - of.cy
    return dx * of.rx + dy * of.ry, dx * of.fx + dy * of.fy


def sector(of: Base, point: Point) -> Edge:
    """In which arc a point lies; on a border the front before flanks before the rear. [FB-1.9]

    >>> from condotta.table import Rectangle, base, pose_at
    >>> stand = base(pose_at(0, 0, 0), Rectangle(40000, 20000))
    >>> sector(stand, (0, 50000)), sector(stand, (90000, -10000)), sector(stand, (0, -90000))
    ('front', 'right', 'rear')
    """
    right, ahead = local(of, point)
    out_x, out_y = abs(right) - of.hw, abs(ahead) - of.hd
    if out_y >= out_x:
        return "front" if ahead >= 0 else "rear"
    return "right" if right > 0 else "left"


def arc_of(of: Base, other: Base) -> Edge:
    """The edge that another base touches; else the arc in which its front's middle stands.

    Where only corners meet it is the edge that the other faces more.
    """
    if gap(of, other) <= TOUCH:
        beyond = [name for name in EDGES if wholly_beyond(other, of, name, 2 * TOUCH)]
        if beyond:
            return max(beyond, key=lambda name: _against(outward(of, name), other))
    return sector(of, other.front_middle)


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
