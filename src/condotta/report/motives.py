"""Why bots did what they did, in sentences: what a battle of bots tells beside each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from condotta.bots.reasons import Reason, reasons
from condotta.bots.runner import answer_next, seated
from condotta.bots.seat import BOTS, Bot, unasked
from condotta.errors import PlainError
from condotta.kernel.asks import Action, Ask
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Answered
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.views import View
from condotta.report.logbook import SEED, Log
from condotta.report.naming import named, seat_name
from condotta.report.options import window_said
from condotta.report.story import STORY, Line
from condotta.words import say

WHY = "reason"
"""The kind of lines that tell a reason."""

Reasons: TypeAlias = Mapping[int, Sequence[Line]]
"""Lines by the number of events that came before them."""


def told(found: Iterable[Reason], position: Position, lang: str = "") -> str:
    """Reasons in sentences, pieces and seats as people call them on that table."""
    return " ".join(say(one.key, named(one.params, position, lang), lang) for one in found)


class Thinking:
    """A bot whose reasons are told, each as a line, as soon as it has decided.

    It says what the bot within says.
    """

    def __init__(self, bot: Bot, hear: Callable[[Line], None]) -> None:
        """Tell the reasons of that bot."""
        self.bot = bot
        self.hear = hear

    def answer(self, view: View, ask: Ask) -> Action:
        """What the bot says."""
        said = self.bot.answer(view, ask)
        self.tell(view.position, ask.seat, ask.window)
        return said

    def volunteer(self, view: View) -> Action | None:
        """What the bot does of its own accord."""
        act = unasked(self.bot, view)
        if act is not None:
            self.tell(view.position, view.seat, "")
        return act

    def tell(self, position: Position, seat: Seat, window: str) -> None:
        """Why, as a line."""
        params = {
            "seat": seat_name(seat),
            "window": window_said(window, "") if window else say("why.unasked"),
            "reasons": told(reasons(self.bot), position),
        }
        self.hear(Line(STORY, WHY, say("why.line", params), "", seat, position.turn))


# ── of a battle that is over ─────────────────────────────────────────────────
def recalled(log: Log) -> Reasons:
    """Why the bots of a log did what they did: they are asked again, at every decision.

    They know what they knew then and draw the same lots, so that they say the same. A log of which
    that is not so, or that no bots of ours played, is a PlainError.
    """
    found: dict[int, list[Line]] = {}
    battle = Battle(log.book, log.events[: begun(log)], SeededCup(seed_of(log)))

    def hear(line: Line) -> None:
        found.setdefault(len(battle.log), []).append(line)

    bots = {seat: Thinking(bot, hear) for seat, bot in players(log, battle).items()}
    while battle.state.position.ended is None and len(battle.log) < len(log.events):
        since = len(battle.log)
        answer_next(battle, bots)
        if tuple(battle.log[since:]) != log.events[since : len(battle.log)]:
            raise PlainError(
                f"The bots of this version do not play as in {log.where} from event {since + 1} on:"
                " their reasons then are not known."
            )
    return found


def begun(log: Log) -> int:
    """How many events there are before the first decision."""
    first = (
        number
        for number, event in enumerate(log.events)
        if isinstance(event, Answered) and event.seat != CHANCE
    )
    return next(first, len(log.events))


def seed_of(log: Log) -> int:
    """The seed of a log. Without one nothing can be asked again."""
    seed = log.header.title.get(SEED, "")
    if not seed.isdecimal():
        raise PlainError(
            f"{log.where} names no seed: it is no battle that `condotta battle` wrote."
        )
    return int(seed)


def players(log: Log, battle: Battle) -> dict[Seat, Bot]:
    """The bots of a log. Only ours are asked: a log that is brought in runs nobody's program."""
    named = {seat: log.header.title.get(seat, "") for seat in battle.state.position.seats()}
    strangers = [seat for seat, name in named.items() if name not in BOTS]
    if strangers:
        raise PlainError(f"{log.where} names no bot of ours for {', '.join(strangers)}.")
    return seated(named, battle.book, seed_of(log))
