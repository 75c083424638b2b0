"""Flight from combat and pursuit, overrun, pursuit into a new enemy. [FB-7.21-7.26]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import (
    Counted,
    Event,
    Marked,
    Moved,
    Placed,
    Popped,
    Pushed,
    Ruled,
    Step,
)
from condotta.kernel.evolving import after
from condotta.kernel.records import Mark
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names
from condotta.rules.ranked.losses.wounds import destroyed, losses
from condotta.rules.ranked.movement.dangerous_terrain import Dangerous
from condotta.rules.ranked.movement.flight import Flight
from condotta.rules.ranked.movement.steering import Halt, halt, halted, pivoted
from condotta.rules.ranked.reading.approach import Way, find_way
from condotta.rules.ranked.reading.arcs import facings_struck
from condotta.rules.ranked.reading.dice import dice, highest, thrown, two_highest
from condotta.rules.ranked.reading.leadership_tests import heard_in_order
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import swift
from condotta.rules.ranked.reading.surroundings import board, ground
from condotta.rules.ranked.settings import settings_of
from condotta.table import (
    HALF,
    Base,
    Pose,
    base,
    distance,
    offset,
    towards,
    travel_before_contact,
    travel_to_border,
)

PURSUES = "pursues:"
"""The mark of a pursuer, and whom it pursues. [FB-7.20]"""

BEARER = "bearer lost"
"""The mark of a broken regiment whose standard bearer is removed as it runs. [FB-7.19]"""

PURSUED_IN = "pursued into"
"""The lasting mark of a pursuer that met a new enemy: it charges in that combat. [FB-7.24]"""

FLEE, PURSUE, TIE = "flee dice", "pursuit dice", "flees from"


class Chase(Script, frozen=True, kw_only=True):
    """A broken regiment runs and those who pursue it roll to catch it. [FB-7.21]"""

    broken: str


class Pursuit(Script, frozen=True, kw_only=True):
    """A pursuer moves, its dice known: towards a regiment, or where that stood. [FB-7.23]"""

    regiment: str
    inches: int
    after: str
    x: int
    y: int


class Overrun(Script, frozen=True, kw_only=True):
    """Straight ahead over whom one has destroyed. [FB-7.26]"""

    regiment: str


class Run(NamedTuple):
    """A pursuit move: who, in which way, turned how, how far in inches, after whom."""

    one: Regiment
    way: str
    turned: Pose
    inches: int
    prey: str = ""

    @property
    def length(self) -> int:
        """How far in quanta."""
        return self.inches * names.INCH


def flee_dice(one: Regiment) -> int:
    """How many dice a flight or pursuit rolls; the two highest count. [FB-10.3]"""
    return 3 if swift(one) else 2


def chase(book: Book, state: State, frame: Chase) -> Iterator[Event]:
    """Flee roll, pursuit rolls: caught it is destroyed, otherwise it runs. [FB-7.21, FB-7.22]"""
    here = field(book, state.position)
    one = yield from there(here.find(frame.broken))
    worst = most_ranks(here.touching(one))
    tied = len(worst) > 1
    tie = (yield from thrown(frame, TIE, "FB-7.22", 1, (one.id,))) if tied else (0,)
    away = worst[tie[0] % len(worst)] if worst else None
    count = flee_dice(one)
    read = two_highest(count)
    flees = Needed("fb.4-12.needs", {"regiment": one.id})
    pips = yield from thrown(frame, FLEE, "FB-7.21", count, (one.id,), sums_from=read, needed=flees)
    fled = highest(pips, 2)
    shown = heard_in_order(frame, PURSUE)
    rolls: dict[str, int] = {}
    for place, pursuer in enumerate(pursuers(here, one)):
        if place == len(shown):
            about, count = (pursuer.id, one.id), flee_dice(pursuer)
            told: dict[str, Param] = {"pursuer": pursuer.id, "regiment": one.id, "fled": fled}
            yield dice(
                PURSUE,
                "FB-7.21",
                count,
                about,
                sums_from=two_highest(count),
                needed=Needed("fb.7-21.needs", told, fled, together=True),
            )
            return
        rolls[pursuer.id] = highest(shown[place].pips, 2)
    yield Popped()
    x, y = (round(part) for part in one.base.centre)
    for name, inches in reversed(rolls.items()):
        yield Pushed(Pursuit(regiment=name, inches=inches, after=one.id, x=x, y=y))
    catcher = next((name for name, inches in rolls.items() if inches >= fled), None)
    if catcher is None:
        by = away.seat if away else ""
        if one.marked(BEARER) and one.models > 1:
            yield from losses(book, here.position, one.id, 1, by=by, clause="FB-7.19")
        yield Pushed(
            Flight(
                regiment=one.id,
                away=away.id if away else "",
                by=by,
                clause="FB-7.22",
                inches=fled,
            )
        )
        return
    what: dict[str, Param] = {"regiment": one.id, "pursuer": catcher}
    what.update(fled=fled, pursued=rolls[catcher])
    yield Ruled("FB-7.21", "fb.7-21.caught", what)
    seat = here.regiment(catcher).seat
    yield from destroyed(
        book, here.position, one.id, by=seat, clause="FB-7.21", with_characters=True
    )


def most_ranks(foes: tuple[Regiment, ...]) -> tuple[Regiment, ...]:
    """The enemies with most ranks: from one of them it runs. [FB-7.22]"""
    most = max((foe.ranks for foe in foes), default=0)
    return tuple(foe for foe in foes if foe.ranks == most)


def pursuers(here: Field, one: Regiment) -> tuple[Regiment, ...]:
    """The regiments that pursue a broken one. [FB-7.20]"""
    return tuple(
        other for other in here.regiments if other.marked(PURSUES + one.id) and not other.fleeing
    )


def pursuit(book: Book, state: State, frame: Pursuit) -> Iterator[Event]:
    """Turn towards whom it pursues, then straight on. [FB-7.23]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or one.fleeing or here.engaged(one):
        yield Popped()
        return
    prey = here.find(frame.after)
    point = prey.base.centre if prey is not None else (float(frame.x), float(frame.y))
    turned = one.pose
    if distance(point, one.base.centre) > names.INCH / 100:
        turned = pivoted(here, one, towards(one.base.centre, point))
    yield from runs(book, here, Run(one, "pursue", turned, frame.inches, frame.after))


