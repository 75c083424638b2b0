"""Answers to the movement window for whoever must choose: any legal move, or the best places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from random import Random
from typing import NamedTuple

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Idea, Menu
from condotta.kernel.decide import judge
from condotta.kernel.position import Position
from condotta.rules.triumph.deployment.arranging import acts_of
from condotta.rules.triumph.movement.anchors import (
    CONTACTS,
    anchors,
    approach,
    in_reach,
    nearest,
    onto_edges,
    reachable,
    square_to,
    wheel_to_foe,
)
from condotta.rules.triumph.movement.command import price
from condotta.rules.triumph.movement.flank_march import any_march, marches
from condotta.rules.triumph.movement.legal_moves import is_legal
from condotta.rules.triumph.movement.movement_phase import WINDOW
from condotta.rules.triumph.movement.moves import Move, Path, path_of
from condotta.rules.triumph.names import CP
from condotta.rules.triumph.stands.bodies import Body, Ranks, bodies, free_stands
from condotta.rules.triumph.stands.field import Field, Stand, field, near
from condotta.table import (
    Advance,
    Base,
    Leg,
    Pose,
    Shift,
    Side,
    Wheel,
    base,
    facing_to,
    from_degrees,
    gap,
    line_up,
    offset,
    sine_cosine,
    to_degrees,
    towards,
)

TRIES = 8
DRAWS = 200  # bodies drawn before no more ideas are had
ACTS = 8  # other acts than moves among the ideas
NEARER = 1_000  # quanta by which a move must bring a body nearer to count as going ahead
SPARE = 1  # quantum that bases may be nearer than they are measured, against rounding
ON_AN_EDGE = 0.5  # how often a group goes onto an edge that it could reach, not just ahead
ACTING = 0.25  # how often whoever may do something else than move does
END = Choose("end")


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """One legal move picked at random, or the end of the phase when a few tries found none."""
    here = field(book, position)
    free = free_stands(here, ask.seat)
    if "March" in ask.says and random.random() < 0.5:
        march = any_march(book, position, ask.seat, random)
        if march is not None:
            return march
    acts = tuple(acts_of(book, position, ask))
    if acts and random.random() < ACTING:
        return random.choice(acts)
    ranks = Ranks(here, free)
    for _ in range(TRIES if free else 0):
        body = random_body(ranks, random)
        if not payable(here, body):
            continue
        move = Move(tuple(stand.id for stand in body), random_legs(here, body, random))
        if move.legs and is_legal(here, ask.seat, move):
            return move
    return END


def ideas(book: Book, position: Position, ask: Ask, random: Random) -> Iterator[Idea]:
    """Moves drawn over all bodies that can be paid, each with where it ends; nobody judged them."""
    here = field(book, position)
    acts = (*acts_of(book, position, ask), *marches_drawn(book, position, ask, random))
    yield from (Idea(said) for said in random.sample(acts, min(len(acts), ACTS)))
    ranks = Ranks(here, free_stands(here, ask.seat))
    for _ in range(DRAWS if ranks.free else 0):
        body = random_body(ranks, random)
        if payable(here, body) and (legs := random_legs(here, body, random)):
            move = Move(tuple([stand.id for stand in body]), legs)
            yield Idea(move, poses_after(here, body, move))


def apt(book: Book, position: Position, ask: Ask, some: Iterable[Idea]) -> Iterator[Idea]:
    """Of moves drawn before those of stands that are still free and can be paid. [TC-4.3]"""
    here = field(book, position)
    free = {stand.id: stand for stand in free_stands(here, ask.seat)}
    may: dict[tuple[str, ...], bool] = {}
    for idea in some:
        if isinstance(idea.said, Move):
            pieces = idea.said.pieces
            if pieces not in may:
                body = tuple([free[name] for name in pieces if name in free])
                may[pieces] = len(body) == len(pieces) and payable(here, body)
            if may[pieces]:
                yield idea


def poses_after(here: Field, body: Body, move: Move) -> tuple[tuple[str, Pose], ...]:
    """Where the stands of a body would be after a move; a stand that names its place, there."""
    match move.legs:
        case (Shift(pose),) if len(body) == 1:
            return ((body[0].id, pose),)
    path = path_of(here, move)
    return tuple([(stand.id, end) for stand, end in zip(path.stands, path.ends, strict=True)])


def legal(book: Book, position: Position, ask: Ask, said: Action) -> bool:
    """Whether an answer is legal; of a move it is not looked for why not."""
    if isinstance(said, Move):
        here = field(book, position)
        known = all(here.find(name) is not None for name in said.pieces)
        return known and is_legal(here, ask.seat, said)
    return judge(book, position, ask.seat, ask, said).ok


def marches_drawn(book: Book, position: Position, ask: Ask, random: Random) -> tuple[Action, ...]:
    """A flank march by lot, where one may come in."""
    march = any_march(book, position, ask.seat, random) if "March" in ask.says else None
    return () if march is None else (march,)


def payable(here: Field, body: Body) -> bool:
    """Whether the points that are left would pay a move of a body, wherever it goes. [TC-4.3]"""
    return price(here, body) <= here.position.count(body[0].command, CP)


def random_body(ranks: Ranks, random: Random) -> Body:
    """A stand, with some of its neighbours as often as not."""
    start = random.choice(ranks.free)
    if random.random() < 0.4:
        return (start,)
    chain = ranks.run(start) if random.random() < 0.8 else ranks.file(start)
    return chain[: random.randint(1, len(chain))]


def random_legs(here: Field, body: Body, random: Random) -> tuple[Leg, ...]:
    """One of the kinds of move, each as likely: onto a foe, towards him, ahead, anywhere.

    Where no foe is in reach, or none is left, it goes anywhere instead.
    """
    head = body[0]
    reach = min(stand.reach for stand in body)
    far = random.choice((reach, random.randint(1, reach)))
    match random.randrange(4):
        case 0 if legs := onto_some_foe(here, body, random):
            return legs
        case 1 if len(body) == 1:
            return (Shift(towards_the_foe(here, head, far)),)
        case 1 if (turn := wheel_to_foe(here, body)) is not None:
            return (turn, Advance(far))
        case 2:
            return (Advance(far),)
    if len(body) == 1:
        return (Shift(anywhere(head.base.pose, reach, random)),)
    side: Side = random.choice(("left", "right"))
    turned = random.randint(1, 40) * (1 if side == "right" else -1)
    facing = from_degrees(to_degrees(head.base.pose.facing) + turned)
    return (Wheel(side, *facing), Advance(far))


def onto_some_foe(here: Field, body: Body, random: Random) -> tuple[Leg, ...]:
    """Legs that might bring a body into contact with an enemy in reach; none where none is."""
    head = body[0]
    foes = [foe for foe in here.enemies(head.seat) if in_reach(head, foe)]
    if len(body) == 1:
        shape = head.base.shape
        poses = [line_up(shape, foe.base, edge) for foe in foes for edge in CONTACTS]
        near = [pose for pose in poses if reachable(head, pose)]
        return (Shift(random.choice(near)),) if near else ()
    if not foes:
        return ()
    onto = list(onto_edges(here, body))
    if onto and random.random() < ON_AN_EDGE:
        return (Shift(random.choice(onto)),)
    foe = random.choice(foes)
    turn = square_to(head.base, foe.base)
    if turn is not None:
        return (turn,)
    return approach(head.base, foe.base) or (Advance(min(stand.reach for stand in body)),)


def towards_the_foe(here: Field, stand: Stand, far: int) -> Pose:
    """So far towards the nearest enemy's centre and turned to it, or less far; else ahead."""
    foe = nearest(stand.base, here.enemies(stand.seat))
    if foe is None or foe.base.centre == stand.base.front_middle:
        return offset(stand.base.pose, far)
    facing = towards(stand.base.front_middle, foe.base.centre)
    turned = facing_to(stand.base.pose, facing)
    for length in (far, far * 2 // 3, far // 3):
        pose = offset(turned, length)
        if reachable(stand, pose):
            return pose
    return facing_to(offset(turned, far), stand.base.pose.facing)


def anywhere(pose: Pose, reach: int, random: Random) -> Pose:
    """A place within a move and any facing, turned less the farther it is."""
    length = random.randint(0, reach)
    heading = sine_cosine(random.randrange(360))
    x, y = pose.x + round(heading[0] * length), pose.y + round(heading[1] * length)
    most = 180 * (reach - length) // max(1, reach)
    facing = from_degrees(to_degrees(pose.facing) + random.randint(-most, most))
    return Pose(x, y, *facing)


def about(book: Book, position: Position, ask: Ask, pieces: tuple[str, ...]) -> Iterator[Action]:
    """What may be said of some pieces: legal moves of exactly those stands before others'."""
    here = field(book, position)
    yield from beside_moves(book, position, ask)
    exact = tuple(stand for name in pieces if (stand := here.find(name)) is not None)
    if exact and len(exact) == len(set(pieces)):
        yield from legal_anchors(here, ask, exact)
    for body in bodies(here, ask.seat):
        if set(body) != set(exact) and not set(body).isdisjoint(exact):
            yield from legal_anchors(here, ask, body)


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Legal moves worth thinking about: those that bring somebody nearer to an enemy first.

    Then turns towards one, the end of the phase, and whatever else may be done.
    """
    here = field(book, position)
    yield from beside_moves(book, position, ask)
    turns: list[tuple[Move, Path | None]] = []
    rest: list[tuple[Move, Path | None]] = []
    for body in bodies(here, ask.seat):
        if not payable(here, body):
            continue
        stance = stance_of(here, body)
        for move in anchors(here, body):
            then, path = ends(here, body, move)
            if not comes_nearer(stance, then):
                (turns if turns_to_foe(stance, then) else rest).append((move, path))
            elif is_legal(here, ask.seat, move, path):
                yield move
    yield from (move for move, path in turns if is_legal(here, ask.seat, move, path))
    yield END
    yield from (move for move, path in rest if is_legal(here, ask.seat, move, path))


def ends(here: Field, body: Body, move: Move) -> tuple[tuple[Base, ...], Path | None]:
    """Where the stands of a body would be after a move, in its order, and the path if it is laid.

    Of a stand alone that names its place none is laid: its end is known without it.
    """
    match move.legs:
        case (Shift(pose),) if len(body) == 1:
            return (base(pose, body[0].base.shape),), None
    path = path_of(here, move)
    there = dict(zip(path.stands, path.end_bases, strict=True))
    return tuple(there[stand] for stand in body), path


class Stance(NamedTuple):
    """How a body stands to its enemies before it moves.

    `away` is how far the nearest of `foes` is, in quanta; `aside` the enemy nearest to its first
    stand where that does not face him.
    """

    foes: tuple[Base, ...]
    away: float
    aside: Base | None


def stance_of(here: Field, body: Body) -> Stance:
    """How a body stands to its enemies now."""
    head, enemies = body[0], here.enemies(body[0].seat)
    foes = tuple(foe.base for foe in enemies)
    first = nearest(head.base, enemies)
    aside = None if first is None or ahead(head.base, first.base) else first.base
    return Stance(foes, away((stand.base for stand in body), foes), aside)


def away(bases: Iterable[Base], foes: tuple[Base, ...]) -> float:
    """How far some bases are from the nearest enemy; 0 where there is none."""
    least = inf
    for one in bases:
        for foe in foes:
            if near(one, foe, least + SPARE):
                least = min(least, gap(one, foe))
    return least if least < inf else 0.0


def comes_nearer(stance: Stance, then: tuple[Base, ...]) -> bool:
    """Whether a body that would be there had its nearest enemy nearer than now."""
    limit = stance.away - NEARER
    return limit > 0 and any(
        near(one, foe, limit + SPARE) and gap(one, foe) < limit
        for one in then
        for foe in stance.foes
    )


def turns_to_foe(stance: Stance, then: tuple[Base, ...]) -> bool:
    """Whether the first of a body, which did not face its nearest enemy, would face it."""
    return stance.aside is not None and ahead(then[0], stance.aside)


def ahead(one: Base, foe: Base) -> bool:
    """Whether an enemy's middle lies before a front, nearer ahead than aside."""
    dx, dy = foe.cx - one.cx, foe.cy - one.cy
    return dx * one.fx + dy * one.fy > abs(dx * one.rx + dy * one.ry)


def beside_moves(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Flank marches, and what layers let a seat do instead of a move."""
    if "March" in ask.says:
        yield from marches(book, position, ask.seat)
    yield from acts_of(book, position, ask)


def legal_anchors(here: Field, ask: Ask, body: Body) -> Iterator[Move]:
    """The legal moves of a body that are worth thinking about."""
    for move in anchors(here, body) if payable(here, body) else ():
        if is_legal(here, ask.seat, move):
            yield move


MENUS = {WINDOW: Menu(sample, salient, about, ideas=ideas, legal=legal, apt=apt)}
