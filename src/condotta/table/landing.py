"""How far a base goes straight before it is in an area, or first meets something on its way.

[TC-1.4, TC-3.61, TC-5.25]
"""

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from condotta.table import oval as ovals
from condotta.table.ground import Part, meets, parts
from condotta.table.oval import Oval
from condotta.table.overlap import overlaps
from condotta.table.pose import Base
from condotta.table.records import Area, Leg
from condotta.table.sweep import Moment, Turning, hull_overlaps, swept
from condotta.table.travel import travel_before_contact
from condotta.table.vector import HALF, Point, distance

SPLITS = 12
"""How often a part of a turn is halved: by then its ends are closer than `TOUCH`."""


def share_before(
    starts: Sequence[Base], leg: Leg, ends: Sequence[Base], other: Base
) -> float | None:
    """The part of a leg that a body has gone when it first overlaps a base; None if it never does.

    >>> from condotta.table.records import Advance
    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> shape = Rectangle(20000, 10000)
    >>> here, there, wall = [base(pose_at(0, y, 0), shape) for y in (0, 50000, 35000)]
    >>> share_before([here], Advance(50000), [there], wall)
    0.5
    """
    found = []
    poses, shapes = [one.pose for one in starts], [one.shape for one in starts]
    tracks = swept(poses, shapes, leg, [two.pose for two in ends]).tracks
    for one, two, track in zip(starts, ends, tracks, strict=True):
        if overlaps(one, other, HALF):
            return 0.0
        if isinstance(track, Turning):
            share = _turned(track, other)
        else:
            share = _gone(one, two, other, HALF)
        if share is not None:
            found.append(share)
    return min(found, default=None)


def _gone(one: Base, two: Base, other: Base, margin: float) -> float | None:
    """The part of a straight way before it meets a base."""
    way = distance(one.centre, two.centre)
    if not way:
        return None
    heading = (two.cx - one.cx) / way, (two.cy - one.cy) / way
    gone = travel_before_contact(one, heading, way, other, margin)
    return gone / way if gone < way else None


def _turned(track: Turning, other: Base) -> float | None:
    """The part of a turn before it meets a base: its pieces first, then the piece by halving."""
    turns = track.turns
    steps = len(turns) - 1
    for number, (first, last) in enumerate(pairwise(turns)):
        one, two = (number / steps, first), ((number + 1) / steps, last)
        if hull_overlaps(track.part(one, two), other, HALF):
            return _halved(track, one, two, other, HALF)
    return None


def _halved(track: Turning, one: Moment, two: Moment, other: Base, margin: float) -> float:
    """The moment between two at which a turn meets a base, as a part of the way."""
    for _ in range(SPLITS):
        middle = (one[0] + two[0]) / 2, track.halfway(one[1], two[1])
        if hull_overlaps(track.part(one, middle), other, margin):
            two = middle
        else:
            one = middle
    return one[0]


def distance_before(of: Base, heading: Point, length: float, area: Area) -> float:
    """How far a base goes along a unit vector before it reaches an area's border; 0 if in it.

    The whole length if it never gets in by more than `HALF`.

    >>> from condotta.table.records import Box
    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> wood = Area("w", "woods", Box(0, 50000, 20000, 20000, 0, 1000000))
    >>> distance_before(base(pose_at(0, 0, 0), Rectangle(20000, 10000)), (0.0, 1.0), 80000, wood)
    30000.0
    """
    if meets(of, area, HALF):
        return 0.0
    return min(_before(of, heading, length, part, HALF) for part in parts(area.outline))


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
