"""Logs of battles at a real table, stopped where red is to pay for the moves of a turn.

python -P tests/browser/reported.py FILE

A JSON file by the system; dice and bots follow from seeds, and where red does not come to pay with
one, the next is taken.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.log import dump, encode
from condotta.report.logbook import header_of
from condotta.rules.fielding import armies_for, seats_for
from condotta.rules.library import book
from condotta.rules.reported.over_triumph.paying import WINDOW, left
from condotta.rules.systems import SYSTEMS, Levy

PLAYED: Mapping[str, int] = {"triumph+reported": 2, "grand+reported": 4}
SEEDS = range(3, 40)
DECISIONS = 200
POINTS = 3


def opened(system: str, seed: int) -> Battle:
    """Armies that a seed picks, before the first die."""
    seats, rules = seats_for(system, PLAYED[system]), book(system)
    armies = armies_for(system, "", SYSTEMS[system].armies(seats), seed)
    opening = SYSTEMS[system].opening(rules, seats, armies, Levy(lot=Random(seed)))
    return Battle(rules, opening, SeededCup(str(seed)))


def log_of(system: str) -> str:
    """The log up to where red has points for some moves; a lookup error where he never has."""
    for seed in SEEDS:
        battle = opened(system, seed)
        bots = {seat: make("steward", battle.book, seat) for seat in battle.state.position.seats()}
        for _ in range(DECISIONS):
            if any((ask.seat, ask.window) == ("red", WINDOW) for ask in battle.waiting()):
                if max(left(battle.state.position, "red").values()) >= POINTS:
                    header = header_of(battle.book, {"name": "At a real table"})
                    return dump(header, battle.log).decode()
                break
            answer_next(battle, bots)
    raise LookupError(f"red never pays {POINTS} points in {system}")


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(encode({system: log_of(system) for system in PLAYED}))
