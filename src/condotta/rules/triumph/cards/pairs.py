"""Two stands shown for one: one directly behind the other, set out and moved together. [BC-24.5]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph.battlefield import deployment_zone, home
from condotta.rules.triumph.cards.making_room import directly_behind
from condotta.rules.triumph.fallback import has_room
from condotta.rules.triumph.field import Field, Stand
from condotta.rules.triumph.moves import Path
from condotta.rules.triumph.seeming import first_of, is_second, second_of, seems
from condotta.table import Base, Pose, at_most, base, overlaps

ROUNDING = 8
"""Quanta by which the place directly behind may be out after a move."""


def where_to_stand(position: Position, piece: Piece) -> tuple[Pose, ...]:
    """The one place of the rear stand: directly behind the front one. [BC-24.5]"""
    if not is_second(piece):
        return ()
    first = first_of(position, piece)
    return () if first.pose is None else (directly_behind(first.pose, first),)


def together_set_out(here: Field, stand: Stand) -> Refusal | None:
    """The front one needs room behind it, the rear one stands there, nobody else does. [BC-24.5]

    # RULING BC-24.5: the two are set out one after the other in a step; the place behind the first
    # is kept for the second.
    """
    no = Refusal("BC-24.5", "bc.24-5.behind", {"stand": stand.id})
    if is_second(stand.piece):
        wanted = where_to_stand(here.position, stand.piece)
        return None if wanted == (stand.base.pose,) else no
    second = second_of(here.position, stand.piece)
    if second is not None:
        behind = place_behind(stand, second)
        others = [one for one in here.stands if one.id not in (stand.id, second.id)]
        own = home(here.book, here.position, stand.seat)
        zone = deployment_zone(here.book, here.position, stand.seat)
        inside = at_most(own.bounds(behind)[3], zone.far)
        return None if inside and has_room(here, behind, others) else no
    for first, waiting in awaited(here):
        if first.seat == stand.seat and overlaps(place_behind(first, waiting), stand.base):
            return Refusal("BC-24.5", "bc.24-5.kept", {"stand": stand.id, "other": first.id})
    return None


def awaited(here: Field) -> Iterator[tuple[Stand, Piece]]:
    """Front stands on the table whose rear stand is not there yet."""
    for stand in here.stands if any(map(seems, here.position.pieces.values())) else ():
        second = second_of(here.position, stand.piece)
        if second is not None and second.place != "table":
            yield stand, second


def place_behind(stand: Stand, second: Piece) -> Base:
    """The base of the rear stand where it belongs."""
    assert second.shape is not None, second.id
    return base(directly_behind(stand.base.pose, stand.piece), second.shape)


def pairs(position: Position, pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, Piece]]:
    """Every pair of which a stand is among those."""
    for piece in pieces:
        first = first_of(position, piece)
        second = second_of(position, first)
        if second is not None:
            yield first, second


def together_moved(here: Field, path: Path) -> Refusal | None:
    """Both move, and end one directly behind the other. [BC-24.5]

    # RULING BC-24.5: once the enemy or an outcome has parted them, each moves as it can.
    """
    ends = {one.id: end for one, end in zip(path.stands, path.ends, strict=True)}
    for first, second in pairs(here.position, tuple(one.piece for one in path.stands)):
        if {first.place, second.place} != {"table"} or not near_enough(first, second):
            continue
        if first.id not in ends or second.id not in ends:
            return Refusal("BC-24.5", "bc.24-5.together", {"stand": first.id, "other": second.id})
        if not close_to(ends[second.id], directly_behind(ends[first.id], first)):
            return Refusal("BC-24.5", "bc.24-5.behind", {"stand": second.id})
    return None


def near_enough(first: Piece, second: Piece) -> bool:
    """Whether the two stand as they must now."""
    if first.pose is None or second.pose is None:
        return False
    return close_to(second.pose, directly_behind(first.pose, first))


def close_to(one: Pose, other: Pose) -> bool:
    """Whether two poses are the same but for rounding."""
    return max(abs(one.x - other.x), abs(one.y - other.y)) <= ROUNDING


def together_held(here: Field, pieces: tuple[Piece, ...]) -> Refusal | None:
    """Both march on a flank, or neither. [BC-24.5]"""
    held = {piece.id for piece in pieces}
    for first, second in pairs(here.position, pieces):
        if not {first.id, second.id} <= held:
            return Refusal("BC-24.5", "bc.24-5.together", {"stand": first.id, "other": second.id})
    return None
