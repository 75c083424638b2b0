"""Zones of control: the ground in front of a stand where an enemy may not do as he likes.

v1.1 sections 51 and 52. [TC-5.20 to TC-5.26]
"""

from __future__ import annotations

from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import TABLES
from condotta.table import EDGES, HALF, Base, Edge, Sweep, cut_depth, sweep_meets, zone
from condotta.table import in_zone as in_zone_of
from condotta.table.once import noted


class Zone:
    """The rectangle that one edge of a stand controls, as deep as nothing cuts it."""

    __slots__ = ("area", "edge", "owner")

    def __init__(self, owner: Stand, edge: Edge, area: Base) -> None:
        """Whose, ahead of which edge, and where."""
        self.owner = owner
        self.edge = edge
        self.area = area


def edges_that_control(field: Field, stand: Stand) -> tuple[Edge, ...]:
    """The front edge; all four of War Wagons; none of camps and markers. [TC-5.20]"""
    match stand.troop.zoc:
        case "none":
            return ()
        case "all" if field.settings.flag("wwgZocAllRound"):
            return EDGES
        case _:
            return ("front",)


def all_zones(field: Field) -> tuple[Zone, ...]:
    """The zones of control of all stands. [TC-5.20]"""
    return tuple(zone for stand in field.stands for zone in zones_of(field, stand))


@noted
def zones_of(field: Field, stand: Stand) -> tuple[Zone, ...]:
    """The zones of control of a stand, cut as they are now; one that fights has none.

    [TC-5.20, TC-5.21]
    """
    if stand.id in field.fighting:
        return ()
    made = []
    for edge in edges_that_control(field, stand):
        whole = zone(stand.base, edge, TABLES.zones.depth)
        blockers = (one.base for one in cutters(field, stand, whole))
        depth = cut_depth(stand.base, edge, TABLES.zones.depth, blockers)
        if depth > HALF:
            made.append(Zone(stand, edge, zone(stand.base, edge, depth)))
    return tuple(made)


def cutters(field: Field, owner: Stand, whole: Base) -> tuple[Stand, ...]:
    """Who cuts a zone short, over its full width: friends of its owner and fighting stands.

    Fighting enemies do by default; a setting says otherwise. A camp is no stand. [TC-5.21]
    """
    enemies_cut = field.settings.flag("zocCutByFightingEnemies")
    found = []
    x, y, reach = whole.cx, whole.cy, whole.reach
    for stand in field.stands:
        base = stand.base
        dx, dy, both = base.cx - x, base.cy - y, base.reach + reach
        if dx * dx + dy * dy > both * both or stand is owner or stand.is_camp:
            continue
        friend = field.relation(owner.seat, stand.seat) == "friend"
        if friend or (enemies_cut and stand.id in field.fighting):
            found.append(stand)
    return tuple(found)


def in_zone(where: Base, zone: Zone) -> bool:
    """Whether any part of a base is in a zone; touching its border is not. [TC-5.22]"""
    return in_zone_of(where, zone.area)


def zones_entered(field: Field, stands: tuple[Stand, ...], path: Sweep) -> tuple[Zone, ...]:
    """The enemy zones that a body starts in or enters on its way. [TC-5.22]"""
    seat = stands[0].seat
    reach = TABLES.zones.depth
    return tuple(
        [
            zone
            for enemy in field.enemies(seat)
            if path.near(enemy.base.cx, enemy.base.cy, enemy.base.reach + reach)
            for zone in zones_of(field, enemy)
            if sweep_meets(path, zone.area, HALF)
        ]
    )
