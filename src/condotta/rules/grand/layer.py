"""GRAND TRIUMPH! as one value: a layer over TRIUMPH!, which it neither changes nor copies."""

from __future__ import annotations

from typing import Any

from condotta.kernel.book import Layer
from condotta.rules.grand import (
    arranging,
    command_dice,
    deploying,
    grounds,
    marches,
    markers,
    morale,
    scale,
    split,
    strengths,
    victory,
)

MODULES = (
    scale,
    split,
    markers,
    deploying,
    arranging,
    marches,
    command_dice,
    morale,
    victory,
    strengths,
    grounds,
)


def gathered(name: str) -> dict[Any, Any]:
    """What the modules export under a name, laid together."""
    found: dict[Any, Any] = {}
    for module in MODULES:
        found.update(getattr(module, name, {}))
    return found


GRAND = Layer(
    "grand",
    1,
    procedures=gathered("PROCEDURES"),
    judges=gathered("JUDGES"),
    menus=gathered("MENUS"),
    hooks=tuple(hook for module in MODULES for hook in getattr(module, "HOOKS", ())),
)
