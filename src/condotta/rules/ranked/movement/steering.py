"""Straight moves that stop in time, wheels and turns that have room. [FB-4.1]"""

from __future__ import annotations

from typing import NamedTuple

from condotta.rules.ranked import names
from condotta.rules.ranked.reading.formation import centre_pose
from condotta.rules.ranked.reading.places_to_stand import may_be_near
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.surroundings import board, widened
from condotta.rules.ranked.reading.terrain import barred
from condotta.table import (
    HALF,
    Area,
    Base,
    Facing,
    Pose,
    Rectangle,
    area_gap,
    base,
    gap,
    meets,
    offset,
    on_board,
    overlaps,
    sweep_meets_area,
    swept_between,
    towards,
    travel_before_contact,
    travel_to_border,
    wheel,
)

STRIDE = names.INCH // 10


class Halt(NamedTuple):
    """Where a move ends, and what stopped it: a regiment, barred ground, or nothing of these."""

    pose: Pose
    other: str = ""
    area: str = ""


def halted(here: Field, one: Regiment, pose: Pose, length: float, *ignored: str) -> Pose:
    """Straight ahead from a pose, stopping an inch before anybody and barred ground. [FB-4.1]"""
    return halt(here, one, pose, length, *ignored).pose


def halt(here: Field, one: Regiment, pose: Pose, length: float, *ignored: str) -> Halt:
    """The same, with what stops it. [FB-4.1]

    Whoever is nearer than an inch already stops it only by contact; it stays on the table.
    """
    start = base(pose, one.base.shape)
    heading = (start.fx, start.fy)
    free = travel_to_border(start, heading, length, board(here.position))
    met = ground = ""
    for other in here.regiments:
        if other.id != one.id and other.id not in ignored:
            room = _free(start, other.base, free)
            if room < free:
                free, met = room, other.id
    for area in barred(here):
        while free > 0 and _meets(start, offset(pose, int(free)), area):
            free -= STRIDE
            met, ground = "", area.id
    return Halt(offset(pose, int(max(0.0, free))), met, ground)


def _meets(start: Base, end: Pose, area: Area) -> bool:
    stands = base(end, start.shape)
    least = min(float(names.INCH), area_gap(start, area))
    return sweep_meets_area(swept_between(start, stands), area) or (
        area_gap(stands, area) < least - HALF
    )


def _free(start: Base, other: Base, length: float) -> float:
    near = gap(start, other) <= names.INCH + HALF
    stop = other if near else widened(other)
    return travel_before_contact(start, (start.fx, start.fy), length, stop)


def room(here: Field, one: Regiment, stands: Base) -> bool:
    """Whether a regiment may stand so: on the table, an inch from those it is not nearer to."""
    if not on_board(stands, board(here.position)):
        return False
    for other in here.regiments:
        if other.id == one.id or not may_be_near(stands, other.base):
            continue
        least = min(names.INCH, here.gap(one, other))
        if overlaps(stands, other.base) or gap(stands, other.base) < least - HALF:
            return False
    return not any(meets(stands, area) for area in barred(here))


def wheeled_towards(here: Field, one: Regiment, other: Base) -> Pose:
    """A wheel, if there is room for one, that brings another straight ahead. [FB-4.8]"""
    return wheeled_from(here, one, one.pose, other)


def wheeled_from(here: Field, one: Regiment, pose: Pose, other: Base) -> Pose:
    """The same from a place on its way. [FB-4.8]

    RULING FB-4.22: of the two wheels the one that ends nearer.
    """
    shape = one.base.shape
    where = base(pose, shape)
    facing = towards(where.front_middle, other.centre)
    ends = [wheel(pose, corner, facing) for corner in (where.fl, where.fr)]
    free = [end for end in ends if room(here, one, base(end, shape))]
    return min(free, key=lambda end: gap(base(end, shape), other), default=pose)


def pivoted(here: Field, one: Regiment, facing: Facing) -> Pose:
    """Turned about the middle to a facing; as it stands where somebody is in the way. [FB-7.23]"""
    shape = one.base.shape
    assert isinstance(shape, Rectangle), one
    pose = centre_pose(one.base, facing, shape)
    stands = base(pose, shape)
    crowded = any(overlaps(stands, other.base) for other in here.regiments if other.id != one.id)
    walled = any(meets(stands, area) for area in barred(here))
    inside = on_board(stands, board(here.position))
    return one.pose if crowded or walled or not inside else pose
