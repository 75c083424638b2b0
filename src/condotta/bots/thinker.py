"""What bots that think share: a thought for each window, and sense where they have none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, TypeAlias

from condotta.bots.chancer import Speechless
from condotta.bots.lots import Lots
from condotta.bots.reasons import BY_LOT, FIRST, PLAIN, Decision, Explain, Reason, explained
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

WILLINGLY = Reason("why.willing")
"""It goes along with what people saw."""


class Thinker(ABC):
    """Plays one question at a time, each by the thought for its window."""

    idle: ClassVar[frozenset[str]] = IDLE
    """Options that do nothing: the last resort."""
    lacking: ClassVar[Reason] = PLAIN
    """How it chooses among options of which it knows nothing."""

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book, drawing lots where it has no opinion."""
        self.book = book
        self.draw = draw
        self.windows = self.thoughts()
        self.explanations = self.explaining()
        self.decided: Decision | None = None

    @abstractmethod
    def thoughts(self) -> Mapping[str, Thought]:
        """What it thinks by, for each window that it knows."""

    def explaining(self) -> Mapping[str, Explain]:
        """What tells why it said something, for each window of which it can tell."""
        return {}

    def answer(self, view: View, ask: Ask) -> Action:
        """What promises most; where nothing is known of a question, the first sensible answer."""
        thought = self.windows.get(ask.window)
        said = thought(view.position, ask) if thought is not None else None
        if said is not None:
            self.decided = Decision(view.position, ask, said)
            return said
        said, because = self.first_sensible(view.position, ask)
        self.decided = Decision(view.position, ask, said, because)
        return said

    def why(self) -> tuple[Reason, ...]:
        """Why it said what it said last, in numbers where it weighed them.

        They are worked out when they are asked for, so that nobody waits for them otherwise; no
        lots are drawn.
        """
        return tuple(explained(self.decided, self.explanations))

    def first_sensible(self, position: Position, ask: Ask) -> tuple[Action, Reason]:
        """The best-known answer of the window's menu, else an option; and which of these it is."""
        menu = self.book.menus.get(ask.window) if ask.says else None
        if menu is not None:
            best = iter(()) if menu.lot else menu.salient(self.book, position, ask)
            if (known := next(best, None)) is not None:
                return known, FIRST
            drawn = menu.sample(self.book, position, ask, self.draw)
            if drawn is not None:
                return drawn, BY_LOT
        if not ask.options:
            raise Speechless(ask)
        willing = next((one for one in ask.options if one in WILLING), "")
        if willing:
            return Choose(willing), WILLINGLY
        return Choose(self.option(ask)), self.lacking

    def option(self, ask: Ask) -> str:
        """The first option that does something."""
        return next((one for one in ask.options if one not in self.idle), ask.options[0])

    def harm(self, _: Position, __: str, ___: str) -> float:
        """The chance that a shot of the first unit destroys the second, where it is known."""
        return 0.0
