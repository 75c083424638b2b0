"""Charges are rolled for and made, one by one. [FB-4.7-4.10]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from condotta.kernel.asks import Ask, Frame, Loop, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Marked, Moved, Popped, Pushed, Ruled, Step
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, option_of
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.possible_charges import (
    CHARGING,
    announced,
    charge_dice,
    declared,
    declared_by,
    undeclared,
    way_to,
)
from condotta.rules.ranked.losses.wounds import destroyed, joined
from condotta.rules.ranked.movement.dangerous_terrain import Dangerous
from condotta.rules.ranked.movement.failed_charge import way_towards
from condotta.rules.ranked.movement.regrouping import Regroup
from condotta.rules.ranked.movement.steering import halted
from condotta.rules.ranked.reading.approach import Way
from condotta.rules.ranked.reading.arcs import facings_struck
from condotta.rules.ranked.reading.dice import highest, thrown
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.terrain import uphill
from condotta.rules.steps import queued
from condotta.table import EDGES, HALF, Edge, Pose, distance

WINDOW = "next charge"
ROLL = "charge dice"
DOWNHILL = "charged downhill"


class ResolveCharges(Loop, frozen=True, kw_only=True):
    """The charges declared are made, in the order their owners like. [FB-4.7]"""


class ChargeRoll(Script, frozen=True, kw_only=True):
    """The dice of one charge; `kept` are those that are not rolled again. [FB-4.7]"""

    charger: str
    kept: tuple[int, ...] = ()


class ChargeMove(Script, frozen=True, kw_only=True):
    """A charge is made or fails, its dice known. [FB-4.8, FB-4.9]"""

    charger: str
    pips: tuple[int, ...]


class Retarget(Script, frozen=True, kw_only=True):
    """A target is wiped out before it is reached: its characters are what is left. [FB-8.5]"""

    target: str
    heirs: tuple[str, ...]


def resolve_charges(book: Book, state: State, frame: ResolveCharges) -> Iterator[Event]:
    """The next charge. [FB-4.7]"""
    here = field(book, state.position)
    if frame.answers:
        yield Pushed(ChargeRoll(charger=option_of(frame)))
        return
    pending = [charge.charger for charge in declared(here)]
    if not pending:
        yield Popped()
        return
    seat = here.regiment(pending[0]).seat
    own = tuple(name for name in pending if here.regiment(name).seat == seat)
    if len(own) == 1:
        yield Pushed(ChargeRoll(charger=own[0]))
    else:
        yield from asked_once(state.asks, Ask(seat, WINDOW, "FB-4.7", options=own))


def charge_roll(book: Book, state: State, frame: ChargeRoll) -> Iterator[Event]:
    """Roll; what may be said between the roll and the move comes first. [FB-4.7]"""
    here = field(book, state.position)
    one = here.find(frame.charger)
    charge = None if one is None else declared_by(one)
    if one is None or charge is None:
        yield Popped()
        return
    if one.fleeing:
        yield from undeclared(one)
        yield Popped()
        return
    count, keep = charge_dice(here, one)
    about = (one.id, charge.target)
    needed = to_reach(here, one, here.find(charge.target))
    fresh = yield from thrown(frame, ROLL, "FB-4.7", count - len(frame.kept), about, needed=needed)
    pips = (*frame.kept, *fresh)
    reach = charge_range(one.inches, pips, keep)
    what: dict[str, Param] = {"charger": one.id, "inches": reach}
    yield Ruled("FB-4.7", "fb.4-7.reach", {**what, "own": one.inches, "dice": reach - one.inches})
    yield Popped()
    yield Pushed(ChargeMove(charger=one.id, pips=pips))
    yield from queued(book.union(seams.CHARGE_ROLLED, state.position, charge, pips))


def to_reach(here: Field, one: Regiment, target: Regiment | None) -> Needed | None:
    """What the dice of a charge that count must come to, with its Movement. [FB-4.7]"""
    if target is None:
        return None
    gap = here.gap(one, target)
    told: dict[str, Param] = {"charger": one.id, "target": target.id}
    told.update(inches=one.inches, gap=round(gap))
    return Needed("fb.4-7.needs", told, shortest(gap) - one.inches, together=True)


def shortest(gap: float) -> int:
    """The least whole inches that reach over so many quanta. [FB-4.7]

    >>> shortest(80_000), shortest(80_000.4), shortest(80_500)
    (8, 8, 9)
    """
    return ceil((gap - HALF) / names.INCH)


def charge_move(book: Book, state: State, frame: ChargeMove) -> Iterator[Event]:
    """In reach and with a way to its target the charge goes home, otherwise it fails."""
    here = field(book, state.position)
    one = here.find(frame.charger)
    charge = None if one is None else declared_by(one)
    if one is None or charge is None or one.fleeing:
        yield Popped()
        return
    target = here.find(charge.target)
    reach = charge_range(one.inches, frame.pips, charge_dice(here, one)[1]) * names.INCH
    way = None
    if target is not None and here.gap(one, target) <= reach + HALF:
        way = way_to(here, one, target, side_of(one, target, charge.facing))
    yield from undeclared(one)
    if target is None or way is None:
        yield from failed(here, one, target, max(frame.pips), reach)
    elif target.fleeing:
        yield from caught(book, here, one, target, way)
    else:
        yield from home(here, one, target, way)


def aimed_at(position: Position, piece: Piece, _: Seat) -> tuple[Frame, ...]:
    """Whether a charge was declared at what is being destroyed, and who is left over of it."""
    heirs = tuple(one.id for one in joined(position, piece.id))
    said = f"{CHARGING}{piece.id}:"
    aimed = any(mark.name.startswith(said) for one in position.at("table") for mark in one.marks)
    return (Retarget(target=piece.id, heirs=heirs),) if heirs and aimed else ()


def retarget(book: Book, state: State, frame: Retarget) -> Iterator[Event]:
    """The charges go on at the first of those who are left. [FB-4.7, FB-8.5]"""
    here = field(book, state.position)
    left = next((name for name in frame.heirs if here.find(name) is not None), "")
    yield Popped()
    for charge in tuple(declared(here)) if left else ():
        if charge.target == frame.target:
            yield from undeclared(here.regiment(charge.charger))
            yield announced(charge.charger, left, side_named(charge.facing))


def side_named(said: str) -> Edge:
    """A facing by its name."""
    return next(side for side in EDGES if side == said)


def side_of(one: Regiment, target: Regiment, declared_as: str) -> Edge:
    """The facing struck: as it was when the charge was declared; of who fled, as it is now."""
    if target.fleeing:
        return facings_struck(one.base, one.files, target.base)[0]
    return side_named(declared_as)


def charge_marks(one: Regiment, *names_: str) -> Iterator[Event]:
    """Marks that last until the end of the turn."""
    for name in (*names_, names.MOVED, names.DID_MOVE):
        yield Marked(one.id, Mark(name, names.TURN))


def failed(
    here: Field, one: Regiment, target: Regiment | None, length: int, reach: int
) -> Iterator[Event]:
    """It moves towards its target by the highest die, round what is in the way. [FB-4.8]

    It is said why: the target is gone, is out of `reach` (in quanta), or cannot be contacted.
    RULING FB-4.22: if the target is gone from the table, straight ahead.
    """
    far = length * names.INCH
    ahead = (halted(here, one, one.pose, far),)
    way = ahead if target is None else way_towards(here, one, target.base, far)
    told: dict[str, Param] = {"charger": one.id, "inches": length}
    if target is None:
        yield Ruled("FB-4.8", "fb.4-8.failed", told)
    else:
        gap = round(here.gap(one, target))
        told.update(target=target.id, reach=reach // names.INCH, gap=gap, far=gone(one, way))
        short = gap > reach + HALF
        yield Ruled("FB-4.8", f"fb.4-8.{'short' if short else 'no-way'}", told)
    yield from charge_marks(one, names.FAILED_CHARGE)
    yield from steps(one, way, "failed charge")
    yield Popped()
    yield Pushed(Dangerous(regiment=one.id, way="charge", start=one.pose))


def gone(one: Regiment, way: tuple[Pose, ...]) -> int:
    """How far a way leads straight on, in quanta: wheels cost nothing of it. [FB-4.22]"""
    poses = (one.pose, *way)
    return round(
        sum(
            distance(now.point, then.point)
            for now, then in pairwise(poses)
            if now.facing == then.facing
        )
    )


def steps(one: Regiment, poses: tuple[Pose, ...], way: str) -> Iterator[Event]:
    """The moves from pose to pose; a pose where it stands already is none."""
    now = one.pose
    for pose in poses:
        if pose != now:
            yield Moved((Step(one.id, pose),), way)
        now = pose


def home(here: Field, one: Regiment, target: Regiment, way: Way) -> Iterator[Event]:
    """The charger strikes; if it could not align, its target has. [FB-4.9]"""
    yield Ruled(
        "FB-4.9",
        "fb.4-9.strikes",
        {"charger": one.id, "target": target.id, "models": way.touching},
    )
    downhill = uphill(here, one.base) and not uphill(here, target.base)
    yield from charge_marks(one, names.CHARGED, *((DOWNHILL,) if downhill else ()))
    yield from steps(one, way.poses, "charge")
    if way.target is not None:
        yield Moved((Step(target.id, way.target),), "align")
    yield Popped()
    yield Pushed(Dangerous(regiment=one.id, way="charge", start=one.pose))


def caught(book: Book, here: Field, one: Regiment, target: Regiment, way: Way) -> Iterator[Event]:
    """A fleeing target is destroyed; its charger stays and may test to reform. [FB-4.10]"""
    events = [
        Ruled("FB-4.10", "fb.4-10.caught", {"charger": one.id, "target": target.id}),
        *charge_marks(one, names.CHARGED),
        *steps(one, way.poses, "charge"),
    ]
    yield from events
    yield Popped()
    yield Pushed(Regroup(regiment=one.id, clause="FB-4.10", tested=True))
    yield Pushed(Dangerous(regiment=one.id, way="charge", start=one.pose))
    yield from destroyed(
        book,
        after(here.position, events),
        target.id,
        by=one.seat,
        clause="FB-4.10",
        with_characters=True,
    )


def charge_range(move: int, pips: tuple[int, ...], keep: int) -> int:
    """How far a charge reaches, in inches: Movement and the highest dice. [FB-4.7]

    >>> charge_range(4, (4, 2), 2), charge_range(8, (1, 5, 6), 2)
    (10, 19)
    """
    return move + highest(pips, keep)


HOOKS = ((seams.DESTROYED, aimed_at, "FB-8.5"),)

PROCEDURES: dict[type[Frame], Procedure] = {
    Retarget: retarget,
    ResolveCharges: resolve_charges,
    ChargeRoll: charge_roll,
    ChargeMove: charge_move,
}
