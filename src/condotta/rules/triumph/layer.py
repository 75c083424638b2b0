"""TRIUMPH! as one value: every procedure, judge, menu and hook of the base game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from condotta.kernel.book import Layer
from condotta.kernel.seams import Seam
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.triumph import seams, turns, victory
from condotta.rules.triumph.combat import close_combat
from condotta.rules.triumph.deployment import arranging, camps, deploying, finishing, forms
from condotta.rules.triumph.ground import terrain_choice, terrain_layout, topography
from condotta.rules.triumph.movement import (
    command,
    flank_march,
    legal_moves,
    movement_menu,
    movement_phase,
)
from condotta.rules.triumph.settings import DEFAULTS
from condotta.rules.triumph.shooting import ranged_combat
from condotta.rules.triumph.stands.field import friend_or_enemy

MODULES = (
    topography,
    terrain_choice,
    terrain_layout,
    camps,
    deploying,
    finishing,
    forms,
    arranging,
    flank_march,
    turns,
    command,
    movement_phase,
    legal_moves,
    movement_menu,
    ranged_combat,
    close_combat,
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
