"""The core of skirmish battles as one value: every procedure, judge, menu and hook of it."""

from __future__ import annotations

from condotta.rules import conceding
from condotta.rules.gathering import gathered, modules_of
from condotta.rules.skirmish.settings import DEFAULTS

CHAPTERS = (
    "reading", "setting_out", "turn", "movement", "psychic", "attacks", "shooting", "charge",
    "fight", "morale",
)  # fmt: skip

SKIRMISH = gathered(
    "skirmish",
    0,
    (*modules_of(*(f"condotta.rules.skirmish.{chapter}" for chapter in CHAPTERS)), conceding),
    settings=DEFAULTS,
)
