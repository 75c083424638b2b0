"""Spots where units may be set out: inside the zone, an inch from everybody. [FB-14.1, FB-4.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.deployment_zones import in_polygon
from condotta.rules.ranked.movement.joining import why_not_join
from condotta.rules.ranked.reading.formation import quanta_of, shape_of
from condotta.rules.ranked.reading.places_to_stand import why_not_here
from condotta.rules.ranked.reading.regiment import Field, field, piece_has
from condotta.rules.setting_up import facing_over, middle
from condotta.rules.sketches import PLACE, outline_of, zone_of
from condotta.table import Base, Pose, Rectangle, base, gap, towards

CLAUSE = "FB-14.1"
STEP = 2 * names.INCH
SCOUTS = "scouts"
SCOUTS_FROM = 12 * names.INCH


def formed(position: Position, piece: Piece, files: int) -> tuple[int, Rectangle]:
    """The files a unit will stand in, and its shape; no number means as it is."""
    models = max(1, position.count(piece.id, names.MODELS))
    wanted = min(files or position.count(piece.id, names.FILES) or 1, models)
    sides = (position.count(piece.id, side) for side in (names.BASE_WIDTH, names.BASE_DEPTH))
    wide, deep = (quanta_of(side) for side in sides)
    return wanted, shape_of(models, wanted, wide, deep)


def why_not_placed(
    book: Book, position: Position, piece: Piece, where: Base
) -> tuple[Refusal, ...]:
    """What is against a unit being set out in a place."""
    zones = book.stack(seams.DEPLOY_ZONE, position, piece.controller)
    here = field(book, position)
    if piece_has(piece, SCOUTS) and unseen(here, piece, where):
        return why_not_here(here, piece.id, where)
    if not any(all(in_polygon(corner, zone) for corner in where.corners) for zone in zones):
        sketches = (outline_of(PLACE, where), *map(zone_of, zones))
        return (Refusal(CLAUSE, "fb.14-1.zone", {"piece": piece.id}, sketches),)
    return why_not_here(here, piece.id, where)


def unseen(here: Field, piece: Piece, where: Base) -> bool:
    """Whether scouts may stand there: more than 12 inches from every enemy. [FB-9.7]"""
    return all(gap(where, foe.base) > SCOUTS_FROM for foe in here.enemies(piece.controller))


def places(book: Book, position: Position, piece: Piece) -> Iterator[Pose]:
    """Free places for a unit on a lattice over its zone, those nearest to the enemy first.

    It looks over the table, or from the middle of its zone to where all want to go.
    """
    goal = book.sole(seams.GOAL, book, position)
    _, shape = formed(position, piece, 0)
    for zone in book.stack(seams.DEPLOY_ZONE, position, piece.controller):
        across = facing_over(position.board, zone)
        facing = across if goal is None else towards(middle(zone), goal)
        xs, ys = [x for x, _ in zone], [y for _, y in zone]
        lattice = [(x, y) for y in _steps(min(ys), max(ys)) for x in _steps(min(xs), max(xs))]
        for x, y in sorted(lattice, key=lambda at: -at[0] * facing[0] - at[1] * facing[1]):
            pose = Pose(x, y, *facing)
            if not why_not_placed(book, position, piece, base(pose, shape)):
                yield pose


def _steps(low: float, high: float) -> list[int]:
    return [*range(round(low), round(high), STEP), round(high)]


def hosts(book: Book, position: Position, piece: Piece) -> Iterator[str]:
    """The regiments that a character may be set out in. [FB-11.1]"""
    if names.CHARACTER in piece.traits:
        for host in field(book, position).own(piece.controller):
            if not why_not_join(book, position, piece, host.id):
                yield host.id


def has_place(book: Book, position: Position, piece: Piece) -> bool:
    """Whether a unit can be set out at all, on its own or in a regiment."""
    return any(True for _ in places(book, position, piece)) or any(
        True for _ in hosts(book, position, piece)
    )
