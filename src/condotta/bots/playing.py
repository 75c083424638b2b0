"""Which bot plays which base game: a sensible one, and one that plans whole turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from condotta.bots.captain import Captain
from condotta.bots.commander import Commander
from condotta.bots.general import General
from condotta.bots.lots import Lots
from condotta.bots.marshal import Marshal
from condotta.bots.planner import Planner
from condotta.bots.steward import Steward
from condotta.bots.thinker import Thinker
from condotta.kernel.book import Book
from condotta.rules.ranked.layer import RANKED
from condotta.rules.skirmish.layer import SKIRMISH

Level: TypeAlias = Literal["planner", "condottiere"]
"""How much a bot thinks that plans whole turns: about 0.3 s a decision, or at most 1 s."""

TRIUMPH, REGIMENTS, MODELS = "triumph", "ranked", "skirmish"
"""The base games."""


def base_game(book: Book) -> str:
    """Which base game a book rests on."""
    if SKIRMISH in book.layers:
        return MODELS
    return REGIMENTS if RANKED in book.layers else TRIUMPH


def sensible(book: Book, draw: Lots) -> Thinker:
    """The bot that looks ahead in the base game of a book."""
    makers: Mapping[str, Callable[[Book, Lots], Thinker]] = {
        TRIUMPH: Steward,
        REGIMENTS: Marshal,
        MODELS: Captain,
    }
    return makers[base_game(book)](book, draw)


PLANNING: Mapping[str, Callable[[Book, Lots, Level], Thinker]] = {
    TRIUMPH: Planner,
    REGIMENTS: General,
    MODELS: Commander,
}
"""What makes the bot that plans, for each base game that has one."""


def thoughtful(book: Book, draw: Lots, level: Level) -> Thinker:
    """The bot that plans whole turns in the base game of a book, else the sensible one."""
    make = PLANNING.get(base_game(book))
    return sensible(book, draw) if make is None else make(book, draw, level)
