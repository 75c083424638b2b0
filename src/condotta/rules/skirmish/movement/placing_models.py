"""Setting models up in the middle of a battle: reserves, and whoever gets out. [SK-42 to SK-44]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

from condotta.kernel.events import Counted, Event, Placed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param, Refusal
from condotta.rules.sketches import PLACE, outline_of
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.coherency import Stand, coherent, mates, not_together
from condotta.rules.skirmish.reading.crowd import BODY, Leg, Obstacle, met, obstacle, room
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.field import Field, Model, Unit, field
from condotta.rules.skirmish.reading.terrain import stands_at
from condotta.rules.skirmish.records import Trail
from condotta.table import Area, Base, Disc, Point, Pose, base, distance, gap, on_board
from condotta.table import Field as Box

SPACING = 1_000  # between models that are set up by the machine: a tenth of an inch
UP = (0, 1_000_000)
STRIDE = names.INCH  # between the places that are tried round a point
REACHED = 3  # of them to each side


class Landing(NamedTuple):
    """Where models may be set up: more than so far from enemies, so near to a transport. [SK-44]

    In quanta; without a transport anywhere on the table.
    """

    away: int
    transport: str = ""
    within: int = 0
    clause: str = "SK-44"


OUT = Landing(names.ENGAGEMENT, within=3 * names.INCH, clause="SK-42")
"""Getting out of a transport that is still to be named. [SK-42]"""
DROP = Landing(9 * names.INCH, clause="SK-44")
"""Coming from reserve. [SK-44]"""


class Site:
    """A table on which the models of a unit are being set up."""

    def __init__(self, position: Position, unit: Piece, landing: Landing) -> None:
        """Look at all that stands there."""
        self.position, self.unit, self.landing = position, unit, landing
        sheet = sheet_of(position, unit)
        here: Field = field(position)
        self.tall = room(sheet)
        self.infantry = names.INFANTRY in sheet.keywords
        side = position.side(unit.controller)
        away = float(landing.away + names.TOLERANCE)
        self.others: list[Obstacle] = []
        for other in here.units.values():
            keep = BODY if other.side == side else away
            tall = room(other.sheet)
            self.others += [obstacle(model, tall, keep) for model in other.models]
        self.near: tuple[Model, ...] = ()
        if landing.transport in here.units:
            self.near = here.unit(landing.transport).models
        board = position.board
        self.board = Box(0, 0, board.width, board.depth)
        self.areas: tuple[Area, ...] = position.areas

    def stand(self, model: Piece, trail: Trail) -> Stand | None:
        """Where a trail puts a model; None where there is no room. [SK-117]"""
        assert model.shape is not None, model
        foot = base(pose_of(trail), model.shape)
        level = stands_at(self.areas, foot, trail.level, infantry=self.infantry)
        return None if level is None else Stand(foot, level)

    def why_not(self, model: Piece, trail: Trail, beside: Sequence[Obstacle]) -> Refusal | None:
        """What is against a model being set up there. [SK-13, SK-42, SK-44]"""
        stand = self.stand(model, trail)
        if stand is None:
            assert model.shape is not None, model
            sketch = (outline_of(PLACE, base(pose_of(trail), model.shape)),)
            return Refusal("SK-117", "sk.117.room", {"model": model.id}, sketch)
        there = (outline_of(PLACE, stand.base),)
        if not on_board(stand.base, self.board, names.TOLERANCE):
            return Refusal("SK-32", "sk.32.edge", {"model": model.id}, there)
        hit = met(Leg(stand.base, stand.base, stand.level, stand.level), self.tall, self.others)
        hit = hit or met(Leg(stand.base, stand.base, stand.level, stand.level), self.tall, beside)
        if hit is not None:
            params: dict[str, Param] = {"model": model.id, "other": hit.id}
            if hit.keep > 0:
                params["limit"] = self.landing.away
                return Refusal(self.landing.clause, "sk.44.near", params, there)
            return Refusal("SK-13", "sk.13.overlap", params, there)
        if self.near and not any(self.reaches(stand, one) for one in self.near):
            params = {"model": model.id, "other": self.landing.transport}
            params["limit"] = self.landing.within
            return Refusal(self.landing.clause, "sk.42.far", params, there)
        return None

    def reaches(self, stand: Stand, transport: Model) -> bool:
        """Whether a place is near enough to the transport. [SK-42]"""
        flat, up = gap(stand.base, transport.base), stand.level - transport.level
        return sqrt(flat * flat + up * up) <= self.landing.within + names.TOLERANCE

    def body(self, model: Piece, stand: Stand) -> Obstacle:
        """A model that has been set up, in the way of those that follow."""
        here, level = stand
        tall = level + self.tall
        return Obstacle(here.cx, here.cy, here.reach, here, level, tall, BODY, model.id)


def waiting(position: Position, unit: str) -> tuple[Piece, ...]:
    """The models of a unit that are not on the table and not lost, as they were mustered."""
    return tuple(
        piece
        for piece in position.pieces.values()
        if piece.command == unit != piece.id and piece.place not in ("lost", "table")
    )


def why_not_placed(
    position: Position,
    unit: Piece,
    trails: Sequence[Trail],
    landing: Landing,
    *,
    some: bool = False,
) -> tuple[Refusal, ...]:
    """What is against a unit's models being set up there, all or `some` of them. [SK-16, SK-44]"""
    models = {model.id: model for model in waiting(position, unit.id)}
    given = [trail.model for trail in trails]
    wanted = set(given) <= set(models) if some else set(given) == set(models)
    if not wanted or len(set(given)) < len(given) or not all(one.points for one in trails):
        return (Refusal("SK-15", "sk.15.models", {"piece": unit.id}),)
    site = Site(position, unit, landing)
    beside: list[Obstacle] = []
    stands: list[Stand] = []
    refused = []
    for trail in trails:
        model = models[trail.model]
        why = site.why_not(model, trail, beside)
        stand = site.stand(model, trail)
        if why is not None or stand is None:
            refused.append(why or Refusal("SK-117", "sk.117.room", {"model": model.id}))
            continue
        stands.append(stand)
        beside.append(site.body(model, stand))
    if not refused and not coherent(stands):
        refused.append(not_together(unit.id, stands))
    return tuple(refused)


