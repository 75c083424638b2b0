"""The judge of every move: ways of a unit's models, and what is against them. [SK-136]

`judged` answers for normal moves, advances, retreats, charges, interventions, pile-ins and
consolidations alike; `Terms` say which of them. Models move in the order in which their ways are
given, so that one may go where a mate has just left. [SK-30]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import NamedTuple

from condotta.kernel.events import Counted, Event, Moved, Step
from condotta.kernel.position import Position
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.rules.skirmish import names
from condotta.rules.skirmish.finding.model_ways import Way, via, way_of
from condotta.rules.skirmish.finding.terms import AT_END, CHARGE, FALL_BACK, NEVER, Aim, Terms
from condotta.rules.skirmish.reading.coherency import Stand, coherent, not_there, not_together
from condotta.rules.skirmish.reading.crowd import (
    AWAY,
    BODY,
    Leg,
    Obstacle,
    met,
    near_box,
    obstacle,
    room,
    standing,
)
from condotta.rules.skirmish.reading.engagement import in_fight
from condotta.rules.skirmish.reading.field import Field, Model, Unit, field
from condotta.rules.skirmish.reading.terrain import kind_of, solid
from condotta.rules.skirmish.records import Trail
from condotta.table import Area, extent, gap, on_board, sweep_meets_area, swept_between
from condotta.table import Field as Box
from condotta.table.once import noted

MOST_POINTS = 12  # of one way

Bounds = tuple[float, float, float, float]
"""A box along the edges of the table: least x and y, greatest x and y."""


class Course(NamedTuple):
    """What came out: refusals, none if it is legal, and each model's way."""

    refusals: tuple[Refusal, ...]
    ways: tuple[Way, ...] = ()
    limit: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether nothing is against it."""
        return not self.refusals

    @property
    def verdict(self) -> Verdict:
        """As judges of actions answer it."""
        return Verdict(
            self.refusals,
            distance=round(max((way.length for way in self.ways), default=0.0)),
            limit=round(self.limit),
            poses=tuple((way.model.id, way.end.pose) for way in self.ways),
            via=via(self.ways),
        )


class Ground(NamedTuple):
    """What the models of a unit move among: terrain, and friends and foes near their ways.

    `bodies` are the foes where only the end of a way must be away from them.
    """

    board: Box
    areas: tuple[Area, ...]
    friends: Sequence[Obstacle]
    foes: Sequence[Obstacle]
    bodies: Sequence[Obstacle]
    infantry: bool
    tall: int


def judged(position: Position, unit: Unit, trails: Sequence[Trail], terms: Terms) -> Course:
    """What is against the models of a unit moving by those ways. [SK-136]"""
    known: Course | None = field(position).memo["legal"].get((unit, tuple(trails), terms))
    if known is None and (wrong := malformed(unit, trails)):
        return Course(wrong, limit=terms.most)
    if known is not None:
        return known
    ways: list[Way] = []
    return Course(tuple(against(position, unit, trails, terms, ways)), tuple(ways), terms.most)


def legal(position: Position, unit: Unit, trails: Sequence[Trail], terms: Terms) -> bool:
    """Whether nothing is against it, by the same rules; the field remembers what is legal."""
    ways: list[Way] = []
    if malformed(unit, trails) or any(against(position, unit, trails, terms, ways)):
        return False
    memo = field(position).memo["legal"]
    memo[unit, tuple(trails), terms] = Course((), tuple(ways), terms.most)
    return True


def against(
    position: Position, unit: Unit, trails: Sequence[Trail], terms: Terms, ways: list[Way]
) -> Iterator[Refusal]:
    """All that is against it, found as it is asked for; the ways are added to those given."""
    here = field(position)
    ground = ground_of(here, unit, reach_of(unit, trails), terms)
    models = {model.id: model for model in unit.models}
    mates = {model.id: obstacle(model, ground.tall, BODY) for model in unit.models}
    wrong = False
    for trail in trails:
        model = models[trail.model]
        way = way_of(model, trail, ground.areas, infantry=ground.infantry, flies=terms.flies)
        ways.append(way)
        mine = [one for one in mates.values() if one.id != model.id]
        why = why_not(way, terms, ground, mine)
        if why is not None:
            wrong = True
            yield why
        mates[model.id] = standing(model.id, way.stand, ground.tall)
    if not wrong and any(way.moved for way in ways):
        yield from as_a_unit(here, unit, ways, terms)


def malformed(unit: Unit, trails: Sequence[Trail]) -> tuple[Refusal, ...]:
    """Ways that are none: of models that are not there, of one model twice, too bent. [SK-30]"""
    known = {model.id for model in unit.models}
    seen = [trail.model for trail in trails]
    for trail in trails:
        if trail.model not in known or seen.count(trail.model) > 1:
            return (Refusal("SK-30", "sk.30.model", {"unit": unit.id, "model": trail.model}),)
        if len(trail.points) > MOST_POINTS:
            return (Refusal("SK-136", "sk.136.points", {"model": trail.model}),)
    return ()


def reach_of(unit: Unit, trails: Sequence[Trail]) -> Bounds:
    """The box round all ways and an inch more; of bases whichever way they turn."""
    models = {model.id: model.base for model in unit.models}
    reach = 2 * max(model.base.reach for model in unit.models) + AWAY
    moved = [models[trail.model] for trail in trails]
    xs = [base.cx for base in moved] + [x for trail in trails for x, _ in trail.points]
    ys = [base.cy for base in moved] + [y for trail in trails for _, y in trail.points]
    if not xs:
        return (0.0, 0.0, 0.0, 0.0)
    return (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def ways_of(
    unit: Unit, trails: Sequence[Trail], areas: Sequence[Area], *, flies: bool
) -> tuple[Way, ...]:
    """Where the trails lead."""
    models = {model.id: model for model in unit.models}
    infantry = unit.has(names.INFANTRY)
    return tuple(
        way_of(models[trail.model], trail, areas, infantry=infantry, flies=flies)
        for trail in trails
    )


def ground_of(here: Field, unit: Unit, box: Bounds, terms: Terms) -> Ground:
    """What is near enough to matter to models that stay in a box."""
    board = here.position.board
    areas = tuple(area for area, reach in extents(here) if boxes_meet(reach, box))
    friends: list[Obstacle] = []
    foes: list[Obstacle] = []
    bodies: list[Obstacle] = []
    for other in here.units.values():
        x, y, reach = other.around
        if other is unit or not boxes_meet((x - reach, y - reach, x + reach, y + reach), box):
            continue
        if other.side == unit.side:
            friends += obstacles(here, other, BODY)
            continue
        shunned = other.id not in terms.targets and terms.away != NEVER
        foes += obstacles(here, other, AWAY if shunned else BODY)
        if terms.away == AT_END:
            bodies += obstacles(here, other, BODY)
    return Ground(
        Box(0, 0, board.width, board.depth),
        areas,
        near_box(friends, box),
        near_box(foes, box),
        near_box(bodies, box) if terms.away == AT_END else (),
        unit.has(names.INFANTRY),
        room(unit.sheet),
    )


@noted
def extents(here: Field) -> tuple[tuple[Area, Bounds], ...]:
    """Every piece of terrain with the box that holds it."""
    return tuple((area, extent(area)) for area in here.position.areas)


@noted
def obstacles(_: Field, unit: Unit, keep: float) -> tuple[Obstacle, ...]:
    """The models of a unit as what others may not come too near to."""
    tall = room(unit.sheet)
    return tuple(obstacle(model, tall, keep) for model in unit.models)


def boxes_meet(one: Bounds, two: Bounds) -> bool:
    """Whether two boxes along the edges of the table meet."""
    return one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3]


# ── one model ────────────────────────────────────────────────────────────────
def why_not(way: Way, terms: Terms, ground: Ground, mates: Sequence[Obstacle]) -> Refusal | None:
    """What is against one model's way, or None: its length, the table, terrain, other models."""
    if not way.moved and not way.swing:
        return None
    return (
        too_long(way, terms, ground)
        or off_table(way, ground)
        or no_footing(way, terms, ground)
        or run_into(way, terms, ground, mates)
    )


