"""Terrain by chance: each piece is drawn from a pile and lies in the middle of a box of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from condotta.kernel.asks import Ask, Draw, Roll, Script
from condotta.kernel.events import Asked, Event, Laid, Popped, Ruled
from condotta.kernel.records import CHANCE, Board
from condotta.table import Area, Box, Ellipse, from_degrees

KINDS, BOXES, TURNS = "terrain kinds", "terrain boxes", "terrain turns"
HALF_INCH = 5_000  # quanta
SIXTH = 30  # degrees of turn for each pip

Place = tuple[int, int]


class Supply(msgspec.Struct, frozen=True, kw_only=True):
    """What terrain is laid out with: the pile, each kind's length and width in inches.

    Kinds that are `round` are ellipses. `told` is the key of what is said of it, by `clause`.
    """

    clause: str
    told: str
    pile: tuple[str, ...]
    size: Mapping[str, tuple[int, int]]
    round: tuple[str, ...]


def laid_out(
    frame: Script, supply: Supply, boxes: Mapping[str, Place], wanted: int
) -> Iterator[Event]:
    """Draw the kinds, draw the boxes, roll how each piece is turned, lay them all.

    `boxes` are the middles of boxes by their names; there are as many as are `wanted`, or more.
    """
    if not wanted:
        yield Popped()
        return
    clause, kinds, places = supply.clause, frame.heard(KINDS), frame.heard(BOXES)
    turns = frame.heard(TURNS)
    if not isinstance(kinds, Draw):
        yield Asked(Ask(CHANCE, KINDS, clause, draw=tuple(sorted(supply.pile)), count=wanted))
    elif not isinstance(places, Draw):
        yield Asked(Ask(CHANCE, BOXES, clause, draw=tuple(sorted(boxes)), count=wanted))
    elif not isinstance(turns, Roll):
        yield Asked(Ask(CHANCE, TURNS, clause, dice=wanted))
    else:
        drawn = zip(kinds.drawn, places.drawn, turns.pips, strict=True)
        for number, (kind, place, pip) in enumerate(drawn, start=1):
            yield Laid(area(supply, f"{kind}-{number}", kind, boxes[place], pip * SIXTH))
        yield Ruled(clause, supply.told, {"number": wanted})
        yield Popped()


def middles(board: Board, across: int, down: int) -> list[Place]:
    """The middles of equal boxes, so many side by side and so many deep."""
    return [
        (board.width * (2 * i + 1) // (2 * across), board.depth * (2 * j + 1) // (2 * down))
        for j in range(down)
        for i in range(across)
    ]


def area(supply: Supply, name: str, kind: str, place: Place, turn: int) -> Area:
    """A piece of terrain of its usual size, turned by so many degrees."""
    length, width = supply.size[kind]
    shape = Ellipse if kind in supply.round else Box
    half = (length * HALF_INCH, width * HALF_INCH)
    return Area(name, kind, shape(*place, *half, *from_degrees(turn)))
