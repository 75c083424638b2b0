"""The charge phase: who may charge whom, declared one unit at a time. [SK-88, SK-89]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from condotta.kernel.asks import Action, Ask, Frame, Loop, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, or_else
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.charge.charge_moves import ChargeRoll
from condotta.rules.skirmish.charge.heroic_interventions import Interventions
from condotta.rules.skirmish.charge.overwatch import Overwatch, owners
from condotta.rules.skirmish.movement.move_terms import span
from condotta.rules.skirmish.reading import order
from condotta.rules.skirmish.reading.field import Unit, field
from condotta.rules.steps import in_step, queued

WINDOW = "charge unit"
END = "end"
REACH = 12 * names.INCH
IN_REACH = "began within 12 inches"
AIRBORNE = "airborne"


class DeclareCharge(Action, frozen=True):
    """A unit charges one or more enemy units. [SK-89]"""

    unit: str
    targets: tuple[str, ...]


class ChargeOpens(Script, frozen=True, kw_only=True):
    """Who stands where as the phase begins is noted. [SK-88]"""


class ChargePhase(Loop, frozen=True, kw_only=True):
    """Asks for the next charge until nobody can or will charge. [SK-88]"""


def charge_opens(_: Book, state: State, __: ChargeOpens) -> Iterator[Event]:
    """The units of the active seats within an inch of an enemy, and those within 12. [SK-88]"""
    here = field(state.position)
    for unit in here.units.values():
        if unit.seat not in state.position.active:
            continue
        if here.engaged(unit) and not unit.marked(names.ENGAGED):
            yield Marked(unit.id, Mark(names.ENGAGED, names.PHASE))
        if any(here.within(unit, other, REACH) for other in here.enemies(unit)):
            yield Marked(unit.id, Mark(IN_REACH, names.PHASE))
    yield Popped()


def charge_phase(book: Book, state: State, frame: ChargePhase) -> Iterator[Event]:
    """Ask for the next charge, or begin the one that was said. [SK-88, SK-89]"""
    if frame.answers:
        said = frame.answers[0].said
        if isinstance(said, DeclareCharge):
            yield from declared(book, state.position, said)
        else:
            yield Popped()
        return
    waiting = False
    for seat in state.position.active:
        if any(targets_of(book, state.position, unit) for unit in able(book, state.position, seat)):
            waiting = True
            ask = Ask(seat, WINDOW, "SK-88", options=(END,), says=("DeclareCharge",))
            yield from asked_once(state.asks, ask)
    if not waiting:
        yield Popped()


def declared(book: Book, position: Position, said: DeclareCharge) -> Iterator[Event]:
    """Whom the unit may fight in this turn is noted; overwatch, then the roll. [SK-89, SK-107]"""
    params: dict[str, Param] = {"unit": said.unit, "targets": said.targets}
    yield Ruled("SK-89", "sk.89.declared", params)
    yield Marked(said.unit, Mark(names.TRIED_CHARGE, names.TURN))
    for target in said.targets:
        yield Marked(said.unit, Mark(names.DECLARED + target, names.TURN))
    yield Pushed(ChargeRoll(unit=said.unit, targets=said.targets))
    yield Pushed(Overwatch(charger=said.unit, targets=said.targets))
    seats = owners(book, position, said.unit, said.targets)
    yield from queued(order.ordered(book, position, names.OVERWATCH, seats))


def able(book: Book, position: Position, seat: Seat) -> tuple[Unit, ...]:
    """The units of a seat that nothing of their own keeps from charging. [SK-88]"""
    own = field(position).of(seat)
    return tuple(unit for unit in own if why_not_charge(book, position, unit) is None)


def why_not_charge(book: Book, position: Position, unit: Unit) -> Refusal | None:
    """What keeps a unit from charging anybody in this phase. [SK-88]

    RULING SK-151: who cannot move at all cannot charge.
    """
    for mark, key in (
        (names.TRIED_CHARGE, "sk.88.again"),
        (names.ADVANCED, "sk.88.advanced"),
        (names.FELL_BACK, "sk.88.fell-back"),
        (names.ENGAGED, "sk.88.engaged"),
    ):
        if unit.marked(mark):
            return Refusal("SK-88", key, {"unit": unit.id})
    if not unit.marked(IN_REACH):
        return Refusal("SK-88", "sk.88.far", {"unit": unit.id, "limit": REACH})
    if not span(book, position, unit).most:
        return Refusal("SK-88", "sk.88.still", {"unit": unit.id})
    if unit.ability(AIRBORNE) is not None:
        return Refusal("SK-88", "sk.88.airborne", {"unit": unit.id})
    return None


def why_not_target(book: Book, position: Position, unit: Unit, target: Unit) -> list[Refusal]:
    """What keeps a unit from declaring a charge against another. [SK-89]"""
    here = field(position)
    params: dict[str, Param] = {"unit": unit.id, "target": target.id}
    refused = []
    if target.side == unit.side:
        refused.append(Refusal("SK-89", "sk.89.friend", params))
    elif not here.within(unit, target, REACH):
        refused.append(Refusal("SK-89", "sk.89.far", {**params, "limit": REACH}))
    if target.ability(AIRBORNE) is not None and not unit.has(names.FLY):
        refused.append(Refusal("SK-89", "sk.89.airborne", params))
    return [*refused, *book.refusals(seams.MAY_CHARGE, position, unit, target)]


def targets_of(book: Book, position: Position, unit: Unit) -> tuple[str, ...]:
    """The enemy units that a unit may declare a charge against, nearest first. [SK-89]"""
    here = field(position)
    near = [one for one in here.enemies(unit) if not why_not_target(book, position, unit, one)]
    return tuple(one.id for one in sorted(near, key=lambda one: (here.apart(unit, one), one.id)))


def judge_charge(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: DeclareCharge
) -> Verdict:
    """Whether that charge may be declared. [SK-88, SK-89]"""
    units = field(position).units
    unit = units.get(said.unit)
    if unit is None or unit.seat != seat:
        return Verdict(refusals=(Refusal("SK-88", "sk.88.whose", {"unit": said.unit}),))
    refused = why_not_charge(book, position, unit)
    if refused is not None:
        return Verdict(refusals=(refused,))
    if not said.targets or len(set(said.targets)) < len(said.targets):
        return Verdict(refusals=(Refusal("SK-89", "sk.89.none", {"unit": unit.id}),))
    unknown = [name for name in said.targets if name not in units]
    if unknown:
        params = {"unit": unit.id, "target": unknown[0]}
        return Verdict(refusals=(Refusal("SK-89", "sk.89.far", params),))
    found = [why_not_target(book, position, unit, units[name]) for name in said.targets]
    return Verdict(refusals=tuple(one for some in found for one in some))


# ── for whoever must choose ──────────────────────────────────────────────────
def charges(book: Book, position: Position, ask: Ask) -> Iterator[DeclareCharge]:
    """Every unit against each target alone, the nearest first, then against two at a time."""
    for unit in able(book, position, ask.seat):
        targets = targets_of(book, position, unit)
        for target in targets:
            yield DeclareCharge(unit.id, (target,))
        for pair in combinations(targets, 2):
            yield DeclareCharge(unit.id, pair)


HOOKS: tuple[tuple[Any, Any, str], ...] = (
    (seams.STEP, in_step(names.CHARGE, ChargeOpens(), ChargePhase(), Interventions()), "SK-28"),
)
PROCEDURES: dict[type[Frame], Procedure] = {ChargeOpens: charge_opens, ChargePhase: charge_phase}
JUDGES: dict[type[Action], Judge] = {DeclareCharge: judge_charge}
MENUS = {WINDOW: or_else(charges, END, 0.9)}
