"""Geometry that shows why something is refused: outlines, lines, what stands between. No rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from condotta.kernel.records import Record
from condotta.kernel.rulings import Sketch
from condotta.table import (
    Area,
    Base,
    Point,
    Polygon,
    Screens,
    Segment,
    clear_line,
    distance,
    edge,
    outline,
    parts,
    sight_blocked,
)
from condotta.table.once import fact
from condotta.table.oval import Oval, polygon_around

BLOCKER = "in the way"
SIGHT = "line of sight"
PLACE = "would stand here"


def drawn(key: str, points: Iterable[Point]) -> Sketch:
    """A line or an outline through some points."""
    return Sketch(key, tuple((round(x), round(y)) for x, y in points))


@fact(64)
def zone_of(polygon: Polygon) -> Sketch:
    """The outline of where a seat sets out: the same few, shown with many a refusal."""
    return drawn("deployment zone", polygon)


def outline_of(key: str, where: Base) -> Sketch:
    """The outline of a base."""
    return drawn(key, outline(where))


def area_of(key: str, area: Area) -> tuple[Sketch, ...]:
    """The outline of an area, part by part."""
    return tuple(
        drawn(key, polygon_around(one) if isinstance(one, Oval) else outline(one))
        for one in parts(area.outline)
    )


def sight(line: Segment, part: Polygon, screens: Screens) -> tuple[Sketch, ...]:
    """The shortest line from an edge to a part of a base, and whatever blocks that line."""
    return barred(*sight_blocked(line, part, screens))


def barred(line: Segment, blocking: Screens) -> tuple[Sketch, ...]:
    """A line of sight, and all that blocks it."""
    return (
        drawn(SIGHT, line),
        *(outline_of(BLOCKER, one) for one in blocking.bases),
        *(one for cover in blocking.covers for one in area_of(BLOCKER, cover.area)),
        *(drawn(BLOCKER, one) for one in blocking.crests),
    )


class Sight(Record, frozen=True):
    """Whether one sees another, by which clause; what is in the way of the line, if not.

    `pieces` and `grounds` are in its way, by id; `seeing` of so many models `of` a unit see, where
    each of them looks for itself. The line is the first of the sketches.
    """

    sees: bool
    clause: str
    sketches: tuple[Sketch, ...]
    pieces: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
    seeing: int = 0
    of: int = 0


class View(NamedTuple):
    """What is looked from, what is looked at, and all that may be between, by its names."""

    lines: tuple[tuple[Segment, Polygon], ...]
    screens: Screens
    bases: Mapping[str, Base]
    crests: Mapping[str, Segment]


def looked(clause: str, view: View) -> Sight:
    """The shortest clear line of all; where none is, the shortest and what blocks it."""
    clear = [line for tried in view.lines if (line := clear_line(*tried, view.screens)) is not None]
    if clear:
        return Sight(True, clause, (drawn(SIGHT, min(clear, key=lambda one: distance(*one))),))
    tried = (sight_blocked(*tried, view.screens) for tried in view.lines)
    line, blocking = min(tried, key=lambda one: distance(*one[0]))
    spots = {_spot(one) for one in blocking.bases}
    pieces = tuple(name for name, one in view.bases.items() if _spot(one) in spots)
    hills = tuple(name for name, one in view.crests.items() if one in blocking.crests)
    grounds = tuple(cover.area.id for cover in blocking.covers)
    return Sight(False, clause, barred(line, blocking), pieces, (*grounds, *hills))


def _spot(of: Base) -> tuple[float, float, float, float]:
    """Where a base is and how it faces, however large it is taken to be: no two are there."""
    return of.x, of.y, of.fx, of.fy


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
