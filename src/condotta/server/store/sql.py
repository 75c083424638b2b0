"""A store that is asked in SQL: what is said to its tables, and the one thread that says it.

Whatever waits when the thread comes round is committed together, so that many rooms share one
wait for the disk. Which database it is, and how it fails, is for `sqlite.py` and `postgres.py`.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from condotta.server.store.rows import SEATS, Base, glanced, loaded, named, readable, seat_row
from condotta.server.store.store import (
    Batch,
    BattleRow,
    Glance,
    Kept,
    Progress,
    SeatRow,
)
from condotta.server.times import Times

T = TypeVar("T")
Work = Callable[[Base], T]

TOGETHER = 500


class Job(NamedTuple):
    """Something to be done by the thread, and who waits for it."""

    work: Work[Any]
    waits: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class SqlStore(ABC):
    """Battles in the tables of a database."""

    def __init__(self) -> None:
        self.kept = Times()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    @abstractmethod
    def _committed(self, jobs: list[Job]) -> list[Any]:
        """What each job gave, or the error it met; none of a job that failed is kept."""

    @abstractmethod
    def _left(self) -> None:
        """Let go of the database."""

    async def _do(self, work: Work[T]) -> T:
        loop = asyncio.get_running_loop()
        waits: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, waits, loop))
        return await waits

    async def _found(self, battle: str, work: Work[T]) -> T:  # noqa: ARG002 - some stores ask
        """Do what makes a battle."""
        return await self._do(work)

    async def _change(self, battle: str, work: Work[T]) -> T:  # noqa: ARG002 - some stores ask
        """Do what changes a battle."""
        return await self._do(work)

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            while len(jobs) < TOGETHER and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                jobs.append(job)
            answer(jobs, self._committed(jobs))
        self._left()

    async def found(self, row: BattleRow, seats: tuple[SeatRow, ...], batch: Batch) -> None:
        """Keep a new battle with its opening."""

        def work(base: Base) -> None:
            winners = None if row.winners is None else named(row.winners)
            base.execute(
                "INSERT INTO battle VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row.battle, row.code, row.title, row.header, row.dice, row.host, row.made,
                 row.touched, row.turn, row.phase, winners, int(row.archived), named(row.waits)),
            )  # fmt: skip
            for place, one in enumerate(seats):
                base.execute(
                    "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (row.battle, place, one.seat, one.side, one.name, one.held, one.player,
                     one.bot, one.secret, one.person),
                )  # fmt: skip
            insert(base, row.battle, batch)

        await self._found(row.battle, work)

    async def append(self, battle: str, batch: Batch, progress: Progress | None) -> None:
        """Keep the events of one command."""

        def work(base: Base) -> None:
            insert(base, battle, batch)
            if progress is not None:
                won = progress.winners
                winners = None if won is None else named(won)
                base.execute(
                    "UPDATE battle SET touched=?, turn=?, phase=?, winners=?, waits=? WHERE id=?",
                    (progress.touched, progress.turn, progress.phase, winners,
                     named(progress.waits), battle),
                )  # fmt: skip

        with self.kept.timed():
            await self._change(battle, work)

    async def seat(self, battle: str, row: SeatRow, batch: Batch | None = None) -> None:
        """Keep who holds a seat now, with the events that tell of it, both or neither."""
        values = (row.held, row.player, row.bot, row.secret, row.person, battle, row.seat)
        said = (
            "UPDATE seat SET held=?, player=?, bot=?, secret=?, person=? WHERE battle=? AND seat=?"
        )

        def work(base: Base) -> None:
            if batch is not None:
                insert(base, battle, batch)
            base.execute(said, values)

        await self._change(battle, work)

    async def archive(self, battle: str, *, archived: bool) -> None:
        """Put a battle away, or take it out again."""
        said = "UPDATE battle SET archived = ? WHERE id = ?"
        await self._change(battle, lambda base: base.execute(said, (int(archived), battle)))

    async def pin(self, battle: str, header: bytes) -> None:
        """Keep by which rules a battle goes on."""
        said = "UPDATE battle SET header = ? WHERE id = ?"
        await self._change(battle, lambda base: base.execute(said, (header, battle)))

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

    async def going(self) -> int:
        """How many battles there are that are not put away."""
        said = "SELECT count(*) FROM battle WHERE archived = 0"
        return int((await self._do(lambda base: base.execute(said).fetchone()))[0])

    async def rows(self) -> tuple[tuple[BattleRow, tuple[SeatRow, ...]], ...]:
        """All battles without their events, the newest first."""

        def work(base: Base) -> tuple[tuple[BattleRow, tuple[SeatRow, ...]], ...]:
            seats: dict[str, list[SeatRow]] = {}
            for row in base.execute(f"{SEATS} ORDER BY battle, place"):
                seats.setdefault(row[0], []).append(seat_row(row))
            found = base.execute("SELECT * FROM battle ORDER BY touched DESC, id").fetchall()
            return tuple((readable(row), tuple(seats.get(row[0], ()))) for row in found)

        return await self._do(work)

    async def beside(self, battle: str, said: bytes) -> None:
        """Keep what lies beside a battle, in the place of what lay there."""
        put = (
            "INSERT INTO beside VALUES (?, ?) "
            "ON CONFLICT (battle) DO UPDATE SET said = excluded.said"
        )
        await self._change(battle, lambda base: base.execute(put, (battle, said)))

    async def besides(self, battle: str = "") -> tuple[tuple[str, bytes], ...]:
        """What lies beside battles, or beside one."""
        said = "SELECT battle, said FROM beside WHERE ? IN ('', battle) ORDER BY battle"
        found = await self._do(lambda base: base.execute(said, (battle,)).fetchall())
        return tuple((str(row[0]), bytes(row[1])) for row in found)

    async def owners(self) -> tuple[bytes, ...]:
        """Digests of the persons whose table this is."""
        said = "SELECT person FROM owner ORDER BY person"
        found = await self._do(lambda base: base.execute(said).fetchall())
        return tuple(row[0] for row in found)

    async def own(self, person: bytes) -> None:
        """The table is that person's as well."""
        said = "INSERT INTO owner VALUES (?) ON CONFLICT DO NOTHING"
        await self._do(lambda base: base.execute(said, (person,)))

    async def close(self) -> None:
        """Finish what was begun, and let go of the store."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)


def insert(base: Base, battle: str, batch: Batch) -> None:
    """One batch; a number or a command that is there already is an error."""
    base.execute(
        "INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)",
        (battle, batch.start, batch.count, batch.lines, batch.seat, batch.command, batch.said),
    )


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
        if isinstance(got, BaseException):
            waits.set_exception(got)
        else:
            waits.set_result(got)
