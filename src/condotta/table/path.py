"""How bodies move: the legs of a move, where they lead, how far corners go by them."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from condotta.table.bodies import carry, offsets, pivot_base
from condotta.table.pose import base, offset, wheel
from condotta.table.records import Advance, Leg, Oblique, Pose, Shape, Shift, Side, Slide, Wheel
from condotta.table.vector import Facing, Point, distance

Measure: TypeAlias = Literal["front", "all"]


def after(poses: Sequence[Pose], shapes: Sequence[Shape], leg: Leg) -> tuple[Pose, ...]:
    """Where a body stands after a leg; a body of several moves as one, about its first.

    >>> from condotta.table.pose import pose_at
    >>> from condotta.table.records import Rectangle
    >>> after([pose_at(0, 0, 0)], [Rectangle(20000, 10000)], Wheel("left", -1000000, 0))
    (Pose(x=-10000, y=10000, ux=-1000000, uy=0),)
    """
    lead = poses[0]
    match leg:
        case Advance(length):
            moved = offset(lead, length)
        case Slide(length):
            moved = offset(lead, 0.0, length)
        case Oblique(forward, right):
            moved = offset(lead, forward, right)
        case Shift(pose):
            moved = pose
        case Wheel(side, ux, uy):
            return _after_wheel(poses, shapes, side, (ux, uy))
    return (moved,) if len(poses) == 1 else carry(moved, offsets(lead, poses))


def _after_wheel(
    poses: Sequence[Pose], shapes: Sequence[Shape], side: Side, facing: Facing
) -> tuple[Pose, ...]:
    index, point = pivot(poses, shapes, side)
    moved = wheel(poses[index], point, facing)
    return (moved,) if len(poses) == 1 else carry(moved, offsets(poses[index], poses))


def pivot(poses: Sequence[Pose], shapes: Sequence[Shape], side: Side) -> tuple[int, Point]:
    """The base a body wheels about on a side, and its outer front corner, which stays. [TC-5.6]"""
    bases = tuple(base(pose, shape) for pose, shape in zip(poses, shapes, strict=True))
    index = pivot_base(bases, side)
    return index, bases[index].fl if side == "left" else bases[index].fr


def displacement(shape: Shape, start: Pose, end: Pose, corners: Measure = "front") -> float:
    """The larger straight displacement of a base's front corners, or of all four. [TC-5.5]

    A disc's is that of its centre.

    >>> from condotta.table.pose import pose_at
    >>> from condotta.table.records import Rectangle
    >>> displacement(Rectangle(20000, 10000), pose_at(0, 0, 0), pose_at(30000, 40000, 0))
    50000.0
    """
    one, two = base(start, shape), base(end, shape)
    if one.radius:
        return distance(one.centre, two.centre)
    front = max(distance(one.fl, two.fl), distance(one.fr, two.fr))
    if corners == "front":
        return front
    return max(front, distance(one.rl, two.rl), distance(one.rr, two.rr))


def body_displacement(
    shapes: Sequence[Shape],
    starts: Sequence[Pose],
    ends: Sequence[Pose],
    corners: Measure = "front",
) -> float:
    """The largest displacement among the bases of a body. [TC-5.5]"""
    return max(
        displacement(shape, start, end, corners)
        for shape, start, end in zip(shapes, starts, ends, strict=True)
    )
