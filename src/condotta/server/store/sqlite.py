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
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from condotta.errors import PlainError
from condotta.server.store.store import (
    Batch,
    BattleRow,
    Full,
    Glance,
    Held,
    Kept,
    Progress,
    SeatRow,
)

T = TypeVar("T")

log = logging.getLogger("condotta.store")

SCHEMA = 2
TOGETHER = 500
TABLES = """
CREATE TABLE battle (
  id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  header BLOB NOT NULL, dice BLOB NOT NULL, host BLOB NOT NULL,
  made INTEGER NOT NULL, touched INTEGER NOT NULL,
  turn INTEGER NOT NULL, phase TEXT NOT NULL, winners TEXT, archived INTEGER NOT NULL,
  waits TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE TABLE seat (
  battle TEXT NOT NULL, place INTEGER NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL,
  name TEXT NOT NULL, held TEXT NOT NULL, player TEXT NOT NULL, bot TEXT NOT NULL,
  secret BLOB NOT NULL, person BLOB NOT NULL, PRIMARY KEY (battle, seat)
) WITHOUT ROWID;
CREATE TABLE batch (
  battle TEXT NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL, lines BLOB NOT NULL,
  seat TEXT NOT NULL, command TEXT NOT NULL, said BLOB NOT NULL, PRIMARY KEY (battle, start)
) WITHOUT ROWID;
CREATE UNIQUE INDEX once ON batch (battle, seat, command) WHERE command <> '';
CREATE TABLE owner (person BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE beside (battle TEXT PRIMARY KEY, said BLOB NOT NULL) WITHOUT ROWID;
"""
GROWN = {
    1: """
ALTER TABLE battle ADD COLUMN waits TEXT NOT NULL DEFAULT '[]';
CREATE TABLE beside (battle TEXT PRIMARY KEY, said BLOB NOT NULL) WITHOUT ROWID;
""",
}
"""What makes a file of each older version one of the next."""


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
            return tuple((battle_row(row), tuple(seats.get(row[0], ()))) for row in found)

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


SEATS = "SELECT battle, seat, side, name, held, player, bot, secret, person FROM seat"
BATCHES = "SELECT start, count, lines, seat, command, said FROM batch"


def opened(path: Path) -> sqlite3.Connection:
    """The file, ready; one that another program has open, or a newer one, is a sentence."""
    base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version == 0:
            base.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")
        else:
            grown = "".join(GROWN[each] for each in range(version, SCHEMA))
            now = max(version, SCHEMA)
            base.executescript(f"BEGIN IMMEDIATE; {grown} PRAGMA user_version = {now}; COMMIT;")
    except sqlite3.OperationalError as why:
        base.close()
        raise PlainError(
            f"{path} cannot be opened ({why}): if another Condotta uses this folder, stop it, or "
            "name another folder with --data."
        ) from why
    except sqlite3.DatabaseError as why:
        base.close()
        raise PlainError(f"{path} is not a table's file ({why}): name another folder.") from why
    if version > SCHEMA:
        base.close()
        raise PlainError(f"{path} was written by a newer Condotta: start that one.")
    return base


def committed(base: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    """What each job gave, or the error it met; none of a job that failed is kept."""
    try:
        base.execute("BEGIN IMMEDIATE")
        results = [alone(base, jobs[0])] if len(jobs) == 1 else [done(base, job) for job in jobs]
        if base.in_transaction:
            base.execute("COMMIT")
    except sqlite3.Error as why:
        if base.in_transaction:
            base.execute("ROLLBACK")
        return [why] * len(jobs)
    return results


def alone(base: sqlite3.Connection, job: Job) -> Any:
    """What a job gave that has the transaction to itself, or the error it met."""
    try:
        return job.work(base)
    except Exception as why:  # noqa: BLE001 - who asked is told; the thread lives on
        base.execute("ROLLBACK")
        return why


def done(base: sqlite3.Connection, job: Job) -> Any:
    """What one job gave, or the error it met; whoever waits for it is told."""
    base.execute("SAVEPOINT job")
    try:
        result = job.work(base)
    except Exception as why:  # noqa: BLE001 - who asked is told; the thread lives on
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
            waits.set_exception(Full(str(got)))
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


def loaded(base: sqlite3.Connection, battle: str) -> Kept | None:
    """A battle with everything."""
    row = base.execute("SELECT * FROM battle WHERE id = ?", (battle,)).fetchone()
    if row is None:
        return None
    seats = base.execute(f"{SEATS} WHERE battle = ? ORDER BY place", (battle,))
    batches = base.execute(f"{BATCHES} WHERE battle = ? ORDER BY start", (battle,))
    names = ("start", "count", "lines", "seat", "command", "said")
    return Kept(
        row=battle_row(row),
        seats=tuple(seat_row(one) for one in seats.fetchall()),
        batches=tuple(Batch(**dict(zip(names, one, strict=True))) for one in batches.fetchall()),
    )


def glanced(base: sqlite3.Connection, battle: str) -> Glance | None:
    """A battle without its events, and how many there are."""
    row = base.execute("SELECT * FROM battle WHERE id = ?", (battle,)).fetchone()
    if row is None:
        return None
    seats = base.execute(f"{SEATS} WHERE battle = ? ORDER BY place", (battle,)).fetchall()
    last = "SELECT start + count - 1 FROM batch WHERE battle = ? ORDER BY start DESC LIMIT 1"
    (length,) = base.execute(last, (battle,)).fetchone() or (0,)
    found = tuple(seat_row(one) for one in seats)
    return Glance(row=battle_row(row), seats=found, length=length)


def battle_row(row: tuple[Any, ...]) -> BattleRow:
    """A row of the table of battles."""
    names = (
        "battle",
        "code",
        "title",
        "header",
        "dice",
        "host",
        "made",
        "touched",
        "turn",
        "phase",
    )
    winners = None if row[10] is None else tuple(msgspec.json.decode(row[10]))
    return BattleRow(
        **dict(zip(names, row[:10], strict=True)),
        winners=winners,
        archived=bool(row[11]),
        waits=tuple(msgspec.json.decode(row[12])),
    )


def named(seats: tuple[str, ...]) -> str:
    """Names of seats or sides, as a column has them."""
    return msgspec.json.encode(seats).decode()


def seat_row(row: tuple[Any, ...]) -> SeatRow:
    """A row of the table of seats."""
    _, seat, side, name, held, player, bot, secret, person = row
    known: Held = held
    return SeatRow(
        seat=seat, side=side, name=name, held=known, player=player, bot=bot, secret=secret,
        person=person,
    )  # fmt: skip
