"""The house: every battle there is, the rooms that are open, the workers, and whose house it is."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec

from condotta.kernel.errors import Corrupt
from condotta.kernel.records import Seat
from condotta.report.logbook import UNFIT
from condotta.server.door_forms import SeatChange
from condotta.server.forms import Claim, Claimed, NewBattle
from condotta.server.forms import Room as RoomShown
from condotta.server.games.titles import tidy
from condotta.server.limits import Limits
from condotta.server.reasons import Refused
from condotta.server.rooms.answering import Answering
from condotta.server.rooms.beside import Notice, lasting
from condotta.server.rooms.besides import Besides
from condotta.server.rooms.botwork import BotWork
from condotta.server.rooms.founding import Founded, found, importable, imported, refounded
from condotta.server.rooms.opening import Open, room_of
from condotta.server.rooms.room import Room, nothing
from condotta.server.rooms.seating import Seating, Visitor, at_the_door, kept_from
from condotta.server.store import keys
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import BattleRow, SeatRow, Store
from condotta.server.workers import tidying
from condotta.server.workers.posting import Poster, checked
from condotta.server.workers.thinker import Lengthen, Verify
from condotta.server.workers.thinkers import Thinkers, Thoughtless
from condotta.server.workers.tidying import Tidying
from condotta.words import spoken

REST_SECONDS = 30.0
FILE = "table.sqlite"

log = logging.getLogger("condotta.house")


class House:
    """All battles. Rooms open when somebody comes, and close when nobody has been there long."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        thinkers: Thinkers,
        key: str = "",
        poster: Poster | None = None,
    ) -> None:
        """`key` makes whoever knows it an owner; without one there is none."""
        self.store = store
        self.limits = limits
        self.thinkers = thinkers
        self.key = keys.digest(key) if key else b""
        self.owners: set[bytes] = set()
        self.rooms: dict[str, Open] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._count = 0
        self.poster = poster or Poster()
        self.besides = Besides(store, limits, self.poster, self.spawn)
        self.tidying = Tidying()
        self.desk = asyncio.Semaphore(1)

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
        self._count = len(rows)
        await self.besides.start(rows)
        self.spawn(self.sweep())
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
            except Exception:
                log.exception("battle %s cannot go on", battle)
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
        for battle in self.idle(self.limits.idle_seconds):
            self.shut(battle)
        await self.besides.tend(self.here)
        now = time.monotonic()
        spoken = [one.room.touched for one in self.rooms.values()]
        for one in self.rooms.values():
            if now - one.room.touched > REST_SECONDS:
                one.room.book.memo.clear()
        self.tidying.tidy(max(spoken, default=0.0))

    def shut(self, battle: str) -> None:
        """Close a room; nothing in it holds on to anything else in it."""
        one = self.rooms.pop(battle)
        one.room.after = nothing
        one.room.look_again(None)
        one.room.feeds.clear()
        one.room.book.memo.clear()

    def idle(self, seconds: float) -> tuple[str, ...]:
        """The rooms where nobody listens, no bot thinks and nothing was said for a while."""
        now = time.monotonic()
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
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
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
        """The room of a battle, opened if need be."""
        found_open = self.rooms.get(battle)
        if found_open is None:
            lock = self._opening.setdefault(battle, asyncio.Lock())
            try:
                async with lock:
                    found_open = self.rooms.get(battle) or await self._open(battle)
            finally:
                if not lock.locked():
                    self._opening.pop(battle, None)
        found_open.room.touched = time.monotonic()
        return found_open

    async def _open(self, battle: str) -> Open:
        kept = await self.store.load(battle)
        if kept is None:
            raise Refused("no-battle", 404)
        try:
            room = await room_of(kept, self.store)
        except (Corrupt, *UNFIT) as why:
            log.exception("battle %s is damaged", battle)
            raise Refused("battle-damaged", 409) from why
        room.beside = self.besides.of(battle)
        room.roll()
        async with room.lock:
            if room.closed is None:
                room.stir()
            if len(room.battle.log) > room.kept:
                await room.keep("", "", b"")
            room.wait()
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
        one.set_clock(wanted.clock, time.monotonic(), paused=False)
        if wanted.notices:
            one.notices[""] = Notice(url=wanted.notices, lang=spoken())
        if wanted.clock or wanted.notices:
            await self.besides.keep(battle)
        return made

    async def bring_in(self, data: bytes, person: bytes) -> Founded:
        """Set up a battle from a log; one that the rules do not give is refused.

        It is a worker that finds out: here nothing is read but what the rules have given.
        """
        brief = importable(data).brief is not None
        text = data.decode("utf-8", "replace")
        if brief:
            whole = await self.worked_out(Lengthen(log=text), "unverified")
            return await self.keep(refounded(imported(whole.encode()), person))
        wrong = await self.worked_out(Verify(log=text), "import-damaged")
        if wrong:
            raise Refused("unverified", 400, why=wrong[:200])
        return await self.keep(refounded(imported(data), person))

    async def worked_out(self, job: Verify | Lengthen, damaged: str) -> str:
        """What a worker says of a log; where it cannot, the log is refused, as one that is damaged.

        One at a time: the other workers are for those who play.
        """
        try:
            async with self.desk:
                found = await self.thinkers.do(job, self.limits.report_seconds)
        except Thoughtless as why:
            raise Refused("unverified", 400, why=str(why)[:400]) from why
        if found.damaged is not None:
            raise Refused(damaged, 400, why=found.damaged[:400])
        return found.text or ""

    async def keep(self, made: Founded) -> Founded:
        """Keep a new battle, and open its room."""
        if self._count >= self.limits.battles:
            raise Refused("too-many-battles", 507, most=self.limits.battles)
        await self.store.found(made.row, made.seats, made.batch)
        self._count += 1
        await self.room(made.row.battle)
        return made

    async def listed(self, person: bytes) -> tuple[RoomShown, ...]:
        """The battles that a person holds a seat in or set up; for an owner, all of them."""
        found_here = []
        for row, seats in await self.store.rows():
            seating = Seating(seats, row.host)
            sits = seating.granted(person) or seating.invited(person)
            if sits or self.hosts(seating, person):
                found_here.append(self.shown(row, seats, person))
        return tuple(found_here)

    def shown(self, row: BattleRow, seats: tuple[SeatRow, ...], person: bytes) -> RoomShown:
        """A battle as it is seen from the door."""
        seating = Seating(seats, row.host)
        mine = seating.granted(person)
        header = msgspec.json.decode(row.header)
        beside = self.besides.of(row.battle)
        return RoomShown(
            battle=row.battle,
            code=row.code,
            title=row.title,
            system=header["system"],
            dice=header.get("dice", "seeded"),
            seats=at_the_door(seats, mine),
            you=mine,
            invited=seating.invited(person),
            waits=row.waits if not row.archived else (),
            clock=beside.seconds,
            notices=tuple(
                seat for seat in beside.notices if self.may_notice(seating, seat, person)
            ),
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
        position = room.battle.state.position
        row = msgspec.structs.replace(
            room.row,
            turn=position.turn,
            phase=position.phase,
            winners=None if position.ended is None else position.ended.winners,
            waits=room.waited(),
        )
        return self.shown(row, tuple(room.seating.rows.values()), person)

    async def archive(self, battle: str, person: bytes, *, archived: bool) -> None:
        """Put a battle away, or take it out again; its host or the owner may.

        While it is away nobody is waited for; from when it is taken out somebody is.
        """
        one = await self.room(battle)
        self.must_host(one.room, person)
        async with one.room.lock:
            await self.store.archive(battle, archived=archived)
            one.room.closed = Refused("archived", 409)
            one.room.wait()
            for sitter in one.room.sitters():
                sitter.hang_up("archived" if archived else "seat-changed", again=True)
            self.shut(battle)
        if not archived:
            await self.room(battle)

    # ── seats ────────────────────────────────────────────────────────────────
    async def claim(self, asked: Claim, person: bytes) -> Claimed:
        """Give an open seat to whoever asks first."""
        one = await self.by_code(asked.code)
        room = one.room
        async with room.lock:
            row = room.seating.row(asked.seat)
            if row.held != "open":
                raise Refused("seat-taken", 409, seat=row.seat)
            if kept_from(row, person):
                raise Refused("seat-kept", 409, seat=row.seat, player=row.player)
            secret = await self.seat(room, row, tidy(asked.player), person)
        return Claimed(battle=room.row.battle, seat=row.seat, secret=secret)

    async def seat(self, room: Room, row: SeatRow, player: str, person: bytes) -> str:
        """Somebody sits down there; the room must be held. What he shows to come back."""
        secret = keys.new_secret()
        taken = {"held": "person", "player": player, "secret": keys.digest(secret)}
        await room.reseat(msgspec.structs.replace(row, **taken, bot="", person=person))
        return secret

    async def release(self, battle: str, seat: Seat, change: SeatChange, who: Visitor) -> None:
        """Give a seat to a bot, or leave it open; whoever holds it may, and the host."""
        from condotta.bots.seat import BOTS  # noqa: PLC0415 - bots are loaded by who needs them

        room = (await self.room(battle)).room
        if change.to == "bot" and change.bot not in BOTS:
            raise Refused("no-bot", 400, bot=change.bot[:40], known=tuple(sorted(BOTS)))
        async with room.lock:
            row = room.seating.row(seat)
            if seat not in room.seating.granted(who.person, who.secret):
                self.must_host(room, who.person)
            bot = change.bot if change.to == "bot" else ""
            await room.reseat(
                msgspec.structs.replace(
                    row, held=change.to, player="", bot=bot, secret=b"", person=b""
                )
            )
            await self.besides.leave(battle, seat)

    # ── notices ──────────────────────────────────────────────────────────────
    def here(self, battle: str) -> frozenset[Seat]:
        """The seats at whose table somebody looks now."""
        return self.rooms[battle].room.here() if battle in self.rooms else frozenset()

    def may_notice(self, seating: Seating, seat: Seat, person: bytes) -> bool:
        """Whether a person says where it is told whose turn it is: of his seat, or as the host."""
        return seat in seating.granted(person) if seat else self.hosts(seating, person)

    # ── whose house it is ────────────────────────────────────────────────────
    def is_owner(self, person: bytes) -> bool:
        """Whether it is that person's house."""
        return bool(person) and person in self.owners

    def hosts(self, seating: Seating, person: bytes) -> bool:
        """Whether a person set that battle up, or owns the house."""
        return seating.is_host(person) or self.is_owner(person)

    def must_host(self, room: Room, person: bytes) -> None:
        """Only who set a battle up, and the owner, may do that."""
        if not self.hosts(room.seating, person):
            raise Refused("not-host", 403)

    async def own(self, key: str, person: bytes) -> None:
        """The house is also that person's, who knows its key."""
        if not (self.key and keys.fits(key, self.key)):
            raise Refused("no-key", 403)
        await self.store.own(person)
        self.owners.add(person)


def house_in(
    folder: Path, limits: Limits, key: str, workers: int, poster: Poster | None = None
) -> House:
    """The house whose battles lie in a folder."""
    return House(SqliteStore(folder / FILE), limits, Thinkers(workers), key, poster)