# ── finding room ─────────────────────────────────────────────────────────────
def grouped(
    position: Position,
    unit: Piece,
    landing: Landing,
    places: Sequence[Point],
    *,
    some: bool = False,
) -> tuple[Trail, ...]:
    """The unit's models in places taken in their order, each with those before it; or nothing.

    With `some` as many as find room. [SK-16]
    """
    site = Site(position, unit, landing)
    models = list(waiting(position, unit.id))
    beside: list[Obstacle] = []
    stands: list[Stand] = []
    trails: list[Trail] = []
    left = list(places)
    while len(trails) < len(models):
        model = models[len(trails)]
        found = next(fitting(site, model, left, beside, stands), None)
        if found is None:
            break
        trail, stand = found
        left.remove(trail.points[0])
        trails.append(trail)
        stands.append(stand)
        beside.append(site.body(model, stand))
    return tuple(trails) if some or len(trails) == len(models) else ()


def fitting(
    site: Site,
    model: Piece,
    places: Sequence[Point],
    beside: Sequence[Obstacle],
    stands: Sequence[Stand],
) -> Iterator[tuple[Trail, Stand]]:
    """The places in which a model can be set up beside its mates."""
    for x, y in places:
        trail = Trail(model.id, ((round(x), round(y)),), *UP)
        stand = site.stand(model, trail)
        if stand is None or (stands and not any(mates(stand, one) for one in stands)):
            continue
        if site.why_not(model, trail, beside) is None:
            yield trail, stand


def pitch(model: Piece) -> tuple[int, int]:
    """How far apart models of a base stand that are set up by the machine."""
    shape = model.shape
    assert shape is not None, model
    if isinstance(shape, Disc):
        return 2 * shape.radius + SPACING, 2 * shape.radius + SPACING
    return shape.width + SPACING, shape.depth + SPACING


