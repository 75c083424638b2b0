"""The centre minimum: who must stand in the middle third, in order of priority. [TC-8.4 to 8.6]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record, Seat
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.ground.battlefield import centre_third, home
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.stands.field import is_stand, troop_of
from condotta.rules.triumph.tables import CAMP
from condotta.table import base

SKIRMISHERS = "SKM"
CLASSES = (
    "centre.battle-line",
    "centre.close-foot",
    "centre.other-foot",
    "centre.mounted",
    "centre.skirmishers",
)
"""Who is taken first for the centre: message keys of the classes, in order. [TC-8.5]"""


class Lack(Record, frozen=True):
    """Half points still missing in the centre, and the stands that may make them up."""

    missing: int
    priority: int
    stands: tuple[str, ...]


def priority(book: Book, piece: Piece) -> int:
    """The class of a stand in the order of priority, 0 first. [TC-8.4, TC-8.5]

    Skirmishers of a battle line entry come last with all Skirmishers.
    """
    kind = troop_of(book, piece)
    if kind.code == SKIRMISHERS:
        return 4
    if names.BATTLE_LINE in piece.traits:
        return 0
    if kind.is_close_foot:
        return 1
    return 2 if kind.is_foot else 3


def points(book: Book, piece: Piece) -> int:
    """Half points a stand counts for the centre: those of the type it shows."""
    return troop_of(book, piece).half_points


def centre_minimum(book: Book, position: Position, seat: Seat) -> int:
    """Half points that must stand in the centre third. [TC-8.5]"""
    said = book.sole(seams.CENTRE, book, position, seat)
    return settings_of(book).half_points("centreMinPoints") if said is None else said


def own_stands(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The stands of a seat that can still be on the table at the first turn, or march there."""
    places = {"undeployed", "table", "reserve"}
    return tuple(
        piece
        for piece in position.pieces.values()
        if piece.controller == seat and piece.type != CAMP and piece.place in places
        if is_stand(piece)
    )


def in_centre(book: Book, position: Position, piece: Piece) -> bool:
    """Whether a stand stands wholly in its seat's centre third. [TC-8.3]"""
    if piece.place != "table" or piece.pose is None or piece.shape is None:
        return False
    seat = piece.controller
    third = centre_third(book, position, seat)
    return home(book, position, seat).between(base(piece.pose, piece.shape), third)


def lacks(
    book: Book, position: Position, seat: Seat, out: frozenset[str] = frozenset()
) -> Lack | None:
    """What the centre still lacks; None when the minimum stands there. [TC-8.4, TC-8.5]

    For every class, those of it and of the classes before it must have the minimum there, or all
    the points that the army has of them. `out` are stands thought of as not available.
    """
    minimum = centre_minimum(book, position, seat)
    ranked = [(priority(book, piece), piece) for piece in own_stands(position, seat)]
    for last in range(len(CLASSES)):
        upto = [piece for rank, piece in ranked if rank <= last]
        wanted = min(minimum, sum(points(book, piece) for piece in upto))
        there = [piece for piece in upto if in_centre(book, position, piece)]
        missing = wanted - sum(points(book, piece) for piece in there)
        if missing > 0:
            able = tuple(piece.id for piece in upto if piece not in there and piece.id not in out)
            return Lack(missing, last, able)
    return None


def reserve_leaves(book: Book, position: Position, seat: Seat, held: tuple[Piece, ...]) -> int:
    """Half points that a reserve would take from the centre minimum: those kept from it.

    # RULING TC-8.27: stands that the centre minimum needs may not be held back.
    """
    minimum = centre_minimum(book, position, seat)
    ranked = [(priority(book, piece), piece) for piece in own_stands(position, seat)]
    most = 0
    for last in range(len(CLASSES)):
        upto = [piece for rank, piece in ranked if rank <= last]
        wanted = min(minimum, sum(points(book, piece) for piece in upto))
        left = sum(points(book, piece) for piece in upto if piece not in held)
        most = max(most, wanted - left)
    return most
