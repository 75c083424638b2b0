"""Two stands shown for one: set out one directly behind the other, and their room later. [BC-24.5]

Who comes out of a masquerade needs room, and who is in the way steps back for it. [BC-24.9]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.events import Step
from condotta.kernel.evolving import with_piece
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.fallback import has_room, lined_up_behind, push
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.seeming import first_of, is_second, second_of, seems
from condotta.table import Base, Pose, Rectangle, base, offset, overlaps, travel_before_contact

STEP = 1_000
"""A tenth of a MU: how finely the way ahead is searched where nobody behind makes room."""
FARTHEST = 60_000


def depth(piece: Piece) -> int:
    """How deep a stand's base is."""
    assert isinstance(piece.shape, Rectangle), piece.id
    return piece.shape.depth


def directly_behind(pose: Pose, piece: Piece) -> Pose:
    """Where a stand goes that stands directly behind that one. [BC-24.5, BC-24.6]"""
    return offset(pose, -depth(piece))


def bases_at(pose: Pose, pieces: Sequence[Piece]) -> tuple[Base, ...]:
    """The bases of stands one directly behind the other, the first at that pose."""
    found = []
    for piece in pieces:
        assert piece.shape is not None, piece.id
        found.append(base(pose, piece.shape))
        pose = directly_behind(pose, piece)
    return tuple(found)


def free(here: Field, bases: tuple[Base, ...], others: Sequence[Stand]) -> bool:
    """Whether all those bases could stand there."""
    return all(has_room(here, where, others) for where in bases)


def room_for(
    here: Field, at: Pose, real: tuple[Piece, ...], gone: frozenset[str]
) -> tuple[Pose, tuple[Step, ...]] | None:
    """Where the real stands go, and who makes room for them. [BC-24.9]

    By the front edge; else friends behind are pushed straight back; else it is set forward by the
    least distance that fits.

    # RULING BC-24.9: where that does not fit either, it is set back by the least that does; within
    # 6 MU either way.
    """
    others = [one for one in here.stands if one.id not in gone]
    if free(here, bases_at(at, real), others):
        return at, ()
    steps = pushed(here, bases_at(at, real), real[0], others)
    if steps is not None:
        moved = {step.piece for step in steps}
        if free(here, bases_at(at, real), [one for one in others if one.id not in moved]):
            return at, steps
    for sign in (1, -1):
        for far in range(STEP, FARTHEST + 1, STEP):
            pose = offset(at, sign * far)
            if free(here, bases_at(pose, real), others):
                return pose, ()
    return None


def pushed(
    here: Field, bases: tuple[Base, ...], piece: Piece, others: list[Stand]
) -> tuple[Step, ...] | None:
    """Friends that lie under the new bases, pushed straight back; None if they cannot be."""
    under = [one for one in others if any(overlaps(where, one.base) for where in bases)]
    last = bases[-1]
    if len(under) != 1 or here.relation(piece.controller, under[0].seat) != "friend":
        return None
    friend = under[0]
    if friend.is_camp or not lined_up_behind(bases[0], friend.base):
        return None
    away = offset(friend.base.pose, -FARTHEST)
    far = base(away, friend.base.shape)
    gap = travel_before_contact(last, (-last.fx, -last.fy), FARTHEST, far)
    return push(here, friend, round(FARTHEST - gap), tuple(others))


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
