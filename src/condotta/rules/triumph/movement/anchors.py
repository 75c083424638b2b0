"""Moves worth thinking about, from geometry alone; `judge_move` says which are legal.

A body may go anywhere, so nobody can list its moves. These are the places that matter: contact
with each foe in reach, lined up before him, beside and behind friends, straight ahead in full
and to the edge of a zone, square to the foe, and back.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from condotta.rules.triumph.movement.approach import started_beyond
from condotta.rules.triumph.movement.moves import Move, ordered
from condotta.rules.triumph.stands.bodies import Body
from condotta.rules.triumph.stands.field import Field, Stand, near
from condotta.rules.triumph.stands.zones import zones_of
from condotta.rules.triumph.tables import TABLES
from condotta.table import (
    Advance,
    Base,
    Edge,
    Leg,
    Pose,
    Relation,
    Shift,
    Side,
    Slide,
    Wheel,
    after,
    base,
    carry,
    displacement,
    left_of,
    line_up,
    offset,
    offsets,
    opposite,
    same_direction,
)

CONTACTS: dict[Relation, Edge] = {
    "front_contact": "front",
    "rear_contact": "rear",
    "left_flank_contact": "left",
    "right_flank_contact": "right",
}
ALIGN_FROM = 10_000  # a group slides when it is this near: inside the 2 MU of TC-5.23
MU = 10_000
SLANTED = 0.7  # each way of a slanting step, so that it stays within the length


def anchors(field: Field, body: Body) -> Iterator[Move]:
    """The moves of a body that are worth judging, contacts first."""
    names = tuple(stand.id for stand in body)
    if len(body) == 1:
        for pose in single_poses(field, body[0]):
            yield Move(names, (Shift(pose),))
    else:
        for legs in group_contacts(field, body):
            yield Move(names, legs)
    for legs in plain_legs(field, body):
        yield Move(names, legs)
    if len(body) == 1:
        for pose in around(body[0]):
            yield Move(names, (Shift(pose),))


def in_reach(stand: Stand, enemy: Stand) -> bool:
    """Whether any contact with an enemy could be within a stand's move."""
    dx, dy = enemy.base.cx - stand.base.cx, enemy.base.cy - stand.base.cy
    far = stand.reach + stand.base.reach + enemy.base.reach
    return dx * dx + dy * dy <= far * far


def reachable(stand: Stand, pose: Pose) -> bool:
    """Whether the farthest front corner would stay within the move."""
    return displacement(stand.base.shape, stand.base.pose, pose) <= stand.reach


def single_poses(field: Field, stand: Stand) -> Iterator[Pose]:
    """Where a single stand might go: onto enemies, before them, beside and behind friends."""
    shape = stand.base.shape
    found = [enemy for enemy in field.enemies(stand.seat) if in_reach(stand, enemy)]
    for enemy in found:
        for relation, edge in CONTACTS.items():
            pose = line_up(shape, enemy.base, relation)
            front = edge == "front"
            if reachable(stand, pose) and (front or may_take(field, stand, enemy, edge)):
                yield pose
    for friend in field.friends(stand.seat):
        if friend is stand or friend.is_camp or not in_reach(stand, friend):
            continue
        for relation in ("left", "right", "behind"):
            pose = line_up(shape, friend.base, relation)
            if reachable(stand, pose):
                yield pose
    for enemy in found:
        ahead = offset(line_up(shape, enemy.base, "front_contact"), -MU)
        if not enemy.is_camp and reachable(stand, ahead):
            yield ahead


def may_take(field: Field, stand: Stand, enemy: Stand, edge: Edge) -> bool:
    """Whether a stand has started where it may contact a flank or the rear. [TC-5.32]"""
    return not enemy.is_camp and started_beyond(field, stand, enemy, edge)


