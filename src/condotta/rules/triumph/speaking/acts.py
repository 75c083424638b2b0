"""An act that a layer lets a seat say: who is asked, what menus offer, why not, what it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from condotta.kernel.asks import Action, Ask, Frame
from condotta.kernel.book import Book, Judge
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Verdict
from condotta.kernel.seams import Seam
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.looking.beside import Offered
from condotta.table import Shape

Hooks = tuple[tuple[Seam[Any, Any], Callable[..., Any], str], ...]


class Act(NamedTuple):
    """An act, the clause that allows it, and the windows in which it may be said.

    A seat is asked while it has `candidates`, and for one that is `always` asked while that holds;
    both must follow from what everybody knows. Menus offer what `judge` accepts, and `begins` is
    what an accepted one begins. `shape` is the base of what the act puts somewhere, `choices` the
    pieces that each of its fields may name.
    """

    action: type[Action]
    clause: str
    windows: Callable[[str], bool]
    candidates: Callable[[Position, Seat], Iterable[Action]]
    judge: Judge
    begins: Callable[[Seat, Any], Frame]
    always: Callable[[Position, Seat], bool] | None = None
    shape: Shape | None = None
    choices: Callable[[Position, Ask], dict[str, tuple[str, ...]]] | None = None

    @property
    def name(self) -> str:
        """The name by which a question lists it."""
        return self.action.__name__

    def acting(self, _: Book, position: Position, seat: Seat, window: str) -> tuple[str, ...]:
        """Its name, for whoever may be asked for it now."""
        if not self.windows(window):
            return ()
        asked = self.always or (lambda *who: any(True for _ in self.candidates(*who)))
        return (self.name,) if asked(position, seat) else ()

    def acts(self, book: Book, position: Position, ask: Ask) -> tuple[Action, ...]:
        """What may be said now."""
        said = self.candidates(position, ask.seat) if self.name in ask.says else ()
        return tuple(one for one in said if self.judge(book, position, ask.seat, ask, one).ok)

    def tries(self, book: Book, position: Position, ask: Ask) -> Iterator[Offered]:
        """The same, and what is against the rest."""
        for one in self.candidates(position, ask.seat) if self.name in ask.says else ():
            why = self.judge(book, position, ask.seat, ask, one).refusals
            may = self.choices(position, ask) if self.choices else {}
            yield Offered(one, self.clause, why, shape=self.shape, choices=may)

    def begun(self, _: Book, seat: Seat, said: Action) -> Frame | None:
        """The frame that carries it out."""
        return self.begins(seat, said) if isinstance(said, self.action) else None

    def why_not(
        self, book: Book, position: Position, seat: Seat, ask: Ask | None, said: Action
    ) -> Verdict:
        """Why it may not be said in a window of its own that does not list it now."""
        mine = ask is not None and self.windows(ask.window)
        return self.judge(book, position, seat, ask, said) if mine else Verdict()

    def hooks(self) -> Hooks:
        """What its layer says at the seams of acts."""
        return (
            (seams.ACTING, self.acting, self.clause),
            (seams.ACTS, self.acts, self.clause),
            (seams.TRIES, self.tries, self.clause),
            (seams.ACT, self.begun, self.clause),
        )


def setting_out(window: str) -> bool:
    """Whether a window is one in which troops are set out."""
    return "troops" in window


def coming_on(window: str) -> bool:
    """Whether stands may come on in a window: set out, or by a flank march. [TC-8.1, TC-8.20]"""
    return setting_out(window) or window == names.MOVEMENT


def setting_out_first(window: str) -> bool:
    """Whether it is one for a side's first troops: its centre, or all it has at once."""
    return setting_out(window) and not window.startswith("rest")


def moving(window: str) -> bool:
    """Whether it is the window in which a seat says its tactical moves. [TC-4.4]"""
    return window == names.MOVEMENT
