"""A store in PostgreSQL, which several servers may use at once.

A battle is held by one server at a time. Every server has a number that no other ever has, and
says again and again that it lives; whoever has not said so for a while may lose what it holds.
Whatever changes a battle asks in its own transaction whether the battle is still held under that
number: a server that slept, or was taken for dead, can change nothing any more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from condotta.errors import PlainError
from condotta.server.store import tables
from condotta.server.store.line import (
    Line,
    Patience,
    Silent,
    at_leisure,
    called,
    sentence,
    together,
)
from condotta.server.store.rows import Base
from condotta.server.store.sql import Job, SqlStore, Work
from condotta.server.store.store import Away, Beat, Damaged, Full, Lost, Server, Unkept

T = TypeVar("T")

LEASE_SECONDS = 5.0
"""How long a server that says nothing keeps what it holds."""

REST_SECONDS = 0.5
"""How long nobody calls again after nobody answered."""

log = logging.getLogger("condotta.store")


def opened(address: str) -> Patience:
    """The database, its tables made or grown; whatever is wrong with it is a sentence."""
    try:
        base = called(address)
    except psycopg.Error as why:
        raise PlainError(
            f"The database cannot be reached ({sentence(why)}): look whether it runs, and at the "
            "address after --store."
        ) from why
    try:
        with at_leisure(base):
            newer = tables.grown(Line(base))
    except psycopg.Error as why:
        base.close()
        raise PlainError(
            f"The database cannot be used ({sentence(why)}): let this user make and change "
            "the schema condotta in it."
        ) from why
    if newer:
        base.close()
        raise PlainError("The database was written by a newer Condotta: start that one.")
    return base


def servers(address: str) -> tuple[Server, ...]:
    """The servers over a database that live."""
    with called(address) as base:
        found = base.execute(tables.LIVING.encode()).fetchall()
    return tuple(Server(address=str(row[0]), secret=str(row[1])) for row in found)


class PostgresStore(SqlStore):
    """Battles in a database, and which server holds each."""

    def __init__(self, address: str, *, lease: float = LEASE_SECONDS) -> None:
        self.lost: Callable[[str], None] = nothing
        """Who is told that a battle is not held any more, before anybody hears why."""
        self.lease = lease
        self.held: set[str] = set()
        self.number = 0
        self._address = address
        self._line: Line | None = Line(opened(address))
        self._other: Line | None = None
        self._pulse = ThreadPoolExecutor(1, thread_name_prefix="pulse")
        self._again = 0.0
        self._beats = 0
        self._let_go: set[str] = set()
        self._me = ("", "", b"")
        super().__init__()

    # ── saying something ─────────────────────────────────────────────────────
    async def _do(self, work: Work[T]) -> T:
        try:
            return await super()._do(work)
        except psycopg.Error as why:
            log.error("the store failed: %s", sentence(why))
            raise refused(why) from None  # what it says in full tells what was to be kept

    async def _apart(self, work: Work[T]) -> T:
        """Do it on a line of its own, so that it never waits behind what visitors ask."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pulse, self._felt, work)
        except psycopg.Error as why:
            log.error("the store failed: %s", sentence(why))
            raise refused(why) from None

    def _felt(self, work: Work[T]) -> T:
        if self._other is None or self._other.base.closed:
            self._other = Line(called(self._address))
        with self._other.base.transaction():
            return work(self._other)

    async def _found(self, battle: str, work: Work[T]) -> T:
        """Do what makes a battle, which is ours from then on."""

        def ours(base: Base) -> T:
            made = work(base)
            base.execute("INSERT INTO hold VALUES (?, ?)", (battle, self.number))
            return made

        made = await self._in_doubt(battle, ours)
        self.held.add(battle)
        return made

    async def _in_doubt(self, battle: str, work: Work[T]) -> T:
        """Do what may make a battle ours; where nobody knows whether it did, it is let go."""
        try:
            return await self._do(work)
        except Lost:
            self._let_go.add(battle)
            raise

    async def _change(self, battle: str, work: Work[T]) -> T:
        """Do what changes a battle, if it is still held under our number.

        Where it is not, or nobody knows what became of it, the battle is to be read again.
        """
        number = self.number

        def fenced(base: Base) -> T:
            said = "SELECT 1 FROM hold WHERE battle = ? AND server = ? FOR SHARE"
            if base.execute(said, (battle, number)).fetchone() is None:
                raise Lost(f"battle {battle} is not held by server {number} any more")
            return work(base)

        try:
            return await self._do(fenced)
        except Lost:
            self.let_go(battle)
            raise

    def let_go(self, battle: str) -> None:
        """A battle is not ours any more, as far as we know; with the next beat nobody holds it."""
        self.held.discard(battle)
        self._let_go.add(battle)
        self.lost(battle)

    def _committed(self, jobs: list[Job]) -> list[Any]:
        try:
            line = self._begun()
        except psycopg.Error as why:
            return [why] * len(jobs)
        found = together(line, jobs)
        if line.base.closed:
            self._line = None
        return found

    def _begun(self) -> Line:
        """A line on which something is begun; one that broke while nothing was said is renewed."""
        line = self._connected()
        try:
            line.execute("BEGIN")
        except psycopg.Error as why:
            line.base.close()
            self._line = None
            if isinstance(why.__cause__, Silent):
                raise
            line = self._connected()
            line.execute("BEGIN")
        return line

    def _connected(self) -> Line:
        if self._line is None:
            if time.monotonic() < self._again:
                raise errors.ConnectionException("nobody answered a moment ago")
            try:
                self._line = Line(called(self._address))
            except psycopg.Error:
                self._again = time.monotonic() + REST_SECONDS
                raise
        return self._line

    def _left(self) -> None:
        if self._line is not None:
            with suppress(psycopg.Error):
                self._line.execute("DELETE FROM server WHERE number = ?", (self.number,))
                self._line.execute("DELETE FROM hold WHERE server = ?", (self.number,))
            self._line.base.close()
        self._pulse.shutdown(wait=False, cancel_futures=True)
        if self._other is not None:
            self._other.base.close()

    # ── who holds what ───────────────────────────────────────────────────────
    async def join(self, address: str, secret: str, key: bytes) -> None:
        """Be one of the servers: where the others reach us, and what they show us.

        Whoever had our address before is dead, since we listen there.
        """
        self._me = (address, secret, key)

        number = secrets.randbits(62)

        def work(base: Base) -> None:
            base.execute("DELETE FROM server WHERE address = ?", (address,))
            base.execute("DELETE FROM server WHERE until < now() - interval '1 day'")
            base.execute(tables.JOIN, (number, *self._me, self.lease))

        await self._apart(work)
        self.number = number

    async def beat(self) -> Beat:
        """Say that we live, and hear what has changed; what we do not hold any more is let go.

        What nobody holds is looked for every fourth time only, as it takes longest.
        """
        self._beats += 1
        looks = self._beats % 4 == 1
        before, me = frozenset(self.held), (self.number,)

        def work(base: Base) -> tuple[bool, frozenset[str], Beat]:
            lives = base.execute(tables.LIVE, (self.lease, *me)).fetchone()
            mine = "FROM hold WHERE server = ?"
            held = before
            if base.execute(f"SELECT count(*) {mine}", me).fetchone()[0] != len(before):
                held = frozenset(row[0] for row in base.execute(f"SELECT battle {mine}", me))
            owners = base.execute("SELECT person FROM owner").fetchall()
            known = base.execute("SELECT key FROM server WHERE until > now()").fetchall()
            free = base.execute(tables.FREE).fetchall() if looks else ()
            return (
                lives is not None,
                held,
                Beat(
                    owners=frozenset(row[0] for row in owners),
                    keys=tuple(row[0] for row in known),
                    free=tuple(str(row[0]) for row in free),
                ),
            )

        lives, held, beat = await self._apart(work)
        await self._leave()
        if not lives:
            await self.join(*self._me)
            held = frozenset()
        for battle in before - held:
            self.let_go(battle)
        return beat

    async def _leave(self) -> None:
        """Let others hold what we have let go.

        What is locked now is let go with the next beat: it keeps nobody from saying that he lives.
        """

        def work(base: Base) -> set[str]:
            gone = self._let_go - self.held  # now, as some may be held again meanwhile
            which = (list(gone), self.number)
            base.execute("SET LOCAL lock_timeout TO '200ms'")
            base.execute(tables.LEAVE, which)
            return gone - {row[0] for row in base.execute(tables.MINE, which)}

        if not self._let_go - self.held:
            return
        with suppress(Unkept):
            gone = await self._apart(work)
            self._let_go -= gone
            for battle in gone & self.held:  # it was taken for held while it was let go
                self.let_go(battle)

    async def hold(self, battle: str) -> Server | None:
        """Hold a battle; or the server that holds it. It is free if that one lives no more."""
        if battle in self.held:
            return None
        self._let_go.discard(battle)

        def work(base: Base) -> Server | None:
            row = base.execute(tables.HOLDER, (battle,)).fetchone()
            if row is None:  # to try at once would lock what its holder needs
                if base.execute(tables.TAKE, (self.number, battle)).fetchone() is not None:
                    return None
                row = base.execute(tables.HOLDER, (battle,)).fetchone()
            if row is None or row[2] == self.number:
                return None
            return Server(address=str(row[0]), secret=str(row[1]))

        holder = await self._in_doubt(battle, work)
        if holder is None:
            self.held.add(battle)
        return holder

    async def holder(self, battle: str) -> Server | None:
        """The server that lives and holds a battle."""
        found = await self._do(lambda base: base.execute(tables.HOLDER, (battle,)).fetchone())
        return None if found is None else Server(address=str(found[0]), secret=str(found[1]))

    async def release(self, battle: str) -> None:
        """Let others hold a battle."""
        said = "DELETE FROM hold WHERE battle = ? AND server = ?"
        await self._do(lambda base: base.execute(said, (battle, self.number)))
        self.let_go(battle)


def nothing(_: str) -> None:
    """What follows where nobody is to be told."""


def refused(why: psycopg.Error) -> Unkept:
    """What went wrong in the database as a refusal.

    A number or a command that is there already was put there by another server.
    """
    match why:
        case errors.UniqueViolation():
            return Lost(sentence(why))
        case errors.DiskFull():
            return Full(sentence(why))
        case errors.DataCorrupted() | errors.IndexCorrupted():
            return Damaged(sentence(why))
        case _:
            return Away(sentence(why))
