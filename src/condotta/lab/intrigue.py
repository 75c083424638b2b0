"""Many battles with treachery on both hosts, and a table of what happened in them.

python -m condotta.lab.intrigue --battles 500 --seed 1 --jobs 2

Every battle is looked at while it goes on: no coffer below zero, tokens paid are tokens received
or discarded, hands within the limit, no two units on one another.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random

import msgspec

from condotta.bots import runner
from condotta.bots.seat import Bot
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Entered, Event, Paid, Ruled
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.lab.matches import rosters
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.host import host_of
from condotta.rules.treachery.players import hand, present
from condotta.table import overlaps

HOSTS = ("treachery+triumph", "treachery")
BOTS = (
    ("random",), ("schemer", "random", "miser"), ("schemer",), ("random", "miser"),
)  # fmt: skip
OFTEN = 20  # decisions between two looks at where units lie
KEYS = {
    "tt.7-4.truce": "truces",
    "tt.7-5.no-room": "truces without room",
    "tt.3-1.forced": "enemies forced",
    "tt.12-8.bribed": "bribes won",
    "tt.12-8.outbid": "bribes outbid",
    "tt.12-9.lapsed": "bribes lapsed",
    "tt.12-6.loyal": "loyalty held",
    "tt.12-6.kept": "loyalty kept by the roll-off",
    "tt.12-6.taken": "loyalty lost",
    "tt.10-7.given": "gifts and deals",
    "tt.13-8.skipped": "turn cards skipped",
    "tt.11-7.reshuffled": "decks reshuffled",
}


class Report(msgspec.Struct):
    """One battle: how it went, what was counted, and what broke it."""

    number: int
    decisions: int = 0
    turns: int = 0
    fault: str = ""
    counted: dict[str, int] = {}


class Look:
    """Whoever looks on: the invariants of coffers, hands and places."""

    def __init__(self, battle: Battle) -> None:
        """Begin with what is there."""
        self.battle = battle
        self.seen = 0
        self.gone: set[str] = set()
        self.counted: Counter[str] = Counter()

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """After every decision."""
        position = state.position
        for seat in position.seats():
            if position.count(seat, names.TOKENS) < 0:
                raise AssertionError(f"the coffer of {seat} is below zero")
        for event in events:
            if isinstance(event, Paid) and event.name == names.TOKENS and event.amount < 0:
                raise AssertionError(f"{event} is no payment")
            if isinstance(event, Entered):
                self.entered(position, event)
        self.seen += 1
        if self.seen % OFTEN == 0:
            apart(self.battle, position)

    def entered(self, position: Position, event: Entered) -> None:
        """Who is out by the beginning of a phase, and that hands are within the limit."""
        host = host_of(self.battle.book)
        if not position.count(names.TABLE, names.GAME_TURN):
            return
        for seat in position.seats():
            if len(hand(position, seat)) > names.HAND and not self.battle.state.asks:
                raise AssertionError(f"the hand of {seat} is over the limit")
            if seat not in self.gone and not present(host, position, seat):
                self.gone.add(seat)
                self.counted[f"eliminated by the {event.phase} phase"] += 1


def apart(battle: Battle, position: Position) -> None:
    """That no two units lie on one another."""
    lies = list(host_of(battle.book).lies(battle.book, position).items())
    for number, (one, where) in enumerate(lies):
        for other, there in lies[number + 1 :]:
            if overlaps(where, there):
                raise AssertionError(f"{one} lies on {other}")


def fight(task: tuple[int, int]) -> Report:
    """One battle, its host, its seats and its bots by its number."""
    number, seed = task
    report = Report(number)
    try:
        battle, bots = ready(number, seed)
        look = Look(battle)
        result = runner.conduct(battle, bots, limit=40_000, watch=look.watch)
    except Exception:  # noqa: BLE001  whatever it is, the run goes on and names the battle
        report.fault = traceback.format_exc()
        return report
    report.decisions, report.turns = result.decisions, result.turns
    report.fault = "" if result.ended else "not over"
    report.counted = dict(look.counted + tally(battle.log))
    return report


def ready(number: int, seed: int) -> tuple[Battle, dict[str, Bot]]:
    """A battle about to be fought."""
    system = HOSTS[number % len(HOSTS)]
    how = SYSTEMS[system]
    seats = how.seated(how.sizes[number // len(HOSTS) % len(how.sizes)])
    profile = {"mercenaries": number % 3 != 0, "gameTurns": 12 if system == HOSTS[0] else 0}
    rules = book(system, profile)
    dice = f"{seed}/{number}"
    armies: Sequence[object]
    if how.armies_of_its_own is not None:
        armies = how.armies_of_its_own("", len(seats), number)
    else:
        lot = Random(dice)
        armies = lot.sample([one for one in rosters() if how.takes(one)], len(seats))
    opening = how.opening(rules, seats, armies, Levy(lot=Random(f"{dice}/muster")))
    bots = BOTS[number // 6 % len(BOTS)]
    named = {one.seat: bots[place % len(bots)] for place, one in enumerate(seats)}
    return Battle(rules, opening, SeededCup(dice)), runner.seated(named, rules, dice)


def tally(log: Iterable[Event]) -> Counter[str]:
    """What a log tells of treachery: cards by design, bribes, truces, gifts."""
    found: Counter[str] = Counter()
    for event in log:
        if not isinstance(event, Ruled):
            continue
        card = str(event.params.get("card", "")).removeprefix("treachery.")
        if event.key in ("tt.11-8.played", "tt.11-8.aimed"):
            found[f"{card} played"] += 1
        elif event.key == "tt.11-8.foiled":
            found[f"{card} foiled"] += 1
        elif event.key in KEYS:
            found[KEYS[event.key]] += 1
    return found


def table(reports: Iterable[Report]) -> Iterator[str]:
    """The figures as a person reads them; each fault as it comes."""
    total: Counter[str] = Counter()
    battles = faults = decisions = 0
    for report in reports:
        battles, decisions = battles + 1, decisions + report.decisions
        total.update(report.counted)
        if report.fault:
            faults += 1
            yield f"battle {report.number}: {report.fault}"
        elif battles % 50 == 0:
            yield f"{battles} battles, {faults} faults"
    yield f"battles      {battles}, faults {faults}, decisions {decisions}"
    for name in designs():
        yield f"{name}          played {total[f'{name} played']}, foiled {total[f'{name} foiled']}"
    for name in sorted({*KEYS.values(), *(key for key in total if key.startswith("elim"))}):
        yield f"{total[name]:6} {name}"


def main(words: Sequence[str] | None = None) -> int:
    """Fight so many battles; 1 if anything broke, else 0."""
    parser = argparse.ArgumentParser(prog="python -m condotta.lab.intrigue", description=__doc__)
    parser.add_argument("--battles", type=int, default=100, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--seed", type=int, default=1, help="of dice and bots")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    asked = parser.parse_args(words)
    tasks = [(number, asked.seed) for number in range(asked.first, asked.first + asked.battles)]
    started, broken = time.perf_counter(), False
    with ProcessPoolExecutor(asked.jobs) as pool:
        for line in table(pool.map(fight, tasks)):
            broken = broken or ("fault" not in line and line.startswith("battle "))
            print(line, flush=True)
    print(f"wall clock   {time.perf_counter() - started:.0f} seconds")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
