"""Whether decisions have become slower, beside a fixed piece of plain Python work in the same run.

python bench/gate.py            measure, compare with bench/gate.json, and end with 1 where one fell
python bench/gate.py --record   measure, and write what was found into that file

A machine is fast or slow, alone or shared; so nothing is measured in seconds. Random bots play the
first decisions of a fixed battle of each system, a few decisions at a time, and between them stands
the yardstick: some work with objects, tuples, dictionaries and floats that never changes. All of it
is gone through several times, from the start and with nothing kept; of every part, of ours and of
the yardstick, the least of the processor's seconds counts. What is recorded is how many yardsticks
a decision costs. One has fallen where it costs more than a quarter more: its rate is then a fifth
lower. Record anew when something became quicker, so that it stays so, or when what it costs is
worth it. Figures belong to a minor version of Python, which is as much a part of the ratio as the
code.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RECORD = Path(__file__).with_name("gate.json")
DECISIONS = {"triumph": 96, "ranked": 64, "skirmish": 40}
AT_ONCE = 8  # decisions between two yardsticks
ROUNDS = 4
FALLEN = 0.8  # of the rate that was recorded
VERSION = ".".join(map(str, sys.version_info[:2]))

Costs = dict[str, float]
"""Yardsticks that a decision costs, by system."""


# ── the yardstick ────────────────────────────────────────────────────────────
class Stone:
    """Something that lies somewhere."""

    __slots__ = ("name", "near", "x", "y")

    def __init__(self, name: str, x: float, y: float) -> None:
        self.name, self.x, self.y = name, x, y
        self.near: tuple[str, ...] = ()

    def away(self, other: Stone) -> float:
        """How far another is, squared."""
        dx, dy = self.x - other.x, self.y - other.y
        return dx * dx + dy * dy


def yardstick() -> int:
    """Plain work of the kind that rules do: who is near whom, kept, looked up, sorted."""
    stones = [Stone(f"s{n}", (n * 7919) % 1009 / 7, (n * 104729) % 997 / 7) for n in range(70)]
    known: dict[tuple[str, int], float] = {}
    for one in stones:
        found = [(one.away(other), other.name) for other in stones if other is not one]
        one.near = tuple(name for gap, name in sorted(found)[:5] if gap < 4000.0)
        for place, name in enumerate(one.near):
            known[name, place] = known.get((name, place), 0.0) + max(one.x, one.y)
    moved = {one.name: Stone(one.name, one.x + 1, one.y) for one in stones}
    return sum(any(name in moved for name in one.near) for one in stones) + len(known)


# ── ours ─────────────────────────────────────────────────────────────────────
def parts(system: str) -> Iterator[Callable[[], object]]:
    """The first decisions of a battle, always the same, a few at a time."""
    from condotta.bots.runner import answer_next  # noqa: PLC0415 - the path is set by then
    from condotta.lab.battles import Task, bots_of  # noqa: PLC0415 - the same
    from condotta.lab.matches import Field, drawn, match  # noqa: PLC0415 - the same
    from condotta.rules.library import book  # noqa: PLC0415 - the same
    from condotta.table.once import forget  # noqa: PLC0415 - the same

    forget()
    field = Field(system, 2)
    task = Task(0, 3, field=field)
    battle = match(book(system), drawn(field, 0), task.dice, field)
    players = bots_of(task, battle.book)
    for _ in range(DECISIONS[system] // AT_ONCE):
        yield lambda: [answer_next(battle, players) for _ in range(AT_ONCE)]


def seconds(work: Callable[[], object]) -> float:
    """The processor's, for some work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def cost(system: str) -> float:
    """How many yardsticks a decision of a system costs."""
    ours: list[list[float]] = []
    sticks: list[list[float]] = []
    for _ in range(ROUNDS):
        gc.collect()
        gc.disable()
        both = [(seconds(part), seconds(yardstick)) for part in parts(system)]
        gc.enable()
        ours.append([one for one, _ in both])
        sticks.append([stick for _, stick in both])
    least = [sum(map(min, zip(*of, strict=True))) for of in (ours, sticks)]
    return least[0] / least[1] / AT_ONCE


def fallen(costs: Costs, recorded: Costs) -> list[str]:
    """Which systems decide at less than the part of their recorded rate that is borne."""
    return [name for name, was in recorded.items() if was < FALLEN * costs[name]]


def main() -> int:
    """Measure, tell, and record or judge."""
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("--record", action="store_true", help="write what is found into the file")
    asked = ask.parse_args()
    sys.path[:0] = [str(ROOT / "src")]
    costs = {system: round(cost(system), 3) for system in DECISIONS}
    known: dict[str, Costs] = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if asked.record:
        known[VERSION] = costs
        RECORD.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")
    recorded = known.get(VERSION)
    if recorded is None:
        print(f"nothing is recorded for Python {VERSION}: python bench/gate.py --record")
        return 0
    slow = fallen(costs, recorded)
    for name, found in costs.items():
        rate = recorded[name] / found
        said = "  FALLEN" if name in slow else ""
        print(f"{name:12} {found:7.3f} yardsticks a decision, {rate:5.2f} of the rate{said}")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
