"""The store that comes with the program: one SQLite file, one thread that writes to it.

Every commit reaches the disk before it is reported (WAL, synchronous=FULL).
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from condotta.server.store.file import kind_of, opened
from condotta.server.store.sql import Job, SqlStore
from condotta.server.store.store import Damaged, Full, Unkept

log = logging.getLogger("condotta.store")


class SqliteStore(SqlStore):
    """Battles in one file. Only one program at a time may have it open."""

    def __init__(self, path: Path) -> None:
        self._base = opened(path)
        super().__init__()

    def _committed(self, jobs: list[Job]) -> list[Any]:
        return [told(got) for got in committed(self._base, jobs)]

    def _left(self) -> None:
        self._base.close()


UNREADABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def told(got: Any) -> Any:
    """What a job gave; what went wrong in the store as a refusal."""
    if not isinstance(got, sqlite3.Error):
        return got
    log.error("the store failed: %s", got)
    return refused(got)


def refused(why: sqlite3.Error) -> Unkept:
    """What went wrong in the store as a refusal."""
    return Damaged(str(why)) if kind_of(why) in UNREADABLE else Full(str(why))


def committed(base: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    """What each job gave, or the error it met; none of a job that failed is kept."""
    try:
        base.execute("BEGIN IMMEDIATE")
        results = [alone(base, jobs[0])] if len(jobs) == 1 else [done(base, job) for job in jobs]
        if base.in_transaction:
            base.execute("COMMIT")
    except sqlite3.Error as why:
        if base.in_transaction:
            with suppress(sqlite3.Error):
                base.execute("ROLLBACK")
        return [why] * len(jobs)
    return results


def alone(base: sqlite3.Connection, job: Job) -> Any:
    """What a job gave that has the transaction to itself, or the error it met."""
    try:
        return job.work(base)
    except Exception as why:  # noqa: BLE001 - who asked is told; the thread lives on
        if base.in_transaction:
            base.execute("ROLLBACK")
        return why


def done(base: sqlite3.Connection, job: Job) -> Any:
    """What one job gave, or the error it met; whoever waits for it is told.

    Where SQLite has given up the whole transaction, as on a full disk, the error is everybody's.
    """
    base.execute("SAVEPOINT job")
    try:
        result = job.work(base)
    except Exception as why:
        if not base.in_transaction:
            raise
        base.execute("ROLLBACK TO job")
        result = why
    base.execute("RELEASE job")
    return result
