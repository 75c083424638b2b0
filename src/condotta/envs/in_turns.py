"""A battle as an AEC environment of PettingZoo: whoever is asked first says something."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from condotta.envs.played import next_asked
from condotta.envs.tables import ANSI, Table
from condotta.kernel.asks import Action
from condotta.kernel.records import Seat


class Aec(Table, AECEnv[Seat, dict[str, Any], int]):
    """A battle; agents are its seats, an action is the number of an offer.

    Where several are asked at once they answer one after another, and none sees what another said
    before all have. An agent that is out of the battle is terminated and steps once more with None.
    """

    metadata = {"render_modes": [ANSI], "name": "condotta_v0", "is_parallelizable": False}

    # ── a battle ─────────────────────────────────────────────────────────────
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - the interface has them
        """Begin the battle of a seed; of the next one where none is named."""
        self.begin(seed)
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
