"""Whole battles of random bots, and how to take one up in the middle and tell it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from condotta.bots.runner import conduct, seated
from condotta.kernel.asks import Action, Frame
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import (
    Answered,
    Began,
    Counted,
    Entered,
    Event,
    Laid,
    Mustered,
    Pushed,
)
from condotta.kernel.folding import evolve
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.lab.matches import armies, match, pairing
from condotta.rules.triumph.muster import opening
from tests.properties.scenes import the_book

SEATS = ("red", "blue")


@cache
def battle(number: int, bots: str = "random", limit: int = 200_000) -> Battle:
    """A battle of bots over shipped rosters, fought to its end or for so many decisions."""
    rules = the_book()
    fought = match(rules, pairing(number), f"journey/{number}")
    players = dict.fromkeys(SEATS, bots)
    conduct(fought, seated(players, rules, f"journey/{number}"), limit=limit)
    return fought


def opened(number: int, rules: Book, seed: str = "") -> Battle:
    """The same battle before its first decision, by a book of one's own."""
    events = opening(rules, armies(pairing(number)))
    return Battle(rules, events, SeededCup(seed or f"journey/{number}"))


class Moment(NamedTuple):
    """A state at which somebody is asked, and how many events came before it."""

    state: State
    length: int


def moments(log: list[Event], wanted: Callable[[State], bool]) -> Iterator[Moment]:
    """The moments of a log just before somebody answers, where the state is as wanted."""
    state = State()
    for number, event in enumerate(log):
        if isinstance(event, Answered) and wanted(state):
            yield Moment(state, number)
        state = evolve(state, event)


def answers(log: list[Event], start: int) -> Iterator[tuple[Seat, Action, list[Event]]]:
    """Whatever was answered from there on, dice included, each with all that it caused."""
    begins = [n for n in range(start, len(log)) if isinstance(log[n], Answered)]
    for begin, end in zip(begins, [*begins[1:], len(log)], strict=True):
        event = log[begin]
        assert isinstance(event, Answered)
        yield event.seat, event.said, log[begin:end]


def told(position: Position) -> Iterator[Event]:
    """The events that lay a table out as it is now."""
    yield Began(position.board, position.chairs)
    for area in position.areas:
        yield Laid(area)
    for piece in position.pieces.values():
        yield Mustered(piece)
    for holder, row in sorted(position.counters.items()):
        for name, value in sorted(row.items()):
            yield Counted(holder, name, value)
    if position.phase:
        yield Entered(position.turn, position.phase, position.active)


def taken_up(
    rules: Book, state: State, change: Callable[[Any], Any] = lambda thing: thing
) -> Battle:
    """A battle that goes on from a state, on a changed table; people roll its dice.

    Procedures in progress are entered again: by law they ask what they had asked.
    """
    frames: tuple[Frame, ...] = state.agenda
    events = [*told(state.position), *(Pushed(frame) for frame in frames)]
    return Battle(rules, [change(event) for event in events])
