"""The workers that think for a house: processes of their own, stopped when they take too long."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import msgspec

from condotta.server.times import Times
from condotta.server.workers.thinker import Job, Result
from condotta.server.workers.turns import Turns

LONGEST = 64 * 1024 * 1024


class Thoughtless(Exception):
    """No answer came: the job took too long, or failed."""


class Thinkers:
    """So many workers, each at one job at a time; who waits for a free one takes his turn."""

    def __init__(self, count: int) -> None:
        self._free: list[Process | None] = [None] * count
        self._turns: Turns[asyncio.Future[Process | None]] = Turns()
        self._all: set[Process] = set()
        self.thought = Times()
        self._closed = asyncio.Event()

    async def do(self, job: Job, seconds: float, *, share: str = "", people: bool = True) -> Result:
        """The result of a job. Waiting for a free worker does not count.

        `share` is for whom it is done, such as a host: each has as many turns as another. `people`
        says whether anybody waits for what comes of it.
        """
        worker = await self._taken(share, people=people)
        try:
            if worker is None or worker.returncode is not None:
                worker = await self._start()
            async with asyncio.timeout(seconds):
                with self.thought.timed():
                    result = await asked(worker, msgspec.json.encode(job))
        except BaseException as why:
            if worker is not None:
                self._stop(worker)
            worker = None
            if isinstance(why, TimeoutError | OSError | msgspec.DecodeError | EOFError):
                raise Thoughtless(type(why).__name__) from why
            raise
        finally:
            self._freed(worker)
        if result.fault is not None:
            raise Thoughtless(result.fault)
        return result

    async def ready(self) -> None:
        """Begin a worker before anybody waits for one: it starts while nobody asks anything.

        If none can be begun now, the first job tells of it.
        """
        worker = await self._taken("", people=True)
        try:
            with suppress(OSError, Thoughtless):
                worker = worker or await self._start()
        finally:
            self._freed(worker)

    async def _taken(self, share: str, *, people: bool) -> Process | None:
        """A worker that is free, or None for one that is still to be begun."""
        if self._free:
            return self._free.pop()
        turn: asyncio.Future[Process | None] = asyncio.get_running_loop().create_future()
        self._turns.add(turn, share, people=people)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._freed(turn.result())
            raise

    def _freed(self, worker: Process | None) -> None:
        """A worker is free: whoever is next takes it."""
        while (turn := self._turns.next()) is not None:
            if not turn.done():
                turn.set_result(worker)
                return
        self._free.append(worker)

    async def _start(self) -> Process:
        if self._closed.is_set():
            raise Thoughtless("closed")
        self._all = {worker for worker in self._all if worker.returncode is None}
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "condotta.server.workers.thinker",
            stdin=PIPE, stdout=PIPE, limit=LONGEST, env=plain_environment(),
            start_new_session=True,
        )  # fmt: skip
        self._all.add(worker)
        if self._closed.is_set():  # while it was being begun
            self._stop(worker)
            await worker.wait()
            raise Thoughtless("closed")
        return worker

    def _stop(self, worker: Process) -> None:
        if worker.returncode is None:
            worker.kill()

    async def close(self) -> None:
        """Stop every worker."""
        self._closed.set()
        workers = tuple(self._all)
        for worker in workers:
            self._stop(worker)
        for worker in workers:
            await worker.wait()


async def asked(worker: Process, job: bytes) -> Result:
    """Send a job and read its result."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(job + b"\n")
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line:
        raise EOFError("the worker ended")
    return msgspec.json.decode(line, type=Result)


def plain_environment() -> dict[str, str]:
    """The environment of a worker, in which our package is found where we found it."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


__all__ = ["Thinkers", "Thoughtless"]
