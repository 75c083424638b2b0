"""The core of skirmish battles as one value: every procedure, judge, menu and hook of it."""

from __future__ import annotations

from condotta.kernel.book import Layer
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.skirmish import (
    allocation,
    charge_moves,
    charging,
    deaths,
    deploying,
    deployment,
    fights,
    first,
    inflicting,
    interventions,
    layout,
    losing,
    melee,
    missions,
    morale,
    opening,
    order,
    overwatch,
    piling,
    powers,
    psychic,
    removing,
    saving,
    shooting,
    turns,
    victory,
    volleys,
)
from condotta.rules.skirmish.settings import DEFAULTS

MODULES = (
    opening,
    layout,
    missions,
    deployment,
    deploying,
    first,
    turns,
    order,
    powers,
    psychic,
    shooting,
    allocation,
    saving,
    losing,
    volleys,
    inflicting,
    removing,
    deaths,
    charging,
    overwatch,
    charge_moves,
    interventions,
    fights,
    melee,
    piling,
    morale,
    victory,
)

SKIRMISH = Layer(
    "skirmish",
    0,
    procedures=gathered(MODULES, "PROCEDURES"),
    judges=gathered(MODULES, "JUDGES"),
    menus=gathered(MODULES, "MENUS"),
    hooks=hooks_of(MODULES),
    settings=dict(DEFAULTS),
)