def too_long(way: Way, terms: Terms, ground: Ground) -> Refusal | None:
    """A way that is longer than allowed, or shorter than it must be. [SK-12, SK-13, SK-39]"""
    most = terms.most - (slowed_by(way, ground) if terms.slowed else 0)
    params: dict[str, Param] = {"model": way.model.id, "limit": round(max(0.0, most))}
    if way.length > most + names.TOLERANCE:
        return Refusal(terms.clause, "sk.12.long", {**params, "distance": round(way.length)})
    if way.swing > most + names.TOLERANCE:
        return Refusal("SK-13", "sk.13.corner", {**params, "distance": round(way.swing)})
    if way.far < terms.least - names.TOLERANCE:
        params |= {"limit": round(terms.least), "distance": round(way.far)}
        return Refusal("SK-39", "sk.39.short", params)
    return None


def slowed_by(way: Way, ground: Ground) -> int:
    """By how much terrain that it goes through shortens a charge, in quanta. [SK-118]"""
    slow = [area for area in ground.areas if kind_of(area).slow_in]
    crossed = [kind_of(area).slow_in for area in slow if crosses(way, area)]
    return max(crossed, default=0) * names.INCH


def crosses(way: Way, area: Area) -> bool:
    """Whether any part of the base comes over an area on its way."""
    return any(sweep_meets_area(swept_between(leg.start, leg.end), area) for leg in way.legs)


