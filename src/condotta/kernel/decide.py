"""Every consequence of one thing said, up to the next open question."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Draw, Roll, Speak
from condotta.kernel.book import Book, until_it_rests
from condotta.kernel.chance import possible
from condotta.kernel.errors import Endless, Illegal, Misruled
from condotta.kernel.events import (
    Answered,
    Asked,
    Ended,
    Event,
    Popped,
    Pushed,
    Told,
    Veiled,
    Withdrawn,
)
from condotta.kernel.folding import evolve
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.seams import Sole
from condotta.kernel.state import State

STANDS_IN: Sole[[Position, Seat], Callable[[Book, Position, Ask], Action | None]] = Sole(
    "what answers for a seat that is waited for no more"
)
"""Any time that it is asked. Given the position and the seat. What answers gets the Book, the
position as that seat sees it and the question; it may find nothing to say."""

PATIENCE = 10_000
"""Events of one command after which the rules are taken to run in a circle: a bug, not a move."""

DEEPEST = 40
"""Procedures within procedures after which the same is thought; real books need a dozen."""


def _no(key: str, **params: str) -> Verdict:
    return Verdict(refusals=(Refusal("kernel", f"kernel.{key}", params),))


def judge(book: Book, seen: Position, seat: Seat, ask: Ask | None, said: Action) -> Verdict:
    """Whether a seat may say that now, from what it can see.

    Menus, previews, bots and acceptance all call this one query.
    """
    if ask is None and seat not in seen.seats():
        return _no("no-seat", seat=seat)
    if ask is None and isinstance(said, Speak):
        return Verdict()
    if seen.ended is not None:
        return _no("ended")
    if ask is None:
        rule = book.judges.get(type(said)) if type(said) in book.anytime else None
        return rule(book, seen, seat, None, said) if rule else why(book, seen, seat, said)
    match said:
        case Choose(option) if ask.options:
            return Verdict() if option in ask.options else _no("option", option=option)
        case Roll() if ask.dice:
            params = {"dice": str(ask.dice), "sides": str(ask.sides)}
            return Verdict() if possible(ask, said) else _no("dice", **params)
        case Draw() if ask.draw:
            return Verdict() if possible(ask, said) else _no("draw", count=str(ask.count))
        case _:
            name = type(said).__name__
            if name not in ask.says:
                reason = book.reasons.get(type(said))
                told = reason(book, seen, seat, ask, said) if reason else Verdict()
                return _no("window", said=name, window=ask.window) if told.ok else told
            return book.judges[type(said)](book, seen, seat, ask, said)


def permits(book: Book, seen: Position, ask: Ask, said: Action) -> bool:
    """Whether an answer would be accepted, for whoever need not know why not.

    Where its game tells that sooner than every reason, `judge` is not asked for reasons.
    """
    menu = book.menus.get(ask.window)
    if menu is None or menu.legal is None or isinstance(said, Choose):
        return judge(book, seen, ask.seat, ask, said).ok
    return menu.legal(book, seen, ask, said)


def why(book: Book, seen: Position, seat: Seat, said: Action) -> Verdict:
    """Why something is not asked of a seat: by the rules, where a layer has a reason."""
    known = book.reasons.get(type(said))
    told = known(book, seen, seat, None, said) if known else Verdict()
    return _no("unasked") if told.ok else told


def find_ask(asks: tuple[Ask, ...], seat: Seat, number: int) -> Ask:
    """The open question that a command answers, or why it is none."""
    for ask in asks:
        if ask.id == number:
            if ask.seat != seat:
                raise Illegal(Refusal("kernel", "kernel.seat", {"seat": ask.seat}))
            return ask
    raise Illegal(Refusal("kernel", "kernel.stale", {"ask": number}))


class Command(NamedTuple):
    """What a seat says: an answer to an open question, or an act that needs none.

    Or what stands in for its answer, as it is waited for no more.
    """

    seat: Seat
    said: Action
    ask: Ask | None = None
    stood_in: bool = False


def out_of_time(state: State, command: Command) -> Refusal | None:
    """Why a command must wait, whatever it says. It depends on nothing but who is asked.

    Nobody acts between a request for dice and its answer. [CM-61] A question asked by a loop is
    put aside while something that was begun since goes on.
    """
    ask = command.ask
    if ask is not None:
        return Refusal("kernel", "kernel.wait") if state.held_up(ask) else None
    if isinstance(command.said, Speak) or chance_ask(state.asks) is None:
        return None
    return Refusal("kernel", "kernel.dice-first")


def first_event(book: Book, command: Command) -> Event:
    """The event that records what was said, before any consequence."""
    seat, said, ask, stood_in = command
    if ask is not None:
        return Answered(ask.id, seat, ask.window, said, ask.secret, stood_in)
    if isinstance(said, Speak):
        return Told(seat, said.text, said.to)
    return Pushed(book.anytime[type(said)](seat, said))


def decide(book: Book, state: State, seen: Position, command: Command) -> tuple[State, list[Event]]:
    """The state after what was said, and every event on the way there.

    `seen` is what the seat may know; it alone decides whether the command is legal. Raises
    `Illegal` with every refusal, and then nothing has changed.
    """
    too_early = out_of_time(state, command)
    if too_early is not None:
        raise Illegal(too_early)
    verdict = judge(book, seen, command.seat, command.ask, command.said)
    if not verdict.ok:
        raise Illegal(*verdict.refusals)
    event = first_event(book, command)
    return settle(book, evolve(state, event), [event])


def settle(book: Book, state: State, events: list[Event]) -> tuple[State, list[Event]]:
    """Run procedures until the battle rests; events are added to those given."""
    while not state.resting():
        before = len(events)
        state = enter(book, state, events)
        if len(events) == before:
            if state.waits():
                break
            raise Endless(f"{type(state.agenda[-1]).__name__} has nothing to do and does not end")
        if len(state.agenda) > DEEPEST:
            raise Endless(f"{type(state.agenda[-1]).__name__} lies {len(state.agenda)} deep")
    return state, events


TALK = frozenset[type]((Asked, Pushed, Popped, Veiled))
"""The events that do not enter the log as a procedure makes them, or not always."""


def enter(book: Book, state: State, events: list[Event]) -> State:
    """The innermost procedure goes on until it asks, hands over, or is done."""
    frame = state.agenda[-1]
    depth = len(state.agenda)
    for made in until_it_rests(book.procedures[type(frame)](book, state, frame)):
        for event in _prepared(state, depth, made) if type(made) in TALK else (made,):
            state = evolve(state, event)
            events.append(event)
        if len(events) > PATIENCE:
            raise Endless(f"{type(frame).__name__} goes on and on")
        if state.position.ended is not None:
            break
    return state


def _prepared(state: State, depth: int, made: Event) -> tuple[Event, ...]:
    """An event as it enters the log: questions numbered, and withdrawn by who hands over.

    What a question is about may change while another procedure runs, so a frame that pushes one
    (or ends) takes its open questions back; entered again, it asks anew.
    """
    match made:
        case Asked(ask):
            if len(state.agenda) != depth:
                raise Misruled(f"{ask.window} is asked after its procedure handed over")
            return (Asked(_numbered(ask, state.asked + 1, depth - 1)),)
        case Pushed() | Popped():
            top = len(state.agenda) - 1
            closed = (Withdrawn(ask.id) for ask in state.asks if ask.depth == top)
            return (*closed, made)
        case Veiled(_, Asked() | Answered() | Withdrawn() | Pushed() | Popped() | Ended()):
            raise Misruled("that somebody is asked, and that the battle ends, is public")
        case _:
            return (made,)


def _numbered(ask: Ask, number: int, depth: int) -> Ask:
    """The question with its number. A pile is sorted: no order lies in it before the draw."""
    if not (ask.options or ask.says or ask.dice or 0 < ask.count <= len(ask.draw)):
        raise Misruled(f"nothing could answer {ask.window}")
    return replace(ask, id=number, depth=depth, draw=tuple(sorted(ask.draw)))


def chance_ask(asks: tuple[Ask, ...]) -> Ask | None:
    """The oldest open question to the dice cup."""
    return next((ask for ask in asks if ask.seat == CHANCE), None)
