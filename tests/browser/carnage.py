"""A battle of three skirmish armies, as logs at some moments, in a JSON file.

python -P tests/browser/carnage.py FILE

Each log stops where somebody is asked a question of that name. Dice and bots follow from
seeds; where a moment does not come with one, the next is taken.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from condotta.bots.chancer import Chancer
from condotta.bots.lots import lots
from condotta.bots.runner import answer_next
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.log import dump
from condotta.lab.matches import Field, match
from condotta.report.logbook import header_of
from condotta.rules.library import book
from condotta.rules.skirmish.rosters.shelf import chosen

FIELD = Field(system="carnage", seats=3)
SEATS = ("red", "blue", "amber")
ARMIES = "delta,delta,delta"  # each has a psyker
SEEDS = ("C7", "C4", "C8", "C5", "C6")
DECISIONS = 4_000


def one(window: str, least: int = 0) -> Callable[[Battle], bool]:
    """Whether a question is open in that window, with so many answers at least."""
    return lambda fought: any(
        ask.window == window and len(ask.options) >= least for ask in asked(fought)
    )


def asked(fought: Battle) -> tuple[Ask, ...]:
    """The questions that are open to seats."""
    return tuple(ask for ask in fought.waiting() if ask.seat in SEATS)


def moving(fought: Battle) -> bool:
    """Whether a unit of several models may move while its seat has command points."""
    position = fought.state.position
    return any(
        ask.window == "move unit"
        and position.count(ask.seat, "command points") > 1
        and any(position.count(unit, "mustered") > 3 for unit in ask.about)
        for ask in asked(fought)
    )


def rolled(fought: Battle) -> bool:
    """Whether a roll-off, and not a rank, has said who names the next turn."""
    late = fought.state.position.count("table", "battle round") > 1
    return late and one("whose turn", 2)(fought)


def wishing(fought: Battle) -> bool:
    """Whether two seats are asked in secret at once whether they wish to act."""
    return sum(ask.window == "wish" for ask in asked(fought)) > 1


MOMENTS: Mapping[str, Callable[[Battle], bool]] = {
    "deploying": one("deployment"),
    "moving": moving,
    "shooting": one("shoot unit"),
    "falling": one("who falls"),
    "charging": one("charge unit"),
    "ordering": one("who acts next", 2),
    "wishing": wishing,
    "rolled": rolled,
    "over": lambda fought: fought.state.position.ended is not None,
}


def logs(seed: str, found: dict[str, str]) -> None:
    """Add the log of each moment that is lacking, where it comes first in a battle."""
    rules = book(FIELD.system)
    fought = match(rules, chosen(ARMIES, len(SEATS), 1), seed, FIELD)
    bots = {seat: Chancer(rules, lots(f"{seed}/{seat}")) for seat in SEATS}
    for _ in range(DECISIONS):
        for name, comes in MOMENTS.items():
            if name not in found and comes(fought):
                found[name] = dump(header_of(fought.book, {"name": name}), fought.log).decode()
        if fought.state.position.ended or len(found) == len(MOMENTS):
            return
        answer_next(fought, bots)


def all_logs() -> dict[str, str]:
    """A log of each moment; a lookup error where one does not come with any seed."""
    found: dict[str, str] = {}
    for seed in SEEDS:
        logs(seed, found)
        if len(found) == len(MOMENTS):
            return found
    raise LookupError(f"no battle comes to {MOMENTS.keys() - found.keys()}")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(all_logs()))
