"""War machines: bolts, cannon balls, stones, and what goes wrong with them. [FB-12.1]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.state import State
from condotta.rules import asking
from condotta.rules.asking import there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.reading.charts import (
    artillery,
    on_target,
    shooting_score,
)
from condotta.rules.ranked.reading.dice import hour, rolled, thrown
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.terrain import barred
from condotta.rules.ranked.records import Hit, Shot
from condotta.rules.ranked.shooting.mishaps import JAMMED, gone_wrong
from condotta.rules.ranked.shooting.missiles import Missile, Volley, hits_told, modifiers, to_hit
from condotta.rules.ranked.shooting.random_hits import landed
from condotta.rules.ranked.shooting.templates import SMALL, Blast, local, scattered, told_spared
from condotta.rules.ranked.shooting.volleys import TO_HIT, ShotsOver, hits_of, marked_shot, told
from condotta.table import HALF, Point, along, distance, intervals_inside

BOLT, CANNON, GREAT_CANNON, STONE = "bolt-thrower", "cannon", "great-cannon", "stone-thrower"
RANGES = {BOLT: 48, CANNON: 48, GREAT_CANNON: 60, STONE: 60}
LEAST_STONE = 12
BOLT_MISSILE = Missile(range=48, strength=6)
SHORT = (0, 2, 4, 6, 8)
"""How many inches before its target a cannon may be aimed.

RULING FB-12.6: the point is chosen among these, on the line to the middle of the target's base.
"""

FIRST, SECOND = "artillery die", "bounce"
SCATTER, DRIFT = "scatter die", "drift"


class Bolt(Script, frozen=True, kw_only=True):
    """One shot of a bolt thrower. [FB-12.2]"""

    shot: Shot


class Piercing(Script, frozen=True, kw_only=True):
    """A bolt goes on through the next rank if it killed in this one. [FB-12.2]"""

    hit: Hit
    models: int
    ranks: int


class Cannonade(Script, frozen=True, kw_only=True):
    """One shot of a cannon aimed so many inches short of its target. [FB-12.3]"""

    shot: Shot
    short: int


class Ball(Script, frozen=True, kw_only=True):
    """A bouncing ball goes through regiments one after another. [FB-12.3]"""

    hits: tuple[Hit, ...]
    met: str = ""


class Stone(Script, frozen=True, kw_only=True):
    """One shot of a stone thrower. [FB-12.4]"""

    shot: Shot


def kind_of(one: Regiment) -> str:
    """What a machine shoots; nothing for one that does not."""
    return next((kind for kind in RANGES if one.has(kind)), "")


def reach(one: Regiment) -> int:
    """How far a machine shoots, in inches."""
    return RANGES.get(kind_of(one), 0)


def ready(one: Regiment) -> bool:
    """Whether a machine can fire: it has not moved and nothing is wrong with it. [FB-12.1]"""
    return bool(kind_of(one)) and not one.marked(names.MOVED) and not one.value(JAMMED)


def aims(here: Field, one: Regiment, targets: tuple[Regiment, ...]) -> tuple[str, ...]:
    """What a machine may be aimed at, of the targets in reach and sight. [FB-12.2 to 12.4]"""
    match kind_of(one):
        case "bolt-thrower":
            return tuple(foe.id for foe in targets if bolt_volley(here, one, foe).score.possible)
        case "stone-thrower":
            least = LEAST_STONE * names.INCH - HALF
            return tuple(foe.id for foe in targets if here.gap(one, foe) >= least)
        case _:
            return tuple(
                f"{foe.id}~{short}" if short else foe.id
                for foe in targets
                for short in SHORT
                if short * names.INCH < distance(muzzle(one), foe.base.centre)
            )


def fire(one: Regiment, shot: Shot, short: int) -> Frame:
    """The frame of a machine's shot."""
    match kind_of(one):
        case "bolt-thrower":
            return Bolt(shot=shot)
        case "stone-thrower":
            return Stone(shot=shot)
        case _:
            return Cannonade(shot=shot, short=short)


def muzzle(one: Regiment) -> Point:
    """Where a machine's shots begin."""
    return one.base.front_middle


