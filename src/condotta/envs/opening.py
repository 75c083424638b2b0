"""How the battles of an environment begin: a system with drawn armies, or a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

import condotta
from condotta.errors import PlainError, nearest
from condotta.playing import Battle
from condotta.rules.library import SYSTEMS

SCENARIOS = ("duel", "brawl", "regiments", "patrol")
"""Small battles to learn by, of each base game and of one with treachery; the smallest first."""


@cache
def document(scenario: str) -> Mapping[str, Any]:
    """A scenario of ours as a position file has it."""
    data = (files("condotta.envs") / "scenarios" / f"{scenario}.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(data)
    found.pop("$schema", None)
    return found


class Opening(msgspec.Struct, frozen=True):
    """How each battle begins; the seed of a battle draws whatever is left out.

    `what` is a system, a scenario of ours, or a position file by its path. `armies`, `seats` and
    `settings` are as `condotta.begin` takes them; the first two belong to systems alone.
    """

    what: str = "duel"
    armies: str = ""
    seats: int | None = None
    settings: dict[str, Any] = {}

    def battle(self, seed: int) -> Battle:
        """The battle of a seed. What nobody knows is a PlainError."""
        if self.what in SYSTEMS:
            return condotta.begin(
                self.what, self.armies, seats=self.seats, seed=seed, settings=self.settings
            )
        if self.armies or self.seats is not None:
            raise PlainError("A scenario has its own armies and seats: leave out both.")
        if self.what in SCENARIOS:
            return condotta.position(document(self.what), seed=seed, settings=self.settings)
        if not self.what.endswith(".json"):
            known = (*SYSTEMS, *SCENARIOS)
            raise PlainError(f"There is no game called {self.what}.{nearest(self.what, known)}")
        return condotta.position(Path(self.what), seed=seed, settings=self.settings)
