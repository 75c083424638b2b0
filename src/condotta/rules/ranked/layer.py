"""The core of ranked battles as one value: every procedure, judge, menu and hook of it."""

from __future__ import annotations

from condotta.rules import conceding
from condotta.rules.gathering import gathered, modules_of
from condotta.rules.ranked import seams
from condotta.rules.ranked.settings import DEFAULTS
from condotta.rules.sitting import friend_or_enemy

CHAPTERS = (
    "setting_out", "turn", "movement", "losses", "magic", "shooting", "charges", "combat",
)  # fmt: skip

RANKED = gathered(
    "ranked",
    0,
    (*modules_of(*(f"condotta.rules.ranked.{chapter}" for chapter in CHAPTERS)), conceding),
    settings=DEFAULTS,
    hooks=((seams.RELATION, friend_or_enemy, "FB-0.1"),),
)
