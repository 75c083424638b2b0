"""Reforms: a regiment turns about its middle and changes its files. [FB-4.17]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import (
    Counted,
    Event,
    Exchanged,
    Marked,
    Moved,
    Popped,
    Step,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.remaining_moves import commanded, not_yours, why_not_move
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.formation import centre_pose
from condotta.rules.ranked.reading.places_to_stand import why_not_here
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.sketches import PLACE, outline_of
from condotta.table import Pose, Rectangle, base, distance

CLAUSE = "FB-4.17"
SWIFT_TEST = "swift reform test"


class Reform(Action, frozen=True):
    """A regiment takes a new facing and new files about its middle. [FB-4.17]

    `files` 0 keeps them. A swift one leaves it its normal move, if a Leadership test is passed.
    """

    piece: str
    ux: int
    uy: int
    files: int = 0
    swift: bool = False


class Reforming(Script, frozen=True, kw_only=True):
    """One accepted reform."""

    reform: Reform


def reformed(one: Regiment, said: Reform) -> tuple[int, Rectangle, Pose]:
    """The files, the shape and the pose after a reform; the middle stays. [FB-4.17]"""
    files = min(said.files or one.files, one.total)
    shape = one.shape_with(one.total, files)
    return files, shape, centre_pose(one.base, (said.ux, said.uy), shape)


def farthest(one: Regiment, shape: Rectangle, pose: Pose) -> float:
    """How far any corner goes at most, by the nearest corner to where it was. [FB-4.17]

    RULING FB-4.24: models are not told apart; a model goes from its corner of the old block to
    the nearest place in the new one.
    """
    new, old = base(pose, shape), one.base
    return max(min(distance(place, corner) for place in new.corners) for corner in old.corners)


def is_free(one: Regiment) -> bool:
    """Whether it reforms freely: skirmishers, and engines, which pivot. [FB-9.7, FB-12.1]"""
    return one.has("skirmishers") or one.is_machine


def may_be_swift(one: Regiment) -> bool:
    """Whether it may try a swift reform: with a musician, or fast cavalry. [FB-4.17, FB-9.7]"""
    return one.marked(names.MUSICIAN) or one.has("fast-cavalry") or is_free(one)


def reforming(book: Book, state: State, frame: Reforming) -> Iterator[Event]:
    """Test for a swift one, then reform; whoever fails has reformed all the same. [FB-4.17]

    RULING FB-4.24: a swift reform that fails is an ordinary one. RULING FB-9.8: a free reform
    does not keep from shooting.
    """
    said = frame.reform
    here = field(book, state.position)
    one = here.regiment(said.piece)
    swift = said.swift or is_free(one)
    if swift and not is_free(one):
        test = leadership_tests.plain(here, one, SWIFT_TEST, CLAUSE)
        passed = yield from leadership_tests.taken(here, frame, test)
        swift = passed
    yield from carried_out(one, said)
    if not is_free(one):
        yield Marked(one.id, Mark(names.REFORMED, names.TURN))
    if not one.is_machine:
        yield Marked(one.id, Mark(names.MOVED, names.TURN))
    if not swift or one.marked(names.REFORMED) or one.is_machine:
        yield Marked(one.id, Mark(names.DID_MOVE, names.TURN))
    yield Popped()


def carried_out(one: Regiment, said: Reform) -> Iterator[Event]:
    """The regiment in its new files, turned about its middle."""
    files, shape, pose = reformed(one, said)
    if files != one.value(names.FILES):
        yield Counted(one.id, names.FILES, files)
    if shape != one.piece.shape:
        yield Exchanged(replace(one.piece, shape=shape, pose=pose))
    yield Moved((Step(one.id, pose),), "reform")


def judge_reform(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: Reform
) -> Verdict:
    """Whether a regiment may reform so. [FB-4.17]"""
    here = field(book, position)
    one = commanded(here, seat, said.piece)
    if one is None:
        return Verdict(not_yours(said.piece))
    return why_not_reform(here, one, said)


def why_not_reform(here: Field, one: Regiment, said: Reform) -> Verdict:
    """The verdict on a reform of a regiment of the seat's own. [FB-4.17, FB-4.1]"""
    refusals = why_not_move(here, one)
    if refusals:
        return Verdict(refusals)
    what = {"piece": one.id}
    if not (said.ux or said.uy) or said.files < 0 or said.files > one.total:
        return Verdict((Refusal(CLAUSE, "fb.4-17.files", what),))
    if 0 < said.files < len(one.joined):
        return Verdict((Refusal(CLAUSE, "fb.4-17.files", what),))
    if said.swift and not may_be_swift(one):
        return Verdict((Refusal(CLAUSE, "fb.4-17.swift", what),))
    if one.marked(names.REFORMED):
        return Verdict((Refusal(CLAUSE, "fb.4-17.again", what),))
    _files, shape, pose = reformed(one, said)
    far, limit = farthest(one, shape, pose), 2 * one.movement
    if not one.is_machine and far > limit:
        sketch = (outline_of(PLACE, base(pose, shape)),)
        why = (Refusal(CLAUSE, "fb.4-17.too-far", what, sketch),)
        return Verdict(why, distance=round(far), limit=limit, poses=((one.id, pose),))
    return Verdict(why_not_here(here, one.id, base(pose, shape)), poses=((one.id, pose),))


def begins(_: Seat, said: Action) -> Frame | None:
    """What an accepted reform begins."""
    return Reforming(reform=said) if isinstance(said, Reform) else None


HOOKS = ((seams.ACT, begins, "FB-4.17"),)
PROCEDURES: dict[type[Frame], Procedure] = {Reforming: reforming}
JUDGES: dict[type[Action], Judge] = {Reform: judge_reform}
