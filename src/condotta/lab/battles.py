"""Battles by the thousand between bots, every invariant looked at after every event.

condotta lab battles --battles 1000 --seed 1 --jobs 2
condotta lab battles --battles 2000 --cards many --data FOLDER --jobs 2
condotta lab battles --battles 300 --system grand --seats 2,3,4,5,6 --cards some --jobs 2
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from condotta import settings
from condotta.bots.chancer import Chancer
from condotta.bots.lots import lots
from condotta.bots.runner import conduct
from condotta.bots.seat import Bot, make
from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Ended, Event, Removed, Ruled, Veiled
from condotta.kernel.records import Seat
from condotta.lab import hunting
from condotta.lab.auditing import beside
from condotta.lab.inspecting_fights import FightInspector
from condotta.lab.inspectors import inspector_of
from condotta.lab.matches import Field, after, drawn, match, order, seated, shelf_of
from condotta.rules.clauses import place
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS

EAGER = 2
"""Of so many battles with cards the random bots of one have an appetite for contact: most cards
act where armies meet, and two armies that move at random seldom do. How great it is, from the
least to 1, is drawn for each seat from the seed of the battle."""

LEAST_APPETITE = 0.3

KEEN = 0.9
"""The least of whoever must be after something, or keep ranks, for the card of a battle to act."""

USUAL_ORDER = 0.5
"""How often an eager bot looks at what is worth thinking about, where no card asks for more."""


class Task(hunting.Task, frozen=True):
    """One battle to be fought, and the bots of its armies in turn."""

    bots: tuple[str, ...] = ("random", "random")
    inspect: bool = True
    field: Field = Field()


class Report(hunting.Report[Task]):
    """How one battle went, or how it broke. Seconds are the processor's."""

    events: int = 0
    offers: int = 0
    foretold: int = 0
    clause: str = ""
    winners: tuple[str, ...] = ()


def fight(task: Task) -> Report:
    """Fight one battle to its end."""
    report = Report(task)
    with hunting.faults_of(report):
        fielded = drawn(task.field, task.number)
        report.armies = tuple(roster.label or roster.id for roster in fielded)
        rules = book(task.field.system, dict(task.field.profile))
        battle = match(rules, fielded, task.dice, task.field)
        bots = bots_of(task, battle.book)
        inspector = inspector_of(battle.book)(battle)
        inspector.brought(fielded, shelf_of(task.field.folder))
        started = time.process_time()
        auditor, watch = beside(battle, inspector.watch)
        result = conduct(battle, bots, watch=watch if task.inspect else None)
        report.went(result)
        report.compared = auditor.compared() if task.inspect and not report.fault else 0
        report.seconds = time.process_time() - started
        report.events, report.offers = inspector.events, inspector.tried
        report.clause = result.ended.clause if result.ended else ""
        report.winners = result.winners
        report.counted = dict(acted(battle))
        if isinstance(inspector, FightInspector):
            report.foretold = inspector.foretold
    return report


def bots_of(task: Task, rules: Book) -> dict[str, Bot]:
    """Who plays the seats. Of battles with cards the random ones differ, see `EAGER` and `KEEN`."""
    return {
        one.seat: bot_of(task, rules, one.seat, one.army, task.bots[one.army % len(task.bots)])
        for one in seated(task.field)
    }


def bot_of(task: Task, rules: Book, seat: Seat, army: int, name: str) -> Bot:
    """Who plays one seat.

    Where the card of the battle asks for it, the enemies are after something and the first army is
    not eager, or the first army keeps its ranks and all are.
    """
    seed, field = f"{task.dice}/{seat}", task.field
    sought, kept = after(field, task.number), order(field, task.number)
    keen = army > 0 if sought else army == 0 and kept > 0
    eager = keen or (not sought and bool(field.cards) and (kept > 0 or task.number % EAGER == 0))
    if name != "random" or not eager:
        return make(name, rules, seed)
    appetite = lots(f"{seed}/appetite").uniform(KEEN if keen else LEAST_APPETITE, 1)
    return Chancer(rules, lots(seed), appetite, sought, kept if keen and kept else USUAL_ORDER)


