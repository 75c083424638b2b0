"""The tactical movement phase: moves one after another while command points last. [TC-4.2]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Loop, Script
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Counted,
    Event,
    Marked,
    Moved,
    Popped,
    Pushed,
    Ruled,
    Step,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, withdrawn
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment.forms import Forming, TakeForm, forms_of
from condotta.rules.triumph.movement.approach import conforming
from condotta.rules.triumph.movement.command import commands, cost, made
from condotta.rules.triumph.movement.flank_march import Arrival, March, may_march
from condotta.rules.triumph.movement.moves import Move, path_of
from condotta.rules.triumph.stands.bodies import free_stands
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.stands.reserves import coming

WINDOW = "movement"


class MovementPhase(Loop, frozen=True, kw_only=True):
    """Every active seat with points left is asked for a move, until it says that it is done."""


class TacticalMove(Script, frozen=True, kw_only=True):
    """One accepted move being made: paid for, carried out, answered by lining up."""

    seat: Seat
    move: Move


def movement_phase(book: Book, state: State, frame: MovementPhase) -> Iterator[Event]:
    """Ask, or make the move that was said; unused points are lost at the end. [TC-4.3]"""
    position = state.position
    if frame.answers:
        answer = frame.answers[0]
        if answer.said is not None:
            yield from book.union(seams.MOVE_PAST, book, position, answer.said)
        match answer.said:
            case Move():
                yield Pushed(TacticalMove(seat=answer.seat, move=answer.said))
            case March():
                yield Pushed(Arrival(seat=answer.seat, march=answer.said))
            case TakeForm():
                yield Pushed(Forming(said=answer.said))
            case None | Choose():
                yield Pushed(Done(seat=answer.seat))
            case act:
                item = book.sole(seams.ACT, book, answer.seat, act)
                assert item is not None, act
                yield Pushed(item)
        return
    waiting = [seat for seat in position.active if can_act(book, position, seat)]
    yield from withdrawn(state.asks, WINDOW, waiting)
    if not waiting:
        yield from close_phase(book, position)
        return
    for seat in waiting:
        marches = ("March",) if may_march(book, position, seat) else ()
        if any(forms_of(book, position, piece) for piece in coming(position, seat)):
            marches = (*marches, "TakeForm")
        acts = book.union(seams.ACTING, book, position, seat, WINDOW)
        more = book.union(seams.SAYABLE, book, position, seat, WINDOW)
        says = dict.fromkeys(("Move", *marches, *acts, *more))
        ask = Ask(seat, WINDOW, "TC-4.4", options=("end",), says=tuple(says))
        yield from asked_once(state.asks, ask)


def close_phase(book: Book, position: Position) -> Iterator[Event]:
    """Points that were not used are lost; what layers put at the end of the phase follows.

    [TC-4.3]
    """
    for command in commands(position, position.active):
        if position.count(command, names.CP):
            yield Counted(command, names.CP, 0)
    yield Popped()
    for then in book.union(seams.MOVES_OVER, book, position):
        yield Pushed(then)


def can_act(book: Book, position: Position, seat: Seat) -> bool:
    """Whether a seat that has not said that it is done may move, or do what a layer lets it do."""
    if position.count(seat, names.DONE) == position.turn:
        return False
    acts = book.union(seams.ACTING, book, position, seat, WINDOW)
    return bool(acts) or can_move(book, position, seat)


def can_move(book: Book, position: Position, seat: Seat) -> bool:
    """Whether a seat has points for any move: a free stand that has not moved, or a march."""
    here = field(book, position)
    return bool(free_stands(here, seat, alone=True)) or may_march(book, position, seat)


class Done(Script, frozen=True, kw_only=True):
    """A seat has said that it moves no more this turn."""

    seat: Seat


def done(book: Book, state: State, frame: Done) -> Iterator[Event]:
    """What is left of its points is lost. [TC-4.3]"""
    for command in commands(state.position, (frame.seat,)):
        if state.position.count(command, names.CP):
            yield Counted(command, names.CP, 0)
    if book.union(seams.ACTING, book, state.position, frame.seat, WINDOW):
        yield Counted(frame.seat, names.DONE, state.position.turn)
    yield Popped()


def tactical_move(book: Book, state: State, frame: TacticalMove) -> Iterator[Event]:
    """Pay, move all stands at once, then let a stand that was touched askew line up. [TC-5.35]"""
    position = state.position
    here = field(book, position)
    moved = here.stand(frame.move.pieces[0]).piece.marked(names.MOVED)
    if not moved:
        path = path_of(here, frame.move)
        parts = cost(here, path.stands)
        command = path.stands[0].command
        left = position.count(command, names.CP) - sum(part.value for part in parts)
        yield Counted(command, names.CP, left)
        steps = zip(path.stands, path.ends, strict=True)
        yield Moved(tuple(Step(stand.id, end) for stand, end in steps))
        for stand in path.stands:
            yield Marked(stand.id, Mark(names.MOVED, names.TURN))
        yield from book.union(seams.MOVING, here, path)
        return
    for enemy, pose, why in conforming(here, tuple(here.stand(one) for one in frame.move.pieces)):
        yield Ruled("TC-5.35", f"tc.5-35.lines-up-{why}", {"stand": enemy.id})
        yield Moved((Step(enemy.id, pose),), "line up")
        return
    yield from made(book, position, "move", frame.move.pieces)


PROCEDURES = {MovementPhase: movement_phase, TacticalMove: tactical_move, Done: done}
