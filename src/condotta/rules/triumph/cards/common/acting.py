"""How an act that a card allows is said: who is asked, what menus offer, what it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from condotta.kernel.asks import Action, Ask, Frame
from condotta.kernel.book import Book, Judge
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.seams import Seam
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.looking.beside import Offered
from condotta.table import Shape

Candidates = Callable[[Position, Seat], Iterable[Action]]
Choices = Callable[[Position, Ask], dict[str, tuple[str, ...]]]
Hooks = tuple[tuple[Seam[Any, Any], Callable[..., Any], str], ...]


def hooks(
    action: type[Action],
    windows: Callable[[str], bool],
    candidates: Candidates,
    *,
    judge: Judge,
    frame: Callable[[Seat, Any], Frame],
    clause: str,
    shape: Shape | None = None,
    choices: Choices | None = None,
) -> Hooks:
    """What a card says at ACTING, ACTS, TRIES and ACT.

    A seat is asked in those windows while it has `candidates`, which must follow from what
    everybody knows; menus offer those that are legal. `shape` is the base of what the act puts
    somewhere, `choices` the pieces that each of its fields may name.
    """
    name = action.__name__

    def acting(_: Book, position: Position, seat: Seat, window: str) -> tuple[str, ...]:
        return (name,) if windows(window) and any(True for _ in candidates(position, seat)) else ()

    def acts(book: Book, position: Position, ask: Ask) -> tuple[Action, ...]:
        said = candidates(position, ask.seat) if name in ask.says else ()
        return tuple(one for one in said if judge(book, position, ask.seat, ask, one).ok)

    def tries(book: Book, position: Position, ask: Ask) -> Iterator[Offered]:
        for one in candidates(position, ask.seat) if name in ask.says else ():
            why = judge(book, position, ask.seat, ask, one).refusals
            may = choices(position, ask) if choices else {}
            yield Offered(one, clause, why, shape=shape, choices=may)

    def act(_: Book, seat: Seat, said: Action) -> Frame | None:
        return frame(seat, said) if isinstance(said, action) else None

    return (
        (seams.ACTING, acting, clause),
        (seams.ACTS, acts, clause),
        (seams.TRIES, tries, clause),
        (seams.ACT, act, clause),
    )


def setting_out(window: str) -> bool:
    """Whether a window is one in which troops are set out."""
    return "troops" in window


def coming_on(window: str) -> bool:
    """Whether stands may come on in a window: set out, or by a flank march. [BC-30.70]"""
    return setting_out(window) or window == names.MOVEMENT


def setting_out_first(window: str) -> bool:
    """Whether it is one for a side's first troops: its centre, or all it has at once."""
    return setting_out(window) and not window.startswith("rest")
