"""Card 16, No Camp: nothing to sack and nothing to guard. [BC-16]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.card import Card, lasting

CODE = "NC"


def camps(_: Book, cards: tuple[str, ...]) -> int | None:
    """The army brings no camp; other cards for camps lie idle. [BC-16.1, BC-30.50]"""
    return 0 if CODE in cards else None


CARD = Card("no camp", uses=(lasting(CODE, "BC-16.1"),), hooks=((seams.CAMPS, camps, "BC-16.1"),))
