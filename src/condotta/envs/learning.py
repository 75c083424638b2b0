"""A first learner: one weight for each feature of an offer, learned by REINFORCE. NumPy alone.

    python -m condotta.envs.learning --battles 400 --seed 1 --out learned.json
    python -m condotta.envs.learning --weigh learned.json --battles 200

It says each offer as often as its weights make it likely, plays the battle out, and makes what it
said likelier after more than it is used to, less likely after less. The same words give the same
weights again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from condotta.bots.lots import lots
from condotta.envs import features
from condotta.envs.alone import Solo
from condotta.envs.offers import offers, placed
from condotta.envs.opening import SCENARIOS
from condotta.errors import UNREADABLE, PlainError
from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.log import save
from condotta.kernel.views import View
from condotta.lab.study.intervals import wilson

Weights: TypeAlias = NDArray[np.float64]

OFFERS = 12
RATE = 0.05
"""How far weights go after one battle."""
USED = 0.05
"""How soon it gets used to what it gets."""
LONGEST = 5.0
"""The longest step of the weights after one battle, before the rate."""
SHIPPED = "regiments"


class Learned(msgspec.Struct, frozen=True):
    """What was learned, and how: the weights of the features of an offer, in their order."""

    scenario: str
    battles: int
    seed: int
    against: str
    weights: tuple[float, ...]


# ── a policy ─────────────────────────────────────────────────────────────────
def chances(weights: Weights, listed: NDArray[Any], mask: NDArray[Any]) -> NDArray[np.float64]:
    """How likely each offer is to be said; what is not on offer never is."""
    liking = np.where(mask > 0, listed @ weights, -np.inf)
    likely: NDArray[np.float64] = np.exp(liking - liking.max())
    likely /= likely.sum()
    return likely


def said(
    weights: Weights, shown: dict[str, Any], draw: np.random.Generator
) -> tuple[int, NDArray[np.float64]]:
    """An offer by lot, and what would have made it likelier."""
    listed, mask = shown["offers"].astype(np.float64), shown["action_mask"]
    likely = chances(weights, listed, mask)
    number = int(np.searchsorted(likely.cumsum(), draw.random()).clip(0, len(likely) - 1))
    if not mask[number]:
        number = int(likely.argmax())
    return number, listed[number] - likely @ listed


# ── learning ─────────────────────────────────────────────────────────────────
def learn(scenario: str, battles: int, seed: int, against: str = "random") -> Learned:
    """Weights after so many battles at both places in turn; what was won is worth more than points.

    >>> learn("regiments", 2, 1) == learn("regiments", 2, 1)
    True
    """
    env = Solo(scenario, bots=against, offers=OFFERS, judged=False, reward="score")
    draw = np.random.default_rng(seed)
    weights: Weights = np.zeros(features.OF_OFFER)
    usual = 0.0
    for number in range(battles):
        likelier, got = played(env, weights, seed * battles + number, draw)
        step = likelier * (got - usual)
        length = float(np.linalg.norm(step))
        weights += RATE * step * min(1.0, LONGEST / (length or 1.0))
        usual += USED * (got - usual)
    return Learned(scenario, battles, seed, against, tuple(round(float(one), 6) for one in weights))


def played(
    env: Solo, weights: Weights, seed: int, draw: np.random.Generator
) -> tuple[NDArray[np.float64], float]:
    """A battle: what would have made all that was said likelier, and what came of it."""
    shown, _ = env.reset(seed=seed)
    likelier: NDArray[np.float64] = np.zeros(len(weights))
    got, over = 0.0, False
    while not over:
        number, more = said(weights, shown, draw)
        shown, reward, ended, broken, info = env.step(number)
        got += reward
        over = ended or broken
        if "refused" not in info:
            likelier += more
    return likelier, got + env.played.victory(env.seat)


# ── weighing ─────────────────────────────────────────────────────────────────
class Weighed(msgspec.Struct, frozen=True):
    """How often it won, lost and did neither, against whom, at each place as often."""

    against: str
    won: int
    lost: int
    drawn: int

    @property
    def bounds(self) -> tuple[float, float]:
        """Wilson's interval for the share that it wins of the battles that somebody wins."""
        return wilson(self.won, self.won + self.lost)

    def __str__(self) -> str:
        low, high = self.bounds
        return (
            f"Against {self.against}: won {self.won}, lost {self.lost}, drawn {self.drawn}; of the "
            f"decided ones {100 * low:.0f} to {100 * high:.0f} % (Wilson, 95 %)."
        )


