"""Laying out terrain: so many pieces, drawn and placed by chance. [SK-117]

RULING SK-117: no way of laying out is given. The table is cut into boxes of equal size; each piece
is drawn from a pile and lies in the middle of a box of its own, turned by a die. None comes within
3 inches of the table's centre or of an objective.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil, hypot, sqrt

import msgspec

from condotta.kernel.asks import Ask, Draw, Frame, Roll, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Laid, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Board
from condotta.kernel.state import State
from condotta.rules.data import toml
from condotta.rules.skirmish import names
from condotta.rules.skirmish.missions import places
from condotta.rules.skirmish.settings import DATA, settings_of
from condotta.table import Area, Box, Ellipse, from_degrees

CLAUSE = "SK-117"
ROUND = ("woods", "crater", "hill")
KINDS, BOXES, TURNS = "terrain kinds", "terrain boxes", "terrain turns"
SIXTH = 30  # degrees of turn for each pip
FINEST = 12  # boxes along an edge, at most


class Layout(Script, frozen=True, kw_only=True):
    """Terrain being laid out by chance."""


class Ground(msgspec.Struct, frozen=True):
    """What is drawn from, how large pieces are, how much room is kept, in inches."""

    pile: tuple[str, ...]
    clear_in: int
    size: dict[str, tuple[int, int]]


@cache
def ground() -> Ground:
    """The table that terrain is laid out by."""
    return msgspec.convert(toml(DATA, "layout.toml"), Ground)


def layout(book: Book, state: State, frame: Layout) -> Iterator[Event]:
    """Draw the kinds, draw the boxes, roll how each piece is turned, lay them all."""
    middles = boxes(book, state.position, settings_of(book).number("terrainPieces"))
    wanted = min(settings_of(book).number("terrainPieces"), len(middles))
    if not wanted:
        yield Popped()
        return
    kinds, drawn, turns = frame.heard(KINDS), frame.heard(BOXES), frame.heard(TURNS)
    if not isinstance(kinds, Draw):
        yield Asked(Ask(CHANCE, KINDS, CLAUSE, draw=tuple(sorted(ground().pile)), count=wanted))
    elif not isinstance(drawn, Draw):
        pile = tuple(sorted(f"{number:03}" for number in range(len(middles))))
        yield Asked(Ask(CHANCE, BOXES, CLAUSE, draw=pile, count=wanted))
    elif not isinstance(turns, Roll):
        yield Asked(Ask(CHANCE, TURNS, CLAUSE, dice=wanted))
    else:
        laid = zip(kinds.drawn, drawn.drawn, turns.pips, strict=True)
        for number, (kind, place, pip) in enumerate(laid, start=1):
            x, y = middles[int(place)]
            yield Laid(area(f"{kind}-{number}", kind, x, y, pip * SIXTH))
        yield Ruled(CLAUSE, "sk.117.laid", {"number": wanted})
        yield Popped()


def boxes(book: Book, position: Position, wanted: int) -> list[tuple[int, int]]:
    """The middles of equal boxes that are free for terrain, at least so many if they fit."""
    board = position.board
    centre = (board.width // 2, board.depth // 2)
    kept = (centre, *places(book, position))
    found: list[tuple[int, int]] = []
    for across in range(ceil(sqrt(1.5 * wanted * board.width / board.depth)), FINEST):
        found = [one for one in cut(board, across) if all(free(one, keep) for keep in kept)]
        if len(found) >= wanted:
            break
    return found


def free(place: tuple[int, int], kept: tuple[int, int]) -> bool:
    """Whether no piece of terrain there could come near a place that is kept free."""
    across = max(hypot(*size) for size in ground().size.values()) / 2
    need = (across + ground().clear_in) * names.INCH
    return hypot(place[0] - kept[0], place[1] - kept[1]) > need


def cut(board: Board, across: int) -> list[tuple[int, int]]:
    """The middles of equal boxes, so many side by side."""
    down = max(1, round(across * board.depth / board.width)) if across else 0
    return [
        (board.width * (2 * i + 1) // (2 * across), board.depth * (2 * j + 1) // (2 * down))
        for j in range(down)
        for i in range(across)
    ]


def area(name: str, kind: str, x: int, y: int, turn: int) -> Area:
    """A piece of terrain of its usual size. [SK-118]"""
    length, width = ground().size[kind]
    shape = Ellipse if kind in ROUND else Box
    half = names.INCH // 2
    return Area(name, kind, shape(x, y, length * half, width * half, *from_degrees(turn)))


PROCEDURES: dict[type[Frame], Procedure] = {Layout: layout}
