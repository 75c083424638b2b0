"""Finding ways that the judge allows: for menus, for bots, for a unit dragged whole. [SK-136]

A unit is shifted as it stands where that is legal. Else its models go one after another, those that
are nearest to the goal first; each takes the best of a few straight ways that keeps it with those
that have gone before. Nothing is found by chance: the same question has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot, inf, sqrt
from typing import NamedTuple

from condotta.kernel.position import Position
from condotta.rules.skirmish import names
from condotta.rules.skirmish.coherency import Stand, coherent, groups, mates
from condotta.rules.skirmish.crowd import BODY, Obstacle, obstacle, standing
from condotta.rules.skirmish.field import Field, Model, Unit, field
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.trails import (
    Terms,
    gets_nearer,
    ground_of,
    judged,
    reaches,
    why_not,
)
from condotta.rules.skirmish.ways import Way, way_of
from condotta.table import Point, distance, sine_cosine
from condotta.table.measuring import nearest

SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
"""How much of the way to a goal is tried, longest first."""
SWERVES = (0, 15, -15, 30, -30, 50, -50, 75, -75)
"""Degrees off the straight way to a goal that are tried, least first."""
ROUND = tuple(range(0, 360, 30))
"""Where around a round base others may stand in contact, in degrees."""
TARGETS = 4  # enemy models that one model looks at
SPARE = 2  # quanta that a way is kept short, against rounding

Score = Callable[[Model, Point], float]
"""How good it is for a model to have its middle there; less is better."""


class Tried(NamedTuple):
    """A trail and where it leads."""

    trail: Trail
    way: Way


class Plan:
    """Models of a unit put in new places one after another, each way legal so far."""

    def __init__(self, position: Position, unit: Unit, terms: Terms) -> None:
        """Look at everything that the models could come near to."""
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
        self.trails: list[Trail] = []

    def hopeless(self, model: Model, spot: Point) -> bool:
        """Whether a place is plainly no good: others stand there, or no mate is near. [SK-16]

        A look that costs little; what stands on another floor is left to the judge.
        """
        x, y = spot
        near = 2 * model.base.reach + names.COHERENCY + names.TOLERANCE
        gone = [self.stands[name].base for name in self.ways]
        if gone and all((one.cx - x) ** 2 + (one.cy - y) ** 2 > near * near for one in gone):
            return True
        own = model.base.radius
        if not own:
            return False
        for one in (*self.bodies.values(), *self.others):
            if one.base.radius and one.low == model.level and one.id != model.id:
                room = own + one.base.radius + one.keep
                if (one.cx - x) ** 2 + (one.cy - y) ** 2 < room * room:
                    return True
        return False

    def tried(self, model: Model, spot: Point) -> Tried:
        """The straight way of a model to a place; legality apart."""
        trail, ground = through(model, [spot]), self.ground
        flies, infantry = self.terms.flies, ground.infantry
        return Tried(trail, way_of(model, trail, ground.areas, infantry=infantry, flies=flies))

    def legal(self, way: Way) -> bool:
        """Whether a way is, as far as its model alone is concerned."""
        others = [one for one in self.bodies.values() if one.id != way.model.id]
        return why_not(way, self.terms, self.ground, others) is None

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
        self.stands[name] = way.stand
        self.bodies[name] = standing(name, way.stand, self.ground.tall)
        if way.moved:
            self.trails.append(tried.trail)


def through(model: Model, points: Sequence[Point]) -> Trail:
    """The trail of a model whose middle goes through points, keeping its facing and floor."""
    here = model.base
    dx, dy = here.x - here.cx, here.y - here.cy
    places = tuple((round(x + dx), round(y + dy)) for x, y in points)
    return Trail(model.id, places, level=model.level)


# ── as it stands ─────────────────────────────────────────────────────────────
def shifted(unit: Unit, dx: float, dy: float) -> tuple[Trail, ...]:
    """The unit moved as it stands; those in front go first, so that nobody runs into a mate."""
    ahead = sorted(
        unit.models, key=lambda model: (-(model.base.cx * dx + model.base.cy * dy), model.id)
    )
    return tuple(through(one, [(one.base.cx + dx, one.base.cy + dy)]) for one in ahead)


def toward(position: Position, unit: Unit, at: Point, terms: Terms) -> tuple[Trail, ...]:
    """A legal move that brings the unit's middle near to a point; nothing where none is found."""
    x, y, _ = unit.around
    dx, dy = at[0] - x, at[1] - y
    far = sqrt(dx * dx + dy * dy)
    if far < 1:
        return ()
    most = min(terms.most - SPARE, max(far, terms.least))
    for share in SHARES:
        length = max(most * share, min(most, terms.least + SPARE))
        for swerve in SWERVES[:5]:
            step = turned((dx / far, dy / far), swerve, length)
            trails = shifted(unit, *step)
            if judged(position, unit, trails, terms).ok:
                return trails
        if len(unit.models) > 1:
            trails = loosened(position, unit, (dx / far * length, dy / far * length), terms)
            if trails:
                return trails
    return loosened(position, unit, (0.0, 0.0), terms) if parted(unit) else ()


