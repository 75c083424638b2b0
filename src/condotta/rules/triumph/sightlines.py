"""Lines of sight over the field: what hides, for shooting and for command. [TC-6.12, TC-7.20]"""

from __future__ import annotations

from condotta.rules.triumph.field import Field, Stand
from condotta.rules.triumph.tables import terrain
from condotta.table import TOUCH, Base, Cover, Screens, crest, line_clear


def ground_screens(field: Field) -> Screens:
    """The terrain that blocks sight: cover one sees a little way into, and crests. [TC-6.13]"""
    see_in = field.settings.length("sightIntoCover") or 0
    covers = [
        Cover(area, float(see_in)) for area in field.areas if terrain(area.kind).sight == "area"
    ]
    crests = [crest(area) for area in field.areas if terrain(area.kind).sight == "crest"]
    return Screens((), covers, crests)


def screens(field: Field, but: tuple[Stand, ...]) -> Screens:
    """Terrain, and every stand and camp of either side but those who look at each other.

    Sight past stands of any side is blocked. [TC-6.12]
    """
    ground = ground_screens(field)
    bases = [solid(stand.base) for stand in field.stands if stand not in but]
    return Screens(bases, ground.covers, ground.crests)


def solid(of: Base) -> Base:
    """A base as it blocks sight: a line along its side or rear border is blocked too.

    # RULING TC-6.12: stands that touch leave no gap to see through, and a rank hides another
    # behind it. Along a front border one sees: a shooter's own neighbours do not blind it.
    """
    if of.radius:
        return of
    grown = TOUCH + 1  # a border is brushed within TOUCH: one quantum more blocks
    return Base.box((of.x, of.y), (of.fx, of.fy), (of.hw + grown, of.hd + grown / 2))


def command_sight(field: Field, general: Stand, stand: Stand) -> bool:
    """Whether some line from the general to a stand is clear of terrain; stands never block it.

    # RULING TC-4.10: lines are tried from centre to centre and from corner to corner.
    """
    ground = ground_screens(field)
    if not ground:
        return True
    starts = (general.base.centre, *general.base.corners)
    ends = (stand.base.centre, *stand.base.corners)
    return any(line_clear((start, end), ground) for start in starts for end in ends)
