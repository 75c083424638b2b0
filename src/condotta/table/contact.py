"""Edges on edges and corners on corners: fighting contact, touching, standing side by side.

Everything here is within `TOUCH` and a tenth of a degree. [TC-0.5]
"""

from typing import Literal, TypeAlias

from condotta.table.once import fact
from condotta.table.overlap import gap, overlaps
from condotta.table.pose import (
    CORNERS,
    EDGES,
    Base,
    Corner,
    Edge,
    corner,
    edge,
    facing_to,
    offset,
    outward,
)
from condotta.table.records import Disc, Pose, Rectangle, Shape
from condotta.table.vector import (
    TOUCH,
    Facing,
    Point,
    left_of,
    opposite,
    right_of,
    sine_cosine,
    unit,
)

Hold: TypeAlias = Literal["front", "left_flank", "right_flank", "rear"]
Beside: TypeAlias = Literal["behind", "in_front", "left", "right"]
Relation: TypeAlias = Literal[
    "in_front",
    "behind",
    "left",
    "right",
    "front_contact",
    "left_flank_contact",
    "right_flank_contact",
    "rear_contact",
]

ALIGNED = 0.1
_SINE_ALIGNED = 0.0017453283658983088
_GRAIN = 1e-6


def meet(one: Point, two: Point, touch: float = TOUCH) -> bool:
    """Whether two points coincide within `touch`."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    return dx * dx + dy * dy <= touch * touch


def same_direction(ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether two unit vectors point the same way within a tenth of a degree. [TC-0.5]"""
    return abs(ax * by - ay * bx) <= _SINE_ALIGNED + _GRAIN and ax * bx + ay * by > 0


def same_facing(one: Base, two: Base) -> bool:
    """Whether two bases face the same way within a tenth of a degree. [TC-0.5]"""
    return same_direction(one.fx, one.fy, two.fx, two.fy)


def facing_within(one: Base, two: Base, degrees: float) -> bool:
    """Whether two facings differ by at most so many degrees, the limit included. [TC-9.4]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> north, east = base(pose_at(0, 0, 0), stand), base(pose_at(0, 0, 90), stand)
    >>> facing_within(north, east, 90), facing_within(north, east, 89.9)
    (True, False)
    """
    return vectors_within((one.fx, one.fy), (two.fx, two.fy), degrees)


def vectors_within(one: Point, two: Point, degrees: float) -> bool:
    """Whether two unit vectors differ by at most so many degrees, to a millionth of a radian."""
    sine, cosine = sine_cosine(degrees)
    return one[0] * two[0] + one[1] * two[1] >= cosine - _GRAIN * sine - 1e-12


def front_on(one: Base, two: Base, touch: float = TOUCH) -> Hold | None:
    """Which edge of `two` the front edge of `one` is in fighting contact with. [TC-0.8, TC-0.11]

    Front and rear corner to corner [TC-0.10]; on a flank the front corners of that side
    coincide. [TC-0.9] A disc has no such contact.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> front_on(base(pose_at(0, 0, 180), stand), base(pose_at(0, 0, 0), stand))
    'front'
    """
    dx, dy = two.cx - one.cx, two.cy - one.cy
    reach = one.reach + two.reach + touch
    if dx * dx + dy * dy > reach * reach or one.radius or two.radius:
        return None
    cosine = one.fx * two.fx + one.fy * two.fy
    if cosine < -0.9:
        held = meet(one.fl, two.fr, touch) and meet(one.fr, two.fl, touch)
        return "front" if held and same_direction(one.fx, one.fy, -two.fx, -two.fy) else None
    if cosine > 0.9:
        held = meet(one.fl, two.rl, touch) and meet(one.fr, two.rr, touch)
        return "rear" if held and same_facing(one, two) else None
    if meet(one.fl, two.fl, touch) and same_direction(one.fx, one.fy, two.rx, two.ry):
        return "left_flank"
    if meet(one.fr, two.fr, touch) and same_direction(one.fx, one.fy, -two.rx, -two.ry):
        return "right_flank"
    return None


def in_contact(one: Base, two: Base, touch: float = TOUCH) -> bool:
    """Whether two enemies so placed are in close combat, whoever made contact. [TC-0.11]"""
    return front_on(one, two, touch) is not None or front_on(two, one, touch) is not None


def shared_length(
    one: Base, one_edge: Edge, two: Base, two_edge: Edge, touch: float = TOUCH
) -> float:
    """How long two edges lie on each other back to back; 0 if they do not.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> one, two = base(pose_at(0, 0, 180), stand), base(pose_at(5000, 0, 0), stand)
    >>> shared_length(one, "front", two, "front")
    15000.0
    """
    nx, ny = outward(one, one_edge)
    ox, oy = outward(two, two_edge)
    if not same_direction(nx, ny, -ox, -oy):
        return 0.0
    (ax, ay), (bx, by) = edge(one, one_edge)
    tx, ty = ny, -nx
    length = (bx - ax) * tx + (by - ay) * ty
    ends = [
        ((px - ax) * tx + (py - ay) * ty, (px - ax) * nx + (py - ay) * ny)
        for px, py in edge(two, two_edge)
    ]
    (far, far_off), (near, near_off) = ends
    low, high = max(near, 0.0), min(far, length)
    if high - low <= touch or far - near <= 0:
        return 0.0
    slope = (far_off - near_off) / (far - near)
    offs = (near_off + slope * (low - near), near_off + slope * (high - near))
    return high - low if max(abs(offs[0]), abs(offs[1])) <= touch else 0.0


