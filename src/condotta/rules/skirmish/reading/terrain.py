"""Terrain: what its kinds do, where models can stand on it and how high. [SK-117 to SK-119]

Nothing here asks who is where: only ground, bases, and whether a model is infantry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

import msgspec

from condotta.data import toml
from condotta.rules.skirmish import names
from condotta.rules.skirmish.settings import DATA
from condotta.table import Area, Base, Point, Segment, inside, intervals_inside, meets, wholly_in

OPEN, TOP, SLOPE, FLOORS, NONE = "open", "top", "slope", "floors", "none"
ALL = "all"
COVERED = 1  # what cover adds to an armour save [SK-85]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of terrain does; lengths in inches. The data file says what each means."""

    surface: str = OPEN
    height_in: int = 0
    floors_in: tuple[int, ...] = ()
    blocks: bool = False
    sees_out: bool = False
    walk: bool = False
    cover: str = NONE
    others: bool = True
    behind_in: int = 0
    slow_in: int = 0
    fought_across: bool = False

    @property
    def height(self) -> int:
        """How high it is, in quanta."""
        return self.height_in * names.INCH


@cache
def kinds() -> Mapping[str, Kind]:
    """Every kind of terrain by its key."""
    return {key: msgspec.convert(row, Kind) for key, row in toml(DATA, "terrain.toml").items()}


PLAIN = Kind()


def kind_of(area: Area) -> Kind:
    """What an area does; kinds that are not known are open ground."""
    return kinds().get(area.kind, PLAIN)


def solid(area: Area, *, infantry: bool) -> bool:
    """Whether nobody passes through but in flight; infantry passes the walls of ruins. [SK-117]"""
    kind = kind_of(area)
    return kind.surface == NONE and not (kind.walk and infantry)


def ground(areas: Iterable[Area], at: Point) -> int:
    """How high the ground is at a point, in quanta: on a hill its height. [SK-117]"""
    return max((kind_of(one).height for one in raised(areas) if inside(at, one)), default=0)


def raised(areas: Iterable[Area]) -> list[Area]:
    """The areas whose top is the ground there."""
    return [area for area in areas if kind_of(area).surface in (TOP, SLOPE)]


def levels(areas: Iterable[Area], base: Base, *, infantry: bool) -> tuple[int, ...]:
    """The heights at which a base can stand where it is, lowest first; none without room. [SK-117]

    RULING SK-144: on a hill a model stands where its middle is over it; on anything steeper only
    with its whole base, and not partly in it. Only infantry uses the floors of ruins.
    """
    near = [area for area in areas if meets(base, area)]
    if not near:
        return (0,)
    if any(kind_of(area).surface == NONE for area in near):
        return ()
    if any(kind_of(one).surface == TOP and not wholly_in(base, one) for one in near):
        return ()
    lowest = ground(near, base.centre)
    floors = [
        floor * names.INCH
        for area in near
        if infantry and kind_of(area).surface == FLOORS and wholly_in(base, area)
        for floor in kind_of(area).floors_in
    ]
    return (lowest, *sorted({floor for floor in floors if floor > lowest}))


def stands_at(areas: Iterable[Area], base: Base, level: int, *, infantry: bool) -> int | None:
    """The height at which a base would stand there: the ground unless a floor is named. [SK-13]

    None where there is no room, or no such floor.
    """
    found = levels(areas, base, infantry=infantry)
    if not found:
        return None
    wanted = max(level, found[0])
    return wanted if wanted in found else None


def one_floor(areas: Iterable[Area], points: Sequence[Point], level: int) -> bool:
    """Whether a way stays on one floor of one ruin from its start to its end."""
    return any(
        kind_of(area).surface == FLOORS
        and level in [floor * names.INCH for floor in kind_of(area).floors_in]
        and all(inside(point, area) for point in points)
        for area in areas
    )


Rise = tuple[Point, Point, int, int]
"""A straight part of a way, or a climb in one place: from, to, its lowest and highest level."""


def rises(
    areas: Iterable[Area], points: Sequence[Point], start: int, end: int
) -> tuple[list[Rise], int]:
    """A way in parts of even height with its climbs between them, and what all climbs cost. [SK-12]

    RULING SK-162: climbing is straight up or down, where the middle of the base meets an edge. Who
    leaves a floor climbs down where it stood.
    """
    here = list(areas)
    if start == end and one_floor(here, points, start):
        return [(one, two, start, start) for one, two in legs(points)], 0
    flat: list[tuple[Point, Point, int]] = []
    tops = raised(here)
    for one, two in legs(points):
        flat += even(tops, one, two)
    levels_on_way = [start, *(level for _, _, level in flat), end]
    places = [points[0], *(place for place, _, _ in flat), points[-1]]
    parts: list[Rise] = []
    cost = 0
    for index, level in enumerate(levels_on_way[:-1]):
        if index:
            one, two, _ = flat[index - 1]
            parts.append((one, two, level, level))
        after = levels_on_way[index + 1]
        if after != level:
            place = places[index + 1]
            parts.append((place, place, min(level, after), max(level, after)))
            cost += abs(after - level)
    return parts, cost


def legs(points: Sequence[Point]) -> list[Segment]:
    """The straight legs of a way; a way of one point is a leg that goes nowhere."""
    if len(points) == 1:
        return [(points[0], points[0])]
    return [(points[index], points[index + 1]) for index in range(len(points) - 1)]


def even(tops: Iterable[Area], one: Point, two: Point) -> list[tuple[Point, Point, int]]:
    """A leg cut where the ground under it changes its height."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    length = (dx * dx + dy * dy) ** 0.5
    runs = [(area, run) for area in tops for run in intervals_inside((one, two), area)]
    if not length or not runs:
        return [(one, two, ground(tops, one))]
    cuts = sorted({0.0, length, *(edge for _, run in runs for edge in run)})
    found = []
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        level = max((kind_of(a).height for a, run in runs if run[0] <= middle <= run[1]), default=0)
        start = (one[0] + dx * low / length, one[1] + dy * low / length)
        stop = (one[0] + dx * high / length, one[1] + dy * high / length)
        found.append((start, stop, level))
    return found
