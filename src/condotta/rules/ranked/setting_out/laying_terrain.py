"""Laying out terrain: so many pieces, drawn and placed by chance. [FB-13.1]

RULING FB-13.3: no way of laying out is given. The table is cut into boxes of equal size; each
piece is drawn from a pile and lies in the middle of a box of its own, turned by a die.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event
from condotta.kernel.records import Board
from condotta.kernel.state import State
from condotta.rules.ranked.settings import settings_of
from condotta.rules.setting_up import Place, Supply, laid_out, middles

SUPPLY = Supply(
    clause="FB-13.1",
    told="fb.13-1.laid",
    pile=(
        "hill", "hill", "hill", "forest", "forest", "forest", "marsh", "river", "impassable",
        "building", "wall", "fence", "hedge",
    ),
    size={
        "hill": (10, 7),
        "forest": (8, 6),
        "marsh": (7, 5),
        "river": (12, 3),
        "impassable": (4, 3),
        "building": (5, 4),
        "wall": (6, 1),
        "fence": (6, 1),
        "hedge": (6, 1),
    },
    round=("hill", "forest", "marsh"),
)  # fmt: skip


class Layout(Script, frozen=True, kw_only=True):
    """Terrain being laid out by chance."""


def layout(book: Book, state: State, frame: Layout) -> Iterator[Event]:
    """Draw the kinds, draw the boxes, roll how each piece is turned, lay them all."""
    wanted = settings_of(book).number("terrainPieces")
    numbered = enumerate(cut(state.position.board, wanted), start=1)
    boxes = {f"{number:02}": place for number, place in numbered}
    yield from laid_out(frame, SUPPLY, boxes, wanted)


def cut(board: Board, wanted: int) -> list[Place]:
    """The middles of equal boxes, enough for so many pieces and half as many more. [FB-13.3]"""
    across = max(2, ceil(sqrt(1.5 * wanted * board.width / board.depth)))
    return middles(board, across, max(2, ceil(1.5 * wanted / across)))


PROCEDURES: dict[type[Frame], Procedure] = {Layout: layout}
