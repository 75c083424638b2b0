"""Evade, panic and pursuit: straight runs that stop at what they meet. [TC-3.55 to TC-3.80]

Everything here only plans; `aftermath` carries it out.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from condotta.kernel.events import Event, Moved
from condotta.kernel.evolving import evolve_position
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.fallback import Loss, OutcomeMove, lands, plan_fall_back
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.tables import TABLES
from condotta.table import (
    HALF,
    TOUCH,
    Base,
    Edge,
    Pose,
    about_turn,
    adjacent,
    base,
    distance_before,
    offset,
    overlaps,
    travel_before_contact,
    travel_to_border,
)
from condotta.table import Field as Rim

APART = 2 * TOUCH  # how far short of somebody neutral a run stops
EVADE = "evade"
PANIC = "panic"
PURSUE = "pursue"
WAYS = {True: ("TC-3.55", "TC-3.93", EVADE), False: ("TC-3.60", "TC-3.93", PANIC)}
"""What a run back and a run ahead are called: their clause, that of the board edge, the word."""


class Run(msgspec.Struct, frozen=True):
    """How far a straight run goes, what stopped it, and whether it leaves the board."""

    length: int
    met: str = ""
    leaves: bool = False


# ── straight runs ────────────────────────────────────────────────────────────
def run(field: Field, stand: Stand, pose: Pose, length: float, *, back: bool = False) -> Run:
    """As far as the length, the ground and the stands on the way let it go, ahead or back.

    [TC-5.26]

    # RULING TC-3.95: impassable ground stops an evade or a panic like a pursuit; only the board
    # edge destroys.
    """
    where = base(pose, stand.base.shape)
    sign = -1.0 if back else 1.0
    heading = sign * where.fx, sign * where.fy
    for area in field.impassable:
        length = distance_before(where, heading, length, area)
    free, met = way_past_stands(field, stand, where, heading, length)
    board = field.position.board
    rim = travel_to_border(where, heading, free, Rim(0, 0, board.width, board.depth))
    return Run(round(free), met, leaves=rim < free - HALF)


def way_past_stands(
    field: Field, stand: Stand, where: Base, heading: tuple[float, float], length: float
) -> tuple[float, str]:
    """How far it goes, and who stops it: one it cannot pass, or one it cannot get clear of.

    [TC-3.56, TC-3.63, TC-3.75, TC-5.40]
    """
    free, met = length, ""
    passable: list[Stand] = []
    for other in field.stands:
        if other is stand or other.id == stand.id:
            continue
        relation = field.relation(stand.seat, other.seat)
        if relation == "friend" and field.may_pass(stand, other):
            passable.append(other)
            continue
        apart = APART if relation == "neutral" else 0.0  # near, not in contact, as before a wall
        gap = max(0.0, travel_before_contact(where, heading, free + apart, other.base) - apart)
        if gap < free - HALF:
            free, met = gap, other.id
    return _clear_of_friends(where, heading, free, met, passable)


def _clear_of_friends(
    where: Base, heading: tuple[float, float], free: float, met: str, passable: list[Stand]
) -> tuple[float, str]:
    """Back to before each friend on whom the run would end. [TC-5.40]"""
    sign = 1.0 if heading[0] * where.fx + heading[1] * where.fy > 0 else -1.0
    for _ in passable:
        end = base(offset(where.pose, sign * free), where.shape)
        under = [friend for friend in passable if overlaps(end, friend.base)]
        if not under:
            break
        gaps = ((travel_before_contact(where, heading, free, one.base), one) for one in under)
        free, friend = min(gaps, key=lambda one: one[0])
        met = friend.id
    return free, met


def hindered(
    field: Field, stand: Stand, pose: Pose, limits: tuple[int, int], *, back: bool
) -> float:
    """The length of a mounted run where its way leads into difficult terrain.

    [TC-1.4, TC-3.61, TC-3.94]

    Terrain nearer than the slow distance holds it to that distance; terrain that begins there or
    farther stops it at the border.
    """
    length, _ = limits
    if not stand.troop.is_mounted:
        return length
    return to_rough(field, stand, pose, limits, back=back)


def to_rough(
    field: Field, stand: Stand, pose: Pose, limits: tuple[int, int], *, back: bool
) -> float:
    """The length of a run of whoever difficult terrain slows. [TC-3.61]"""
    length, slow = limits
    where = base(pose, stand.base.shape)
    sign = -1.0 if back else 1.0
    heading = sign * where.fx, sign * where.fy
    border = min(
        (distance_before(where, heading, length, area) for area in field.ground.difficult),
        default=float(length),
    )
    return length if border >= length - HALF else max(border, min(length, slow))


# ── evade and panic ──────────────────────────────────────────────────────────
def plan_evade(field: Field, stand: Stand, side: Edge = "front") -> OutcomeMove:
    """Fall back, then 4 MU more to the rear with the same facing. [TC-3.55, TC-3.56]"""
    first = plan_fall_back(field, stand, side)
    if first.pose is None or first.stopped:
        return first
    here = after(field, first)
    far, slow = TABLES.outcomes.evade, TABLES.outcomes.evade_mounted_difficult
    return second_move(here, first, first.pose, (far, slow), back=True)


def plan_panic(field: Field, stand: Stand, side: Edge = "front") -> OutcomeMove:
    """Fall back, turn about, then a full tactical move ahead. [TC-3.60, TC-3.61, TC-3.63]"""
    first = plan_fall_back(field, stand, side)
    if first.pose is None or first.stopped:
        return first
    here = after(field, first)
    turned = about_turn(first.pose, stand.base.shape)
    limits = (stand.reach, TABLES.movement.mounted_difficult)
    return second_move(here, first, turned, limits, back=False)


def second_move(
    here: Field, first: OutcomeMove, start: Pose, limits: tuple[int, int], *, back: bool
) -> OutcomeMove:
    """What follows the fall back; crossing the board edge destroys. [TC-3.93]

    `limits` are the length of the move and that of a mounted one in difficult terrain.
    """
    stand = here.stand(first.stand)
    most = here.book.sole(seams.FARTHEST, here.book, stand.piece, stand.troop)
    limits = limits if most is None else (min(limits[0], most), min(limits[1], most))
    clause, rim_clause, way = WAYS[back]
    gone = run(here, stand, start, hindered(here, stand, start, limits, back=back), back=back)
    if gone.leaves and here.settings.word("offBoard") == "destroyed":
        return replace(first, clause=rim_clause, lost=(Loss(stand.id, rim_clause),))
    sign = -1 if back else 1
    length = to_rim(here, base(start, stand.base.shape), sign, gone.length)
    moves = (*first.moves, Moved((lands(here, stand, offset(start, sign * length)),), way))
    return replace(first, clause=clause, moves=moves, moved=(*first.moved, length), met=gone.met)


def to_rim(field: Field, where: Base, sign: int, length: int) -> int:
    """How far it goes before the board ends."""
    board = field.position.board
    heading = sign * where.fx, sign * where.fy
    return int(travel_to_border(where, heading, length, Rim(0, 0, board.width, board.depth)))


def after(here: Field, move: OutcomeMove) -> Field:
    """The field once an outcome move is made: a push may have opened or closed the way."""
    return following(here, move.moves)


def following(here: Field, events: Iterable[Event]) -> Field:
    """The field once these events have happened."""
    position = here.position
    for event in events:
        position = evolve_position(position, event)
    return field(here.book, position)


# ── pursuit ──────────────────────────────────────────────────────────────────
def plan_pursuit(field: Field, stand: Stand) -> OutcomeMove:
    """Straight ahead by its own base depth, or to what it meets. [TC-3.74, TC-3.75, TC-3.96]

    The board edge and impassable ground stop it.
    """
    length = float(round(2 * stand.base.hd))
    heading = stand.base.fx, stand.base.fy
    # RULING TC-3.97: where pursuit into difficult terrain is switched off, it stops at the border.
    if not field.settings.flag("pursueIntoDifficult"):
        for area in field.ground.difficult:
            length = distance_before(stand.base, heading, length, area)
    gone = run(field, stand, stand.base.pose, length)
    far = to_rim(field, stand.base, 1, gone.length) if gone.leaves else gone.length
    stopped = "TC-3.96" if gone.leaves else "TC-3.75"
    if not far:
        return OutcomeMove(stand.id, stopped, moved=(0,), met=gone.met)
    both = (stand, *followers(field, stand))
    moving = frozenset(one.id for one in both)
    steps = (lands(field, one, offset(one.base.pose, far), moving) for one in both)
    move = Moved(tuple(steps), PURSUE)
    clause = stopped if gone.met or gone.leaves else "TC-3.74"
    return OutcomeMove(stand.id, clause, (move,), (far,), met=gone.met)


def followers(field: Field, stand: Stand) -> tuple[Stand, ...]:
    """Who goes along with a pursuer: nobody, or by a setting its rear support. [TC-3.76]"""
    supported = any(stand.troop.code in row.types for row in TABLES.close)
    if not (supported and field.settings.flag("supporterPursues")):
        return ()
    return tuple(
        friend
        for friend in field.friends(stand.seat)
        if friend.troop.code == stand.troop.code
        and friend.id not in field.fighting
        and adjacent(friend.base, stand.base) == "behind"
    )
