"""Cover: how much of a target is hidden from a shooter, and behind what. [FB-6.7]"""

from __future__ import annotations

from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.sight import height
from condotta.rules.ranked.reading.terrain import terrain
from condotta.table import (
    HALF,
    Area,
    Base,
    Point,
    Screens,
    Segment,
    along,
    distance,
    edge,
    intervals_inside,
    line_clear,
)
from condotta.table.once import noted

ACROSS = (0.1, 0.3, 0.5, 0.7, 0.9)
DEEP = (0.2, 0.8)
SOFT, HARD, NONE = "soft", "hard", "none"
TAKEN = {SOFT: -1, HARD: -2}
"""What cover does to a roll to hit. [FB-6.5]"""


@noted
def cover(here: Field, one: Regiment, target: Regiment) -> str:
    """`soft`, `hard` or `none`: what hides at least half of a target. [FB-6.7]

    RULING FB-6.15: ten points spread over the target stand for its models. An obstacle hides who is
    nearer to it than the shooter; a shooter in a forest does not hide others by it.
    """
    tall = height(here, target)
    between = Screens(
        other.base
        for other in here.regiments
        if other.id not in (one.id, target.id) and height(here, other) >= tall
    )
    lines = [(nearest(one.base, point), point) for point in spread(target.base)]
    found = [_hides(here.areas, line, between) for line in lines]
    if 2 * found.count(HARD) >= len(found):
        return HARD
    return SOFT if 2 * (len(found) - found.count(NONE)) >= len(found) else NONE


def spread(of: Base) -> list[Point]:
    """Ten points over a base, two deep and five across."""
    left, right = (of.fl, of.rl), (of.fr, of.rr)
    rows = [(along(*left, deep), along(*right, deep)) for deep in DEEP]
    return [along(*row, share) for row in rows for share in ACROSS]


def nearest(of: Base, point: Point) -> Point:
    """The point of a front edge that is nearest to a point."""
    line = edge(of, "front")
    width = distance(*line)
    right = (point[0] - line[0][0]) * of.rx + (point[1] - line[0][1]) * of.ry
    return along(*line, min(1.0, max(0.0, right / width))) if width else line[0]


def _hides(areas: tuple[Area, ...], line: Segment, between: Screens) -> str:
    worst = NONE if line_clear(line, between) else SOFT
    length = distance(*line)
    for area in areas:
        kind = terrain(area).cover
        if kind in (NONE, worst):
            continue
        for low, high in intervals_inside(line, area):
            if high - low > HALF and low + high > length:
                if kind == HARD:
                    return HARD
                worst = SOFT
    return worst
