"""The battle cards, each a layer of its own that the base game never names. [BC-0.1]

A folder here is a card: it holds what the card does, hook by hook, and all that is to be
said of it, and exports it as `CARD`. What it costs and who may have it is `condotta.armies`;
what several share is in `common`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from condotta.rules.triumph.cards.common import told
from condotta.rules.triumph.cards.common.card import Card

CARDS: tuple[Card, ...] = tuple(
    module.CARD
    for found in sorted(iter_modules(__path__), key=lambda one: one.name)
    if hasattr(module := import_module(f"{__name__}.{found.name}"), "CARD")
)
"""Every card, by the name of its folder."""

LAYERS = (*CARDS, told.counsel(CARDS), told.display(CARDS))
"""The cards, the advice on them, and what is to be said of them."""
USES, TOKENS, TRAITS = told.uses_of(CARDS), told.tokens_of(CARDS), told.traits_of(CARDS)
"""When each code is of use, each token by its name, and the traits of stands that cards know."""
