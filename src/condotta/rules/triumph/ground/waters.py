"""Streams and Coasts, which lie across boxes and along edges. [TC-7.34]"""

from __future__ import annotations

from itertools import groupby, pairwise

from condotta.rules.triumph.ground.battlefield import SIDES, Battlefield, Side
from condotta.rules.triumph.tables import TABLES
from condotta.table import UNIT, Area, Box, Strip

WATERS = ("coast", "stream")
FACES = 120
"""Faces of the dice that place terrain: 2, 4, 5 and 6 divide it, so that all choices are even."""

Point = tuple[int, int]


def water_dice(kind: str) -> int:
    """How many dice lay a Coast or a Stream."""
    return 2 if kind == "coast" else 4 + 2 * TABLES.setup.stream_bends


def water(
    name: str, kind: str, pips: tuple[int, ...], measures: Battlefield, bases: tuple[Side, ...]
) -> Area:
    """The Coast or Stream as those dice lay it; `bases` are the base edges."""
    if kind == "coast":
        return coast(name, pips, measures, bases)
    return stream(name, pips, measures, bases)


def choice(pip: int, many: int) -> int:
    """An even choice from 0 below `many` by one die.

    >>> choice(1, 4), choice(31, 4), choice(120, 4)
    (0, 1, 3)
    """
    return (pip - 1) * many // FACES


def between(pip: int, low: int, high: int) -> int:
    """A place from low to high, both included, in even steps by one die.

    >>> between(1, 0, 1190), between(2, 0, 1190), between(120, 0, 1190)
    (0, 10, 1190)
    """
    return low + (high - low) * (pip - 1) // (FACES - 1)


def coast(name: str, pips: tuple[int, ...], measures: Battlefield, bases: tuple[Side, ...]) -> Area:
    """A strip 2 to 4 MU deep along one edge, a base edge only where all edges are such."""
    free = tuple(side for side in SIDES if side not in bases) or SIDES
    edge = free[choice(pips[0], len(free))]
    deep = between(pips[1], TABLES.setup.coast_depth_least, TABLES.setup.coast_depth_most)
    wide, half = (measures.width, measures.depth), deep // 2
    match edge:
        case "south":
            return Area(name, "coast", Box(wide[0] // 2, half, wide[0] // 2, half, UNIT, 0))
        case "north":
            y = wide[1] - half
            return Area(name, "coast", Box(wide[0] // 2, y, wide[0] // 2, half, UNIT, 0))
        case "west":
            return Area(name, "coast", Box(half, wide[1] // 2, wide[1] // 2, half, 0, UNIT))
        case "east":
            x = wide[0] - half
            return Area(name, "coast", Box(x, wide[1] // 2, wide[1] // 2, half, 0, UNIT))


def stream(
    name: str, pips: tuple[int, ...], measures: Battlefield, bases: tuple[Side, ...]
) -> Area:
    """A band from edge to edge with at most two bends, clear of base edges it runs along."""
    pairs = [(one, two) for one in SIDES for two in SIDES if SIDES.index(one) < SIDES.index(two)]
    one, two = pairs[choice(pips[0], len(pairs))]
    first, last = end_on(one, pips[1], measures), end_on(two, pips[2], measures)
    bends = choice(pips[3], TABLES.setup.stream_bends + 1)
    points = [first, *bent(first, last, pips[4:], bends, measures), last]
    if not clear_of(tuple(points), measures, bases):
        points = [first, *elbow(first, last, measures), last]
    run = tuple(point for point, _ in groupby(points))
    return Area(name, "stream", Strip(run, TABLES.setup.stream_width))


def margin() -> int:
    """How far the middle of a Stream keeps from a base edge along which it runs."""
    return TABLES.setup.stream_clear + TABLES.setup.stream_width // 2


def end_on(edge: Side, pip: int, measures: Battlefield) -> Point:
    """Where a Stream meets an edge: in its middle part, away from the other edges."""
    width, depth = measures.width, measures.depth
    x, y = (between(pip, margin(), length - margin()) for length in (width, depth))
    ends = {"south": (x, 0), "north": (x, depth), "west": (0, y), "east": (width, y)}
    return ends[edge]


def bent(
    first: Point, last: Point, pips: tuple[int, ...], bends: int, measures: Battlefield
) -> list[Point]:
    """The bends, in even steps on the way, each set off from the straight line at random."""
    found = []
    for bend in range(bends):
        share, parts = bend + 1, bends + 1
        x = first[0] + (last[0] - first[0]) * share // parts
        y = first[1] + (last[1] - first[1]) * share // parts
        off = measures.depth // 8
        x += between(pips[2 * bend], -off, off)
        y += between(pips[2 * bend + 1], -off, off)
        found.append((x, y))
    return found


def elbow(first: Point, last: Point, measures: Battlefield) -> list[Point]:
    """One or two square bends in the middle of the board, where nothing is near a base edge."""
    width, depth = measures.width, measures.depth
    if first[0] in {0, width}:
        return [] if last[0] in {0, width} else [(last[0], first[1])]
    if last[0] in {0, width}:
        return [(first[0], last[1])]
    return [(first[0], depth // 2), (last[0], depth // 2)] if first[0] != last[0] else []


def clear_of(points: tuple[Point, ...], measures: Battlefield, bases: tuple[Side, ...]) -> bool:
    """Whether every reach that runs along a base edge, within 45 degrees, is 8 MU from it."""
    low, across, along = margin(), measures.width - margin(), measures.depth - margin()
    for (ax, ay), (bx, by) in pairwise(points):
        flat = abs(bx - ax) > abs(by - ay)
        near = {
            "south": flat and min(ay, by) < low,
            "north": flat and max(ay, by) > along,
            "west": not flat and min(ax, bx) < low,
            "east": not flat and max(ax, bx) > across,
        }
        if any(near[edge] for edge in bases):
            return False
    return all(0 <= x <= measures.width and 0 <= y <= measures.depth for x, y in points)
