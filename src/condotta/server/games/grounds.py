"""What kinds of terrain of single models do, in sentences with their clauses. [SK-117, SK-118]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.rules.skirmish.reading.terrain import ALL, FLOORS, NONE, OPEN, SLOPE, Kind, kinds
from condotta.server.forms import TerrainShown
from condotta.server.parts import SaidShown

COVER = "SK-85"


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
