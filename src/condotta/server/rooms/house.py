"""The house: every battle there is, the rooms that are open, the workers, and whose house it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec

from condotta.kernel.records import Seat
from condotta.server.forms import NewBattle
from condotta.server.forms import Room as RoomShown
from condotta.server.limits import Limits
from condotta.server.reasons import Refused
from condotta.server.rooms.answering import Answering
from condotta.server.rooms.beside import ABSENCE, Notice, absence, lasting
from condotta.server.rooms.besides import Besides
from condotta.server.rooms.botwork import BotWork
from condotta.server.rooms.changing import Changing
from condotta.server.rooms.founding import Founded, found, importable, imported, refounded
from condotta.server.rooms.opening import Open, legible, room_of
from condotta.server.rooms.owning import Owning
from condotta.server.rooms.pinning import pin, worked_out
from condotta.server.rooms.putting_away import PuttingAway
from condotta.server.rooms.room import nothing
from condotta.server.rooms.seating import (
    Seating,
    Stands,
    at_the_door,
    same,
    unknown,
)
from condotta.server.rooms.sharing import Elsewhere, Sharing
from condotta.server.steady import steady
from condotta.server.store import keys
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import BattleRow, SeatRow, Store
from condotta.server.times import Times
from condotta.server.workers import tidying
from condotta.server.workers.posting import Poster, checked
from condotta.server.workers.thinker import Lengthen, Verify
from condotta.server.workers.thinkers import Thinkers
from condotta.server.workers.tidying import Tidying
from condotta.words import spoken

REST_SECONDS = 30.0
FILE = "table.sqlite"

log = logging.getLogger("condotta.house")


class House(Owning, Changing, PuttingAway):
    """All battles. Rooms open when somebody comes, and close when nobody has been there long."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        thinkers: Thinkers,
        key: str = "",
        poster: Poster | None = None,
        *,
        sharing: Sharing | None = None,
    ) -> None:
        """`key` makes whoever knows it an owner; without one there is none.

        Where other houses use the same store, `sharing` says which battles are whose.
        """
        self.store = store
        self.sharing = sharing
        self.limits = limits
        self.thinkers = thinkers
        self.key = keys.digest(key) if key else b""
        self.owners: set[bytes] = set()
        self.rooms: dict[str, Open] = {}
        self._opening: dict[str, asyncio.Task[Open]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.going = 0
        self.poster = poster or Poster()
        self.besides = Besides(store, limits, self.poster, self.spawn)
        self.tidying = Tidying(steady)
        self.desk = asyncio.Semaphore(1)
        self.requests = Times()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that nobody waits for; its failure is noted."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (why := task.exception()) is not None:
            log.error("work failed", exc_info=why)

    # ── opening and closing the house ────────────────────────────────────────
    async def start(self) -> None:
        """Go on where the house was left: battles that wait for a bot need nobody else."""
        self.owners = set(await self.store.owners())
        self.tidying.start()
        rows = await self.store.rows()
        self.going = sum(not row.archived for row, _ in rows)
        self.spawn(self.sweep())
        if self.sharing is not None:
            await self.sharing.start(self)
            return
        await self.besides.start(rows)
        waiting = [
            row.battle
            for row, seats in rows
            if row.winners is None and not row.archived and any(one.held == "bot" for one in seats)
        ]
        self.spawn(self.resume(waiting[: self.limits.rooms]))

    async def resume(self, battles: list[str]) -> None:
        """Open the rooms of battles that bots play in, one after another."""
        for battle in battles:
            try:
                await self.room(battle)
            except Elsewhere:
                continue
            except Exception:
                log.exception("battle %s cannot go on", battle)
                if self.sharing is not None:
                    await self.sharing.leave(battle)
            await asyncio.sleep(0)

    async def sweep(self) -> None:
        """Close rooms that nobody needs, forget what can be worked out again, tidy up.

        Whatever goes wrong once is tried again: this never ends while the house is open.
        """
        while True:
            await asyncio.sleep(tidying.SECONDS)
            try:
                await self.tend()
            except Exception:
                log.exception("the house could not be looked after")

    async def tend(self) -> None:
        """Look after everything once."""
        crowded = len(self.rooms) > self.limits.rooms
        for battle in self.idle(REST_SECONDS if crowded else self.limits.idle_seconds):
            self.shut(battle)
        await self.besides.tend(self.here)
        for one in tuple(self.rooms.values()):
            await self.look_at_seats(one.room)
        now = steady()
        spoken = [one.room.touched for one in self.rooms.values()]
        for one in self.rooms.values():
            if now - one.room.touched > REST_SECONDS:
                one.room.book.memo.clear()
        self.tidying.tidy(max(spoken, default=0.0))

    def shut(self, battle: str) -> None:
        """Close a room; nothing in it holds on to anything else in it."""
        one = self.rooms.pop(battle)
        one.room.gone = True
        one.room.after = nothing
        one.room.look_again(None)
        one.room.feeds.clear()
        one.room.book.memo.clear()

    def lose(self, battle: str) -> None:
        """A battle is not ours any more: whoever listens calls again, and is led to it."""
        self.besides.all.pop(battle, None)
        if battle in self.rooms:
            room = self.rooms[battle].room
            room.closed = Refused("moved", 503)
            for sitter in room.sitters():
                sitter.hang_up("moved", again=True)
            self.shut(battle)

    def idle(self, seconds: float) -> tuple[str, ...]:
        """The rooms where nobody listens, no bot thinks and nothing was said for a while."""
        now = steady()
        return tuple(
            battle
            for battle, one in self.rooms.items()
            if not one.room.sitters()
            and not one.room.seating.busy
            and not one.room.lock.locked()
            and now - one.room.touched > seconds
        )

    async def close(self) -> None:
        """Finish what is being said, then stop."""
        for one in self.rooms.values():
            for sitter in one.room.sitters():
                sitter.hang_up("stopping", again=True)
        begun = (*self._tasks, *self._opening.values())
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        for one in self.rooms.values():
            async with one.room.lock:
                pass
        await self.besides.keep_all()
        self.poster.close()
        await self.thinkers.close()
        await self.store.close()
        self.tidying.stop()

    # ── rooms ────────────────────────────────────────────────────────────────
    async def room(self, battle: str) -> Open:
        """The room of a battle, opened if need be; one that another server holds is `Elsewhere`."""
        found_open = self.rooms.get(battle)
        if found_open is None:
            opening = self._opening.get(battle)
            if opening is None:
                opening = self._opening[battle] = asyncio.ensure_future(self._opened(battle))
                opening.add_done_callback(lambda done: done.cancelled() or done.exception())
            found_open = await asyncio.shield(opening)  # whoever waits may go; the others wait on
        found_open.room.touched = steady()
        return found_open

    async def _opened(self, battle: str) -> Open:
        """Open a room for all who wait for it."""
        try:
            return await self._open(battle)
        finally:
            del self._opening[battle]

    async def _open(self, battle: str) -> Open:
        if self.sharing is not None:
            await self.sharing.hold(battle)
        kept = await self.store.load(battle)
        if kept is None:
            raise Refused("no-battle", 404)
        room = await room_of(kept, self.store)
        await pin(room, self.thinkers, self.limits.report_seconds)
        room.beside = self.besides.of(battle)
        room.absences()
        room.roll()
        async with room.lock:
            if room.closed is None:
                room.stir()
            if len(room.battle.log) > room.kept:
                await room.keep("", "", b"")
            room.wait()
        if self.sharing is not None:
            self.sharing.must_hold(battle)
        answering = Answering(room, self.thinkers, self.limits, self.spawn)
        bots = BotWork(room, self.thinkers, self.limits.bot_seconds, self.spawn)
        self.rooms[battle] = one = Open(room, answering, bots)
        bots.wake()
        return one

    async def by_code(self, code: str) -> Open:
        """The room with that short code."""
        battle = await self.store.by_code(keys.plain_code(code)[:20])
        if battle is None:
            raise Refused("no-code", 404)
        return await self.room(battle)

    # ── battles ──────────────────────────────────────────────────────────────
    async def found(self, wanted: NewBattle, person: bytes) -> Founded:
        """Set up a new battle; the file of a position is worked out aside, so that nobody waits."""
        lasting(wanted.clock)
        absence(wanted.absence)
        if wanted.notices:
            checked(wanted.notices)
        begun = (
            await asyncio.to_thread(found, wanted, person)
            if wanted.position
            else found(wanted, person)
        )
        made = await self.keep(begun)
        battle = made.row.battle
        one = self.besides.of(battle)
        one.set_clock(wanted.clock, steady(), paused=False)
        one.absence, one.hints = wanted.absence, wanted.hints
        if wanted.notices:
            one.notices[""] = Notice(url=wanted.notices, lang=spoken())
        if wanted.clock or wanted.notices or not wanted.hints or wanted.absence != ABSENCE:
            await self.besides.keep_soon(battle)
        return made

    async def bring_in(self, data: bytes, person: bytes) -> Founded:
        """Set up a battle from a log; one that the rules do not give is refused.

        It is a worker that finds out: here nothing is read but what the rules have given. One log
        at a time: the other workers are for those who play.
        """
        brief = importable(data).brief is not None
        text, how = data.decode("utf-8", "replace"), (self.thinkers, self.limits.report_seconds)
        async with self.desk:
            if brief:
                whole = await worked_out(Lengthen(log=text), *how)
                return await self.keep(refounded(imported(whole.encode()), person))
            wrong = await worked_out(Verify(log=text), *how, damaged="import-damaged")
        if wrong:
            raise Refused("unverified", 400, why=wrong[:200])
        return await self.keep(refounded(imported(data), person))

    async def keep(self, made: Founded) -> Founded:
        """Keep a new battle, and open its room."""
        await self.make_room()
        await self.store.found(made.row, made.seats, made.batch)
        self.going += 1
        await self.room(made.row.battle)
        return made

    async def listed(self, person: bytes) -> tuple[RoomShown, ...]:
        """The battles that a person holds a seat in or set up; for an owner, all of them."""
        found_here = []
        if self.sharing is not None:
            await self.sharing.refresh()
        for row, seats in await self.store.rows():
            seating = Seating(seats, row.host)
            sits = seating.granted(person) or seating.invited(person)
            if sits or self.hosts(seating, person):
                found_here.append(self.shown(row, seats, person))
        return tuple(found_here)

    def shown(
        self,
        row: BattleRow,
        seats: tuple[SeatRow, ...],
        person: bytes,
        stands: Stands = unknown,
    ) -> RoomShown:
        """A battle as it is seen from the door."""
        seating = Seating(seats, row.host)
        mine = seating.granted(person)
        header = legible(row)
        beside = self.besides.of(row.battle)
        return RoomShown(
            battle=row.battle,
            code=row.code,
            title=row.title,
            system=header.system if header else "",
            dice=header.dice if header else "",
            damaged=header is None,
            seats=at_the_door(seats, mine, stands),
            you=mine,
            invited=seating.invited(person),
            waits=row.waits if not row.archived else (),
            clock=beside.seconds,
            notices=tuple(
                seat for seat in beside.notices if self.may_notice(seating, seat, person)
            ),
            returns=tuple(
                one.seat
                for one in seats
                if one.held == "bot" and same(person, beside.lent.get(one.seat, b""))
            ),
            absence=beside.absence,
            host=self.hosts(seating, person),
            turn=row.turn,
            phase=row.phase,
            winners=row.winners,
            archived=row.archived,
            created=row.made,
            updated=row.touched,
        )

    def at_door(self, one: Open, person: bytes) -> RoomShown:
        """An open room as it is seen from the door."""
        room = one.room
        room.looked_in(person)
        position = room.battle.state.position
        row = msgspec.structs.replace(
            room.row,
            turn=position.turn,
            phase=position.phase,
            winners=None if position.ended is None else position.ended.winners,
            waits=room.waited(),
        )
        told = self.shown(row, tuple(room.seating.rows.values()), person, room.stands())
        return msgspec.structs.replace(told, asked=room.asked())

    # ── notices ──────────────────────────────────────────────────────────────
    def here(self, battle: str) -> frozenset[Seat]:
        """The seats at whose table somebody looks now."""
        return self.rooms[battle].room.here() if battle in self.rooms else frozenset()


def house_in(
    folder: Path, limits: Limits, key: str, workers: int, poster: Poster | None = None
) -> House:
    """The house whose battles lie in a folder."""
    return House(SqliteStore(folder / FILE), limits, Thinkers(workers), key, poster)
