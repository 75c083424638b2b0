"""What every environment of several agents is made of: its battles, its agents, its spaces."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from condotta.envs import features, rewards
from condotta.envs.opening import Opening
from condotta.envs.played import Frame, Played
from condotta.kernel.records import Seat

ANSI = "ansi"


def spaces_of(frame: Frame) -> tuple[Dict, Discrete[np.int64]]:
    """What an agent is shown and what it says, as spaces."""
    shown = Dict(
        {
            "observation": features.space_of((features.OF_TABLE,)),
            "pieces": features.space_of((frame.pieces, features.OF_PIECE)),
            "offers": features.space_of((frame.offers, features.OF_OFFER)),
            "action_mask": Box(0, 1, (frame.offers,), np.int8),
        }
    )
    return shown, Discrete(frame.offers)


class Table:
    """A battle whose agents are its seats, an action being the number of an offer."""

    def __init__(
        self,
        what: str = "duel",
        *,
        armies: str = "",
        seats: int | None = None,
        settings: dict[str, Any] | None = None,
        offers: int = 32,
        pieces: int = 64,
        judged: bool = True,
        reward: str = rewards.VICTORY,
        decisions: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        """A system or a scenario; see `docs/environments.md` for everything else."""
        super().__init__()
        self.opening = Opening(what, armies, seats, settings or {})
        self.frame = Frame(offers, pieces, judged, reward, decisions)
        self.render_mode = render_mode
        self.seed = 0
        self.played = Played(self.opening.battle(0), self.frame, 0)
        self.possible_agents = list(self.played.seats)
        self.agents: list[Seat] = []
        each = {seat: spaces_of(self.frame) for seat in self.possible_agents}
        self.observation_spaces = {seat: shown for seat, (shown, _) in each.items()}
        self.action_spaces = {seat: said for seat, (_, said) in each.items()}

    def observation_space(self, agent: Seat) -> gymnasium.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> gymnasium.Space[Any]:
        """What an agent says."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Begin the battle of a seed; of the next one where none is named."""
        self.seed = self.seed + 1 if seed is None else seed
        self.played = Played(self.opening.battle(self.seed), self.frame, self.seed)
        self.agents = list(self.possible_agents)

    def close(self) -> None:
        """There is nothing to close."""
