"""Falling back: straight to the rear, past friends or pushing them, or to destruction.

v1.1 section 80. Everything here only plans; nothing has happened yet. [TC-3.40 to TC-3.50]
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from condotta.kernel.events import Moved, Step
from condotta.rules.triumph import seams
from condotta.rules.triumph.stands.field import Field, Stand, near
from condotta.table import (
    TOUCH,
    Base,
    Edge,
    Pose,
    base,
    distance_before,
    meets,
    offset,
    overlaps,
    same_facing,
    stand_clear,
    travel_before_contact,
    travel_to_border,
    turn_to_face,
)
from condotta.table import Field as Rim
from condotta.table.once import follows

FALL_BACK = "fall back"
GRAIN = 1e-6  # of a quantum: what floats may be out by
ASIDE = 100  # quanta: farther than a stand is ever moved to stand clear of another
SIDES: tuple[Edge, ...] = ("left", "right", "rear")


class Loss(msgspec.Struct, frozen=True):
    """A stand that an outcome move destroys, and the clause that does it."""

    stand: str
    clause: str


class OutcomeMove(msgspec.Struct, frozen=True):
    """An outcome move as planned: its steps, who is lost by it, and the clause that decides.

    `moved` are the lengths of the moves in quanta; `met` is what stopped or destroyed the stand.
    """

    stand: str
    clause: str
    moves: tuple[Moved, ...] = ()
    moved: tuple[int, ...] = ()
    lost: tuple[Loss, ...] = ()
    met: str = ""

    @property
    def survives(self) -> bool:
        """Whether the stand itself is still there afterwards."""
        return all(loss.stand != self.stand for loss in self.lost)

    @property
    def stopped(self) -> bool:
        """Whether no second move follows: it is lost, or the ground stopped it. [TC-3.55]"""
        return bool(self.lost) or self.clause == "TC-3.47"

    @property
    def pose(self) -> Pose | None:
        """Where the stand itself ends; None if it never moves."""
        own = [step.pose for move in self.moves for step in move.steps if step.piece == self.stand]
        return own[-1] if own else None


def plan_fall_back(
    field: Field, stand: Stand, side: Edge = "front", without: frozenset[str] = frozenset()
) -> OutcomeMove:
    """How a stand that fought to that side falls back, as things stand now.

    To the flank or rear it first turns to face who beat it.
    [TC-3.40, TC-3.41, TC-3.42, TC-3.49, TC-3.90, TC-3.91]
    """
    if side == "front":
        holder = held_from_behind(field, stand)
        if holder is not None:
            return _lost(stand, "TC-3.42", holder.id)
        return _straight_back(field, stand, stand.base, without)
    turned = base(turn_to_face(stand.base.pose, stand.base.shape, side), stand.base.shape)
    if not has_room(field, turned, _others(field, stand, without)):
        if field.settings.word("noRoomToTurn") == "destroyed":
            return _lost(stand, "TC-3.91")
        turned = stand.base
    return _straight_back(field, stand, turned, without)


def held_from_behind(field: Field, stand: Stand) -> Stand | None:
    """An enemy in contact with a flank or the rear, who bars all falling back. [TC-3.42]"""
    for touch in field.attackers(stand):
        if touch.edge in SIDES:
            return touch.by
    return None


def has_room(field: Field, where: Base, others: Iterable[Stand]) -> bool:
    """Whether a base could stand there: on the board, on passable ground, on nobody. [TC-3.41]"""
    return (
        field.on_board(where)
        and not any(meets(where, area) for area in field.impassable)
        and not any(overlaps(where, other.base) for other in others)
    )


def room_to_fall_back(
    field: Field, stand: Stand, at_pose: Pose, without: frozenset[str] = frozenset()
) -> bool:
    """Whether a stand at that pose could fall back and nobody would be lost by it. [TC-5.35]

    `without` names stands that are about to be elsewhere. Contacts do not matter, ground does.
    """
    where = base(at_pose, stand.base.shape)
    return not _straight_back(field, stand, where, without).lost


def _others(field: Field, stand: Stand, without: frozenset[str]) -> tuple[Stand, ...]:
    return tuple(
        [other for other in field.stands if other.id != stand.id and other.id not in without]
    )


def _lost(stand: Stand, clause: str, met: str = "", *also: str) -> OutcomeMove:
    """Destroyed, and whoever else with it; nobody moves."""
    losses = tuple(Loss(name, clause) for name in (stand.id, *also))
    return OutcomeMove(stand.id, clause, lost=losses, met=met)


def what_is_behind(
    field: Field, stand: Stand, where: Base, without: frozenset[str]
) -> tuple[object, ...]:
    """All that a way straight back may depend on: who stands on it or beside it, and the ground.

    A neutral stands like ground, so that a layer may be asked about him.
    """
    found: list[object] = []
    seats = {stand.seat: None}
    fighting = field.fighting
    x, y, fx, fy, rx, ry = where.cx, where.cy, where.fx, where.fy, where.rx, where.ry
    reach = where.reach + ASIDE + TOUCH
    for one in field.stands:
        there = one.base
        dx, dy, room = there.cx - x, there.cy - y, reach + there.reach
        if dx * fx + dy * fy <= room and -room <= dx * rx + dy * ry <= room and one is not stand:
            found += one, one.id in fighting, one.id in without
            seats[one.seat] = None
    relations = tuple([field.relation(one, other) for one in seats for other in seats])
    halts = "neutral" in relations and field.book.sole(seams.HALTS, field, stand)
    return field.ground, field.position.board, stand, where.pose, (*found, *relations), halts


@follows(8192, what_is_behind)
def _straight_back(field: Field, stand: Stand, where: Base, without: frozenset[str]) -> OutcomeMove:
    """Back by the base's own depth, farther where it passes friends, pushing some.

    [TC-3.43, TC-3.48, TC-3.50]

    Whoever is neutral is to it as impassable ground. [TC-3.47]
    """
    others = _others(field, stand, without)
    passed: list[Stand] = []
    pushed: dict[str, Step] = {}
    goal = round(2 * where.hd)

    def is_wall(other: Stand) -> bool:
        return field.relation(stand.seat, other.seat) == "neutral"

    while True:
        close = near_to(where, goal, others)
        left = [
            other
            for other in close
            if not (is_wall(other) or other in passed or other.id in pushed)
        ]
        met, gap = first_met(where, goal, left)
        edge_gap = room_behind(field, where, goal)
        wall, wall_gap = first_met(where, goal, filter(is_wall, close))
        held = wall is not None and wall_gap < edge_gap
        edge_gap = edge_gap if wall is None else min(edge_gap, wall_gap)
        if edge_gap < goal - TOUCH and (met is None or edge_gap < gap):
            halts = held and field.book.sole(seams.HALTS, field, stand)
            destroys = field.settings.word("fallBackOffBoard") == "destroyed" and not halts
            # RULING TC-3.47: whoever would have to stop on a friend it passes is destroyed.
            if passed or pushed or destroys:
                return _lost(stand, "TC-3.47")
            stops = lands(field, stand, offset(where.pose, -int(edge_gap)))
            move = _moved_back(stops, int(edge_gap), (), passes=False)
            return replace(move, clause="TC-3.47")
        if met is None:
            break
        if field.relation(stand.seat, met.seat) != "friend" or met.is_camp:
            return _collision(field, stand, met)
        if field.may_pass(stand, met) and same_facing(met.base, where):
            passed.append(met)
            goal, pushed = max(goal, distance_behind(where, met.base)), {}
            continue
        if not (field.settings.flag("pushFriends") and lined_up_behind(where, met.base)):
            return _lost(stand, "TC-3.45", met.id, met.id)
        chain = push(field, met, round(goal - gap), tuple(sorted(others, key=is_wall)))
        if chain is None:
            return _lost(stand, "TC-3.44", met.id)
        pushed |= {step.piece: step for step in chain}
    goal = whole(min(goal, edge_gap))
    own = lands(field, stand, offset(where.pose, -goal), frozenset(pushed))
    return _moved_back(own, goal, tuple(pushed.values()), passes=bool(passed))


def _collision(field: Field, stand: Stand, met: Stand) -> OutcomeMove:
    """Into an enemy stand: both are destroyed; into any camp: it alone. [TC-3.46, TC-3.92]"""
    alone = met.is_camp or not field.settings.flag("struckEnemyLost")
    also = () if alone else (met.id,)
    return _lost(stand, "TC-3.92" if alone else "TC-3.46", met.id, *also)


def lands(field: Field, stand: Stand, pose: Pose, moving: frozenset[str] = frozenset()) -> Step:
    """Where a stand comes to rest, clear of all that do not move with it. [TC-0.5]"""
    where = base(pose, stand.base.shape)
    others = [
        one.base
        for one in near_to(where, ASIDE, field.stands)
        if one.id != stand.id and one.id not in moving
    ]
    return Step(stand.id, stand_clear(pose, stand.base.shape, others))


def near_to(where: Base, margin: float, stands: Iterable[Stand]) -> list[Stand]:
    """The stands that could be within a margin of a base."""
    return [one for one in stands if near(where, one.base, margin)]


def _moved_back(own: Step, goal: int, pushed: tuple[Step, ...], *, passes: bool) -> OutcomeMove:
    clause = "TC-3.44" if pushed else "TC-3.43" if passes else "TC-3.40"
    return OutcomeMove(own.piece, clause, (Moved((own, *pushed), FALL_BACK),), (goal,))


def first_met(where: Base, goal: float, others: Iterable[Stand]) -> tuple[Stand | None, float]:
    """The first met of the stands near a straight way back, and how far off; the nearest wins.

    Of two at one distance it is the one mustered first. Touching at the end is not meeting.
    """
    found: Stand | None = None
    nearest = goal - TOUCH
    for other in others:
        gap = travel_before_contact(where, (-where.fx, -where.fy), goal, other.base)
        if gap < nearest - (TOUCH if found else 0.0):
            found, nearest = other, gap
    return found, nearest


def whole(room: float) -> int:
    """A way back in whole quanta, never longer than the room there is. [TC-3.47]

    Short of a full move by no more than `TOUCH` is not short, but nobody hangs over the edge.
    """
    return int(room + GRAIN)


def room_behind(field: Field, where: Base, goal: float) -> float:
    """How far back the way is free of impassable ground and on the board. [TC-3.47]"""
    board = field.position.board
    back = -where.fx, -where.fy
    free = travel_to_border(where, back, goal, Rim(0, 0, board.width, board.depth))
    return min(
        (distance_before(where, back, free, area) for area in field.impassable), default=free
    )


def distance_behind(where: Base, friend: Base) -> int:
    """How far back a base goes to stand directly behind one that faces the same way. [TC-3.43]

    # RULING TC-3.99: it keeps its own straight line; it is not moved sideways to line up.
    """
    rear = (friend.rl, friend.rr)
    return round(max((where.x - x) * where.fx + (where.y - y) * where.fy for x, y in rear))


def lined_up_behind(where: Base, friend: Base) -> bool:
    """Whether a friend behind faces the same way and stands in the same file. [TC-3.44]"""
    aside = (friend.x - where.x) * where.rx + (friend.y - where.y) * where.ry
    return same_facing(friend, where) and abs(aside) <= TOUCH and abs(friend.hw - where.hw) <= TOUCH


def push(
    field: Field, friend: Stand, amount: int, others: tuple[Stand, ...]
) -> tuple[Step, ...] | None:
    """Where a friend pushed straight back ends, and those it pushes; None if it cannot go.

    A pushed stand meets nothing but friends in its own file. [TC-3.44]
    """
    steps: list[Step] = []
    chain = [friend]
    where = friend.base
    while True:
        room = room_behind(field, where, amount)
        if room < amount - TOUCH:
            return None
        steps.append(Step(chain[-1].id, offset(where.pose, -whole(min(amount, room)))))
        left = [other for other in near_to(where, amount, others) if other not in chain]
        met, gap = first_met(where, amount, left)
        if met is None:
            return tuple(steps)
        friendly = field.relation(friend.seat, met.seat) == "friend" and not met.is_camp
        if not friendly or not lined_up_behind(where, met.base):
            return None
        chain.append(met)
        where, amount = met.base, round(amount - gap)
