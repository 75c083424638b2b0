"""What terrain does to regiments: dangerous ground, steadfastness, cover, marching. [FB-13.1]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from condotta.data import toml
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.tables import DATA
from condotta.table import Area, Base, inside, meets

HARMS, HARMS_WORSE = 1, 2
"""What a die of dangerous ground must not pass, and that of whoever it is worse for. [FB-13.1]"""
UNSTEADY, RANKLESS, STUBBORN, HILLS = ("forest", "river"), ("river",), ("forest",), ("hill",)
"""Kinds on which nobody is steadfast, ranks count nothing, few are stubborn; and higher ground."""


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of terrain is and does."""

    barred: bool = False
    cover: str = "none"
    hides: bool = False
    no_march: bool = False
    marching: bool = False
    dangerous: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()


@cache
def kinds() -> Mapping[str, Terrain]:
    """Every kind of terrain by its key."""
    table = toml(DATA, "terrain.toml")
    return {key: msgspec.convert(row, Terrain) for key, row in table.items()}


def terrain(area: Area) -> Terrain:
    """What an area does; kinds that are not known are open ground."""
    return kinds().get(area.kind) or kinds()["open"]


def barred(here: Field) -> tuple[Area, ...]:
    """The areas that nobody may enter but in flight. [FB-13.1, FB-4.12]"""
    return tuple(area for area in here.areas if terrain(area).barred)


def mostly_in(where: Base, area: Area) -> bool:
    """Whether more than half of a regiment stands in an area: of 25 points spread over it."""
    if not meets(where, area):
        return False
    steps = (-0.8, -0.4, 0.0, 0.4, 0.8)
    points = [
        (
            where.cx + right * where.hw * where.rx + ahead * where.hd * where.fx,
            where.cy + right * where.hw * where.ry + ahead * where.hd * where.fy,
        )
        for right in steps
        for ahead in steps
    ]
    return sum(inside(point, area) for point in points) * 2 > len(points)


def stands_in(here: Field, one: Regiment, kind: str) -> bool:
    """Whether a regiment is mostly in terrain of a kind. [FB-13.1]"""
    return any(mostly_in(one.base, area) for area in here.areas if area.kind == kind)


def unsteady(here: Field, one: Regiment) -> bool:
    """Whether the ground keeps a regiment from being steadfast. [FB-13.1]"""
    return any(stands_in(here, one, kind) for kind in UNSTEADY)


def without_ranks(here: Field, one: Regiment) -> bool:
    """Whether the ground takes a regiment's rank bonus away. [FB-13.1]"""
    return any(stands_in(here, one, kind) for kind in RANKLESS)


def made_stubborn(here: Field, one: Regiment) -> bool:
    """Skirmishers and infantry alone are stubborn in a forest. [FB-13.1]"""
    alone = one.total == 1 and one.piece.type == names.INFANTRY
    able = one.has("skirmishers") or alone
    return able and any(stands_in(here, one, kind) for kind in STUBBORN)


def uphill(here: Field, where: Base) -> bool:
    """Whether most of a base is on a hill. [FB-7.11, FB-13.1]"""
    return any(mostly_in(where, area) for area in here.areas if area.kind in HILLS)
