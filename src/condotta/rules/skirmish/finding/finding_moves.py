"""Finding ways that the judge allows: for menus, for bots, for a unit dragged whole. [SK-136]

A unit is shifted as it stands where that is legal. Else its models go one after another, those that
are nearest to the goal first; each takes the best of a few places, by a straight way or a bent one,
that keeps it with those that have gone before. Nothing is found by chance: the same question has
the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf, sqrt

from condotta.kernel.position import Position
from condotta.rules.skirmish.finding.plans import (
    FEW,
    LOOKS,
    SHARES,
    SPARE,
    SWERVES,
    Plan,
    Score,
    Tried,
    best,
    fan,
    ranked,
    settled,
    through,
    turned,
)
from condotta.rules.skirmish.finding.terms import Terms
from condotta.rules.skirmish.finding.trails import foes_of, gets_nearer, legal, reaches
from condotta.rules.skirmish.reading.coherency import Stand, coherent, groups
from condotta.rules.skirmish.reading.field import Model, Unit, field
from condotta.rules.skirmish.records import Trail
from condotta.table import Facing, Point, direction, distance, sine_cosine
from condotta.table import unit as unit_vector
from condotta.table.measuring import nearest

ROUND = tuple(range(0, 360, 30))
"""Where around a round base others may stand in contact, in degrees."""
TARGETS = 4  # enemy models that one model looks at
WORTH_GOING = 5_000  # quanta nearer to a point for which a model leaves its place beside others
WORTH_TURNING = 0.6  # of a way: hulls that would lose more go sideways or backwards


# ── as it stands ─────────────────────────────────────────────────────────────
def shifted(unit: Unit, dx: float, dy: float, facing: Facing | None = None) -> tuple[Trail, ...]:
    """The unit moved as it stands; those in front go first, so that nobody runs into a mate.

    With a facing each model turns to it about its own middle.
    """
    ahead = sorted(
        unit.models, key=lambda model: (-(model.base.cx * dx + model.base.cy * dy), model.id)
    )
    return tuple(through(one, [(one.base.cx + dx, one.base.cy + dy)], facing) for one in ahead)


def driven(position: Position, unit: Unit, step: Point, terms: Terms) -> tuple[Trail, ...]:
    """Hulls that turn to where they go, a little less far where their corners would; or nothing.

    Round bases look the same whichever way they face. [SK-13]
    """
    length = sqrt(step[0] * step[0] + step[1] * step[1])
    if length < 1 or any(model.base.radius for model in unit.models):
        return ()
    facing = direction(*step)
    swung = max(swing(model, facing) for model in unit.models)
    share = min(1.0, (terms.most - SPARE - swung) / length)
    if share < WORTH_TURNING or share * length < terms.least:
        return ()
    trails = shifted(unit, step[0] * share, step[1] * share, facing)
    return trails if legal(position, unit, trails, terms) else ()


def swing(model: Model, facing: Facing) -> float:
    """How far the corners of a base go when it turns about its middle."""
    here, (fx, fy) = model.base, unit_vector(facing)
    cosine = max(-1.0, min(1.0, here.fx * fx + here.fy * fy))
    return here.reach * sqrt(2 - 2 * cosine)


def toward(
    position: Position, unit: Unit, at: Point, terms: Terms, *, whole: bool = False
) -> tuple[Trail, ...]:
    """A legal move that brings the unit's middle near to a point; nothing where none is found.

    As it stands where that can be; unless it must stay `whole`, else one model after another, and
    where not all can go as many as can.
    """
    x, y, _ = unit.around
    dx, dy = at[0] - x, at[1] - y
    far = sqrt(dx * dx + dy * dy)
    if far < 1:
        return ()
    most = min(terms.most - SPARE, max(far, terms.least))
    plan = Plan(position, unit, terms)
    for share in SHARES:
        length = max(most * share, min(most, terms.least + SPARE))
        for swerve in SWERVES[:5]:
            step = turned((dx / far, dy / far), swerve, length)
            trails = driven(position, unit, step, terms)
            if trails:
                return trails
            trails = () if plan.stuck(step) else shifted(unit, *step)
            if trails and legal(position, unit, trails, terms):
                return trails
        if not whole:
            step = (dx / far * length, dy / far * length)
            trails = loosened(position, unit, step, terms, FEW)
            if trails:
                return trails
    if whole:
        return ()
    trails = loosened(position, unit, (0.0, 0.0), terms) if parted(unit) else ()
    return trails or partly(position, unit, at, terms)


def partly(position: Position, unit: Unit, at: Point, terms: Terms) -> tuple[Trail, ...]:
    """As many models as can go nearer to a point and keep with those that stay. [SK-16]"""
    if len(unit.models) < 2 or parted(unit):
        return ()
    plan = Plan(position, unit, terms, FEW)
    order = sorted(unit.models, key=lambda one: (distance(one.base.centre, at), one.id))
    for model in order:
        tried = next(ways_nearer(plan, model, at), None)
        if tried is not None:
            plan.put(tried)
    trails = tuple(plan.trails)
    return trails if trails and legal(position, unit, trails, terms) else ()


def ways_nearer(plan: Plan, model: Model, at: Point) -> Iterator[Tried]:
    """Ways that bring one model nearer to a point and keep the unit whole, the farthest first."""
    far = distance(model.base.centre, at)
    found = ranked(model, fan(model, at, plan.terms.most), lambda _, spot: distance(spot, at))
    for spot in found:
        if far - distance(spot, at) < WORTH_GOING or plan.hopeless(model, spot):
            continue
        tried = plan.reached(model, spot)
        if tried is not None and plan.whole(model, tried.way.stand):
            yield tried


def led(position: Position, unit: Unit, at: Point, terms: Terms) -> tuple[Trail, ...]:
    """As a hand would lead it: its middle to the point, each model in its place beside the others.

    Who is barred goes round. Where that cannot be, it comes near to the point.
    """
    x, y, _ = unit.around
    trails = shifted(unit, at[0] - x, at[1] - y)
    if legal(position, unit, trails, terms):
        return trails
    trails = loosened(position, unit, (at[0] - x, at[1] - y), terms)
    return trails or toward(position, unit, at, terms)


def mended(
    position: Position, unit: Unit, trails: Sequence[Trail], at: Point, terms: Terms
) -> tuple[Trail, ...]:
    """The same ways, but the last one led round to a point; nothing where that cannot be.

    Hulls that turn on their way are left to the hand. Whether the unit keeps together is not asked:
    others may still follow.
    """
    *before, last = trails
    models = {model.id: model for model in unit.models}
    if not {trail.model for trail in trails} <= models.keys():
        return ()
    plan = Plan(position, unit, terms)
    for trail in before:
        plan.put(plan.tried(models[trail.model], trail))
    model = models[last.model]
    if (last.ux or last.uy) and not model.base.radius:
        return ()
    tried = plan.reached(model, at)
    return (*before, tried.trail) if tried is not None else ()


def parted(unit: Unit) -> bool:
    """Whether losses have broken a unit up. [SK-18]"""
    return not coherent([Stand(model.base, model.level) for model in unit.models])


def loosened(
    position: Position, unit: Unit, step: Point, terms: Terms, looks: int = LOOKS
) -> tuple[Trail, ...]:
    """Each model as near as it can to where the step would bring it, and near its mates."""
    plan = Plan(position, unit, terms, looks)
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
        plan = Plan(position, unit, terms, FEW)

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
    foes = [model for other in foes_of(here, unit, terms.aim) for model in other.models]
    plan = Plan(position, unit, terms, FEW)
    order = sorted(unit.models, key=lambda one: (least(one, foes), one.id))
    for model in order:
        tried = nearest_way(plan, model, foes)
        if tried is not None:
            plan.put(tried)
    trails = tuple(plan.trails)
    return trails if trails and legal(position, unit, trails, terms) else ()


def nearest_way(plan: Plan, model: Model, foes: Sequence[Model]) -> Tried | None:
    """The way that brings one model nearest to an enemy and keeps the unit whole, if any does."""
    score = in_contact(close_to(model, foes))
    for spot in ranked(model, beside(model, foes, plan.terms.most), score):
        if plan.hopeless(model, spot):
            continue
        tried = plan.reached(model, spot)
        if tried is None:
            continue
        if not gets_nearer(plan.here, plan.unit, tried.way, plan.terms.aim):
            return None
        if plan.whole(model, tried.way.stand):
            return tried
    return None


def close_to(model: Model, foes: Sequence[Model]) -> list[Model]:
    """The few of some models that are nearest to a model, roughly."""
    here = model.base.centre
    return sorted(foes, key=lambda foe: (distance(here, foe.base.centre), foe.id))[:TARGETS]