def around(stand: Stand) -> Iterator[Pose]:
    """A star of places about a stand, its facing kept: what else it might step into or out of."""
    for length in sorted({stand.reach, stand.reach // 2, min(stand.reach, 2 * MU), MU // 2}):
        aside = round(length * SLANTED)
        for forward, right in (
            (length, 0), (aside, aside), (0, length), (-aside, aside),
            (-length, 0), (-aside, -aside), (0, -length), (aside, -aside),
        ):  # fmt: skip
            yield offset(stand.base.pose, forward, right)


# ── groups ───────────────────────────────────────────────────────────────────
def group_contacts(field: Field, body: Body) -> Iterator[tuple[Leg, ...]]:
    """Ways to bring a group onto an enemy: front to front by legs, then any edge by its place."""
    shapes = tuple(stand.base.shape for stand in body)
    starts = tuple(stand.base.pose for stand in body)
    for enemy in foes_in_reach(field, body):
        turn = square_to(body[0].base, enemy.base)
        poses = starts if turn is None else after(starts, shapes, turn)
        first: tuple[Leg, ...] = () if turn is None else (turn,)
        for pose, shape in zip(poses, shapes, strict=True):
            straight = approach(base(pose, shape), enemy.base)
            if straight is not None:
                yield (*first, *straight)
    for end in onto_edges(field, body):
        yield (Shift(end),)


def foes_in_reach(field: Field, body: Body) -> list[Stand]:
    """The enemies, camps apart, that some stand of a body might reach."""
    return [
        enemy
        for enemy in field.enemies(body[0].seat)
        if not enemy.is_camp and any(in_reach(stand, enemy) for stand in body)
    ]


def onto_edges(field: Field, body: Body) -> Iterator[Pose]:
    """Where the first of a group, the head of a column, would be with one of them on an edge.

    Only where its flank or rear line lets it, and no stand would come too far. [TC-5.32, TC-5.4]
    """
    stands, kind, made = ordered(field, Move(tuple(stand.id for stand in body), ()))
    if made is None:
        return
    movers = stands[:1] if kind == "column" else stands
    poses = tuple(stand.base.pose for stand in movers)
    for enemy in foes_in_reach(field, movers):
        for number, stand in enumerate(movers):
            places = offsets(poses[number], poses)
            for relation, edge in CONTACTS.items():
                if edge != "front" and not may_take(field, stand, enemy, edge):
                    continue
                pose = line_up(stand.base.shape, enemy.base, relation)
                ends = carry(pose, places)
                if all(map(reachable, movers, ends)):
                    yield ends[0]


def square_to(head: Base, enemy: Base) -> Wheel | None:
    """The wheel that brings a body front to front with an enemy, if it is not so already."""
    if same_direction(head.fx, head.fy, -enemy.fx, -enemy.fy):
        return None
    to = opposite(enemy.pose.facing)
    left = left_of(head.pose.facing)
    side: Side = "left" if to[0] * left[0] + to[1] * left[1] >= 0 else "right"
    return Wheel(side, *to)


def approach(stand: Base, enemy: Base) -> tuple[Leg, ...] | None:
    """Advance, slide corner to corner, advance into contact; None if the enemy is not ahead."""
    dx, dy = enemy.x - stand.x, enemy.y - stand.y
    ahead = dx * stand.fx + dy * stand.fy
    right = dx * stand.rx + dy * stand.ry
    if ahead < 0 or abs(right) > TABLES.movement.align_slide:
        return None
    length, aside = round(ahead), round(right)
    if not aside:
        return (Advance(length),)
    far = max(0, length - ALIGN_FROM)
    legs = (Advance(far), Slide(aside), Advance(length - far))
    return tuple(leg for leg in legs if leg.distance)


# ── anybody ──────────────────────────────────────────────────────────────────
def plain_legs(field: Field, body: Body) -> Iterator[tuple[Leg, ...]]:
    """Straight ahead, in full and in part; wheels that face the foe; and back, if alone."""
    reach = min(stand.reach for stand in body)
    lengths = {reach, reach // 2, min(reach, 2 * MU), min(reach, 3 * MU), *to_zones(field, body)}
    for length in sorted(lengths, reverse=True):
        if 0 < length <= reach:
            yield (Advance(length),)
    turn = wheel_to_foe(field, body)
    if turn is not None:
        yield (turn,)
        yield (turn, Advance(reach // 2))
    if len(body) == 1:
        yield (Advance(-reach),)
        yield (Advance(-min(reach, 2 * MU)),)


def to_zones(field: Field, body: Body) -> Iterator[int]:
    """How far ahead the zones of enemies begin, where one lies before the body."""
    far = max(stand.reach for stand in body) + TABLES.zones.depth
    foes = [
        foe
        for foe in field.enemies(body[0].seat)
        if any(near(stand.base, foe.base, far) for stand in body)
    ]
    zones = [zone for foe in foes for zone in zones_of(field, foe)]
    for stand in body:
        for zone in zones:
            dx, dy = zone.area.cx - stand.base.x, zone.area.cy - stand.base.y
            aside = abs(dx * stand.base.rx + dy * stand.base.ry)
            if aside < stand.base.hw + zone.area.reach:
                ahead = dx * stand.base.fx + dy * stand.base.fy - zone.area.reach
                if ahead > 0:
                    yield int(ahead)


def wheel_to_foe(field: Field, body: Body) -> Wheel | None:
    """A wheel towards the nearest enemy's centre, about the corner on his side."""
    head = body[0].base
    foe = nearest(head, field.enemies(body[0].seat))
    if foe is None:
        return None
    dx, dy = foe.base.cx - head.x, foe.base.cy - head.y
    size = sqrt(dx * dx + dy * dy)
    if size == 0 or same_direction(head.fx, head.fy, dx / size, dy / size):
        return None
    if dx * head.fx + dy * head.fy <= 0:
        return None
    side: Side = "right" if dx * head.rx + dy * head.ry > 0 else "left"
    return Wheel(side, round(dx / size * 1_000_000), round(dy / size * 1_000_000))


def nearest(of: Base, stands: tuple[Stand, ...]) -> Stand | None:
    """The nearest stand by its centre, the first of those equally near."""
    best: tuple[float, Stand] | None = None
    for stand in stands:
        dx, dy = stand.base.cx - of.cx, stand.base.cy - of.cy
        away = dx * dx + dy * dy
        if best is None or away < best[0]:
            best = (away, stand)
    return None if best is None else best[1]
