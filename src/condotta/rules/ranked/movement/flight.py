"""Flight: where a regiment that runs ends, what it runs through, who panics at it. [FB-4.12]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from condotta.kernel.asks import Frame, Needed, Roll, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import (
    Cleared,
    Event,
    Marked,
    Moved,
    Popped,
    Ruled,
    Step,
)
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.wounds import destroyed
from condotta.rules.ranked.movement.dangerous_terrain import Dangerous
from condotta.rules.ranked.reading.dice import dice, highest, two_highest
from condotta.rules.ranked.reading.formation import centre_pose
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import swift
from condotta.rules.ranked.reading.terrain import barred
from condotta.rules.steps import queued
from condotta.table import (
    HALF,
    Base,
    Facing,
    Pose,
    Rectangle,
    area_gap,
    base,
    distance,
    gap,
    offset,
    sweep_meets,
    sweep_meets_area,
    swept_between,
    towards,
)

STRIDE = names.INCH // 4  # by which a regiment goes on until it is clear
FLIGHT = "flight dice"


class Flight(Script, frozen=True, kw_only=True):
    """A regiment flees: away from another regiment, or straight ahead. [FB-4.5, FB-4.12, FB-7.22]

    `by` is the seat whose doing it is. `inches` is set where the dice were rolled before.
    """

    regiment: str
    away: str = ""
    by: Seat = ""
    clause: str = "FB-4.12"
    inches: int = 0


def flight_dice(one: Regiment) -> int:
    """How many dice are rolled for how far it flees; the two highest count. [FB-4.5, FB-10.3]"""
    return 3 if swift(one) else 2


class Course(NamedTuple):
    """Where a flight leads: the turn, the end, whether it left the table, what it crossed."""

    turned: Pose
    end: Pose
    off: bool
    friends: tuple[str, ...]
    hazards: tuple[str, ...]


def facing_away(one: Regiment, other: Base) -> Facing:
    """Directly away from another's centre; on top of it, its own facing. [FB-4.5]"""
    if one.base.centre == other.centre:
        return one.pose.facing
    return towards(other.centre, one.base.centre)


def course(here: Field, one: Regiment, facing: Facing, length: int) -> Course:
    """The way of a flight: through everything, on until an inch from everything. [FB-4.12]"""
    shape = one.base.shape
    assert isinstance(shape, Rectangle), one
    turned = centre_pose(one.base, facing, shape)
    gone, last = length, turned
    while True:
        end = offset(turned, gone)
        stands = base(end, shape)
        if not here.on_board(stands):
            off = True
            break
        last = end
        if gone >= length and clear(here, one, stands):
            off = False
            break
        gone += STRIDE
    return _crossed(here, one, turned, end if not off else last, off)


def clear(here: Field, one: Regiment, stands: Base) -> bool:
    """Whether a place is more than an inch from every other regiment and barred ground. [FB-4.1]"""
    inch = names.INCH + HALF
    return not any(
        gap(stands, other.base) <= inch for other in here.regiments if other.id != one.id
    ) and not any(area_gap(stands, area) <= inch for area in barred(here))


def _crossed(here: Field, one: Regiment, turned: Pose, end: Pose, off: bool) -> Course:
    """RULING FB-4.25: an enemy that touched it and lies behind as it runs is not run through."""
    shape = one.base.shape
    left = {foe.id for foe in here.touching(one) if behind(one, turned.facing, foe.base)}
    sweep = swept_between(base(turned, shape), base(end, shape))
    met = [
        other for other in here.regiments if other.id != one.id and sweep_meets(sweep, other.base)
    ]
    friends = tuple(other.id for other in met if here.relation(one.seat, other.seat) == "friend")
    others = tuple(other.id for other in met if other.id not in {*friends, *left})
    walls = tuple(area.id for area in barred(here) if sweep_meets_area(sweep, area))
    return Course(turned, end, off, friends, (*others, *walls))


