"""The core of ranked battles as one value: every procedure, judge, menu and hook of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from condotta.kernel.book import Layer
from condotta.kernel.seams import Seam
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.ranked import seams
from condotta.rules.ranked.charges import charge_moves, declaring, reacting
from condotta.rules.ranked.combat import (
    after_combat,
    blows,
    breaking,
    challenges,
    close_combat_phase,
    closing_up,
    combat_reform,
    fear_impact_stomps,
    pursuit,
)
from condotta.rules.ranked.losses import inflicting
from condotta.rules.ranked.magic import casting, lore, miscasts, spell_effects, storms, winds
from condotta.rules.ranked.movement import (
    compulsory,
    dangerous_terrain,
    deployment_zones,
    flight,
    moving_menu,
    panic,
    reforming,
    regrouping,
    reinforcements,
    remaining_moves,
)
from condotta.rules.ranked.reading.regiment import friend_or_enemy
from condotta.rules.ranked.setting_out import (
    deployment,
    deployment_menu,
    laying_terrain,
    opening,
    scouts_and_vanguards,
)
from condotta.rules.ranked.settings import DEFAULTS
from condotta.rules.ranked.shooting import (
    machines,
    marksmen,
    mishaps,
    random_hits,
    shooting_phase,
    templates,
    volleys,
)
from condotta.rules.ranked.turn import turns, victory

MODULES = (
    opening,
    laying_terrain,
    deployment_zones,
    deployment,
    deployment_menu,
    turns,
    compulsory,
    flight,
    closing_up,
    panic,
    regrouping,
    remaining_moves,
    reforming,
    reinforcements,
    moving_menu,
    scouts_and_vanguards,
    dangerous_terrain,
    inflicting,
    lore,
    winds,
    casting,
    spell_effects,
    storms,
    miscasts,
    shooting_phase,
    volleys,
    marksmen,
    random_hits,
    machines,
    mishaps,
    templates,
    declaring,
    reacting,
    charge_moves,
    close_combat_phase,
    fear_impact_stomps,
    challenges,
    blows,
    breaking,
    after_combat,
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
