"""A battle as an AEC environment of PettingZoo: whoever is asked first says something."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from condotta.envs import features, rewards
from condotta.envs.opening import Opening
from condotta.envs.played import Frame, Played, next_asked
from condotta.kernel.asks import Action
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


class Aec(AECEnv[Seat, dict[str, Any], int]):
    """A battle; agents are its seats, an action is the number of an offer.

    Where several are asked at once they answer one after another, and none sees what another said
    before all have. An agent that is out of the battle is terminated and steps once more with None.
    """

    metadata = {"render_modes": [ANSI], "name": "condotta_v0", "is_parallelizable": False}

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

    # ── what it is ───────────────────────────────────────────────────────────
    def observation_space(self, agent: Seat) -> gymnasium.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> gymnasium.Space[Any]:
        """What an agent says."""
        return self.action_spaces[agent]

    # ── a battle ─────────────────────────────────────────────────────────────
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - the interface has them
        """Begin the battle of a seed; of the next one where none is named."""
        self.seed = self.seed + 1 if seed is None else seed
        self.played = Played(self.opening.battle(self.seed), self.frame, self.seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {seat: {} for seat in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = next_asked(self.played)

    def observe(self, agent: Seat) -> dict[str, Any]:
        """The arrays of an agent."""
        return self.played.observation(agent)

    def text(self, agent: Seat = "") -> str:
        """What an agent sees in words: the one whose turn it is unless another is named."""
        return self.played.text(agent or self.agent_selection)

    def render(self) -> str:
        """What the agent whose turn it is sees, in words."""
        return self.text()

    def close(self) -> None:
        """There is nothing to close."""

    def step(self, action: int | None) -> None:
        """The agent whose turn it is says the offer of that number.

        One that is refused, or that is not offered, changes nothing: the same agent is asked again,
        and its `infos` have the clauses.
        """
        if self._over():
            self._was_dead_step(action)
            return
        assert action is not None
        self._take(self.played.choose(self.agent_selection, int(action)))

    def say(self, said: Action) -> None:
        """The agent whose turn it is says any action: an answer, or an act that needs no question.

        It is judged as everything is; a refusal is as that of `step`.
        """
        if self._over():
            raise ValueError("an agent that is out says nothing")
        self._take(self.played.say(self.agent_selection, said))

    def _over(self) -> bool:
        agent = self.agent_selection
        return self.terminations[agent] or self.truncations[agent]

    def _take(self, refused: tuple[str, ...]) -> None:
        """What followed from what was said."""
        speaker, played = self.agent_selection, self.played
        self._cumulative_rewards[speaker] = 0.0
        self.infos[speaker] = {"refused": refused} if refused else {}
        earned = played.earned()
        ended, broken = played.over, played.broken_off
        for agent in self.agents:
            left = not ended and played.out(agent)
            self.rewards[agent] = earned[agent] + (played.loss() if left else 0.0)
            self.terminations[agent] = ended or left
            self.truncations[agent] = broken
        if not ended and not broken:
            self.agent_selection = next_asked(played)
        self._accumulate_rewards()
        self._deads_step_first()
