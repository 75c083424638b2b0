"""The turn sequence: whose turn it is, and its phases one after another. [FB-3.1, FB-3.2]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Entered, Event, Expired, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.conceding import parted_from
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.regiment import game_turn, is_regiment
from condotta.rules.scores import finished
from condotta.rules.setting_up import Opening
from condotta.rules.steps import PLAYED, Closing, Conduct, giving_way, phase_begun


class Proper(Script, frozen=True, kw_only=True):
    """A phase proper: one step, and what happens in it. [FB-3.2]"""

    step: str


class NextTurn(Script, frozen=True, kw_only=True):
    """The turn passes to the next seat. [FB-3.1]"""


def conduct(book: Book, state: State, _: Conduct) -> Iterator[Event]:
    """Enter the next phase and begin what happens in it. [FB-3.1]"""
    position = state.position
    match position.phase:
        case "":
            yield Pushed(Opening())
        case names.READY:
            yield Pushed(book.stack(seams.NEXT_TURN, position))
        case names.END:
            yield Expired(names.PHASE)
            yield Expired(names.TURN)
            over = book.stack(seams.VICTORY, book, position)
            if over is None:
                yield Pushed(book.stack(seams.NEXT_TURN, position))
                return
            winners, clause, key = over
            said = Ruled(clause, key, {"winners": winners})
            yield from finished(book, position, said, winners)
        case names.TURN:
            yield from enter(book, position, position.turn, names.START)
        case phase if phase in names.PHASES:
            yield Expired(names.PHASE)
            following = names.PHASES[names.PHASES.index(phase) + 1]
            yield from enter(book, position, position.turn, following)


def enter(book: Book, position: Position, turn: int, phase: str) -> Iterator[Event]:
    """A phase begins: what layers put before it, the phase, what they put after it."""
    yield Entered(turn, phase, position.active)
    for piece in position.at("table"):
        if is_regiment(piece):
            models = position.count(piece.id, names.MODELS)
            if models != position.count(piece.id, names.AT_PHASE_START):
                yield Counted(piece.id, names.AT_PHASE_START, models)
    steps = tuple(Proper(step=step) for step in names.STEPS[phase])
    played = book.sole(PLAYED, book, position, phase)
    before = book.union(seams.PHASE_OPENS, position, phase)
    yield from phase_begun(phase, before, steps if played is None else played)


def proper(book: Book, state: State, frame: Proper) -> Iterator[Event]:
    """What the rules and layers do in a step, with the position as it is now."""
    yield from giving_way(book.union(seams.STEP, state.position, frame.step))


def closing(book: Book, state: State, frame: Closing) -> Iterator[Event]:
    """What follows a phase proper, with the position as it is now."""
    yield from giving_way(book.union(seams.PHASE_CLOSES, state.position, frame.phase))


def next_turn(_: Book, state: State, __: NextTurn) -> Iterator[Event]:
    """The next seat in table order; a game turn is a round of all seats. [FB-14.5]"""
    position = state.position
    following = position.active[0] if position.phase == names.READY else after_active(position)
    yield Popped()
    if position.phase == names.READY or position.count(following, names.FIRST_TURN):
        yield Counted(names.TABLE, names.GAME_TURN, game_turn(position) + 1)
    yield Entered(position.turn + 1, names.TURN, (following,))


def after_active(position: Position) -> Seat:
    """The seat after the one whose turn it is, in table order."""
    turned = position.seats_from(position.active[0])
    return turned[1 % len(turned)]


def in_table_order(_: Any, __: Position) -> Frame:
    """The base game: seats have their turns in table order. [FB-3.1]"""
    return NextTurn()


def is_last(position: Position) -> bool:
    """Whether the seat whose turn it is has the last turn of the round."""
    return bool(position.count(after_active(position), names.FIRST_TURN))


PROCEDURES = {
    Conduct: parted_from(conduct),
    Closing: closing,
    Proper: proper,
    NextTurn: next_turn,
}
HOOKS = ((seams.NEXT_TURN, in_table_order, "FB-3.1"),)
