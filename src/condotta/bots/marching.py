"""Which tactical move a steward makes: bodies and places by geometry, judged only when liked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from math import hypot
from typing import NamedTuple

import msgspec

from condotta.bots.outlook import Outlook
from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.events import Moved, Step
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.triumph.deployment.deploying import set_down
from condotta.rules.triumph.movement.anchors import (
    group_contacts,
    in_reach,
    plain_legs,
    single_poses,
)
from condotta.rules.triumph.movement.approach import edge_held
from condotta.rules.triumph.movement.command import price
from condotta.rules.triumph.movement.flank_march import March, marches
from condotta.rules.triumph.movement.legal_moves import is_legal, judge_move
from condotta.rules.triumph.movement.movement_menu import ends
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.names import CP
from condotta.rules.triumph.stands.bodies import Body, Ranks, free_stands
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.tables import TABLES
from condotta.table import TOUCH, Advance, Base, Leg, Pose, Shift, distance_before

WEIGHED = 7  # legal moves of each sort weighed in full
JUDGED, TRIES = 80, 6  # moves judged at most to find them, in all and of one body
POINT = 0.05  # half points that a command point is worth: others may need it
WORTHWHILE = 0.05  # half points below which a move is not made
HELD, ASIDE = 0.6, 0.6  # promise of a contact, and more for one in flank or rear
PATIENT, HASTE = 30, 0.15  # turns without haste, and half points a turn that a charge gains then
MOST_HASTE = 2.0  # half points that it gains at most: nobody throws an army away for haste
NEARER = 0.1  # the part of that which each MU nearer to the enemy gains
MU = 10_000
CLEAR = 5_000  # ground less than this ahead does not let a group through


class Idea(msgspec.Struct, frozen=True, gc=False):
    """A move and what it promises before anybody has judged it; `strikes` if it makes contact."""

    move: Move
    promise: float
    strikes: bool


class Best(NamedTuple):
    """The move that promises most of so many weighed, and half points that it gains; or none."""

    gain: float
    move: Move | None = None
    weighed: int = 0


def best_move(book: Book, position: Position, ask: Ask, outlook: Outlook) -> Best:
    """The legal move that promises most, or none when all are worth less than staying."""
    now = outlook.value(outlook.here)
    best, tried = Best(WORTHWHILE), 0
    for idea in worth_weighing(outlook, ask):
        tried += 1
        move = idea.move
        verdict = judge_move(book, position, ask.seat, ask, move)
        then = field(book, after(position, verdict.poses))
        hasty = haste(position.turn) * (
            1.0 if idea.strikes else NEARER * nearer(outlook, then, move)
        )
        stands = outlook.standing(then)
        if stands - now - POINT * verdict.cost + hasty <= best.gain:
            continue  # blows only take from it
        gain = stands - outlook.blows(then) - now - POINT * verdict.cost + hasty
        if gain > best.gain:
            best = Best(gain, move)
    return best._replace(weighed=tried)


def best_march(book: Book, position: Position, ask: Ask, outlook: Outlook) -> March | None:
    """The place at which a flank march promises most; it comes in as soon as it may. [TC-8.21]"""
    if "March" not in ask.says:
        return None
    found = marches(book, position, ask.seat)
    return max(found, key=lambda one: worth_of(book, position, one, outlook), default=None)


def worth_of(book: Book, position: Position, march: March, outlook: Outlook) -> float:
    """How the table looks once a march has come in there."""
    return outlook.value(field(book, set_down(position, march.steps)))


def haste(turn: int) -> float:
    """What a charge is worth besides, late in a battle that watching would never end."""
    return min(MOST_HASTE, HASTE * max(0, turn - PATIENT))


def nearer(outlook: Outlook, then: Field, move: Move) -> float:
    """By how many MU a move brings its first stand nearer to the nearest enemy."""
    name = move.pieces[0]
    now, there = outlook.here.stand(name).base, then.stand(name).base
    return (nearest(outlook, now) - nearest(outlook, there)) / MU


def nearest(outlook: Outlook, where: Base) -> float:
    """How far the middle of a base is from that of the nearest enemy, in quanta."""
    gaps = (hypot(foe.base.cx - where.cx, foe.base.cy - where.cy) for foe in outlook.foes)
    return min(gaps, default=0.0)


def worth_weighing(outlook: Outlook, ask: Ask) -> Iterator[Idea]:
    """The most promising legal moves: of those that strike, and of those that do not.

    Where all that promised more is barred, as lines are before a stream, single stands go ahead as
    far as such ground lets anybody. [TC-4.12, TC-5.11]
    """
    promising = sorted(ideas(outlook), key=lambda idea: -idea.promise)
    some = False
    for idea in allowed(outlook, ask, promising):
        yield idea
        some = some or idea.promise > 0
    if not some:
        yield from allowed(outlook, ask, [one for one in promising if wades(one.move)])


def wades(move: Move) -> bool:
    """Whether one stand goes ahead no farther than difficult ground lets mounted troops."""
    match move.legs:
        case (Advance(far),) if len(move.pieces) == 1:
            return 0 < far <= TABLES.movement.mounted_difficult
    return False


def allowed(outlook: Outlook, ask: Ask, promising: Sequence[Idea]) -> Iterator[Idea]:
    """The first legal ones of those that strike, and of those that do not; few are judged."""
    for strikes in (True, False):
        tried: Counter[tuple[str, ...]] = Counter()
        weighed = 0
        for idea in promising:
            body = idea.move.pieces
            if idea.strikes != strikes or tried[body] == TRIES or tried.total() == JUDGED:
                continue
            tried[body] += 1
            if is_legal(outlook.here, ask.seat, idea.move):
                yield idea
                weighed += 1
                if weighed == WEIGHED:
                    break


def after(position: Position, poses: tuple[tuple[str, Pose], ...]) -> Position:
    """The position with those stands where a move would bring them; nothing is decided."""
    return evolve_position(position, Moved(tuple(Step(name, pose) for name, pose in poses)))


# ── ideas ────────────────────────────────────────────────────────────────────
def ideas(outlook: Outlook) -> Iterator[Idea]:
    """Every move worth a thought with its promise, from geometry alone."""
    here = outlook.here
    for body, ways in thoughts(here, outlook.seat):
        dear = price(here, body)
        if dear > here.position.count(body[0].command, CP):
            continue
        names = tuple(stand.id for stand in body)
        before = sum(outlook.drawn(stand, stand.base) for stand in body) + POINT * dear
        for legs in dict.fromkeys(ways):
            move = Move(names, legs)
            drawn, grips = outlook.promise(body, legs, partial(weighed, outlook, body, move))
            yield Idea(move, drawn + grips - before, grips > 0)


def weighed(outlook: Outlook, body: Body, move: Move) -> tuple[float, float]:
    """What the places where a move would end are worth, and the contacts that it would make."""
    there, _ = ends(outlook.here, body, move)
    drawn = sum(map(outlook.drawn, body, there))
    return drawn, sum(grip(outlook, *one) for one in zip(body, there, strict=True))


def grip(outlook: Outlook, stand: Stand, where: Base) -> float:
    """What holding an enemy by an edge is worth before it is reckoned out."""
    best = 0.0
    x, y, reach = where.cx, where.cy, where.reach + TOUCH
    for foe in outlook.foes:
        there = foe.base
        dx, dy, both = there.cx - x, there.cy - y, reach + there.reach
        if dx * dx + dy * dy <= both * both and (held := edge_held(where, foe)) is not None:
            liked = max(0.0, outlook.appetite(stand, foe))
            best = max(best, HELD + liked + (0.0 if held == "front" else ASIDE))
    return best


def thoughts(here: Field, seat: Seat) -> Iterator[tuple[Body, Iterator[tuple[Leg, ...]]]]:
    """Bodies with the ways that each might go: lines first, single stands last."""
    ranks = Ranks(here, free_stands(here, seat))
    following = {stand.id for stand in ranks.right.values()}
    behind = {stand.id for stand in ranks.behind.values()}
    for stand in ranks.free:
        if stand.id not in following:
            run = ranks.run(stand)
            for line in lines(here, run):
                yield from parts_of(here, ranks, line)
            for place in range(len(run) - 1):
                yield run[place : place + 2], group_contacts(here, run[place : place + 2])
        if stand.id not in behind and len(file := ranks.file(stand)) > 1:
            yield file, ways_of(here, file)
    for stand in ranks.free:
        yield (stand,), ways_alone(here, stand)


def lines(here: Field, run: Body) -> Iterator[Body]:
    """A line, parted where difficult ground lies before it: a group cannot enter. [TC-4.12]"""
    part: list[Stand] = []
    for stand in run:
        if clear_ahead(here, stand):
            part.append(stand)
            continue
        if len(part) > 1:
            yield tuple(part)
        part = []
    if len(part) > 1:
        yield tuple(part)


def clear_ahead(here: Field, stand: Stand) -> bool:
    """Whether a stand has ground before it on which a group may move, for a little at least."""
    heading = stand.base.fx, stand.base.fy
    return all(
        distance_before(stand.base, heading, stand.reach, area) > CLEAR
        for area in here.ground.difficult
    )


def parts_of(
    here: Field, ranks: Ranks, run: Body
) -> Iterator[tuple[Body, Iterator[tuple[Leg, ...]]]]:
    """A line with and without what stands behind it, and its halves."""
    deep = tuple(stand for file in map(ranks.file, run) for stand in file)
    if len(deep) > len(run):
        yield deep, ways_of(here, deep)
    yield run, ways_of(here, run)
    half = len(run) // 2
    if half > 1:
        yield run[:half], ways_of(here, run[:half])
        yield run[half:], ways_of(here, run[half:])


def ways_of(here: Field, body: Body) -> Iterator[tuple[Leg, ...]]:
    """Onto an enemy, or ahead."""
    if any(in_reach(stand, foe) for stand in body for foe in here.enemies(stand.seat)):
        yield from group_contacts(here, body)
    yield from plain_legs(here, body)


def ways_alone(here: Field, stand: Stand) -> Iterator[tuple[Leg, ...]]:
    """Onto an enemy, beside a friend, ahead or back."""
    for pose in single_poses(here, stand):
        yield (Shift(pose),)
    yield from plain_legs(here, (stand,))
