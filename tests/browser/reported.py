"""Logs of battles at a real table, each stopped where it is paid for moves, or reported.

python -P tests/browser/reported.py FILE

A JSON file by the system; dice and bots follow from seeds, and where a moment does not come with
one, the next is taken.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

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
from condotta.rules.reported.over_triumph.paying import WINDOW, left
from condotta.rules.systems import SYSTEMS, Levy

PLAYED: Mapping[str, int] = {
    "triumph+reported": 2,
    "grand+reported": 4,
    "treachery+reported": 3,
    "carnage+reported": 3,
}
SEEDS = range(3, 40)
DECISIONS = 900
POINTS = 3


def paying(battle: Battle, ask: Ask) -> bool:
    """Whether red has points for some moves."""
    mine = (ask.seat, ask.window) == ("red", WINDOW)
    return mine and max(left(battle.state.position, "red").values()) >= POINTS


def asked_for(part: str) -> Callable[[Battle, Ask], bool]:
    """Whether a report is asked for that part."""
    return lambda _, ask: ask.window == names.REPORT and part in ask.about


MOMENTS: Mapping[str, Callable[[Battle, Ask], bool]] = {
    "triumph+reported": paying,
    "grand+reported": paying,
    "treachery+reported": asked_for(names.FIGHTS),
    "carnage+reported": asked_for(names.NEAR),
}


def opened(system: str, seed: int) -> Battle:
    """Armies that a seed picks, before the first die."""
    seats, rules = seats_for(system, PLAYED[system]), book(system)
    armies = armies_for(system, "", SYSTEMS[system].armies(seats), seed)
    opening = SYSTEMS[system].opening(rules, seats, armies, Levy(lot=Random(seed)))
    return Battle(rules, opening, SeededCup(str(seed)))


def log_of(system: str) -> str:
    """The log up to the moment that is wanted of a first turn; a lookup error if it never comes."""
    for seed in SEEDS:
        battle = opened(system, seed)
        bots = {seat: make("steward", battle.book, seat) for seat in battle.state.position.seats()}
        for _ in range(DECISIONS):
            if battle.state.position.turn > 1:
                break
            if any(MOMENTS[system](battle, ask) for ask in battle.waiting()):
                header = header_of(battle.book, {"name": "At a real table"})
                return dump(header, battle.log).decode()
            answer_next(battle, bots)
    raise LookupError(f"{system} never comes to its moment")


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(encode({system: log_of(system) for system in PLAYED}))
