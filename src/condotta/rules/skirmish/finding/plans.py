"""Putting the models of a unit in new places one after another. [SK-136]

A model takes the best of some places that the judge allows and that keeps it with those before it:
by a straight way, or by a bent one round what is in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple, TypeAlias

from condotta.kernel.position import Position
from condotta.rules.skirmish import names
from condotta.rules.skirmish.finding.model_ways import Way, way_of
from condotta.rules.skirmish.finding.routing import Maze
from condotta.rules.skirmish.finding.terms import AT_END, Terms
from condotta.rules.skirmish.finding.trails import Bounds, boxes_meet, ground_of, legal, why_not
from condotta.rules.skirmish.reading.coherency import Stand, coherent, mates
from condotta.rules.skirmish.reading.crowd import BODY, Leg, Obstacle, met, obstacle, standing
from condotta.rules.skirmish.reading.field import Field, Model, Unit, field
from condotta.rules.skirmish.reading.terrain import raised
from condotta.rules.skirmish.records import Trail
from condotta.table import Base, Facing, Point, extent, sine_cosine
from condotta.table import unit as unit_vector

SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
"""How much of the way to a goal is tried, longest first."""
SWERVES = (0, 15, -15, 30, -30, 50, -50, 75, -75)
"""Degrees off the straight way to a goal that are tried, least first."""
SPARE = 2  # quanta that a way is kept short, against rounding
BENT = 3  # bent ways that are looked for, for one model
LOOKS = 2_000  # straight legs that are looked at for all of them
FEW = 300  # where many plans are made

Score = Callable[[Model, Point], float]
"""How good it is for a model to have its middle there; less is better."""


Room: TypeAlias = tuple[float, float, float]
"""Round which point, and how near to it, no middle of a base may come."""


class Tried(NamedTuple):
    """A trail and where it leads."""

    trail: Trail
    way: Way


class Plan:
    """Models of a unit put in new places one after another, each way legal so far."""

    def __init__(self, position: Position, unit: Unit, terms: Terms, looks: int = LOOKS) -> None:
        """Look at everything that the models could come near to.

        `looks` straight legs may be looked at for bent ways.
        """
        x, y, reach = unit.around
        far = reach + terms.most + 2 * names.INCH
        self.here: Field = field(position)
        self.unit, self.terms = unit, terms
        box = (x - far, y - far, x + far, y + far)
        self.ground = ground_of(self.here, unit, box, terms)
        self.bodies: dict[str, Obstacle] = {
            model.id: obstacle(model, self.ground.tall, BODY) for model in unit.models
        }
        self.stands = {model.id: Stand(model.base, model.level) for model in unit.models}
        self.others = (*self.ground.friends, *self.ground.foes)
        self.ways: dict[str, Way] = {}
        self.gone: list[Point] = []  # the middles of those that have been put somewhere
        self.trails: list[Trail] = []
        self.looks = 0 if terms.flies else looks
        self.bends: Counter[str] = Counter()
        self.hills = raised(self.ground.areas)
        self.hilly: dict[str, list[Bounds] | None] = {}
        self.taken: dict[str, list[Room]] = {}
        self.in_the_way: dict[str, list[Room]] = {}
        self.mates_taken: tuple[str, list[Room]] = ("", [])

    def hopeless(self, model: Model, spot: Point) -> bool:
        """Whether a place is plainly no good: others stand there, or no mate is near. [SK-16]

        A look that costs little; what stands on another floor is left to the judge.
        """
        x, y = spot
        near = 2 * model.base.reach + names.COHERENCY + names.TOLERANCE
        near *= near
        for cx, cy in self.gone:
            dx, dy = cx - x, cy - y
            if dx * dx + dy * dy <= near:
                break
        else:
            if self.gone:
                return True
        if not model.base.radius:
            return False
        for rooms in (self.rivals(model), self.round_mates(model)):
            for cx, cy, room in rooms:
                dx, dy = cx - x, cy - y
                if dx * dx + dy * dy < room * room:
                    return True
        return False

    def rivals(self, model: Model) -> list[Room]:
        """The room that round models of other units on its floor take from a round one."""
        known = self.taken.get(model.id)
        if known is None:
            known = self.taken[model.id] = rooms(model, self.others, self.terms.most)
        return known

    def round_mates(self, model: Model) -> list[Room]:
        """The room that its mates take now."""
        if self.mates_taken[0] != model.id:
            mates = rooms(model, self.bodies.values(), self.terms.most)
            self.mates_taken = model.id, mates
        return self.mates_taken[1]

    def barred(self, model: Model, spot: Point) -> bool:
        """Whether the straight way to a place is plainly barred, mates included."""
        return self.off(model, spot) or (
            self.even(model, spot)
            and (
                runs_into(model.base.centre, spot, self.walls(model))
                or runs_into(model.base.centre, spot, self.mates_on_way(model))
            )
        )

    def stuck(self, step: Point) -> bool:
        """Whether others, or the edge, plainly bar the unit from going that step as it stands."""
        dx, dy = step
        ways = [(model, (model.base.cx + dx, model.base.cy + dy)) for model in self.unit.models]
        return any(self.off(model, spot) for model, spot in ways) or any(
            self.even(model, spot) and runs_into(model.base.centre, spot, self.walls(model))
            for model, spot in ways
        )

    def off(self, model: Model, spot: Point) -> bool:
        """Whether a model whose middle is there is plainly not on the table."""
        least, board = model.base.radius - names.TOLERANCE - SPARE, self.ground.board
        return not (
            least <= spot[0] <= board.high_x - least and least <= spot[1] <= board.high_y - least
        )

    def even(self, model: Model, spot: Point) -> bool:
        """Whether a way of a model is plain to look at: on the ground, and over no hill."""
        hills = self.hills_near(model)
        if hills is None or not hills:
            return hills is not None
        (x, y), (to_x, to_y), reach = model.base.centre, spot, model.base.reach + SPARE
        low_x, high_x = (x, to_x) if x < to_x else (to_x, x)
        low_y, high_y = (y, to_y) if y < to_y else (to_y, y)
        way = (low_x - reach, low_y - reach, high_x + reach, high_y + reach)
        return not any(boxes_meet(hill, way) for hill in hills)

    def hills_near(self, model: Model) -> list[Bounds] | None:
        """What holds each hill in a model's reach; None for one that flies or stands above."""
        if model.id not in self.hilly:
            here, far = model.base, self.terms.most + model.base.reach + SPARE
            box = (here.cx - far, here.cy - far, here.cx + far, here.cy + far)
            near = [one for one in map(extent, self.hills) if boxes_meet(one, box)]
            self.hilly[model.id] = None if model.level or self.terms.flies else near
        return self.hilly[model.id]

    def mates_on_way(self, model: Model) -> list[Room]:
        """The room that mates take through whom it may not pass."""
        return [] if self.terms.passes_friends else self.round_mates(model)

    def walls(self, model: Model) -> list[Room]:
        """The room on its way that those take through whom it may not pass."""
        known = self.in_the_way.get(model.id)
        if known is None:
            friends = () if self.terms.passes_friends else self.ground.friends
            foes = self.ground.bodies if self.terms.away == AT_END else self.ground.foes
            known = self.in_the_way[model.id] = rooms(model, (*friends, *foes), self.terms.most)
        return known

    def tried(self, model: Model, trail: Trail) -> Tried:
        """Where a trail of a model leads; legality apart."""
        ground = self.ground
        flies, infantry = self.terms.flies, ground.infantry
        return Tried(trail, way_of(model, trail, ground.areas, infantry=infantry, flies=flies))

    def mates(self, model: Model) -> list[Obstacle]:
        """The others of the unit, where they are now."""
        return [one for one in self.bodies.values() if one.id != model.id]

    def legal(self, way: Way) -> bool:
        """Whether a way is, as far as its model alone is concerned."""
        return why_not(way, self.terms, self.ground, self.mates(way.model)) is None

    def reached(self, model: Model, spot: Point) -> Tried | None:
        """A straight way of a model to a place, or a bent one, if one is found that is legal."""
        barred = self.barred(model, spot)
        if barred and not self.may_bend(model):
            return None
        tried = self.tried(model, through(model, [spot]))
        return tried if not barred and self.legal(tried.way) else self.bent(tried.way, spot)

    def may_bend(self, model: Model) -> bool:
        """Whether more ways round are looked for."""
        return self.looks >= 1 and self.bends[model.id] < BENT

    def bent(self, way: Way, spot: Point) -> Tried | None:
        """A way round what bars the straight one, if one is found that is legal.

        As long as not too many have been looked for.
        """
        model = way.model
        if not self.may_bend(model) or not self.fits(way):
            return None
        self.bends[model.id] += 1
        maze = Maze(model, self.terms, self.ground, self.mates(model))
        points, looks = maze.way(spot, self.terms.most - SPARE)
        self.looks -= looks
        if len(points) < 2:
            return None
        tried = self.tried(model, through(model, points))
        return tried if self.legal(tried.way) else None

    def fits(self, way: Way) -> bool:
        """Whether a model could stand where a way ends, however it came there."""
        if way.level is None or way.far > self.terms.most - SPARE:
            return False
        there = Leg(way.end, way.end, way.level, way.level)
        others = [*self.mates(way.model), *self.others]
        return met(there, self.ground.tall, others) is None

    def joins(self, stand: Stand) -> bool:
        """Whether a place is with those that have been put somewhere; the first always is."""
        return not self.ways or any(mates(stand, self.stands[name]) for name in self.ways)

    def whole(self, model: Model, stand: Stand) -> bool:
        """Whether the unit is in coherency with a model there and all others where they are now."""
        return coherent(tuple({**self.stands, model.id: stand}.values()))

    def put(self, tried: Tried) -> None:
        """The model goes that way."""
        way = tried.way
        name = way.model.id
        self.ways[name] = way
        self.gone = [one.end.centre for one in self.ways.values()]
        self.stands[name] = way.stand
        self.bodies[name] = standing(name, way.stand, self.ground.tall)
        self.mates_taken = ("", [])
        if way.moved:
            self.trails.append(tried.trail)


