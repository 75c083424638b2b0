"""A charge that was declared: its roll, its move, or its failure. [SK-92 to SK-97]"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from condotta.kernel.asks import Action, Ask, Frame, Needed, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import Asked, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param, Refusal, Tally, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import chance_that, or_else, there
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.finding.finding_moves import onto
from condotta.rules.skirmish.finding.terms import CHARGE, Terms
from condotta.rules.skirmish.finding.trails import judged, walked
from condotta.rules.skirmish.movement.move_terms import charge
from condotta.rules.skirmish.reading.dice import Throw, thrown
from condotta.rules.skirmish.reading.field import Field, Unit, apart, field
from condotta.rules.skirmish.records import Trail
from condotta.table import at_most

ROLL = "charge roll"
WINDOW = "charge move"
STAY = "stay"
DETOUR = 3  # inches


class ChargeRoll(Script, frozen=True, kw_only=True):
    """The roll of a charge whose targets have fired. [SK-92]"""

    unit: str
    targets: tuple[str, ...]


class Charging(Script, frozen=True, kw_only=True):
    """The charge move, so many inches at most. [SK-93]"""

    unit: str
    targets: tuple[str, ...]
    inches: int


class ChargeMove(Action, frozen=True):
    """The ways of a charging unit's models, in the order in which they are moved. [SK-93]"""

    trails: tuple[Trail, ...]


def charge_roll(book: Book, state: State, frame: ChargeRoll) -> Iterator[Event]:
    """Two dice, unless nobody is left to charge or to be charged. [SK-92, SK-97]"""
    position = state.position
    here = field(position)
    unit = here.units.get(frame.unit)
    targets = tuple(one for one in frame.targets if one in here.units)
    if unit is None or not targets:
        if unit is not None:
            yield Ruled("SK-97", "sk.97.nobody", {"unit": unit.id})
        yield Popped()
        return
    parts = book.sum(seams.CHARGE_ROLL, position, unit)
    enough = plenty(here, unit, targets) - sum(part.value for part in parts)
    least = shortest(here, unit, targets) - sum(part.value for part in parts)
    throw = Throw(
        ROLL,
        "SK-92",
        unit.seat,
        2,
        (unit.id, *targets),
        enough=enough,
        total=True,
        outcome=lambda pips: max(least - 1, sum(pips)),
        needed=Needed(
            "sk.92.needs", {"unit": unit.id, "targets": targets}, least, together=True, parts=parts
        ),
    )
    pips = yield from thrown(book, position, frame, throw)
    tally = Tally(unit.id, sum(pips), parts)
    inches = inches_of(tally)
    params: dict[str, Param] = {"unit": unit.id, "inches": inches}
    yield Ruled("SK-92", "sk.92.roll", params, tallies=(tally,))
    yield Popped()
    yield Pushed(Charging(unit=unit.id, targets=targets, inches=inches))


def inches_of(roll: Tally) -> int:
    """How far a charge roll with what layers add lets one charge; never less than 0. [SK-92]"""
    return max(0, roll.total)


def plenty(here: Field, unit: Unit, targets: tuple[str, ...]) -> int:
    """The inches with which every model could go to every target and farther. [SK-131]

    RULING SK-150: nobody is asked to roll again a charge that every model can make with 3 inches
    to spare for ways round.
    """
    far = max(
        min(apart(model, foe) for foe in here.unit(target).models)
        for model in unit.models
        for target in targets
    )
    return ceil(far / names.INCH) + DETOUR


def shortest(here: Field, unit: Unit, targets: tuple[str, ...]) -> int:
    """The least inches with which a straight way could reach one of the targets. [SK-93]"""
    far = min(here.apart(unit, here.unit(target)) for target in targets)
    inches = max(0, ceil((far - names.ENGAGEMENT) / names.INCH) - 1)
    while not in_reach(here, unit, targets, inches):
        inches += 1
    return inches