# ── bolts ────────────────────────────────────────────────────────────────────
def bolt_volley(here: Field, one: Regiment, target: Regiment) -> Volley:
    """What a bolt needs to hit, and why. [FB-12.2, FB-6.5]"""
    parts = modifiers(here, one, target, BOLT_MISSILE, reaction=False)
    score = shooting_score(one.value(names.BS), sum(part.value for part in parts))
    return Volley(1, score, parts, BOLT_MISSILE.strength, 0)


def bolt(book: Book, state: State, frame: Bolt) -> Iterator[Event]:
    """Roll to hit; a hit goes through ranks, weaker by one with each. [FB-12.2]"""
    here = field(book, state.position)
    one = yield from there(here.find(frame.shot.shooter))
    target = yield from there(here.find(frame.shot.target))
    fired = bolt_volley(here, one, target)
    if rolled(frame, TO_HIT) is None:
        yield marked_shot(frame.shot)
        yield told(one, target, fired)
    about = (one.id, target.id)
    needed = to_hit(*about, fired.score.first)
    pips = yield from thrown(frame, TO_HIT, "FB-12.2", 1, about, needed=needed)
    hits = yield from hits_of(frame, fired.score, pips, about)
    yield hits_told(*about, 1, hits)
    yield Popped()
    yield Pushed(ShotsOver(shot=frame.shot))
    if hits:
        hit = Hit(
            target.id,
            1,
            BOLT_MISSILE.strength,
            by=one.seat,
            source=one.id,
            way="shooting",
            no_armour=True,
            wounds=3,
            clause="FB-12.2",
        )
        ranks = target.ranks if here.facing_of(target, one) in ("front", "rear") else target.files
        yield Pushed(Piercing(hit=hit, models=target.total, ranks=ranks - 1))
        yield Pushed(landed(here, hit))


def piercing(book: Book, state: State, frame: Piercing) -> Iterator[Event]:
    """Another hit on the next rank if a model fell. [FB-12.2]"""
    here = field(book, state.position)
    target = here.find(frame.hit.target)
    strength = frame.hit.strength - 1
    yield Popped()
    if target is None or target.total >= frame.models or not frame.ranks or strength < 1:
        return
    hit = replace(frame.hit, strength=strength)
    yield Pushed(Piercing(hit=hit, models=target.total, ranks=frame.ranks - 1))
    yield Pushed(landed(here, hit))


# ── balls ────────────────────────────────────────────────────────────────────
def cannonade(book: Book, state: State, frame: Cannonade) -> Iterator[Event]:
    """The aim, a first die where the ball lands, a second how far it bounces. [FB-12.3]"""
    here = field(book, state.position)
    one = yield from there(here.find(frame.shot.shooter))
    target = yield from there(here.find(frame.shot.target))
    if rolled(frame, FIRST) is None:
        yield marked_shot(frame.shot)
    first = yield from thrown(frame, FIRST, "FB-12.3", 1, (one.id, target.id))
    flown = artillery(first[0])
    if not flown:
        yield from gone_wrong(frame.shot, powder=True)
        return
    second = yield from thrown(frame, SECOND, "FB-12.3", 1, (one.id, target.id))
    line = trajectory(here, one, target, flown - frame.short, artillery(second[0]))
    hits = struck(here, one, line)
    yield Ruled(
        "FB-12.3",
        "fb.12-3.ball",
        {"piece": one.id, "flown": flown, "bounce": artillery(second[0])},
    )
    by = (other for other in here.regiments if here.stands_by(other))
    yield from told_spared(here, [other.id for other in by if ranks_crossed(other, line)])
    yield Popped()
    yield Pushed(ShotsOver(shot=frame.shot))
    if hits:
        yield Pushed(Ball(hits=hits))


def trajectory(
    here: Field, one: Regiment, target: Regiment, beyond: int, bounce: int
) -> tuple[Point, Point]:
    """Where a ball lands and where it stops: at barred ground at the latest. [FB-12.3]"""
    start, aim = muzzle(one), target.base.centre
    far = distance(start, aim)
    lands = along(start, aim, (far + beyond * names.INCH) / far)
    stops = along(start, aim, (far + (beyond + bounce) * names.INCH) / far)
    line = (lands, stops)
    walls = [run[0] for area in barred(here) for run in intervals_inside(line, area)]
    length = distance(*line)
    if walls and length:
        stops = along(lands, stops, min(1.0, min(walls) / length))
    return lands, stops


