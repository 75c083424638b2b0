"""A body on its way from one pose to another: where it is in between, and what it first meets.

Between two poses lies one turn about one point: that of a wheel, or of a turn on the spot; where
both face alike it is a straight way. This is drawing: what a way may touch is for the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, cos, pi, sin, tan

from condotta.table import Base, Point, Polygon, Pose, Shape
from condotta.table import polygon as poly
from condotta.table.overlap import outline

STRAIGHT = 1e-6
"""Radians below which two poses face alike."""
STEPS = 24
"""Into how many parts a leg is cut to find what it meets."""
HALVINGS = 12


def between(one: Pose, two: Pose, share: float) -> Pose:
    """The pose after a share of the way.

    >>> between(Pose(0, 0, 0, 1000000), Pose(0, 100, 0, 1000000), 0.5)
    Pose(x=0, y=50, ux=0, uy=1000000)
    """
    start, end = atan2(one.uy, one.ux), atan2(two.uy, two.ux)
    turn = (end - start + pi) % (2 * pi) - pi
    dx, dy = two.x - one.x, two.y - one.y
    if abs(turn) < STRAIGHT:
        return Pose(round(one.x + share * dx), round(one.y + share * dy), one.ux, one.uy)
    half = 1 / (2 * tan(turn / 2))
    cx, cy = one.x + dx / 2 - dy * half, one.y + dy / 2 + dx * half
    cosine, sine = cos(share * turn), sin(share * turn)
    px, py = one.x - cx, one.y - cy
    facing = start + share * turn
    return Pose(
        round(cx + cosine * px - sine * py),
        round(cy + sine * px + cosine * py),
        round(cos(facing) * 1e6),
        round(sin(facing) * 1e6),
    )


def stations(poses: Sequence[Pose], steps: int = STEPS) -> list[Pose]:
    """The poses of a way, close enough together to draw it; straight legs have no more than two."""
    found = list(poses[:1])
    for one, two in pairwise(poses):
        count = 1 if one.facing == two.facing else steps
        found += [between(one, two, number / count) for number in range(1, count + 1)]
    return found


def swept(poses: Sequence[Pose], shape: Shape) -> tuple[Polygon, ...]:
    """The ground that a base passes over, as outlines that lie over one another."""
    bases = [outline(Base(pose, shape)) for pose in stations(poses)]
    return tuple(poly.hull((*one, *two)) for one, two in pairwise(bases))


def first_met(
    poses: Sequence[Pose], shape: Shape, meets: Callable[[Base], bool]
) -> tuple[Base, float] | None:
    """Where a base first meets something on its way, and after how many legs; None if never.

    What it meets where it begins does not count until it has been clear of it.
    """
    clear = False
    for number, (one, two) in enumerate(pairwise(poses)):
        last = 0.0
        for step in range(STEPS + 1):
            share = step / STEPS
            if not meets(Base(between(one, two, share), shape)):
                clear, last = True, share
            elif clear:
                met = halved(one, two, shape, meets, (last, share))
                return Base(between(one, two, met), shape), number + met
    return None


def halved(
    one: Pose, two: Pose, shape: Shape, meets: Callable[[Base], bool], shares: tuple[float, float]
) -> float:
    """The share of a leg at which a base begins to meet something."""
    low, high = shares
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (
            (low, middle) if meets(Base(between(one, two, middle), shape)) else (middle, high)
        )
    return high


def fronts(poses: Sequence[Pose], shape: Shape) -> list[Point]:
    """The way of the middle of a base, as a line to draw."""
    return [Base(pose, shape).centre for pose in stations(poses)]
