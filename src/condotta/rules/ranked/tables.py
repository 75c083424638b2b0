"""The tables of ranked battles, read once from data. [FB-10.1, FB-13.1]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from condotta.data import toml

DATA = "condotta.rules.ranked.data"


class TroopType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a troop type is by default: models in a rank, files of a horde, support, rules."""

    rank: int
    horde: int
    support: int
    mounted: bool = False
    traits: tuple[str, ...] = ()


@cache
def troop_types() -> Mapping[str, TroopType]:
    """Every troop type by its key. [FB-10.1, FB-10.2]"""
    table = toml(DATA, "types.toml")
    return {key: msgspec.convert(row, TroopType) for key, row in table.items()}
