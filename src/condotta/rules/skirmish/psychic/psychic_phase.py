"""The Psychic phase: tests, perils, who resists. [SK-46 to SK-55]"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from condotta.kernel.asks import Ask, Choose, Frame, Loop, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Modifier, Param, Tally
from condotta.kernel.state import State
from condotta.rules.asking import answered, asked_once, option_of
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.attacks import total
from condotta.rules.skirmish.attacks.mortal_wounds import Harming
from condotta.rules.skirmish.attacks.removing import Blast, Unfinished
from condotta.rules.skirmish.psychic.powers import SMITE, STRONG, Effect, WardsFade, targets, warded
from condotta.rules.skirmish.reading.datasheets import Ability, powers
from condotta.rules.skirmish.reading.dice import ALL_PIPS, Throw, thrown
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.reading.order import picked
from condotta.rules.skirmish.records import Manifested
from condotta.rules.skirmish.settings import settings_of

WINDOW, TARGET, DENIER = "manifest", "target of a power", "denier"
NEEDED = "sk.47.needs"  # what is told of a psychic test before it is thrown
TEST, DENY_TEST = "psychic test", "deny roll"
END = "end"
PSYKER_RULE = "psyker"
DENY_REACH = 24 * names.INCH  # [SK-48]
PERILS_REACH = 6 * names.INCH  # [SK-51]
PERILS = ((1, 1), (6, 6))


class PsychicPhase(Loop, frozen=True, kw_only=True):
    """Asks for the next power that is tried, until none can or will be. [SK-46]"""


class Manifesting(Script, frozen=True, kw_only=True):
    """A psychic test for a power. [SK-47]"""

    psyker: str
    power: str


class AfterPerils(Unfinished, frozen=True, kw_only=True):
    """A psyker has suffered perils; `near` are the units that were within 6 inches. [SK-51]"""

    manifested: Manifested
    near: tuple[str, ...]


class Resisting(Script, frozen=True, kw_only=True):
    """A power was manifested: may somebody deny it? [SK-48]"""

    manifested: Manifested


class Denying(Script, frozen=True, kw_only=True):
    """Whoever may deny does, if any does; else the power takes effect. [SK-48, SK-49]"""

    manifested: Manifested


# ── what may be tried ────────────────────────────────────────────────────────
def psychic_phase(book: Book, state: State, frame: PsychicPhase) -> Iterator[Event]:
    """Ask whoever's turn it is; without anything to try the phase is over. [SK-46]"""
    position = state.position
    if frame.answers:
        psyker, found, power = option_of(frame).partition(":")
        yield Pushed(Manifesting(psyker=psyker, power=power)) if found else Popped()
        return
    seat = position.active[0]
    options = tuple(offered(book, position, seat))
    if not options:
        yield Popped()
        return
    yield from asked_once(state.asks, Ask(seat, WINDOW, "SK-47", (*options, END)))


def offered(book: Book, position: Position, seat: Seat) -> Iterator[str]:
    """Each psyker's powers that it may try. [SK-46, SK-47, SK-53]"""
    here = field(position)
    for unit in here.of(seat):
        rule = unit.ability(PSYKER_RULE)
        if rule is None or len(tried(unit)) >= rule.manifest:
            continue
        for power in known(rule):
            if may_try(book, here, unit, power) and targets(book, here, unit, power):
                yield f"{unit.id}:{power}"


def known(rule: Ability) -> tuple[str, ...]:
    """The powers that a psyker knows: Smite always. [SK-46]"""
    return tuple(dict.fromkeys((SMITE, *(one for one in rule.powers if one in powers()))))


def tried(unit: Unit) -> tuple[str, ...]:
    """The powers that a psyker has tried in this phase. [SK-47]"""
    return unit.piece.tails(names.KNOWN_TRIED)


def may_try(book: Book, here: Field, unit: Unit, power: str) -> bool:
    """Not twice in a phase; and but for Smite only once for an army. [SK-47, SK-55]

    It was tried although its psyker has been slain since.
    """
    if power in tried(unit):
        return False
    limited = power != SMITE and settings_of(book).flag("psychicLimit")
    return not limited or not any(
        piece.controller == unit.seat and piece.marked(names.KNOWN_TRIED + power)
        for piece in here.position.pieces.values()
    )


