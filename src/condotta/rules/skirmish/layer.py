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
    opening,
    order,
    removing,
    saving,
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
    allocation,
    saving,
    losing,
    volleys,
    inflicting,
    removing,
    deaths,
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