class Figures(hunting.Figures[Report]):
    """What many battles add up to."""

    events: int = 0
    offers: int = 0
    foretold: int = 0
    longest: int = 0
    turns: Counter[int] = msgspec.field(default_factory=Counter)
    clauses: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, report: Report) -> None:
        """Count one more battle."""
        super().add(report)
        self.events += report.events
        self.offers += report.offers
        self.foretold += report.foretold
        self.longest = max(self.longest, report.decisions)
        if not report.fault:
            self.turns[report.turns] += 1
            self.clauses[report.clause] += 1

    def table(self) -> Iterator[str]:
        """How long battles are and take, what ended them, and what acted in them."""
        fought = max(1, self.battles)
        lengths = sorted(self.turns.elements()) or [0]
        yield f"decisions    {self.decisions}, {self.decisions / fought:.0f} a battle"
        yield f"             at most {self.longest}; {self.offers} offers tried"
        yield f"events       {self.events}, each looked at"
        yield f"foretold     {self.foretold} combats and shots, each as it came"
        yield f"seconds      {self.seconds / fought:.3f} of the processor a battle, checks included"
        yield f"             {self.decisions / max(self.seconds, 1e-9):.0f} decisions a second"
        middle = lengths[len(lengths) // 2]
        yield f"turns        {lengths[0]} to {lengths[-1]}, half of them within {middle}"
        for clause, count in sorted(self.clauses.items()):
            yield f"ended by     {clause}: {count}"
        for clause, count in sorted(self.counted.items(), key=lambda one: place(one[0])):
            yield f"acted        {clause}: {count}"


def main(words: Sequence[str] | None = None) -> int:
    """Fight so many battles; 1 if anything broke, else 0."""
    hunt = hunting.Hunt("battles", __doc__, every=100)
    hunt.option("--bots", default="random", help="of the armies in turn")
    hunt.option("--system", default="triumph", choices=sorted(SYSTEMS), help="the game")
    hunt.option(
        "--seats",
        type=hunting.several(2, 6),
        default="2",
        help="how many seats; several numbers take turns",
    )
    hunt.option("--cards", default="", choices=("", "some", "many"), help="random rosters")
    hunt.option(
        "--data", type=hunting.there, default="", help="a folder of army lists for random rosters"
    )
    hunt.option("--set", dest="settings", action="append", default=[], help="a setting")
    hunt.option("--no-checks", action="store_true", help="only the speed matters")
    asked = hunt.read(words)
    bots = tuple(asked.bots.split(","))
    profile = tuple(sorted(settings.profile(asked.settings).items()))
    fields = [
        Field(asked.system, int(seats), asked.cards, asked.data, profile)
        for seats in asked.seats.split(",")
    ]
    try:
        for field in fields:
            seated(field)
    except PlainError as why:
        hunt.parser.error(str(why).rstrip("."))
    tasks = [
        Task(number, asked.seed, bots, not asked.no_checks, fields[number % len(fields)])
        for number in asked.numbers
    ]
    return hunt.run(asked, fight, tasks, Figures())


# ── what acted ───────────────────────────────────────────────────────────────
BASE = ("TC-", "FB-")


def acted(battle: Battle) -> Counter[str]:
    """How often each clause that is none of the base game's was cited by what happened."""
    return Counter(clause for clause in cited(battle.log) if not clause.startswith(BASE))


def cited(events: Iterable[Event]) -> Iterator[str]:
    """Every clause that events cite: for a ruling its own, others it names, its modifiers'."""
    for event in events:
        match event:
            case Veiled(_, inside, _):
                yield from cited((inside,))
            case Ruled(clause, _, _, tallies, cites):
                yield from (clause, *cites)
                yield from (part.clause for tally in tallies for part in tally.parts)
            case Removed(_, _, _, clause) | Ended(_, clause):
                if clause:
                    yield clause
            case _:
                pass


if __name__ == "__main__":
    sys.exit(main())