def edges_touch(one: Base, one_edge: Edge, two: Base, two_edge: Edge) -> bool:
    """Whether two edges lie on each other along some length, more than a corner. [TC-9.4]"""
    return shared_length(one, one_edge, two, two_edge, TOUCH) > 0


def edge_on(one: Base, one_edge: Edge, two: Base, touch: float = TOUCH) -> Edge | None:
    """Which edge of `two` an edge of `one` lies on, even in part; the longest shared. [TC-5.37]"""
    if one.radius or two.radius or not touches(one, two, touch):
        return None
    lengths = [(shared_length(one, one_edge, two, name, touch), name) for name in EDGES]
    best = max(lengths, key=lambda found: found[0])
    return best[1] if best[0] > 0 else None


def corner_contact(one: Base, two: Base) -> tuple[tuple[Corner, Corner], ...]:
    """The pairs of corners, one of each base, that coincide. [TC-9.4]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> corner_contact(base(pose_at(0, 0, 180), stand), base(pose_at(20000, 0, 0), stand))
    (('fl', 'fl'),)
    """
    if one.radius or two.radius:
        return ()
    return tuple(
        (first, second)
        for first in CORNERS
        for second in CORNERS
        if meet(corner(one, first), corner(two, second), TOUCH)
    )


def touches(one: Base, two: Base, touch: float = TOUCH) -> bool:
    """Whether two bases touch anywhere, a corner included, without overlapping."""
    dx, dy = two.cx - one.cx, two.cy - one.cy
    reach = one.reach + two.reach + touch
    if dx * dx + dy * dy > reach * reach:
        return False
    return gap(one, two) <= touch and not overlaps(one, two, touch)


def adjacent(one: Base, two: Base, touch: float = TOUCH) -> Beside | None:
    """Where a base stands next to another: edge to edge and corner to corner. [TC-0.12]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> adjacent(base(pose_at(20000, 0, 0), stand), base(pose_at(0, 0, 0), stand))
    'right'
    """
    dx, dy = two.cx - one.cx, two.cy - one.cy
    reach = one.reach + two.reach + touch
    if dx * dx + dy * dy > reach * reach or one.radius or two.radius:
        return None
    if not same_facing(one, two):
        return None
    if meet(one.fr, two.fl, touch):
        return "left"
    if meet(one.fl, two.fr, touch):
        return "right"
    if meet(one.fl, two.rl, touch) and meet(one.fr, two.rr, touch):
        return "behind"
    if meet(one.rl, two.fl, touch) and meet(one.rr, two.fr, touch):
        return "in_front"
    return None


@fact(8192)
def line_up(shape: Shape, to: Base, relation: Relation) -> Pose:
    """The exact pose that puts a shape into a relation with a base already standing. [TC-5.31]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> foe = base(pose_at(240000, 160000, 0), Rectangle(20000, 10000))
    >>> line_up(Rectangle(20000, 20000), foe, "left_flank_contact")
    Pose(x=230000, y=150000, ux=1000000, uy=0)
    """
    own_width, own_depth = _extent(shape)
    width, depth = _extent(to.shape)
    pose = to.pose
    match relation:
        case "in_front":
            return offset(pose, own_depth)
        case "behind" | "rear_contact":
            return offset(pose, -depth)
        case "left":
            return offset(pose, 0.0, -(width + own_width) / 2)
        case "right":
            return offset(pose, 0.0, (width + own_width) / 2)
        case "front_contact":
            return facing_to(pose, opposite(pose.facing))
        case "left_flank_contact":
            return facing_to(offset(pose, -own_width / 2, -width / 2), right_of(pose.facing))
        case "right_flank_contact":
            return facing_to(offset(pose, -own_width / 2, width / 2), left_of(pose.facing))


def _extent(shape: Shape) -> tuple[float, float]:
    match shape:
        case Rectangle(width, depth):
            return width, depth
        case Disc():
            raise ValueError("a round base does not line up edge to edge")


def nearest_quarter_facing(facing: Facing, reference: Facing) -> Facing:
    """Of the four facings square to a reference, the one nearest to a given facing.

    >>> nearest_quarter_facing((100, 999999), (0, 1000000))
    (0, 1000000)
    """
    return max(
        reference,
        right_of(reference),
        opposite(reference),
        left_of(reference),
        key=lambda option: option[0] * facing[0] + option[1] * facing[1],
    )


def square_to_each_other(one: Base | Pose, two: Base | Pose, degrees: float = ALIGNED) -> bool:
    """Whether two facings differ by a multiple of a right angle, give or take some degrees."""
    (ax, ay), (bx, by) = _unit_of(one), _unit_of(two)
    return min(abs(ax * bx + ay * by), abs(ax * by - ay * bx)) <= sine_cosine(degrees)[0] + _GRAIN


def _unit_of(one: Base | Pose) -> Point:
    return (one.fx, one.fy) if isinstance(one, Base) else unit(one.facing)
