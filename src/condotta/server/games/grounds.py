"""Kinds of terrain as a page is told of them, each with what it does. [TC-7.20, FB-13.1, SK-118]"""

from __future__ import annotations

from collections.abc import Iterable

from condotta.report.grounds_told import (
    RANKED,
    Does,
    among_models,
    among_regiments,
    among_stands,
)
from condotta.rules.ranked.reading.terrain import HILLS
from condotta.rules.ranked.reading.terrain import kinds as regiments_kinds
from condotta.rules.skirmish.reading.terrain import kinds
from condotta.rules.triumph.tables import TABLES
from condotta.server.forms import TerrainShown
from condotta.server.parts import SaidShown


def shown(told: Iterable[Does]) -> tuple[SaidShown, ...]:
    """What ground does as the page has it."""
    return tuple(SaidShown(key=one.key, clause=one.clause, params=dict(one.params)) for one in told)


def grounds_of_stands() -> tuple[TerrainShown, ...]:
    """Every kind of terrain of TRIUMPH!, as its table has it. [TC-7.20]"""
    return tuple(
        TerrainShown(
            key=one.key,
            going=one.going,
            sight=one.sight,
            hill=one.hill,
            clause=one.clause,
            says=shown(among_stands(one)),
        )
        for one in TABLES.terrain
    )


def grounds_of_regiments() -> tuple[TerrainShown, ...]:
    """Every kind of terrain of ranked battles, as its table has it. [FB-13.1]"""
    return tuple(
        TerrainShown(
            key=key,
            going="impassable" if one.barred else "dangerous" if one.dangerous else "open",
            sight="area" if one.hides else "",
            hill=key in HILLS,
            clause=RANKED,
            cover="" if one.cover == "none" else one.cover,
            says=shown(among_regiments(key, one)),
        )
        for key, one in regiments_kinds().items()
    )


def grounds() -> tuple[TerrainShown, ...]:
    """Every kind of terrain of skirmish battles, as its table has it. [SK-117, SK-118]"""
    return tuple(
        TerrainShown(
            key=key,
            going="",
            sight="",
            hill=False,
            clause="SK-118",
            says=shown(among_models(kind)),
        )
        for key, kind in kinds().items()
    )
