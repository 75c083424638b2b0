"""TRIUMPH! as one value: every procedure, judge, menu and hook of the base game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from condotta.kernel.book import Layer
from condotta.kernel.seams import Seam
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.triumph import (
    arranging,
    camps,
    combat,
    command,
    deployment,
    finishing,
    forms,
    march,
    menus,
    movement,
    opening,
    phase,
    seams,
    shooting,
    terrain_choice,
    terrain_layout,
    topography,
    turns,
    victory,
)
from condotta.rules.triumph.field import friend_or_enemy
from condotta.rules.triumph.settings import DEFAULTS

MODULES = (
    opening,
    topography,
    terrain_choice,
    terrain_layout,
    camps,
    deployment,
    finishing,
    forms,
    arranging,
    march,
    turns,
    command,
    phase,
    movement,
    menus,
    shooting,
    combat,
    victory,
)


def hooks() -> tuple[tuple[Seam[Any, Any], Callable[..., Any], str], ...]:
    """What the base game says at its own seams: the bottom of every stack."""
    own = (
        (seams.RELATION, friend_or_enemy, "TC-4.1"),
        (seams.NEXT_SEAT, turns.next_side, "TC-4.1"),
        (seams.NEXT_TURN, turns.next_turn, "TC-10.4"),
    )
    return own + hooks_of(MODULES)


TRIUMPH = Layer(
    "triumph",
    0,
    procedures=gathered(MODULES, "PROCEDURES"),
    judges=gathered(MODULES, "JUDGES"),
    menus=gathered(MODULES, "MENUS"),
    hooks=hooks(),
    settings=dict(DEFAULTS),
)
