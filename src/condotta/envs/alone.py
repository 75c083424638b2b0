"""A battle as a Gymnasium environment: one seat learns, bots hold the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
from gymnasium.vector import AsyncVectorEnv

from condotta.bots.seat import Bot, make, unasked
from condotta.envs import rewards
from condotta.envs.opening import Opening
from condotta.envs.played import Frame, Played, next_asked
from condotta.envs.tables import ANSI, spaces_of
from condotta.kernel.asks import Action
from condotta.kernel.records import Seat


class Solo(gymnasium.Env[dict[str, Any], int]):
    """A battle of one learning seat against bots.

    With `seat` "turns" it sits at each place in turn, one battle after another, so that no place is
    favoured. Names in `bots` take turns over the other seats.
    """

    metadata = {"render_modes": [ANSI]}

    def __init__(
        self,
        what: str = "duel",
        *,
        seat: Seat = "turns",
        bots: str = "random",
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
        self.opening = Opening(what, armies, seats, settings or {})
        self.frame = Frame(offers, pieces, judged, reward, decisions)
        self.render_mode = render_mode
        self.wanted, self.names = seat, tuple(bots.split(","))
        self.number = 0
        self.played = Played(self.opening.battle(0), self.frame, 0)
        self.seat: Seat = self.played.seats[0] if seat == "turns" else seat
        self.others: Mapping[Seat, Bot] = {}
        self.observation_space, said = spaces_of(self.frame)
        self.action_space = said  # type: ignore[assignment]  # numbers of NumPy are numbers

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the battle of a seed, of the next one where none is named, and play on to the seat.

        `options` may name the `seat` of this battle.
        """
        super().reset(seed=seed)
        self.number = self.number + 1 if seed is None else seed
        self.played = Played(self.opening.battle(self.number), self.frame, self.number)
        places = self.played.seats
        turns = places[self.number % len(places)] if self.wanted == "turns" else self.wanted
        self.seat = (options or {}).get("seat", turns)
        book = self.played.battle.book
        others = [seat for seat in places if seat != self.seat]
        self.others = {
            seat: make(self.names[place % len(self.names)], book, f"{self.number}/{seat}")
            for place, seat in enumerate(others)
        }
        self._play_on()
        return self.played.observation(self.seat), {"seat": self.seat}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Say the offer of that number, and play on to the next question or the end."""
        return self._after(self.played.choose(self.seat, int(action)))

    def say(self, said: Action) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Say any action: an answer to the question, or an act that needs none."""
        return self._after(self.played.say(self.seat, said))

    def text(self) -> str:
        """What the seat sees, in words."""
        return self.played.text(self.seat)

    def render(self) -> str:
        """What the seat sees, in words."""
        return self.text()

    def _after(
        self, refused: tuple[str, ...]
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        self._play_on()
        played = self.played
        left = played.out(self.seat)
        got = played.earned()[self.seat] + (played.loss() if left else 0.0)
        info: dict[str, Any] = {"seat": self.seat}
        if refused:
            info["refused"] = refused
        ended = played.over or left
        return played.observation(self.seat), got, ended, played.broken_off, info

    def _play_on(self) -> None:
        """Let the others play until the seat is asked, or nothing more comes for it."""
        played = self.played
        while not (played.over or played.broken_off or played.out(self.seat)):
            asked = next_asked(played)
            if asked == self.seat:
                return
            bot, ask = self.others[asked], played.question(asked)
            assert ask is not None
            view = played.battle.view(asked)
            act = unasked(bot, view)
            played.decisions += 1
            if act is not None:
                played.battle.engine.say(asked, act)
            else:
                played.battle.engine.say(asked, bot.answer(view, ask), ask.id)


def vector(count: int, *words: Any, **more: Any) -> AsyncVectorEnv:
    """So many solo environments, each in a process of its own; the words are those of `Solo`.

    Reset them with one seed: they take it and the next ones.
    """
    return AsyncVectorEnv([maker(words, more) for _ in range(count)])


def maker(words: tuple[Any, ...], more: Mapping[str, Any]) -> Callable[[], Solo]:
    """What makes one of them."""
    return lambda: Solo(*words, **more)
