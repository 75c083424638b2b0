"""What the next player can do to a position: his best contacts, one after another, by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from condotta.bots.supposing import Trials
from condotta.bots.weighing import Eye
from condotta.rules.triumph.movement.anchors import (
    CONTACTS,
    group_contacts,
    in_reach,
    may_take,
    reachable,
)
from condotta.rules.triumph.movement.command import price
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.names import CP
from condotta.rules.triumph.stands.bodies import Ranks, free_stands
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Relation, Shift, line_up

LEAST = -1.0  # half points that a contact may seem to lose and still be weighed
GAIN = 0.3  # half points that a contact must gain to be made
TRIED = 4  # moves judged for each that is weighed
LAPS, LINES = 1.0, 2.0  # half points that an overlap, or a whole line in contact, promises

BESIDE: tuple[Relation, ...] = ("left", "right")


def answered(eye: Eye, here: Field, trials: Trials, most: int) -> Field:
    """The field once a seat has made the contacts that gain it most, so many weighed at first.

    They are found once, weighed alone, and then made in that order, each if it still gains.
    """
    seat = eye.seat
    now = eye.fights(here)
    found: list[tuple[float, int, Move]] = []
    hopes = sorted(contacts(eye, here), key=lambda one: -one[0])
    left = most
    for number, (_, move) in enumerate(hopes[: TRIED * most]):
        there = trials.moved(here, seat, move)
        if there is not None:
            left -= 1
            gain = eye.fights(there) - now
            if gain > GAIN:
                found.append((-gain, number, move))
            if not left:
                break
    used = set[str]()
    first = True
    for _, _, move in sorted(found):
        if not used.isdisjoint(move.pieces):
            continue
        there = trials.moved(here, seat, move)
        if there is None:
            continue
        gained = eye.fights(there) - now
        if first or gained > GAIN:
            here, now = there, now + gained
            used.update(move.pieces)
            first = False
    return here


def contacts(eye: Eye, here: Field) -> Iterator[tuple[float, Move]]:
    """Moves of a seat onto an enemy, or beside one who fights, with what they promise."""
    free = free_stands(here, eye.seat)
    if not free:
        return
    enemies = here.enemies(eye.seat)
    able = [one for one in free if price(here, (one,)) <= here.position.count(one.command, CP)]
    for stand in able:
        for enemy in enemies:
            if in_reach(stand, enemy):
                yield from onto(eye, here, stand, enemy)
        yield from beside(here, stand)
    ranks = Ranks(here, free)
    following = {stand.id for stand in ranks.right.values()}
    for stand in free:
        run = ranks.run(stand) if stand.id not in following else ()
        if len(run) > 1 and any(in_reach(one, enemy) for one in run for enemy in enemies):
            names = tuple(one.id for one in run)
            for legs in group_contacts(here, run):
                yield LINES, Move(names, legs)


def onto(eye: Eye, here: Field, stand: Stand, enemy: Stand) -> Iterator[tuple[float, Move]]:
    """A stand onto each edge of an enemy that it may take."""
    busy = enemy.id in here.fighting
    for relation, edge in CONTACTS.items():
        front = edge == "front" or enemy.is_camp
        if busy and front and here.enemy_on(enemy, "front") is not None:
            continue
        pose = line_up(stand.base.shape, enemy.base, relation)
        if not reachable(stand, pose) or not (front or may_take(here, stand, enemy, edge)):
            continue
        hope = eye.hope(stand, enemy, "front" if front else edge, busy=busy)
        if hope > LEAST:
            yield hope, Move((stand.id,), (Shift(pose),))


def beside(here: Field, stand: Stand) -> Iterator[tuple[float, Move]]:
    """A stand beside each friend who fights to the front, so that it overlaps."""
    for touch in here.touches:
        friend = touch.by
        if touch.edge != "front" or touch.on.is_camp or not in_reach(stand, friend):
            continue
        if here.relation(stand.seat, friend.seat) != "friend":
            continue
        for relation in BESIDE:
            pose = line_up(stand.base.shape, friend.base, relation)
            if reachable(stand, pose):
                yield LAPS, Move((stand.id,), (Shift(pose),))