def parted(unit: Unit) -> bool:
    """Whether losses have broken a unit up. [SK-18]"""
    return not coherent([Stand(model.base, model.level) for model in unit.models])


def turned(heading: Point, degrees: float, length: float) -> Point:
    """A step of so much along a heading turned by so many degrees."""
    sine, cosine = sine_cosine(degrees)
    x, y = heading
    return (x * cosine + y * sine) * length, (y * cosine - x * sine) * length


def loosened(position: Position, unit: Unit, step: Point, terms: Terms) -> tuple[Trail, ...]:
    """Each model as near as it can to where the step would bring it, and near its mates."""
    plan = Plan(position, unit, terms)
    dx, dy = step

    def goal(model: Model) -> Point:
        return model.base.cx + dx, model.base.cy + dy

    def score(model: Model, spot: Point) -> float:
        return distance(spot, goal(model))

    def spots(model: Model) -> Iterator[Point]:
        yield from fan(model, goal(model), terms.most)
        nearest_mates = sorted(
            plan.ways, key=lambda name: distance(plan.stands[name].base.centre, goal(model))
        )
        for name in nearest_mates[:2]:
            yield from fan(model, plan.stands[name].base.centre, terms.most)

    return settled(position, plan, from_largest(unit, step), spots, score)


def from_largest(unit: Unit, step: Point) -> list[Model]:
    """The models of the largest group first, then those of others; in front of a step first."""
    models = unit.models
    found = groups([Stand(model.base, model.level) for model in models])
    rank = {
        models[index].id: place
        for place, group in enumerate(sorted(found, key=len, reverse=True))
        for index in group
    }
    dx, dy = step
    return sorted(
        models, key=lambda one: (rank[one.id], -(one.base.cx * dx + one.base.cy * dy), one.id)
    )


def fan(model: Model, at: Point, most: float) -> Iterator[Point]:
    """Places on straight ways towards a point and a little off them."""
    x, y = model.base.centre
    dx, dy = at[0] - x, at[1] - y
    far = sqrt(dx * dx + dy * dy)
    if far < 1:
        return
    length = min(far, most - SPARE)
    for swerve in SWERVES:
        for share in SHARES:
            step = turned((dx / far, dy / far), swerve, length * share)
            yield x + step[0], y + step[1]


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
    return trails if trails and judged(position, plan.unit, trails, plan.terms).ok else ()


def best(plan: Plan, model: Model, spots: Iterable[Point], score: Score) -> Tried | None:
    """The best of the ways to some places that is legal and with the others; or staying."""
    here = model.base.centre
    for spot in ranked(model, [*spots, here], score):
        if spot == here:
            tried = Tried(Trail(model.id), Way(model, (), model.base, model.level, 0.0, 0.0))
        elif plan.hopeless(model, spot):
            continue
        else:
            tried = plan.tried(model, spot)
        if plan.joins(tried.way.stand) and (not tried.way.moved or plan.legal(tried.way)):
            return tried
    return None


def ranked(model: Model, spots: Iterable[Point], score: Score) -> list[Point]:
    """Places by their score, the least first; of equal ones as they were given."""
    return sorted(spots, key=lambda spot: score(model, spot))