def struck(here: Field, one: Regiment, line: tuple[Point, Point]) -> tuple[Hit, ...]:
    """The hits of a ball on its way: one a rank, the nearest regiment first. [FB-12.3]"""
    found = []
    for other in here.regiments:
        if other.id == one.id or here.stands_by(other):
            continue
        ranks = ranks_crossed(other, line)
        if ranks:
            found.append((distance(line[0], other.base.centre), other.id, ranks))
    return tuple(
        Hit(
            name,
            ranks,
            10,
            by=one.seat,
            source=one.id,
            way="shooting",
            no_armour=True,
            wounds=6,
            clause="FB-12.3",
        )
        for _, name, ranks in sorted(found)
    )


def ranks_crossed(other: Regiment, line: tuple[Point, Point]) -> int:
    """How many ranks of a regiment a line goes through, a model in each. [FB-12.3]"""
    (ax, ay), (bx, by) = local(other, line[0]), local(other, line[1])
    wide, deep = other.base.hw, other.base.hd * 2 / other.ranks
    count = 0
    for rank in range(other.ranks):
        low, high = -(rank + 1) * deep, -rank * deep
        if _runs_through(((ax, ay), (bx, by)), (-wide, low), (wide, high)):
            count += 1
    return count


def _runs_through(line: tuple[Point, Point], low: Point, high: Point) -> bool:
    """Whether a line meets a box between two corners."""
    start, end = 0.0, 1.0
    for axis in (0, 1):
        at, step = line[0][axis], line[1][axis] - line[0][axis]
        if abs(step) < HALF:
            if not low[axis] <= at <= high[axis]:
                return False
            continue
        near, far = sorted(((low[axis] - at) / step, (high[axis] - at) / step))
        start, end = max(start, near), min(end, far)
    return start <= end


def ball(book: Book, state: State, frame: Ball) -> Iterator[Event]:
    """The next regiment is hit, unless a large one it could not kill stops the ball. [FB-12.3]"""
    here = field(book, state.position)
    yield Popped()
    last = here.find(frame.met) if frame.met else None
    if (last is not None and last.any_has("large-target")) or not frame.hits:
        return
    hit, rest = frame.hits[0], frame.hits[1:]
    if rest:
        yield Pushed(Ball(hits=rest, met=hit.target))
    yield Pushed(Wounding(hit=hit))


# ── stones ───────────────────────────────────────────────────────────────────
def stone(book: Book, state: State, frame: Stone) -> Iterator[Event]:
    """The template on the target, the dice that move it, hits under it. [FB-12.4]

    Where something makes it drift, a Hit moves it too, by the small arrow. [FB-1.1]
    """
    here = field(book, state.position)
    one = yield from there(here.find(frame.shot.shooter))
    target = yield from there(here.find(frame.shot.target))
    about = (one.id, target.id)
    if rolled(frame, FIRST) is None:
        yield marked_shot(frame.shot)
    first = yield from thrown(frame, FIRST, "FB-12.4", 1, about)
    far = artillery(first[0])
    if not far:
        yield from gone_wrong(frame.shot, powder=False)
        return
    scatter = yield from thrown(frame, SCATTER, "FB-12.4", 1, about)
    sides = book.sole(seams.DRIFT, state.position, one.piece, target.piece) or 0
    x, y = (round(value) for value in target.base.centre)
    if sides or not on_target(scatter[0]):
        way = yield from hour(frame, about)
        if on_target(scatter[0]):
            (far,) = yield from asking.thrown(frame, DRIFT, "FB-1.1", 1, about, sides=sides)
        x, y = scattered(x, y, way, far)
    yield Popped()
    yield Pushed(ShotsOver(shot=frame.shot))
    yield Pushed(stone_lands(one, x, y))


def stone_lands(one: Regiment, x: int, y: int) -> Blast:
    """The small template of a stone: S3, and S9 with D6 wounds under the hole. [FB-12.4]"""
    hit = Hit(
        "",
        1,
        3,
        by=one.seat,
        source=one.id,
        way="shooting",
        no_armour=True,
        clause="FB-12.4",
    )
    hole = replace(hit, strength=9, wounds=6)
    return Blast(x=x, y=y, radius=SMALL, hit=hit, hole=hole)


PROCEDURES: dict[type[Frame], Procedure] = {
    Bolt: bolt,
    Piercing: piercing,
    Cannonade: cannonade,
    Ball: ball,
    Stone: stone,
}
