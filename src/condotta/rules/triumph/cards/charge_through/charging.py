"""The act of saying Charge Through, before the move that it is for. [BC-12.2]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.common.carrying import bought_for, in_hand
from condotta.rules.triumph.speaking.acts import Act, moving
from condotta.rules.triumph.tokens import Token

CODE = "CT"
CHARGING = Token("charges through", "BC-12.2", names.MOVEMENT)


class ChargeThrough(Action, frozen=True):
    """The card is played: the next move of its entry passes the foot that the list names."""

    card: str


class Charging(Script, frozen=True, kw_only=True):
    """The card being played by a seat, for its own stands. [BC-12.2, BC-30.66]"""

    card: str
    seat: Seat


def judge(_: Book, position: Position, seat: Seat, __: Ask | None, said: ChargeThrough) -> Verdict:
    """Whether the card is in hand and somebody of its entry may still move. [BC-12.1]"""
    card = next((one for one in in_hand(position, seat, CODE) if one.id == said.card), None)
    if card is None:
        return Verdict((Refusal("BC-12.3", "bc.12-3.expended", {"card": said.card[:40]}),))
    stands = [piece for piece in bought_for(position, card) if piece.controller == seat]
    if not any(able(position, piece) for piece in stands):
        return Verdict((Refusal("BC-12.2", "bc.12-2.nobody"),))
    if any(CHARGING.on(piece) for piece in stands):
        return Verdict((Refusal("BC-12.2", "bc.12-2.already"),))
    return Verdict()


def able(position: Position, piece: Piece) -> bool:
    """Whether a stand has not moved and there are points for it."""
    return not piece.marked(names.MOVED) and position.count(piece.command, names.CP) > 0


def charging(_: Book, state: State, frame: Charging) -> Iterator[Event]:
    """Said openly: it serves the next tactical move of the entry, and is spent by it. [BC-12.2]

    # RULING BC-12.5: where none of the entry makes a move in this phase the card stays in hand.
    """
    card = state.position.pieces[frame.card]
    entry = bought_for(state.position, card)
    own = (piece for piece in entry if piece.controller == frame.seat)
    stands = tuple(piece for piece in own if not piece.marked(names.MOVED))
    riders = tuple(piece.id for piece in stands)
    yield from CHARGING.laid(card.id, *riders)
    yield Ruled("BC-12.2", "bc.12-2.charges", {"stands": riders})
    yield Popped()


def candidates(position: Position, seat: Seat) -> Iterator[ChargeThrough]:
    """The cards in hand of whose entry somebody can still move."""
    for card in in_hand(position, seat, CODE):
        own = (piece for piece in bought_for(position, card) if piece.controller == seat)
        if any(able(position, piece) for piece in own):
            yield ChargeThrough(card.id)


def begin(seat: Seat, said: ChargeThrough) -> Frame:
    """What playing it begins."""
    return Charging(card=said.card, seat=seat)


ACT = Act(ChargeThrough, "BC-12.2", moving, candidates, judge, begin)
