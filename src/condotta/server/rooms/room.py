"""A room: one battle, the seats and who holds them, and everybody who listens.

Whatever is said is taken in turn, under one lock. Its events are durable before anybody hears of
them, and questions about the table are answered from what is durable as well.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from condotta.kernel.asks import Action
from condotta.kernel.battle import Battle
from condotta.kernel.errors import Illegal, Misruled
from condotta.kernel.events import Event
from condotta.kernel.log import Header
from condotta.kernel.records import CHANCE, Seat
from condotta.server.dice.cups import DiceKept, put_cup
from condotta.server.dice.mixing import Mixing
from condotta.server.games.actions import action_of, digest_of
from condotta.server.games.games import game
from condotta.server.parts import AssaultShown, LinkShown
from condotta.server.protocol import Command, Reply, Undo
from condotta.server.reasons import Refused, refusal
from condotta.server.rooms import handing
from condotta.server.rooms.attending import Attending
from condotta.server.rooms.beside import Beside
from condotta.server.rooms.feed import Feed, Sitter, wire
from condotta.server.rooms.founding import batch_of, waited
from condotta.server.rooms.handing import Change
from condotta.server.rooms.seating import Seating
from condotta.server.rooms.stirring import TIRED, Stirring, finished
from condotta.server.steady import steady
from condotta.server.store import keys
from condotta.server.store.store import Batch, BattleRow, Progress, SeatRow, Store, Unkept

REMEMBERED = 256
BOTS = "bot "
"""How the ids of what bots say begin: no page may use such a one, or it could silence a bot."""
STALE = 60
IDLE_STORIES = 8
"""How many stories a room keeps for those who may come back."""

log = logging.getLogger("condotta.room")


class Broken(Exception):
    """The rules failed in the middle of something: a bug, and the battle must go back."""


def nothing() -> None:
    """What follows in a room where nothing works."""


class Speaker(Protocol):
    """Whoever says something, with the seats held when it comes to be said."""

    seats: tuple[Seat, ...]


class Room(Stirring, Attending):
    """A battle that is being played."""

    def __init__(
        self,
        row: BattleRow,
        header: Header,
        seating: Seating,
        *,
        battle: Battle,
        kept: int,
        store: Store,
    ) -> None:
        """`kept` events of the battle are durable."""
        self.row = row
        self.header = header
        self.book = battle.book
        self.seating = seating
        self.dice = msgspec.json.decode(row.dice, type=DiceKept)
        self.lock = asyncio.Lock()
        self.feeds: dict[tuple[Seat, ...], Feed] = {}
        self.done: dict[tuple[Seat, str], tuple[bytes, int]] = {}
        self.refused: OrderedDict[tuple[Seat, str], tuple[bytes, Reply]] = OrderedDict()
        self.closed: Refused | None = None
        self.gone = False
        """Whether the battle is in another room by now: whoever comes yet is to call again."""
        self.touched = steady()
        self.progress: Progress | None = None
        self.beside = Beside()
        self.mixing = Mixing(self.dice, steady())
        self.after: Callable[[], None] = nothing
        self.battle = battle
        self.kept = kept
        self.store = store
        self.handovers = {}
        self.seen_by = handing.known(battle)

    def must_stay(self) -> None:
        """Nothing is kept of a room that was closed while somebody waited for it."""
        if self.gone:
            raise Refused("moved", 503)

    # ── what is said ─────────────────────────────────────────────────────────
    async def say(self, speaker: Speaker, said: Command | Undo) -> Reply:
        """Do what the holder of some seats says, once; or say why not."""
        return await finished(self._in_turn(speaker, said))

    async def _in_turn(self, speaker: Speaker, said: Command | Undo) -> Reply:
        async with self.lock:
            self.touched = steady()
            try:
                return await self._said(speaker.seats, said)
            except Refused as why:
                return refusal(said.id, why)

    async def _said(self, seats: tuple[Seat, ...], said: Command | Undo) -> Reply:
        self.check_seat(seats, said)
        ask, action = (said.ask, said.action) if isinstance(said, Command) else (None, "undo")
        key, digest = (said.seat, said.id), digest_of(ask, action)
        known = self.done.get(key)
        if known is not None:
            return self.again(seats, said.id, known, digest)
        old = self.refused.get(key)
        if old is not None:
            return old[1] if old[0] == digest else refusal(said.id, Refused("id-reused"))
        if self.closed is not None:
            raise self.closed
        try:
            self.act(said)
        except Illegal as why:
            return self.remember(key, digest, refusal(said.id, why))
        except Refused as why:
            return self.remember(key, digest, refusal(said.id, why))
        except Broken:
            self.go_back()
            return self.remember(key, digest, refusal(said.id, Refused("fault", 500)))
        await self.keep(said.seat, said.id, digest)
        length = len(self.battle.log)
        self.done[key] = (digest, length)
        self.publish()
        return Reply(id=said.id, ok=True, number=self.number(seats, length))

    def act(self, said: Command | Undo) -> None:
        """Change the battle, in memory only. What no rule foresaw is `Broken`."""
        try:
            if isinstance(said, Undo):
                self.battle.undo(said.seat)
            else:
                action = action_of(self.book, self.battle.state.position, said.action)
                self.battle.say(said.seat, action, said.ask)
            self.stir()
        except (Illegal, Refused):
            raise
        except Exception as why:
            kind = "a procedure" if isinstance(why, Misruled) else "the rules"
            what = type(said).__name__
            log.exception("%s failed on %s in battle %s", kind, what, self.row.battle)
            raise Broken from why

    def roll(self) -> None:
        """Give the battle its cup; what waits to be rolled is rolled."""
        if self.closed is None:
            put_cup(self.battle, self.dice)

    def check_seat(self, seats: tuple[Seat, ...], said: Command | Undo) -> None:
        """Whether they may speak for a seat; real dice are typed in by anybody who plays.

        Not those asked for in secret: the table draws them.
        """
        if said.seat in seats:
            return
        typed = said.seat == CHANCE and self.dice.mode == "typed" and bool(seats)
        if not typed or self.in_secret(said):
            raise Refused("not-your-seat", 403, seat=said.seat[:40])

    def in_secret(self, said: Command | Undo) -> bool:
        """Whether that answers a question whose answer nobody may see."""
        number = said.ask if isinstance(said, Command) else None
        return any(ask.secret for ask in self.battle.state.asks if ask.id == number)

    def again(
        self, seats: tuple[Seat, ...], number: str, known: tuple[bytes, int], digest: bytes
    ) -> Reply:
        """The reply to something that was done before."""
        if known[0] != digest:
            return refusal(number, Refused("id-reused"))
        return Reply(id=number, ok=True, number=self.number(seats, known[1]))

    def number(self, seats: tuple[Seat, ...], length: int) -> int:
        """The number that those seats have for an event of the truth."""
        return self.feed(tuple(seat for seat in seats if seat != CHANCE)).number(length)

    def remember(self, key: tuple[Seat, str], digest: bytes, reply: Reply) -> Reply:
        """Keep a refusal for a while, so that the same command gets the same reply."""
        self.refused[key] = (digest, reply)
        if len(self.refused) > REMEMBERED:
            self.refused.popitem(last=False)
        return reply

    # ── what is kept ─────────────────────────────────────────────────────────
    async def keep(self, seat: Seat, command: str, digest: bytes) -> None:
        """Make what happened durable; if that cannot be, it has not happened."""
        batch = batch_of(self.battle.log, self.kept, seat, command, digest)
        progress = self.advanced()
        try:
            await self.store.append(self.row.battle, batch, progress)
        except Unkept:
            log.exception("battle %s could not be kept", self.row.battle)
            self.go_back()
            raise
        self.kept = len(self.battle.log)
        self.progress = progress or self.progress

    def advanced(self) -> Progress | None:
        """How far the battle is, when the list of battles should know."""
        position = self.battle.state.position
        ended = position.ended
        now = Progress(
            touched=int(time.time()),
            turn=position.turn,
            phase=position.phase,
            winners=None if ended is None else ended.winners,
            waits=self.waited(),
        )
        old = self.progress
        if (
            old is not None
            and msgspec.structs.replace(now, touched=old.touched) == old
            and abs(now.touched - old.touched) < STALE
        ):
            return None
        return now

    def go_back(self) -> None:
        """Forget what is not durable. It needs no disk, which may be what failed."""
        self.battle = Battle(self.book, self.battle.log[: self.kept])
        self.roll()
        for feed in self.feeds.values():
            feed.moved(self.battle)
        self.look_again(TIRED)

    # ── what lies beside it ──────────────────────────────────────────────────
    def waited(self) -> tuple[Seat, ...]:
        """The seats that are asked something now, as everybody may know it."""
        return waited(self.battle, self.seating.rows, self.dice)

    def wait(self) -> None:
        """The clocks of those who are asked go on; everybody sees whose."""
        waits = () if self.closed is not None else self.seating.persons(self.waited())
        if self.beside.wait(waits, steady()) and self.beside.seconds:
            self.tell_clock()

    def tell_clock(self, *sitters: Sitter) -> None:
        """Tell some pages how the clocks stand, or all of them."""
        data = wire(self.beside.clock(steady()))
        for sitter in sitters or self.sitters():
            sitter.tell(data)

    # ── who sits where ───────────────────────────────────────────────────────
    async def reseat(self, row: SeatRow, change: Change) -> None:
        """A seat is somebody else's from now on; whoever held it watches, and is told so.

        The log tells it to everybody, but for a battle in which seats know nothing of their own.
        """
        batch: Batch | None = None
        if not self.unbound:
            if self.closed is not None:
                raise self.closed
            told = handing.event_of(self.battle, self.seating, row, change)
            self.battle.announce(told)
            batch = batch_of(self.battle.log, self.kept)
        try:
            await self.store.seat(self.row.battle, row, batch)
        except Unkept:
            self.go_back()
            raise
        self.kept = len(self.battle.log)
        if batch is not None:
            self.seen_by = handing.known(self.battle)
        before = self.seating.row(row.seat)
        self.seating.rows[row.seat] = row
        self.beside.gone.pop(row.seat, None)
        self.handovers.pop(row.seat, None)
        if row.held == "bot" and before.held == "person":
            self.beside.lent[row.seat] = before.person
        elif row.held != "bot":
            self.beside.lent.pop(row.seat, None)
        self.beside.news = True
        for sitter in self.sitters():
            sitter.grants = tuple(seat for seat in sitter.grants if seat != row.seat)
            if row.seat in sitter.seats:
                sitter.hang_up("seat-changed", again=True)
                sitter.seats = ()
        self.publish()
        self.tell_presence()
        self.look_again(0.0)

    async def open_anew(self, row: SeatRow) -> str:
        """Another secret opens a seat as well; whoever holds it holds it still."""
        secret = keys.new_secret()
        row = msgspec.structs.replace(row, secret=keys.one_more(secret, row.secret))
        await self.store.seat(self.row.battle, row)
        self.seating.rows[row.seat] = row
        return secret

    # ── who hears of it ──────────────────────────────────────────────────────
    def feed(self, seats: tuple[Seat, ...]) -> Feed:
        """The audience of those seats."""
        if seats not in self.feeds:
            self.feeds[seats] = Feed(self.battle, seats, self.seating.called)
        return self.feeds[seats]

    def spare(self) -> None:
        """Forget the stories in which nobody listens any more, the last few excepted."""
        idle = [(feed, lang) for feed in self.feeds.values() for lang in feed.idle()]
        for feed, lang in idle[:-IDLE_STORIES]:
            del feed.tellers[lang]

    def publish(self) -> None:
        """Tell every audience what is new, then wake whoever is asked."""
        for feed in self.feeds.values():
            feed.publish()
        self.wait()
        self.after()
        self.tell_waiting()
        self.tell_words()

    def tell_waiting(self) -> None:
        """Tell every audience whom the table waits for."""
        thinking = self.seating.thinking()
        for feed in self.feeds.values():
            feed.tell_waiting(thinking)

    def sitters(self) -> tuple[Sitter, ...]:
        """Everybody who listens, in the order they came."""
        return tuple(sitter for feed in self.feeds.values() for sitter in feed.sitters)

    def here(self) -> frozenset[Seat]:
        """The seats at which somebody looks at the table now."""
        return frozenset(seat for sitter in self.sitters() for seat in sitter.seats)

    def tell_presence(self) -> None:
        """Tell everybody who sits where."""
        here, stands, asked = self.here(), self.stands(), self.asked()
        watchers = [sitter.name for sitter in self.sitters() if not sitter.seats]
        for feed in self.feeds.values():
            told = self.seating.presence(
                feed.seats,
                here,
                watchers,
                self.beside.next,
                stands=stands,
                absence=self.beside.absence,
                asked=asked,
            )
            data = wire(told)
            for sitter in feed.sitters:
                sitter.tell(data)

    def judged(self, seat: Seat, ask: int | None, action: dict[str, Any]) -> Any:
        """What the rules would say to that, from what the seat can see."""
        said: Action = action_of(self.book, self.battle.view(seat).position, action)
        return self.battle.judge(seat, said, ask)

    def weighed(
        self, seat: Seat, ask: int | None, action: dict[str, Any], *, legal: bool
    ) -> tuple[tuple[LinkShown, ...] | None, tuple[AssaultShown, ...] | None]:
        """What an answer would look like: who stands near whom; if legal, what attacks may do."""
        view = self.battle.view(seat)
        said: Action = action_of(self.book, view.position, action)
        question = next((one for one in view.mine() if one.id == ask), None)
        kind = game(self.header.system)
        return kind.weighed(self.book, view.position, question, said, legal=legal)

    def events(self, since: int) -> tuple[Event, ...]:
        """The whole truth after so many events. Only for a battle that is over."""
        return tuple(self.battle.log[since : self.kept])
