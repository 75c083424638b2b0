"""Runs a position file: each case under each of its settings, what is said, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.errors import Illegal
from condotta.kernel.position import Position
from condotta.positions import answers, building
from condotta.positions.common_questions import LIVE
from condotta.positions.dice import WrittenCup
from condotta.positions.faults import BadPosition, Faults
from condotta.positions.forms import Chain, Question, Said, ask_of, questions, sayings
from condotta.positions.games import Game, game
from condotta.positions.matching import differences
from condotta.positions.records import Case, Document, PieceSaid
from condotta.words import measured_in


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One thing said, or one question, with its answer and how that differs from the expected."""

    seat: str = ""
    what: str
    note: str = ""
    argument: Any = None
    answer: dict[str, Any]
    differences: tuple[str, ...] = ()


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One case under one choice of settings."""

    name: str
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
        said = (f"says[{i}] {one}" for i, turn in enumerate(self.said) for one in turn.differences)
        asked = (
            f"questions[{i}] {one}"
            for i, turn in enumerate(self.answers)
            for one in turn.differences
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
    """One run before it is made: its name, its position, what is said and asked, which it is."""

    name: str
    made: building.Setting
    settings: dict[str, Any]
    says: tuple[Said, ...]
    questions: tuple[Question, ...]
    turn: int


def report(document: Document, name: str) -> Report:
    """Run a document. Everything that is wrong with it is told before anything is run."""
    planned = plans(document, name)
    with measured_in(game(document.system).unit):
        runs = tuple(_run_of(plan, name) for plan in planned)
    return Report(
        file=name,
        system=document.system,
        title=document.title,
        note=document.note,
        clauses=document.clauses,
        runs=runs,
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
    return found if not document.cases else tuple(plan for plan in found if plan.name)


def _plans(document: Document, name: str, where: str, faults: Faults) -> Iterator[Plan]:
    made = building.read(document, faults, where)
    seats = tuple(chair.seat for chair in made.chairs)
    said = sayings(document.says, made.game, seats, where, faults)
    asked = questions(document.questions, made.game, seats, where, faults)
    for number, chosen in enumerate(document.under or ({},)):
        here = f"{where}under[{number}]."
        made.game.check(replace(document, settings=chosen, dice=(), cards=()), here, faults)
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
    new = {_id(one): one for one in case.pieces}
    kept = tuple(new.pop(_id(one), one) for one in document.pieces)
    changes["pieces"] = (*kept, *new.values())
    return replace(document, **changes)


def _id(piece: str | PieceSaid) -> str:
    return piece.partition(" ")[0].rstrip("*") if isinstance(piece, str) else piece.id


def _run_of(plan: Plan, name: str) -> Run:
    """One run; where the rules find nothing to go on from, a sentence."""
    try:
        return _run(plan)
    except (AssertionError, LookupError, StopIteration, RuntimeError) as why:
        missing = str(why).strip("'\"") or type(why).__name__
        raise PlainError(
            f"{name}: the rules cannot go on from this position, as something that its phase needs "
            f"is not there ({missing}). Add it, or take the battle up in another phase."
        ) from why


# ── running ──────────────────────────────────────────────────────────────────
def _run(plan: Plan) -> Run:
    document, game = plan.made.document, plan.made.game
    cup = WrittenCup(document.dice, document.draws)
    battle = building.battle(plan.made, plan.settings, cup=cup)
    still = building.battle(plan.made, plan.settings, still=True)
    start = sum(1 for _ in building.opening(plan.made))
    at_once = answers.events(battle.log[start:], game)
    said: list[Turn] = []
    asked = {**_answers(still, plan, 0), **_answers(battle, plan, 0, LIVE)}
    for number, one in enumerate(plan.says, start=1):
        said.append(speak(battle, one, plan))
        asked.update(_answers(battle, plan, number))
    asked.update(_answers(battle, plan, None))
    state = answers.state(battle, game)
    expected = any(one not in (None, {}, ()) for one in expectations(plan))
    return Run(
        name=_name(plan),
        settings=plan.settings,
        at_once=at_once,
        said=tuple(said),
        answers=tuple(asked[place] for place in sorted(asked)),
        state=state,
        differences=(
            *(f"at once {one}" for one in _differences(plan, document.at_once, at_once)),
            *(f"state {one}" for one in _differences(plan, document.expect, state)),
            *(cup.unlike() if expected else cup.wrong),
        ),
        expected=expected,
    )


def course(document: Document, name: str) -> tuple[Position, Position]:
    """The position as a file describes it, and as it is once all of its first run is said."""
    plan = plans(document, name)[0]
    still = building.battle(plan.made, plan.settings, still=True)
    battle = building.battle(plan.made, plan.settings)
    for one in plan.says:
        saying(battle, one, plan.made.game)
    return still.state.position, battle.state.position


def expectations(plan: Plan) -> Iterator[Any]:
    """Everything that a plan expects anywhere."""
    yield plan.made.document.at_once
    yield plan.made.document.expect
    yield from (said.expect for said in plan.says)
    yield from (question.expect for question in plan.questions)


def _answers(
    battle: Battle, plan: Plan, after: int | None, names: tuple[str, ...] = ()
) -> dict[int, Turn]:
    """The answers to the questions that are asked after so many things said, by their places."""
    return {
        place: answer(battle, question, plan)
        for place, question in enumerate(plan.questions)
        if question.after == after and (not names or question.name in names)
    }


def _differences(plan: Plan, expect: Any, found: dict[str, Any]) -> tuple[str, ...]:
    """How an answer differs from what is expected of it in this run."""
    wanted = expect
    if isinstance(expect, list | tuple):
        wanted = expect[min(plan.turn, len(expect) - 1)] if expect else {}
    tolerance = plan.made.document.tolerance
    return tuple(str(one) for one in differences(wanted, found, tolerance))


def _name(plan: Plan) -> str:
    return ", ".join(filter(None, (plan.name, answers.settings_told(plan.settings))))


def speak(battle: Battle, said: Said, plan: Plan) -> Turn:
    """Say one thing; what came of it. A refusal that was not expected is a difference."""
    found = saying(battle, said, plan.made.game)
    wanted = {"accepted": True} if said.expect is None else said.expect
    return Turn(
        seat=said.seat,
        what=said.name,
        note=said.note,
        argument=msgspec.to_builtins(said.argument),
        answer=found,
        differences=_differences(plan, wanted, found),
    )


def saying(battle: Battle, said: Said, game: Game) -> dict[str, Any]:
    """The answer to something said: the verdict, and what followed if it was accepted."""
    action = said.form.read(battle.book, battle.state.position, said.argument)
    number = ask_of(battle, said.seat, action)
    verdict = battle.judge(said.seat, action, number)
    try:
        made = battle.say(said.seat, action, number)
    except Illegal as why:
        made = []
        verdict = replace(verdict, refusals=why.refusals)
    return {**answers.verdict(verdict, game), **answers.events(made, game)}


def judged(battle: Battle, said: Said, game: Game) -> dict[str, Any]:
    """What would be answered to something, without saying it."""
    action = said.form.read(battle.book, battle.state.position, said.argument)
    number = ask_of(battle, said.seat, action)
    return answers.verdict(battle.judge(said.seat, action, number), game)


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
        what = str(why) if isinstance(why, PlainError) else NOT_THERE.format(str(why).strip("'"))
        found, unlike = {"unanswered": what}, (f"it has no answer: {what}",)
    return Turn(
        what=question.name,
        note=question.note,
        argument=told(question.argument),
        answer=found,
        differences=unlike,
    )


NOT_THERE = "{} is not on the table at that time: ask earlier with `after`, or about something else"


def told(argument: Any) -> Any:
    """What was asked, as plain data."""
    if isinstance(argument, Said):
        return {"seat": argument.seat, argument.name: msgspec.to_builtins(argument.argument)}
    return msgspec.to_builtins(argument.asked if isinstance(argument, Chain) else argument)
