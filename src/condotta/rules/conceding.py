"""Giving up: an act that needs no question, for one's own seat, in every game.

A base game says at `TERMS` by which clause, and what of a seat would leave the table; a layer may
have other terms, another consequence, or bar it. [TC-10.6, FB-14.9, SK-165, TT-13.13, CM-109]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from random import Random
from typing import NamedTuple

from condotta.kernel.asks import Action, Ask, Choose, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Popped, Removed, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.seams import Refuse, Stack
from condotta.kernel.state import State
from condotta.rules.scores import finished, sides

CONCEDED = "conceded"
"""Held by a seat: 1 once it has given up."""


class Concede(Action, frozen=True):
    """A seat gives up."""


class Conceding(Script, frozen=True, kw_only=True):
    """A seat gives up: it is told, and what follows from it happens."""

    seat: Seat
    said: Concede = Concede()


class Terms(NamedTuple):
    """By which clause a seat gives up, the start of its messages' keys, what it has left."""

    clause: str
    key: str
    left: Callable[[Position, Seat], Iterable[Piece]]

    def goes_on(self, position: Position, seat: Seat) -> bool:
        """Whether a seat that has not given up is still in the battle."""
        return any(self.left(position, seat))


TERMS: Stack[[], Terms] = Stack("on what terms a seat gives up")
"""Any time. Given what lies below."""
MAY_CONCEDE: Refuse[[Book, Position, Seat]] = Refuse("why a seat may not give up now")
"""As tried. Given the Book, the position and the seat."""
GIVES_UP: Stack[[Book, Position, Seat], Iterator[Event]] = Stack(
    "what follows when a seat gives up"
)
"""Before anything of it is told. Given what lies below, the Book, the position and the seat."""


def judge_concede(
    book: Book, position: Position, seat: Seat, _: Ask | None, __: Concede
) -> Verdict:
    """At any time, once; a layer may bar it."""
    if position.count(seat, CONCEDED):
        terms = book.stack(TERMS)
        return Verdict((Refusal(terms.clause, f"{terms.key}.again", {"seat": seat}),))
    return Verdict(book.refusals(MAY_CONCEDE, book, position, seat))


def conceding(book: Book, state: State, frame: Conceding) -> Iterator[Event]:
    """What the game, or the layer over it, makes of it."""
    yield from book.stack(GIVES_UP, book, state.position, frame.seat)


def given_up(_: object, book: Book, position: Position, seat: Seat) -> Iterator[Event]:
    """The battle ends where one side alone goes on; else it goes on without the seat."""
    terms = book.stack(TERMS)
    told = Counted(seat, CONCEDED, 1), Ruled(terms.clause, f"{terms.key}.concedes", {"seat": seat})
    yield from told
    now = after(position, told)
    left = going_on(book, now)
    if len(left) > 1:
        yield Popped()
        return
    winners = tuple(chain.from_iterable(left.values()))
    said = Ruled(terms.clause, f"{terms.key}.over", {"winners": winners})
    yield from finished(book, now, said, winners)


def going_on(book: Book, position: Position) -> dict[str, tuple[Seat, ...]]:
    """The sides that are still in the battle with their seats, in table order.

    Where none is that has not given up, all that have not.
    """
    terms, gone = book.stack(TERMS), out(position)
    held = {side: seats for side, seats in sides(position).items() if side not in gone}
    there = {
        side: seats
        for side, seats in held.items()
        if any(terms.goes_on(position, seat) for seat in seats)
    }
    return there or held


def out(position: Position) -> dict[str, tuple[Seat, ...]]:
    """The sides of which every seat has given up, with their seats."""
    return {
        side: seats
        for side, seats in sides(position).items()
        if all(position.count(seat, CONCEDED) for seat in seats)
    }


Least = Callable[[Book, Position, Ask], "Action | None"]
"""The answer to a question by which the least is done, of what a seat sees."""


def stands_in(position: Position, seat: Seat) -> Least | None:
    """What answers for a seat that has given up: nobody waits for it, whatever it is asked.

    [TC-10.6, FB-14.9, SK-165, TT-13.13, RB-33]
    """
    return least if position.count(seat, CONCEDED) else None


WAITS = ("pass", "end", "over", "finish", "ready", "stay", "hold", "keep")
DECLINES = ("none", "nothing", "no", "refuse", "restrain")
"""Options by which a seat leaves things as they are, and by which it wants nothing."""


def least(book: Book, position: Position, ask: Ask) -> Action | None:
    """The answer by which the least is done: to pass; else the first that is offered.

    >>> from condotta.kernel.asks import Ask
    >>> least(None, None, Ask("red", "shooting", "FB-9", options=("B7>R2", "hold")))
    Choose(option='hold')
    """
    for option in (*filter((*WAITS, *DECLINES).__contains__, ask.options), *ask.options):
        return Choose(option)
    menu = book.menus[ask.window]
    known = next(menu.salient(book, position, ask), None)
    return known or menu.sample(book, position, ask, Random(ask.id))


def leaving(book: Book, position: Position) -> Iterator[Event]:
    """Between two phases what is left of sides that gave up goes, by nobody's doing."""
    gone = tuple(chain.from_iterable(out(position).values()))
    if not gone:
        return
    terms = book.stack(TERMS)
    for seat in gone:
        for piece in terms.left(position, seat):
            yield Removed(piece.id, "lost", "", terms.clause)


def parted_from(conduct: Procedure) -> Procedure:
    """A battle or its set-up conducted without those who gave up, once a phase is over.

    A step of the set-up is over as a phase is: nobody who is gone is asked to set out.
    """

    def conducting(book: Book, state: State, frame: Script) -> Iterator[Event]:
        gone = tuple(leaving(book, state.position))
        yield from gone or conduct(book, state, frame)

    return conducting


PROCEDURES = {Conceding: conceding}
JUDGES = {Concede: judge_concede}
ANYTIME = {Concede: lambda seat, said: Conceding(seat=seat, said=said)}
