"""A study on the way: over processes, in order, with progress told and nothing fought twice."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from condotta.errors import PlainError
from condotta.lab.hunting import collected_seldom
from condotta.lab.study.cluster import over_cluster
from condotta.lab.study.fighting import Fixture, Fought, fight, fixtures, prepared, ready
from condotta.lab.study.keeping import Folder
from condotta.lab.study.plan import Plan
from condotta.lab.study.records import Record

EVERY = 2.0  # seconds between two parts that are written down
CLEAR = "\r\x1b[K"  # back to the beginning of a line that is empty now
WAITING = 3  # battles for each process that lie ready


def run(
    plan: Plan, jobs: int, folder: Folder | None, tell: Progress, cluster: str = ""
) -> list[Record]:
    """Fight what has not been fought yet; all records of the study, in order.

    By so many processes here, or over a cluster at that address.
    """
    done = folder.fought() if folder is not None else {}
    left = [one for one in fixtures(plan) if one.number not in done]
    kept: list[Fought] = []
    written = 0.0
    tell(len(done), plan.battles)
    try:
        for one in over_cluster(left, cluster) if cluster and left else fought(left, jobs):
            done[one.record.number] = one.record
            kept.append(one)
            if folder is not None and time.monotonic() - written > EVERY:
                folder.add(kept)
                kept, written = [], time.monotonic()
            tell(len(done), plan.battles)
    finally:
        tell.end()
        if folder is not None and kept:
            folder.add(kept)
    return [done[number] for number in sorted(done)]


def tried(plan: Plan) -> None:
    """Make the first battle of each cell ready: whatever cannot be is said before all begins."""
    for cell in plan.cells:
        ready(*prepared(Fixture(0, plan.study.seed, 0, 0, cell)))


def fought(left: Sequence[Fixture], jobs: int) -> Iterator[Fought]:
    """The battles as they come in, by so many processes at once."""
    collected_seldom()
    if jobs <= 1 or len(left) < 2:
        yield from map(fight, left)
        return
    with ProcessPoolExecutor(min(jobs, len(left)), initializer=with_parent) as pool:
        try:
            yield from by_turns(pool, iter(left), WAITING * jobs)
        except BrokenProcessPool as why:
            raise PlainError(
                "A process of the study was ended from outside, perhaps for want of memory: "
                "say the same again to go on, with fewer --jobs."
            ) from why
        except BaseException:
            for worker in multiprocessing.active_children():
                worker.terminate()  # what it was at is fought again another time
            raise


def by_turns(pool: ProcessPoolExecutor, left: Iterator[Fixture], many: int) -> Iterator[Fought]:
    """What is fought by a pool that never has more than so many battles before it."""
    ahead: set[Future[Fought]] = {pool.submit(fight, one) for one in islice(left, many)}
    while ahead:
        done, ahead = wait(ahead, return_when=FIRST_COMPLETED)
        ahead |= {pool.submit(fight, one) for one in islice(left, len(done))}
        yield from sorted((one.result() for one in done), key=lambda own: own.record.number)


def with_parent() -> None:
    """A process of the pool ends with the one that started it, however that one was ended."""
    collected_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Progress:
    """A line on the standard error that says how far a study is; nothing where nobody looks."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet or not sys.stderr.isatty()
        self.started = time.monotonic()
        self.first = -1

    def __call__(self, done: int, of: int) -> None:
        """Say it anew."""
        if self.first < 0:
            self.first = done
        if self.quiet:
            return
        spent, fresh = time.monotonic() - self.started, done - self.first
        left = f", {lasting(spent / fresh * (of - done))} left" if fresh else ""
        sys.stderr.write(f"{CLEAR}{done} of {of} battles{left}")
        sys.stderr.flush()

    def end(self) -> None:
        """Wipe the line: what comes next stands in its place."""
        if not self.quiet:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()


def lasting(seconds: float) -> str:
    """A time as people say it.

    >>> lasting(42), lasting(600), lasting(9000)
    ('42 s', '10 min', '2 h 30 min')
    """
    minutes = round(seconds / 60)
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
