"""What kinds of terrain do, in sentences with their clauses. [TC-7.20, FB-13.1, SK-117, SK-118]

The page tells them of each piece of ground, paper of each kind that lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from condotta.kernel.rulings import Param
from condotta.rules.ranked.reading import terrain as regiments
from condotta.rules.ranked.shooting.cover import TAKEN
from condotta.rules.skirmish import names as skirmish
from condotta.rules.skirmish.reading.terrain import ALL, COVERED, FLOORS, NONE, OPEN, SLOPE, Kind
from condotta.rules.triumph.records import Terrain
from condotta.rules.triumph.tables import TABLES, factor

COVER = "SK-85"
RANKED = "FB-13.1"


class Does(NamedTuple):
    """One thing that a kind of ground does: its sentence, by a clause, with its numbers."""

    key: str
    clause: str
    params: Mapping[str, Param] = {}


# ── stands ───────────────────────────────────────────────────────────────────
def among_stands(kind: Terrain) -> Iterator[Does]:
    """What a kind does to stands that move, fight and look. [TC-1.4, TC-2.11, TC-4.12, TC-6.13]"""
    yield Does(f"ground.tc.{kind.going}", kind.clause)
    if kind.going == "difficult":
        yield Does("ground.tc.slow", "TC-1.4", {"most": TABLES.movement.mounted_difficult})
        yield Does("ground.tc.singly", "TC-4.12")
        yield weighing("mountedDifficult", "ground.tc.mounted")
        yield weighing("closeFootDifficultVsFoot", "ground.tc.close-foot")
    if kind.sight == "area":
        yield Does("ground.tc.hides", "TC-6.13")
    if kind.sight == "crest":
        yield Does("ground.tc.crest", kind.clause)
    if kind.hill:
        yield weighing("uphill", "ground.tc.uphill")


def weighing(name: str, key: str) -> Does:
    """What a tactical factor adds, by its own clause."""
    row = factor(name)
    return Does(key, row.clause, {"value": row.value or 0})


# ── regiments ────────────────────────────────────────────────────────────────
def among_regiments(key: str, kind: regiments.Terrain) -> Iterator[Does]:
    """What a kind does to regiments. [FB-13.1]"""
    first = {
        "barred": kind.barred,
        "open": not (kind.barred or kind.dangerous),
        "dangerous": ALL in kind.dangerous,
        "dangerous-some": bool(kind.dangerous) and ALL not in kind.dangerous,
        "marching": kind.marching,
    }
    then = {
        "no-march": kind.no_march,
        "unsteady": key in regiments.UNSTEADY,
        "rankless": key in regiments.RANKLESS,
        "stubborn": key in regiments.STUBBORN,
        "hides": kind.hides,
    }
    yield from (Does(f"ground.fb.{one}", RANKED) for one, holds in first.items() if holds)
    if kind.dangerous:
        yield Does("ground.fb.harms", RANKED, {"most": regiments.HARMS})
    if kind.worse:
        yield Does("ground.fb.harms-worse", RANKED, {"most": regiments.HARMS_WORSE})
    yield from (Does(f"ground.fb.{one}", RANKED) for one, holds in then.items() if holds)
    if kind.cover in TAKEN:
        yield Does(f"ground.fb.cover-{kind.cover}", "FB-6.5", {"value": TAKEN[kind.cover]})
    if key in regiments.HILLS:
        yield Does("ground.fb.hill", "FB-7.11")


# ── single models ────────────────────────────────────────────────────────────
def among_models(kind: Kind) -> Iterator[Does]:
    """What a kind does: who stands where, what it stops, whom it covers, what it costs."""
    yield standing(kind)
    if kind.slow_in:
        yield Does("ground.sk.slow", "SK-118", {"less": kind.slow_in})
    if kind.blocks:
        key = "ground.sk.sees-out" if kind.sees_out else "ground.sk.blocks"
        yield Does(key, "SK-77", {"height": kind.height_in})
    if kind.cover != NONE:
        yield covering(kind)
    if kind.fought_across:
        yield Does("ground.sk.across", "SK-118", {"far": skirmish.ACROSS // skirmish.INCH})


def standing(kind: Kind) -> Does:
    """Where models stand and pass."""
    if kind.surface == NONE:
        return Does("ground.sk.walk" if kind.walk else "ground.sk.solid", "SK-117")
    if kind.surface == FLOORS:
        floors = tuple(str(floor) for floor in kind.floors_in)
        return Does("ground.sk.floors", "SK-117", {"floors": floors})
    if kind.surface == OPEN:
        return Does("ground.sk.open", "SK-117")
    key = "ground.sk.slope" if kind.surface == SLOPE else "ground.sk.top"
    return Does(key, "SK-117", {"height": kind.height_in})


def covering(kind: Kind) -> Does:
    """Whom it covers: whoever is in it or close behind, infantry alone or others half hidden."""
    better = {"better": COVERED}
    if kind.behind_in:
        return Does("ground.sk.behind", COVER, {"near": kind.behind_in, **better})
    if kind.cover == ALL:
        return Does("ground.sk.cover", COVER, better)
    key = "ground.sk.cover-most" if kind.others else "ground.sk.cover-infantry"
    return Does(key, COVER, better)
