"""How far a base goes straight before it meets something."""

from collections.abc import Iterable
from math import inf, sqrt

from condotta.table import polygon as poly
from condotta.table.overlap import overlaps, span
from condotta.table.pose import Base, base
from condotta.table.records import Pose, Shape
from condotta.table.vector import TOUCH, Point, Polygon


def travel_before_contact(
    mover: Base, heading: Point, length: float, other: Base | Polygon, touch: float = TOUCH
) -> float:
    """How far a base goes straight along a unit vector before it touches another. [TC-3.75]

    What it only brushes along, by no more than `touch`, does not stop it.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> here = base(pose_at(0, 0, 0), stand)
    >>> travel_before_contact(here, (0.0, 1.0), 40000, base(pose_at(5000, 15000, 180), stand))
    15000.0
    """
    if isinstance(other, Base) and (mover.radius or other.radius):
        return min(length, _round_travel(mover, heading, other, touch))
    hx, hy = heading
    if isinstance(other, Base) and _passes(mover, heading, length, other):
        return length
    target = other.corners if isinstance(other, Base) else other
    free, stop = (-inf, -inf), inf
    for axis in _axes_between(mover, other):
        speed = hx * axis[0] + hy * axis[1]
        low, high = span(mover, axis, (0.0, 0.0))
        reaches = [x * axis[0] + y * axis[1] for x, y in target]
        before, behind = min(reaches) - high, low - max(reaches)
        if abs(speed) < 1e-12:
            if max(before, behind) >= -touch:
                return length
            continue
        near, far = (before, behind) if speed > 0 else (behind, before)
        pace = abs(speed)
        free = (max(free[0], near / pace), max(free[1], (near + touch) / pace))
        stop = min(stop, -(far + touch) / pace)
    if stop <= 0 or free[1] >= stop:
        return length
    return max(0.0, min(length, max(free[0], free[1] - 2 * touch)))


def _passes(mover: Base, heading: Point, length: float, other: Base) -> bool:
    """Whether the circles around two bases already keep them apart on the way."""
    dx, dy = other.cx - mover.cx, other.cy - mover.cy
    reach = mover.reach + other.reach
    aside = dx * heading[1] - dy * heading[0]
    onward = dx * heading[0] + dy * heading[1]
    return abs(aside) > reach or onward < -reach or onward - length > reach


def _axes_between(mover: Base, other: Base | Polygon) -> tuple[Point, ...]:
    own = (mover.fx, mover.fy), (mover.rx, mover.ry)
    if isinstance(other, Base):
        return (*own, (other.fx, other.fy), (other.rx, other.ry))
    return own + poly.axes(other)


def _round_travel(mover: Base, heading: Point, other: Base, touch: float) -> float:
    """Travel where a disc is involved: a ray against the other's outline, thickened."""
    hx, hy = heading
    if mover.radius:
        start, core, back = mover.centre, other, (hx, hy)
    else:
        start, core, back = other.centre, mover, (-hx, -hy)
    thick = mover.radius + other.radius
    if _ray(start, back, core, thick - touch) == inf:
        return inf
    return max(0.0, _ray(start, back, core, thick))


def _ray(start: Point, heading: Point, core: Base, thick: float) -> float:
    """Where a ray enters a base's corners and edges thickened; inf if it never does."""
    dots = core.corners or (core.centre,)
    found = [_ray_circle(start, heading, dot, thick) for dot in dots]
    if core.corners:
        grown = ((core.hw + thick, core.hd), (core.hw, core.hd + thick))
        found += [_ray_box(start, heading, core, half) for half in grown]
    return min(found)


def _ray_circle(start: Point, heading: Point, centre: Point, radius: float) -> float:
    dx, dy = centre[0] - start[0], centre[1] - start[1]
    along = dx * heading[0] + dy * heading[1]
    off = dx * heading[1] - dy * heading[0]
    under = radius * radius - off * off
    if under <= 0:
        return inf
    half = sqrt(under)
    return along - half if along + half > 0 else inf


def _ray_box(start: Point, heading: Point, core: Base, half: Point) -> float:
    enter, leave = -inf, inf
    dx, dy = start[0] - core.cx, start[1] - core.cy
    for (ax, ay), size in (((core.rx, core.ry), half[0]), ((core.fx, core.fy), half[1])):
        speed = heading[0] * ax + heading[1] * ay
        where = dx * ax + dy * ay
        if abs(speed) < 1e-12:
            if abs(where) >= size:
                return inf
            continue
        enter = max(enter, (-size * (1 if speed > 0 else -1) - where) / speed)
        leave = min(leave, (size * (1 if speed > 0 else -1) - where) / speed)
    return enter if enter < leave and leave > 0 else inf


def stand_clear(pose: Pose, shape: Shape, others: Iterable[Base]) -> Pose:
    """The pose, or one a quantum or two beside it where rounding alone laid it onto another.

    A way may brush a base by `TOUCH`; rounding its end to the grid can press it deeper by less
    than a quantum. It then steps back from the centre of what it presses. [TC-0.5]

    >>> from condotta.table.pose import pose_at
    >>> from condotta.table.records import Rectangle
    >>> shape = Rectangle(20000, 10000)
    >>> beside = base(pose_at(19899, 0, 0), shape)
    >>> stand_clear(pose_at(0, 0, 0), shape, [beside]).x
    -1
    """
    bases = tuple(others)
    for _ in range(4):
        here = base(pose, shape)
        under = next((one for one in bases if overlaps(here, one)), None)
        if under is None:
            return pose
        dx, dy = here.cx - under.cx, here.cy - under.cy
        size = sqrt(dx * dx + dy * dy) or 1.0
        pose = Pose(pose.x + round(dx / size), pose.y + round(dy / size), pose.ux, pose.uy)
    return pose
