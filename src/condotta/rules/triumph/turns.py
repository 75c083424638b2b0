"""A whole battle: the opening, then turns with their phases. [TC-4.1, TC-4.2, TC-8.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Entered, Event, Expired, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.conceding import parted_from
from condotta.rules.scores import finished
from condotta.rules.setting_up import Opening, next_step
from condotta.rules.steps import PLAYED, Conduct
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.close_combat import ClosePhase
from condotta.rules.triumph.deployment.deploying import first_seat
from condotta.rules.triumph.movement.command import CommandRoll
from condotta.rules.triumph.movement.movement_phase import MovementPhase
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.shooting.ranged_combat import RangedPhase


def conduct(book: Book, state: State, _: Conduct) -> Iterator[Event]:
    """Enter the next phase and begin what happens in it. [TC-4.2]"""
    position = state.position
    turn, active = position.turn, position.active
    match position.phase:
        case "":
            yield Pushed(Opening())
        case names.READY:
            yield from book.stack(seams.NEXT_TURN, book, position)
        case names.START:
            yield Entered(turn, names.COMMAND, active)
            yield from phase(book, position, names.COMMAND, CommandRoll())
        case names.COMMAND:
            yield Entered(turn, names.MOVEMENT, active)
            yield from phase(book, position, names.MOVEMENT, MovementPhase())
        case names.MOVEMENT:
            yield Expired(names.MOVEMENT)
            yield Entered(turn, names.RANGED, active)
            yield from phase(book, position, names.RANGED, RangedPhase())
        case names.RANGED:
            yield Expired(names.RANGED)
            yield Entered(turn, names.CLOSE, active)
            yield from phase(book, position, names.CLOSE, ClosePhase())
        case names.CLOSE:
            yield Expired(names.CLOSE)
            yield Entered(turn, names.END, active)
            yield from victory_check(book, position)
        case names.END:
            yield Expired(names.TURN)
            yield from book.stack(seams.NEXT_TURN, book, position)


def opening(book: Book, state: State, _: Opening) -> Iterator[Event]:
    """Begin the next step; after the last one the battle is ready. [TC-8.1]"""
    position = state.position
    yield from next_step(position, book.stack(seams.SET_UP, book, position), ready())


def ready() -> Iterator[Event]:
    """Everybody stands; the battle may begin."""
    yield Entered(0, names.READY, ())
    yield Popped()


def phase(book: Book, position: Position, name: str, *frames: Frame) -> Iterator[Event]:
    """Begin a phase: its frames, or what plays it in their place, and what layers put around it.

    What closes it is pushed first, so that it is done last; layers say first what happens first.
    """
    played = book.sole(PLAYED, book, position, name)
    for frame in (
        *reversed(book.union(seams.PHASE_CLOSES, book, position, name)),
        *reversed(frames if played is None else played),
        *reversed(book.union(seams.PHASE_OPENS, book, position, name)),
    ):
        yield Pushed(frame)


def victory_check(book: Book, position: Position) -> Iterator[Event]:
    """At the end of each player's turn somebody may have won. [TC-10.1]"""
    result = book.stack(seams.VICTORY, book, position)
    if result is not None:
        winners, clause, key = result
        said = Ruled(clause, key, {"winners": winners})
        yield from finished(book, position, said, winners)


def next_turn(_: object, book: Book, position: Position) -> tuple[Event, ...]:
    """The turn passes on; the number of turns is limited so that every battle ends. [TC-10.4]"""
    if position.phase == names.READY:
        first = who_begins(position)
        said = Ruled("TC-4.1", "tc.4-1.begins", {"seats": first})
        return said, Entered(1, names.START, first)
    seats = book.stack(seams.NEXT_SEAT, book, position)
    limit = settings_of(book).number("turnLimit") * len(turn_order(position))
    if position.turn >= limit:
        over = Ruled("TC-10.4", "tc.10-4.limit", {"turns": position.turn})
        return tuple(finished(book, position, over, ()))
    return (Entered(position.turn + 1, names.START, seats),)


def who_begins(position: Position) -> tuple[Seat, ...]:
    """The seats of the side with the tactical advantage; they take the first turn. [TC-8.1]"""
    first = first_seat(position)
    side = position.side(first) if first else position.chairs[0].side
    return tuple(seat for seat in position.seats() if position.side(seat) == side)


def turn_order(position: Position) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side, sides in table order: a side has its turn together. [TC-4.1]"""
    sides: dict[str, list[Seat]] = {}
    for chair in position.chairs:
        sides.setdefault(chair.side, []).append(chair.seat)
    return tuple(tuple(seats) for seats in sides.values())


def next_side(_: object, __: Book, position: Position) -> tuple[Seat, ...]:
    """The side after the one whose turn it was, in table order. [TC-4.1]"""
    order = turn_order(position)
    now = next(place for place, seats in enumerate(order) if position.active[0] in seats)
    return order[(now + 1) % len(order)]


PROCEDURES: dict[type[Frame], Procedure] = {
    Conduct: parted_from(conduct),
    Opening: parted_from(opening),
}