def off_table(way: Way, ground: Ground) -> Refusal | None:
    """A way that leaves the table. [SK-13, SK-32]"""
    for leg in way.legs:
        if not on_board(leg.end, ground.board, names.TOLERANCE):
            return not_there("SK-32", "sk.32.edge", way.model.id, leg.end)
    return None


def no_footing(way: Way, terms: Terms, ground: Ground) -> Refusal | None:
    """A way through what is solid, or one that ends where there is no room. [SK-32, SK-117]"""
    if not terms.flies:
        for area in ground.areas:
            if solid(area, infantry=ground.infantry) and crosses(way, area):
                return Refusal("SK-32", "sk.32.solid", {"model": way.model.id, "area": area.id})
    if way.level is None:
        return not_there("SK-117", "sk.117.room", way.model.id, way.end)
    return None


def run_into(way: Way, terms: Terms, ground: Ground, mates: Sequence[Obstacle]) -> Refusal | None:
    """A way through others or too near to enemies, or one that ends so. [SK-32 to SK-38]"""
    box = way.box(AWAY)
    friends = [*mates, *near_box(ground.friends, box)]
    if not terms.flies:
        others = passed(terms, ground, friends, box)
        for leg in way.legs:
            hit = met(leg, ground.tall, others)
            if hit is not None:
                return in_the_way(way, terms, hit)
    if terms.flies or terms.passes_friends or terms.away == AT_END:
        final = Leg(way.end, way.end, way.level or 0, way.level or 0)
        hit = met(final, ground.tall, [*friends, *near_box(ground.foes, box)])
        if hit is not None:
            return in_the_way(way, terms, hit)
    return None


def passed(
    terms: Terms, ground: Ground, friends: Sequence[Obstacle], box: Bounds
) -> Sequence[Obstacle]:
    """Whom a model may not run into on its way, and how near it may come. [SK-32, SK-33, SK-38]"""
    foes = near_box(ground.bodies if terms.away == AT_END else ground.foes, box)
    return foes if terms.passes_friends else [*friends, *foes]


NEAR = {FALL_BACK: "SK-38", CHARGE: "SK-93"}


def in_the_way(way: Way, terms: Terms, hit: Obstacle) -> Refusal:
    """The refusal for a model that is met or come too near to."""
    params: dict[str, Param] = {"model": way.model.id, "other": hit.id}
    if hit.keep == AWAY:
        params["limit"] = names.ENGAGEMENT
        return Refusal(NEAR.get(terms.way, "SK-33"), "sk.33.near", params)
    return Refusal("SK-35" if terms.flies else "SK-32", "sk.32.through", params)


