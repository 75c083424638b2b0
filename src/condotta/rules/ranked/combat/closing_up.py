"""Losses leave gaps between regiments that fight: they close up again at once. [FB-2.5]

RULING FB-2.5: whoever steps up goes straight, or aside and ahead. This comes before anything else
is judged: who is engaged, who must test. Whoever stands by steps up only where the other cannot.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Moved, Popped, Ruled, Step
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.wounds import joined
from condotta.rules.ranked.reading.approach import may_stand
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, in_contact, is_regiment
from condotta.rules.ranked.reading.surroundings import ground
from condotta.table import Base, Pose, base, offset, overlaps, span, travel_before_contact

FARTHEST = 8 * names.INCH
WAYS = ((1, 0), (0, 1), (0, -1), (-1, 0))


class CloseUp(Script, frozen=True, kw_only=True):
    """Models were removed: those who were in contact, pair by pair, are so again. [FB-2.5]"""

    pairs: tuple[tuple[str, str], ...]


def close_up(book: Book, state: State, frame: CloseUp) -> Iterator[Event]:
    """Step after step, until nothing is left to be closed."""
    steps = closed_up(field(book, state.position), frame.pairs)
    yield from steps or (Popped(),)


def at_losses(position: Position, regiment: str) -> tuple[Frame, ...]:
    """A regiment that loses models keeps its contacts. [FB-2.5]"""
    pairs = tuple((regiment, foe) for foe in held(position, position.pieces[regiment]))
    return (CloseUp(pairs=pairs),) if pairs else ()


def at_loss(position: Position, piece: Piece, _: Seat) -> tuple[Frame, ...]:
    """The characters of a regiment that is destroyed keep its contacts. [FB-2.5]"""
    heirs = joined(position, piece.id)
    pairs = tuple((one.id, foe) for foe in held(position, piece) for one in heirs)
    return (CloseUp(pairs=pairs),) if pairs else ()


def held(position: Position, piece: Piece) -> tuple[str, ...]:
    """Those of other sides whom a regiment is in contact with, before it loses models."""
    here = None if piece.pose is None or piece.shape is None else base(piece.pose, piece.shape)
    if here is None:
        return ()
    side = position.side(piece.controller)
    return tuple(
        other.id
        for other in position.at("table")
        if is_regiment(other) and position.side(other.controller) != side
        if other.pose is not None and other.shape is not None
        if in_contact(here, base(other.pose, other.shape))
    )


def closed_up(here: Field, pairs: tuple[tuple[str, str], ...]) -> tuple[Event, ...]:
    """The first step that closes a gap, as events; none where nothing is to be closed."""
    steps = closed_gaps(here, pairs)
    if not steps:
        return ()
    moved = tuple(one.piece for one in steps)
    return (Ruled("FB-2.5", "fb.2-5.close-up", {"regiments": moved}), Moved(steps, "close up"))


def closed_gaps(here: Field, pairs: tuple[tuple[str, str], ...]) -> tuple[Step, ...]:
    """The first step that brings a parted pair together again; none where nothing does."""
    for names_ in pairs:
        one, other = (here.find(name) for name in names_)
        if one is None or other is None or one.fleeing or other.fleeing:
            continue
        if in_contact(one.base, other.base):
            continue
        order = sorted((one, other), key=lambda who: reluctance(here, who))
        for mover, fixed in (order, order[::-1]):
            pose = stepped_up(here, mover, fixed)
            if pose is not None:
                return (Step(mover.id, pose),)
    return ()


def reluctance(here: Field, one: Regiment) -> tuple[bool, int, bool]:
    """Who steps up has least of it: whoever stands by last, then who fights most, the charged."""
    return here.stands_by(one), len(here.holding(one)), not one.marked(names.CHARGED)


def stepped_up(here: Field, mover: Regiment, fixed: Regiment) -> Pose | None:
    """Where a regiment stands that steps up to another, straight or aside and ahead.

    None where it cannot. Whoever it touches already it must still touch.
    """
    held = here.holding(mover)
    around = ground(here, mover, fixed.id, *(foe.id for foe in held))
    for pose in steps_towards(mover.base, fixed.base):
        stands = base(pose, mover.base.shape)
        keeps = all(in_contact(stands, foe.base) and not overlaps(stands, foe.base) for foe in held)
        if keeps and in_contact(stands, fixed.base) and may_stand(stands, fixed.base, around):
            return pose
    return None


def steps_towards(now: Base, fixed: Base) -> Iterator[Pose]:
    """Places in contact with another base: straight along each axis, then aside and ahead."""
    for ahead, right in WAYS:
        heading = (ahead * now.fx + right * now.rx, ahead * now.fy + right * now.ry)
        travel = travel_before_contact(now, heading, FARTHEST, fixed)
        if travel < FARTHEST:
            yield offset(now.pose, ahead * travel, right * travel)
    low, high = span(fixed, (now.rx, now.ry), now.front_middle)
    wide = min(2 * now.hw, high - low)
    for aside in (low + wide - now.hw, high - wide + now.hw):
        beside = base(offset(now.pose, 0, aside), now.shape)
        for sign in (1, -1):
            heading = (sign * now.fx, sign * now.fy)
            travel = travel_before_contact(beside, heading, FARTHEST, fixed)
            if travel < FARTHEST:
                yield offset(beside.pose, sign * travel)


HOOKS = ((seams.LOSSES, at_losses, "FB-2.5"), (seams.DESTROYED, at_loss, "FB-2.5"))

PROCEDURES: dict[type[Frame], Procedure] = {CloseUp: close_up}
