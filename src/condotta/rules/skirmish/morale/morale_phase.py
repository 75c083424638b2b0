"""The Morale phase: units that lost models take a test, and some models flee. [SK-112 to SK-116]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Needed, Script
from condotta.kernel.book import Book, Judge, Menu, Procedure
from condotta.kernel.events import Asked, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Modifier, Param, Refusal, Tally, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import option_of, there
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.removing import taken
from condotta.rules.skirmish.morale.leadership import (
    SIX,
    fleeing,
    leadership,
    leadership_parts,
    may_fail,
    must_test,
)
from condotta.rules.skirmish.reading import order
from condotta.rules.skirmish.reading.dice import Throw, thrown
from condotta.rules.skirmish.reading.field import Unit, field, playing
from condotta.rules.skirmish.reading.stratagems import INSANE_BRAVERY, may_use, spent
from condotta.rules.steps import giving_way, in_step

WINDOW, TEST, BRAVE, FLEE = "test morale", "morale test", "insane bravery", "who flees"
ROLL, PASS = "roll", "pass"


class MoraleTests(Loop, frozen=True, kw_only=True):
    """Seat after seat tests its units, each in the order it likes; `first` are the active ones."""

    first: bool = False


class MoraleOrder(Script, frozen=True, kw_only=True):
    """In which order the other seats test. [SK-113]"""


class MoraleTest(Script, frozen=True, kw_only=True):
    """One unit's test. [SK-112]"""

    unit: str


class Fleeing(Script, frozen=True, kw_only=True):
    """So many models of a unit flee, whichever their owner likes. [SK-112]"""

    unit: str
    number: int


class Flee(Action, frozen=True):
    """These models flee. [SK-112]"""

    models: tuple[str, ...]


def morale_tests(_: Book, state: State, frame: MoraleTests) -> Iterator[Event]:
    """The next test of the seat whose place it is. [SK-113]"""
    position = state.position
    if frame.answers:
        yield Pushed(MoraleTest(unit=option_of(frame)))
        return
    seats = (
        position.active
        if frame.first
        else order.turns_of(position, names.MORALE_TESTS, position.seats())
    )
    for seat in seats:
        testing = tuple(unit.id for unit in must_test(position, seat))
        if len(testing) == 1:
            yield Pushed(MoraleTest(unit=testing[0]))
            return
        if testing:
            yield from order.asked_alone(state, Ask(seat, WINDOW, "SK-113", options=testing))
            return
    yield Popped()


def morale_order(book: Book, state: State, _: MoraleOrder) -> Iterator[Event]:
    """Whoever chooses says in which order the seats test that must. [SK-113]"""
    position = state.position
    testing = tuple(
        seat
        for seat in playing(position)
        if seat not in position.active and must_test(position, seat)
    )
    yield from giving_way(order.ordered(book, position, names.MORALE_TESTS, testing))


def morale_test(book: Book, state: State, frame: MoraleTest) -> Iterator[Event]:
    """Bravery where it can be paid, otherwise the die; no unit, no test. [SK-112, SK-114, SK-133]

    RULING SK-158: no die is rolled where none could fail. Whoever has given points away since it
    was asked rolls.
    """
    position = state.position
    unit = yield from there(field(position).units.get(frame.unit))
    if not may_fail(book, position, unit):
        yield from passed(book, position, unit, ())
        return
    brave = frame.heard(BRAVE)
    unrolled = brave is None and frame.heard(TEST) is None
    if unrolled and may_use(book, position, unit.seat, INSANE_BRAVERY):
        about = (unit.id, str(position.count(unit.id, names.SLAIN)))
        yield Asked(Ask(unit.seat, BRAVE, "SK-133", options=(ROLL, PASS), about=about))
        return
    if brave == Choose(PASS) and may_use(book, position, unit.seat, INSANE_BRAVERY):
        yield Ruled("SK-133", "sk.133.brave", {"seat": unit.seat, "unit": unit.id})
        yield from spent(position, unit.seat, INSANE_BRAVERY)
        yield Marked(unit.id, Mark(names.TESTED, names.TURN))
        yield Popped()
        return
    failing = frozenset(
        pip for pip in range(1, SIX + 1) if fleeing(book, position, unit, pip) > best(book, unit)
    )
    throw = Throw(
        TEST,
        "SK-112",
        unit.seat,
        1,
        (unit.id,),
        worth=failing,
        needed=to_stand(book, position, unit),
    )
    pips = yield from thrown(book, position, frame, throw)
    number = fleeing(book, position, unit, pips[0])
    if not number:
        yield from passed(book, position, unit, pips)
        return
    params = {**tested(book, position, unit), "die": pips[0], "models": number}
    yield Ruled("SK-112", "sk.112.flees", params, tallies=tallies(book, position, unit, pips))
    yield Marked(unit.id, Mark(names.TESTED, names.TURN))
    yield Popped()
    yield Pushed(Fleeing(unit=unit.id, number=number))


