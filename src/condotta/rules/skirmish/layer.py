"""The core of skirmish battles as one value: every procedure, judge, menu and hook of it."""

from __future__ import annotations

from condotta.kernel.book import Layer
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.skirmish import (
    allocation,
    deaths,
    deploying,
    deployment,
    first,
    inflicting,
    layout,
    losing,
    missions,
    morale,
    opening,
    order,
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