def around(of: Base, model: Piece, within: int) -> list[Point]:
    """Places of a grid round a transport, those nearest to it first. [SK-42]"""
    wide, deep = pitch(model)
    reach = of.reach + within + max(wide, deep)
    across, along = int(reach // wide), int(reach // deep)
    grid = [
        (round(of.cx + column * wide), round(of.cy + row * deep))
        for row in range(-along, along + 1)
        for column in range(-across, across + 1)
    ]
    return sorted(grid, key=lambda at: (at[0] - of.cx) ** 2 + (at[1] - of.cy) ** 2)


def cluster(at: Point, model: Piece, count: int) -> list[Point]:
    """Places of a grid round a point, the nearest first, twice as many as there are models."""
    wide, deep = pitch(model)
    size = 1
    while size * size < 2 * count:
        size += 2
    half = size // 2
    grid = [
        (round(at[0] + column * wide), round(at[1] + row * deep))
        for row in range(-half, half + 1)
        for column in range(-half, half + 1)
    ]
    return sorted(grid, key=lambda one: (one[0] - at[0]) ** 2 + (one[1] - at[1]) ** 2)


def out_of(
    position: Position, unit: Piece, transport: Unit, *, some: bool = False
) -> tuple[Trail, ...]:
    """The unit's models beside their transport; with `some` as many as find room. [SK-42]"""
    models = waiting(position, unit.id)
    landing = OUT._replace(transport=transport.id)
    best: tuple[Trail, ...] = ()
    places = around(transport.models[0].base, models[0], OUT.within)
    for start in starts(places):
        trails = grouped(position, unit, landing, start, some=some)
        if len(trails) == len(models):
            return trails
        best = max(best, trails, key=len)
    return best


def starts(places: list[Point]) -> Iterator[list[Point]]:
    """The same places, those near the transport first; then those on each side of it in turn."""
    yield places
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield sorted(places, key=partial(from_side, dx, dy))


def outs(position: Position, unit: Piece, transport: Unit) -> Iterator[tuple[Trail, ...]]:
    """Where the whole unit can get out: near its transport, then on each side of it. [SK-42]"""
    models = waiting(position, unit.id)
    landing = OUT._replace(transport=transport.id)
    found: list[tuple[Trail, ...]] = []
    for start in starts(around(transport.models[0].base, models[0], OUT.within)):
        trails = grouped(position, unit, landing, start)
        if trails and trails not in found:
            found.append(trails)
            yield trails


def out_at(
    position: Position, unit: Piece, transport: Unit, at: Point, *, some: bool = False
) -> tuple[Trail, ...]:
    """The unit's models beside their transport, as near to a point as they can. [SK-42]"""
    models = waiting(position, unit.id)
    places = around(transport.models[0].base, models[0], OUT.within)
    places.sort(key=lambda one: distance(one, at))
    landing = OUT._replace(transport=transport.id)
    return grouped(position, unit, landing, places, some=some)


def from_side(dx: int, dy: int, at: Point) -> float:
    """How far a place is from one side of the table."""
    return -(dx * at[0] + dy * at[1])


def dropped(position: Position, unit: Piece, at: Point) -> tuple[Trail, ...]:
    """A unit from reserve round a point, or nothing where it finds no room. [SK-44]"""
    models = waiting(position, unit.id)
    return grouped(position, unit, DROP, cluster(at, models[0], len(models)))


def dropped_near(position: Position, unit: Piece, at: Point) -> tuple[Trail, ...]:
    """The same round the nearest place to a point that has room, or nothing. [SK-44]"""
    side = range(-REACHED, REACHED + 1)
    places = [(at[0] + column * STRIDE, at[1] + row * STRIDE) for column in side for row in side]
    places.sort(key=lambda one: distance(one, at))
    return next((found for one in places if (found := dropped(position, unit, one))), ())


def set_up(position: Position, unit: Piece, trails: Sequence[Trail]) -> Iterator[Event]:
    """The unit and those models are on the table now."""
    yield Placed(unit.id, "table")
    infantry = names.INFANTRY in sheet_of(position, unit).keywords
    for trail in trails:
        model = position.pieces[trail.model]
        pose = pose_of(trail)
        assert model.shape is not None, model
        level = stands_at(position.areas, base(pose, model.shape), trail.level, infantry=infantry)
        yield Placed(trail.model, "table", pose)
        if level:
            yield Counted(trail.model, names.LEVEL, level)


def pose_of(trail: Trail) -> Pose:
    """Where a trail puts a model; it faces up the table where nothing is said."""
    x, y = trail.points[-1]
    return Pose(x, y, *((trail.ux, trail.uy) if trail.ux or trail.uy else UP))
