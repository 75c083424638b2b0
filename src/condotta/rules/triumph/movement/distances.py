"""How far a body moves, and how far it may. [TC-5.4, TC-5.5, TC-5.11]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.zones import zones_entered
from condotta.rules.triumph.tables import TABLES
from condotta.table import (
    Area,
    Base,
    Measure,
    Sweep,
    displacement,
    meets,
    sweep_meets,
    sweep_meets_area,
    swept_between,
)
from condotta.table.once import noted


def measure_of(here: Field) -> Measure:
    """Which corners are measured: the front ones, or all four. [TC-5.5]"""
    return "all" if here.settings.word("moveMeasure") == "all" else "front"


def distance(here: Field, path: Path) -> float:
    """How far the body moves, in quanta.

    Straight from start to end; where something stands in that straight way, the legs are
    measured one by one and added. [TC-5.5]
    """
    measure = measure_of(here)
    direct = path.direct(measure)
    if len(path.legs) == 1 or path.kind == "forming":
        return direct
    if straight_way_free(here, path):
        return direct
    return leg_by_leg(here, path)


def leg_by_leg(here: Field, path: Path) -> float:
    """How far the body moves if every leg counts, in quanta: never less than straight. [TC-5.5]"""
    return sum(path.leg_lengths(measure_of(here)))


def straight_way_free(here: Field, path: Path) -> bool:
    """Whether each stand, of a column its head, could go straight from start to end. [TC-5.5]

    A friend that may be passed through is no obstacle. [TC-5.41]
    """
    said = path.said
    if said.barred is None:
        said.barred = any(barred(here, path, *one) for one in straight_ways(path))
    return not said.barred and not any(goes_round(here, path, *one) for one in straight_ways(path))


def straight_ways(path: Path) -> Iterator[tuple[Stand, Sweep]]:
    """The straight way of each stand that is measured, to where it ends."""
    movers = path.stands[:1] if path.kind == "column" else path.stands
    for mover, end in zip(movers, path.end_bases, strict=False):
        yield mover, swept_between(mover.base, end)


def barred(here: Field, path: Path, mover: Stand, way: Sweep) -> bool:
    """Whether somebody that may not be passed, or ground that nobody enters, bars a way."""
    body = set(path.move.pieces)
    for stand in here.stands:
        if stand.id not in body and sweep_meets(way, stand.base):
            friend = here.relation(mover.seat, stand.seat) == "friend"
            if not (friend and here.may_pass(mover, stand)):
                return True
    return any(sweep_meets_area(way, area) for area in here.impassable)


def goes_round(here: Field, path: Path, mover: Stand, way: Sweep) -> bool:
    """Whether the body keeps out of what would bar or slow it on the straight way.

    # RULING TC-5.44: such ground and zones are obstacles where the way leads around them.
    """
    if path.kind == "group" or is_slowed(here, mover):
        for area in here.ground.difficult:
            if not here.rough_to(path.stands, area):
                continue
            if sweep_meets_area(way, area) and not sweep_meets_area(path.sweep, area):
                return True
    straight = zones_entered(here, (mover,), way)
    return bool(straight) and not set(straight) <= set(zones_entered(here, (mover,), path.sweep))


def own_distances(here: Field, path: Path) -> tuple[float, ...]:
    """How far each stand of a column goes; its head leg by leg where it must. [TC-5.5, TC-5.7]"""
    measure = measure_of(here)
    found = [
        displacement(stand.base.shape, stand.base.pose, end, measure)
        for stand, end in zip(path.stands, path.ends, strict=True)
    ]
    if path.kind == "column" and len(path.legs) > 1 and not straight_way_free(here, path):
        heads = [station[0] for station in path.stations]
        shape = path.stands[0].base.shape
        found[0] = sum(displacement(shape, *leg, measure) for leg in pairwise(heads))
    return tuple(found)


def slowing(here: Field, path: Path) -> Area | None:
    """The difficult terrain that a slowed stand starts in, moves through or ends in. [TC-5.11]"""
    for number, stand in enumerate(path.stands):
        if is_slowed(here, stand):
            way = own_way(path, number)
            for area in here.ground.difficult:
                if sweep_meets_area(way, area) and here.rough_to(path.stands, area):
                    return area
    return None


def slowing_anyway(here: Field, path: Path) -> Area | None:
    """The difficult terrain that slows a move by any way: it starts or ends in it. [TC-5.11]"""
    for stand, end in zip(path.stands, path.end_bases, strict=True):
        if is_slowed(here, stand):
            for area in here.ground.difficult:
                inside = meets(stand.base, area) or meets(end, area)
                if inside and here.rough_to(path.stands, area):
                    return area
    return None


def own_way(path: Path, number: int) -> Sweep:
    """What one stand of a body passes over; those behind the head of a column go straight.

    [TC-5.7]"""
    if not path.follows:
        return Sweep(path.sweep.tracks[number :: len(path.stands)])
    if number == 0:
        return path.sweep
    return swept_between(path.stands[number].base, path.end_bases[number])


def crossing(path: Path, base: Base) -> tuple[Stand, ...]:
    """The stands of a body whose own way leads over a base.

    Those behind the head of a column that turns go where it went. [TC-5.7]
    """
    if path.follows and len(path.legs) > 1:
        return path.stands
    return tuple(
        stand
        for number, stand in enumerate(path.stands)
        if sweep_meets(own_way(path, number), base)
    )


@noted
def is_slowed(here: Field, stand: Stand) -> bool:
    """Whether difficult terrain shortens a stand's move. [TC-1.4, TC-1.5]"""
    if here.book.sole(seams.SLOW, here.book, stand.piece, stand.troop) is not None:
        return True
    foot = here.settings.length("closeOrderFootDifficultMove")
    return stand.troop.is_mounted or (foot is not None and stand.troop.is_close_foot)


def limit_of(here: Field, stand: Stand, slowed: Area | None) -> int:
    """How far a stand may go in this move; mounted 3 MU if slowed. [TC-1.4, TC-1.5, TC-5.4]"""
    if slowed is None:
        return stand.reach
    said = here.book.sole(seams.SLOW, here.book, stand.piece, stand.troop)
    if said is not None:
        return min(stand.reach, said)
    if stand.troop.is_mounted:
        return min(stand.reach, TABLES.movement.mounted_difficult)
    foot = here.settings.length("closeOrderFootDifficultMove")
    return stand.reach if foot is None or not stand.troop.is_close_foot else min(stand.reach, foot)
