"""Card 12, Charge Through: horse that ride through their own close order foot. [BC-12]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Cleared, Event, Marked, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.acting import hooks
from condotta.rules.triumph.cards.carrying import bought_for, detail, expended, in_hand
from condotta.rules.triumph.phase import WINDOW
from condotta.rules.triumph.tables import troop

CODE, CHARGING = "CT", "charges through"


class ChargeThrough(Action, frozen=True):
    """The card is played: the next move of its entry passes the foot that the list names."""

    card: str


class Charging(Script, frozen=True, kw_only=True):
    """The card being played. [BC-12.2]"""

    card: str


class Charged(Script, frozen=True, kw_only=True):
    """The move for which it was played is over. [BC-12.3]"""

    stands: tuple[str, ...]


def judge(_: Book, position: Position, seat: Seat, __: Ask | None, said: ChargeThrough) -> Verdict:
    """Whether the card is in hand and somebody of its entry may still move. [BC-12.1]"""
    card = next((one for one in in_hand(position, seat, CODE) if one.id == said.card), None)
    if card is None:
        return Verdict((Refusal("BC-12.3", "bc.12-3.expended", {"card": said.card[:40]}),))
    stands = [piece for piece in bought_for(position, card) if piece.controller == seat]
    if not any(
        not piece.marked(names.MOVED) and position.count(piece.command, names.CP) > 0
        for piece in stands
    ):
        return Verdict((Refusal("BC-12.2", "bc.12-2.nobody"),))
    if any(piece.marked(CHARGING) for piece in stands):
        return Verdict((Refusal("BC-12.2", "bc.12-2.already"),))
    return Verdict()


def charging(_: Book, state: State, frame: Charging) -> Iterator[Event]:
    """Expended at once; it serves the next tactical move of the entry. [BC-12.2, BC-12.3]"""
    card = state.position.pieces[frame.card]
    stands = bought_for(state.position, card)
    yield from expended(card, "BC-12.3")
    for piece in stands:
        if not piece.marked(names.MOVED):
            yield Marked(piece.id, Mark(CHARGING, names.MOVEMENT))
    yield Ruled("BC-12.2", "bc.12-2.charges", {"stands": tuple(piece.id for piece in stands)})
    yield Popped()


def passes(mover: Piece, friend: Piece) -> bool | None:
    """Through foot of a named type as if it were open order foot. [BC-12.2, BC-30.38]

    # RULING BC-12.4: every stand of a body must be of the entry for it to pass.
    """
    named = mover.marked(CHARGING) and friend.type in detail(mover, CODE).split()
    return True if named and troop(friend.type).is_foot else None


def moved(position: Position, pieces: tuple[str, ...]) -> tuple[Frame, ...]:
    """The move is made: the card serves no other. [BC-12.3]

    # RULING BC-12.2: a flank march is placed where it comes in: it passes nobody, spends no card.
    """
    charged = any(position.pieces[name].marked(CHARGING) for name in pieces)
    if not charged:
        return ()
    first = position.pieces[pieces[0]]
    marked = (one for one in position.at("table") if one.marked(CHARGING))
    return (Charged(stands=tuple(one.id for one in marked if one.army == first.army)),)


def charged(_: Book, __: State, frame: Charged) -> Iterator[Event]:
    """The tokens come off. [BC-12.3]"""
    for name in frame.stands:
        yield Cleared(name, CHARGING)
    yield Popped()


def candidates(position: Position, seat: Seat) -> Iterator[ChargeThrough]:
    """The cards in hand."""
    for card in in_hand(position, seat, CODE):
        if any(piece.controller == seat for piece in bought_for(position, card)):
            yield ChargeThrough(card.id)


def begin(_: Seat, said: ChargeThrough) -> Frame:
    """What playing it begins."""
    return Charging(card=said.card)


ACT = hooks(ChargeThrough, WINDOW.__eq__, candidates, judge=judge, frame=begin, clause="BC-12.2")
CARD = Layer(
    "charge through",
    2,
    procedures={Charging: charging, Charged: charged},
    judges={ChargeThrough: judge},
    hooks=(*ACT, (seams.PASSABLE, passes, "BC-12.2"), (seams.MOVE_MADE, moved, "BC-12.3")),
)
