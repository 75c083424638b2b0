"""Menus made of ideas: whoever must choose by lot picks one of what is worth thinking about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Menu
from condotta.kernel.position import Position

Ideas = Callable[[Book, Position, Ask], Iterator[Action]]


def one_of(ideas: Ideas) -> Menu:
    """Any of the ideas by lot; there is always one."""
    return Menu(lambda book, seen, ask, lot: lot.choice(tuple(ideas(book, seen, ask))), ideas)


def or_else(ideas: Ideas, option: str, often: float = 1) -> Menu:
    """The ideas, and after them an option: by lot an idea so often, if there is one."""

    def sample(book: Book, position: Position, ask: Ask, lot: Random) -> Action:
        known = tuple(ideas(book, position, ask))
        if not known or (often < 1 and lot.random() >= often):
            return Choose(option)
        return lot.choice(known)

    def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
        yield from ideas(book, position, ask)
        yield Choose(option)

    return Menu(sample, salient)
