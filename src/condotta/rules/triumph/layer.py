"""TRIUMPH! as one value: every procedure, judge, menu and hook of the base game."""

from __future__ import annotations

from condotta.rules import conceding
from condotta.rules.gathering import gathered, modules_of
from condotta.rules.sitting import friend_or_enemy
from condotta.rules.triumph import seams, turns, victory
from condotta.rules.triumph.settings import DEFAULTS

CHAPTERS = ("ground", "deployment", "movement", "shooting", "combat")
MODULES = (
    *modules_of(*(f"condotta.rules.triumph.{chapter}" for chapter in CHAPTERS)),
    turns,
    victory,
    conceding,
)
OWN = (
    (seams.RELATION, friend_or_enemy, "TC-4.1"),
    (seams.NEXT_SEAT, turns.next_side, "TC-4.1"),
    (seams.NEXT_TURN, turns.next_turn, "TC-10.4"),
)
"""What the base game says at its own seams: the bottom of every stack."""

TRIUMPH = gathered("triumph", 0, MODULES, settings=DEFAULTS, hooks=OWN)
