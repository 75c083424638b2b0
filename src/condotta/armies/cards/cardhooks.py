"""Where battle cards come into the bill and the checks: rows on a roster, and rules by code.

A card that has no rule costs nothing here and is reported; a rule makes it priced and checked
without a change anywhere else. [AL-9.2, AL-9.10]
"""

from collections.abc import Callable, Mapping

import msgspec

from condotta.armies.findings import Finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound, Fill

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


class CardRule(msgspec.Struct, frozen=True):
    """How one card is priced and checked.

    `each` may give stands of a fill another price (a dismounting card: the dearer type, AL-9.3);
    `lines` puts the card on the bill, savings included; `findings` says what is wrong with it.
    """

    code: str
    lines: Callable[[Bound], tuple[CardLine, ...]]
    findings: Callable[[Bound], tuple[Finding, ...]]
    each: Callable[[Bound, Fill], HalfPoints | None] | None = None


def bought(bound: Bound) -> tuple[CardLine, ...]:
    """Every card on the roster, still without a price, army cards first."""
    roster = bound.roster
    army = [CardLine(card.code, ON_ARMY, card.count, None) for card in roster.army_cards]
    troop = [CardLine(card.code, card.option, card.stands, None) for card in roster.troop_cards]
    return (*army, *troop)


def card_lines(bound: Bound, rules: Mapping[str, CardRule]) -> tuple[CardLine, ...]:
    """The bill for cards by code, those without a price last; no order of buying matters."""
    priced = [line for code in ruled(bound, rules) for line in rules[code].lines(bound)]
    return (*priced, *(card for card in bought(bound) if card.code not in rules))


def stand_price(bound: Bound, fill: Fill, rules: Mapping[str, CardRule]) -> HalfPoints:
    """What one stand of a fill costs: the dearest that its type or a card says. [AL-9.2, AL-9.3]"""
    troop = bound.data.troop(fill.code)
    said = [
        price
        for code in ruled(bound, rules)
        if (each := rules[code].each) and (price := each(bound, fill)) is not None
    ]
    return max([troop.half_points if troop else 0, *said])


def ruled(bound: Bound, rules: Mapping[str, CardRule]) -> tuple[str, ...]:
    """Codes of the roster's cards that have a rule, in alphabetical order."""
    return tuple(sorted({card.code for card in bought(bound)} & set(rules)))
