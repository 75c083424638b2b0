"""Answers to the window of remaining moves for whoever must choose. [FB-4.14]"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from random import Random

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Idea, Menu
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.ranked import names
from condotta.rules.ranked.movement.moves import Manoeuvre, limit_of, way_of
from condotta.rules.ranked.movement.reforming import (
    Reform,
    may_be_swift,
    reformed,
    why_not_reform,
)
from condotta.rules.ranked.movement.reinforcements import Arrive, Join, back_point, why_not_by
from condotta.rules.ranked.movement.remaining_moves import (
    WINDOW,
    why_not_march,
    why_not_move,
    why_not_yet,
)
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, is_regiment
from condotta.table import (
    Advance,
    Facing,
    Leg,
    Point,
    Pose,
    Rectangle,
    Slide,
    Wheel,
    base,
    direction,
    from_degrees,
    opposite,
    to_degrees,
    unit,
)

END = Choose("end")
TRIES = 10
DRAWS = 100  # regiments drawn before no more ideas are had
TOWARDS = 0.5  # how often a move at random is one that may have a sense
SHARES = (1.0, 0.75, 0.5, 0.25)
STEP = 2 * names.INCH
RIGHT_ANGLE = 90.0


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """Any legal act, or the end of the phase when a few tries found none."""
    here = field(book, position)
    acts = arrivals(book, position, ask.seat)
    if acts and random.random() < 0.7:
        return random.choice(acts)
    free = movable(here, ask.seat)
    for _ in range(TRIES if free else 0):
        said = random_act(here, random.choice(free), random)
        if said is not None and legal(book, position, ask, said):
            return said
    return END


def ideas_drawn(book: Book, position: Position, ask: Ask, random: Random) -> Iterator[Idea]:
    """Arrivals, then moves drawn over all regiments, with where they end; nobody judged them."""
    here = field(book, position)
    for said in arrivals(book, position, ask.seat):
        yield Idea(said, ((said.piece, said.pose),) if isinstance(said, Arrive) else ())
    free = movable(here, ask.seat)
    for _ in range(DRAWS if free else 0):
        one = random.choice(free)
        drawn = random_act(here, one, random)
        if drawn is not None:
            yield Idea(drawn, ends(one, drawn))


def ends(one: Regiment, said: Action) -> tuple[tuple[str, Pose], ...]:
    """Where a regiment would come to stand; nothing where it would not be on its own."""
    match said:
        case Manoeuvre():
            return ((one.id, way_of(one, said).end),)
        case Reform():
            return ((one.id, reformed(one, said)[2]),)
        case _:
            return ()


def legal(book: Book, position: Position, ask: Ask, said: Action) -> bool:
    """Whether an act of the window is legal."""
    return book.judges[type(said)](book, position, ask.seat, ask, said).ok


def movable(here: Field, seat: Seat) -> list[Regiment]:
    """The regiments of a seat that may make a remaining move."""
    return [one for one in here.own(seat) if not why_not_move(here, one)]


def random_act(here: Field, one: Regiment, random: Random) -> Action | None:
    """Some move of a regiment, legal or not: half of the time towards an enemy, mostly ahead."""
    if random.random() < TOWARDS:
        known = tuple(ideas(here, one))
        return random.choice(known) if known else None
    lot = random.random()
    if lot < 0.1:
        facing = from_degrees(random.uniform(0, 360))
        return Reform(one.id, *facing, random.randint(1, min(10, one.total)))
    if lot < 0.2 and one.is_character:
        hosts = [other for other in here.own(one.seat) if other is not one]
        return Join(one.id, random.choice(hosts).id) if hosts else None
    reach = one.movement
    if lot < 0.3:
        return Manoeuvre(one.id, (Advance(-random.uniform(0, reach / 2)),))
    if lot < 0.4:
        return Manoeuvre(one.id, (Slide(random.uniform(-reach / 2, reach / 2)),))
    march = random.random() < 0.3 and not why_not_march(here, one)
    length = reach * (2 if march else 1) * random.random()
    legs: tuple[Leg, ...] = (Advance(round(length / 2)),)
    if random.random() < 0.6:
        turned = to_degrees(one.pose.facing) + random.uniform(-30, 30)
        turn = turning(one, from_degrees(turned))
        legs = (turn, *legs) if turn is not None else legs
    return Manoeuvre(one.id, legs, march)


def turning(one: Regiment, facing: Facing) -> Wheel | None:
    """The wheel forward to a facing: about the corner on the side it turns to."""
    (ax, ay), (bx, by) = unit(one.pose.facing), unit(facing)
    cross = ax * by - ay * bx
    if abs(cross) < 1e-6:
        return None
    return Wheel("left" if cross > 0 else "right", *facing)


# ── what is worth thinking about ─────────────────────────────────────────────
def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Arrivals; then each regiment towards the nearest enemy and ahead; the end; whatever else."""
    here = field(book, position)
    yield from arrivals(book, position, ask.seat)
    free = movable(here, ask.seat)
    for one in free:
        yield from (said for said in forward(here, one) if legal(book, position, ask, said))
    yield END
    for one in free:
        yield from (said for said in otherwise(here, one) if legal(book, position, ask, said))


