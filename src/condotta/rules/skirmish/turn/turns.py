"""Battle rounds, turns and their six phases. [SK-27, SK-28]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Counted,
    Entered,
    Event,
    Expired,
    Marked,
    Popped,
    Pushed,
    Ruled,
)
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.state import State
from condotta.rules.conceding import parted_from
from condotta.rules.scores import finished
from condotta.rules.setting_up import Opening
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.field import field, in_game
from condotta.rules.skirmish.setting_out.missions import scored
from condotta.rules.steps import PLAYED, Closing, Conduct, giving_way, phase_begun, queued

CLAUSE = "SK-27"
AFTER_ROUND = "round"  # what VICTORY is asked after: a round, or a removal
BEGINS_ENGAGED = (names.MOVEMENT, names.CHARGE)


class Proper(Script, frozen=True, kw_only=True):
    """A phase proper. [SK-28]"""

    phase: str


class NextTurn(Script, frozen=True, kw_only=True):
    """The turn passes to the next seat, or the battle round ends. [SK-27]"""


class RoundEnds(Script, frozen=True, kw_only=True):
    """The battle round is over; who has won is asked, and the next round begins. [SK-27]"""


def conduct(book: Book, state: State, _: Conduct) -> Iterator[Event]:
    """Enter the next phase and begin what happens in it. No phase is skipped. [SK-28, SK-29]"""
    position = state.position
    match position.phase:
        case "":
            yield Pushed(Opening())
        case names.READY:
            yield Pushed(book.stack(seams.NEXT_TURN, position))
        case names.MORALE:
            yield from turn_over(position)
            yield Pushed(book.stack(seams.NEXT_TURN, position))
        case names.TURN:
            yield from enter(book, position, names.MOVEMENT)
        case phase if phase in names.PHASES:
            yield Expired(names.PHASE)
            yield from enter(book, position, book.stack(seams.NEXT_PHASE, position))


def turn_over(position: Position) -> Iterator[Event]:
    """What held for the turn is forgotten, of all seats. [SK-112]"""
    yield Expired(names.PHASE)
    yield Expired(names.TURN)
    for piece in position.pieces.values():
        if position.count(piece.id, names.SLAIN):
            yield Counted(piece.id, names.SLAIN, 0)


def enter(book: Book, position: Position, phase: str) -> Iterator[Event]:
    """A phase begins: what layers put before it, the phase, what they put after it."""
    yield Entered(position.turn, phase, position.active)
    if phase in BEGINS_ENGAGED:
        yield from engaged(position)
    before = book.union(seams.PHASE_OPENS, position, phase)
    played = book.sole(PLAYED, book, position, phase)
    yield from phase_begun(phase, before, (Proper(phase=phase),) if played is None else played)


def engaged(position: Position) -> Iterator[Event]:
    """Units that begin the phase within an inch of an enemy are marked. [SK-37, SK-88]"""
    here = field(position)
    for unit in here.units.values():
        if here.engaged(unit):
            yield Marked(unit.id, Mark(names.ENGAGED, names.PHASE))


def proper(book: Book, state: State, frame: Proper) -> Iterator[Event]:
    """What the rules and layers do in a phase, with the position as it is now."""
    yield from giving_way(book.union(seams.STEP, state.position, frame.phase))


def closing(book: Book, state: State, frame: Closing) -> Iterator[Event]:
    """What follows a phase proper, with the position as it is now."""
    yield from giving_way(book.union(seams.PHASE_CLOSES, state.position, frame.phase))


# ── the base game's order of turns ───────────────────────────────────────────
def waiting(position: Position) -> tuple[Seat, ...]:
    """The seats that have still to play in this battle round, the first player's first. [SK-27]"""
    now = position.count(names.TABLE, names.ROUND)
    return tuple(
        seat
        for seat in in_turn_order(position)
        if in_game(position, seat) and position.count(seat, names.HAD_TURN) < now
    )


def in_turn_order(position: Position) -> tuple[Seat, ...]:
    """All seats in the order of their turns: the same in every round. [SK-27]"""
    seats = position.seats()
    return position.seats_from(
        next((one for one in seats if position.count(one, names.FIRST_SEAT)), "")
    )


def next_turn(_: Book, state: State, __: NextTurn) -> Iterator[Event]:
    """The next seat begins its turn; where none is left, the round is over. [SK-27]"""
    position = state.position
    yield Popped()
    if not position.count(names.TABLE, names.ROUND):
        yield Counted(names.TABLE, names.ROUND, 1)
        yield Pushed(NextTurn())
        return
    left = waiting(position)
    if not left:
        yield Pushed(RoundEnds())
        return
    yield Entered(position.turn + 1, names.TURN, (left[0],))
    yield Counted(left[0], names.HAD_TURN, position.count(names.TABLE, names.ROUND))


def round_ends(book: Book, state: State, _: RoundEnds) -> Iterator[Event]:
    """The base game scores and looks who has won; else a new round begins. [SK-27]"""
    yield Popped()
    yield Pushed(RoundCounted())
    yield from queued(book.union(seams.ROUND_OVER, state.position))


class RoundCounted(Script, frozen=True, kw_only=True):
    """What the end of a round brings has happened: is the battle over? [SK-27]"""


def round_counted(book: Book, state: State, _: RoundCounted) -> Iterator[Event]:
    """The battle ends, or the next round begins. [SK-27]"""
    gained = tuple(scored(book, state.position))
    yield from gained
    position = after(state.position, gained)
    over = book.stack(seams.VICTORY, book, position, AFTER_ROUND)
    if over is not None:
        said = Ruled(over.clause, over.key, {"winners": over.winners})
        yield from finished(book, position, said, over.winners)
        return
    yield Popped()
    yield Counted(names.TABLE, names.ROUND, position.count(names.TABLE, names.ROUND) + 1)
    yield Pushed(NextTurn())


def in_phase_order(_: Any, position: Position) -> str:
    """The base game: phase after phase, and none is skipped. [SK-28, SK-29]"""
    return names.PHASES[names.PHASES.index(position.phase) + 1]


def in_table_order(_: Any, __: Position) -> Frame:
    """The base game: seats have their turns in table order. [SK-27]"""
    return NextTurn()


PROCEDURES = {
    Conduct: parted_from(conduct),
    Closing: closing,
    Proper: proper,
    NextTurn: next_turn,
    RoundEnds: round_ends,
    RoundCounted: round_counted,
}
HOOKS: tuple[tuple[Any, Any, str], ...] = (
    (seams.NEXT_PHASE, in_phase_order, "SK-28"),
    (seams.NEXT_TURN, in_table_order, CLAUSE),
)
