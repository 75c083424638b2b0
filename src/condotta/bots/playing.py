"""Which sensible bot plays which base game."""

from __future__ import annotations

from condotta.bots.captain import Captain
from condotta.bots.lots import Lots
from condotta.bots.marshal import Marshal
from condotta.bots.steward import Steward
from condotta.bots.thinker import Thinker
from condotta.kernel.book import Book
from condotta.rules.ranked.layer import RANKED
from condotta.rules.skirmish.layer import SKIRMISH


def sensible(book: Book, draw: Lots) -> Thinker:
    """The bot that looks ahead in the base game of a book."""
    if SKIRMISH in book.layers:
        return Captain(book, draw)
    return Marshal(book, draw) if RANKED in book.layers else Steward(book, draw)
