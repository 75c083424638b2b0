"""Card 16, No Camp: nothing to sack and nothing to guard. [BC-16]"""

from __future__ import annotations

from condotta.kernel.book import Layer
from condotta.rules.triumph import seams

CODE = "NC"


def camps(cards: tuple[str, ...]) -> int | None:
    """The army brings no camp; other cards for camps lie idle. [BC-16.1, BC-30.50]"""
    return 0 if CODE in cards else None


CARD = Layer("no camp", 2, hooks=((seams.CAMPS, camps, "BC-16.1"),))
