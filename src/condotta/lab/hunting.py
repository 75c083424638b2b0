"""Hunts for faults: many numbered battles, several at once, told as they are fought.

A hunt is a command. It reads which battles to fight, fights them, tells of each that broke and how
to fight that one again, and ends with figures. Its exit status is 1 exactly when a battle broke.
"""

from __future__ import annotations

import argparse
import gc
import shlex
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

from condotta.bots.runner import Result

YOUNG = 400_000  # new records between two looks for circles among them


class Task(msgspec.Struct, frozen=True):
    """One battle to be fought: its number and the seed of the run."""

    number: int
    seed: int

    @property
    def dice(self) -> str:
        """The seed of this very battle."""
        return f"{self.seed}/{self.number}"


TaskT = TypeVar("TaskT", bound=Task)


class Report(msgspec.Struct, Generic[TaskT]):
    """How one battle went, what was counted in it, and what broke it: "" where nothing did.

    `compared` is how many numbers were compared with the account of the log.
    """

    task: TaskT
    armies: tuple[str, ...] = ()
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0
    fault: str = ""
    counted: dict[str, int] = {}
    compared: int = 0

    def went(self, result: Result) -> None:
        """Take down how a battle went; one that did not end has hung, which is a fault."""
        self.decisions, self.turns, self.seconds = result.decisions, result.turns, result.seconds
        if result.ended is None:
            self.fault = f"not over after {result.decisions} decisions, in turn {result.turns}"


ReportT = TypeVar("ReportT", bound=Report[Any])


@contextmanager
def faults_of(report: Report[Any]) -> Iterator[None]:
    """Whatever breaks in here is the fault of that battle, and the hunt goes on."""
    try:
        yield
    except Exception:  # noqa: BLE001  whatever it is, the run goes on and names the battle
        report.fault = traceback.format_exc()


def fought(
    fight: Callable[[TaskT], ReportT], tasks: Sequence[TaskT], jobs: int = 1
) -> Iterator[ReportT]:
    """The reports of all battles, in order, fought by several processes at once."""
    if jobs <= 1:
        yield from map(fight, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(fight, tasks)


def collected_seldom() -> None:
    """Look for circles of records seldom: there are next to none, and looking took a third."""
    gc.freeze()
    gc.set_threshold(YOUNG)


class Figures(msgspec.Struct, Generic[ReportT]):
    """What many battles add up to."""

    battles: int = 0
    faults: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    counted: Counter[str] = msgspec.field(default_factory=Counter)
    compared: int = 0

    def add(self, report: ReportT) -> None:
        """Count one more battle."""
        self.battles += 1
        self.faults += bool(report.fault)
        self.decisions += report.decisions
        self.seconds += report.seconds
        self.slowest = max(self.slowest, report.seconds)
        self.counted.update(report.counted)
        self.compared += report.compared

    def lines(self) -> Iterator[str]:
        """The figures as a person reads them: the sum, then what the hunt is about."""
        yield (
            f"battles      {self.battles}, faults {self.faults}, decisions {self.decisions},"
            f" slowest {self.slowest:.0f} s"
        )
        if self.compared:
            yield f"compared     {self.compared} numbers with accounts of the logs"
        yield from self.table()

    def table(self) -> Iterator[str]:
        """All that was counted, by name."""
        yield from self.rows(sorted(self.counted))

    def rows(self, names: Sequence[str]) -> Iterator[str]:
        """How often each of these was counted."""
        for name in names:
            yield f"{self.counted[name]:7} {name}"


def whole(least: int, most: float = inf) -> Callable[[str], int]:
    """How an option reads a whole number that is in bounds."""

    def read(text: str) -> int:
        if text.lstrip("-").isdecimal() and least <= int(text) <= most:
            return int(text)
        upto = "" if most == inf else f" to {most}"
        raise argparse.ArgumentTypeError(f"write a whole number from {least}{upto}, not {text}")

    return read


def several(least: int, most: int) -> Callable[[str], str]:
    """How an option reads whole numbers with commas between; what was written is kept."""

    def read(text: str) -> str:
        for one in text.split(","):
            whole(least, most)(one)
        return text

    return read


def there(text: str) -> str:
    """A file or folder that is there."""
    if not Path(text).exists():
        raise argparse.ArgumentTypeError(f"there is no file or folder {text}")
    return text


class Words(argparse.ArgumentParser):
    """The words of an experiment; one that is wrong gets one sentence."""

    def __init__(self, name: str, about: str | None) -> None:
        """Name the module of the lab and say what it is about."""
        super().__init__(
            prog=f"condotta lab {name}",
            description=about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


class Hunt:
    """The command of a hunt: the options that all have, and its own."""

    def __init__(self, name: str, about: str | None, *, battles: int = 100, every: int) -> None:
        """Name the module of the lab; say how many battles, and how often progress is told."""
        self.parser = Words(name, about)
        self.own: list[argparse.Action] = []
        add = self.parser.add_argument
        add("--battles", type=whole(1), default=battles, help="how many")
        add("--first", type=whole(0), default=0, help="the number of the first battle")
        add("--seed", type=int, default=1, help="of dice and bots")
        add("--jobs", type=whole(1), default=1, help="processes at once")
        add("--every", type=whole(0), default=every, help="battles between two lines of progress")

    def option(self, *names: str, **how: Any) -> None:
        """Add an option that tells what the battles are like, as `argparse` takes it."""
        self.own.append(self.parser.add_argument(*names, **how))

    def read(self, words: Sequence[str] | None) -> argparse.Namespace:
        """What was asked for; `numbers` are those of the battles."""
        asked = self.parser.parse_args(words)
        asked.numbers = range(asked.first, asked.first + asked.battles)
        return asked

    def run(
        self,
        asked: argparse.Namespace,
        fight: Callable[[TaskT], ReportT],
        tasks: Sequence[TaskT],
        figures: Figures[ReportT],
    ) -> int:
        """Fight the battles and tell of them; 1 if anything broke, else 0."""
        collected_seldom()
        started = time.perf_counter()
        for report in fought(fight, tasks, asked.jobs):
            figures.add(report)
            if report.fault:
                tell(*self.broken(asked, report))
            if asked.every > 0 and figures.battles % asked.every == 0:
                tell(f"{figures.battles} battles, {figures.faults} faults")
        tell(*figures.lines())
        tell(f"wall clock   {time.perf_counter() - started:.1f} seconds, {asked.jobs} at once")
        return 1 if figures.faults else 0

    def broken(self, asked: argparse.Namespace, report: Report[Any]) -> Iterator[str]:
        """A battle that broke: which one, what broke it, and what fights it again."""
        task = report.task
        who = f": {' against '.join(report.armies)}" if report.armies else ""
        yield f"battle {task.number} of seed {task.seed}{who}"
        yield report.fault.rstrip()
        yield f"again        {self.again(asked, task)}"

    def again(self, asked: argparse.Namespace, task: Task) -> str:
        """The command that fights this one battle, with whatever was asked for besides."""
        words = ["--battles", "1", "--first", str(task.number), "--seed", str(task.seed)]
        for option in self.own:
            name, value = option.option_strings[0], getattr(asked, option.dest)
            if value == option.default:
                continue
            if value is True:
                words.append(name)
            else:
                many = value if isinstance(value, list) else [value]
                words += [word for one in many for word in (name, str(one))]
        return f"{self.parser.prog} {shlex.join(words)}"


def tell(*lines: str) -> None:
    """Print lines at once, so that whoever waits at the other end of a pipe sees them."""
    for line in lines:
        print(line, flush=True)
