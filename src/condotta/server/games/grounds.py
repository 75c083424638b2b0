"""What kinds of terrain do, in sentences with their clauses. [TC-7.20, FB-13.1, SK-117, SK-118]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.rules.ranked.reading.terrain import Terrain as RankedTerrain
from condotta.rules.ranked.reading.terrain import kinds as regiments_kinds
from condotta.rules.skirmish.reading.terrain import ALL, FLOORS, NONE, OPEN, SLOPE, Kind, kinds
from condotta.rules.triumph.records import Terrain
from condotta.rules.triumph.tables import TABLES, factor
from condotta.server.forms import TerrainShown
from condotta.server.parts import SaidShown

COVER = "SK-85"
RANKED = "FB-13.1"


# ── stands ───────────────────────────────────────────────────────────────────
def grounds_of_stands() -> tuple[TerrainShown, ...]:
    """Every kind of terrain of TRIUMPH!, as its table has it. [TC-7.20]"""
    return tuple(
        TerrainShown(
            key=one.key,
            going=one.going,
            sight=one.sight,
            hill=one.hill,
            clause=one.clause,
            says=tuple(among_stands(one)),
        )
        for one in TABLES.terrain
    )


def among_stands(kind: Terrain) -> Iterator[SaidShown]:
    """What a kind does to stands that move, fight and look. [TC-1.4, TC-2.11, TC-4.12, TC-6.13]"""
    yield SaidShown(key=f"ground.tc.{kind.going}", clause=kind.clause)
    if kind.going == "difficult":
        most = TABLES.movement.mounted_difficult
        yield SaidShown(key="ground.tc.slow", clause="TC-1.4", params={"most": most})
        yield SaidShown(key="ground.tc.singly", clause="TC-4.12")
        yield weighing("mountedDifficult", "ground.tc.mounted")
        yield weighing("closeFootDifficultVsFoot", "ground.tc.close-foot")
    if kind.sight == "area":
        yield SaidShown(key="ground.tc.hides", clause="TC-6.13")
    if kind.sight == "crest":
        yield SaidShown(key="ground.tc.crest", clause=kind.clause)
    if kind.hill:
        yield weighing("uphill", "ground.tc.uphill")


def weighing(name: str, key: str) -> SaidShown:
    """What a tactical factor adds, by its own clause."""
    row = factor(name)
    return SaidShown(key=key, clause=row.clause, params={"value": row.value or 0})


# ── regiments ────────────────────────────────────────────────────────────────
def grounds_of_regiments() -> tuple[TerrainShown, ...]:
    """Every kind of terrain of ranked battles, as its table has it. [FB-13.1]"""
    return tuple(
        TerrainShown(
            key=key,
            going="impassable" if one.barred else "dangerous" if one.dangerous else "open",
            sight="area" if one.hides else "",
            hill=key == "hill",
            clause=RANKED,
            cover="" if one.cover == "none" else one.cover,
            says=tuple(among_regiments(one)),
        )
        for key, one in regiments_kinds().items()
    )


def among_regiments(kind: RankedTerrain) -> Iterator[SaidShown]:
    """What a kind does to regiments. [FB-13.1]"""
    keys = {
        "barred": kind.barred,
        "open": not (kind.barred or kind.dangerous),
        "dangerous": ALL in kind.dangerous,
        "dangerous-some": bool(kind.dangerous) and ALL not in kind.dangerous,
        "marching": kind.marching,
        "no-march": kind.no_march,
        "hides": kind.hides,
        f"cover-{kind.cover}": kind.cover != NONE,
    }
    for key, holds in keys.items():
        if holds:
            yield SaidShown(key=f"ground.fb.{key}", clause=RANKED)


# ── single models ────────────────────────────────────────────────────────────


def grounds() -> tuple[TerrainShown, ...]:
    """Every kind of terrain, as its table has it."""
    return tuple(
        TerrainShown(
            key=key, going="", sight="", hill=False, clause="SK-118", says=tuple(said(kind))
        )
        for key, kind in kinds().items()
    )


def said(kind: Kind) -> Iterator[SaidShown]:
    """What a kind does: who stands where, what it stops, whom it covers, what it costs."""
    yield standing(kind)
    if kind.slow_in:
        yield SaidShown(key="ground.sk.slow", clause="SK-118", params={"less": kind.slow_in})
    if kind.blocks:
        key = "ground.sk.sees-out" if kind.sees_out else "ground.sk.blocks"
        yield SaidShown(key=key, clause="SK-77", params={"height": kind.height_in})
    if kind.cover != NONE:
        yield covering(kind)
    if kind.fought_across:
        yield SaidShown(key="ground.sk.across", clause="SK-118")


def standing(kind: Kind) -> SaidShown:
    """Where models stand and pass."""
    if kind.surface == NONE:
        key = "ground.sk.walk" if kind.walk else "ground.sk.solid"
        return SaidShown(key=key, clause="SK-117")
    if kind.surface == FLOORS:
        floors = tuple(str(floor) for floor in kind.floors_in)
        return SaidShown(key="ground.sk.floors", clause="SK-117", params={"floors": floors})
    if kind.surface == OPEN:
        return SaidShown(key="ground.sk.open", clause="SK-117")
    key = "ground.sk.slope" if kind.surface == SLOPE else "ground.sk.top"
    return SaidShown(key=key, clause="SK-117", params={"height": kind.height_in})


def covering(kind: Kind) -> SaidShown:
    """Whom it covers: whoever is in it or close behind, infantry alone or others half hidden."""
    if kind.behind_in:
        return SaidShown(key="ground.sk.behind", clause=COVER, params={"near": kind.behind_in})
    if kind.cover == ALL:
        return SaidShown(key="ground.sk.cover", clause=COVER)
    key = "ground.sk.cover-most" if kind.others else "ground.sk.cover-infantry"
    return SaidShown(key=key, clause=COVER)
