"""Answers to the movement window for whoever must choose: any legal move, or the best places."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Menu
from condotta.kernel.position import Position
from condotta.rules.triumph.anchors import anchors, approach, square_to
from condotta.rules.triumph.bodies import Body, Ranks, bodies, free_stands
from condotta.rules.triumph.field import Field, field
from condotta.rules.triumph.march import any_march, marches
from condotta.rules.triumph.movement import is_legal
from condotta.rules.triumph.moves import Move
from condotta.rules.triumph.phase import WINDOW
from condotta.table import Advance, Leg, Pose, Shift, Wheel, from_degrees, line_up, to_degrees

TRIES = 6
END = Choose("end")


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """One legal move picked at random, or the end of the phase when a few tries found none."""
    here = field(book, position)
    free = free_stands(here, ask.seat)
    if "March" in ask.says and random.random() < 0.5:
        march = any_march(book, position, ask.seat, random)
        if march is not None:
            return march
    for _ in range(TRIES if free else 0):
        body = random_body(here, free, random)
        move = Move(tuple(stand.id for stand in body), random_legs(here, body, random))
        if move.legs and is_legal(here, ask.seat, move):
            return move
    return END


def random_body(here: Field, free: Body, random: Random) -> Body:
    """A stand, with some of its neighbours as often as not."""
    start = random.choice(free)
    if random.random() < 0.4:
        return (start,)
    ranks = Ranks(here, free)
    chain = ranks.run(start) if random.random() < 0.8 else ranks.file(start)
    return chain[: random.randint(1, len(chain))]


def random_legs(here: Field, body: Body, random: Random) -> tuple[Leg, ...]:
    """Towards an enemy as often as not; else ahead, with or without a wheel, or anywhere."""
    head = body[0]
    reach = min(stand.reach for stand in body)
    if random.random() < 0.5:
        foe = random.choice(here.enemies(head.seat))
        if len(body) == 1:
            return (Shift(line_up(head.base.shape, foe.base, "front_contact")),)
        turn = square_to(head.base, foe.base)
        legs = approach(head.base, foe.base) if turn is None else None
        if legs is not None:
            return legs
    if len(body) == 1 and random.random() < 0.3:
        return (Shift(anywhere(head.base.pose, reach, random)),)
    ahead = Advance(random.choice((reach, reach, random.randint(1, reach))))
    if random.random() < 0.6:
        return (ahead,)
    degrees = random.randint(1, 40)
    side = random.choice(("left", "right"))
    theta = to_degrees(head.base.pose.facing) + (degrees if side == "right" else -degrees)
    return (Wheel("left" if side == "left" else "right", *from_degrees(theta)), ahead)


def anywhere(pose: Pose, reach: int, random: Random) -> Pose:
    """A place and facing somewhere about a pose."""
    x = pose.x + random.randint(-reach, reach)
    y = pose.y + random.randint(-reach, reach)
    return Pose(x, y, *from_degrees(random.randrange(360)))


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Legal moves worth thinking about, one after another, and the end of the phase last."""
    here = field(book, position)
    if "March" in ask.says:
        yield from marches(book, position, ask.seat)
    for body in bodies(here, ask.seat):
        for move in anchors(here, body):
            if is_legal(here, ask.seat, move):
                yield move
    yield END


MENUS = {WINDOW: Menu(sample, salient)}
