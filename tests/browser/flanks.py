"""A large battle with an ally, in a JSON file: its rosters, and its log at two moments.

In one a flank march waits to come in, in the other commands are broken.

python -P tests/browser/flanks.py FILE

Both stop where the first side is asked for a move. Dice and bots follow from one seed.
"""

import copy
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from condotta.armies.rosters.rosters import read_roster
from condotta.bots.chancer import Chancer
from condotta.bots.lots import lots
from condotta.bots.runner import answer_next
from condotta.kernel.battle import Battle
from condotta.kernel.log import dump
from condotta.lab.matches import Field, match
from condotta.report.logbook import header_of
from condotta.rules.grand.sides import command_ids, demoralised
from condotta.rules.library import book

FIELD = Field(system="grand", seats=2)
SEED = "L16"
APPETITE = 0.8
DECISIONS = 900
LISTED = Path(__file__).resolve().parents[1] / "armies" / "grand.json"


def moves(battle: Battle, act: str) -> bool:
    """Whether red is asked for a move, and may say that."""
    return any(
        one.seat == "red" and one.window == "movement" and act in one.says
        for one in battle.waiting()
    )


def marching(battle: Battle) -> bool:
    """Whether a flank march of red's may come in."""
    return moves(battle, "March")


def broken(battle: Battle) -> bool:
    """Whether a command of each side is demoralised and red is to move."""
    position = battle.state.position
    sides = ("south", "north")
    return moves(battle, "Move") and all(
        any(demoralised(position, one) for one in command_ids(position, side)) for side in sides
    )


def rosters() -> list[dict[str, Any]]:
    """Two English commands with a Burgundian one, its camp fortified; three of Crusaders."""
    english, crusaders = copy.deepcopy(json.loads(LISTED.read_text())["builtArmies"])[::-1]
    english["armyCards"] = [{"code": "DD", "count": 1}]
    english["commands"][2]["armyCards"] = [{"code": "FC", "count": 1}]
    for name, one in (("English and Burgundians", english), ("Crusaders", crusaders)):
        one["label"] = name
    return [english, crusaders]


def reached(moment: Callable[[Battle], bool], seed: str = SEED) -> Battle:
    """The battle at that moment; a lookup error where it does not come."""
    armies = tuple(read_roster(one).roster for one in rosters())
    rules = book(FIELD.system)
    fought = match(rules, armies, seed, FIELD)
    bots = {seat: Chancer(rules, lots(f"{seed}/{seat}"), APPETITE) for seat in ("red", "blue")}
    for _ in range(DECISIONS):
        if moment(fought):
            return fought
        if fought.state.position.ended:
            break
        answer_next(fought, bots)
    raise LookupError(f"that moment does not come with seed {seed}")


def log_of(fought: Battle, name: str) -> str:
    """Its log as a file has it."""
    return dump(header_of(fought.book, {"name": name}), fought.log).decode()


if __name__ == "__main__":
    logs = {one.__name__: log_of(reached(one), one.__name__) for one in (marching, broken)}
    Path(sys.argv[1]).write_text(json.dumps({"rosters": rosters(), **logs}))
