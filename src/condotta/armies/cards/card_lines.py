"""Cards on a roster and on its bill: which, where, how many, for how much. [AL-9.10]"""

import msgspec

from condotta.armies.cards.cardforms import CardForm, forms
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound

ON_ARMY = "army"
"""Where a card bought for the army is."""


class CardLine(msgspec.Struct, frozen=True):
    """A card on the bill; a saving is negative, None means that no price is known. [AL-9.10]

    `together` is the clause of a price that is counted once over the army: its first line has it.
    """

    code: str
    where: str
    copies: int
    half_points: HalfPoints | None
    together: str = ""


def bought(bound: Bound) -> tuple[CardLine, ...]:
    """Every card on the roster, still without a price, army cards first."""
    roster = bound.roster
    army = [CardLine(card.code, ON_ARMY, card.count, None) for card in roster.army_cards]
    troop = [CardLine(card.code, card.option, card.stands, None) for card in roster.troop_cards]
    return (*army, *troop)


def known(bound: Bound) -> tuple[CardForm, ...]:
    """The forms of the roster's cards, by code; no order of buying matters."""
    held = {card.code for card in bought(bound)}
    return tuple(form for code, form in forms().items() if code in held)
