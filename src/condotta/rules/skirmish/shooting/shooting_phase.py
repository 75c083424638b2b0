"""The Shooting phase: unit after unit fires, or lays smoke. [SK-71, SK-74, SK-87]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Judge, Menu, Procedure
from condotta.kernel.events import Cleared, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.volleys import gathered, resolving
from condotta.rules.skirmish.reading.field import Unit, field
from condotta.rules.skirmish.records import Share
from condotta.rules.skirmish.shooting.aiming import targets, usual
from condotta.rules.skirmish.shooting.targeting import measured, why_not_shares, why_not_shoot

WINDOW = "shoot unit"
END = "end"
SMOKES = ":smoke"
CLAUSE = "SK-71"
SMOKE_ABILITY = "smoke"


class Shoot(Action, frozen=True):
    """A unit fires: each weapon of each model, at whom. All is declared before any dice. [SK-74]"""

    unit: str
    shares: tuple[Share, ...]


class ShootingPhase(Loop, frozen=True, kw_only=True):
    """Asks for the next unit that shoots, until none can or will. [SK-71]"""


class SmokeClears(Script, frozen=True, kw_only=True):
    """The smoke of the seat whose Shooting phase begins is gone."""


class Smoking(Script, frozen=True, kw_only=True):
    """A vehicle lays smoke instead of shooting, once in a battle."""

    unit: str


class Firing(Script, frozen=True, kw_only=True):
    """A unit fires what was declared. [SK-74]"""

    unit: str
    shares: tuple[Share, ...]


def shooting_phase(book: Book, state: State, frame: ShootingPhase) -> Iterator[Event]:
    """Ask whoever chooses for the active seat; without anything to shoot at it is over. [SK-87]"""
    position = state.position
    if frame.answers:
        said = frame.answers[0].said
        if isinstance(said, Shoot):
            yield Pushed(Firing(unit=said.unit, shares=said.shares))
        elif isinstance(said, Choose) and said.option.endswith(SMOKES):
            yield Pushed(Smoking(unit=said.option.removesuffix(SMOKES)))
        else:
            yield Popped()
        return
    seat = position.active[0]
    able, smoking = shooters(book, position, seat), smokers(position, seat)
    if not able and not smoking:
        yield Popped()
        return
    options = (*(unit + SMOKES for unit in smoking), END)
    says = ("Shoot",) if able else ()
    yield from asked_once(state.asks, Ask(seat, WINDOW, CLAUSE, options, says, about=able))


def shooters(book: Book, position: Position, seat: Seat) -> tuple[str, ...]:
    """The units of a seat that have anything to shoot at. [SK-71, SK-87]"""
    here = field(position)
    return tuple(unit.id for unit in here.of(seat) if targets(book, here, unit))


def smokers(position: Position, seat: Seat) -> tuple[str, ...]:
    """The units of a seat that may lay smoke instead of shooting."""
    return tuple(unit.id for unit in field(position).of(seat) if may_smoke(unit))


def may_smoke(unit: Unit) -> bool:
    """Whether a unit has smoke left and has not shot."""
    if unit.ability(SMOKE_ABILITY) is None:
        return False
    return not unit.marked(names.SMOKED) and not unit.marked(names.SHOT)


def firing(_: Book, state: State, frame: Firing) -> Iterator[Event]:
    """Everything is measured now; then one target after another. [SK-74, SK-82]"""
    position = state.position
    here = field(position)
    unit = here.unit(frame.unit)
    shares = measured(here, unit, frame.shares)
    aimed = tuple(dict.fromkeys(share.target for share in shares))
    yield Marked(unit.id, Mark(names.SHOT, names.PHASE))
    yield Ruled("SK-74", "sk.74.shoots", {"unit": unit.id, "targets": aimed})
    yield Popped()
    yield from resolving(gathered(position, shares, names.SHOOTING))


def smoking_now(_: Book, __: State, frame: Smoking) -> Iterator[Event]:
    """Until its owner's next Shooting phase it is harder to hit by shooting.

    RULING SK-161: a unit that advanced, fell back or is in combat may lay smoke: it does not shoot.
    """
    yield Marked(frame.unit, Mark(names.SMOKE))
    yield Marked(frame.unit, Mark(names.SMOKED))
    yield Marked(frame.unit, Mark(names.SHOT, names.PHASE))
    yield Ruled("SK-71", "sk.71.smoke", {"unit": frame.unit})
    yield Popped()


def smoke_clears(_: Book, state: State, __: SmokeClears) -> Iterator[Event]:
    """The marks are taken off."""
    for unit in hidden(state.position):
        yield Cleared(unit, names.SMOKE)
    yield Popped()


def hidden(position: Position) -> tuple[str, ...]:
    """The units of the active seat that smoke hides."""
    return tuple(
        piece.id
        for piece in position.pieces.values()
        if piece.controller in position.active and piece.marked(names.SMOKE)
    )


def judge_shoot(book: Book, position: Position, seat: Seat, _: Ask | None, said: Shoot) -> Verdict:
    """Whether a unit may fire like that. [SK-71 to SK-84]"""
    unit = field(position).units.get(said.unit)
    if unit is None or unit.seat != seat or not said.shares:
        return Verdict(refusals=(Refusal("SK-71", "sk.71.whose", {"unit": said.unit}),))
    refused = why_not_shoot(unit) or why_not_shares(
        book, position, unit, said.shares, names.SHOOTING
    )
    return Verdict() if refused is None else Verdict(refusals=(refused,))


# ── for whoever must choose ──────────────────────────────────────────────────
def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action:
    """Any unit that may shoot, at any of its targets; seldom smoke, or no more."""
    lot = random.random()
    if "Shoot" not in ask.says or lot < 0.1:
        return Choose(random.choice(ask.options))
    here = field(position)
    unit = here.unit(random.choice(ask.about))
    favourite = random.choice(targets(book, here, unit))
    return Shoot(unit.id, usual(book, here, unit, favourite))


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Each unit at each of its targets with all that it has; smoke; no more."""
    here = field(position)
    for name in ask.about if "Shoot" in ask.says else ():
        unit = here.unit(name)
        for favourite in targets(book, here, unit):
            yield Shoot(name, usual(book, here, unit, favourite))
    yield from map(Choose, ask.options)


def step(position: Position, phase: str) -> tuple[Frame, ...]:
    """The Shooting phase proper, after the active seat's smoke has gone. [SK-28]"""
    if phase != names.SHOOTING:
        return ()
    return (SmokeClears(), ShootingPhase()) if hidden(position) else (ShootingPhase(),)


PROCEDURES: dict[type[Frame], Procedure] = {
    ShootingPhase: shooting_phase,
    SmokeClears: smoke_clears,
    Smoking: smoking_now,
    Firing: firing,
}
JUDGES: dict[type[Action], Judge] = {Shoot: judge_shoot}
MENUS = {WINDOW: Menu(sample, salient)}
HOOKS: tuple[tuple[Any, Any, str], ...] = ((seams.STEP, step, "SK-28"),)
