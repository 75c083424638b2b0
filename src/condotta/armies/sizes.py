"""Sizes of a game as data: how many points, in how many commands. [AL-9.1, AL-16, TC-12.1]"""

from collections.abc import Mapping
from functools import cache

import msgspec

from condotta.armies.halves import HalfPoints, halves_of
from condotta.data import toml


class Size(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One size: its points, and its commands; none where an army is not divided."""

    name: str
    points: HalfPoints
    commands: int = 0
    least: HalfPoints = 0
    swing: int = 0
    ally_army_cards: tuple[str, ...] = ()
    clause: str
    mark: str


@cache
def sizes() -> Mapping[str, Size]:
    """Every size by its name."""
    rows = toml("condotta.armies.data", "sizes.toml")["size"]
    found = [_size(row) for row in rows]
    return {size.name: size for size in found}


def _size(row: dict[str, object]) -> Size:
    points = {name: halves_of(value) for name, value in row.items() if name in ("points", "least")}
    return msgspec.convert(row | points, Size)


@cache
def reluctant() -> frozenset[str]:
    """Types that lead only where nothing else could. [AL-16.1, GT-2.4]"""
    return frozenset(toml("condotta.armies.data", "sizes.toml")["reluctant"])
