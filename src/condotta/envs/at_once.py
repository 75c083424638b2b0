"""A battle as a parallel environment: everybody who is asked answers at once."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from condotta.envs.tables import ANSI, Table
from condotta.kernel.records import Seat


class Parallel(Table, ParallelEnv[Seat, dict[str, Any], int]):
    """A battle in which all who are asked answer in the same step.

    It fits where seats are asked at once, in secret or not: deployment orders, cards, bids. Whoever
    is asked nothing has one offer, and what it says is not heard; `infos` say who is `asked`. An
    answer whose question an earlier one has closed is not heard either.
    """

    metadata = {"render_modes": [ANSI], "name": "condotta_parallel_v0"}

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - the interface has it
    ) -> tuple[dict[Seat, dict[str, Any]], dict[Seat, dict[str, Any]]]:
        """Begin the battle of a seed; of the next one where none is named."""
        self.begin(seed)
        return self._shown(self.agents), self._infos(self.agents, {})

    def step(
        self, actions: dict[Seat, int]
    ) -> tuple[
        dict[Seat, dict[str, Any]],
        dict[Seat, float],
        dict[Seat, bool],
        dict[Seat, bool],
        dict[Seat, dict[str, Any]],
    ]:
        """Everybody who is asked says the offer of its number, the oldest question first."""
        played, agents = self.played, self.agents
        refused = {}
        for ask in tuple(played.asked()):
            now = None if played.over else played.question(ask.seat)
            if now is not None and now.id == ask.id and ask.seat in actions:
                refused[ask.seat] = played.choose(ask.seat, int(actions[ask.seat]))
        earned, ended, broken = played.earned(), played.over, played.broken_off
        left = {seat: not ended and played.out(seat) for seat in agents}
        loss = {seat: played.loss() if left[seat] else 0.0 for seat in agents}
        self.agents = [seat for seat in agents if not (ended or broken or left[seat])]
        return (
            self._shown(agents),
            {seat: earned[seat] + loss[seat] for seat in agents},
            {seat: ended or left[seat] for seat in agents},
            dict.fromkeys(agents, broken),
            self._infos(agents, refused),
        )

    def text(self, agent: Seat) -> str:
        """What an agent sees, in words."""
        return self.played.text(agent)

    def render(self) -> str:
        """What everybody sees, in words."""
        return "\n\n".join(map(self.text, self.agents))

    def _shown(self, agents: list[Seat]) -> dict[Seat, dict[str, Any]]:
        return {seat: self.played.observation(seat) for seat in agents}

    def _infos(
        self, agents: list[Seat], refused: dict[Seat, tuple[str, ...]]
    ) -> dict[Seat, dict[str, Any]]:
        asked = {ask.seat for ask in self.played.asked()}
        return {
            seat: {"asked": seat in asked}
            | ({"refused": refused[seat]} if refused.get(seat) else {})
            for seat in agents
        }
