"""Things said and questions asked, in readable form, checked against what a game knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from condotta.errors import PlainError
from condotta.kernel.asks import Action, Choose, Draw, Roll, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.errors import Corrupt
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE
from condotta.positions.faults import Faults
from condotta.positions.games import Form, Game
from condotta.positions.reading import converted


class Said(NamedTuple):
    """One thing that a seat says: its form by name, with the arguments read."""

    seat: str
    name: str
    form: Form
    argument: Any
    note: str
    expect: Any


class Question(NamedTuple):
    """One question, asked after so many things have been said (None: after all of them)."""

    name: str
    form: Form
    argument: Any
    note: str
    expect: Any
    after: int | None


def _option(_: Book, __: Position, option: str) -> Action:
    return Choose(option)


def _roll(_: Book, __: Position, pips: tuple[int, ...]) -> Action:
    return Roll(pips)


def _draw(_: Book, __: Position, drawn: tuple[str, ...]) -> Action:
    return Draw(drawn)


def _speak(_: Book, __: Position, text: str) -> Action:
    return Speak(text)


def _record(book: Book, _: Position, record: dict[str, Any]) -> Action:
    try:
        said = book.revive(record)
    except Corrupt as why:
        raise PlainError(f"{why}: give `kind` and the fields of one of its actions.") from why
    if not isinstance(said, Action):
        raise PlainError(f"{record.get('kind')} is nothing that a seat can say.")
    return said


KERNEL: Mapping[str, Form] = {
    "choose": Form(str, _option, "One of the options of the question that is open."),
    "roll": Form(tuple[int, ...], _roll, "Dice typed in, by the seat `chance`."),
    "draw": Form(tuple[str, ...], _draw, "What came off a pile, by the seat `chance`."),
    "speak": Form(str, _speak, "Words to everybody."),
    "record": Form(dict[str, Any], _record, "Any action as a log writes it, with its `kind`."),
}
"""What may be said in every system."""

MAY = "may"
"""The question of whether something would be accepted, which is said as what is said is."""

BESIDES = {"action": ("seat", "note", "expect"), "question": ("note", "expect", "after")}
"""The fields that all things said, and all questions, may have besides their form."""


def sayings(
    raw: tuple[dict[str, Any], ...], game: Game, seats: tuple[str, ...], where: str, faults: Faults
) -> tuple[Said, ...]:
    """All things said, in order; what is wrong with one is noted."""
    found = []
    forms = {**KERNEL, **game.actions}
    for number, entry in enumerate(raw):
        here = f"{where}says[{number}]"
        picked = _pick(entry, forms, "action", here, faults)
        seat = entry.get("seat", "")
        if seat not in (*seats, CHANCE):
            faults.unknown(here, "seat", str(seat), seats)
        elif picked is not None:
            found.append(Said(seat, *picked, _note(entry), entry.get("expect")))
    return tuple(found)


def questions(
    raw: tuple[dict[str, Any], ...], game: Game, seats: tuple[str, ...], where: str, faults: Faults
) -> tuple[Question, ...]:
    """All questions, in order; what is wrong with one is noted."""
    found = []
    for number, entry in enumerate(raw):
        here = f"{where}questions[{number}]"
        picked = _pick(entry, game.questions, "question", here, faults)
        if picked is not None and picked[0] == MAY:
            said = sayings((picked[2],), game, seats, f"{here}.may.", faults)
            picked = (*picked[:2], said[0]) if said else None
        after = entry.get("after")
        if after is not None and type(after) is not int:
            faults.add(f"{here}.after", "the number of things said before is expected here")
        elif picked is not None:
            name, form, argument = picked
            expect = entry.get("expect")
            found.append(Question(name, form, argument, _note(entry), expect, after))
    return tuple(found)


def _pick(
    entry: dict[str, Any],
    forms: Mapping[str, Form],
    what: str,
    where: str,
    faults: Faults,
) -> tuple[str, Form, Any] | None:
    """The one form that an entry names beside the fields that all have."""
    before = len(faults)
    named = [key for key in entry if key not in BESIDES[what]]
    for key in named:
        if key not in forms:
            faults.unknown(where, what, key, forms)
    if len(named) != 1 and len(faults) == before:
        faults.add(where, f"exactly one {what} is expected here: {', '.join(forms)}")
    if len(faults) > before:
        return None
    form = forms[named[0]]
    argument = converted(entry[named[0]], form.kind, f"{where}.{named[0]}", faults)
    pair = getattr(argument, "between", None)
    if pair is not None and len(set(pair)) < len(pair):
        faults.add(f"{where}.{named[0]}", f"{pair[0]} is named twice: name two that differ")
    return (named[0], form, argument) if len(faults) == before else None


def _note(entry: dict[str, Any]) -> str:
    return str(entry.get("note", ""))


def ask_of(battle: Battle, seat: str, said: Action) -> int | None:
    """The number of the open question that an action of a seat answers."""
    own = [ask for ask in battle.waiting() if ask.seat == seat]
    if type(said) in battle.book.anytime or isinstance(said, Speak):
        return None
    for ask in own:
        if isinstance(said, Choose):
            fits = said.option in ask.options
        elif isinstance(said, Roll | Draw):
            fits = bool(ask.dice or ask.draw)
        else:
            fits = type(said).__name__ in ask.says
        if fits:
            return ask.id
    return own[0].id if own else None
