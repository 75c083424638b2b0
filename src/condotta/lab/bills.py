"""Large armies with cards, mustered and split: does everybody count what was paid?

condotta lab bills --battles 600 --seed 1
condotta lab bills --battles 600 --cards many --data FOLDER --jobs 2

Whole battles take long. This hunt plays each until both sides have split their armies, and compares
the builder's bill and its weights of commands with what the table counts. [GT-10.8, AL-16.7]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from condotta.armies import Library, Roster, library
from condotta.armies.checking.army_commands import ALLY, command_points, in_order, parts
from condotta.bots.runner import answer_next
from condotta.kernel.position import Position
from condotta.lab import battles, hunting
from condotta.lab.inspecting import Broken
from condotta.lab.inspecting_bills import SIDES, BillInspector
from condotta.lab.matches import Field, drawn, match, shelf_of
from condotta.rules.grand import names
from condotta.rules.grand.sides import command_ids
from condotta.rules.library import book

MOST = 200
"""Answers in which both sides must have split their armies."""


class Report(hunting.Report[battles.Task]):
    """How it went."""


def fight(task: battles.Task) -> Report:
    """Muster two armies, split them, and compare."""
    report = Report(task)
    with hunting.faults_of(report):
        fielded, shelf = drawn(task.field, task.number), shelf_of(task.field.folder)
        report.armies = tuple(roster.label or roster.id for roster in fielded)
        rules = book(task.field.system, dict(task.field.profile))
        battle = match(rules, fielded, task.dice, task.field)
        inspector = BillInspector(battle)
        inspector.brought(fielded, shelf)
        bots = battles.bots_of(task, battle.book)
        while not inspector.commands and report.decisions < MOST:
            answer_next(battle, bots, inspector.watch)
            report.decisions += 1
        report.counted = dict(Counter(code for one in fielded for code in held(one)))
        for side, roster in zip(SIDES, fielded, strict=True):
            as_built(battle.state.position, side, roster, shelf)
    return report


def held(roster: Roster) -> Iterator[str]:
    """Every card of a roster by its code, those of an ally too, and that it has an ally."""
    allies = [one for one in roster.split if one.kind == ALLY]
    bought = [*(one.code for one in roster.army_cards), *(one.code for one in roster.troop_cards)]
    for ally in allies:
        bought += [*(one.code for one in ally.army_cards), *(one.code for one in ally.troop_cards)]
    yield from (f"with {code}" for code in dict.fromkeys(bought))
    yield from ["with an ally"] if allies else []


def as_built(position: Position, side: str, roster: Roster, shelf: Library | None) -> None:
    """Each command weighs at the table what it does in the builder. [AL-16.7]"""
    shelves = shelf or library()
    source = shelves.source_of(roster)
    if source is None or not roster.split:
        return
    split = parts(roster, *source, shelves)
    built = [command_points(part, one) for part in split for one in in_order(part)]
    told = [position.count(name, names.TOTAL) for name in command_ids(position, side)]
    if told != built:
        raise Broken(f"commands of {side} weigh {told}, in the builder {built}")


def main(words: Sequence[str] | None = None) -> int:
    """Look at so many pairs of armies; 1 if anything differs, else 0."""
    hunt = hunting.Hunt("bills", __doc__, battles=600, every=100)
    seats = hunting.several(2, 6)
    hunt.option("--seats", type=seats, default="2,3,4,5,6", help="how many; several take turns")
    hunt.option("--cards", default="many", choices=("some", "many"), help="how readily bought")
    hunt.option("--data", type=hunting.there, default="", help="a folder of army lists")
    asked = hunt.read(words)
    fields = [Field("grand", int(one), asked.cards, asked.data) for one in asked.seats.split(",")]
    tasks = [
        battles.Task(number, asked.seed, field=fields[number % len(fields)])
        for number in asked.numbers
    ]
    return hunt.run(asked, fight, tasks, hunting.Figures[Report]())


if __name__ == "__main__":
    sys.exit(main())
