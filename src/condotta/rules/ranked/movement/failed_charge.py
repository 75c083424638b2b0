"""The way of a failed charge: straight at its target, or round what is in the way. [FB-4.8]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.rules.ranked import names
from condotta.rules.ranked.movement.steering import halted, room, wheeled_from, wheeled_towards
from condotta.rules.ranked.reading.places_to_stand import why_not_through
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.surroundings import board
from condotta.table import (
    HALF,
    TOUCH,
    Base,
    Pose,
    Side,
    Wheel,
    base,
    distance,
    from_degrees,
    gap,
    on_board,
    swept,
    wheel,
)
from condotta.table.pose import facing_degrees

STEP, MOST = 15, 90  # degrees between the wheels that are tried
Way = tuple[Pose, ...]


def way_towards(here: Field, one: Regiment, target: Base, length: int) -> Way:
    """The poses of a move of so many quanta that comes as near to a target as it can. [FB-4.8]

    RULING FB-4.22: with nothing in the way it wheels once and goes straight. Else it wheels aside
    by steps of 15 degrees, goes some whole inches on, wheels towards its target again and goes the
    rest: the nearest end is taken, of equals the least wheel. Wheels cost nothing of the length.
    """
    turned = wheeled_towards(here, one, target)
    straight: Way = (turned, halted(here, one, turned, length))
    if distance(turned.point, straight[-1].point) >= length - TOUCH:
        return straight
    best, near = straight, gap(base(straight[-1], one.base.shape), target)
    for way in ways_round(here, one, target, length):
        left = gap(base(way[-1], one.base.shape), target)
        if left < near - HALF:
            best, near = way, left
    return best


def ways_round(here: Field, one: Regiment, target: Base, length: int) -> Iterator[Way]:
    """Wheels aside, the least first, and every whole inch after which it turns to the target."""
    shape = one.base.shape
    for aside in asides(here, one):
        reach = distance(aside.point, halted(here, one, aside, length).point)
        for inches in range(1, int(min(reach, length)) // names.INCH + 1):
            first = halted(here, one, aside, inches * names.INCH)
            turned = wheeled_from(here, one, first, target)
            if not clear(here, one, first, turned):
                continue
            rest = length - inches * names.INCH
            yield aside, first, turned, halted(here, one, turned, rest)
        if reach >= length - TOUCH and room(here, one, base(aside, shape)):
            yield aside, halted(here, one, aside, length)


def asides(here: Field, one: Regiment) -> Iterator[Pose]:
    """The wheels that are free and end on the table, and to stand as it does. [FB-4.1]"""
    yield one.pose
    now, inside = facing_degrees(one.pose), board(here.position)
    sides: tuple[tuple[Side, float], ...] = (("left", -1.0), ("right", 1.0))
    for angle in range(STEP, MOST + 1, STEP):
        for side, sign in sides:
            facing = from_degrees(now + sign * angle)
            corner = one.base.fl if side == "left" else one.base.fr
            sweep = swept([one.pose], [one.base.shape], Wheel(side, *facing))
            end = wheel(one.pose, corner, facing)
            if why_not_through(here, one, sweep) or not on_board(base(end, one.base.shape), inside):
                continue
            yield end


def clear(here: Field, one: Regiment, first: Pose, turned: Pose) -> bool:
    """Whether a wheel on the way passes through nobody."""
    if first == turned:
        return True
    where = base(first, one.base.shape)
    right = facing_degrees(turned) - facing_degrees(first)
    side: Side = "right" if 0 < right % 360 <= 180 else "left"
    if wheel(first, where.fr if side == "right" else where.fl, turned.facing) != turned:
        return False
    sweep = swept([first], [one.base.shape], Wheel(side, turned.ux, turned.uy))
    return not why_not_through(here, one, sweep)