def weigh(learned: Learned, battles: int, seed: int, against: str = "random") -> Weighed:
    """How it fares in so many battles that it has not seen, two of each with places swapped."""
    env = Solo(learned.scenario, bots=against, offers=OFFERS, judged=False)
    weights, draw = np.array(learned.weights), np.random.default_rng(seed)
    got: list[float] = []
    for number in range(battles):
        seats = env.played.seats
        place = {"seat": seats[number % len(seats)]}
        shown, _ = env.reset(seed=10_000_000 + seed + number // len(seats), options=place)
        over, last = False, 0.0
        while not over:
            shown, last, ended, broken, _ = env.step(said(weights, shown, draw)[0])
            over = ended or broken
        got.append(last)
    won, lost = sum(one > 0 for one in got), sum(one < 0 for one in got)
    return Weighed(against, won, lost, len(got) - won - lost)


# ── as a bot ─────────────────────────────────────────────────────────────────
class Apprentice:
    """The shipped weights as a bot: `condotta.envs.learning:Apprentice`, wherever bots are named.

    It says the likeliest of its offers.
    """

    def __init__(self, book: Book, seed: int | str, learned: Learned | None = None) -> None:
        """Play by a book; offers are drawn by the seed."""
        self.book, self.seed = book, seed
        self.weights = np.array((learned or shipped()).weights)

    def answer(self, view: View, ask: Ask) -> Action:
        """The offer that its weights make likeliest."""
        seen, draw = view.position, lots(f"{self.seed}/{ask.id}")
        found = offers(self.book, seen, ask, draw, OFFERS, judged=True)
        listed = tuple(placed(self.book, seen, ask, one) for one in found)
        rows = features.of_offers(features.Sight(seen, view.seat), ask, listed, OFFERS)
        mask = np.arange(OFFERS) < len(listed)
        return listed[int(chances(self.weights, rows, mask).argmax())].said


def shipped() -> Learned:
    """What comes with the program."""
    return read(files("condotta.envs").joinpath("learned", f"{SHIPPED}.json").read_bytes())


def read(data: bytes) -> Learned:
    """What was learned, from its file; what is none is a PlainError."""
    try:
        found = msgspec.json.decode(data, type=Learned)
    except UNREADABLE as why:
        raise PlainError(f"These are no weights ({why}).") from why
    if len(found.weights) != features.OF_OFFER:
        raise PlainError(f"There must be {features.OF_OFFER} weights, not {len(found.weights)}.")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Learn and write down the weights, or weigh those of a file."""
    parser = argparse.ArgumentParser("condotta.envs.learning", description=__doc__)
    parser.add_argument("--scenario", choices=SCENARIOS, default=SHIPPED)
    parser.add_argument("--battles", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="random", help="a bot")
    parser.add_argument("--out", type=Path, help="where the weights are written")
    parser.add_argument("--weigh", type=Path, help="weights that are weighed instead")
    chosen = parser.parse_args(words)
    if chosen.weigh:
        learned = read(chosen.weigh.read_bytes())
        print(weigh(learned, chosen.battles, chosen.seed, chosen.against))
        return 0
    learned = learn(chosen.scenario, chosen.battles, chosen.seed, chosen.against)
    text = msgspec.json.format(msgspec.json.encode(learned), indent=2) + b"\n"
    if chosen.out:
        save(chosen.out, text)
        print(f"The weights are in {chosen.out}.")
    else:
        print(text.decode(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
