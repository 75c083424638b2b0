"""The store that comes with the program: one SQLite file, one thread that writes to it.

Every commit reaches the disk before it is reported (WAL, synchronous=FULL). Whatever waits when
the thread comes round is committed together, so that many rooms share one wait for the disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from condotta.server.store.file import kind_of, opened
from condotta.server.store.rows import SEATS, glanced, loaded, named, readable, seat_row
from condotta.server.store.store import (
    Batch,
    BattleRow,
    Damaged,
    Full,
    Glance,
    Kept,
    Progress,
    SeatRow,
    Unkept,
)

T = TypeVar("T")

log = logging.getLogger("condotta.store")

TOGETHER = 500


class Job(NamedTuple):
    """Something to be done by the thread, and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    waits: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class SqliteStore:
    """Battles in one file. Only one program at a time may have it open."""

    def __init__(self, path: Path) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._base = opened(path)
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        waits: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, waits, loop))
        return await waits

    def _write(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            while len(jobs) < TOGETHER and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                jobs.append(job)
            answer(jobs, committed(self._base, jobs))
        self._base.close()

    async def found(self, row: BattleRow, seats: tuple[SeatRow, ...], batch: Batch) -> None:
        """Keep a new battle with its opening."""

        def work(base: sqlite3.Connection) -> None:
            winners = None if row.winners is None else named(row.winners)
            base.execute(
                "INSERT INTO battle VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row.battle, row.code, row.title, row.header, row.dice, row.host, row.made,
                 row.touched, row.turn, row.phase, winners, row.archived, named(row.waits)),
            )  # fmt: skip
            for place, one in enumerate(seats):
                base.execute(
                    "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (row.battle, place, one.seat, one.side, one.name, one.held, one.player,
                     one.bot, one.secret, one.person),
                )  # fmt: skip
            insert(base, row.battle, batch)

        await self._do(work)

    async def append(self, battle: str, batch: Batch, progress: Progress | None) -> None:
        """Keep the events of one command."""

        def work(base: sqlite3.Connection) -> None:
            insert(base, battle, batch)
            if progress is not None:
                won = progress.winners
                winners = None if won is None else named(won)
                base.execute(
                    "UPDATE battle SET touched=?, turn=?, phase=?, winners=?, waits=? WHERE id=?",
                    (progress.touched, progress.turn, progress.phase, winners,
                     named(progress.waits), battle),
                )  # fmt: skip

        await self._do(work)

    async def seat(self, battle: str, row: SeatRow, batch: Batch | None = None) -> None:
        """Keep who holds a seat now, with the events that tell of it, both or neither."""
        values = (row.held, row.player, row.bot, row.secret, row.person, battle, row.seat)
        said = (
            "UPDATE seat SET held=?, player=?, bot=?, secret=?, person=? WHERE battle=? AND seat=?"
        )

        def work(base: sqlite3.Connection) -> None:
            if batch is not None:
                insert(base, battle, batch)
            base.execute(said, values)

        await self._do(work)

    async def archive(self, battle: str, *, archived: bool) -> None:
        """Put a battle away, or take it out again."""
        said = "UPDATE battle SET archived = ? WHERE id = ?"
        await self._do(lambda base: base.execute(said, (archived, battle)).rowcount)

    async def pin(self, battle: str, header: bytes) -> None:
        """Keep by which rules a battle goes on."""
        said = "UPDATE battle SET header = ? WHERE id = ?"
        await self._do(lambda base: base.execute(said, (header, battle)).rowcount)

    async def load(self, battle: str) -> Kept | None:
        """A battle with everything, or None."""
        return await self._do(lambda base: loaded(base, battle))

    async def glance(self, battle: str) -> Glance | None:
        """Whose a battle's seats are and how long it is, or None."""
        return await self._do(lambda base: glanced(base, battle))

    async def by_code(self, code: str) -> str | None:
        """The battle with that short code."""
        said = "SELECT id FROM battle WHERE code = ?"
        row = await self._do(lambda base: base.execute(said, (code,)).fetchone())
        return None if row is None else str(row[0])

    async def rows(self) -> tuple[tuple[BattleRow, tuple[SeatRow, ...]], ...]:
        """All battles without their events, the newest first."""

        def work(base: sqlite3.Connection) -> tuple[tuple[BattleRow, tuple[SeatRow, ...]], ...]:
            seats: dict[str, list[SeatRow]] = {}
            for row in base.execute(f"{SEATS} ORDER BY battle, place"):
                seats.setdefault(row[0], []).append(seat_row(row))
            found = base.execute("SELECT * FROM battle ORDER BY touched DESC, id").fetchall()
            return tuple((readable(row), tuple(seats.get(row[0], ()))) for row in found)

        return await self._do(work)

    async def beside(self, battle: str, said: bytes) -> None:
        """Keep what lies beside a battle, in the place of what lay there."""
        put = "INSERT OR REPLACE INTO beside VALUES (?, ?)"
        await self._do(lambda base: base.execute(put, (battle, said)).rowcount)

    async def besides(self) -> tuple[tuple[str, bytes], ...]:
        """What lies beside battles."""
        said = "SELECT battle, said FROM beside ORDER BY battle"
        found = await self._do(lambda base: base.execute(said).fetchall())
        return tuple((str(row[0]), bytes(row[1])) for row in found)

    async def owners(self) -> tuple[bytes, ...]:
        """Digests of the persons whose table this is."""
        said = "SELECT person FROM owner ORDER BY person"
        found = await self._do(lambda base: base.execute(said).fetchall())
        return tuple(row[0] for row in found)

    async def own(self, person: bytes) -> None:
        """The table is that person's as well."""
        said = "INSERT OR IGNORE INTO owner VALUES (?)"
        await self._do(lambda base: base.execute(said, (person,)).rowcount)

    async def close(self) -> None:
        """Finish what was begun, and let go of the store."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)


UNREADABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


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


def answer(jobs: list[Job], results: list[Any]) -> None:
    """Tell those who wait, all of one loop at once."""
    loops = dict.fromkeys(job.loop for job in jobs)
    for loop in loops:
        mine = [
            (job.waits, got) for job, got in zip(jobs, results, strict=True) if job.loop is loop
        ]
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, mine)


def settle(mine: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Wake everybody up."""
    for waits, got in mine:
        if waits.done():
            continue
        if isinstance(got, sqlite3.Error):
            log.error("the store failed: %s", got)
            waits.set_exception(refused(got))
        elif isinstance(got, BaseException):
            waits.set_exception(got)
        else:
            waits.set_result(got)


def insert(base: sqlite3.Connection, battle: str, batch: Batch) -> None:
    """One batch; a number or a command that is there already is an error."""
    base.execute(
        "INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)",
        (battle, batch.start, batch.count, batch.lines, batch.seat, batch.command, batch.said),
    )
