"""Laying out terrain: so many pieces, drawn and placed by chance. [FB-13.1]

RULING FB-13.1: no way of laying out is given. The table is cut into boxes of equal size; each
piece is drawn from a pile and lies in the middle of a box of its own, turned by a die.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from condotta.kernel.asks import Ask, Draw, Frame, Roll, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Laid, Popped, Ruled
from condotta.kernel.records import CHANCE, Board
from condotta.kernel.state import State
from condotta.rules.ranked import names
from condotta.rules.ranked.settings import settings_of
from condotta.table import Area, Box, Ellipse, from_degrees

CLAUSE = "FB-13.1"
PILE = (
    "hill", "hill", "hill", "forest", "forest", "forest", "marsh", "river", "impassable",
    "building", "wall", "fence", "hedge",
)  # fmt: skip
SIZES = {
    "hill": (10, 7),
    "forest": (8, 6),
    "marsh": (7, 5),
    "river": (12, 3),
    "impassable": (4, 3),
    "building": (5, 4),
    "wall": (6, 1),
    "fence": (6, 1),
    "hedge": (6, 1),
}
ROUND = ("hill", "forest", "marsh")
KINDS, BOXES, TURNS = "terrain kinds", "terrain boxes", "terrain turns"
SIXTH = 30  # degrees of turn for each pip


class Layout(Script, frozen=True, kw_only=True):
    """Terrain being laid out by chance."""


def layout(book: Book, state: State, frame: Layout) -> Iterator[Event]:
    """Draw the kinds, draw the boxes, roll how each piece is turned, lay them all."""
    wanted = settings_of(book).number("terrainPieces")
    if not wanted:
        yield Popped()
        return
    board = state.position.board
    boxes = cut(board, wanted)
    kinds, places, turns = frame.heard(KINDS), frame.heard(BOXES), frame.heard(TURNS)
    if not isinstance(kinds, Draw):
        yield Asked(Ask(CHANCE, KINDS, CLAUSE, draw=tuple(sorted(PILE)), count=wanted))
    elif not isinstance(places, Draw):
        pile = tuple(sorted(f"{number:02}" for number in range(len(boxes))))
        yield Asked(Ask(CHANCE, BOXES, CLAUSE, draw=pile, count=wanted))
    elif not isinstance(turns, Roll):
        yield Asked(Ask(CHANCE, TURNS, CLAUSE, dice=wanted))
    else:
        drawn = zip(kinds.drawn, places.drawn, turns.pips, strict=True)
        for number, (kind, place, pip) in enumerate(drawn, start=1):
            x, y = boxes[int(place)]
            yield Laid(area(f"{kind}-{number}", kind, x, y, pip * SIXTH))
        yield Ruled(CLAUSE, "fb.13-1.laid", {"number": wanted})
        yield Popped()


def cut(board: Board, wanted: int) -> list[tuple[int, int]]:
    """The middles of equal boxes, enough for so many pieces and half as many more."""
    across = max(2, ceil(sqrt(1.5 * wanted * board.width / board.depth)))
    down = max(2, ceil(1.5 * wanted / across))
    return [
        (board.width * (2 * i + 1) // (2 * across), board.depth * (2 * j + 1) // (2 * down))
        for j in range(down)
        for i in range(across)
    ]


def area(name: str, kind: str, x: int, y: int, turn: int) -> Area:
    """A piece of terrain of its usual size. [FB-13.1]"""
    length, width = SIZES[kind]
    shape = Ellipse if kind in ROUND else Box
    half = names.INCH // 2
    return Area(name, kind, shape(x, y, length * half, width * half, *from_degrees(turn)))


PROCEDURES: dict[type[Frame], Procedure] = {Layout: layout}
