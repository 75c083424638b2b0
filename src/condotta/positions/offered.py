"""The answers to a question that are worth listing, the best known first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from random import Random

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle

DRAWS = 100
"""How often an answer is drawn at random where none is worth thinking about."""


def known_answers(battle: Battle, ask: Ask, draw: Random | None = None) -> Iterator[Action]:
    """The answers to a question that are worth listing, options first.

    Where there is none, one drawn at random: by `draw`, else as the question's number decides.
    """
    options = [Choose(option) for option in ask.options]
    menu = battle.book.menus.get(ask.window) if ask.says else None
    if menu is None:
        yield from options
        return
    seen = battle.view(ask.seat).position
    worth = (one for one in menu.salient(battle.book, seen, ask) if one not in options)
    if found := next(listed := chain(options, worth), None):
        yield from chain((found,), listed)
        return
    lots = draw or Random(ask.id)
    tries = (menu.sample(battle.book, seen, ask, lots) for _ in range(DRAWS))
    yield from islice((one for one in tries if one is not None), 1)