def overrun(book: Book, state: State, frame: Overrun) -> Iterator[Event]:
    """2D6 inches straight ahead, as if it pursued. [FB-7.26]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or one.fleeing or here.engaged(one):
        yield Popped()
        return
    count = flee_dice(one)
    read = two_highest(count)
    pips = yield from thrown(frame, PURSUE, "FB-7.26", count, (one.id,), sums_from=read)
    yield from runs(book, here, Run(one, "overrun", one.pose, highest(pips, 2)))


def runs(book: Book, here: Field, run: Run) -> Iterator[Event]:
    """Into a new enemy, off the table, or until it stops. [FB-7.23-7.25, FB-7.29]"""
    one = run.one
    start = base(run.turned, one.base.shape)
    heading = (start.fx, start.fy)
    foes = [foe for foe in here.enemies(one.seat) if foe.id != run.prey or not foe.fleeing]
    reached = [
        (travel, foe)
        for foe in foes
        if (travel := travel_before_contact(start, heading, run.length, foe.base)) < run.length
    ]
    stop = halted(here, one, run.turned, run.length, *(foe.id for foe in foes))
    free = distance(stop.point, run.turned.point)
    for travel, foe in sorted(reached, key=lambda each: each[0]):
        if foe.fleeing:
            if travel <= free + names.INCH:
                yield from runs_down(book, here, run, foe, travel)
                return
            continue
        way = way_into(here, one, start, foe) if travel <= free + names.INCH else None
        if way is not None:
            yield from strikes(here, run, foe, way)
            return
    border = travel_to_border(start, heading, run.length, board(here.position))
    if border < run.length - HALF and border <= free + 1 and not reached:
        yield from leaves(run, border)
        return
    end = halt(here, one, run.turned, run.length)
    yield told(run, end)
    yield from moved(run, (run.turned, end.pose))
    yield Popped()
    yield Pushed(Dangerous(regiment=one.id, way=run.way, start=run.turned))


def told(run: Run, end: Halt) -> Ruled:
    """How far a pursuer or overrun goes, and what stopped it, if anything. [FB-7.23, FB-7.26]"""
    far = round(distance(run.turned.point, end.pose.point))
    what: dict[str, Param] = {"regiment": run.one.id, "inches": run.inches, "far": far}
    came = "goes"
    if far < run.length - HALF:
        came = "stops-before" if end.other else "stops-at" if end.area else "stops"
        what.update({"met": end.other} if end.other else {"area": end.area} if end.area else {})
    if run.way == "overrun":
        return Ruled("FB-7.26", f"fb.7-26.{came}", what)
    return Ruled("FB-7.23", f"fb.7-23.{came}", what)


def runs_down(book: Book, here: Field, run: Run, foe: Regiment, travel: float) -> Iterator[Event]:
    """It meets an enemy that flees already: that one is destroyed, or it stops. [FB-7.29]"""
    one = run.one
    told: dict[str, Param] = {"regiment": one.id, "target": foe.id}
    stops = settings_of(book).word("pursuitIntoFleeing") == "stops"
    end = halted(here, one, run.turned, run.length) if stops else offset(run.turned, int(travel))
    events = [
        Ruled("FB-7.29", "fb.7-29.stops" if stops else "fb.7-29.caught", told),
        *moved(run, (run.turned, end)),
    ]
    yield from events
    yield Popped()
    yield Pushed(Dangerous(regiment=one.id, way=run.way, start=run.turned))
    if not stops:
        now = after(here.position, events)
        yield from destroyed(book, now, foe.id, by=one.seat, clause="FB-7.29", with_characters=True)


def moved(run: Run, poses: tuple[Pose, ...]) -> Iterator[Event]:
    """The moves from pose to pose."""
    now = run.one.pose
    for pose in poses:
        if pose != now:
            yield Moved((Step(run.one.id, pose),), run.way)
        now = pose


def way_into(here: Field, one: Regiment, start: Base, foe: Regiment) -> Way | None:
    """How a pursuer reaches a new enemy in its way, as in a charge. [FB-7.24]"""
    side = facings_struck(start, one.files, foe.base)[0]
    broad = foe.files if side in {"front", "rear"} else foe.ranks
    way = find_way(start, one.files, foe.base, broad, side, ground(here, one, foe.id))
    turns = way is not None and way.target is not None
    return None if turns and here.engaged(foe) else way


def strikes(here: Field, run: Run, foe: Regiment, way: Way) -> Iterator[Event]:
    """It counts as a charge; fought now only if that enemy has a combat not yet fought.

    What it fights with those who stand by is no combat of this phase.
    """
    one = run.one
    yield Ruled("FB-7.24", "fb.7-24.new-enemy", {"regiment": one.id, "target": foe.id})
    yield from moved(run, (run.turned, *way.poses))
    if way.target is not None:
        yield Moved((Step(foe.id, way.target),), "align")
    yield Marked(one.id, Mark(PURSUED_IN))
    if not here.touching(foe):
        yield Marked(foe.id, Mark(names.FOUGHT, names.PHASE))
    yield Popped()
    yield Pushed(Dangerous(regiment=one.id, way=run.way, start=run.turned))


def leaves(run: Run, border: float) -> Iterator[Event]:
    """It is off the table and comes back at the same place. [FB-7.25]"""
    one = run.one
    at = offset(run.turned, border)
    yield Ruled("FB-7.25", "fb.7-25.leaves", {"regiment": one.id})
    yield Counted(one.id, names.PURSUED_OFF, 1)
    yield Counted(one.id, names.BACK_X, at.x)
    yield Counted(one.id, names.BACK_Y, at.y)
    yield Placed(one.id, "reserve")
    yield Popped()


PROCEDURES: dict[type[Frame], Procedure] = {Chase: chase, Pursuit: pursuit, Overrun: overrun}
