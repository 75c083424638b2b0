"""Card 12, Charge Through: horse that ride through their own close order foot. [BC-12]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.state import State
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.charge_through.charging import (
    ACT,
    CHARGING,
    CODE,
    ChargeThrough,
    Charging,
    charging,
)
from condotta.rules.triumph.cards.common.card import Advice, Card, played
from condotta.rules.triumph.cards.common.carrying import bought_for, detail, expended, in_hand
from condotta.rules.triumph.cards.common.lookout import CLOSE, LIKELY, foes
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import troop
from condotta.table import gap


class Charged(Script, frozen=True, kw_only=True):
    """The move for which it was played is over. [BC-12.3]"""

    card: str
    stands: tuple[str, ...]


def passes(_: Book, mover: Piece, friend: Piece) -> bool | None:
    """Through foot of a named type as if it were open order foot. [BC-12.2, BC-30.38]

    # RULING BC-12.4: of a body only those whose own way leads over the foot must be of the entry.
    """
    named = CHARGING.on(mover) and friend.type in detail(mover, CODE).split()
    return True if named and troop(friend.type).is_foot else None


def moved(_: Book, position: Position, pieces: tuple[str, ...], how: str) -> tuple[Frame, ...]:
    """The move is made: the card serves no other. [BC-12.3]

    # RULING BC-12.6: a flank march is placed where it comes in: it passes nobody, spends no card.
    """
    movers = [one for name in pieces if CHARGING.on(one := position.pieces[name])]
    if not movers or how == "march":
        return ()
    used = {(one.army, one.unit) for one in movers}
    return tuple(
        Charged(card=card.id, stands=tuple(one.id for one in bought_for(position, card)))
        for card in in_hand(position, movers[0].controller, CODE)
        if CHARGING.on(card) and (card.army, card.unit) in used
    )


def charged(_: Book, state: State, frame: Charged) -> Iterator[Event]:
    """Expended; the tokens come off. [BC-12.3]"""
    yield from CHARGING.lifted(frame.card)
    yield from expended(state.position.pieces[frame.card], "BC-12.3")
    riders = (name for name in frame.stands if CHARGING.on(state.position.pieces[name]))
    yield from CHARGING.lifted(*riders)
    yield Popped()


def where_the_way_is_blocked(_: Book, here: Field, __: Ask, said: ChargeThrough) -> float:
    """Whether an enemy is near and own foot of the named type stands right before a rider."""
    for piece in bought_for(here.position, here.position.pieces[said.card]):
        stand = here.find(piece.id)
        if stand is None or not foes(here, stand, stand.reach):
            continue
        for friend in here.friends(stand.seat):
            dx, dy = friend.base.cx - stand.base.cx, friend.base.cy - stand.base.cy
            before = dx * stand.base.fx + dy * stand.base.fy > 0
            if before and friend.troop.is_foot and gap(friend.base, stand.base) < CLOSE / 3:
                return LIKELY
    return 0.0


CARD = Card(
    "charge through",
    uses=(played(CODE, "BC-12.2"),),
    tokens=(CHARGING,),
    advice=Advice(acts={ChargeThrough: where_the_way_is_blocked}),
    procedures={Charging: charging, Charged: charged},
    acts=(ACT,),
    hooks=((seams.PASSABLE, passes, "BC-12.2"), (seams.MOVE_MADE, moved, "BC-12.3")),
)
