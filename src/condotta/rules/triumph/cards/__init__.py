"""The battle cards, each a layer of its own that the base game never names. [BC-0.1]

A module here is a card: it holds what the card does, hook by hook, and exports it as `CARD`.
What a card costs and who may have it is `condotta.armies`.

Flat because each module here is one card; what several share is in `common`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from condotta.kernel.book import Layer

CARDS: tuple[Layer, ...] = tuple(
    module.CARD
    for found in sorted(iter_modules(__path__), key=lambda one: one.name)
    if hasattr(module := import_module(f"{__name__}.{found.name}"), "CARD")
)
"""Every card, by the name of its module."""

LAYERS = (
    *CARDS,
    import_module(f"{__name__}.advice.counsel").COUNSEL,
    import_module(f"{__name__}.display.beside_the_board").DISPLAY,
)
"""The cards, the advice on them, and what is to be said of them."""
