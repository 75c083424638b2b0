"""Command points: rolled here, paid here for moves that are made at the table. [RB-10]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from condotta.kernel.asks import Action, Ask, Choose, Loop, Script
from condotta.kernel.book import Book, Menu
from condotta.kernel.events import Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, withdrawn
from condotta.rules.conceding import CONCEDED
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.command import commands

WINDOW = "paying"
END = "end"


class Pay(Action, frozen=True):
    """A move was made at the table: a command pays so many points for it. [RB-10]"""

    command: str
    points: int


class Paying(Loop, frozen=True, kw_only=True):
    """Every active seat with points left pays for its moves, until it says that it is done."""


class PaidFor(Script, frozen=True, kw_only=True):
    """One move is paid for, or a seat moves no more. [RB-10]"""

    seat: Seat
    said: Pay | None = None


def paying(book: Book, state: State, frame: Paying) -> Iterator[Event]:
    """Ask who has points left; what a layer lets be said has its frame. [RB-10, RB-33, TC-4.3]"""
    position = state.position
    if frame.answers:
        seat, said = frame.answers[0].seat, frame.answers[0].said
        if said is None or isinstance(said, Pay | Choose):
            yield Pushed(PaidFor(seat=seat, said=said if isinstance(said, Pay) else None))
            return
        item = book.sole(seams.ACT, book, seat, said)
        assert item is not None, said
        yield Pushed(item)
        return
    waiting = [
        seat
        for seat in position.active
        if any(left(position, seat).values()) and not position.count(seat, CONCEDED)
    ]
    yield from withdrawn(state.asks, WINDOW, waiting)
    if not waiting:
        yield Popped()
    for seat in waiting:
        says = ("Pay", *book.union(seams.ACTING, book, position, seat, WINDOW))
        yield from asked_once(state.asks, Ask(seat, WINDOW, "RB-10", options=(END,), says=says))


def left(position: Position, seat: Seat) -> dict[str, int]:
    """The points that each command of a seat has left."""
    return {one: position.count(one, core.CP) for one in commands(position, (seat,))}


def paid_for(book: Book, state: State, frame: PaidFor) -> Iterator[Event]:
    """The points go; whoever is done loses what is left of his. [RB-10, TC-4.3]"""
    del book
    position = state.position
    has = left(position, frame.seat)
    if frame.said is None:
        yield from (Counted(one, core.CP, 0) for one, points in has.items() if points)
    else:
        command = frame.said.command
        rest = has[command] - frame.said.points
        yield Counted(command, core.CP, rest)
        params: dict[str, Param] = {"command": command, "points": frame.said.points, "left": rest}
        yield Ruled("RB-10", "rb.10.paid", params)
    yield Popped()


def judge_pay(_: Book, position: Position, seat: Seat, __: Ask | None, said: Pay) -> Verdict:
    """Whether the command is the seat's, and has so many. [RB-10]"""
    has = left(position, seat)
    if said.command not in has:
        return Verdict((Refusal("RB-10", "rb.10.no-command", {"command": said.command}),))
    if not 1 <= said.points <= has[said.command]:
        params: dict[str, Param] = {
            "command": said.command, "points": said.points, "left": has[said.command],
        }  # fmt: skip
        return Verdict((Refusal("RB-10", "rb.10.too-many", params),))
    return Verdict(cost=said.points)


def every(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """What layers let be said, a point of each command that has one, and to end."""
    yield from book.union(seams.ACTS, book, position, ask)
    for command, points in left(position, ask.seat).items():
        if points:
            yield Pay(command, 1)
    yield Choose(END)


def any_of(book: Book, position: Position, ask: Ask, random: Random) -> Action:
    """One of them at random."""
    return random.choice(tuple(every(book, position, ask)))


PROCEDURES = {Paying: paying, PaidFor: paid_for}
JUDGES = {Pay: judge_pay}
MENUS = {WINDOW: Menu(any_of, every)}
