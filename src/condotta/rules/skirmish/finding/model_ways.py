"""The way of one model as geometry: its legs, its length, where it ends. [SK-12, SK-13, SK-136]"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from condotta.rules.skirmish.reading.coherency import Stand
from condotta.rules.skirmish.reading.crowd import Leg
from condotta.rules.skirmish.reading.field import Model
from condotta.rules.skirmish.reading.terrain import raised, rises, stands_at
from condotta.rules.skirmish.records import Trail
from condotta.table import (
    Area,
    Base,
    Disc,
    Point,
    Pose,
    Rectangle,
    Shape,
    base,
    distance,
    facing_to,
)


class Way(NamedTuple):
    """Where a trail leads; `level` is None where the model finds no room at its end.

    `length` is that of its middle, climbs included, in quanta; `swing` the farthest that a corner
    is from where it was. [SK-12, SK-13]

    RULING SK-13: as turning costs nothing, a corner is measured straight from its place at the
    start to its place at the end, and the middle along its way.
    """

    model: Model
    legs: tuple[Leg, ...]
    end: Base
    level: int | None
    length: float
    swing: float

    @property
    def stand(self) -> Stand:
        """Where the model stands at the end."""
        return Stand(self.end, self.level or 0)

    @property
    def moved(self) -> bool:
        """Whether it moved at all. RULING SK-156: who only turns where it stands has not."""
        return bool(self.length) or self.level != self.model.level

    @property
    def far(self) -> float:
        """How far its middle is from where it was, sideways."""
        return distance(self.model.base.centre, self.end.centre)

    def box(self, margin: float) -> tuple[float, float, float, float]:
        """What holds the whole way: least x and y, greatest x and y."""
        bases = [self.model.base, *(leg.end for leg in self.legs)]
        reach = max(one.reach for one in bases) + margin
        return (
            min(one.cx for one in bases) - reach,
            min(one.cy for one in bases) - reach,
            max(one.cx for one in bases) + reach,
            max(one.cy for one in bases) + reach,
        )


def via(ways: Sequence[Way]) -> tuple[tuple[tuple[str, Pose], ...], ...]:
    """Where each model is after each leg but the last; who is there already stays."""
    moved = [way for way in ways if way.legs]
    most = max((len(way.legs) for way in moved), default=0)
    return tuple(
        tuple((way.model.id, way.legs[: leg + 1][-1].end.pose) for way in moved)
        for leg in range(most - 1)
    )


def turned(pose: Pose, shape: Shape, facing: tuple[int, int]) -> Pose:
    """A base turned about its middle, which costs nothing. [SK-13]"""
    if facing in ((0, 0), pose.facing):
        return pose
    if isinstance(shape, Disc):
        return facing_to(pose, facing)
    return facing_round(pose, shape, facing)


def facing_round(pose: Pose, shape: Rectangle, facing: tuple[int, int]) -> Pose:
    """A rectangle turned about its middle."""
    middle = base(pose, shape).centre
    half = shape.depth / 2
    size = sqrt(facing[0] * facing[0] + facing[1] * facing[1])
    return Pose(
        round(middle[0] + half * facing[0] / size),
        round(middle[1] + half * facing[1] / size),
        *facing,
    )


def way_of(
    model: Model, trail: Trail, areas: Sequence[Area], *, infantry: bool, flies: bool
) -> Way:
    """Where a trail leads; legality apart. The model turns first, then goes from point to point.

    Its level is that of the ground where it ends, unless the trail names a floor. [SK-117]
    """
    start, shape = model.base, model.base.shape
    pose = turned(start.pose, shape, (trail.ux, trail.uy))
    bases = [base(pose, shape)]
    bases += [base(Pose(x, y, pose.ux, pose.uy), shape) for x, y in trail.points]
    end = bases[-1]
    wanted = trail.level if trail.points else model.level
    level = stands_at(areas, end, wanted, infantry=infantry)
    legs, climbs = (
        straight(bases, level or 0) if flies else legs_of(model, bases, level or 0, areas)
    )
    length = sum(distance(one.centre, two.centre) for one, two in pairwise(bases))
    swing = 0.0 if end.radius else farthest_corner(start, end)
    if pose != start.pose and not end.radius:
        legs = (Leg(start, bases[0], model.level, model.level), *legs)
    return Way(model, legs, end, level, length + climbs, swing)


def straight(bases: Sequence[Base], level: int) -> tuple[tuple[Leg, ...], int]:
    """Legs on one level, without climbs; of who does not move one that goes nowhere."""
    pairs = pairwise(bases) if len(bases) > 1 else ((bases[0], bases[0]),)
    return tuple(Leg(one, two, level, level) for one, two in pairs), 0


def legs_of(
    model: Model, bases: Sequence[Base], level: int, areas: Sequence[Area]
) -> tuple[tuple[Leg, ...], int]:
    """The legs of a way with their heights, and what its climbs cost. [SK-12]"""
    if level == model.level and (not areas or (level == 0 and not raised(areas))):
        return straight(bases, level)
    parts, cost = rises(areas, [one.centre for one in bases], model.level, level)
    shape, pose = bases[0].shape, bases[0].pose
    offset = (bases[0].x - bases[0].cx, bases[0].y - bases[0].cy)
    legs = []
    for one, two, low, high in parts:
        start, stop = (moved_to(pose, shape, offset, point) for point in (one, two))
        legs.append(Leg(start, stop, low, high))
    return tuple(legs), cost


def moved_to(pose: Pose, shape: Shape, offset: Point, middle: Point) -> Base:
    """The base with its middle at a point of the way."""
    x, y = round(middle[0] + offset[0]), round(middle[1] + offset[1])
    return base(Pose(x, y, pose.ux, pose.uy), shape)


def farthest_corner(start: Base, end: Base) -> float:
    """How far the corner is from where it was that went farthest. [SK-13]"""
    return max(distance(one, two) for one, two in zip(start.corners, end.corners, strict=True))
