"""Lines of sight over the field: what hides, for shooting and for command. [TC-6.12, TC-7.20]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from condotta.rules.triumph.stands.field import Field, Ground, Stand
from condotta.rules.triumph.tables import terrain
from condotta.table import TOUCH, Base, Cover, Pose, Screens, Shape, base, crest, line_clear
from condotta.table.once import noted

GROWN = TOUCH + 1
"""A border is brushed within TOUCH: one quantum more blocks."""

Place: TypeAlias = tuple[Pose, Shape]
"""Where a base lies, and its shape: as a value, so that nothing is kept for it but numbers."""


def ground_screens(field: Field) -> Screens:
    """The terrain that blocks sight: cover one sees a little way into, and crests.

    [TC-6.13, TC-7.22]
    """
    return screens_of_ground(field.ground, *ways_of_blocking(field))


def ways_of_blocking(field: Field) -> tuple[float, bool]:
    """How far one sees into cover, and whether crests block sight. [TC-6.13, TC-7.22]"""
    see_in = float(field.settings.length("sightIntoCover") or 0)
    return see_in, field.settings.flag("crestsBlock")


@noted
def screens_of_ground(ground: Ground, see_in: float, crests_block: bool) -> Screens:
    """The terrain that blocks sight, looked up area by area. [TC-6.13, TC-7.22]"""
    covers = [Cover(area, see_in) for area in ground.areas if terrain(area.kind).sight == "area"]
    hills = ground.areas if crests_block else ()
    crests = [crest(area) for area in hills if terrain(area.kind).sight == "crest"]
    return Screens((), covers, crests)


def screens(field: Field, eyes: Stand, seen: Stand, who: str) -> Screens:
    """Terrain, and the stands and camps that block sight, never those who look at each other.

    `who` says which of them: all, friends or enemies of the eyes. [TC-6.12]
    """
    ground = ground_screens(field)
    match who:
        case "all" | "stands":
            stands = field.stands
        case "friends":
            stands = field.friends(eyes.seat)
        case "enemies":
            stands = field.enemies(eyes.seat)
        case _:
            return ground
    bases = [
        solid(stand.base)
        for stand in stands_about(eyes.base, seen.base, stands)
        if stand not in (eyes, seen)
    ]
    return Screens(bases, ground.covers, ground.crests)


def stands_about(one: Base, other: Base, stands: Iterable[Stand]) -> Iterator[Stand]:
    """The stands that could reach between two bases: a quick refusal of most."""
    room = max(one.reach, other.reach) + 2 * GROWN
    west, east = min(one.cx, other.cx) - room, max(one.cx, other.cx) + room
    south, north = min(one.cy, other.cy) - room, max(one.cy, other.cy) + room
    for stand in stands:
        base = stand.base
        x, y, reach = base.cx, base.cy, base.reach
        if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
            yield stand


def solid(of: Base) -> Base:
    """A base as it blocks sight: a line along its side or rear border is blocked too.

    # RULING TC-6.12: stands that touch leave no gap to see through, and a rank hides another
    # behind it. Along a front border one sees: a shooter's own neighbours do not blind it.
    """
    if of.radius:
        return of
    return Base.box((of.x, of.y), (of.fx, of.fy), (of.hw + GROWN, of.hd + GROWN / 2))


def command_sight(field: Field, general: Stand, stand: Stand) -> bool:
    """Whether some line from the general to a stand is clear of terrain; stands do not block it.

    # RULING TC-4.10: lines are tried from centre to centre and from corner to corner.
    """
    blocked = field.settings.word("commandSightBlockedBy")
    # Where the ground alone blocks sight, no stand can change what is seen between two places.
    if blocked == "ground":
        places = (general.base.pose, general.base.shape), (stand.base.pose, stand.base.shape)
        return clear_over(field.ground, *places, *ways_of_blocking(field))
    return clear_past(field, general, stand, blocked)


@noted
def clear_over(
    ground: Ground, general: Place, stand: Place, see_in: float, crests_block: bool
) -> bool:
    """Whether some such line between two places is clear of terrain. [TC-4.10]"""
    between = screens_of_ground(ground, see_in, crests_block)
    return clear_between(base(*general), base(*stand), between)


@noted
def clear_past(field: Field, general: Stand, stand: Stand, who: str) -> bool:
    """Whether some such line is clear of stands too. [TC-4.10]"""
    return clear_between(general.base, stand.base, screens(field, general, stand, who))


def clear_between(general: Base, stand: Base, between: Screens) -> bool:
    """Whether some line from the general to a stand is clear of what is between them. [TC-4.10]"""
    if not between:
        return True
    starts = (general.centre, *general.corners)
    ends = (stand.centre, *stand.corners)
    return any(line_clear((start, end), between) for start in starts for end in ends)
