"""Every consequence of one thing said, up to the next open question."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Draw, Roll, Speak
from condotta.kernel.book import Book
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Answered, Asked, Event, Pushed, Told
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State, evolve

PATIENCE = 10_000
"""Steps of one command after which the rules are taken to run in a circle: a bug, not a move."""


class Endless(RuntimeError):
    """The rules did not come to rest; a bug in a procedure."""


def _no(key: str, **params: str) -> Verdict:
    return Verdict(refusals=(Refusal("kernel", f"kernel.{key}", params),))


def judge(book: Book, seen: Position, seat: Seat, ask: Ask | None, said: Action) -> Verdict:
    """Whether a seat may say that now, from what it can see. [laws: judge]

    Menus, previews, bots and acceptance all call this one query.
    """
    if seen.ended is not None:
        return _no("ended")
    if ask is None:
        rule = book.judges.get(type(said)) if type(said) in book.anytime else None
        if isinstance(said, Speak):
            return Verdict()
        return rule(book, seen, seat, None, said) if rule else _no("unasked")
    match said:
        case Choose(option) if ask.options:
            return Verdict() if option in ask.options else _no("option", option=option)
        case Roll(pips) if ask.dice:
            fair = len(pips) == ask.dice and all(1 <= pip <= ask.sides for pip in pips)
            return Verdict() if fair else _no("dice", dice=str(ask.dice), sides=str(ask.sides))
        case Draw(drawn) if ask.draw:
            fair = len(drawn) == ask.count and not Counter(drawn) - Counter(ask.draw)
            return Verdict() if fair else _no("draw")
        case _:
            name = type(said).__name__
            if name not in ask.says:
                return _no("window", said=name, window=ask.window)
            return book.judges[type(said)](book, seen, seat, ask, said)


def find_ask(asks: tuple[Ask, ...], seat: Seat, number: int) -> Ask:
    """The open question that a command answers, or why it is none. [laws 6]"""
    for ask in asks:
        if ask.id == number:
            if ask.seat != seat:
                raise Illegal(Refusal("kernel", "kernel.seat", {"seat": ask.seat}))
            return ask
    raise Illegal(Refusal("kernel", "kernel.stale", {"ask": number}))


class Command(NamedTuple):
    """What a seat says: an answer to an open question, or an act that needs none."""

    seat: Seat
    said: Action
    ask: Ask | None = None


def first_event(book: Book, command: Command) -> Event:
    """The event that records what was said, before any consequence."""
    seat, said, ask = command
    if ask is not None:
        return Answered(ask.id, seat, ask.window, said, ask.secret)
    if isinstance(said, Speak):
        return Told(seat, said.text, said.to)
    return Pushed(book.anytime[type(said)](seat, said))


def decide(book: Book, state: State, seen: Position, command: Command) -> tuple[State, list[Event]]:
    """The state after what was said, and every event on the way there.

    `seen` is what the seat may know; it alone decides whether the command is legal. Raises
    `Illegal` with every refusal, and then nothing has changed.
    """
    verdict = judge(book, seen, command.seat, command.ask, command.said)
    if not verdict.ok:
        raise Illegal(*verdict.refusals)
    event = first_event(book, command)
    return settle(book, evolve(state, event), [event])


def settle(book: Book, state: State, events: list[Event]) -> tuple[State, list[Event]]:
    """Run procedures until the battle rests; events are added to those given."""
    for _ in range(PATIENCE):
        if state.resting():
            return state, events
        before = len(events)
        state = enter(book, state, events)
        if len(events) == before:
            if state.waits():
                return state, events
            break
    raise Endless(f"{type(state.agenda[-1]).__name__} did not come to rest")


def enter(book: Book, state: State, events: list[Event]) -> State:
    """The innermost procedure goes on until it asks, hands over, or is done."""
    frame = state.agenda[-1]
    depth = len(state.agenda) - 1
    for made in book.procedures[type(frame)](book, state, frame):
        event = made
        if isinstance(event, Asked):
            event = Asked(replace(event.ask, id=state.asked + 1, depth=depth))
        state = evolve(state, event)
        events.append(event)
    return state


def chance_ask(asks: tuple[Ask, ...]) -> Ask | None:
    """The oldest open question to the dice cup."""
    return next((ask for ask in asks if ask.seat == CHANCE), None)