def to_stand(book: Book, position: Position, unit: Unit) -> Needed:
    """What a Morale test must not exceed, and why. [SK-112, SK-116]"""
    slain = position.count(unit.id, names.SLAIN)
    lead = leadership(book, position, unit)
    return Needed(
        "sk.112.needs",
        {"unit": unit.id, "slain": slain, "leadership": lead},
        least=0 if lead > slain else SIX + 1,  # no die is low enough
        most=max(0, lead - slain),
        parts=leadership_parts(book, position, unit),
    )


def best(book: Book, unit: Unit) -> int:
    """How many flee with the best die that a unit could roll."""
    return fleeing(book, unit.position, unit, 1)


def passed(book: Book, position: Position, unit: Unit, pips: tuple[int, ...]) -> Iterator[Event]:
    """The unit stands. [SK-112]"""
    params = tested(book, position, unit)
    key = "sk.112.stands" if pips else "sk.112.sure"
    if pips:
        params["die"] = pips[0]
    yield Ruled("SK-112", key, params, tallies=tallies(book, position, unit, pips))
    yield Marked(unit.id, Mark(names.TESTED, names.TURN))
    yield Popped()


def tested(book: Book, position: Position, unit: Unit) -> dict[str, Param]:
    """Who tests, how many of it were slain in this turn, and what die and slain may come to."""
    slain = position.count(unit.id, names.SLAIN)
    return {"unit": unit.id, "slain": slain, "needs": leadership(book, position, unit)}


def tallies(book: Book, position: Position, unit: Unit, pips: tuple[int, ...]) -> tuple[Tally, ...]:
    """The die with the slain, and the Leadership that it is compared with. [SK-112, SK-116]"""
    slain = Modifier(position.count(unit.id, names.SLAIN), "sk.112.slain", "SK-112")
    return (
        Tally(unit.id, pips[0] if pips else 0, (slain,)),
        Tally(unit.id, 0, leadership_parts(book, position, unit)),
    )


# ── who flees ────────────────────────────────────────────────────────────────
def flight(book: Book, state: State, frame: Fleeing) -> Iterator[Event]:
    """The owner says who flees, unless all do; they are out of the battle. [SK-112, SK-115]"""
    position = state.position
    unit = yield from there(field(position).units.get(frame.unit))
    models = tuple(model.id for model in unit.models)
    if frame.number < len(models):
        said = frame.heard(FLEE)
        if said is None:
            about = (unit.id, str(frame.number))
            yield Asked(Ask(unit.seat, FLEE, "SK-112", says=("Flee",), about=about))
            return
        assert isinstance(said, Flee), said
        models = said.models
    yield Ruled("SK-115", "sk.115.fled", {"unit": unit.id, "models": models})
    yield Popped()
    pieces = tuple(position.pieces[name] for name in models)
    yield from taken(book, position, pieces, by="", clause="SK-112")


def judge_flee(_: Book, position: Position, __: Seat, ask: Ask | None, said: Flee) -> Verdict:
    """Whether those are as many models of the unit as must flee. [SK-112]"""
    unit, number = asked_of(ask)
    own = {piece.id for piece in models_of(position, unit)}
    number = min(number, len(own))
    if len(said.models) != number or len(set(said.models)) != number or not own >= {*said.models}:
        params: dict[str, Param] = {"unit": unit, "models": number}
        return Verdict(refusals=(Refusal("SK-112", "sk.112.who", params),))
    return Verdict()


def asked_of(ask: Ask | None) -> tuple[str, int]:
    """The unit that a question of flight is about, and how many of it flee."""
    assert ask is not None
    unit, number = ask.about
    return unit, int(number)


def models_of(position: Position, unit: str) -> tuple[Piece, ...]:
    """The models of a unit on the table: none once its player has given up."""
    found = field(position).units.get(unit)
    return () if found is None else tuple(model.piece for model in found.models)


def sample(_: Book, position: Position, ask: Ask, random: Random) -> Action:
    """Any of its models."""
    unit, number = asked_of(ask)
    models = [piece.id for piece in models_of(position, unit)]
    return Flee(tuple(random.sample(models, min(number, len(models)))))


def salient(_: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """The last of its models, then those with the fewest arms; both leave the leader."""
    unit, number = asked_of(ask)
    models = models_of(position, unit)
    last = tuple(piece.id for piece in models[-number:])
    yield Flee(last)
    plain = sorted(models, key=lambda piece: len(piece.traits))[:number]
    few = tuple(piece.id for piece in plain)
    if set(few) != set(last):
        yield Flee(few)


HOOKS: tuple[tuple[Any, Any, str], ...] = (
    (
        seams.STEP,
        in_step(names.MORALE, MoraleTests(first=True), MoraleOrder(), MoraleTests()),
        "SK-28",
    ),
)
PROCEDURES: dict[type[Frame], Procedure] = {
    MoraleTests: morale_tests,
    MoraleOrder: morale_order,
    MoraleTest: morale_test,
    Fleeing: flight,
}
JUDGES: dict[type[Action], Judge] = {Flee: judge_flee}
MENUS = {FLEE: Menu(sample, salient)}
