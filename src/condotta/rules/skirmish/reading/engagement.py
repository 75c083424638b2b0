"""Who is near enough to fight: an inch, or two with an obstacle between. [SK-101, SK-106, SK-118]

RULING SK-145: what is fought across counts for who may fight, for who reaches whom, and for a
charge that must come near its target; for nothing else are the two within an inch.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Protocol

from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.field import Field, Unit
from condotta.rules.skirmish.reading.terrain import kind_of
from condotta.table import Area, Base, gap, intervals_inside
from condotta.table.measuring import nearest


class Standing(Protocol):
    """A model where it stands or would stand."""

    @property
    def base(self) -> Base:
        """Its base."""

    @property
    def level(self) -> int:
        """How high it stands, in quanta."""


def in_fight(areas: Iterable[Area], one: Standing, two: Standing) -> bool:
    """Whether two models are near enough to fight each other. [SK-101, SK-118]"""
    far = apart(one, two)
    if far <= names.ENGAGEMENT + names.TOLERANCE:
        return True
    if far > names.ACROSS + names.TOLERANCE:
        return False
    line = nearest(one.base, two.base)
    return any(kind_of(area).fought_across and intervals_inside(line, area) for area in areas)


def apart(one: Standing, two: Standing) -> float:
    """How far two models are from each other, up and down included. [SK-10, SK-12]"""
    here, there = one.base, two.base
    dx, dy = here.cx - there.cx, here.cy - there.cy
    up = one.level - two.level
    reach = here.reach + there.reach + names.ACROSS + names.TOLERANCE
    if dx * dx + dy * dy > reach * reach:
        return reach
    flat = gap(here, there)
    return sqrt(flat * flat + up * up) if up else flat


def opponents(here: Field, unit: Unit) -> tuple[Unit, ...]:
    """The enemy units that a unit is near enough to fight, whosever they are. [SK-101]"""
    across = tuple(area for area in here.position.areas if kind_of(area).fought_across)
    return tuple(
        other
        for other in here.enemies(unit)
        if here.within(unit, other, names.ENGAGEMENT)
        or (
            across
            and here.within(unit, other, names.ACROSS)
            and any(in_fight(across, mine, one) for mine in unit.models for one in other.models)
        )
    )
