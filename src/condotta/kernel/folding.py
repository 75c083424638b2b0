"""What one event does to the whole truth: the position, the questions, the procedures."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from condotta.kernel.asks import Answer, Ask, Frame, Loop
from condotta.kernel.events import Answered, Asked, Event, Popped, Pushed, Veiled, Withdrawn
from condotta.kernel.evolving import evolve_asks, evolve_position
from condotta.kernel.position import Position
from condotta.kernel.state import State


def _due(state: State, agenda: tuple[Frame, ...], asks: tuple[Ask, ...]) -> State:
    """A loop is entered whenever something came back to it, a script once all have answered."""
    top = len(agenda) - 1
    loop = top >= 0 and isinstance(agenda[-1], Loop)
    due = loop or top not in [ask.depth for ask in asks]
    return State(state.position, asks, state.asked, agenda, due)


def _answered(state: State, event: Answered) -> State:
    depth = next(ask.depth for ask in state.asks if ask.id == event.ask)
    frame = state.agenda[depth]
    answer = Answer(event.seat, event.window, event.said)
    heard = replace(frame, answers=(*frame.answers, answer))
    agenda = (*state.agenda[:depth], heard, *state.agenda[depth + 1 :])
    return _due(state, agenda, evolve_asks(state.asks, event))


def _pushed(state: State, frame: Frame) -> State:
    below = state.agenda
    if below and isinstance(below[-1], Loop) and below[-1].answers:
        below = (*below[:-1], replace(below[-1], answers=below[-1].answers[1:]))
    return replace(state, agenda=(*below, frame), due=True)


def _placed(state: State, position: Position) -> State:
    """The state with another position; once the battle has ended nothing is asked any more."""
    if position is state.position:
        return state
    asks = state.asks if position.ended is None else ()
    return State(position, asks, state.asked, state.agenda, state.due)


def evolve(state: State, event: Event) -> State:
    """Apply one fact to the truth. A loop forgets an answer when it pushes an item for it."""
    match event:
        case Asked(ask):
            return replace(state, asks=(*state.asks, ask), asked=ask.id, due=False)
        case Answered():
            return _answered(state, event)
        case Withdrawn():
            return _due(state, state.agenda, evolve_asks(state.asks, event))
        case Pushed(frame):
            return _pushed(state, frame)
        case Popped():
            return _due(state, state.agenda[:-1], state.asks)
        case Veiled(_, inside):
            return evolve(state, inside)
        case _:
            return _placed(state, evolve_position(state.position, event))


def gone_back(now: State, then: State) -> State:
    """The state of an earlier choice; numbers of questions go on, so that no old one is reused."""
    return replace(then, asked=now.asked)


def fold(state: State, events: Iterable[Event]) -> State:
    """All the events, one after another, on a state. `Undone` needs `replay` instead."""
    for event in events:
        state = evolve(state, event)
    return state
