"""Two stands shown for one, set out: one directly behind the other, in one step. [BC-24.5]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position, with_piece
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.deceptive_deployment.making_room import directly_behind
from condotta.rules.triumph.movement.fallback import has_room
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.seeming import first_of, is_second, second_of, seems
from condotta.table import Base, Pose, base, overlaps


def where_to_stand(_: Book, position: Position, piece: Piece) -> tuple[Pose, ...]:
    """The one place of the rear stand: directly behind the front one. [BC-24.5]"""
    if not is_second(piece):
        return ()
    first = first_of(position, piece)
    return () if first.pose is None else (directly_behind(first.pose, first),)


def together_set_out(here: Field, stand: Stand) -> Refusal | None:
    """The front one needs room behind it, the rear one stands there, nobody else does. [BC-24.5]

    # RULING BC-24.13: the two are set out one after the other in a step; the place behind the first
    # is kept for the second.
    """
    no = Refusal("BC-24.5", "bc.24-5.behind", {"stand": stand.id})
    if is_second(stand.piece):
        wanted = where_to_stand(here.book, here.position, stand.piece)
        return None if wanted == (stand.base.pose,) else no
    second = second_of(here.position, stand.piece)
    if second is not None:
        return None if room_behind(here, stand, second) else no
    return kept(here, stand.piece, stand.base)


def kept(here: Field, piece: Piece, where: Base) -> Refusal | None:
    """Nobody, and no camp, takes the place that waits for the rear one. [BC-24.5]"""
    for first, waiting in awaited(here):
        if first.seat == piece.controller and overlaps(place_behind(first, waiting), where):
            return Refusal("BC-24.5", "bc.24-5.kept", {"stand": piece.id, "other": first.id})
    return None


def room_behind(here: Field, stand: Stand, second: Piece) -> bool:
    """Whether the rear stand may stand where it belongs, all rules of setting out heard."""
    behind = place_behind(stand, second)
    others = [one for one in here.stands if one.id not in (stand.id, second.id)]
    if not has_room(here, behind, others):
        return False
    both = with_piece(here.position, stand.piece)
    both = with_piece(both, replace(second, place="table", pose=behind.pose))
    there = Field(here.book, both)
    return not here.book.refusals(seams.MAY_DEPLOY, there, there.stand(second.id))


def both_set_out(here: Field, pieces: tuple[str, ...]) -> Refusal | None:
    """Nor is a step done while the front one stands there without the other. [BC-24.5]"""
    for first, waiting in awaited(here):
        if first.id in pieces:
            params = {"stand": waiting.id, "other": first.id}
            return Refusal("BC-24.5", "bc.24-5.alone", params)
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
