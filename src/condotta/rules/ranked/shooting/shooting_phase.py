"""The shooting phase: regiment after regiment, volley after volley. [FB-6.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from condotta.kernel.asks import Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param, Refusal
from condotta.kernel.state import State
from condotta.rules.asking import asked_once
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.sight import sees
from condotta.rules.ranked.records import Shot
from condotta.rules.ranked.shooting import machines
from condotta.rules.ranked.shooting.missiles import MOVE_OR_FIRE, missile, volley
from condotta.rules.ranked.shooting.volleys import Volleying
from condotta.rules.steps import in_step, queued
from condotta.table import HALF

WINDOW = "shooting"
HOLD = "hold"
HELD = "holds fire"
CLAUSE = "FB-6.1"

BARRED = (
    names.CHARGED,
    names.FAILED_CHARGE,
    names.MARCHED,
    names.REFORMED,
    names.RALLIED,
    names.STUPID,
    names.SHOT,
    HELD,
)


class ShootingPhase(Loop, frozen=True, kw_only=True):
    """Asks every active seat for its next shots until nobody can or will shoot. [FB-6.1]"""


class HoldFire(Script, frozen=True, kw_only=True):
    """These regiments do not shoot in this phase. [FB-6.1]"""

    regiments: tuple[str, ...]


def shooting_phase(book: Book, state: State, frame: ShootingPhase) -> Iterator[Event]:
    """Ask for the next shots, or begin what was said. [FB-6.1]"""
    here = field(book, state.position)
    if frame.answers:
        answer = frame.answers[0]
        assert isinstance(answer.said, Choose), answer
        yield from begun(here, answer.seat, answer.said.option)
        return
    waiting = False
    for seat in state.position.active:
        options = [one for shooter, at in shots(here, seat).items() for one in offered(shooter, at)]
        if options:
            waiting = True
            ask = Ask(seat, WINDOW, CLAUSE, options=(*options, HOLD))
            yield from asked_once(state.asks, ask)
    if not waiting:
        yield Popped()


def offered(shooter: str, at: tuple[str, ...]) -> Iterator[str]:
    """A shooter with each of its targets as an option."""
    return (f"{shooter}>{target}" for target in at)


class Firing(Script, frozen=True, kw_only=True):
    """A war machine that has been aimed; `short` is how far a cannon is aimed short."""

    shot: Shot
    short: int = 0


class Aimed(NamedTuple):
    """What an option says: who shoots at whom, and how far short of it a cannon is aimed."""

    shooter: str
    target: str
    short: int = 0


def aimed(option: str) -> Aimed | None:
    """What an option says of a shot; nothing where it is to shoot no more.

    >>> aimed("R1>B2~4"), aimed("R1>B2"), aimed("hold")
    (Aimed(shooter='R1', target='B2', short=4), Aimed(shooter='R1', target='B2', short=0), None)
    """
    shooter, found, target = option.partition(">")
    target, _, short = target.partition("~")
    return Aimed(shooter, target, int(short or 0)) if found else None


def begun(here: Field, seat: Seat, option: str) -> Iterator[Event]:
    """The shots that were chosen, with what layers put before them; or no more shots."""
    chosen = aimed(option)
    if chosen is None:
        yield Pushed(HoldFire(regiments=tuple(shots(here, seat))))
        return
    shot = Shot(shooter=chosen.shooter, target=chosen.target)
    one = here.regiment(shot.shooter)
    if one.is_machine:
        yield Pushed(Firing(shot=shot, short=chosen.short))
    else:
        yield Pushed(Volleying(shot=shot))
    yield from queued(here.book.union(seams.BEFORE_SHOT, here.position, shot))


def firing(book: Book, state: State, frame: Firing) -> Iterator[Event]:
    """The machine fires, unless something has stopped it since it was aimed."""
    here = field(book, state.position)
    one, target = here.find(frame.shot.shooter), here.find(frame.shot.target)
    yield Popped()
    if one is None or target is None:
        return
    stopped = book.refusals(seams.MAY_SHOOT, state.position, one.piece, target.piece)
    if stopped:
        yield Ruled(stopped[0].clause, stopped[0].key, stopped[0].params)
        yield Marked(one.id, Mark(names.SHOT, names.TURN))
    else:
        yield Pushed(machines.fire(one, frame.shot, frame.short))


def shots(here: Field, seat: Seat) -> dict[str, tuple[str, ...]]:
    """The regiments of a seat that may shoot, each with its targets. [FB-6.1, FB-6.2]"""
    found: dict[str, tuple[str, ...]] = {}
    for one in here.own(seat):
        if not may_shoot(here, one):
            continue
        targets = tuple(foe for foe in here.enemies(seat) if in_reach(here, one, foe))
        at = tuple(foe.id for foe in targets)
        if one.is_machine:
            at = machines.aims(here, one, targets)
        if at:
            found[one.id] = at
    return found


def may_shoot(here: Field, one: Regiment) -> bool:
    """Whether a regiment can shoot at all in this phase. [FB-6.1, FB-4.16, FB-12.1]"""
    return why_not_shoot(here, one) is None


def why_not_shoot(here: Field, one: Regiment) -> Refusal | None:
    """Why a regiment can shoot at nobody in this phase. [FB-6.1, FB-4.16, FB-6.13, FB-12.1]"""
    told: dict[str, Param] = {"regiment": one.id}
    weapon = missile(one)
    if not one.is_machine and (weapon is None or one.value(names.BS) < 1):
        return Refusal("FB-6.13", "fb.6-13.unarmed", told)
    for holds, key in (
        (one.fleeing, "fleeing"),
        (here.engaged(one), "engaged"),
        (any(one.marked(mark) for mark in BARRED), "acted"),
    ):
        if holds:
            return Refusal("FB-6.1", f"fb.6-1.{key}", told)
    barred = here.book.refusals(seams.MAY_ACT, here.position, one.piece)
    if barred:
        return barred[0]
    if one.is_machine:
        return None if machines.ready(one) else Refusal("FB-12.1", "fb.12-1.not-ready", told)
    assert weapon is not None
    if MOVE_OR_FIRE in weapon.rules and one.marked(names.MOVED):
        return Refusal("FB-6.13", "fb.6-13.moved", told)
    return None


def in_reach(here: Field, one: Regiment, target: Regiment) -> bool:
    """Whether a target is not engaged, in range, in arc, seen and not impossible. [FB-6.2]"""
    return why_not_at(here, one, target) is None


def why_not_at(here: Field, one: Regiment, target: Regiment) -> Refusal | None:
    """Why a regiment that may shoot may not shoot at that one. [FB-6.2, FB-6.6]"""
    told: dict[str, Param] = {"regiment": one.id, "target": target.id}
    reach = (machines.reach(one) if one.is_machine else reach_of(one)) * names.INCH
    if here.gap(one, target) > reach + HALF:
        return Refusal("FB-6.2", "fb.6-2.far", {**told, "far": reach})
    if here.engaged(target):
        return Refusal("FB-6.2", "fb.6-2.engaged", told)
    if not here.in_front_arc(one, target):
        return Refusal("FB-6.2", "fb.6-2.arc", told)
    if not sees(here, one, target):
        return Refusal("FB-6.2", "fb.6-2.unseen", told)
    barred = here.book.refusals(seams.MAY_SHOOT, here.position, one.piece, target.piece)
    if barred:
        return barred[0]
    if one.is_machine or volley(here, one, target).score.possible:
        return None
    return Refusal("FB-6.6", "fb.6-6.never", told)


def reach_of(one: Regiment) -> int:
    """How far a regiment shoots, in inches; 0 without a missile weapon."""
    weapon = missile(one)
    return 0 if weapon is None else weapon.range


def hold_fire(_: Book, __: State, frame: HoldFire) -> Iterator[Event]:
    """Shooting is never compulsory. [FB-6.1]"""
    for name in frame.regiments:
        yield Marked(name, Mark(HELD, names.PHASE))
    yield Popped()


HOOKS: tuple[tuple[Any, Any, str], ...] = (
    (seams.STEP, in_step(names.SHOOTING, ShootingPhase()), "FB-3.1"),
)

PROCEDURES: dict[type[Frame], Procedure] = {
    ShootingPhase: shooting_phase,
    HoldFire: hold_fire,
    Firing: firing,
}
