"""What lies beside all battles: kept as it changes, and told where somebody asked for it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from condotta.kernel.records import Seat
from condotta.report.naming import seat_name
from condotta.server.limits import Bucket, Limits
from condotta.server.reasons import Refused
from condotta.server.rooms.beside import Beside, Kept, Notice
from condotta.server.rooms.opening import closed, header_of
from condotta.server.rooms.seating import Seating
from condotta.server.steady import steady
from condotta.server.store.store import BattleRow, SeatRow, Store, Unkept
from condotta.server.workers.posting import Poster, checked
from condotta.words import say, speaking

KEEP_SECONDS = 20.0
"""How much of a clock is lost at most when the table is killed."""

log = logging.getLogger("condotta.beside")

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Besides:
    """What lies beside each battle; it goes on while no room is open."""

    def __init__(self, store: Store, limits: Limits, poster: Poster, spawn: Spawn) -> None:
        self.store = store
        self.limits = limits
        self.poster = poster
        self.spawn = spawn
        self.all: dict[str, Beside] = {}
        self._pace = Bucket(limits.notices)
        self._kept = steady()

    def of(self, battle: str) -> Beside:
        """What lies beside that battle."""
        return self.all.setdefault(battle, Beside())

    async def start(self, rows: Iterable[tuple[BattleRow, tuple[SeatRow, ...]]]) -> None:
        """Go on where the house was left: the time in which it was closed counts for nobody."""
        now = steady()
        for battle, said in await self.store.besides():
            self.read(battle, said)
        for row, seats in rows:
            one = self.all.get(row.battle)
            if one is not None and row.winners is None and goes_on(row):
                one.wait(Seating(seats, row.host).persons(row.waits), now)

    def read(self, battle: str, said: bytes) -> None:
        """Lay beside a battle what was kept of it."""
        try:
            self.of(battle).lay(msgspec.json.decode(said, type=Kept))
        except msgspec.DecodeError:
            log.exception("what lies beside battle %s is damaged, and left out", battle)

    async def keep(self, battle: str) -> None:
        """Make durable what lies beside a battle."""
        said = msgspec.json.encode(self.of(battle).kept(steady()))
        try:
            await self.store.beside(battle, said)
        except Unkept:
            self.of(battle).news = True
            raise

    @asynccontextmanager
    async def changed(self, battle: str) -> AsyncIterator[Beside]:
        """Change what lies beside a battle; if that cannot be made durable, it is as it was."""
        one = self.of(battle)
        before = one.kept(steady())
        yield one
        try:
            await self.keep(battle)
        except Unkept:
            one.lay(before)
            raise

    async def keep_all(self) -> None:
        """Make durable whatever has changed, and how far the clocks are."""
        self._kept = steady()
        for battle, one in tuple(self.all.items()):
            if one.news or (one.seconds and not one.paused and one.waits):
                try:
                    await self.keep(battle)
                except Refused:
                    log.exception("what lies beside battle %s could not be kept", battle)

    async def tend(self, here: Callable[[str], frozenset[Seat]]) -> None:
        """Tell whom the table waits for by now, where nobody is `here`; keep what is to be kept.

        Whoever cannot be told now is told the next time.
        """
        for battle, seat in self.due(here):
            try:
                await self.look(battle, seat)
            except Refused:
                log.exception("the turn of %s in battle %s could not be told", seat, battle)
        if steady() - self._kept >= KEEP_SECONDS:
            await self.keep_all()

    # ── notices ──────────────────────────────────────────────────────────────
    def due(self, here: Callable[[str], frozenset[Seat]]) -> tuple[tuple[str, Seat], ...]:
        """The seats that are to be told by now that the table waits for them."""
        now, after = steady(), self.limits.notice_seconds
        return tuple(
            (battle, seat)
            for battle, one in self.all.items()
            if one.notices
            for seat in one.due(here(battle), now, after)
        )

    async def look(self, battle: str, seat: Seat) -> None:
        """Tell a seat that it is waited for, if a person holds it still."""
        found = await self.store.glance(battle)
        if found is not None:
            rows = (row for row in found.seats if row.seat == seat and row.held == "person")
            for row in rows:
                await self.tell(battle, row, found.row.title)

    async def tell(self, battle: str, row: SeatRow, title: str) -> None:
        """Tell once, where it was asked for, that it is somebody's turn, and nothing else."""
        one = self.of(battle)
        if row.seat not in one.waits or row.seat in one.told or not self._pace.take():
            return
        one.told.add(row.seat)
        try:
            await self.keep(battle)
        except Refused:
            one.told.discard(row.seat)
            raise
        for notice in one.addresses(row.seat):
            with speaking(notice.lang):
                who = row.player or seat_name(row.seat)
                text = say("notice.turn", {"who": who, "title": title})
            self.spawn(self._post(notice.url, text))

    async def leave(self, battle: str, seat: Seat) -> None:
        """Whoever held that seat hears no more of its turns."""
        if self.of(battle).notices.pop(seat, None) is not None:
            await self.keep_soon(battle)

    async def keep_soon(self, battle: str) -> None:
        """Make durable what lies beside a battle, now or as soon as there is room for it.

        It goes with something that is done already, and must not be refused any more.
        """
        try:
            await self.keep(battle)
        except Unkept:
            log.exception("what lies beside battle %s is kept later", battle)

    async def _post(self, url: str, text: str) -> None:
        await self.poster.post(url, text)

    async def try_out(self, notice: Notice, title: str) -> None:
        """Send a first message there, which shows that it arrives; it may take some seconds."""
        checked(notice.url)
        with speaking(notice.lang):
            text = say("notice.first", {"title": title})
        if not await self.poster.post(notice.url, text, tries=1):
            raise Refused("notice-failed", 400)

    async def set_notice(self, battle: str, seat: Seat, notice: Notice | None) -> None:
        """Tell there from now on whose turn it is; nowhere without one. The room must be held."""
        async with self.changed(battle) as one:
            if notice is None:
                one.notices.pop(seat, None)
            else:
                one.notices[seat] = notice


def goes_on(row: BattleRow) -> bool:
    """Whether anything may be said in a battle; not in one whose header cannot be read."""
    try:
        return closed(row, header_of(row)) is None
    except Exception:
        log.exception("battle %s cannot go on", row.battle)
        return False