def ideas(here: Field, one: Regiment, *goals: Point) -> Iterator[Action]:
    """Moves of one regiment that may have a sense, legal or not; some points are worth reaching."""
    yield from forward(here, one)
    yield from otherwise(here, one)
    for goal in goals:
        yield from towards(here, one, goal)
        if off_by(one, goal) < RIGHT_ANGLE / 2:
            for share in SHARES:
                yield from ahead(here, one, share)


def forward(here: Field, one: Regiment) -> Iterator[Action]:
    """Into a regiment, towards the nearest enemy, and ahead where that lies before the front."""
    if one.is_character:
        for other in here.own(one.seat):
            if other is not one:
                yield Join(one.id, other.id)
    foe = here.nearest_enemy(one)
    if foe is not None:
        yield from towards(here, one, foe.base.centre)
    if foe is None or off_by(one, foe.base.centre) < RIGHT_ANGLE / 2:
        for share in SHARES:
            yield from ahead(here, one, share)


def otherwise(here: Field, one: Regiment) -> Iterator[Action]:
    """Turned a little to the nearest enemy where it stands, past it, and back."""
    foe = here.nearest_enemy(one)
    if foe is not None and (off := off_by(one, foe.base.centre)) > 1:
        said = Reform(one.id, *heading(one, foe.base.centre))
        if off <= RIGHT_ANGLE and why_not_reform(here, one, said).ok:
            yield said
        if off >= RIGHT_ANGLE / 2:
            for share in SHARES:
                yield from ahead(here, one, share)
    yield Manoeuvre(one.id, (Advance(-one.movement // 2),))


def heading(one: Regiment, at: Point) -> Facing:
    """The facing from a regiment's middle to a point."""
    return direction(at[0] - one.base.cx, at[1] - one.base.cy)


def off_by(one: Regiment, at: Point) -> float:
    """By how many degrees a regiment does not face a point."""
    turned = to_degrees(heading(one, at)) - to_degrees(one.pose.facing)
    return abs((turned + 180) % 360 - 180)


def ahead(here: Field, one: Regiment, share: float) -> Iterator[Manoeuvre]:
    """Straight ahead, as a march too where it may."""
    for march in (True, False):
        if march and why_not_march(here, one):
            continue
        limit = limit_of(one, "forward", march=march)
        yield Manoeuvre(one.id, (Advance(round(limit * share)),), march)


def towards(here: Field, one: Regiment, at: Point) -> Iterator[Action]:
    """A wheel towards a point and on; a reform where it lies to the side or behind."""
    facing, off = heading(one, at), off_by(one, at)
    if off > RIGHT_ANGLE / 2:
        yield Reform(one.id, *facing, swift=may_be_swift(one))
    turn = turning(one, facing)
    if turn is None or off > RIGHT_ANGLE:
        return
    spent = off * pi / 180 * 2 * one.base.hw
    for march in (True, False):
        if march and why_not_march(here, one):
            continue
        left = limit_of(one, "forward", march=march) - spent - 1
        for share in SHARES if left > 0 else ():
            yield Manoeuvre(one.id, (turn, Advance(round(left * share))), march)


def arrivals(book: Book, position: Position, seat: Seat) -> list[Action]:
    """Where the reinforcements of a seat may come on, one place each. [FB-4.18]"""
    found: list[Action] = []
    for piece in position.at("reserve"):
        if piece.controller == seat and is_regiment(piece):
            said = next(entries(book, position, piece), None)
            if said is not None:
                found.append(said)
    return found


def entries(book: Book, position: Position, piece: Piece) -> Iterator[Arrive]:
    """The places on a lattice along the edges where a reinforcement may come on."""
    shape = piece.shape
    if not isinstance(shape, Rectangle) or why_not_yet(book, position, piece):
        return
    for pose in edge_poses(position, piece, shape):
        if not why_not_by(book, position, piece, base(pose, shape)):
            yield Arrive(piece.id, pose)


def edge_poses(position: Position, piece: Piece, shape: Rectangle) -> Iterator[Pose]:
    """Poses with the rear on an edge, those nearest to where it left first."""
    board, deep = position.board, shape.depth
    across, down = range(0, board.width, STEP), range(0, board.depth, STEP)
    up, right = from_degrees(0), from_degrees(90)
    poses = [
        *(Pose(x, deep, *up) for x in across),
        *(Pose(x, board.depth - deep, *opposite(up)) for x in across),
        *(Pose(deep, y, *right) for y in down),
        *(Pose(board.width - deep, y, *opposite(right)) for y in down),
    ]
    back = back_point(position, piece)
    if back is None:
        yield from poses
        return
    yield from sorted(poses, key=lambda one: (one.x - back[0]) ** 2 + (one.y - back[1]) ** 2)


MENUS = {WINDOW: Menu(sample, salient, ideas=ideas_drawn)}
