"""Losses leave gaps between regiments that fight: they close up again. [FB-2.3]

RULING FB-2.3: where removed models part two regiments that fight, the one that fights fewer, of
equals the charger, steps up to the other, straight or aside and ahead, unless somebody is in the
way.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.events import Event, Moved, Ruled, Step
from condotta.rules.ranked import names
from condotta.rules.ranked.approach import may_stand
from condotta.rules.ranked.around import ground
from condotta.rules.ranked.regiment import Field, Regiment, in_contact
from condotta.table import Base, Pose, base, offset, overlaps, span, travel_before_contact

FARTHEST = 8 * names.INCH
WAYS = ((1, 0), (0, 1), (0, -1), (-1, 0))


def closed_up(here: Field, pairs: tuple[tuple[str, str], ...]) -> tuple[Event, ...]:
    """The first step that closes a gap, as events; none where nothing is to be closed."""
    steps = closed_gaps(here, pairs)
    if not steps:
        return ()
    moved = tuple(one.piece for one in steps)
    return (Ruled("FB-2.3", "fb.2-3.close-up", {"regiments": moved}), Moved(steps, "close up"))


def closed_gaps(here: Field, pairs: tuple[tuple[str, str], ...]) -> tuple[Step, ...]:
    """The first step that brings a parted pair together again; none where nothing does."""
    for names_ in pairs:
        one, other = (here.find(name) for name in names_)
        if one is None or other is None or one.fleeing or other.fleeing:
            continue
        if in_contact(one.base, other.base) or not here.hostile(one, other):
            continue
        order = sorted((one, other), key=lambda who: (len(here.touching(who)), not_charger(who)))
        for mover, fixed in (order, order[::-1]):
            pose = stepped_up(here, mover, fixed)
            if pose is not None:
                return (Step(mover.id, pose),)
    return ()


def not_charger(one: Regiment) -> bool:
    """Whether a regiment did not charge this turn."""
    return not one.marked(names.CHARGED)


def stepped_up(here: Field, mover: Regiment, fixed: Regiment) -> Pose | None:
    """Where a regiment stands that steps up to another, straight or aside and ahead.

    None where it cannot. Whoever it touches already it must still touch.
    """
    held = here.touching(mover)
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
