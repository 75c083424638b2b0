"""In which order seats act, which of several may, and what is forgotten as a phase ends. [SK-8]

The base game chooses no order: seats act from the active one on, in table order. Where one of
several may act they are asked one after another. A larger game speaks at `ORDERED`, `ONE_OF` and
`CHOOSER`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Counted, Event, Popped, Ruled, Withdrawn
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.asking import asked_once
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.field import in_game, in_order

WISH = "wish"
YES, NO = "yes", "no"
FLEETING = (names.ORDER, names.PICKED, names.USED)
"""Counters of seats that last for a phase: what they begin with. `DONE` is another."""


class AskInTurn(Script, frozen=True, kw_only=True):
    """One seat after another says whether it wishes to act; the first that does may. [SK-8]"""

    purpose: str
    seats: tuple[Seat, ...]
    about: str = ""


class Forgetting(Script, frozen=True, kw_only=True):
    """Orders, picks and used stratagems are forgotten as a phase ends. [SK-130]"""


def ordered(
    book: Book, position: Position, purpose: str, seats: Iterable[Seat]
) -> tuple[Frame, ...]:
    """The frames that choose in which order some seats act; none where it is one seat."""
    acting = tuple(seats)
    return book.union(seams.ORDERED, position, purpose, acting) if len(acting) > 1 else ()


def turns_of(position: Position, purpose: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those seats in the order that was chosen, or from the active one on."""
    acting = frozenset(seats)
    return tuple(seat for seat in in_order(position, purpose) if seat in acting)


def disordered(position: Position, purpose: str) -> Iterator[Event]:
    """An order that has served is forgotten before the phase ends."""
    for seat in position.seats():
        if position.count(seat, names.ORDER + purpose):
            yield Counted(seat, names.ORDER + purpose, 0)


def asked_alone(state: State, ask: Ask) -> Iterator[Event]:
    """A loop's one question, asked once; what it asked whoever has left the game is taken back."""
    depth = len(state.agenda) - 1
    for one in state.asks:
        if one.depth == depth and (one.seat, one.window) != (ask.seat, ask.window):
            yield Withdrawn(one.id)
    yield from asked_once(state.asks, ask)


def picked(position: Position, purpose: str) -> Seat:
    """The seat that may act of several that wished to, or nobody."""
    found = (seat for seat in position.seats() if position.count(seat, names.PICKED + purpose))
    return next(found, "")


def ask_in_turn(_: Book, state: State, frame: AskInTurn) -> Iterator[Event]:
    """Ask the next seat, unless one has said yes. [SK-8]

    RULING SK-164: without a layer that says more, seats are asked from the active one on.
    """
    for seat in frame.seats:
        said = frame.heard(WISH, seat)
        if said is None and in_game(state.position, seat):
            about = (frame.purpose, frame.about) if frame.about else (frame.purpose,)
            yield Asked(Ask(seat, WISH, "SK-8", (NO, YES), about=about))
            return
        if said == Choose(YES):
            yield Counted(seat, names.PICKED + frame.purpose, 1)
            yield Ruled("SK-8", f"sk.picked.{frame.purpose}", {"seat": seat})
            break
    yield Popped()


def one_after_another(
    _: Any, __: Position, purpose: str, seats: tuple[Seat, ...], about: str
) -> Frame:
    """The base game: the seats are asked in the order given. [SK-8]"""
    return AskInTurn(purpose=purpose, seats=seats, about=about)


def the_active_seat(_: Any, position: Position) -> Seat:
    """The base game: the seat whose turn it is makes its choices itself. [SK-8]"""
    return position.active[0]


def forgotten(position: Position) -> tuple[tuple[Seat, str], ...]:
    """Every counter of a seat that goes as a phase ends."""
    return tuple(
        (seat, name)
        for seat in position.seats()
        for name in sorted(position.counters.get(seat, {}))
        if name == names.DONE or name.startswith(FLEETING)
    )


def forgetting(_: Book, state: State, __: Forgetting) -> Iterator[Event]:
    """They go back to nothing. [SK-130]"""
    for seat, name in forgotten(state.position):
        yield Counted(seat, name, 0)
    yield Popped()


def closes(position: Position, _: str) -> tuple[Frame, ...]:
    """As a phase ends, whatever was chosen for it alone is forgotten. [SK-130]"""
    return (Forgetting(),) if forgotten(position) else ()


PROCEDURES: dict[type[Frame], Procedure] = {AskInTurn: ask_in_turn, Forgetting: forgetting}
HOOKS: tuple[tuple[Any, Any, str], ...] = (
    (seams.ONE_OF, one_after_another, "SK-8"),
    (seams.CHOOSER, the_active_seat, "SK-8"),
    (seams.PHASE_CLOSES, closes, "SK-130"),
)