def in_contact(foes: Sequence[Model]) -> Score:
    """How near a place is to the nearest of some models, roughly."""
    rough = [(foe.base.cx, foe.base.cy, foe.base.reach) for foe in foes]

    def score(_: Model, spot: Point) -> float:
        x, y = spot
        return min(hypot(cx - x, cy - y) - reach for cx, cy, reach in rough)

    return score


# ── to the enemy ─────────────────────────────────────────────────────────────
def onto(position: Position, unit: Unit, terms: Terms) -> tuple[Trail, ...]:
    """A charge on one of the targets of the terms; the others come as near as they can. [SK-93]"""
    here = field(position)
    foes = [
        model for name in terms.targets if name in here.units for model in here.unit(name).models
    ]
    if not foes:
        return ()
    score = in_contact(foes)
    order = sorted(unit.models, key=lambda one: (least(one, foes), one.id))
    for lead in order[:TARGETS]:
        plan = Plan(position, unit, terms)

        def spots(model: Model, plan: Plan = plan) -> Iterator[Point]:
            yield from beside(model, foes, terms.most)
            ahead = sorted(
                plan.ways, key=lambda n: distance(plan.stands[n].base.centre, model.base.centre)
            )
            for name in ahead[:2]:
                yield from fan(model, plan.stands[name].base.centre, terms.most)

        first = best(plan, lead, spots(lead), score)
        if first is None or not reaches(here, first.way.stand, terms.targets):
            continue
        plan.put(first)
        rest = [model for model in order if model is not lead]
        trails = settled(position, plan, rest, spots, score)
        if trails:
            return trails
    return ()


def least(model: Model, foes: Sequence[Model]) -> float:
    """How far the nearest of some models is, roughly: from middle to middle."""
    return min((distance(model.base.centre, foe.base.centre) for foe in foes), default=inf)


def beside(model: Model, foes: Sequence[Model], most: float) -> Iterator[Point]:
    """Places in contact with the nearest of some models, and on the way there."""
    x, y = model.base.centre
    for foe in close_to(model, foes):
        one, two = nearest(model.base, foe.base)
        dx, dy = two[0] - one[0], two[1] - one[1]
        far = sqrt(dx * dx + dy * dy)
        if far < 1:
            continue
        yield from fan(model, (x + dx, y + dy), most)
        if model.base.radius and foe.base.radius:
            reach = model.base.radius + foe.base.radius + 1
            for degrees in ROUND:
                sine, cosine = sine_cosine(degrees)
                spot = (foe.base.cx + reach * sine, foe.base.cy + reach * cosine)
                if distance(spot, (x, y)) <= most - SPARE:
                    yield spot


def nearer(position: Position, unit: Unit, terms: Terms) -> tuple[Trail, ...]:
    """As many models as can move nearer to their nearest enemy, in coherency. [SK-99, SK-104]"""
    here = field(position)
    foes = [model for other in here.enemies(unit) for model in other.models]
    plan = Plan(position, unit, terms)
    order = sorted(unit.models, key=lambda one: (least(one, foes), one.id))
    for model in order:
        tried = nearest_way(plan, model, foes)
        if tried is not None:
            plan.put(tried)
    trails = tuple(plan.trails)
    return trails if trails and judged(position, unit, trails, terms).ok else ()


def nearest_way(plan: Plan, model: Model, foes: Sequence[Model]) -> Tried | None:
    """The way that brings one model nearest to an enemy and keeps the unit whole, if any does."""
    score = in_contact(close_to(model, foes))
    for spot in ranked(model, beside(model, foes, plan.terms.most), score):
        if plan.hopeless(model, spot):
            continue
        tried = plan.tried(model, spot)
        if not plan.legal(tried.way):
            continue
        if not gets_nearer(plan.here, plan.unit, tried.way):
            return None
        if plan.whole(model, tried.way.stand):
            return tried
    return None


def close_to(model: Model, foes: Sequence[Model]) -> list[Model]:
    """The few of some models that are nearest to a model, roughly."""
    here = model.base.centre
    return sorted(foes, key=lambda foe: (distance(here, foe.base.centre), foe.id))[:TARGETS]
