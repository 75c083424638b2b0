"""How a unit can stand when it is set out: a block of models round a place. [SK-16]"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import dist

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.setting_up import facing_over, middle
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.setting_out.places_to_set_out import models_of, stood, why_not_there
from condotta.table import Disc, Point, Polygon

BETWEEN = names.INCH // 2  # between the models of a block
STEP = 3 * names.INCH  # between the places that are tried
SPARE = 3  # places looked at for each model
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def block(book: Book, position: Position, unit: Piece, at: Point) -> tuple[Trail, ...]:
    """The unit's models as a block that grows from a place; nothing where they find no room.

    Each model stands beside another, so that the unit is in coherency. All have one base.
    """
    models = models_of(position, unit.id)
    zones = book.stack(seams.DEPLOY_ZONE, position, unit.controller)
    facing = facing_over(position.board, min(zones, key=lambda zone: dist(middle(zone), at)))
    wide, deep = spacing(models[0])
    seen, queue = {(0, 0)}, deque([(0, 0)])
    found: list[tuple[int, int]] = []
    while queue and len(found) < len(models) and len(seen) < SPARE * len(models) + 6:
        column, row = queue.popleft()
        place = (round(at[0] + column * wide), round(at[1] + row * deep))
        stand = stood(position, Trail(models[0].id, (place,), *facing))
        if why_not_there(book, position, stand) is not None:
            continue
        found.append(place)
        fresh = [(column + dx, row + dy) for dx, dy in NEIGHBOURS]
        queue.extend(cell for cell in fresh if cell not in seen)
        seen.update(fresh)
    if len(found) < len(models):
        return ()
    places = zip(models, found, strict=True)
    return tuple(Trail(model.id, (place,), *facing) for model, place in places)


def spacing(model: Piece) -> tuple[int, int]:
    """How far apart models of a base stand in a block, side by side and behind each other."""
    shape = model.shape
    assert shape is not None
    if isinstance(shape, Disc):
        across = 2 * shape.radius + BETWEEN
        return across, across
    return shape.width + BETWEEN, shape.depth + BETWEEN


def blocks(book: Book, position: Position, unit: Piece) -> Iterator[tuple[Trail, ...]]:
    """Blocks at places all over the zone, those nearest to the table's centre first."""
    for zone in book.stack(seams.DEPLOY_ZONE, position, unit.controller):
        for at in sorted(lattice(zone), key=lambda place: from_centre(position, place)):
            trails = block(book, position, unit, at)
            if trails:
                yield trails


def lattice(zone: Polygon) -> Iterator[Point]:
    """Places all over a zone, a little inside its box."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    for y in range(round(min(ys)) + STEP // 2, round(max(ys)), STEP):
        for x in range(round(min(xs)) + STEP // 2, round(max(xs)), STEP):
            yield float(x), float(y)


def from_centre(position: Position, at: Point) -> float:
    """The square of how far a place is from the table's centre."""
    x, y = position.board.width / 2, position.board.depth / 2
    return (at[0] - x) ** 2 + (at[1] - y) ** 2


def has_place(book: Book, position: Position, unit: Piece) -> bool:
    """Whether a unit can be set out at all."""
    return next(blocks(book, position, unit), None) is not None
