"""Where the pieces of terrain lie: our stand-in for the layout cards. [TC-7.33 to TC-7.35]

Everything that is drawn at random is asked of chance, so that it is in the record.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Draw, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Event, Laid, Popped, Pushed, Ruled
from condotta.kernel.records import CHANCE
from condotta.kernel.state import State
from condotta.rules.triumph.ground.battlefield import (
    SIDES,
    Battlefield,
    Side,
    battlefield,
    home,
)
from condotta.rules.triumph.ground.waters import FACES, WATERS, between, choice, water, water_dice
from condotta.rules.triumph.tables import TABLES, sizes, terrain
from condotta.table import UNIT, Area, Box, Ellipse, areas_overlap

Corners = tuple[int, int, int, int]


class TerrainBoxes(Script, frozen=True, kw_only=True):
    """The order in which boxes get pieces, and which pieces lie on a board edge. [TC-7.33]"""

    kinds: tuple[str, ...]


class Lay(Script, frozen=True, kw_only=True):
    """The next piece of terrain being laid; `tries` have failed so far. [TC-7.33]"""

    kinds: tuple[str, ...]
    boxes: tuple[int, ...]
    edges: tuple[bool, ...]
    number: int = 0
    tries: int = 0


def terrain_boxes(book: Book, state: State, frame: TerrainBoxes) -> Iterator[Event]:
    """Boxes in random order; a die for each piece that lies in one. [TC-7.33]"""
    dry = dry_kinds(frame.kinds)
    drawn, rolled = frame.heard("terrain boxes"), frame.heard("edge dice")
    if drawn is None:
        boxes = battlefield(book, state.position).boxes
        pile = tuple(str(number) for number in range(1, len(boxes) + 1))
        yield Asked(Ask(CHANCE, "terrain boxes", "TC-7.33", draw=pile, count=len(pile)))
        return
    assert isinstance(drawn, Draw)
    if rolled is None and dry:
        yield Asked(Ask(CHANCE, "edge dice", "TC-7.33", dice=len(dry)))
        return
    pips = rolled.pips if isinstance(rolled, Roll) else ()
    yield Popped()
    yield Pushed(
        Lay(
            kinds=(*(kind for kind in frame.kinds if kind in WATERS), *dry),
            boxes=tuple(int(number) - 1 for number in drawn.drawn),
            edges=tuple(pip <= TABLES.setup.edge_on for pip in pips),
        )
    )


def dry_kinds(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds that lie in a box.

    # RULING TC-7.33: Stream and Coast go by TC-7.34 and are laid first; the numbers that decide
    # box and size count the other pieces only.
    """
    return tuple(kind for kind in kinds if kind not in WATERS)


def lay(book: Book, state: State, frame: Lay) -> Iterator[Event]:
    """Draw a place for the next piece, again while it overlaps another; then go on. [TC-7.33]"""
    if frame.number == len(frame.kinds):
        yield Popped()
        return
    kind = frame.kinds[frame.number]
    roll = frame.heard("terrain place")
    if roll is None:
        dice = water_dice(kind) if kind in WATERS else 4
        yield Asked(Ask(CHANCE, "terrain place", "TC-7.33", about=(kind,), dice=dice, sides=FACES))
        return
    area = drawn_area(book, state, frame, roll.pips)
    lies = any(areas_overlap(area, other) for other in state.position.areas)
    yield Popped()
    if not lies:
        yield Laid(area)
        yield Pushed(following(frame))
    elif frame.tries + 1 < TABLES.setup.draws:
        yield Pushed(again(frame))
    else:
        yield Ruled("TC-7.33", "tc.7-33.dropped", {"terrain": terrain(kind).name})
        yield Pushed(following(frame))


def following(frame: Lay) -> Lay:
    """The frame for the piece after this one."""
    return Lay(kinds=frame.kinds, boxes=frame.boxes, edges=frame.edges, number=frame.number + 1)


def again(frame: Lay) -> Lay:
    """The frame for another try at this piece."""
    return Lay(
        kinds=frame.kinds,
        boxes=frame.boxes,
        edges=frame.edges,
        number=frame.number,
        tries=frame.tries + 1,
    )


def drawn_area(book: Book, state: State, frame: Lay, pips: tuple[int, ...]) -> Area:
    """The piece as those dice lay it."""
    position = state.position
    measures = battlefield(book, position)
    kind = frame.kinds[frame.number]
    name = f"T{frame.number + 1}"
    if kind in WATERS:
        bases = tuple(home(book, position, seat).edge for seat in position.seats())
        return water(name, kind, pips, measures, bases)
    count = frame.number - sum(one in WATERS for one in frame.kinds)
    box = measures.boxes[frame.boxes[count % len(frame.boxes)]]
    large = count % 2 == 0
    edges = board_edges(box, measures) if frame.edges[count] else ()
    if edges:
        return edge_piece(name, kind, box, edges, pips, large=large)
    return ordinary_piece(name, kind, box, pips, large=large)


def board_edges(box: Corners, measures: Battlefield) -> tuple[Side, ...]:
    """The edges of the board that a box lies on."""
    low_x, low_y, high_x, high_y = box
    touching = {
        "south": low_y == 0,
        "north": high_y == measures.depth,
        "west": low_x == 0,
        "east": high_x == measures.width,
    }
    return tuple(side for side in SIDES if touching[side])


def ordinary_piece(
    name: str, kind: str, box: Corners, pips: tuple[int, ...], *, large: bool
) -> Area:
    """A piece anywhere wholly inside a box, lengthwise or across. [TC-7.30, TC-7.31]"""
    listed = sizes("ordinary-large" if large else "ordinary-small")
    length, depth = listed[choice(pips[0], len(listed))]
    upright = choice(pips[1], 2) == 1
    wide, high = (depth, length) if upright else (length, depth)
    low_x, low_y, high_x, high_y = box
    x = between(pips[2], low_x + wide // 2, high_x - wide // 2)
    y = between(pips[3], low_y + high // 2, high_y - high // 2)
    return shaped(name, kind, (x, y), (length, depth), upright=upright)


def edge_piece(
    name: str,
    kind: str,
    box: Corners,
    edges: tuple[Side, ...],
    pips: tuple[int, ...],
    *,
    large: bool,
) -> Area:
    """A piece with its long side on a board edge of its box. [TC-7.30, TC-7.31]"""
    listed = sizes("edge-large" if large else "edge-small")
    length, depth = listed[choice(pips[0], len(listed))]
    edge = edges[choice(pips[1], len(edges))]
    low_x, low_y, high_x, high_y = box
    if edge in {"south", "north"}:
        x = between(pips[2], low_x + length // 2, high_x - length // 2)
        y = low_y + depth // 2 if edge == "south" else high_y - depth // 2
        return shaped(name, kind, (x, y), (length, depth), upright=False)
    x = low_x + depth // 2 if edge == "west" else high_x - depth // 2
    y = between(pips[2], low_y + length // 2, high_y - length // 2)
    return shaped(name, kind, (x, y), (length, depth), upright=True)


def shaped(
    name: str, kind: str, middle: tuple[int, int], size: tuple[int, int], *, upright: bool
) -> Area:
    """An ellipse in its size, or a rectangle for Village and Ploughed Fields. [TC-7.35]"""
    (x, y), (length, depth) = middle, size
    ux, uy = (0, UNIT) if upright else (UNIT, 0)
    outline = Box if terrain(kind).shape == "rectangle" else Ellipse
    return Area(name, kind, outline(x, y, length // 2, depth // 2, ux, uy))


PROCEDURES = {TerrainBoxes: terrain_boxes, Lay: lay}
