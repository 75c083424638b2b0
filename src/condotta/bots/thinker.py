"""What bots that think share: a thought for each window, and sense where they have none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, TypeAlias

from condotta.bots.chancer import Speechless
from condotta.bots.lots import Lots
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.views import View

Thought: TypeAlias = Callable[[Position, Ask], Action | None]
"""What is best to say to a question, if there is an opinion on it."""

IDLE = frozenset({"end", "stay", "keep", "pass", "no", "none"})
"""Options that do nothing in any game."""
WILLING = frozenset({"agree", "yield"})
"""Options by which a bot goes along with what people saw at a table that it cannot see. [RB-9]"""


class Thinker(ABC):
    """Plays one question at a time, each by the thought for its window."""

    idle: ClassVar[frozenset[str]] = IDLE
    """Options that do nothing: the last resort."""

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book, drawing lots where it has no opinion."""
        self.book = book
        self.draw = draw
        self.windows = self.thoughts()

    @abstractmethod
    def thoughts(self) -> Mapping[str, Thought]:
        """What it thinks by, for each window that it knows."""

    def answer(self, view: View, ask: Ask) -> Action:
        """What promises most; where nothing is known of a question, the first sensible answer."""
        thought = self.windows.get(ask.window)
        said = thought(view.position, ask) if thought is not None else None
        return said or self.first_sensible(view.position, ask)

    def first_sensible(self, position: Position, ask: Ask) -> Action:
        """The best-known answer of the window's menu, else an option."""
        menu = self.book.menus.get(ask.window) if ask.says else None
        if menu is not None:
            best = iter(()) if menu.lot else menu.salient(self.book, position, ask)
            said = next(best, None) or menu.sample(self.book, position, ask, self.draw)
            if said is not None:
                return said
        if not ask.options:
            raise Speechless(ask)
        willing = next((one for one in ask.options if one in WILLING), "")
        return Choose(willing or self.option(ask))

    def option(self, ask: Ask) -> str:
        """The first option that does something."""
        return next((one for one in ask.options if one not in self.idle), ask.options[0])

    def harm(self, _: Position, __: str, ___: str) -> float:
        """The chance that a shot of the first unit destroys the second, where it is known."""
        return 0.0
