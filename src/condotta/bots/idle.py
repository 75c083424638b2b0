"""The bots to measure others by: one that does nothing, one that fights and spends nothing.

Whoever cannot beat "idle" gains nothing by what it does; whoever cannot beat "frugal" gains nothing
by what it pays.
"""

from __future__ import annotations

from condotta.bots.chancer import Speechless
from condotta.bots.lots import Lots
from condotta.bots.playing import sensible
from condotta.bots.reasons import Reason
from condotta.bots.thinker import IDLE, WILLING
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.views import View
from condotta.rules.carnage import rolling
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL, INSANE_BRAVERY
from condotta.rules.treachery import bribery
from condotta.rules.treachery.playing import PASS

NOTHING = IDLE | {
    "finish", "hold", "keep die", "no more", "nothing", "over", "ready", "refuse", "restrain",
    "usual",
}  # fmt: skip
"""Options by which a seat does nothing, in any game."""

PAID = frozenset({*bribery.WINDOWS, rolling.WINDOW, COMMAND_REROLL, INSANE_BRAVERY})
"""Windows in which tokens or command points are spent."""
TREACHERY = "treachery "  # how windows for treachery cards begin


def least(ask: Ask) -> str:
    """The option by which a seat does nothing, if the question has one; else nothing."""
    for word in ask.options:
        if word in NOTHING or word in WILLING:
            return word
    return ""


class Idle:
    """Sets out, since it must, and from then on does as little as the rules allow."""

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book; lots decide what must be decided."""
        self.book = book
        self.draw = draw

    def answer(self, view: View, ask: Ask) -> Action:
        """Nothing, where that may be said; else what the menu knows best, else any option."""
        if word := least(ask):
            return Choose(word)
        menu = self.book.menus.get(ask.window) if ask.says else None
        if menu is not None:
            best = iter(()) if menu.lot else menu.salient(self.book, view.position, ask)
            said = next(best, None) or menu.sample(self.book, view.position, ask, self.draw)
            if said is not None:
                return said
        if not ask.options:
            raise Speechless(ask)
        return Choose(self.draw.choice(ask.options))

    def why(self) -> tuple[Reason, ...]:
        """That it does as little as it may."""
        return (Reason("why.idle"),)


class Frugal:
    """Fights as the steward and spends nothing: no treachery card, token or command point.

    It never gives, bargains or bribes either, since it does nothing of its own accord.
    """

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book, as the sensible bot of its base game."""
        self.base = sensible(book, draw)
        self.saved = False

    def answer(self, view: View, ask: Ask) -> Action:
        """Nothing where something would be spent; else as the steward."""
        said = self.unpaid(ask)
        self.saved = said is not None
        return self.base.answer(view, ask) if said is None else said

    def unpaid(self, ask: Ask) -> Action | None:
        """What spends nothing where something could be spent."""
        if ask.window.startswith(TREACHERY):
            return Choose(PASS)
        if ask.window in PAID and (word := least(ask)):
            return Choose(word)
        return None

    def why(self) -> tuple[Reason, ...]:
        """That it spends nothing; else as the steward."""
        return (Reason("why.frugal"),) if self.saved else self.base.why()
