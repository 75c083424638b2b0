"""How far a base goes straight before any part of it is in an area. [TC-1.4, TC-3.61]"""

from math import inf

from condotta.table import oval as ovals
from condotta.table.ground import Area, Part, meets, parts
from condotta.table.oval import Oval
from condotta.table.pose import Base
from condotta.table.travel import travel_before_contact
from condotta.table.vector import HALF, Point


def distance_before(
    of: Base, heading: Point, length: float, area: Area, margin: float = HALF
) -> float:
    """How far a base goes along a unit vector before it reaches an area's border; 0 if in it.

    The whole length if it never gets in by more than `margin`.

    >>> from condotta.table.ground import Box
    >>> from condotta.table.pose import Rectangle, base, pose_at
    >>> wood = Area("w", "woods", Box(0, 50000, 20000, 20000, 0, 1000000))
    >>> distance_before(base(pose_at(0, 0, 0), Rectangle(20000, 10000)), (0.0, 1.0), 80000, wood)
    30000.0
    """
    if meets(of, area, margin):
        return 0.0
    return min(_before(of, heading, length, part, margin) for part in parts(area.outline))


def _before(of: Base, heading: Point, length: float, part: Part, margin: float) -> float:
    if isinstance(part, Base):
        return travel_before_contact(of, heading, length, part, margin)
    if of.radius:
        return _creep(of, heading, length, part)
    core = Oval((part.cx, part.cy), (part.ux, part.uy), (part.long - margin, part.short - margin))
    if min(core.long, core.short) <= 0 or ovals.travel(core, of.corners, heading) == inf:
        return length
    return max(0.0, min(length, _to_border(of, heading, part)))


def _to_border(of: Base, heading: Point, part: Oval) -> float:
    """Travel to the border itself; from a place just over it, nothing."""
    if ovals.polygon_meets(part, of.corners, 0.0):
        return 0.0
    return ovals.travel(part, of.corners, heading)


def _creep(of: Base, heading: Point, length: float, part: Oval) -> float:
    """A disc goes on by its gap to the ellipse until the gap is gone: it never oversteps."""
    gone = 0.0
    for _ in range(500):
        centre = (of.cx + heading[0] * gone, of.cy + heading[1] * gone)
        left = ovals.border_distance(part, centre) - of.radius
        if left <= 0.01:
            return min(gone, length)
        gone += left
        if gone >= length:
            break
    return length
