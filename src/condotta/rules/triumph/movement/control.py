"""What a body may do that starts in or enters an enemy's zone of control. [TC-5.22]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from condotta.kernel.rulings import Contact, Param, Refusal, Sketch
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.stands.zones import Zone, in_zone, zones_entered
from condotta.rules.triumph.tables import TABLES
from condotta.table import (
    HALF,
    TOUCH,
    Base,
    Sweep,
    at_most,
    base,
    directly_in_front,
    gap,
    same_direction,
    share_before,
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

    Contact (a) or lining up (b) with one of the stands that hold the body is enough. Otherwise it
    turns away from each (c), or moves at most 2 MU and into no contact (d). [TC-5.22, TC-5.25]
    """
    zones = zones_to_answer(here, path)
    if zones:
        others = tuple(contact.other for contact in reckoned.contacts)
        both = zones, holding(here, path, zones)
        yield from unanswered(here, path, both, others, lambda: reckoned.far)


def held_refusals(here: Field, path: Path, others: tuple[str, ...]) -> Iterator[Refusal]:
    """What zones have against a move by whatever way: those that it starts or ends in. [TC-5.22]"""
    zones = zones_at(here, path)
    begun = tuple(zone for zone in zones if starts_in(path, zone))
    if here.settings.word("zoneAnswered") != "held":
        begun = ()
    if begun or (zones and not others):
        least = path.direct("front")
        yield from unanswered(here, path, (zones, begun or zones), others, lambda: least)


def unanswered(
    here: Field,
    path: Path,
    zones: tuple[tuple[Zone, ...], tuple[Zone, ...]],
    others: tuple[str, ...],
    far: Callable[[], float],
) -> Iterator[Refusal]:
    """The zones, of all and of those that hold, in which a move is none of the four."""
    every, held = zones
    if any(zone.owner.id in others for zone in held):
        return
    ends = path.end_bases
    if not others and any(lines_up(end, zone) for end in ends for zone in held):
        return
    nearest = here.settings.word("zoneAnswered") == "nearest"
    if nearest and any(zone.owner.id in others for zone in every):
        yield Refusal("TC-5.25", "tc.5-25.nearest", {"stand": held[0].owner.id})
        return
    for zone in held if others else every:
        if others or not (at_most(far(), TABLES.zones.other_move) or turns_away(path, ends, zone)):
            yield refusal(zone, others, far())


def zones_to_answer(here: Field, path: Path) -> tuple[Zone, ...]:
    """The zones that a body starts in or enters, those it only crosses among them. [TC-5.24]"""
    zones = zones_entered(here, path.stands, path.sweep)
    if not here.settings.flag("throughZones"):
        return zones
    crossed = set(zones) - set(zones_at(here, path))
    return tuple(zone for zone in zones if zone not in crossed)


def zones_at(here: Field, path: Path) -> tuple[Zone, ...]:
    """The zones that a body starts or ends in."""
    places = (*(stand.base for stand in path.stands), *path.end_bases)
    return zones_entered(here, path.stands, Sweep(places))


def holding(here: Field, path: Path, zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """The zones of which one is to be answered: those that hold the body. [TC-5.25]

    It starts in them, or else it enters them first. What it enters later, as it comes into contact
    with their owner, gives no choice, unless by a setting any zone does, or the nearest.
    """
    if len(zones) == 1:
        return zones
    match here.settings.word("zoneAnswered"):
        case "any":
            return zones
        case "nearest":
            starts = [stand.base for stand in path.stands]
            away = [min(gap(start, zone.owner.base) for start in starts) for zone in zones]
            return least(zones, away, HALF)
    begun = tuple(zone for zone in zones if starts_in(path, zone))
    return begun or least(zones, [entered_after(path, zone) for zone in zones], TOUCH)


def least(zones: tuple[Zone, ...], sizes: list[float], margin: float) -> tuple[Zone, ...]:
    """The zones whose number is the smallest, give or take a margin."""
    most = min(sizes) + margin
    return tuple(zone for zone, size in zip(zones, sizes, strict=True) if size <= most)


def starts_in(path: Path, zone: Zone) -> bool:
    """Whether any part of a body is in a zone before it moves."""
    return any(in_zone(stand.base, zone) for stand in path.stands)


def entered_after(path: Path, zone: Zone) -> float:
    """How far a body has gone when it enters a zone; those behind a head come last. [TC-5.7]"""
    gone = 0.0
    bases = [tuple(map(base, poses, path.shapes)) for poses in path.heads]
    lengths = path.leg_lengths("front")
    for leg, length, one, two in zip(path.legs, lengths, bases, bases[1:], strict=False):
        share = share_before(one, leg, two, zone.area)
        if share is not None:
            return gone + share * length
        gone += length
    return gone


def lines_up(end: Base, zone: Zone) -> bool:
    """Facing the owner, fronts parallel, corner opposite corner, wholly before it. [TC-5.22b]

    # RULING TC-5.50: only a stand that ends in the zone lines up; one that is lined up already
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
    if not starts_in(path, zone):
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
