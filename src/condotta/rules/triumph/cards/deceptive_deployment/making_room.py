"""Room for who comes out of a masquerade, and who steps back for it. [BC-24.9]"""

from __future__ import annotations

from collections.abc import Sequence

from condotta.kernel.events import (
    Step,
)
from condotta.kernel.records import Piece
from condotta.rules.triumph.movement.fallback import has_room, lined_up_behind, push
from condotta.rules.triumph.stands.field import Field, Stand
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
