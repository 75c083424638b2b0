"""Whether models may be set out in their places, and how a unit can stand: a block of models.

[SK-13, SK-16]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from math import dist, hypot

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal, Sketch
from condotta.rules.setting_up import facing_over, middle
from condotta.rules.sketches import PLACE, outline_of, zone_of
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.coherency import Stand, coherent, not_together
from condotta.rules.skirmish.reading.crowd import room
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.field import Model, field
from condotta.rules.skirmish.reading.terrain import stands_at
from condotta.rules.skirmish.records import Trail
from condotta.table import HALF, Base, Disc, Field, Point, Polygon, Pose, on_board, overlaps


def models_of(position: Position, unit: str) -> tuple[Piece, ...]:
    """The models of a unit that are not lost, in the order they were mustered."""
    return tuple(
        piece
        for piece in position.pieces.values()
        if piece.command == unit != piece.id and piece.place != "lost"
    )


def pose_of(trail: Trail) -> Pose:
    """Where a way that begins off the table ends."""
    x, y = trail.points[-1]
    return Pose(x, y, trail.ux, trail.uy)


def stood(position: Position, trail: Trail) -> Model:
    """A model as it would stand at the end of a way that begins off the table. [SK-117]

    Where there is no room on the ground or on a floor it keeps the height that was said.
    """
    piece = position.pieces[trail.model]
    model = Model(position, replace(piece, place="table", pose=pose_of(trail)))
    level = footing(position, model, trail.level)
    model.level = trail.level if level is None else level
    return model


def footing(position: Position, model: Model, level: int) -> int | None:
    """The height at which a model would stand, None without room. [SK-117]"""
    infantry = names.INFANTRY in sheet_of(position, model.piece).keywords
    return stands_at(position.areas, model.base, level, infantry=infantry)


def why_not_set_out(
    book: Book, position: Position, unit: Piece, trails: Iterable[Trail]
) -> tuple[Refusal, ...]:
    """What is against a unit being set out with its models in those places. [SK-16]"""
    given = tuple(trails)
    wanted = [piece.id for piece in models_of(position, unit.id)]
    if sorted(trail.model for trail in given) != sorted(wanted):
        return (Refusal("SK-15", "sk.15.models", {"piece": unit.id}),)
    if any(not trail.points or not (trail.ux or trail.uy) for trail in given):
        return (Refusal("SK-15", "sk.15.nowhere", {"piece": unit.id}),)
    stands = tuple(stood(position, trail) for trail in given)
    found = [why for stand in stands if (why := why_not_there(book, position, stand))]
    found += among_themselves(position, stands)
    if not found and not together(stands):
        found.append(not_together(unit.id, [Stand(one.base, one.level) for one in stands]))
    return tuple(found)


def why_not_there(book: Book, position: Position, stand: Model) -> Refusal | None:
    """What is against one model standing in a place before the battle, mates left out."""
    board = position.board
    if not on_board(stand.base, Field(0, 0, board.width, board.depth)):
        return not_there("SK-13", "sk.13.off", stand)
    if footing(position, stand, stand.level) is None:
        return not_there("SK-117", "sk.117.room", stand)
    seat = stand.piece.controller
    zones = book.stack(seams.DEPLOY_ZONE, position, seat)
    middle: bool | None = book.sole(seams.ZONE_BY_MIDDLE, book)
    if not any(in_zone(stand.base, zone, middle=bool(middle)) for zone in zones):
        return not_there("SK-27", "sk.27.zone", stand, *map(zone_of, zones))
    other = blocked(position, stand)
    if other:
        return Refusal("SK-13", "sk.13.overlap", {"model": stand.id, "other": other})
    return next(iter(book.refusals(seams.DEPLOY_REFUSE, book, position, seat, stand)), None)


def not_there(clause: str, key: str, stand: Model, *sketches: Sketch) -> Refusal:
    """The refusal of a place for a model, with the place to look at."""
    place = outline_of(PLACE, stand.base)
    return Refusal(clause, key, {"model": stand.id}, (place, *sketches))


def blocked(position: Position, stand: Model) -> str:
    """The model of another unit that stands in the way, or nothing. [SK-13]"""
    for other in field(position).models.values():
        if other.unit != stand.unit and in_one_place(position, stand, other):
            return other.id
    return ""


def in_one_place(position: Position, one: Model, two: Model) -> bool:
    """Whether two models would be in one place: none stands over the head of the other. [SK-13]"""
    dx, dy = one.base.cx - two.base.cx, one.base.cy - two.base.cy
    reach = one.base.reach + two.base.reach
    if dx * dx + dy * dy >= reach * reach or not overlaps(one.base, two.base):
        return False
    lower, upper = sorted((one, two), key=lambda model: model.level)
    return upper.level < lower.level + tall(position, lower)


def tall(position: Position, model: Model) -> int:
    """How much height a model takes up, in quanta. [SK-13]"""
    return room(sheet_of(position, model.piece))


def among_themselves(position: Position, stands: tuple[Model, ...]) -> list[Refusal]:
    """Models of the unit that would stand in one place."""
    return [
        Refusal("SK-13", "sk.13.overlap", {"model": one.id, "other": two.id})
        for number, one in enumerate(stands)
        for two in stands[number + 1 :]
        if in_one_place(position, one, two)
    ]


def together(models: Iterable[Model]) -> bool:
    """Whether models are one group. [SK-16, SK-17]"""
    return coherent([Stand(model.base, model.level) for model in models])


def in_zone(base: Base, zone: Polygon, *, middle: bool = False) -> bool:
    """Whether a base, or its middle, lies in a convex polygon that runs anticlockwise. [SK-11]"""
    return all(depth(base, edge, middle=middle) >= -HALF for edge in edges(zone))


def edges(zone: Polygon) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The edges of a polygon in order."""
    return zip(zone, (*zone[1:], zone[0]), strict=True)


def depth(
    base: Base, edge: tuple[tuple[float, float], tuple[float, float]], *, middle: bool = False
) -> float:
    """How far inside an edge the nearest part of a base, or its middle, is; below 0 outside."""
    (ax, ay), (bx, by) = edge
    length = hypot(bx - ax, by - ay)
    points = ((base.cx, base.cy),) if base.radius or middle else base.corners
    nearest = min(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in points)
    return nearest if middle else nearest - base.radius


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
