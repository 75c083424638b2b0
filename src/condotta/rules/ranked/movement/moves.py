"""A remaining move as geometry: its way, what it costs, what is against it. [FB-4.14 to 4.16]"""

from __future__ import annotations

from math import acos

from condotta.kernel.asks import Action
from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.places_to_stand import (
    why_not_here,
    why_not_stop,
    why_not_through,
)
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.terrain import terrain
from condotta.table import (
    Advance,
    Leg,
    Pose,
    Slide,
    Sweep,
    Wheel,
    after,
    at_most,
    base,
    sweep_meets_area,
    swept,
    unit,
)

CLAUSE = "FB-4.14"
MOST_LEGS = 8
NEAR_ENEMY = 8 * names.INCH


class Manoeuvre(Action, frozen=True):
    """A move of a regiment, leg after leg; a march goes up to twice as far. [FB-4.14, FB-4.16]"""

    piece: str
    legs: tuple[Leg, ...]
    march: bool = False


class Way:
    """Where a move leads: the pose after each leg, the ground passed over, the distance paid."""

    __slots__ = ("cost", "limit", "poses", "sweep")

    def __init__(self, poses: tuple[Pose, ...], sweep: Sweep, cost: float, limit: float) -> None:
        """The pose after each leg, the first as it stands; the rest in quanta."""
        self.poses = poses
        self.sweep = sweep
        self.cost = cost
        self.limit = limit

    @property
    def end(self) -> Pose:
        """Where it ends."""
        return self.poses[-1]

    def via(self, name: str) -> tuple[tuple[tuple[str, Pose], ...], ...]:
        """Where a regiment is in between, as a verdict has it."""
        return tuple(((name, pose),) for pose in self.poses[1:-1])


def kind_of(legs: tuple[Leg, ...]) -> str:
    """What kind of move legs make: forward, backward, sideways, or mixed. [FB-4.14]"""
    if all(
        isinstance(leg, Wheel) or (isinstance(leg, Advance) and leg.distance >= 0) for leg in legs
    ):
        return "forward"
    if len(legs) == 1 and isinstance(legs[0], Advance):
        return "backward"
    if len(legs) == 1 and isinstance(legs[0], Slide):
        return "sideways"
    return "mixed"


def limit_of(one: Regiment, kind: str, *, march: bool) -> float:
    """How far a move of that kind may go. [FB-4.14, FB-4.16, FB-13.2]"""
    reach = one.movement
    if kind == "forward":
        return 2.0 * reach if march else float(reach)
    return reach / 2


def angle(start: Pose, end: Pose) -> float:
    """The angle between two facings, in radians."""
    (ax, ay), (bx, by) = unit(start.facing), unit(end.facing)
    return acos(max(-1.0, min(1.0, ax * bx + ay * by)))


def cost_of(leg: Leg, start: Pose, end: Pose, frontage: int) -> float:
    """What a leg costs; a wheel the way of the outer front corner. [FB-4.15]"""
    if isinstance(leg, Wheel):
        return angle(start, end) * frontage
    return abs(leg.distance) if isinstance(leg, Advance | Slide) else 0.0


def way_of(one: Regiment, said: Manoeuvre) -> Way:
    """Where a move leads and what it costs; legality apart."""
    shape, pose = one.base.shape, one.pose
    sweep, cost, poses = Sweep([]), 0.0, [pose]
    for leg in said.legs:
        end = after((pose,), (shape,), leg)[0]
        sweep = sweep + swept((pose,), (shape,), leg, (end,))
        cost += cost_of(leg, pose, end, round(2 * one.base.hw))
        pose = end
        poses.append(pose)
    limit = limit_of(one, kind_of(said.legs), march=said.march)
    return Way(tuple(poses), sweep, cost, limit)


def why_not_so(here: Field, one: Regiment, said: Manoeuvre, way: Way) -> tuple[Refusal, ...]:
    """What is against a move by its shape, length and ground. [FB-4.14 to FB-4.16, FB-4.1]"""
    what = {"piece": one.id}
    kind = kind_of(said.legs)
    if not said.legs or len(said.legs) > MOST_LEGS or kind == "mixed":
        return (Refusal(CLAUSE, "fb.4-14.mixed", what),)
    if said.march and kind != "forward":
        return (Refusal("FB-4.16", "fb.4-16.forward", what),)
    if any(isinstance(leg, Wheel) and not (leg.ux or leg.uy) for leg in said.legs):
        return (Refusal("FB-4.15", "fb.4-15.no-facing", what),)
    if not at_most(way.cost, way.limit):
        much = {"cost": round(way.cost), "limit": round(way.limit)}
        return (Refusal(CLAUSE, "fb.4-14.too-far", {**what, **much}),)
    for area in here.areas if said.march else ():
        if terrain(area).no_march and sweep_meets_area(way.sweep, area):
            return (Refusal("FB-13.1", "fb.13-1.no-march", {**what, "area": area.id}),)
    through = () if one.has("fly") else why_not_through(here, one, way.sweep)
    return through or why_not_end(here, one, way)


def why_not_end(here: Field, one: Regiment, way: Way) -> tuple[Refusal, ...]:
    """What is against ending there; whoever began near somebody may end as near. [FB-4.1]"""
    where = base(way.end, one.base.shape)
    if one.has("fly") or not here.on_board(where):
        return why_not_here(here, one.id, where)
    return why_not_stop(here, one, where)


def enemy_near(here: Field, one: Regiment) -> bool:
    """Whether an enemy that does not flee is within 8 inches. [FB-4.16]"""
    return any(
        not foe.fleeing and here.gap(one, foe) <= NEAR_ENEMY for foe in here.enemies(one.seat)
    )
