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
from condotta.positions.plain_actions import held
from condotta.positions.reading import converted
from condotta.positions.records import ChancesAsked


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


class Given(NamedTuple):
    """What a seat says when it is asked, in a window or in any; None for what is offered first."""

    seat: str
    window: str
    said: Said | None


class Chain(NamedTuple):
    """A question of chances: what seats say in order, and what they answer besides."""

    asked: ChancesAsked
    acts: tuple[Given, ...] = ()
    given: tuple[Given, ...] = ()


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

WINDOW, OFFERED = "window", "offered"
"""Beside an answer: the one window that it is for; that it is the first that would be offered."""

CHANCES = "chances"
"""The question of how likely everything is that may come of what seats say."""

BESIDES = {"action": ("seat", "note", "expect"), "question": ("note", "expect", "after")}
"""The fields that all things said, and all questions, may have besides their form."""


def sayings(
    raw: tuple[dict[str, Any], ...], game: Game, seats: tuple[str, ...], where: str, faults: Faults
) -> tuple[Said, ...]:
    """All things said, in order; what is wrong with one is noted."""
    found = (
        saying(entry, game, seats, f"{where}says[{number}]", faults)
        for number, entry in enumerate(raw)
    )
    return tuple(one for one in found if one is not None)


def saying(
    entry: dict[str, Any], game: Game, seats: tuple[str, ...], where: str, faults: Faults
) -> Said | None:
    """One thing said; None where something is wrong with it, which is noted."""
    picked = _pick(entry, {**KERNEL, **game.actions}, "action", where, faults)
    seat = entry.get("seat", "")
    if seat not in (*seats, CHANCE):
        faults.unknown(where, "seat", str(seat), seats)
        return None
    return picked and Said(seat, *picked, _note(entry), entry.get("expect"))


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
        elif picked is not None and picked[0] == CHANCES:
            chain = chained(picked[2], game, seats, f"{here}.chances.", faults)
            picked = (*picked[:2], chain)
        after = entry.get("after")
        if after is not None and type(after) is not int:
            faults.add(f"{here}.after", "the number of things said before is expected here")
        elif picked is not None:
            name, form, argument = picked
            expect = entry.get("expect")
            found.append(Question(name, form, argument, _note(entry), expect, after))
    return tuple(found)


def chained(
    asked: ChancesAsked, game: Game, seats: tuple[str, ...], where: str, faults: Faults
) -> Chain:
    """What is said in order, and what is answered besides."""
    read = {
        field: [
            given(entry, game, seats, f"{where}{field}[{number}]", faults)
            for number, entry in enumerate(entries)
        ]
        for field, entries in (("do", asked.do), ("answers", asked.answers))
    }
    acts, answers = (tuple(one for one in found if one is not None) for found in read.values())
    return Chain(asked, acts, answers)


def given(
    entry: dict[str, Any], game: Game, seats: tuple[str, ...], where: str, faults: Faults
) -> Given | None:
    """One thing said in a window or in any, or what would be offered there first."""
    seat, window = str(entry.get("seat", "")), str(entry.get(WINDOW, ""))
    left = {key: one for key, one in entry.items() if key not in (WINDOW, OFFERED)}
    if entry.get(OFFERED) is True and set(left) <= {"seat", "note"}:
        if seat not in seats:
            faults.unknown(where, "seat", seat, seats)
        return Given(seat, window, None)
    said = saying(left, game, seats, where, faults)
    return said and Given(seat, window, said)


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


def read(battle: Battle, said: Said) -> Action:
    """What is said, in words of whoever says it: its own cards by what is on them.

    Raises a KeyError or a PlainError where it speaks of what is not there.
    """
    seen = battle.state if said.seat == CHANCE else battle.view(said.seat)
    action: Action = said.form.read(battle.book, seen.position, said.argument)
    if isinstance(action, Choose):
        options = {one for ask in battle.waiting() if ask.seat == said.seat for one in ask.options}
        return action if action.option in options else Choose(held(action.option, seen.position))
    return action


def ask_of(battle: Battle, seat: str, said: Action) -> int | None:
    """The number of the open question that an action of a seat answers."""
    if type(said) in battle.book.anytime or isinstance(said, Speak):
        return None
    own = (ask.id for ask in battle.waiting() if ask.seat == seat)
    fits = fitting(battle, seat, said)
    return next(own, None) if fits is None else fits


def fitting(battle: Battle, seat: str, said: Action, window: str = "") -> int | None:
    """The number of an open question of a seat, in a window if one is given, that asks for that."""
    for ask in battle.waiting():
        if ask.seat != seat or window not in ("", ask.window):
            continue
        if isinstance(said, Choose):
            fits = said.option in ask.options
        elif isinstance(said, Roll | Draw):
            fits = bool(ask.dice or ask.draw)
        else:
            fits = type(said).__name__ in ask.says
        if fits:
            return ask.id
    return None
