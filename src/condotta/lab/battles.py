"""Battles by the thousand between bots, every invariant looked at after every event.

python -m condotta.lab.battles --battles 1000 --seed 1 --jobs 2
python -m condotta.lab.battles --battles 2000 --cards many --data FOLDER --jobs 2
python -m condotta.lab.battles --battles 300 --system grand --seats 2,3,4,5,6 --cards some --jobs 2
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor

import msgspec

from condotta.bots.chancer import Chancer
from condotta.bots.lots import lots
from condotta.bots.runner import Result, conduct
from condotta.bots.seat import Bot, make
from condotta.kernel.book import Book
from condotta.kernel.records import Seat
from condotta.lab.acting import acted
from condotta.lab.inspecting import Inspector
from condotta.lab.inspecting_ranks import RankInspector
from condotta.lab.matches import Field, after, drawn, match, order, seated
from condotta.rules import settings
from condotta.rules.clauses import place
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS

INSPECTORS: Mapping[str, type[Inspector]] = {
    "ranked": RankInspector,
    "treachery": RankInspector,
}
"""Who looks at battles of a system that are not of TRIUMPH!."""


EAGER = 2
"""Of so many battles with cards the random bots of one have an appetite for contact: most cards
act where armies meet, and two armies that move at random seldom do. How great it is, from the
least to 1, is drawn for each seat from the seed of the battle."""

LEAST_APPETITE = 0.3

KEEN = 0.9
"""The least of whoever must be after something, or keep ranks, for the card of a battle to act."""

USUAL_ORDER = 0.5
"""How often an eager bot looks at what is worth thinking about, where no card asks for more."""


class Task(msgspec.Struct, frozen=True):
    """One battle to be fought: its number, the seed of the run, the bots of its armies in turn."""

    number: int
    seed: int
    bots: tuple[str, ...] = ("random", "random")
    inspect: bool = True
    field: Field = Field()

    @property
    def dice(self) -> str:
        """The seed of this very battle."""
        return f"{self.seed}/{self.number}"


class Report(msgspec.Struct, frozen=True):
    """How one battle went, or how it broke. Seconds are the processor's."""

    task: Task
    armies: tuple[str, ...]
    decisions: int = 0
    seconds: float = 0.0
    turns: int = 0
    events: int = 0
    offers: int = 0
    clause: str = ""
    winners: tuple[str, ...] = ()
    fault: str = ""
    acted: dict[str, int] = {}


def fight(task: Task) -> Report:
    """Fight one battle to its end; a fault is reported with the seed that shows it."""
    names: tuple[str, ...] = ()
    try:
        fielded = drawn(task.field, task.number)
        names = tuple(roster.label or roster.id for roster in fielded)
        rules = book(task.field.system, dict(task.field.profile))
        battle = match(rules, fielded, task.dice, task.field)
        bots = bots_of(task, rules)
        inspector = INSPECTORS.get(task.field.system, Inspector)(battle)
        watch = inspector.watch if task.inspect else None
        started = time.process_time()
        result = conduct(battle, bots, watch=watch)
        seconds = time.process_time() - started
    except Exception:  # noqa: BLE001  whatever it is, the run goes on and names the battle
        return Report(task, names, fault=traceback.format_exc())
    report = reported(task, names, result, (seconds, inspector.events, inspector.tried))
    return msgspec.structs.replace(report, acted=dict(acted(battle)))


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


def reported(
    task: Task, names: tuple[str, ...], result: Result, measured: tuple[float, int, int]
) -> Report:
    """A battle that came to an end; one that did not has hung."""
    seconds, events, offers = measured
    ended = result.ended
    fault = f"not over after {result.decisions} decisions, in turn {result.turns}"
    return Report(
        task,
        names,
        decisions=result.decisions,
        seconds=seconds,
        turns=result.turns,
        events=events,
        offers=offers,
        clause=ended.clause if ended else "",
        winners=result.winners,
        fault="" if ended else fault,
    )


