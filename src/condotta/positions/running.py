"""Runs a position file: each case under each of its settings, what is said, what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from condotta.errors import PlainError, nearest
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import SPECTATORS
from condotta.positions import answers, building, reasons, shorthand, soundness
from condotta.positions.common_questions import LIVE
from condotta.positions.dice import WrittenCup
from condotta.positions.faults import BadPosition, Faults, going_on
from condotta.positions.forms import Chain, Question, Said, ask_of, questions, read, sayings
from condotta.positions.games import Game, game, settings_known
from condotta.positions.matching import differences
from condotta.positions.records import Case, Document
from condotta.words import measured_in


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One thing said, or one question, with its answer and how that differs from the expected."""

    seat: str = ""
    what: str
    note: str = ""
    argument: Any = None
    answer: dict[str, Any]
    differences: tuple[str, ...] = ()

    def unlike(self) -> tuple[str, ...]:
        """The differences; the first tells why something was refused, if it was."""
        why = "; ".join(reasons.why(self.answer))
        if not self.differences or not why:
            return self.differences
        return f"{self.differences[0]} ({why})", *self.differences[1:]


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One case under one choice of settings; its name tells both."""

    name: str
    case: str
    settings: dict[str, Any]
    at_once: dict[str, Any]
    said: tuple[Turn, ...]
    answers: tuple[Turn, ...]
    state: dict[str, Any]
    differences: tuple[str, ...]
    expected: bool

    @property
    def all_differences(self) -> tuple[str, ...]:
        """Every difference with the place it is at."""
        said = (f"says[{i}] {one}" for i, turn in enumerate(self.said) for one in turn.unlike())
        asked = (
            f"questions[{i}] {one}" for i, turn in enumerate(self.answers) for one in turn.unlike()
        )
        return (*said, *asked, *self.differences)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one file."""

    file: str
    system: str
    title: str
    note: str
    clauses: tuple[str, ...]
    runs: tuple[Run, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything is as the file expects."""
        return not any(run.all_differences for run in self.runs)

    @property
    def expects(self) -> bool:
        """Whether the file expects anything at all."""
        return any(run.expected for run in self.runs)


class Plan(msgspec.Struct, frozen=True):
    """One run before it is made: its name, its position, what is said and asked, which it is.

    `turn` is the number of its settings, `number` its own.
    """

    name: str
    made: building.Setting
    settings: dict[str, Any]
    says: tuple[Said, ...]
    questions: tuple[Question, ...]
    turn: int
    number: int = 0


class Moment(NamedTuple):
    """When something was said or asked: in which run, which of them, how it stood, what came.

    A run has `begun` as the file describes it, and `ended` once everything is said.
    """

    run: int
    what: Literal["begun", "said", "asked", "ended"]
    number: int
    position: Position
    asks: tuple[Ask, ...] = ()
    made: tuple[Event, ...] = ()


Look = Callable[[Moment], None]
"""Whoever looks on as a file is run; of a question that is asked twice the later time counts."""


def unseen(_: Moment) -> None:
    """Nobody looks on."""


def report(document: Document, name: str, look: Look = unseen) -> Report:
    """Run a document. Everything that is wrong with it is told before anything is run."""
    planned = plans(document, name)
    known = {SPECTATORS}
    with measured_in(game(document.system).unit):
        runs = [_run_of(plan, name, look, known) for plan in planned]
    told = (
        replace(run, differences=(*run.differences, *soundness.nobody(expectations(plan), known)))
        for plan, run in zip(planned, runs, strict=True)
    )
    return Report(
        file=name,
        system=document.system,
        title=document.title,
        note=document.note,
        clauses=document.clauses,
        runs=tuple(told),
    )


# ── what is to be run ────────────────────────────────────────────────────────
def plans(document: Document, name: str) -> tuple[Plan, ...]:
    """A plan for each case under each choice of settings; all faults are told at once."""
    faults = Faults()
    found = tuple(_plans(document, "", "", faults))
    known = {fault.what for fault in faults}
    for number, case in enumerate(document.cases):
        own = Faults()
        merged = with_case(document, case)
        found += tuple(_plans(merged, case.name, f"cases[{number}].", own))
        faults.extend(fault for fault in own if fault.what not in known)
    if faults:
        raise BadPosition(name, faults)
    kept = found if not document.cases else tuple(plan for plan in found if plan.name)
    return tuple(replace(plan, number=number) for number, plan in enumerate(kept))


def _plans(document: Document, name: str, where: str, faults: Faults) -> Iterator[Plan]:
    made = building.read(document, faults, where)
    seats = tuple(chair.seat for chair in made.chairs)
    said = sayings(document.says, made.game, seats, where, faults)
    asked = questions(document.questions, made.game, seats, where, faults)
    things = len(document.says)
    for number, one in enumerate(document.questions):
        after = one.get("after")
        if type(after) is int and not 0 <= after <= things:
            place = f"{where}questions[{number}].after"
            faults.add(place, f"{after} is none of 0 to {things}: so many things are said before")
    for number, chosen in enumerate(document.under or ({},)):
        settings_known(document.system, chosen, f"{where}under[{number}].settings", faults)
        yield Plan(name, made, chosen, said, asked, number)


def with_case(document: Document, case: Case) -> Document:
    """The document with what the case gives laid over it."""
    changes: dict[str, Any] = {
        field: given
        for field in (
            "seats",
            "terrain",
            "cards",
            "phase",
            "active",
            "points",
            "hands",
            "enemy",
            "progress",
            "dice",
            "draws",
            "says",
            "questions",
            "at_once",
            "expect",
        )
        if (given := getattr(case, field)) is not None
    }
    changes["settings"] = {**document.settings, **case.settings}
    both = {**document.counters, **case.counters}
    changes["counters"] = {
        holder: {**document.counters.get(holder, {}), **row} for holder, row in both.items()
    }
    changes["losses"] = {**document.losses, **case.losses}
    new = {shorthand.named(one): one for one in case.pieces}
    kept = tuple(new.pop(shorthand.named(one), one) for one in document.pieces)
    changes["pieces"] = (*kept, *new.values())
    return replace(document, **changes)


def _run_of(plan: Plan, name: str, look: Look, known: set[str]) -> Run:
    """One run; where the rules find nothing to go on from, a sentence. Its names become known."""
    told = (
        f"{name}: the rules cannot go on from this position, as something that its phase needs "
        "is not there"
    )
    then = " Add it, or take the battle up in another phase."
    with going_on(told, then, lacks="" if plan.made.pieces else "it has no pieces"):
        return _run(plan, look, known)


# ── running ──────────────────────────────────────────────────────────────────
def _run(plan: Plan, look: Look, known: set[str]) -> Run:
    document, game = plan.made.document, plan.made.game
    cup = WrittenCup(document.dice, document.draws)
    battle = building.battle(plan.made, plan.settings, cup=cup)
    still = building.battle(plan.made, plan.settings, still=True)
    start = sum(1 for _ in building.opening(plan.made))
    at_once = answers.events(battle.log[start:], game)
    said: list[Turn] = []
    look(Moment(plan.number, "begun", 0, still.state.position))
    asked = {**_answers(still, plan, look, 0), **_answers(battle, plan, look, 0, LIVE)}
    for number, one in enumerate(plan.says, start=1):
        before, asks, done = battle.state.position, battle.waiting(), len(battle.log)
        said.append(speak(battle, one, plan))
        made = tuple(battle.log[done:])
        look(Moment(plan.number, "said", number - 1, before, tuple(asks), made))
        asked.update(_answers(battle, plan, look, number))
    asked.update(_answers(battle, plan, look, None))
    look(Moment(plan.number, "ended", 0, battle.state.position))
    state = answers.state(battle, game)
    known |= soundness.named(still.state.position) | soundness.named(battle.state.position)
    expected = any(one not in (None, {}, ()) for one in expectations(plan))
    return Run(
        name=", ".join(filter(None, (plan.name, answers.settings_told(plan.settings)))),
        case=plan.name,
        settings=plan.settings,
        at_once=at_once,
        said=tuple(said),
        answers=tuple(asked[place] for place in sorted(asked)),
        state=state,
        differences=(
            *(f"at once {one}" for one in _differences(plan, document.at_once or {}, at_once)),
            *(f"state {one}" for one in _differences(plan, document.expect or {}, state)),
            *(cup.unlike() if expected else cup.wrong),
        ),
        expected=expected,
    )


def expectations(plan: Plan) -> Iterator[Any]:
    """Everything that a plan expects anywhere."""
    yield plan.made.document.at_once
    yield plan.made.document.expect
    yield from (said.expect for said in plan.says)
    yield from (question.expect for question in plan.questions)


def _answers(
    battle: Battle, plan: Plan, look: Look, after: int | None, names: tuple[str, ...] = ()
) -> dict[int, Turn]:
    """The answers to the questions that are asked after so many things said, by their places."""
    found = {}
    for place, question in enumerate(plan.questions):
        if question.after == after and (not names or question.name in names):
            now = battle.state.position
            look(Moment(plan.number, "asked", place, now, tuple(battle.waiting())))
            found[place] = answer(battle, question, plan)
    return found


def _differences(plan: Plan, expect: Any, found: dict[str, Any]) -> tuple[str, ...]:
    """How an answer differs from what is expected of it in this run."""
    tolerance = plan.made.document.tolerance
    return tuple(str(one) for one in differences(wanted(plan, expect), found, tolerance))


def wanted(plan: Plan, expect: Any) -> Any:
    """What is expected in this run: of a list that for its settings, and the last for any more."""
    if not isinstance(expect, list | tuple):
        return expect
    return expect[min(plan.turn, len(expect) - 1)] if expect else {}


def speak(battle: Battle, said: Said, plan: Plan) -> Turn:
    """Say one thing; what came of it. A refusal that was not expected is a difference."""
    found = saying(battle, said, plan.made.game)
    expect = {"accepted": True} if said.expect is None else said.expect
    return Turn(
        seat=said.seat,
        what=said.name,
        note=said.note,
        argument=msgspec.to_builtins(said.argument),
        answer=found,
        differences=_differences(plan, expect, found),
    )


def saying(battle: Battle, said: Said, game: Game) -> dict[str, Any]:
    """The answer to something said: the verdict, and what followed if it was accepted."""
    action = read(battle, said)
    number = ask_of(battle, said.seat, action)
    verdict = battle.judge(said.seat, action, number)
    try:
        made = battle.say(said.seat, action, number)
    except Illegal as why:
        made = []
        verdict = replace(verdict, refusals=why.refusals)
    found = {**answers.verdict(verdict, game.quanta), **answers.events(made, game)}
    return {**found, **(answers.open_now(battle) if reasons.UNASKED in found["clauses"] else {})}


def judged(battle: Battle, said: Said, game: Game) -> dict[str, Any]:
    """What would be answered to something, without saying it."""
    action = read(battle, said)
    number = ask_of(battle, said.seat, action)
    found = answers.verdict(battle.judge(said.seat, action, number), game.quanta)
    return {**found, **(answers.open_now(battle) if reasons.UNASKED in found["clauses"] else {})}


def answer(battle: Battle, question: Question, plan: Plan) -> Turn:
    """Ask one question; one that has no answer says why, and keeps no other from being asked."""
    try:
        found = (
            judged(battle, question.argument, plan.made.game)
            if isinstance(question.argument, Said)
            else question.form.read(battle, question.argument)
        )
        unlike = _differences(plan, question.expect or {}, found)
    except (KeyError, PlainError) as why:
        what = str(why) if isinstance(why, PlainError) else missing(battle, str(why).strip("'"))
        found, unlike = {"unanswered": what}, (f"it has no answer: {what}",)
    return Turn(
        what=question.name,
        note=question.note,
        argument=told(question.argument),
        answer=found,
        differences=unlike,
    )


def missing(battle: Battle, name: str) -> str:
    """Why nothing is told of a piece: it is not there at that time, or not at all."""
    pieces = battle.state.position.pieces
    if name not in pieces:
        return f"there is no {name}.{nearest(name, pieces)}"
    return (
        f"{name} is not on the table at that time: "
        "ask earlier with `after`, or about something else"
    )


def told(argument: Any) -> Any:
    """What was asked, as plain data."""
    if isinstance(argument, Said):
        return {"seat": argument.seat, argument.name: msgspec.to_builtins(argument.argument)}
    return msgspec.to_builtins(argument.asked if isinstance(argument, Chain) else argument)
