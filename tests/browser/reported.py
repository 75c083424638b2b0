"""Logs of battles at a real table, each stopped at one question or where something may be done.

python -P tests/browser/reported.py FILE

A JSON file by the moment; dice and bots follow from seeds, and where a moment does not come with
one, the next is taken.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.log import dump, encode
from condotta.report.logbook import header_of
from condotta.rules.fielding import armies_for, seats_for
from condotta.rules.library import book
from condotta.rules.reported import names
from condotta.rules.reported.over_grand.arriving import acts
from condotta.rules.reported.over_ranked import owning_up
from condotta.rules.reported.over_triumph.paying import WINDOW, left
from condotta.rules.systems import SYSTEMS, Levy
from condotta.server.games import intrigue

SEEDS = range(3, 40)
DECISIONS = 1200
POINTS = 3

Moment = Callable[[Battle, Ask], bool]


class Stop(NamedTuple):
    """Where a battle of so many seats stops, in which turn at the latest, and what is set."""

    system: str
    seats: int
    moment: Moment
    turns: int = 1
    settings: Mapping[str, Any] = {}
    bot: str = "steward"


def paying(battle: Battle, ask: Ask) -> bool:
    """Whether red has points for some moves."""
    mine = (ask.seat, ask.window) == ("red", WINDOW)
    return mine and max(left(battle.state.position, "red").values()) >= POINTS


def asked_for(part: str) -> Moment:
    """Whether a report is asked for that part."""
    return lambda _, ask: ask.window == names.REPORT and part in ask.about


def asks(window: str) -> Moment:
    """Whether red is asked that."""
    return lambda _, ask: (ask.seat, ask.window) == ("red", window)


def marches(battle: Battle, ask: Ask) -> bool:
    """Whether a command of whoever is asked may come in by a flank."""
    return any(acts(battle.book, battle.view(ask.seat).position, ask))


def plays_now(battle: Battle, ask: Ask) -> bool:
    """Whether red may play a card at a unit while hands play a phase."""
    if ask.window != names.REPORT:
        return False
    position = battle.view("red").position
    held = intrigue.held(battle.book, position, "red", None)
    return any(one.unasked and any(one.targets) for one in held)


STOPS: Mapping[str, Stop] = {
    "triumph+reported": Stop("triumph+reported", 2, paying),
    "grand+reported": Stop("grand+reported", 4, paying),
    "treachery+reported": Stop("treachery+reported", 3, asked_for(names.FIGHTS)),
    "carnage+reported": Stop("carnage+reported", 3, asked_for(names.NEAR)),
    "set out": Stop("treachery+reported", 4, asks(names.SET_OUT)),
    "march": Stop("grand+reported", 2, marches, turns=9, bot="random"),
    "playing": Stop("carnage+reported", 3, asks(names.PLAYING), turns=2),
    "broke": Stop("treachery+reported", 3, asks(owning_up.BROKE), turns=6),
    "rallied": Stop("treachery+reported", 3, asks(owning_up.RALLIED), 2, {"mercenaries": True}),
    "card": Stop("treachery+reported", 3, plays_now, turns=6, bot="random"),
}


def opened(stop: Stop, seed: int) -> Battle:
    """Armies that a seed picks, before the first die."""
    system = stop.system
    seats, rules = seats_for(system, stop.seats), book(system, stop.settings)
    armies = armies_for(system, "", SYSTEMS[system].armies(seats), seed)
    opening = SYSTEMS[system].opening(rules, seats, armies, Levy(lot=Random(seed)))
    return Battle(rules, opening, SeededCup(str(seed)))


def log_of(name: str) -> str:
    """The log up to the moment that is wanted; a lookup error if it never comes."""
    stop = STOPS[name]
    for seed in SEEDS:
        battle = opened(stop, seed)
        bots = {
            seat: make(stop.bot, battle.book, f"{seed} {seat}")
            for seat in battle.state.position.seats()
        }
        for _ in range(DECISIONS):
            if battle.state.position.turn > stop.turns or battle.state.position.ended:
                break
            if any(stop.moment(battle, ask) for ask in battle.waiting()):
                header = header_of(battle.book, {"name": "At a real table"})
                return dump(header, battle.log).decode()
            answer_next(battle, bots)
    raise LookupError(f"no battle comes to {name}")


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(encode({name: log_of(name) for name in STOPS}))