def fight_all(tasks: Sequence[Task], jobs: int = 1) -> Iterator[Report]:
    """The reports of all battles, in order, fought by several processes at once."""
    if jobs <= 1:
        yield from map(fight, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(fight, tasks, chunksize=2)


class Figures(msgspec.Struct):
    """What many battles add up to."""

    battles: int = 0
    faults: int = 0
    decisions: int = 0
    events: int = 0
    offers: int = 0
    seconds: float = 0.0
    longest: int = 0
    turns: Counter[int] = msgspec.field(default_factory=Counter)
    clauses: Counter[str] = msgspec.field(default_factory=Counter)
    acted: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, report: Report) -> None:
        """Count one more battle."""
        self.battles += 1
        self.faults += bool(report.fault)
        self.decisions += report.decisions
        self.events += report.events
        self.offers += report.offers
        self.seconds += report.seconds
        self.longest = max(self.longest, report.decisions)
        self.acted.update(report.acted)
        if not report.fault:
            self.turns[report.turns] += 1
            self.clauses[report.clause] += 1

    def lines(self) -> Iterator[str]:
        """The figures as a person reads them."""
        fought = max(1, self.battles)
        lengths = sorted(self.turns.elements()) or [0]
        yield f"battles      {self.battles}, faults {self.faults}"
        yield f"decisions    {self.decisions}, {self.decisions / fought:.0f} a battle"
        yield f"             at most {self.longest}; {self.offers} offers tried"
        yield f"events       {self.events}, each looked at"
        yield f"seconds      {self.seconds / fought:.3f} of the processor a battle, checks included"
        yield f"             {self.decisions / max(self.seconds, 1e-9):.0f} decisions a second"
        middle = lengths[len(lengths) // 2]
        yield f"turns        {lengths[0]} to {lengths[-1]}, half of them within {middle}"
        for clause, count in sorted(self.clauses.items()):
            yield f"ended by     {clause}: {count}"
        for clause, count in sorted(self.acted.items(), key=lambda one: place(one[0])):
            yield f"acted        {clause}: {count}"


def told(reports: Iterable[Report]) -> Figures:
    """Print each fault as it comes and the figures at the end."""
    figures = Figures()
    for report in reports:
        figures.add(report)
        if report.fault:
            task = report.task
            print(f"battle {task.number} of seed {task.seed}: {' against '.join(report.armies)}")
            print(report.fault, flush=True)
        elif figures.battles % 100 == 0:
            print(f"{figures.battles} battles, {figures.faults} faults", flush=True)
    for line in figures.lines():
        print(line)
    return figures


def main(words: Sequence[str] | None = None) -> int:
    """Fight so many battles; 1 if anything broke, else 0."""
    parser = argparse.ArgumentParser(prog="python -m condotta.lab.battles", description=__doc__)
    parser.add_argument("--battles", type=int, default=100, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of dice and bots")
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--bots", default="random", help="of the armies in turn")
    parser.add_argument("--system", default="triumph", choices=sorted(SYSTEMS), help="the game")
    parser.add_argument("--seats", default="2", help="how many seats; several numbers take turns")
    parser.add_argument("--cards", default="", choices=("", "some", "many"), help="random rosters")
    parser.add_argument("--data", default="", help="a folder of army lists for random rosters")
    parser.add_argument("--set", dest="settings", action="append", default=[], help="a setting")
    parser.add_argument("--no-checks", action="store_true", help="only the speed matters")
    asked = parser.parse_args(words)
    bots = tuple(asked.bots.split(","))
    profile = tuple(sorted(settings.profile(asked.settings).items()))
    fields = [
        Field(asked.system, int(seats), asked.cards, asked.data, profile)
        for seats in asked.seats.split(",")
    ]
    tasks = [
        Task(number, asked.seed, bots, not asked.no_checks, fields[number % len(fields)])
        for number in range(asked.first, asked.first + asked.battles)
    ]
    started = time.perf_counter()
    figures = told(fight_all(tasks, asked.jobs))
    print(f"wall clock   {time.perf_counter() - started:.1f} seconds, {asked.jobs} at once")
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
