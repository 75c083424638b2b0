"""Card 12, Charge Through: horse that ride through their own close order foot. [BC-12]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Cleared, Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.state import State
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.carrying import bought_for, detail, expended, in_hand
from condotta.rules.triumph.cards.common.charging import (
    CHARGING,
    CODE,
    HOOKS,
    ChargeThrough,
    Charging,
    charging,
    judge,
)
from condotta.rules.triumph.tables import troop


class Charged(Script, frozen=True, kw_only=True):
    """The move for which it was played is over. [BC-12.3]"""

    card: str
    stands: tuple[str, ...]


def passes(mover: Piece, friend: Piece) -> bool | None:
    """Through foot of a named type as if it were open order foot. [BC-12.2, BC-30.38]

    # RULING BC-12.4: of a body only those whose own way leads over the foot must be of the entry.
    """
    named = mover.marked(CHARGING) and friend.type in detail(mover, CODE).split()
    return True if named and troop(friend.type).is_foot else None


def moved(position: Position, pieces: tuple[str, ...]) -> tuple[Frame, ...]:
    """The move is made: the card serves no other. [BC-12.3]

    # RULING BC-12.6: a flank march is placed where it comes in: it passes nobody, spends no card.
    """
    movers = [one for name in pieces if (one := position.pieces[name]).marked(CHARGING)]
    if not movers:
        return ()
    used = {(one.army, one.unit) for one in movers}
    return tuple(
        Charged(card=card.id, stands=tuple(one.id for one in bought_for(position, card)))
        for card in in_hand(position, movers[0].controller, CODE)
        if card.marked(CHARGING) and (card.army, card.unit) in used
    )


def charged(_: Book, state: State, frame: Charged) -> Iterator[Event]:
    """Expended; the tokens come off. [BC-12.3]"""
    yield Cleared(frame.card, CHARGING)
    yield from expended(state.position.pieces[frame.card], "BC-12.3")
    for name in frame.stands:
        if state.position.pieces[name].marked(CHARGING):
            yield Cleared(name, CHARGING)
    yield Popped()


CARD = Layer(
    "charge through",
    2,
    procedures={Charging: charging, Charged: charged},
    judges={ChargeThrough: judge},
    hooks=(*HOOKS, (seams.PASSABLE, passes, "BC-12.2"), (seams.MOVE_MADE, moved, "BC-12.3")),
)
