"""Many skirmish battles of two to four armies, and a table of what happened in them.

condotta lab skirmishes --battles 100 --seed 1 --jobs 2

Every battle is looked at while it goes on: models stand apart and on the table, units keep
together, wounds and points stay within their limits. Every other battle is of armies drawn from
all datasheets, so that transports, flyers, reserves and psykers meet; terrain, missions and
settings change from battle to battle.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from condotta.bots.chancer import Chancer
from condotta.bots.lots import lots
from condotta.bots.runner import conduct
from condotta.bots.seat import Bot, make
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Answered, Event, Removed, Ruled
from condotta.lab.auditing import beside
from condotta.lab.hunting import Figures, Hunt, Report, Task, faults_of
from condotta.lab.inspecting_skirmish import SkirmishInspector
from condotta.rules.library import book
from condotta.rules.skirmish.reading.datasheets import Datasheet, shipped_sheets
from condotta.rules.skirmish.rosters.armies import Detachment, Host, Squad, Swap, squad
from condotta.rules.skirmish.rosters.shelf import chosen
from condotta.rules.systems import SYSTEMS

SYSTEM = "skirmish"
SIZES = (2, 2, 3, 4)
BOTS = (("random",), ("steward", "random"), ("eager",), ("steward",), ("eager", "steward"))
APPETITE = 0.8  # of a bot that is eager for contact
LEAST, MOST = 3, 7  # units of an army that is drawn
BOARDS = ((48, 48), (44, 60), (36, 36), (72, 48))
FLAGS = ("passFriends", "modelsBlockSight", "characterClosestIgnoresVisibility")


def fight(task: Task) -> Report[Task]:
    """One battle; its seats, armies, table and bots by its number."""
    report = Report(task)
    with faults_of(report):
        battle, bots = ready(task)
        auditor, watch = beside(battle, SkirmishInspector(battle).watch)
        report.went(conduct(battle, bots, limit=60_000, watch=watch))
        report.compared = 0 if report.fault else auditor.compared()
        report.counted = dict(tally(battle.log))
    return report


def ready(task: Task) -> tuple[Battle, dict[str, Bot]]:
    """A battle about to be fought."""
    number, dice, how = task.number, task.dice, SYSTEMS[SYSTEM]
    lot = Random(dice)
    seats = how.seated(SIZES[number % len(SIZES)])
    rules = book(SYSTEM, profile(number, lot))
    armies = (
        chosen("", len(seats), lot.randrange(10_000))
        if number % 2 == 0
        else tuple(drawn(lot, one.letter) for one in seats)
    )
    crew = BOTS[number % len(BOTS)]
    bots = {
        one.seat: bot_of(crew[place % len(crew)], rules, f"{dice}/{one.seat}")
        for place, one in enumerate(seats)
    }
    return Battle(rules, how.opening(rules, seats, armies), SeededCup(dice)), bots


def bot_of(name: str, rules: Book, seed: str) -> Bot:
    """A bot that people know, or one that moves towards the enemy when it can."""
    return Chancer(rules, lots(seed), APPETITE) if name == "eager" else make(name, rules, seed)


def profile(number: int, lot: Random) -> dict[str, Any]:
    """The settings of a battle: a table, a mission, more or less terrain, some choices."""
    width, depth = lot.choice(BOARDS)
    chosen_flags = {flag: lot.random() < 1 / 3 for flag in FLAGS}
    return {
        "boardWidth": width,
        "boardDepth": depth,
        "battleMission": ("ground", "attrition")[number // 2 % 2],
        "terrainPieces": lot.choice((0, 4, 8, 10)),
        **chosen_flags,
    }


def drawn(lot: Random, name: str) -> Host:
    """An army of any units, in sizes and with weapons that their sheets allow."""
    sheets = list(shipped_sheets().values())
    squads = tuple(armed(lot, lot.choice(sheets)) for _ in range(lot.randint(LEAST, MOST)))
    return Host(name, name, (Detachment("drawn", squads),), points=lot.randint(0, 9))


def armed(lot: Random, sheet: Datasheet) -> Squad:
    """A unit of a sheet with some of its replacements."""
    models = lot.randint(sheet.least, sheet.most)
    swaps = tuple(
        Swap(option.model, (lot.choice(option.with_one_of),), every=not option.max)
        for option in sheet.options
        if lot.random() < 1 / 2 and option.requires_models <= models
    )
    return squad(sheet, models, swaps[:1])


def tally(log: Iterable[Event]) -> Counter[str]:
    """What a log tells: rulings by their keys, windows that were answered, losses by clause."""
    found: Counter[str] = Counter()
    for event in log:
        match event:
            case Answered(seat=seat, window=window) if seat != "chance":
                found[f"answer: {window}"] += 1
            case Ruled(key=key):
                found[f"ruling: {key}"] += 1
            case Removed(clause=clause):
                found[f"loss: {clause}"] += 1
            case _:
                pass
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Fight so many battles; 1 if anything broke, else 0."""
    hunt = Hunt("skirmishes", __doc__, battles=20, every=20)
    asked = hunt.read(words)
    figures: Figures[Report[Task]] = Figures()
    return hunt.run(asked, fight, [Task(number, asked.seed) for number in asked.numbers], figures)


if __name__ == "__main__":
    sys.exit(main())
