"""The core of skirmish battles as one value: every procedure, judge, menu and hook of it."""

from __future__ import annotations

from condotta.kernel.book import Layer
from condotta.rules.gathering import gathered, hooks_of
from condotta.rules.skirmish.attacks import (
    allocation,
    deaths,
    losing,
    mortal_wounds,
    removing,
    saving,
    volleys,
)
from condotta.rules.skirmish.charge import (
    charge_moves,
    charge_phase,
    heroic_interventions,
    overwatch,
)
from condotta.rules.skirmish.fight import fight_phase, melee, piling
from condotta.rules.skirmish.morale import morale_phase
from condotta.rules.skirmish.movement import (
    medic,
    movement_phase,
    moving_menu,
    reserves,
    transports,
)
from condotta.rules.skirmish.psychic import powers, psychic_phase
from condotta.rules.skirmish.reading import order
from condotta.rules.skirmish.setting_out import (
    deployment,
    deployment_menu,
    laying_terrain,
    missions,
    opening,
)
from condotta.rules.skirmish.settings import DEFAULTS
from condotta.rules.skirmish.shooting import shooting_phase
from condotta.rules.skirmish.turn import turns, victory

MODULES = (
    opening,
    laying_terrain,
    missions,
    deployment,
    deployment_menu,
    turns,
    order,
    movement_phase,
    moving_menu,
    transports,
    reserves,
    medic,
    powers,
    psychic_phase,
    shooting_phase,
    allocation,
    saving,
    losing,
    volleys,
    mortal_wounds,
    removing,
    deaths,
    charge_phase,
    overwatch,
    charge_moves,
    heroic_interventions,
    fight_phase,
    melee,
    piling,
    morale_phase,
    victory,
)

SKIRMISH = Layer(
    "skirmish",
    0,
    procedures=gathered(MODULES, "PROCEDURES"),
    judges=gathered(MODULES, "JUDGES"),
    menus=gathered(MODULES, "MENUS"),
    reasons=gathered(MODULES, "REASONS"),
    hooks=hooks_of(MODULES),
    settings=dict(DEFAULTS),
)