def runs_into(start: Point, end: Point, taken: Iterable[Room]) -> bool:
    """Whether a straight way comes plainly too near to one of some models.

    By more than rounding may do: the rest is left to the judge.
    """
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square < SPARE * SPARE:
        return False
    for cx, cy, room in taken:
        px, py, least = cx - ax, cy - ay, room - SPARE
        run = px * dx + py * dy
        if run <= 0.0:
            far = px * px + py * py
        elif run >= square:
            far = (cx - bx) * (cx - bx) + (cy - by) * (cy - by)
        else:
            cross = px * dy - py * dx
            far = cross * cross / square
        if least > 0 and far < least * least:
            return True
    return False


def rooms(model: Model, others: Iterable[Obstacle], most: float) -> list[Room]:
    """The room that some on its floor and near enough take from a model, whichever way all face.

    Of bases with corners it is that of the largest circle in them.
    """
    x, y = model.base.centre
    own, level = inner(model.base), model.level
    far = own + most + SPARE
    found = []
    for one in others:
        dx, dy, reach = one.cx - x, one.cy - y, far + one.reach + one.keep
        away = dx * dx + dy * dy
        if away < reach * reach and one.low == level and one.id != model.id:
            room = own + inner(one.base) + one.keep
            if away < (room + most + SPARE) ** 2:
                found.append((one.cx, one.cy, room))
    return found


