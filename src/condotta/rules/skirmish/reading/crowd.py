"""What stands in the way of a model: other models, and how near it may come to each. [SK-32, SK-33]

Made for speed: obstacles are plain tuples, and a straight leg of a round base meets a round base
by a few multiplications. Everything else is measured exactly, by `condotta.table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.coherency import Stand
from condotta.rules.skirmish.reading.datasheets import Datasheet
from condotta.rules.skirmish.reading.field import Model, Unit
from condotta.table import TOUCH, Base, gap, overlaps, sweep_meets, swept_between, swept_gap

BODY = -TOUCH  # bases may touch, and overlap by no more than that [SK-13]
AWAY = float(names.ENGAGEMENT + names.TOLERANCE)  # within an inch is not more than an inch [SK-33]


HEADROOM = 5 * names.INCH // 2


class Obstacle(NamedTuple):
    """A model that stands somewhere: its middle and reach, its base, from how low to how high.

    `keep` is how near a model may not come: `AWAY`, or `BODY` where it only may not be run into.
    """

    cx: float
    cy: float
    reach: float
    base: Base
    low: int
    high: int
    keep: float
    id: str


class Leg(NamedTuple):
    """A straight part of a model's way: its base at both ends, its lowest and highest level."""

    start: Base
    end: Base
    low: int
    high: int


def height(unit: Unit) -> int:
    """How high the models of a unit are, in quanta."""
    return round(unit.sheet.height_in * names.INCH)


def room(sheet: Datasheet) -> int:
    """How much height a model takes up, in quanta. [SK-13]

    RULING SK-13: at least 2.5 inches, so that bases overlap only a floor apart: nobody stands on a
    hill over the head of who stands at its foot.
    """
    return max(HEADROOM, round(sheet.height_in * names.INCH))


def obstacle(model: Model, tall: int, keep: float) -> Obstacle:
    """A model where it stands."""
    here = model.base
    return Obstacle(
        here.cx, here.cy, here.reach, here, model.level, model.level + tall, keep, model.id
    )


def standing(name: str, stand: Stand, tall: int) -> Obstacle:
    """A mate where it has just moved to."""
    here, level = stand
    return Obstacle(here.cx, here.cy, here.reach, here, level, level + tall, BODY, name)


def near_box(
    obstacles: Iterable[Obstacle], box: tuple[float, float, float, float]
) -> list[Obstacle]:
    """Those that could be met from within a box of least x and y, greatest x and y."""
    low_x, low_y, high_x, high_y = box
    return [
        one
        for one in obstacles
        if low_x - one[2] <= one[0] <= high_x + one[2]
        and low_y - one[2] <= one[1] <= high_y + one[2]
    ]


def met(leg: Leg, tall: int, obstacles: Sequence[Obstacle]) -> Obstacle | None:
    """The first obstacle that a model on a leg runs into or comes too near to, or None."""
    ax, ay, bx, by = leg.start.cx, leg.start.cy, leg.end.cx, leg.end.cy
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    own = max(leg.start.reach, leg.end.reach)
    for one in obstacles:
        px, py = one[0] - ax, one[1] - ay
        run = px * dx + py * dy
        if run <= 0.0:
            far = px * px + py * py
        elif run >= square:
            qx, qy = one[0] - bx, one[1] - by
            far = qx * qx + qy * qy
        else:
            cross = px * dy - py * dx
            far = cross * cross / square
        limit = own + one[2] + one[6]
        if far < limit * limit and too_near(leg, tall, one, sqrt(far)):
            return one
    return None


def too_near(leg: Leg, tall: int, one: Obstacle, centres: float) -> bool:
    """Whether a leg comes too near to a model, heights and corners looked at. [SK-10, SK-12]"""
    flat = flat_gap(leg, one, centres)
    if flat < BODY and leg.low < one.high and one.low < leg.high + tall:
        return True
    if one.keep < 0:
        return False
    up = max(0, one.low - leg.high, leg.low - one.low)
    flat = max(0.0, flat)
    return flat * flat + up * up <= one.keep * one.keep


def flat_gap(leg: Leg, one: Obstacle, centres: float) -> float:
    """How near a base comes to another sideways; below 0 by how much it overlaps, about.

    Of one that only may not be run into it is enough to know whether it is.
    """
    if leg.start.radius and one.base.radius:
        return centres - leg.start.radius - one.base.radius
    if leg.start is leg.end:
        if overlaps(leg.start, one.base):
            return 2 * BODY
        return gap(leg.start, one.base)
    sweep = swept_between(leg.start, leg.end)
    if sweep_meets(sweep, one.base):
        return 2 * BODY
    return 0.0 if one.keep < 0 else swept_gap(sweep, one.base, AWAY)
