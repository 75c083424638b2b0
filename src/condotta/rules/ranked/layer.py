"""The core of ranked battles as one value: every procedure, judge, menu and hook of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from condotta.kernel.book import Layer
from condotta.kernel.seams import Seam
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.ranked import (
    blows,
    breaking,
    casting,
    charge_moves,
    clash,
    closing,
    combat_reform,
    combats,
    coming,
    compulsory,
    declaring,
    deploying,
    deployment,
    duels,
    effects,
    flight,
    inflicting,
    layout,
    lore,
    machines,
    marksmen,
    miscasts,
    mishaps,
    moving_menu,
    opening,
    outriders,
    panic,
    pursuit,
    reacting,
    reforming,
    regrouping,
    remaining,
    seams,
    shooting,
    storms,
    templates,
    terrain,
    turns,
    victory,
    volleys,
    wake,
    winds,
    zones,
)
from condotta.rules.ranked.regiment import friend_or_enemy
from condotta.rules.ranked.settings import DEFAULTS

MODULES = (
    opening,
    layout,
    zones,
    deployment,
    deploying,
    turns,
    compulsory,
    flight,
    closing,
    panic,
    regrouping,
    remaining,
    reforming,
    coming,
    moving_menu,
    outriders,
    terrain,
    inflicting,
    lore,
    winds,
    casting,
    effects,
    storms,
    miscasts,
    shooting,
    volleys,
    marksmen,
    machines,
    mishaps,
    templates,
    declaring,
    reacting,
    charge_moves,
    combats,
    clash,
    duels,
    blows,
    breaking,
    wake,
    pursuit,
    combat_reform,
    victory,
)


def hooks() -> tuple[tuple[Seam[Any, Any], Callable[..., Any], str], ...]:
    """What the base game says at its own seams: the bottom of every stack."""
    own = ((seams.RELATION, friend_or_enemy, "FB-0.1"),)
    return own + hooks_of(MODULES)


RANKED = Layer(
    "ranked",
    0,
    procedures=gathered(MODULES, "PROCEDURES"),
    judges=gathered(MODULES, "JUDGES"),
    menus=gathered(MODULES, "MENUS"),
    hooks=hooks(),
    settings=dict(DEFAULTS),
)
