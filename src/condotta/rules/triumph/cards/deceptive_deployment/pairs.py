"""Two stands shown for one, in play: they move together, one directly behind the other. [BC-24.5]

How they are set out is `pairs_set_out`.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph.cards.deceptive_deployment.pairs_set_out import directly_behind
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.seeming import first_of, second_of
from condotta.table import Pose

ROUNDING = 8
"""Quanta by which the place directly behind may be out after a move."""


def pairs(position: Position, pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, Piece]]:
    """Every pair of which a stand is among those."""
    for piece in pieces:
        first = first_of(position, piece)
        second = second_of(position, first)
        if second is not None:
            yield first, second


def together_moved(here: Field, path: Path) -> Refusal | None:
    """Both move, and end one directly behind the other. [BC-24.5]

    # RULING BC-24.13: once the enemy or an outcome has parted them, each moves as it can.
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


def together_come(here: Field, stands: tuple[Stand, ...], _: str) -> Refusal | None:
    """They come in by a march as they are set out: one directly behind the other. [BC-24.5]"""
    for first, second in pairs(here.position, tuple(one.piece for one in stands)):
        if not near_enough(first, second):
            return Refusal("BC-24.5", "bc.24-5.behind", {"stand": first.id})
    return None


def together_led(
    _: Book, position: Position, piece: Piece, command: tuple[Piece, ...], __: str
) -> Refusal | None:
    """Set out together, they are of one command. [BC-24.5]"""
    second = second_of(position, piece)
    if second is None or second in command:
        return None
    return Refusal("BC-24.5", "bc.24-5.together", {"stand": piece.id, "other": second.id})


def neither_guards(_: Book, position: Position, piece: Piece) -> Refusal | None:
    """Neither stays in a camp without the other. [BC-24.5]"""
    for first, second in pairs(position, (piece,)):
        return Refusal("BC-24.5", "bc.24-5.together", {"stand": first.id, "other": second.id})
    return None
