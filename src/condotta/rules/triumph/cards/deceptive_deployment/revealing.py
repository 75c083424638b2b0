"""A masquerade revealed by its owner: the act, and what it begins. [BC-24.3]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph.cards.common.carrying import in_hand
from condotta.rules.triumph.cards.common.standing import own_stand
from condotta.rules.triumph.cards.deceptive_deployment.unmasking import revealed
from condotta.rules.triumph.speaking.acts import Act, moving
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.stands.seeming import is_second, seems

CODE = "DC"


class Reveal(Action, frozen=True):
    """A masquerade of one's own is revealed; either stand of a pair will do. [BC-24.3]"""

    stand: str


class Revealing(Script, frozen=True, kw_only=True):
    """One masquerade being revealed, and the clause that has it so."""

    stand: str
    clause: str


def judge(book: Book, position: Position, seat: Seat, _: Ask | None, said: Reveal) -> Verdict:
    """Whether it is a masquerade of the seat's. [BC-24.3]"""
    stand, wrong = own_stand(field(book, position), seat, said.stand)
    if stand is None:
        return Verdict((wrong,) if wrong else ())
    if not seems(stand.piece):
        return Verdict((Refusal("BC-24.3", "bc.24-3.honest", {"stand": stand.id}),))
    return Verdict()


def revealing(book: Book, state: State, frame: Revealing) -> Iterator[Event]:
    """Free, and no move. Whoever has been revealed meanwhile is not revealed again. [BC-24.3]"""
    piece = state.position.pieces[frame.stand]
    if seems(piece):
        yield from revealed(field(book, state.position), piece, frame.clause)
    yield Popped()


def candidates(position: Position, seat: Seat) -> Iterator[Reveal]:
    """Every masquerade that may be revealed now, by its front stand."""
    for piece in position.at("table"):
        if piece.controller == seat and seems(piece) and not is_second(piece):
            yield Reveal(piece.id)


def on_display(position: Position, seat: Seat) -> bool:
    """Whoever has the card on display may say it: that follows from what everybody knows."""
    return bool(in_hand(position, seat, CODE))


def begin(_: Seat, said: Reveal) -> Frame:
    """What a reveal begins."""
    return Revealing(stand=said.stand, clause="BC-24.3")


ACT = Act(Reveal, "BC-24.3", moving, candidates, judge, begin, always=on_display)
