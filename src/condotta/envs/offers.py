"""What a seat is offered to say: a menu of a fixed size, drawn from what it sees.

Options come first, then what the game's own menu thinks worth a thought; where there is no end of
moves, some drawn over all that the seat could move. Equal views, questions and lots give equal
offers, whatever is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from condotta.bots.lots import Lots
from condotta.kernel.asks import Ask, Choose
from condotta.kernel.book import Book, Idea
from condotta.kernel.decide import judge, permits
from condotta.kernel.position import Position

MOST_TRIED = 4
"""So many times more ideas are judged than there is room for, before a menu stays shorter."""
DRAWS = 100
"""How often an answer is drawn where none is known."""


def offers(
    book: Book,
    seen: Position,
    ask: Ask,
    lots: Lots,
    most: int,
    *,
    judged: bool,
    kept: tuple[Idea, ...] = (),
) -> tuple[Idea, ...]:
    """At most so many answers, at least one of them legal; all of them where they are judged.

    Unjudged ones are had many times sooner: only drawn moves are, and they may be refused. Those
    that are `kept` from before need not be drawn.
    """
    menu = book.menus.get(ask.window) if ask.says else None
    options = [Idea(Choose(option)) for option in ask.options]
    if menu is None:
        return tuple(options[:most])
    if menu.ideas is None or menu.lot:
        found = () if menu.lot else menu.salient(book, seen, ask)
        listed = distinct(chain(options, map(Idea, found)))
    else:
        drawn = menu.ideas(book, seen, ask, lots)
        if judged:
            near = islice(drawn, MOST_TRIED * most)
            drawn = (one for one in near if permits(book, seen, ask, one.said))
        listed = distinct(chain(options, kept, drawn))
    some = tuple(islice(listed, most))
    if some and (options or menu.ideas is None or judged):
        return some
    return tuple(islice(chain(one_drawn(book, seen, ask, lots), some), most))


def distinct(ideas: Iterator[Idea]) -> Iterator[Idea]:
    """Each only once, in their order."""
    known = set()
    for one in ideas:
        if one.said not in known:
            known.add(one.said)
            yield one


def one_drawn(book: Book, seen: Position, ask: Ask, lots: Lots) -> Iterator[Idea]:
    """A legal answer by lot."""
    menu = book.menus[ask.window]
    tries = (menu.sample(book, seen, ask, lots) for _ in range(DRAWS))
    yield from islice((Idea(one) for one in tries if one is not None), 1)


def placed(book: Book, seen: Position, ask: Ask, idea: Idea) -> Idea:
    """An idea with where its pieces would end, as the judge tells it if it is not known."""
    if idea.ends or isinstance(idea.said, Choose):
        return idea
    return Idea(idea.said, judge(book, seen, ask.seat, ask, idea.said).poses)
