"""Bent ways of one model round what is in its way, for the finding of moves alone. [SK-32, SK-136]

Round everything that is met a way may turn at the corners of a polygon that is as near as the model
may come. Of the ways through such corners the shortest is looked for, the likeliest first, and only
among those that are short enough. What comes out is shown to the judge like any other way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple, TypeAlias

from condotta.rules.skirmish.finding.model_ways import moved_to
from condotta.rules.skirmish.finding.terms import Terms
from condotta.rules.skirmish.finding.trails import Ground, passed
from condotta.rules.skirmish.reading.crowd import AWAY, Leg, Obstacle, met, near_box
from condotta.rules.skirmish.reading.field import Model
from condotta.rules.skirmish.reading.terrain import solid
from condotta.table import (
    Area,
    Base,
    Ellipse,
    Point,
    Strip,
    distance,
    extent,
    on_board,
    sine_cosine,
    sweep_meets_area,
    swept_between,
)
from condotta.table import unit as unit_vector

SIDES = 12
"""Corners of a ring: its straight ways go round a circle at most 3.6 per cent too wide."""
OCTAGON = 0.4143
"""The tangent of 22.5 degrees: two corners at each corner of a box go round it."""
SPARE = 4.0  # quanta, against rounding
BENDS = 6  # of one way
LOOKS = 400  # straight legs that are looked at for one way
HULL = 3  # as how many of them one leg of a base with corners counts, for its cost
MOST_MET = 8  # things that one way goes round

Thing: TypeAlias = Obstacle | Area
"""What a straight leg can run into."""


class Reached(NamedTuple):
    """A corner that a way comes to: how long it is by then, its corners, how many it may go on to.

    `looked` is how many of the known corners have been looked at from here.
    """

    gone: float
    path: tuple[Point, ...]
    looked: int


class Maze:
    """What one model may run into, within its reach."""

    def __init__(
        self, model: Model, terms: Terms, ground: Ground, mates: Sequence[Obstacle]
    ) -> None:
        """Look at what is near enough."""
        here = model.base
        far = terms.most + here.reach + AWAY
        box = (here.cx - far, here.cy - far, here.cx + far, here.cy + far)
        friends = near_box([*mates, *ground.friends], box)
        self.model, self.ground = model, ground
        self.others = passed(terms, ground, friends, box)
        self.walls = [one for one in ground.areas if solid(one, infantry=ground.infantry)]
        self.start: Point = here.centre
        self._offset = (here.x - here.cx, here.y - here.cy)

    def standing(self, spot: Point) -> Base:
        """The model with its middle there, as it faces."""
        here = self.model.base
        return moved_to(here.pose, here.shape, self._offset, spot)

    def hit(self, start: Base, end: Base) -> Thing | None:
        """What a straight leg runs into first of what is looked at first, or None."""
        level = self.model.level
        found = met(Leg(start, end, level, level), self.ground.tall, self.others)
        if found is not None or not self.walls:
            return found
        sweep = swept_between(start, end)
        return next((one for one in self.walls if sweep_meets_area(sweep, one)), None)

    def corners(self, thing: Thing) -> Iterator[Point]:
        """Where a way round something may turn, as far as it is on the table."""
        for spot in self.round(thing):
            if on_board(self.standing(spot), self.ground.board):
                yield spot

    def round(self, thing: Thing) -> Iterable[Point]:
        """The polygon round something."""
        own = self.model.base.reach + SPARE
        if isinstance(thing, Area):
            return round_area(thing, own, self.start)
        own += max(0.0, thing.keep)
        there = thing.base
        if there.radius:
            return ring(there.centre, (own + there.radius,) * 2, toward(there.centre, self.start))
        return box_round(there.centre, (there.hw, there.hd), (there.rx, there.ry), own)

    def way(self, goal: Point, most: float) -> tuple[tuple[Point, ...], int]:
        """The corners of the shortest way found, its end last, and how many legs were looked at.

        No corners without a way that is so short.
        """
        search = Search(self, goal, most)
        found: tuple[Point, ...] = ()
        while search.open and search.looks < LOOKS and not found:
            found = search.step()
        return found, search.looks


class Search:
    """One search for a way: corners come to be known as what they lie round is met."""

    def __init__(self, maze: Maze, goal: Point, most: float) -> None:
        """Nothing is known but where to."""
        self.maze, self.goal, self.most = maze, goal, most
        self.known: list[Point] = [goal]
        self.bases: dict[Point, Base] = {}
        self.met: set[str] = set()
        self.done: dict[Point, Reached] = {}
        self.open: list[tuple[float, float, tuple[Point, ...]]] = []
        self.looks = 0
        self.push(0.0, (maze.start,))

    def base(self, spot: Point) -> Base:
        """The model there, worked out once."""
        if spot not in self.bases:
            self.bases[spot] = self.maze.standing(spot)
        return self.bases[spot]

    def push(self, gone: float, path: tuple[Point, ...]) -> None:
        """A way to go on with, unless it must become too long."""
        least = gone + distance(path[-1], self.goal)
        if least <= self.most:
            heappush(self.open, (least, gone, path))

    def step(self) -> tuple[Point, ...]:
        """Go on with the likeliest way; the whole of it where it has arrived."""
        _, gone, path = heappop(self.open)
        here = path[-1]
        if here == self.goal:
            return path[1:]
        before = self.done.get(here, Reached(inf, (), 0))
        if before.gone < gone or len(path) > BENDS:
            return ()
        looked = before.looked if before.gone == gone else 0
        while looked < len(self.known):
            self.look(gone, path, self.known[looked])
            looked += 1
        self.done[here] = Reached(gone, path, looked)
        return ()

    def look(self, gone: float, path: tuple[Point, ...], spot: Point) -> None:
        """Whether the way may go on to a corner; what is in between has corners of its own."""
        here = path[-1]
        far = gone + distance(here, spot)
        if far + distance(spot, self.goal) > self.most or spot in path:
            return
        known = self.done.get(spot)
        if known is not None and known.gone <= far:
            return
        self.looks += 1 if self.maze.model.base.radius else HULL
        hit = self.maze.hit(self.base(here), self.base(spot))
        if hit is None:
            self.push(far, (*path, spot))
        elif hit.id not in self.met and len(self.met) < MOST_MET:
            self.met.add(hit.id)
            self.known += self.maze.corners(hit)
            for one in self.done.values():  # they may go on to the new corners
                self.push(one.gone, one.path)


# ── polygons round things ────────────────────────────────────────────────────
def toward(one: Point, two: Point) -> Point:
    """The unit vector from one point to another; up the table where they are the same."""
    far = distance(one, two)
    return ((two[0] - one[0]) / far, (two[1] - one[1]) / far) if far else (0.0, 1.0)


def ring(middle: Point, half: Point, axis: Point) -> Iterator[Point]:
    """Corners round an ellipse of so much along an axis and across it.

    The side that the axis leads to is a straight one: who stands there goes along it.
    """
    out = 1 / sine_cosine(180 / SIDES)[1]
    for side in range(SIDES):
        sine, cosine = sine_cosine((side + 0.5) * 360 / SIDES)
        along, across = half[0] * out * cosine, half[1] * out * sine
        yield (
            middle[0] + along * axis[0] - across * axis[1],
            middle[1] + along * axis[1] + across * axis[0],
        )


def box_round(middle: Point, half: Point, axis: Point, own: float) -> Iterator[Point]:
    """Corners so far round a box of half so much along an axis and across it."""
    short = OCTAGON * own
    for one, two in ((own, short), (short, own)):
        for along in (half[0] + one, -half[0] - one):
            for across in (half[1] + two, -half[1] - two):
                yield (
                    middle[0] + along * axis[0] - across * axis[1],
                    middle[1] + along * axis[1] + across * axis[0],
                )


def round_area(area: Area, own: float, start: Point) -> Iterator[Point]:
    """Corners so far round a piece of ground; of a bent strip round the box that holds it."""
    outline = area.outline
    if isinstance(outline, Strip):
        left, low, right, high = extent(area)
        middle = ((left + right) / 2, (low + high) / 2)
        return box_round(middle, ((right - left) / 2, (high - low) / 2), (1.0, 0.0), own)
    middle = (float(outline.x), float(outline.y))
    axis = unit_vector((outline.ux, outline.uy))
    half = (float(outline.half_length), float(outline.half_width))
    if isinstance(outline, Ellipse):
        half = (half[0] + own, half[1] + own)
        return ring(middle, half, toward(middle, start) if half[0] == half[1] else axis)
    return box_round(middle, half, axis, own)
