"""Who sees whom: straight lines between bases, with heights low, man and large. [FB-1.10]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.rules.ranked import names
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.terrain import terrain, uphill
from condotta.rules.sketches import Sight, View, looked
from condotta.table import (
    Area,
    Base,
    Cover,
    Point,
    Polygon,
    Screens,
    crest,
    edge,
    meets,
    outline,
    visible_distance,
)
from condotta.table.once import noted

LOW, MAN, LARGE = 0, 1, 2
LOW_TYPES = (names.SWARM, names.WAR_BEASTS)
SEE_IN = 0  # how far one sees into a forest that one is not in, in quanta
WHOLLY = 10**9


@noted
def height(here: Field, one: Regiment) -> int:
    """How tall a regiment is for seeing it. [FB-1.10]

    RULING FB-1.13: swarms and beasts are low, large targets large, and so is who stands on a hill.
    """
    if one.any_has("large-target") or uphill(here, one.base):
        return LARGE
    return LOW if one.piece.type in LOW_TYPES else MAN


def screens(here: Field, seer: Regiment, target: Regiment) -> Screens:
    """Everything that may block a line from one to another. [FB-1.10]"""
    tall = height(here, target)
    bases = [
        other.base
        for other in here.regiments
        if other.id not in (seer.id, target.id) and height(here, other) >= tall
    ]
    return Screens(bases, covers(here, seer.base, target.base), crests(here, seer, target))


def covers(here: Field, seer: Base, target: Base) -> list[Cover]:
    """Forests and buildings: who stands in one sees out of it, and is seen in it. [FB-1.10]"""
    return [
        Cover(area, WHOLLY if meets(seer, area) or meets(target, area) else SEE_IN)
        for area in here.areas
        if terrain(area).hides
    ]


def crests(here: Field, seer: Regiment, target: Regiment) -> Iterator[tuple[Point, Point]]:
    """The crests of hills on which neither of the two stands; large targets show over them."""
    if height(here, target) == LARGE:
        return
    for area in here.areas:
        if area.kind == "hill" and not _on(area, seer) and not _on(area, target):
            yield crest(area)


def sight(here: Field, seer: Regiment, target: Regiment) -> Sight:
    """Whether a regiment sees another, to look at: the line, and what hides it. [FB-1.10]"""
    hills = (area for area in here.areas if area.kind == "hill")
    return looked(
        "FB-1.10",
        View(
            ((edge(seer.base, "front"), outline(target.base)),),
            screens(here, seer, target),
            {one.id: one.base for one in here.regiments},
            {area.id: crest(area) for area in hills},
        ),
    )


def _on(area: Area, one: Regiment) -> bool:
    return meets(one.base, area)


def sees(here: Field, seer: Regiment, target: Regiment) -> bool:
    """Whether any line from a regiment's front to a target is clear. [FB-1.10]"""
    return sight_distance(here, seer, target, outline(target.base)) is not None


@noted
def sight_distance(here: Field, seer: Regiment, target: Regiment, part: Polygon) -> float | None:
    """The shortest clear line from a regiment's front to a part of a target; None if none is."""
    return visible_distance(edge(seer.base, "front"), part, screens(here, seer, target))
