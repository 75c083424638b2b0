"""Laying out terrain: so many pieces, drawn and placed by chance. [SK-117]

RULING SK-144: no way of laying out is given. The table is cut into boxes of equal size; each piece
is drawn from a pile and lies in the middle of a box of its own, turned by a die. None comes within
3 inches of the table's centre or of an objective.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil, hypot, sqrt

import msgspec

from condotta.data import toml
from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Board
from condotta.kernel.state import State
from condotta.rules.setting_up import Place, Supply, laid_out, middles
from condotta.rules.skirmish import names
from condotta.rules.skirmish.setting_out.missions import places
from condotta.rules.skirmish.settings import DATA, settings_of

CLAUSE = "SK-117"
ROUND = ("woods", "crater", "hill")
FINEST = 12  # boxes along an edge, at most


class Layout(Script, frozen=True, kw_only=True):
    """Terrain being laid out by chance."""


class Ground(Supply, frozen=True, kw_only=True):
    """What terrain is laid out with, and how much room is kept free, in inches. [SK-118]"""

    clear_in: int


@cache
def ground() -> Ground:
    """The table that terrain is laid out by."""
    said = {"clause": CLAUSE, "told": "sk.117.laid", "round": ROUND}
    return msgspec.convert({**toml(DATA, "layout.toml"), **said}, Ground)


def layout(book: Book, state: State, frame: Layout) -> Iterator[Event]:
    """Draw the kinds, draw the boxes, roll how each piece is turned, lay them all."""
    wanted = settings_of(book).number("terrainPieces")
    found = boxes(book, state.position, wanted)
    yield from laid_out(frame, ground(), found, min(wanted, len(found)))


def boxes(book: Book, position: Position, wanted: int) -> dict[str, Place]:
    """The middles of equal boxes that are free for terrain, at least so many if they fit. [SK-144]

    By the number that a box has among all of them, row by row from the south-west.
    """
    board = position.board
    centre = (board.width // 2, board.depth // 2)
    kept = (centre, *places(book, position))
    found: dict[str, Place] = {}
    for across in range(ceil(sqrt(1.5 * wanted * board.width / board.depth)), FINEST):
        numbered = enumerate(cut(board, across), start=1)
        found = {f"{at:03}": one for at, one in numbered if all(free(one, keep) for keep in kept)}
        if len(found) >= wanted:
            break
    return found


def free(place: Place, kept: Place) -> bool:
    """Whether no piece of terrain there could come near a place that is kept free."""
    across = max(hypot(*size) for size in ground().size.values()) / 2
    need = (across + ground().clear_in) * names.INCH
    return hypot(place[0] - kept[0], place[1] - kept[1]) > need


def cut(board: Board, across: int) -> list[Place]:
    """The middles of equal boxes, so many side by side."""
    return middles(board, across, max(1, round(across * board.depth / board.width)))


PROCEDURES: dict[type[Frame], Procedure] = {Layout: layout}
