"""Battle cards of an army: the table of rules that prices and checks every one. [AL-1.6, AL-6]"""

from collections.abc import Mapping
from functools import partial

from condotta.armies.cards import cardchecks, cardprices
from condotta.armies.cards.cardforms import CardForm, card_name, forms
from condotta.armies.cards.cardhooks import (
    CardLine,
    CardRule,
    bought,
    card_lines,
    ruled,
    stand_price,
)

__all__ = [
    "CARD_NAMES",
    "CARD_RULES",
    "CardLine",
    "CardRule",
    "bought",
    "card_lines",
    "ruled",
    "stand_price",
]

CARD_NAMES: Mapping[str, str] = {code: card_name(code) for code in forms()}
"""The codes of all cards with their names. [AL-1.5, AL-1.6]"""


def rule(form: CardForm) -> CardRule:
    """The rule of a card, from its form."""
    return CardRule(
        form.code,
        partial(cardprices.lines, form),
        partial(cardchecks.findings, form),
        partial(cardprices.each, form) if form.dearer else None,
    )


CARD_RULES: Mapping[str, CardRule] = {code: rule(form) for code, form in forms().items()}
"""Every card's price and checks, by code."""
