"""Geometry that shows why something is refused: outlines, lines, what stands between. No rule."""

from __future__ import annotations

from collections.abc import Iterable

from condotta.kernel.rulings import Sketch
from condotta.table import (
    Area,
    Base,
    Point,
    Polygon,
    Screens,
    Segment,
    edge,
    outline,
    parts,
    sight_blocked,
)
from condotta.table.measuring import nearest
from condotta.table.oval import Oval, polygon_around

BLOCKER = "in the way"
SIGHT = "line of sight"
PLACE = "would stand here"


def drawn(key: str, points: Iterable[Point]) -> Sketch:
    """A line or an outline through some points."""
    return Sketch(key, tuple((round(x), round(y)) for x, y in points))


def outline_of(key: str, where: Base) -> Sketch:
    """The outline of a base."""
    return drawn(key, outline(where))


def shortest(key: str, one: Base, other: Base) -> Sketch:
    """The shortest way from one base to another."""
    return drawn(key, nearest(one, other))


def area_of(key: str, area: Area) -> tuple[Sketch, ...]:
    """The outline of an area, part by part."""
    return tuple(
        drawn(key, polygon_around(one) if isinstance(one, Oval) else outline(one))
        for one in parts(area.outline)
    )


def sight(line: Segment, part: Polygon, screens: Screens) -> tuple[Sketch, ...]:
    """The shortest line from an edge to a part of a base, and whatever blocks that line."""
    looked, blocking = sight_blocked(line, part, screens)
    return (
        drawn(SIGHT, looked),
        *(outline_of(BLOCKER, one) for one in blocking.bases),
        *(one for cover in blocking.covers for one in area_of(BLOCKER, cover.area)),
        *(drawn(BLOCKER, one) for one in blocking.crests),
    )


def ahead_of(key: str, of: Base, far: float, *, aside: float = 0.0, spread: float = 0.0) -> Sketch:
    """What lies ahead of a front edge as far as that.

    It reaches `aside` beyond both corners, and `spread` more for each unit of the way.
    """
    (ax, ay), (bx, by) = edge(of, "front")
    wide, out = aside, aside + spread * far
    return drawn(
        key,
        (
            (ax - of.rx * wide, ay - of.ry * wide),
            (ax - of.rx * out + of.fx * far, ay - of.ry * out + of.fy * far),
            (bx + of.rx * out + of.fx * far, by + of.ry * out + of.fy * far),
            (bx + of.rx * wide, by + of.ry * wide),
        ),
    )