# ── the test ─────────────────────────────────────────────────────────────────
def manifesting(book: Book, state: State, frame: Manifesting) -> Iterator[Event]:
    """At whom, then 2D6 against the warp charge; a double is perils. [SK-47, SK-51, SK-52]

    Any of its dice may be wished to be another: two sixes are perils too. [SK-131]
    """
    position = state.position
    here = field(position)
    unit = here.units.get(frame.psyker)
    able = () if unit is None else targets(book, here, unit, frame.power)
    if unit is None or not able:
        yield Popped()
        return
    needed = powers()[frame.power].warp_charge
    if not frame.answers:
        yield Ruled(
            "SK-47", "sk.47.tries", {"unit": unit.id, "power": frame.power, "needs": needed}
        )
    target = yield from aimed(frame, unit, able)
    denied = bool(deniers(position, unit.id))
    throw = Throw(
        TEST,
        "SK-47",
        unit.seat,
        2,
        (unit.id,),
        worth=ALL_PIPS,
        total=True,
        outcome=lambda pips: comes_of(frame.power, needed, pips, denied=denied),
        needed=Needed(NEEDED, {"unit": unit.id, "power": frame.power}, needed, together=True),
    )
    pips = yield from thrown(book, position, frame, throw)
    made = sum(pips)
    done = Manifested(frame.psyker, frame.power, made, target)
    yield tested(done, needed)
    yield Marked(unit.id, Mark(names.KNOWN_TRIED + frame.power, names.PHASE))
    yield Popped()
    perils = pips in PERILS
    if made >= needed and not perils:
        yield Pushed(Resisting(manifested=done))
    if perils:
        yield from imperilled(position, unit, done)


def comes_of(
    power: str, needed: int, pips: tuple[int, ...], *, denied: bool
) -> tuple[bool, bool, int]:
    """What a psychic test comes to: no perils, a power, how strong it is. [SK-47, SK-51, SK-54]

    How high it is counts where somebody might deny it, and for Smite. [SK-48]
    """
    made = sum(pips)
    works = made >= needed
    strength = made if denied else int(power == SMITE and made > STRONG)
    return pips not in PERILS, works, strength if works else 0


def tested(done: Manifested, needed: int) -> Ruled:
    """What came of a psychic test, and at whom a power that was manifested is aimed. [SK-47]"""
    params: dict[str, Param] = {"unit": done.psyker, "power": done.power, "total": done.total}
    if done.total < needed:
        return Ruled("SK-47", "sk.47.failed", {**params, "needs": needed})
    if done.target:
        return Ruled("SK-47", "sk.47.manifested-at", {**params, "target": done.target})
    return Ruled("SK-47", "sk.47.manifested", params)


def aimed(frame: Manifesting, unit: Unit, able: tuple[str, ...]) -> Generator[Event, None, str]:
    """Whom the power is aimed at, asked where there is a choice."""
    if len(able) == 1:
        return able[0]
    ask = Ask(unit.seat, TARGET, "SK-47", able, about=(unit.id,))
    said: Choose = yield from answered(frame, ask)
    return said.option


def imperilled(position: Position, unit: Unit, done: Manifested) -> Iterator[Event]:
    """D3 mortal wounds on the psyker; who stands near is known before it falls. [SK-51]"""
    here = field(position)
    near = tuple(
        other.id
        for other in here.units.values()
        if other is not unit and here.within(unit, other, PERILS_REACH)
    )
    yield Ruled("SK-51", "sk.51.perils", {"unit": unit.id})
    yield Pushed(AfterPerils(manifested=done, near=near))
    yield Pushed(Harming(unit=unit.id, amount="D3", clause="SK-51"))


def after_perils(_: Book, state: State, frame: AfterPerils) -> Iterator[Event]:
    """A psyker that fell takes the power with it, and harms every unit near. [SK-51]

    Else the power goes on, if it was manifested.
    """
    done = frame.manifested
    seat = state.position.pieces[done.psyker].controller
    yield Popped()
    if done.psyker not in field(state.position).units:
        yield Ruled("SK-51", "sk.51.slain", {"unit": done.psyker})
        yield Pushed(Blast(units=frame.near, amount="D3", by=seat, clause="SK-51"))
    elif done.total >= powers()[done.power].warp_charge:
        yield Pushed(Resisting(manifested=done))


