"""A unit fights: it piles in, shares out its attacks, attacks, consolidates. [SK-103 to SK-110]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from random import Random

from condotta.kernel.asks import Action, Ask, Choose, Frame, Needed, Script
from condotta.kernel.book import Book, Judge, Menu, Procedure
from condotta.kernel.events import Asked, Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Verdict
from condotta.kernel.state import State
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.volleys import gathered, resolving
from condotta.rules.skirmish.fight.blows import (
    ROLLED,
    Strike,
    is_choice,
    is_random,
    reached,
    usual,
    why_not_strike,
)
from condotta.rules.skirmish.fight.piling import PileIn
from condotta.rules.skirmish.reading.dice import (
    Throw,
    expression,
    faces_of,
    most_of,
    one_die,
    thrown,
)
from condotta.rules.skirmish.reading.field import Unit, field
from condotta.rules.skirmish.reading.profile import profile

ATTACKS = "number of blows"
STRIKE = "share out attacks"
USUAL = "usual"


class Fight(Script, frozen=True, kw_only=True):
    """A unit fights, once in a phase. [SK-102, SK-103]"""

    unit: str


class Striking(Script, frozen=True, kw_only=True):
    """Its attacks: how many, with which weapons, at whom. [SK-108]"""

    unit: str


class Struck(Script, frozen=True, kw_only=True):
    """Its attacks are over: what was rolled for them is forgotten."""

    unit: str


def fight(_: Book, __: State, frame: Fight) -> Iterator[Event]:
    """Pile in, attack, consolidate; what is pushed last comes first. [SK-103]"""
    yield Ruled("SK-103", "sk.103.fights", {"unit": frame.unit})
    yield Marked(frame.unit, Mark(names.FOUGHT, names.PHASE))
    yield Popped()
    yield Pushed(PileIn(unit=frame.unit, after=True))
    yield Pushed(Struck(unit=frame.unit))
    yield Pushed(Striking(unit=frame.unit))
    yield Pushed(PileIn(unit=frame.unit))


def striking(book: Book, state: State, frame: Striking) -> Iterator[Event]:
    """Roll for random attacks, ask where there is a choice, then attack. [SK-103, SK-108]"""
    position = state.position
    unit = field(position).units.get(frame.unit)
    reach = {} if unit is None else reached(book, position, unit)
    if unit is None or not reach:
        yield Popped()
        return
    unsure = tuple(model for model in reach if is_random(position, model))
    if unsure and not position.count(unsure[0], ROLLED):
        yield from rolled(book, position, frame, unit, unsure)
        return
    said = frame.heard(STRIKE)
    if said is None and is_choice(position, reach):
        ask = Ask(unit.seat, STRIKE, "SK-108", (USUAL,), ("Strike",), about=(unit.id,))
        yield Asked(ask)
        return
    if not isinstance(said, Strike):
        said = usual(book, position, unit)
    yield Popped()
    yield from resolving(gathered(position, said.shares, names.FIGHT))


def rolled(
    book: Book, position: Position, frame: Striking, unit: Unit, models: tuple[str, ...]
) -> Iterator[Event]:
    """Random Attacks are rolled before they are shared out. [SK-6]

    RULING SK-155: a unit must know how many attacks it has to say at whom they go.
    """
    said = [expression(profile(position, position.pieces[model]).A) for model in models]
    total = sum(one.dice for one in said)
    kinds = {faces_of(one) for one in said if one.dice}
    faces = kinds.pop() if len(kinds) == 1 else ()
    needed = Needed("sk.108.roll", {"unit": unit.id}, counts=faces)
    values = [one.sides for one in said for _ in range(one.dice)]
    throw = Throw(
        ATTACKS,
        "SK-108",
        unit.seat,
        total,
        (unit.id,),
        needed=needed,
        outcome=lambda pips: [one_die(pip, of) for pip, of in zip(pips, values, strict=True)],
        worth=most_of(max(values, default=0)),
    )
    pips = yield from thrown(book, position, frame, throw)
    starts = accumulate((one.dice for one in said), initial=0)
    for model, one, (start, end) in zip(models, said, pairwise(starts), strict=True):
        yield Counted(model, ROLLED, one.read(pips[start:end]))
    yield Popped()
    yield Pushed(Striking(unit=unit.id))


def struck(_: Book, state: State, frame: Struck) -> Iterator[Event]:
    """Random Attacks are rolled anew for the next fight."""
    position = state.position
    for piece in position.pieces.values():
        if piece.command == frame.unit and position.count(piece.id, ROLLED):
            yield Counted(piece.id, ROLLED, 0)
    yield Popped()


def judge_strike(
    book: Book, position: Position, seat: Seat, ask: Ask | None, said: Strike
) -> Verdict:
    """Whether attacks may be shared out like that by the unit that fights. [SK-106 to SK-108]"""
    refused = why_not_strike(book, position, seat, said, ask.about[0] if ask else said.unit)
    return Verdict(refusals=tuple(refused))


def ideas(book: Book, position: Position, ask: Ask) -> Iterator[Strike]:
    """The usual sharing for each unit that may be everybody's favourite."""
    unit = field(position).units.get(ask.about[0])
    if unit is None:
        return
    reach = reached(book, position, unit)
    for target in dict.fromkeys(one for targets in reach.values() for one in targets):
        yield usual(book, position, unit, target)


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action:
    """Any of the ways that may have a sense."""
    return random.choice((Choose(USUAL), *ideas(book, position, ask)))


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """What most would do first."""
    yield Choose(USUAL)
    yield from ideas(book, position, ask)


PROCEDURES: dict[type[Frame], Procedure] = {Fight: fight, Striking: striking, Struck: struck}
JUDGES: dict[type[Action], Judge] = {Strike: judge_strike}
MENUS = {STRIKE: Menu(sample, salient)}
