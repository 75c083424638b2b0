"""What a body may do that starts in or enters an enemy's zone of control. [TC-5.22]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from condotta.kernel.rulings import Contact, Param, Refusal, Sketch
from condotta.rules.triumph.field import Field
from condotta.rules.triumph.moves import Path
from condotta.rules.triumph.tables import TABLES
from condotta.rules.triumph.zones import Zone, in_zone, zones_entered
from condotta.table import (
    HALF,
    Base,
    at_most,
    directly_in_front,
    gap,
    same_direction,
    wholly_in_front,
)


class Reckoned(Protocol):
    """What is read of a move besides its path: how far it goes and whom it contacts."""

    @property
    def far(self) -> float:
        """How far it goes, in quanta."""
        ...

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts it ends in."""
        ...


def zone_refusals(here: Field, path: Path, reckoned: Reckoned) -> Iterator[Refusal]:
    """One of four things may be done in a zone; with several zones, for each of them.

    Contact (a) or lining up (b) with one of the stands that control the ground is enough.
    Otherwise the body turns away from each (c), or moves at most 2 MU (d). [TC-5.22, TC-5.25]
    """
    zones = zones_to_answer(here, path)
    if not zones:
        return
    contacts, far = reckoned.contacts, reckoned.far
    first = foremost(here, path, zones)
    if any(contact.other == zone.owner.id for contact in contacts for zone in first):
        return
    ends = path.end_bases
    others = tuple(contact.other for contact in contacts)
    if not others and any(lines_up(end, zone) for end in ends for zone in first):
        return
    if any(contact.other == zone.owner.id for contact in contacts for zone in zones):
        yield Refusal("TC-5.25", "tc.5-25.nearest", {"stand": first[0].owner.id})
        return
    short = at_most(far, TABLES.zones.other_move)
    for zone in zones:
        if others or not (short or turns_away(path, ends, zone)):
            yield refusal(zone, others, far)


def zones_to_answer(here: Field, path: Path) -> tuple[Zone, ...]:
    """The zones that a body starts in or enters, those it only crosses among them. [TC-5.24]"""
    zones = zones_entered(here, path.stands, path.sweep)
    if not here.settings.flag("throughZones"):
        return zones
    places = (*(stand.base for stand in path.stands), *path.end_bases)
    return tuple(zone for zone in zones if any(in_zone(where, zone) for where in places))


def foremost(here: Field, path: Path, zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """The zones of which one is to be answered: any, or by a setting the nearest. [TC-5.25]"""
    if here.settings.word("zoneAnswered") == "any":
        return zones
    away = [min(gap(stand.base, zone.owner.base) for stand in path.stands) for zone in zones]
    least = min(away) + HALF
    return tuple(zone for zone, far in zip(zones, away, strict=True) if far <= least)


def lines_up(end: Base, zone: Zone) -> bool:
    """Facing the owner, fronts parallel, corner opposite corner, wholly before it. [TC-5.22b]

    # RULING TC-5.22: only a stand that ends in the zone lines up; one that is lined up already
    # and backs out of the zone makes another move, of at most 2 MU.
    """
    foe = zone.owner.base
    return (
        same_direction(end.fx, end.fy, -foe.fx, -foe.fy)
        and directly_in_front(end, foe)
        and wholly_in_front(end, foe)
        and in_zone(end, zone)
    )


def turns_away(path: Path, ends: tuple[Base, ...], zone: Zone) -> bool:
    """The body started in the zone and ends farther from its owner, its back to him. [TC-5.22c]

    There is no free turn: the turn is measured together with the move.
    """
    foe = zone.owner.base
    if not any(in_zone(stand.base, zone) for stand in path.stands):
        return False
    for stand, end in zip(path.stands, ends, strict=True):
        ahead = end.fx * (foe.cx - end.cx) + end.fy * (foe.cy - end.cy)
        if ahead >= 0 or gap(end, foe) <= gap(stand.base, foe) + HALF:
            return False
    return True


def refusal(zone: Zone, others: tuple[str, ...], far: float) -> Refusal:
    """What the zone allows, and the zone itself to look at."""
    outline = tuple((round(x), round(y)) for x, y in zone.area.corners)
    sketch = (Sketch("zone of control", outline),)
    params: dict[str, Param]
    if others:
        params = {"stand": zone.owner.id, "other": others[0]}
        return Refusal("TC-5.22", "tc.5-22.other", params, sketch)
    params = {"stand": zone.owner.id, "far": round(far), "limit": TABLES.zones.other_move}
    return Refusal("TC-5.22", "tc.5-22.zone", params, sketch)
