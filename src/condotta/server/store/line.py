"""A line to a PostgreSQL: called with what holds for all, given up when no answer comes in time."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from condotta.server.store.rows import Rows
from condotta.server.store.sql import Job
from condotta.server.store.store import Unsure

T = TypeVar("T")

CONNECT_SECONDS = 3
STATEMENT_SECONDS = 5
"""How long the database works on one statement."""
ANSWER_SECONDS = 7.0
"""How long one waits for it: a database that hangs keeps nobody waiting for ever."""

OPTIONS = {
    "application_name": "condotta",
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8_000,
}
"""A network that swallows everything is noticed after some seconds."""

SETTINGS = (
    "SET search_path TO condotta",
    "SET synchronous_commit TO on",
    "SET lock_timeout TO '3s'",
    "SET idle_in_transaction_session_timeout TO '4s'",
)
"""What is said at once of every line. Whoever sleeps with something locked is put out."""

IN_TIME = f"SET statement_timeout TO '{STATEMENT_SECONDS}s'"


class Patience(psycopg.Connection[Any]):
    """A line that is hung up when no answer comes for so many `seconds`.

    A machine that hangs still takes whatever is sent to it, so that no network notices.
    """

    seconds = float("inf")

    def wait(self, gen: Generator[Any, Any, T], *how: Any, **more: Any) -> T:
        """Wait for an answer, as long as it is worth it."""
        try:
            return super().wait(limited(gen, time.monotonic() + self.seconds), *how, **more)
        except Silent as why:
            self.close()
            said = f"it did not answer within {self.seconds:.0f} seconds"
            raise errors.ConnectionException(said) from why


class Silent(Exception):
    """Nothing was said in time."""


def limited(gen: Generator[Any, Any, T], end: float) -> Generator[Any, Any, T]:
    """The same steps, as long as there is time; one is taken now and then, whatever comes."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                raise Silent
            wanted = gen.send(ready)
    except StopIteration as done:
        result: T = done.value
        return result


class Line:
    """A line to the database, which takes statements as SQLite does."""

    def __init__(self, base: psycopg.Connection[Any]) -> None:
        self.base = base
        self.changes = 0
        """How many statements were said that do not only read."""

    def execute(self, said: str, values: Sequence[Any] = (), /) -> Rows:
        """Say a statement. A text there may not have the letter with the number 0."""
        self.changes += not said.lstrip().startswith("SELECT")
        plain = [one.replace("\0", "\ufffd") if isinstance(one, str) else one for one in values]
        return self.base.execute(said.replace("?", "%s").encode(), plain or None)


def called(address: str) -> Patience:
    """A new line to a database. No answer of it is waited for any longer than is worth it."""
    base: Patience = Patience.connect(address, autocommit=True, **OPTIONS)  # type: ignore[arg-type]  # as libpq names them
    base.seconds = ANSWER_SECONDS
    try:
        for said in (*SETTINGS, IN_TIME):
            base.execute(said.encode())
    except psycopg.Error:
        base.close()
        raise
    return base


@contextmanager
def at_leisure(base: Patience) -> Iterator[None]:
    """What is done in it may take as long as it takes, as tables that grow do."""
    base.seconds = float("inf")
    base.execute(b"SET statement_timeout TO 0")
    yield
    base.execute(IN_TIME.encode())
    base.seconds = ANSWER_SECONDS


def together(line: Line, jobs: list[Job]) -> list[Any]:
    """What each job gave, or the error it met, of what is begun; if one fails, each is done alone.

    Where the database was asked to commit and did not answer, nobody knows whether it did, which
    is nothing to those who only read.
    """
    end = time.monotonic() + ANSWER_SECONDS
    results: list[Any] = []
    changed: list[bool] = []
    try:
        for job in jobs:
            before = line.changes
            results.append(job.work(line))
            changed.append(line.changes > before)
    except Exception as why:  # noqa: BLE001 - who asked is told; the thread lives on
        with suppress(psycopg.Error):
            line.execute("ROLLBACK")
        if len(jobs) == 1 or line.base.closed:
            return [why] * len(jobs)
        return apart(line, jobs, len(results), why, end)
    try:
        line.execute("COMMIT")
    except psycopg.Error as why:
        return [Unsure(sentence(why)) if one else why for one in changed]
    return results


def apart(line: Line, jobs: list[Job], failed: int, why: Exception, end: float) -> list[Any]:
    """What each job gives by itself, where one `failed`, as long as there is time.

    One that waited for too long is not tried again, and none is begun after the `end`: whoever
    asks is answered soon, though something is locked that all of them need.
    """
    slow = isinstance(why, errors.LockNotAvailable | errors.QueryCanceled)
    results: list[Any] = []
    for number, job in enumerate(jobs):
        if slow and number == failed:
            results.append(why)
        elif time.monotonic() > end:
            results.append(errors.QueryCanceled("others took too long"))
        else:
            results.extend(alone(line, job))
    return results


def alone(line: Line, job: Job) -> list[Any]:
    """What a job gave, or the error it met, that is begun by itself."""
    try:
        line.execute("BEGIN")
    except psycopg.Error as why:
        return [why]
    return together(line, [job])


def sentence(why: psycopg.Error) -> str:
    """What the database says, on one line, without what it was asked."""
    said = str(why).strip().splitlines() or [type(why).__name__]
    return said[0][:200]
