"""Remaining moves: regiments that nothing keeps move, march, reform, come on. [FB-4.14 to 4.19]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Frame, Loop, Script
from condotta.kernel.book import Book, Judge, Procedure
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
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, withdrawn
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.dangerous_terrain import Dangerous
from condotta.rules.ranked.movement.moves import Manoeuvre, enemy_near, way_of, why_not_so
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, is_regiment, piece_has
from condotta.rules.steps import in_step, queued

WINDOW = "remaining moves"
MARCH_TEST = "march test"
ACTS = ("Manoeuvre", "Reform", "Join", "Leave", "Arrive")
IDLE = (
    (names.DID_MOVE, "FB-4.14", "fb.4-14.moved"),
    (names.CHARGED, "FB-4.14", "fb.4-14.charged"),
    (names.FAILED_CHARGE, "FB-4.8", "fb.4-14.charged"),
    (names.FLED, "FB-4.14", "fb.4-14.fled"),
    (names.FLEEING, "FB-4.14", "fb.4-14.fled"),
    (names.RALLIED, "FB-4.11", "fb.4-14.rallied"),
    (names.STUPID, "FB-9.6", "fb.4-14.stupid"),
)


class RemainingMoves(Loop, frozen=True, kw_only=True):
    """Every active seat is asked for a move, until it says that it is done. [FB-4.14]"""


class Moving(Script, frozen=True, kw_only=True):
    """One accepted move: for a march near enemies the test comes first. [FB-4.16]"""

    manoeuvre: Manoeuvre
    announced: bool = False


class StoppedMoving(Script, frozen=True, kw_only=True):
    """A seat has said that it moves no more this turn."""

    seat: Seat


def remaining_moves(book: Book, state: State, frame: RemainingMoves) -> Iterator[Event]:
    """Ask, or begin what was said."""
    position = state.position
    if frame.answers:
        answer = frame.answers[0]
        said = answer.said
        begun = None if said is None else book.sole(seams.ACT, answer.seat, said)
        yield Pushed(begun or StoppedMoving(seat=answer.seat))
        return
    waiting = [seat for seat in position.active if can_act(book, position, seat)]
    yield from withdrawn(state.asks, WINDOW, waiting)
    if not waiting:
        yield Popped()
    for seat in waiting:
        yield from asked_once(state.asks, Ask(seat, WINDOW, "FB-4.14", options=("end",), says=ACTS))


def can_act(book: Book, position: Position, seat: Seat) -> bool:
    """Whether a seat that has not said that it is done has anything that may move."""
    if position.count(seat, names.DONE) == position.turn:
        return False
    here = field(book, position)
    return any(not why_not_move(here, one) for one in here.own(seat)) or any(
        piece.controller == seat and is_regiment(piece) and not why_not_yet(book, position, piece)
        for piece in position.at("reserve")
    )


def stopped_moving(_: Book, state: State, frame: StoppedMoving) -> Iterator[Event]:
    """Its regiments stand for the rest of the phase."""
    yield Counted(frame.seat, names.DONE, state.position.turn)
    yield Popped()


def moving(book: Book, state: State, frame: Moving) -> Iterator[Event]:
    """Test if an enemy is near, then move; whoever fails may still move normally. [FB-4.16]"""
    position, said = state.position, frame.manoeuvre
    here = field(book, position)
    one = here.regiment(said.piece)
    if said.march and not frame.announced:
        yield Popped()
        yield Pushed(replace(frame, announced=True))
        yield from queued(book.union(seams.MARCH_STARTED, position, one.piece))
        return
    stopped = why_not_march(here, one) if said.march else ()
    if stopped:
        yield Ruled(stopped[0].clause, stopped[0].key, stopped[0].params)
        yield Popped()
        return
    if said.march and enemy_near(here, one):
        test = leadership_tests.plain(here, one, MARCH_TEST, "FB-4.16")
        passed = yield from leadership_tests.taken(here, frame, test)
        if not passed:
            yield Marked(one.id, Mark(names.NO_MARCH, names.TURN))
            yield Marked(one.id, Mark(names.MARCHED, names.TURN))
            yield Popped()
            return
    yield from moved(one, said)
    yield Popped()
    if said.march:
        yield Pushed(Dangerous(regiment=one.id, way="march", start=one.pose))


def moved(one: Regiment, said: Manoeuvre) -> Iterator[Event]:
    """The regiment where its move leads, with its marks."""
    yield Moved((Step(one.id, way_of(one, said).end),), "forced march" if said.march else "move")
    yield Marked(one.id, Mark(names.MOVED, names.TURN))
    yield Marked(one.id, Mark(names.DID_MOVE, names.TURN))
    if said.march:
        yield Marked(one.id, Mark(names.MARCHED, names.TURN))


# ── judging ──────────────────────────────────────────────────────────────────
def why_not_move(here: Field, one: Regiment) -> tuple[Refusal, ...]:
    """Why a regiment may make no remaining move. [FB-4.14]"""
    for mark, clause, key in IDLE:
        if one.marked(mark):
            return (Refusal(clause, key, {"piece": one.id}),)
    if here.engaged(one):
        return (Refusal("FB-4.14", "fb.4-14.engaged", {"piece": one.id}),)
    return here.book.refusals(seams.MAY_ACT, here.position, one.piece)


def why_not_yet(book: Book, position: Position, piece: Piece) -> tuple[Refusal, ...]:
    """Why a reinforcement may not come on now, wherever. [FB-4.18, FB-9.7]"""
    refusals = book.refusals(seams.MAY_ACT, position, piece)
    refusals = refusals or book.refusals(seams.MAY_ARRIVE, position, piece)
    if not refusals and piece_has(piece, names.HIDDEN) and not piece.marked(names.COMES):
        return (Refusal("FB-9.7", "fb.9-7.in-ambush", {"piece": piece.id}),)
    return refusals


def why_not_march(here: Field, one: Regiment) -> tuple[Refusal, ...]:
    """Why a regiment may not march. [FB-4.16, FB-4.17, FB-4.18]"""
    if one.any_has("no-march"):
        return (Refusal("FB-4.16", "fb.4-16.never", {"piece": one.id}),)
    for mark in (names.NO_MARCH, names.ARRIVED, names.REFORMED):
        if one.marked(mark):
            return (Refusal("FB-4.16", "fb.4-16.not-now", {"piece": one.id}),)
    return here.book.refusals(seams.MAY_MARCH, here.position, one.piece)


def commanded(here: Field, seat: Seat, name: str) -> Regiment | None:
    """A regiment on the table that a seat commands, by its own id."""
    one = here.find(name)
    return one if one is not None and one.id == name and one.seat == seat else None


def not_yours(name: str) -> tuple[Refusal, ...]:
    """The refusal of what is no regiment of the seat's own."""
    return (Refusal("FB-4.14", "fb.4-14.not-yours", {"piece": name}),)


