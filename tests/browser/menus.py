"""Battles of every system with the answers that were worth thinking about, for the page to name.

One person holds all seats, as at one screen: the page is given what they all may know together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any

from condotta.bots.runner import conduct
from condotta.bots.seat import Bot, make
from condotta.kernel.asks import Action, Ask
from condotta.kernel.battle import Battle
from condotta.kernel.views import View
from condotta.rules.systems import SYSTEMS
from tests.report.anywhere import opened

DECISIONS = 700
TIMES = 2
"""How often the answers to one kind of question are taken down."""
MOST = 24


class Listening:
    """A bot that answers as another does, and has the menu of its question taken down."""

    def __init__(self, bot: Bot, notes: Notes) -> None:
        self.bot = bot
        self.notes = notes

    def answer(self, view: View, ask: Ask) -> Action:
        """What the other bot says."""
        said = self.bot.answer(view, ask)
        self.notes.take(view, ask, said)
        return said


class Notes:
    """Menus of a battle, by the number of events that whoever holds all seats had seen."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.seats = battle.state.position.seats()
        self.often: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.found: list[dict[str, Any]] = []

    def take(self, view: View, ask: Ask, said: Action) -> None:
        """The menu of a question that is not yet known well."""
        kind = (ask.window, ask.says)
        self.often[kind] += 1
        menu = self.battle.book.menus.get(ask.window) if ask.says else None
        if self.often[kind] > TIMES or menu is None:
            return
        actions = [said, *islice(menu.salient(self.battle.book, view.position, ask), MOST)]
        after = self.battle.number(*self.seats, length=len(self.battle.log))
        self.found.append({"after": after, "ask": ask, "actions": actions})


@cache
def told(system: str) -> Mapping[str, Any]:
    """A battle of random bots: its events, and its menus."""
    battle = opened(system)
    notes = Notes(battle)
    bots = {
        seat: Listening(make("random", battle.book, f"1/{seat}"), notes) for seat in notes.seats
    }
    conduct(battle, bots, limit=DECISIONS)
    return {"system": system, "events": battle.stream(*notes.seats), "menus": notes.found}


def menus() -> list[Mapping[str, Any]]:
    """One battle of each system."""
    return [told(system) for system in SYSTEMS]
