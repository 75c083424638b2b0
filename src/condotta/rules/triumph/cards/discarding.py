"""The act of leaving transports: after a move, or as a move on the spot. [BC-8.3, BC-8.4]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.acting import hooks
from condotta.rules.triumph.cards.exchanging import fits
from condotta.rules.triumph.cards.standing import own_stand, unpaid
from condotta.rules.triumph.cards.transports import RIDING, got_off, on_foot
from condotta.rules.triumph.command import price
from condotta.rules.triumph.field import field
from condotta.rules.triumph.phase import WINDOW


class Discard(Action, frozen=True):
    """A stand leaves its transports for good. [BC-8.4]"""

    stand: str


class Discarding(Script, frozen=True, kw_only=True):
    """An accepted discard being carried out."""

    stand: str


def judge(book: Book, position: Position, seat: Seat, _: Ask | None, said: Discard) -> Verdict:
    """After its move free of cost; else as a move on the spot, near the enemy. [BC-8.3, 8.4]

    # RULING BC-8.4: the end of a move lasts until the movement phase is over.
    """
    here = field(book, position)
    stand, wrong = own_stand(here, seat, said.stand)
    if stand is None:
        return Verdict((wrong,) if wrong else ())
    if not stand.piece.marked(RIDING):
        return Verdict((Refusal("BC-8.4", "bc.8-4.on-foot", {"stand": stand.id}),))
    moved = stand.piece.marked(names.MOVED)
    found = [] if moved else list(unpaid(here, stand))
    if stand.id in here.fighting:
        found.append(Refusal("TC-5.10", "tc.5-10.fighting", {"stand": stand.id}))
    if not fits(here, on_foot(stand.piece)):
        found.append(Refusal("BC-0.7", "bc.0-7.room", {"stand": stand.id}))
    return Verdict(tuple(found), cost=0 if moved else price(here, (stand,)))


def discarding(book: Book, state: State, frame: Discarding) -> Iterator[Event]:
    """Paid for if it is a move of its own. [BC-8.3, BC-8.4]"""
    here = field(book, state.position)
    stand = here.stand(frame.stand)
    moved = stand.piece.marked(names.MOVED)
    if not moved:
        left = state.position.count(stand.command, names.CP) - price(here, (stand,))
        yield Counted(stand.command, names.CP, left)
        yield Marked(stand.id, Mark(names.MOVED, names.TURN))
    yield from got_off(stand.piece)
    yield Ruled("BC-8.4", "bc.8-4.discards", {"stand": stand.id})
    yield Popped()
    for then in () if moved else book.union(seams.MOVE_MADE, state.position, (stand.id,)):
        yield Pushed(then)


def candidates(position: Position, seat: Seat) -> Iterator[Discard]:
    """A seat's stands on transports: after a move, or with points for one."""
    for piece in position.at("table"):
        able = piece.marked(names.MOVED) or position.count(piece.command, names.CP) > 0
        if able and piece.controller == seat and piece.marked(RIDING):
            yield Discard(piece.id)


def frame(_: Seat, said: Discard) -> Frame:
    """What a discard begins."""
    return Discarding(stand=said.stand)


HOOKS = hooks(Discard, WINDOW.__eq__, candidates, judge=judge, frame=frame, clause="BC-8.4")
