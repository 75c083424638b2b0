"""The bot called "random": it says any legal thing, without a thought."""

from __future__ import annotations

from condotta.bots.lots import Lots
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.views import View


class Chancer:
    """Picks among the options of a closed question, and from the menu of an open one.

    Where a question is both, the menu decides: it may pick an option as well.
    """

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book, drawing from these lots."""
        self.book = book
        self.draw = draw

    def answer(self, view: View, ask: Ask) -> Action:
        """Any legal answer to the question."""
        if ask.says:
            said = self.book.menus[ask.window].sample(self.book, view.position, ask, self.draw)
            if said is not None:
                return said
        if not ask.options:
            raise Speechless(ask)
        return Choose(self.draw.choice(ask.options))


class Speechless(RuntimeError):
    """A question whose menu found no legal answer: a bug in the menu, not in the bot."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"no legal answer was found to {ask.window} for {ask.seat} [{ask.clause}]")
        self.ask = ask
