"""Logs of ranked battles that stop where red may move by the second wind, and may join a regiment.

python -P tests/browser/ranks.py FILE
"""

import sys
from collections.abc import Callable
from pathlib import Path

from condotta.bots.runner import answer_next, seated
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.log import dump, encode
from condotta.report.logbook import header_of
from condotta.rules.library import book
from condotta.rules.ranked.magic.spell_effects import GUST
from condotta.rules.ranked.movement.reinforcements import Join
from condotta.rules.ranked.movement.remaining_moves import WINDOW
from condotta.rules.systems import SYSTEMS

SYSTEM = "ranked"
SEEDS = range(1, 30)
DECISIONS = 500


def blown(battle: Battle, ask: Ask) -> bool:
    """Whether red's own regiment may be moved by the second wind. [FB-5.15]"""
    return ask.window == GUST and battle.state.position.pieces[ask.about[0]].controller == "red"


def may_join(battle: Battle, ask: Ask) -> bool:
    """Whether a character of red's may join a regiment. [FB-11.1]"""
    if ask.window != WINDOW:
        return False
    menu = battle.book.menus[ask.window].salient(battle.book, battle.view("red").position, ask)
    return any(isinstance(one, Join) for one in menu)


def reached(wanted: Callable[[Battle, Ask], bool]) -> Battle:
    """The first battle that comes to such a moment; a lookup error where none does."""
    how, rules = SYSTEMS[SYSTEM], book(SYSTEM)
    seats = how.seated(2)
    assert how.armies_of_its_own is not None
    for seed in SEEDS:
        opening = how.opening(rules, seats, how.armies_of_its_own("", 2, seed))
        battle = Battle(rules, opening, SeededCup(str(seed)))
        bots = seated({"red": "random", "blue": "steward"}, rules, str(seed))
        for _ in range(DECISIONS):
            if battle.state.position.ended is not None:
                break
            ask = battle.waiting()[0]
            if ask.seat == "red" and wanted(battle, ask):
                return battle
            answer_next(battle, bots)
    raise LookupError(wanted.__name__)


if __name__ == "__main__":
    logs = {}
    for name, wanted in (("gust", blown), ("join", may_join)):
        found = reached(wanted)
        logs[name] = dump(header_of(found.book, {"name": name}), found.log).decode()
    Path(sys.argv[1]).write_bytes(encode(logs))