def charging(book: Book, state: State, frame: Charging) -> Iterator[Event]:
    """The move, where a model could come within an inch of a target at all. [SK-93, SK-96]

    RULING SK-151: whether any way leads there is for its owner to find; who gives none has failed.
    """
    position = state.position
    here = field(position)
    unit = yield from there(here.units.get(frame.unit))
    targets = tuple(one for one in frame.targets if one in here.units)
    said = frame.heard(WINDOW)
    if said is None and in_reach(here, unit, targets, frame.inches):
        about = (unit.id, str(frame.inches), *targets)
        yield Asked(Ask(unit.seat, WINDOW, "SK-93", (STAY,), ("ChargeMove",), about))
        return
    yield Popped()
    if not isinstance(said, ChargeMove):
        yield fallen_short(here, unit, targets, frame.inches)
        return
    yield Marked(unit.id, Mark(names.CHARGED, names.TURN))
    flies = charge(book, unit, frame.inches, targets).flies
    yield from walked(position, unit, said.trails, CHARGE, flies=flies)
    yield Ruled("SK-96", "sk.96.charged", {"unit": unit.id, "targets": targets})


def fallen_short(here: Field, unit: Unit, targets: tuple[str, ...], inches: int) -> Ruled:
    """Why a charge failed: it is too far, or its owner gives it no way there. [SK-93, SK-151]"""
    told: dict[str, Param] = {"unit": unit.id, "targets": targets, "inches": inches}
    if not targets:
        return Ruled("SK-97", "sk.97.nobody", {"unit": unit.id})
    if in_reach(here, unit, targets, inches):
        return Ruled("SK-93", "sk.93.no-way", told)
    return Ruled("SK-93", "sk.93.short", {**told, "needs": shortest(here, unit, targets)})


def in_reach(here: Field, unit: Unit, targets: tuple[str, ...], inches: int) -> bool:
    """Whether a straight way could bring a model within an inch of a target. [SK-93]"""
    limit = inches * names.INCH + names.ENGAGEMENT + names.TOLERANCE
    return any(at_most(here.apart(unit, here.unit(target)), limit) for target in targets)


def chance_to_reach(book: Book, here: Field, unit: Unit, targets: tuple[str, ...]) -> float:
    """How likely 2D6 and what layers add suffice for a charge, ways round apart. [SK-92, SK-93]"""
    parts = book.sum(seams.CHARGE_ROLL, here.position, unit)

    def suffice(pips: tuple[int, ...]) -> bool:
        return in_reach(here, unit, targets, inches_of(Tally(unit.id, sum(pips), parts)))

    return chance_that(2, suffice)


def asked_of(ask: Ask | None) -> tuple[str, int, tuple[str, ...]]:
    """The unit that a question of a charge move is about, its inches, its targets."""
    assert ask is not None
    unit, inches, *targets = ask.about
    return unit, int(inches), tuple(targets)


def judge_move(
    book: Book, position: Position, _: Seat, ask: Ask | None, said: ChargeMove
) -> Verdict:
    """Whether the unit that is asked may charge by those ways. [SK-93 to SK-95]"""
    name, inches, targets = asked_of(ask)
    unit = field(position).units.get(name)
    if unit is None:
        return Verdict(refusals=(Refusal("SK-93", "sk.93.nobody", {"unit": name}),))
    return why_not_reach(position, unit, said.trails, charge(book, unit, inches, targets))


def moves(book: Book, position: Position, ask: Ask) -> Iterator[ChargeMove]:
    """A way to each of the targets, those that are found."""
    name, inches, targets = asked_of(ask)
    unit = field(position).units.get(name)
    if unit is not None:
        allowed = charge(book, unit, inches, targets)
        yield from (ChargeMove(trails) for trails in onto_targets(position, unit, allowed))


def why_not_reach(
    position: Position, unit: Unit, trails: tuple[Trail, ...], allowed: Terms
) -> Verdict:
    """What is against a charge move by those ways: somebody must move. [SK-93]"""
    found = judged(position, unit, trails, allowed)
    if found.ok and not any(one.moved for one in found.ways):
        return Verdict(refusals=(Refusal("SK-93", "sk.93.nobody", {"unit": unit.id}),))
    return found.verdict


def onto_targets(position: Position, unit: Unit, allowed: Terms) -> Iterator[tuple[Trail, ...]]:
    """Ways that are found: onto whichever target can be reached, then onto each of several."""
    targets = allowed.targets
    narrowed = [allowed._replace(targets=(one,)) for one in targets] if len(targets) > 1 else []
    found: list[tuple[Trail, ...]] = []
    for each in (allowed, *narrowed):
        trails = onto(position, unit, each)
        if trails and trails not in found:
            found.append(trails)
            yield trails


PROCEDURES: dict[type[Frame], Procedure] = {ChargeRoll: charge_roll, Charging: charging}
JUDGES: dict[type[Action], Judge] = {ChargeMove: judge_move}
MENUS = {WINDOW: or_else(moves, STAY)}
