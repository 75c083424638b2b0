"""What the set-ups of games share: step after step, terrain by chance, one unit after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random

import msgspec

from condotta.kernel.asks import Frame, Loop, Script
from condotta.kernel.events import (
    Began,
    Counted,
    Entered,
    Event,
    Laid,
    Popped,
    Pushed,
    Ruled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece, Seat
from condotta.rules.asking import drawn, thrown
from condotta.settings import Settings
from condotta.table import Area, Box, Ellipse, Facing, Point, Polygon, from_degrees

TABLE = "table"
SET_UP = "set up"  # held by the table: how many steps of the set-up are done
UNIT = 1_000_000  # the length of a facing
KINDS, BOXES, TURNS = "terrain kinds", "terrain boxes", "terrain turns"
HALF_INCH = 5_000  # quanta
SIXTH = 30  # degrees of turn for each pip

Place = tuple[int, int]


def began(settings: Settings, chairs: Iterable[Chair]) -> Began:
    """The empty table, of the size that is set, and who sits at it."""
    width, depth = settings.length("boardWidth"), settings.length("boardDepth")
    assert width is not None
    assert depth is not None
    return Began(Board(width, depth), tuple(chairs))


class Opening(Script, frozen=True, kw_only=True):
    """The set-up of a battle, one step after another; each game says what they are."""


def next_step(
    position: Position, steps: tuple[tuple[str, Frame], ...], ready: Iterable[Event]
) -> Iterator[Event]:
    """The next step of the set-up begins, in its phase; once all are done the battle is ready.

    How many steps are done is counted beside the table, so that layers may put in their own.
    """
    done = position.count(TABLE, SET_UP)
    if done == len(steps):
        yield from ready
        return
    phase, step = steps[done]
    if phase != position.phase:
        yield Entered(0, phase, ())
    yield Counted(TABLE, SET_UP, done + 1)
    yield Pushed(step)


# ── terrain ──────────────────────────────────────────────────────────────────
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
    clause = supply.clause
    kinds = yield from drawn(frame, KINDS, clause, supply.pile, count=wanted)
    places = yield from drawn(frame, BOXES, clause, boxes, count=wanted)
    turns = yield from thrown(frame, TURNS, clause, wanted)
    laid = zip(kinds, places, turns, strict=True)
    for number, (kind, place, pip) in enumerate(laid, start=1):
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


# ── setting out by turns ─────────────────────────────────────────────────────
class Deployment(Loop, frozen=True, kw_only=True):
    """Seats set out one unit each in turn, until all are out."""


def undeployed(
    position: Position, seat: Seat, counts: Callable[[Piece], bool]
) -> tuple[Piece, ...]:
    """What a seat has still to set out, of the pieces that count as units."""
    pieces = position.at("undeployed")
    return tuple(piece for piece in pieces if piece.controller == seat and counts(piece))


def fewest_out(position: Position, waiting: Iterable[Seat], drops: str) -> Seat:
    """The one of those waiting that has set out fewest, the first of equals; "" of nobody."""
    return min(waiting, key=lambda seat: position.count(seat, drops), default="")


def middle(polygon: Polygon) -> Point:
    """The mean of a polygon's corners."""
    return (
        sum(x for x, _ in polygon) / len(polygon),
        sum(y for _, y in polygon) / len(polygon),
    )


def facing_over(board: Board, zone: Polygon) -> Facing:
    """Straight over the table from the edge that a zone lies at, to where the enemy is.

    The edge is the one nearest to the zone's middle; of equals a long one, as the seats lie.

    >>> facing_over(Board(720_000, 480_000), ((0, 0), (90_000, 0), (90_000, 480_000), (0, 480_000)))
    (1000000, 0)
    """
    x, y = middle(zone)
    ways: dict[Facing, float] = {
        (0, UNIT): y, (0, -UNIT): board.depth - y, (UNIT, 0): x, (-UNIT, 0): board.width - x,
    }  # fmt: skip
    return min(ways, key=lambda way: ways[way])


def box(across: tuple[float, float], along: tuple[float, float]) -> Polygon:
    """A rectangle along the table's edges, anticlockwise."""
    (left, right), (low, high) = across, along
    return ((left, low), (right, low), (right, high), (left, high))


def somewhere(zone: Polygon, random: Random) -> Point:
    """A place at random in the box round a zone."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    return random.uniform(min(xs), max(xs)), random.uniform(min(ys), max(ys))
