"""GRAND TRIUMPH! as one value: a layer over TRIUMPH!, which it neither changes nor copies."""

from __future__ import annotations

from condotta.kernel.book import Layer
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.grand import (
    arranging,
    command_dice,
    deploying,
    foreseen,
    grounds,
    marches,
    markers,
    morale,
    scale,
    split,
    strengths,
    victory,
)
from condotta.rules.grand.settings import DEFAULTS

MODULES = (
    scale,
    split,
    markers,
    deploying,
    arranging,
    marches,
    command_dice,
    morale,
    foreseen,
    victory,
    strengths,
    grounds,
)


GRAND = Layer(
    "grand",
    1,
    procedures=gathered(MODULES, "PROCEDURES"),
    judges=gathered(MODULES, "JUDGES"),
    menus=gathered(MODULES, "MENUS"),
    hooks=hooks_of(MODULES),
    settings=dict(DEFAULTS),
)
