"""Whether models may be set out in their places. [SK-13, SK-16]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot, sqrt

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.field import Model, apart, field, near
from condotta.rules.skirmish.records import Trail
from condotta.table import HALF, Base, Field, Polygon, Pose, at_most, on_board, overlaps

CLAUSE = "SK-16"
STOREY = 2 * names.INCH
"""Models whose heights differ by so much stand on different floors. [SK-13]"""


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
    """A model as it would stand at the end of a way that begins off the table."""
    piece = position.pieces[trail.model]
    model = Model(position, replace(piece, place="table", pose=pose_of(trail)))
    model.level = trail.level
    return model


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
    found += among_themselves(stands)
    if not found and not together(stands):
        found.append(Refusal(CLAUSE, "sk.16.apart", {"piece": unit.id}))
    return tuple(found)


def why_not_there(book: Book, position: Position, stand: Model) -> Refusal | None:
    """What is against one model standing in a place before the battle, mates left out."""
    board = position.board
    if not on_board(stand.base, Field(0, 0, board.width, board.depth)):
        return Refusal("SK-13", "sk.13.off", {"model": stand.id})
    seat = stand.piece.controller
    zones = book.stack(seams.DEPLOY_ZONE, position, seat)
    if not any(in_zone(stand.base, zone) for zone in zones):
        return Refusal("SK-27", "sk.27.zone", {"model": stand.id})
    other = blocked(position, stand)
    if other:
        return Refusal("SK-13", "sk.13.overlap", {"model": stand.id, "other": other})
    return next(iter(book.refusals(seams.DEPLOY_REFUSE, position, seat, stand)), None)


def blocked(position: Position, stand: Model) -> str:
    """The model of another unit that stands in the way, or nothing. [SK-13]"""
    for other in field(position).models.values():
        if other.unit != stand.unit and in_one_place(stand, other):
            return other.id
    return ""


def in_one_place(one: Model, two: Model) -> bool:
    """Whether two models stand in one place on one floor. [SK-13]"""
    if abs(one.level - two.level) >= STOREY:
        return False
    dx, dy = one.base.cx - two.base.cx, one.base.cy - two.base.cy
    reach = one.base.reach + two.base.reach
    return dx * dx + dy * dy < reach * reach and overlaps(one.base, two.base)


def among_themselves(stands: tuple[Model, ...]) -> list[Refusal]:
    """Models of the unit that would stand in one place."""
    return [
        Refusal("SK-13", "sk.13.overlap", {"model": one.id, "other": two.id})
        for number, one in enumerate(stands)
        for two in stands[number + 1 :]
        if in_one_place(one, two)
    ]


def together(stands: tuple[Model, ...]) -> bool:
    """Whether models are one group: no mate farther than 2 inches sideways, 6 up. [SK-16, SK-17]"""
    reached, left = [stands[0]], list(stands[1:])
    for one in reached:
        joined = [other for other in left if mates(one, other)]
        reached += joined
        left = [other for other in left if other not in joined]
    return not left


def mates(one: Model, two: Model) -> bool:
    """Whether two models of a unit are near enough to each other. [SK-16]"""
    if abs(one.level - two.level) > names.COHERENCY_UP:
        return False
    if one.level == two.level:
        return near(one, two, names.COHERENCY)
    return at_most(flat(one, two), names.COHERENCY)


def flat(one: Model, two: Model) -> float:
    """How far two models are from each other sideways."""
    up = one.level - two.level
    return sqrt(max(0.0, apart(one, two) ** 2 - up * up))


def in_zone(base: Base, zone: Polygon) -> bool:
    """Whether a base lies wholly in a convex polygon that runs anticlockwise. [SK-11]"""
    return all(depth(base, edge) >= -HALF for edge in edges(zone))


def edges(zone: Polygon) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The edges of a polygon in order."""
    return zip(zone, (*zone[1:], zone[0]), strict=True)


def depth(base: Base, edge: tuple[tuple[float, float], tuple[float, float]]) -> float:
    """How far inside an edge the nearest part of a base is; below 0 outside."""
    (ax, ay), (bx, by) = edge
    length = hypot(bx - ax, by - ay)
    points = ((base.cx, base.cy),) if base.radius else base.corners
    nearest = min(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in points)
    return nearest - base.radius
