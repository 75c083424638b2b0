"""Bots conduct a battle: each open question goes to the bot of its seat, in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec

from condotta.bots.seat import Bot, make, unasked
from condotta.kernel.asks import Action, Ask
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Ended, Event
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.state import State

LIMIT = 200_000
"""Decisions after which a battle is taken to go on for ever: a bug, not a long battle."""

REPEATS = 200
"""How often in a row a seat may say the same before the battle is taken to stand still: a bug."""

Watch = Callable[[State, tuple[Event, ...]], None]
"""Whoever looks on: called after every decision with the truth and what happened since."""


class Result(msgspec.Struct, frozen=True):
    """How a battle of bots went. A decision is one answer by a seat that is not chance."""

    decisions: int
    seconds: float
    turns: int
    ended: Ended | None

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that won; nobody in a draw, or while it goes on."""
        return self.ended.winners if self.ended else ()


class Unanswered(RuntimeError):
    """A battle that waits for nobody, or for too long: a bug in the rules or in a bot."""


class Repeated(RuntimeError):
    """A seat that said the same over and over: a bug in the rules, in a menu or in the bot."""


class Misplayed(RuntimeError):
    """A bot said what is refused: a bug in a menu or in the bot. Its cause has the refusals."""

    def __init__(self, ask: Ask, said: object, why: Illegal) -> None:
        super().__init__(f"{ask.seat} said {said!r} to {ask.window}: {why}")
        self.ask = ask
        self.said = said
        self.refusals = why.refusals


def seated(names: Mapping[Seat, str], book: Book, seed: int | str) -> dict[Seat, Bot]:
    """A bot for each seat by name, each with lots of its own."""
    return {seat: make(name, book, f"{seed}/{seat}") for seat, name in names.items()}


def conduct(
    battle: Battle, bots: Mapping[Seat, Bot], *, limit: int = LIMIT, watch: Watch | None = None
) -> Result:
    """Let the bots answer until the battle is over or `limit` decisions have been made.

    The battle needs a cup that answers every request for dice. A seat that says the same too
    often in a row is `Repeated`.
    """
    started = time.perf_counter()
    decisions, same = 0, 0
    last: tuple[Seat, Action] | None = None
    while battle.state.position.ended is None and decisions < limit:
        said = answer_next(battle, bots, watch)
        decisions += 1
        same = same + 1 if said == last else 0
        if same == REPEATS:
            raise Repeated(f"{said[0]} said {said[1]!r} over and over")
        last = said
    position = battle.state.position
    return Result(decisions, time.perf_counter() - started, position.turn, position.ended)


def answer_next(
    battle: Battle, bots: Mapping[Seat, Bot], watch: Watch | None = None
) -> tuple[Seat, Action]:
    """One decision: the oldest open question is put to its bot, and its answer is taken.

    Returns who said what.
    """
    ask = next((ask for ask in battle.waiting() if ask.seat != CHANCE), None)
    if ask is None:
        raise Unanswered("the battle is not over, and no seat is asked anything")
    bot = bots[ask.seat]
    view = battle.view(ask.seat)
    act = unasked(bot, view)
    if act is not None:
        events = battle.say(ask.seat, act)
        if watch is not None:
            watch(battle.state, tuple(events))
        return ask.seat, act
    said = bot.answer(view, ask)
    try:
        events = battle.say(ask.seat, said, ask.id)
    except Illegal as why:
        raise Misplayed(ask, said, why) from why
    if watch is not None:
        watch(battle.state, tuple(events))
    return ask.seat, said