def behind(one: Regiment, facing: Facing, other: Base) -> bool:
    """Whether another's middle is not ahead of one's own, by a facing; on whole quanta."""
    x, y = (round(to) - round(by) for to, by in zip(other.centre, one.base.centre, strict=True))
    return x * facing[0] + y * facing[1] <= 0


def flight(book: Book, state: State, frame: Flight) -> Iterator[Event]:
    """Turn, roll, run; whoever leaves the table is gone for good. [FB-4.5, FB-4.12]"""
    position = state.position
    here = field(book, position)
    one = yield from there(here.find(frame.regiment))
    roll = frame.heard(FLIGHT)
    if not frame.inches and not isinstance(roll, Roll):
        count = flight_dice(one)
        yield dice(
            FLIGHT,
            frame.clause,
            count,
            (one.id,),
            sums_from=two_highest(count),
            needed=Needed("fb.4-12.needs", {"regiment": one.id}),
        )
        return
    length = frame.inches or highest(roll.pips, 2)
    other = here.find(frame.away) if frame.away else None
    facing = facing_away(one, other.base) if other is not None else one.pose.facing
    way = course(here, one, facing, length * names.INCH)
    events: list[Event] = [told(frame.clause, one, way, length), *flight_marks(one, frame.by)]
    if way.end != one.pose and not way.off:
        events.append(Moved((Step(one.id, way.end),), "flee"))
    yield from events
    yield Popped()
    now = after(position, events)
    if way.off:
        yield Ruled("FB-4.5", "fb.4-5.off-table", {"regiment": one.id})
        by = frame.by or blamed(one)
        yield from destroyed(book, now, one.id, by=by, clause="FB-4.5", with_characters=True)
        return
    yield from queued(consequences(book, now, one, way, frame.by or blamed(one)))


def told(clause: str, one: Regiment, way: Course, inches: int) -> Ruled:
    """How far a regiment flees: what it rolled, and on until it is clear. [FB-4.12]"""
    far = round(distance(way.turned.point, way.end.point))
    what: dict[str, Param] = {"regiment": one.id, "inches": inches}
    if way.off:  # it is not moved to where it leaves, and told where that is
        return Ruled(clause, "fb.4-12.flees", {**what, "x": way.end.x, "y": way.end.y})
    if far <= inches * names.INCH + HALF:
        return Ruled(clause, "fb.4-12.flees", what)
    return Ruled(clause, "fb.4-12.farther", {**what, "far": far})


def consequences(
    book: Book, now: Position, one: Regiment, way: Course, by: Seat
) -> tuple[Frame, ...]:
    """Dangerous ground first, then the friends that were run through. [FB-4.12]

    Both are the doing of whoever made it flee.
    """
    hurt = Dangerous(regiment=one.id, way="flee", start=way.turned, met=way.hazards, by=by)
    if not way.friends:
        return (hurt,)
    return (hurt, *book.union(seams.FLED_THROUGH, now, one.piece, way.friends, by))


def blamed(one: Regiment) -> Seat:
    """The seat that made a regiment flee, from its mark."""
    return one.piece.tail(names.FLED_FROM)


def flight_marks(one: Regiment, by: Seat) -> list[Event]:
    """The marks of a regiment that flees; whoever makes it flee anew is its cause from now on."""
    events: list[Event] = []
    if not one.fleeing:
        events.append(Marked(one.id, Mark(names.FLEEING)))
        events.append(Marked(one.id, Mark(names.FLED, names.TURN)))
    if by and by != blamed(one):
        events += [Cleared(one.id, names.FLED_FROM + said) for said in causes(one)]
        events.append(Marked(one.id, Mark(names.FLED_FROM + by)))
    return events


def causes(one: Regiment) -> tuple[Seat, ...]:
    """The seats on its marks."""
    return tuple(one.piece.tails(names.FLED_FROM))


def steadied(one: Regiment) -> list[Event]:
    """What is taken off a regiment that flees no more. [FB-4.11]"""
    gone = (names.FLED_FROM + by for by in causes(one))
    return [Cleared(one.id, name) for name in (names.FLEEING, *gone)]


PROCEDURES: dict[type[Frame], Procedure] = {Flight: flight}