# ── the whole unit ───────────────────────────────────────────────────────────
def as_a_unit(here: Field, unit: Unit, ways: Sequence[Way], terms: Terms) -> tuple[Refusal, ...]:
    """Coherency, and what else is asked of where models end. [SK-16, SK-93, SK-104]"""
    stands = ends(unit, ways)
    refused = []
    if not coherent(tuple(stands.values())):
        refused.append(not_together(unit.id, tuple(stands.values())))
    if terms.targets:
        first = next(way for way in ways if way.moved)
        if not reaches(here, first.stand, terms.targets):
            params: dict[str, Param] = {"model": first.model.id, "targets": terms.targets}
            refused.append(Refusal("SK-93", "sk.93.first", params))
    if terms.nearer:
        refused += [
            not_nearer(way, terms)
            for way in ways
            if way.moved and not gets_nearer(here, unit, way, terms.aim)
        ]
    return tuple(refused)


def not_nearer(way: Way, terms: Terms) -> Refusal:
    """The refusal for a model that ends no nearer to whom it must. [SK-99, SK-104]"""
    params: dict[str, Param] = {"model": way.model.id}
    if terms.aim is None:
        return Refusal(terms.clause, "sk.104.nearer", params)
    return Refusal(terms.aim.clause, "sk.104.aim", {**params, "seats": terms.aim.seats})


def ends(unit: Unit, ways: Sequence[Way]) -> dict[str, Stand]:
    """Where all models of a unit stand once it has moved, in their order."""
    moved = {way.model.id: way.stand for way in ways}
    return {
        model.id: moved.get(model.id) or Stand(model.base, model.level) for model in unit.models
    }


def reaches(here: Field, stand: Stand, targets: Sequence[str]) -> bool:
    """Whether a model would be near enough to fight one of some units. [SK-93]"""
    return any(
        in_fight(here.position.areas, stand, model)
        for name in targets
        if name in here.units
        for model in here.unit(name).models
    )


def apart(stand: Stand, model: Model) -> float:
    """How far a place is from a model, up and down included. [SK-10, SK-12]"""
    flat, up = gap(stand.base, model.base), stand.level - model.level
    return sqrt(flat * flat + up * up) if up else flat


def gets_nearer(here: Field, unit: Unit, way: Way, aim: Aim | None = None) -> bool:
    """Whether a model ends nearer to its nearest enemy than it began. [SK-99, SK-104]"""
    before = Stand(way.model.base, way.model.level)
    foes = tuple(foes_of(here, unit, aim))
    return nearest(foes, way.stand) < nearest(foes, before) - names.TOLERANCE


def foes_of(here: Field, unit: Unit, aim: Aim | None) -> Iterator[Unit]:
    """The enemies that a unit may have to get nearer to. [SK-19]"""
    return (one for one in here.enemies(unit) if aim is None or one.seat in aim.seats)


def nearest(foes: Sequence[Unit], stand: Stand) -> float:
    """How far the nearest of some units' models is from a place; infinite where there is none."""
    best = inf
    x, y, own = stand.base.cx, stand.base.cy, stand.base.reach
    for other in foes:
        for model in other.models:
            there = model.base
            dx, dy = there.cx - x, there.cy - y
            least = best + own + there.reach
            if dx * dx + dy * dy < least * least:
                best = min(best, apart(stand, model))
    return best


# ── carrying it out ──────────────────────────────────────────────────────────
def walked(
    position: Position, unit: Unit, trails: Sequence[Trail], way: str, *, flies: bool = False
) -> Iterator[Event]:
    """The models move together, as judged; those that climb stand on another level by then."""
    ways = ways_of(unit, trails, position.areas, flies=flies)
    steps = tuple(Step(one.model.id, one.end.pose) for one in ways if one.end is not one.model.base)
    for one in ways:
        if one.level is not None and one.level != one.model.level:
            yield Counted(one.model.id, names.LEVEL, one.level)
    if steps:
        yield Moved(steps, way)