# ── resisting ────────────────────────────────────────────────────────────────
def resisting(book: Book, state: State, frame: Resisting) -> Iterator[Event]:
    """The seats that are able to deny may say whether they wish to. [SK-48, SK-49]"""
    position, done = state.position, frame.manifested
    able = deniers(position, done.psyker) if done.psyker in field(position).units else {}
    seats = tuple(seat for seat in position.seats() if seat in able)
    yield Popped()
    yield Pushed(Denying(manifested=done))
    if seats:
        yield Pushed(book.stack(seams.ONE_OF, position, names.DENIAL, seats, done.psyker))


def deniers(position: Position, psyker: str) -> Mapping[Seat, tuple[str, ...]]:
    """By seat the enemy psykers within 24 inches that have a denial left. [SK-46, SK-48]"""
    here = field(position)
    one = here.unit(psyker)
    found: dict[Seat, tuple[str, ...]] = {}
    for other in here.enemies(one):
        if denials_left(other) > 0 and here.within(one, other, DENY_REACH):
            found[other.seat] = (*found.get(other.seat, ()), other.id)
    return found


def denials_left(unit: Unit) -> int:
    """How often a psyker may still try to deny in this phase. [SK-46, SK-49]"""
    rule = unit.ability(PSYKER_RULE)
    if rule is None:
        return 0
    return rule.deny - len(unit.piece.tails(names.DENIED))


def denying(book: Book, state: State, frame: Denying) -> Iterator[Event]:
    """The seat that was picked names a psyker and rolls higher, or does not. [SK-48, SK-49]"""
    position, done = state.position, frame.manifested
    seat = picked(position, names.DENIAL)
    if done.psyker not in field(position).units:
        yield Popped()
        return
    able = deniers(position, done.psyker).get(seat, ())
    if not able:
        yield Popped()
        yield Pushed(Effect(manifested=done))
        return
    said = frame.heard(DENIER)
    if len(able) > 1 and said is None:
        yield Asked(Ask(seat, DENIER, "SK-48", able, about=(done.psyker,)))
        return
    psyker = said.option if isinstance(said, Choose) else able[0]
    unit = field(position).unit(psyker)
    helped = book.sum(seams.DENY, position, unit, done)
    enough = done.total + 1 - total(helped)
    throw = Throw(
        DENY_TEST,
        "SK-48",
        seat,
        2,
        (psyker, done.psyker),
        enough=enough,
        total=True,
        outcome=lambda pips: sum(pips) >= enough,
        needed=Needed(
            "sk.48.needs",
            {"unit": psyker, "other": done.psyker, "power": done.power, "total": done.total},
            enough,
            together=True,
            parts=helped,
        ),
    )
    pips = yield from thrown(book, position, frame, throw)
    parts = (Modifier(sum(pips), "sk.48.roll", "SK-48"), *helped)
    yield from denial(unit, done, parts)
    yield Popped()
    if total(parts) <= done.total:
        yield Pushed(Effect(manifested=done))


def denial(
    unit: Unit,
    done: Manifested,
    parts: tuple[Modifier, ...],
) -> Iterator[Event]:
    """The attempt counts, and the pick is forgotten, whatever came of it. [SK-49]"""
    number = 1 + len(unit.piece.tails(names.DENIED))
    yield Marked(unit.id, Mark(f"{names.DENIED} {number}", names.PHASE))
    yield Counted(unit.seat, names.PICKED + names.DENIAL, 0)
    params: dict[str, Param] = {
        "unit": unit.id,
        "power": done.power,
        "total": done.total,
        "denial": total(parts),
    }
    key = "sk.48.denied" if total(parts) > done.total else "sk.48.failed"
    yield Ruled("SK-48", key, params, (Tally(unit.id, 0, parts),))


def step(position: Position, phase: str) -> tuple[Frame, ...]:
    """The Psychic phase proper, after the active seat's wards have faded. [SK-28]"""
    if phase != names.PSYCHIC:
        return ()
    return (WardsFade(), PsychicPhase()) if warded(position) else (PsychicPhase(),)


PROCEDURES: dict[type[Frame], Procedure] = {
    PsychicPhase: psychic_phase,
    Manifesting: manifesting,
    AfterPerils: after_perils,
    Resisting: resisting,
    Denying: denying,
}
HOOKS: tuple[tuple[Any, Any, str], ...] = ((seams.STEP, step, "SK-28"),)