def inner(base: Base) -> float:
    """The radius of the largest circle about its middle that lies in a base."""
    return base.radius or min(base.hw, base.hd)


def through(model: Model, points: Sequence[Point], facing: Facing | None = None) -> Trail:
    """The trail of a model whose middle goes through points, on its floor, perhaps turned first."""
    here = model.base
    fx, fy = unit_vector(facing) if facing else (here.fx, here.fy)
    places = tuple((round(x + here.hd * fx), round(y + here.hd * fy)) for x, y in points)
    if here.radius:
        places = tuple((round(x), round(y)) for x, y in points)
    return Trail(model.id, places, *(facing or (0, 0)), level=model.level)


def turned(heading: Point, degrees: float, length: float) -> Point:
    """A step of so much along a heading turned by so many degrees."""
    sine, cosine = sine_cosine(degrees)
    x, y = heading
    return (x * cosine + y * sine) * length, (y * cosine - x * sine) * length


def fan(model: Model, at: Point, most: float) -> Iterator[Point]:
    """Places on straight ways towards a point and a little off them."""
    x, y = model.base.centre
    dx, dy = at[0] - x, at[1] - y
    far = sqrt(dx * dx + dy * dy)
    if far < 1:
        return
    length = min(far, most - SPARE)
    for swerve in SWERVES:
        ahead = turned((dx / far, dy / far), swerve, 1.0)
        for share in SHARES:
            yield x + ahead[0] * (length * share), y + ahead[1] * (length * share)


def settled(
    position: Position,
    plan: Plan,
    order: Iterable[Model],
    spots: Callable[[Model], Iterable[Point]],
    score: Score,
) -> tuple[Trail, ...]:
    """All models put one after another; whoever finds no place with the others waits. [SK-16]"""
    waiting = list(order)
    while waiting:
        left = []
        for model in waiting:
            tried = best(plan, model, spots(model), score)
            if tried is None:
                left.append(model)
            else:
                plan.put(tried)
        if len(left) == len(waiting):
            return ()
        waiting = left
    trails = tuple(plan.trails)
    return trails if trails and legal(position, plan.unit, trails, plan.terms) else ()


def best(plan: Plan, model: Model, spots: Iterable[Point], score: Score) -> Tried | None:
    """The best of the ways to some places that is legal and with the others; or staying."""
    here = model.base.centre
    for spot in ranked(model, [*spots, here], score):
        tried: Tried | None = None
        if spot == here:
            tried = Tried(Trail(model.id), Way(model, (), model.base, model.level, 0.0, 0.0))
        elif not plan.hopeless(model, spot):
            tried = plan.reached(model, spot)
        if tried is not None and plan.joins(tried.way.stand):
            return tried
    return None


def ranked(model: Model, spots: Iterable[Point], score: Score) -> list[Point]:
    """Places by their score, the least first; of equal ones as they were given."""
    return sorted(spots, key=lambda spot: score(model, spot))
