"""The tables of TRIUMPH!, loaded once from data files that an owner of the rulebook corrects."""

from functools import cache

import msgspec

from condotta.data import cells, records, toml
from condotta.rules.triumph import numbers as n
from condotta.rules.triumph import records as r
from condotta.rules.triumph.settings import DATA, Settings
from condotta.table import Rectangle

CAMP = "CAMP"


class Tables(msgspec.Struct, frozen=True):
    """Every table, with rows in the order of the files."""

    troops: tuple[r.TroopType, ...]
    shatter: tuple[r.Outcome, ...]
    doubled: tuple[r.Outcome, ...]
    close: tuple[r.Factor, ...]
    ranged: tuple[r.Factor, ...]
    terrain: tuple[r.Terrain, ...]
    sizes: tuple[r.Sizes, ...]
    topographies: tuple[r.Topography, ...]
    pieces: tuple[r.Pieces, ...]
    board: n.Board
    command: n.Command
    movement: n.Movement
    zones: n.Zones
    shooting: n.Shooting
    outcomes: n.Outcomes
    setup: n.Setup
    deployment: n.Deployment
    camp: n.Camp
    army: n.Army


def _load() -> Tables:
    factors, ground = toml(DATA, "factors.toml"), toml(DATA, "terrain.toml")
    tops = toml(DATA, "topographies.toml")
    return Tables(
        troops=records(r.TroopType, toml(DATA, "troops.toml")["troop"]),
        shatter=records(r.Outcome, toml(DATA, "shatter.toml")["shatter"]),
        doubled=records(r.Outcome, toml(DATA, "doubled.toml")["doubled"]),
        close=records(r.Factor, factors["close"]),
        ranged=records(r.Factor, factors["ranged"]),
        terrain=records(r.Terrain, ground["terrain"]),
        sizes=records(r.Sizes, ground["size"]),
        topographies=records(r.Topography, tops["topography"]),
        pieces=records(r.Pieces, tops["pieces"]),
        board=cells(n.Board, toml(DATA, "board.toml")),
        command=cells(n.Command, toml(DATA, "command.toml")),
        movement=cells(n.Movement, toml(DATA, "movement.toml")),
        zones=cells(n.Zones, toml(DATA, "zones.toml")),
        shooting=cells(n.Shooting, toml(DATA, "shooting.toml")),
        outcomes=cells(n.Outcomes, toml(DATA, "outcomes.toml")),
        setup=cells(n.Setup, toml(DATA, "setup.toml")),
        deployment=cells(n.Deployment, toml(DATA, "deployment.toml")),
        camp=cells(n.Camp, toml(DATA, "camp.toml")),
        army=cells(n.Army, toml(DATA, "army.toml")),
    )


TABLES = _load()
TROOPS = tuple(kind for kind in TABLES.troops if not kind.is_camp)
"""The 26 troop types, in the order of TC-1.1."""

_TROOPS = {kind.code: kind for kind in TABLES.troops}
_TERRAIN = {kind.key: kind for kind in TABLES.terrain}
_TOPOGRAPHIES = {kind.key: kind for kind in TABLES.topographies}
_PIECES = {key: row for row in TABLES.pieces for key in row.topographies}
_FACTORS = {factor.id: factor for factor in TABLES.close + TABLES.ranged}


def troop(code: str) -> r.TroopType:
    """The troop type with this code, or the camp; an unknown code is a KeyError. [TC-1.1]

    >>> troop("KNT").move, troop("SPR").depth, troop("CAMP").width
    (50000, 7500, 40000)
    """
    return _TROOPS[code]


def shape_of(code: str) -> Rectangle:
    """The base of a troop type. [TC-0.4]"""
    kind = troop(code)
    return Rectangle(kind.width, kind.depth)


def close_factor(fighter: str, opponent: str, settings: Settings) -> int:
    """The close combat factor that the opponent's class calls for. [TC-2.1, TC-2.3]"""
    kind = troop(opponent).kind
    if kind == "camp":
        kind = "mounted" if settings.word("campCountsAs") == "mounted" else "foot"
    return troop(fighter).vs_mounted if kind == "mounted" else troop(fighter).vs_foot


def factor(name: str) -> r.Factor:
    """The tactical factor with this id. [TC-2.10, TC-2.40]"""
    return _FACTORS[name]


def factor_value(name: str, settings: Settings) -> int:
    """What the tactical factor adds, from the table or from the setting it names."""
    row = factor(name)
    if row.setting is not None:
        return settings.number(row.setting)
    assert row.value is not None
    return row.value


def shattered(
    loser: str, winner: str, combat: str, settings: Settings, *, difficult: bool
) -> r.Outcome | None:
    """The row by which a beaten stand is shattered, if any. [TC-3.5, TC-3.10]

    `difficult` is the ground at the loser's fighting edge, or under a target. [TC-3.24]
    """
    return _outcome(TABLES.shatter, (loser, winner, combat), settings, difficult=difficult)


def spared(
    loser: str, winner: str, combat: str, settings: Settings, *, difficult: bool
) -> r.Outcome | None:
    """The row by which a doubled stand evades or panics, if any. [TC-3.6, TC-3.30]"""
    return _outcome(TABLES.doubled, (loser, winner, combat), settings, difficult=difficult)


def terrain(key: str) -> r.Terrain:
    """The kind of terrain with this key. [TC-7.20, TC-7.37]"""
    return _TERRAIN[key]


def topography(key: str) -> r.Topography:
    """The topography with this key. [TC-7.2]"""
    return _TOPOGRAPHIES[key]


def piece_count(key: str, score: int) -> int:
    """How many pieces lie on this topography at this terrain score. [TC-7.13]

    >>> piece_count("forest", 2), piece_count("steppe", 12)
    (2, 5)
    """
    return _PIECES[key].counts[score - TABLES.setup.lowest_score]


def piece_modifier(key: str) -> int:
    """What a topography adds to the terrain score where one table serves all. [TC-7.14]"""
    return _PIECES[key].modifier


@cache
def sizes(kind: str) -> tuple[tuple[int, int], ...]:
    """The sizes of pieces of one kind, length before depth. [TC-7.31]"""
    return next(row.sizes for row in TABLES.sizes if row.kind == kind)


def _outcome(
    rows: tuple[r.Outcome, ...],
    said: tuple[str, str, str],
    settings: Settings,
    *,
    difficult: bool,
) -> r.Outcome | None:
    loser, winner, combat = said
    for row in rows:
        if row.fits(loser, winner, combat, difficult=difficult) and (
            row.setting is None or settings.flag(row.setting)
        ):
            return row
    return None