def judge_manoeuvre(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: Manoeuvre
) -> Verdict:
    """Whether a regiment may move so. [FB-4.14, FB-4.15, FB-4.16]"""
    here = field(book, position)
    one = commanded(here, seat, said.piece)
    if one is None:
        return Verdict(not_yours(said.piece))
    refusals = why_not_move(here, one)
    if not refusals and said.march:
        refusals = why_not_march(here, one)
    if refusals:
        return Verdict(refusals)
    way = way_of(one, said)
    return Verdict(
        why_not_so(here, one, said, way),
        distance=round(way.cost),
        limit=round(way.limit),
        poses=((one.id, way.end),),
        via=way.via(one.id),
    )


def begins(_: Seat, said: Action) -> Frame | None:
    """What an accepted move begins."""
    return Moving(manoeuvre=said) if isinstance(said, Manoeuvre) else None


PROCEDURES: dict[type[Frame], Procedure] = {
    RemainingMoves: remaining_moves,
    Moving: moving,
    StoppedMoving: stopped_moving,
}
JUDGES: dict[type[Action], Judge] = {Manoeuvre: judge_manoeuvre}
HOOKS = (
    (seams.STEP, in_step(names.REMAINING, RemainingMoves()), "FB-4.14"),
    (seams.ACT, begins, "FB-4.14"),
)
