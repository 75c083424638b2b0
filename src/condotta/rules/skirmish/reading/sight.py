"""Who sees whom, and how much of it: straight lines past terrain and models. [SK-77, SK-78, SK-120]

Lines run from the outline of one model to that of another, at three heights of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

from condotta.kernel.rulings import Sketch
from condotta.rules.sketches import BLOCKER, SIGHT, area_of, drawn, outline_of
from condotta.rules.skirmish.reading.crowd import height
from condotta.rules.skirmish.reading.field import Field, Model, apart
from condotta.rules.skirmish.reading.terrain import kind_of
from condotta.table import (
    Area,
    Base,
    Point,
    Segment,
    along,
    box_interval,
    distance,
    extent,
    intervals_inside,
    meets,
    parts,
    side_of,
    sine_cosine,
)
from condotta.table.measuring import nearest
from condotta.table.once import fact, noted

HEIGHTS = (0.9, 0.5, 0.25)  # of a model's own height, those that see farthest first
AROUND = tuple(sine_cosine(degrees) for degrees in range(0, 360, 45))
HALF_OF_IT = 0.5


class Figure(NamedTuple):
    """What of a model can be seen: its base, its level, its height."""

    base: Base
    level: int
    tall: int


Box = tuple[float, float, float, float]


class Screen(NamedTuple):
    """What may stand in the way of a line: an area or a base, from how low to how high.

    `open_to` is an area that its inside and its outside see through.
    """

    what: Area | Base
    low: float
    high: float
    box: Box
    open_to: bool = False


def figure(here: Field, model: Model) -> Figure:
    """A model as it stands."""
    return Figure(model.base, model.level, height(here.units[model.unit]))


class Screens:
    """All that may stand in the way, compared by identity: one object for one table."""

    __slots__ = ("every",)

    def __init__(self, every: Sequence[Screen]) -> None:
        """Keep them in the order given."""
        self.every = tuple(every)


@fact(64)
def terrain_screens(areas: tuple[Area, ...]) -> Screens:
    """The areas that block lines below their height. [SK-118]"""
    return Screens(
        [
            Screen(area, 0.0, float(kind_of(area).height), extent(area), kind_of(area).sees_out)
            for area in areas
            if kind_of(area).blocks
        ]
    )


@noted
def ground_screens(here: Field) -> Screens:
    """The terrain that may stand between any two models."""
    return terrain_screens(here.position.areas)


def screens_for(here: Field, one: Model, two: Model, *, past_models: bool) -> Screens:
    """What may stand between two models: terrain, and with the option models of other units.

    RULING SK-161: a unit is as visible as its most visible model, so that its own models never
    hide it.
    """
    kept = ground_screens(here)
    if past_models:
        return kept
    found = list(kept.every)
    for unit in here.units.values():
        if unit.id not in (one.unit, two.unit):
            tall = height(unit)
            found += [standing(model, tall) for model in unit.models]
    return Screens(found)


def standing(model: Model, tall: int) -> Screen:
    """A model as something in the way."""
    here = model.base
    box = (here.cx - here.reach, here.cy - here.reach, here.cx + here.reach, here.cy + here.reach)
    return Screen(here, float(model.level), float(model.level + tall), box)


def sees(here: Field, one: Model, two: Model, *, past_models: bool = True) -> bool:
    """Whether any line from one model to another is free. [SK-77, SK-78]

    `past_models` is the game as it comes: only terrain blocks.
    """
    screens = screens_for(here, one, two, past_models=past_models)
    return not screens.every or free(figure(here, one), figure(here, two), screens)


class Hidden(NamedTuple):
    """The shortest line between models that do not see each other, and what blocks it."""

    line: Segment
    by: tuple[Area | Base, ...]

    def sketches(self) -> Iterator[Sketch]:
        """The line, then the outlines of what it runs over, to look at."""
        yield drawn(SIGHT, self.line)
        for what in self.by:
            yield from (
                area_of(BLOCKER, what) if isinstance(what, Area) else (outline_of(BLOCKER, what),)
            )


def hidden(
    here: Field, ones: Sequence[Model], others: Sequence[Model], *, past_models: bool
) -> Hidden:
    """What is in the way between the nearest of some models and others, from top to top."""
    one, two = nearest_first(ones, others)[0]
    line = nearest(one.base, two.base)
    eyes, seen = figure(here, one), figure(here, two)
    near = between(eyes, seen, screens_for(here, one, two, past_models=past_models))
    blocking = (
        screen.what
        for screen in near
        if blocked(runs_of(*line, (screen,)), heights(eyes)[0], heights(seen)[0])
    )
    return Hidden(line, tuple(blocking))


def nearest_first(ones: Sequence[Model], others: Sequence[Model]) -> list[tuple[Model, Model]]:
    """Every pair of some models and others, those that are least apart first."""
    pairs = product(ones, others)
    return sorted(pairs, key=lambda pair: (apart(*pair), pair[0].id, pair[1].id))


def half_hidden(here: Field, one: Model, two: Model, *, past_models: bool = True) -> bool:
    """Whether one model sees less than half of another. [SK-120]"""
    screens = screens_for(here, one, two, past_models=past_models)
    return part_seen(figure(here, one), figure(here, two), screens) < HALF_OF_IT


@fact(65536)
def free(one: Figure, two: Figure, screens: Screens) -> bool:
    """Whether any line between two figures passes all screens."""
    near = between(one, two, screens)
    return not near or passing(one, two, near) is not None


def free_line(one: Figure, two: Figure, screens: Screens) -> Segment | None:
    """A line between two figures that passes all screens, the nearest if nothing is near."""
    near = between(one, two, screens)
    return passing(one, two, near) if near else nearest(one.base, two.base)


def passing(one: Figure, two: Figure, near: Sequence[Screen]) -> Segment | None:
    """The first line tried between two figures that passes some screens; None if none does."""
    if any(parts_them(screen, one, two) for screen in near):
        return None
    tops = [(low, high) for low in heights(one) for high in heights(two)]
    for stop in outline(two, one):
        for start in outline(one, two):
            runs = runs_of(start, stop, near)
            if any(not blocked(runs, low, high) for low, high in tops):
                return start, stop
    return None


@fact(16384)
def part_seen(one: Figure, two: Figure, screens: Screens) -> float:
    """The share of the points of the second figure that any point of the first one sees."""
    near = between(one, two, screens)
    if not near:
        return 1.0
    if any(parts_them(screen, one, two) for screen in near):
        return 0.0
    starts, stops, seen = outline(one, two), outline(two, one), 0
    for stop in stops:
        runs = [runs_of(start, stop, near) for start in starts]
        seen += sum(
            any(not blocked(run, low, high) for run in runs for low in heights(one))
            for high in heights(two)
        )
    return seen / (len(stops) * len(HEIGHTS))


def parts_them(screen: Screen, one: Figure, two: Figure) -> bool:
    """Whether a screen higher than both figures lies all across between them: nothing is seen.

    A convex screen that meets the outermost lines on both sides meets every line in between.
    """
    if screen.high <= max(heights(one)[0], heights(two)[0]) or isinstance(screen.what, Base):
        return False
    if len(parts(screen.what.outline)) > 1:
        return False
    starts, stops = outline(one, two), outline(two, one)
    dx, dy = two.base.cx - one.base.cx, two.base.cy - one.base.cy
    found: list[Point] = []
    for side in (1, -1):
        line = (outermost(starts, dx, dy, side), outermost(stops, dx, dy, side))
        runs = intervals_inside(line, screen.what)
        if not runs:
            return False
        found.append(along(*line, sum(runs[0]) / 2 / distance(*line)))
    if found[0] == found[1]:
        return False
    across = (found[0], found[1])
    sides = {side_of(point, across) > 0 for point in starts}
    return len(sides) == 1 and {side_of(point, across) > 0 for point in stops} == {not sides.pop()}


def outermost(points: Sequence[Point], dx: float, dy: float, side: int) -> Point:
    """The point that is farthest to one side of a direction."""
    return max(points, key=lambda point: side * (point[0] * dy - point[1] * dx))


def heights(of: Figure) -> tuple[float, ...]:
    """How high the points of a figure are, those near its top first."""
    return tuple(of.level + share * of.tall for share in HEIGHTS)


@fact(16384)
def outline(of: Figure, other: Figure) -> tuple[Point, ...]:
    """Points round a base: eight of a round one, corners and middles of the sides of another.

    Those that face the other figure come first.
    """
    here = of.base
    if here.radius:
        points = [
            (here.cx + here.radius * sine, here.cy + here.radius * cosine)
            for sine, cosine in AROUND
        ]
    else:
        corners = here.corners
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        points = [*corners, *(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in sides)]
    dx, dy = other.base.cx - here.cx, other.base.cy - here.cy
    return tuple(sorted(points, key=lambda point: -(point[0] * dx + point[1] * dy)))


def between(one: Figure, two: Figure, screens: Screens) -> tuple[Screen, ...]:
    """The screens that a line between two figures could meet.

    A ruin hides nobody who stands in it, nor from whoever does. RULING SK-145: its walls are not
    drawn; they block whatever passes through it from side to side.
    """
    here, there = one.base, two.base
    low_x = min(here.cx - here.reach, there.cx - there.reach)
    low_y = min(here.cy - here.reach, there.cy - there.reach)
    high_x = max(here.cx + here.reach, there.cx + there.reach)
    high_y = max(here.cy + here.reach, there.cy + there.reach)
    lowest = min(heights(one)[-1], heights(two)[-1])
    return tuple(
        screen
        for screen in screens.every
        if screen.high > lowest
        and low_x <= screen.box[2]
        and screen.box[0] <= high_x
        and low_y <= screen.box[3]
        and screen.box[1] <= high_y
        and not (screen.open_to and (within(here, screen.what) or within(there, screen.what)))
    )


def within(base: Base, what: Area | Base) -> bool:
    """Whether a base is at least partly in an area."""
    return isinstance(what, Area) and meets(base, what)


Run = tuple[float, float, float, float]
"""Where a line is over a screen: shares of its length, from how low to how high it blocks."""


def runs_of(start: Point, stop: Point, screens: Sequence[Screen]) -> list[Run]:
    """Where a line runs over screens."""
    length = sqrt((stop[0] - start[0]) ** 2 + (stop[1] - start[1]) ** 2)
    found: list[Run] = []
    for screen in screens:
        if isinstance(screen.what, Area):
            for first, last in intervals_inside((start, stop), screen.what) if length else ():
                found.append((first / length, last / length, screen.low, screen.high))
        else:
            run = through_base(screen.what, start, stop)
            if run is not None:
                found.append((*run, screen.low, screen.high))
    return found


def through_base(base: Base, start: Point, stop: Point) -> tuple[float, float] | None:
    """The shares of a line between which it runs over a base."""
    if not base.radius:
        return box_interval(base, (start, stop))
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    px, py = start[0] - base.cx, start[1] - base.cy
    square, half = dx * dx + dy * dy, px * dx + py * dy
    root = half * half - square * (px * px + py * py - base.radius * base.radius)
    if root <= 0 or not square:
        return None
    low, high = (-half - sqrt(root)) / square, (-half + sqrt(root)) / square
    low, high = max(0.0, low), min(1.0, high)
    return (low, high) if low < high else None


def blocked(runs: Sequence[Run], low: float, high: float) -> bool:
    """Whether a line from one height to another meets any screen that it runs over."""
    rise = high - low
    for first, last, bottom, top in runs:
        one, two = low + rise * first, low + rise * last
        if min(one, two) < top and max(one, two) > bottom:
            return True
    return False
