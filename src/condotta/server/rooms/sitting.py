"""A page at a table: one socket, what it says taken in order, what it hears written in order."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from condotta.kernel.records import Seat
from condotta.server.games.titles import tidy
from condotta.server.limits import Bucket, Limits
from condotta.server.messages import Message
from condotta.server.protocol import (
    PROTOCOL,
    Bye,
    Error,
    Hello,
    Ping,
    Pong,
    Said,
    Tell,
    Welcome,
)
from condotta.server.reasons import Refused
from condotta.server.rooms import hinting
from condotta.server.rooms.feed import Feed, settings_shown, wire
from condotta.server.rooms.room import Room
from condotta.server.rooms.telling import tongue

POLICY, AGAIN, GONE = 1008, 1012, 1000
HELLO_SECONDS = 10.0
ERRORS = 20

log = logging.getLogger("condotta.room")

SAID: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


class Answers(Protocol):
    """Whoever does what a page says once it has said hello."""

    async def take(self, sitting: Sitting, said: Message) -> None:
        """Do it, and tell the page."""


class Sitting:
    """One page at the table of one battle."""

    def __init__(self, socket: WebSocket, room: Room, limits: Limits, person: bytes) -> None:
        self.socket = socket
        self.room = room
        self.limits = limits
        self.person = person
        self.seats: tuple[Seat, ...] = ()
        self.grants: tuple[Seat, ...] = ()
        self.base = 0
        self.lang = ""
        self.name = ""
        self.feed: Feed | None = None
        self.commands = Bucket(limits.commands)
        self.questions = Bucket(limits.questions)
        self.menus = Bucket(limits.menus)
        self._stories = Bucket(limits.stories)
        self._messages = Bucket(limits.messages)
        self._unsent: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._gone = asyncio.Event()
        self._end: tuple[int, bytes] | None = None
        self._errors = 0

    # ── what it hears ────────────────────────────────────────────────────────
    def tell(self, data: bytes) -> None:
        """Send a message; a page that cannot keep up is asked to call back."""
        if self._end is not None:
            return
        if len(self._unsent) >= self.limits.unsent:
            self.hang_up("too-slow", again=True)
            return
        self._unsent.append(data)
        self._gone.clear()
        self._news.set()

    def hang_up(self, key: str, *, again: bool) -> None:
        """Say goodbye and close."""
        if self._end is None:
            code = AGAIN if again else POLICY
            self._end = (code, wire(Bye(key=f"server.{key}", again=again)))
            self._news.set()

    def complain(self, why: Refused) -> None:
        """A message that could not be taken; after many the page is cut off."""
        self._errors += 1
        self.tell(wire(Error(key=why.key, params=why.params)))
        if self._errors >= ERRORS:
            self.hang_up("too-many-errors", again=False)

    async def write(self) -> None:
        """Send what there is to send until somebody hangs up."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._unsent:
                await self.socket.send_text(self._unsent.popleft().decode())
            self._gone.set()
            if self._end is not None:
                await self.socket.send_text(self._end[1].decode())
                await self.socket.close(self._end[0])
                return

    # ── what it says ─────────────────────────────────────────────────────────
    async def serve(self, answers: Answers) -> None:
        """Listen and write until either side hangs up."""
        writing = asyncio.create_task(self.write())
        reading = asyncio.create_task(self.read(answers))
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and not writing.done() and self._end is not None:
                await asyncio.wait((writing,), timeout=1.0)
        finally:
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)
            await self.leave()

    async def read(self, answers: Answers) -> None:
        """Take what the page says, one thing after another."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                greeted = await self.greeted()
            while greeted and self._end is None:
                said = await self.heard()
                match said:
                    case None:
                        continue
                    case Hello():
                        self.complain(Refused("hello-twice"))
                    case Ping(id=number):
                        self.tell(wire(Pong(id=number)))
                    case Tell(lang=lang):
                        await self.retell(lang)
                    case _:
                        await self.taken(answers, said)
        except TimeoutError:
            self.hang_up("no-hello", again=False)
        except WebSocketDisconnect:
            return

    async def taken(self, answers: Answers, said: Message) -> None:
        """Have it done; what nobody foresaw costs this page one message and nobody anything."""
        try:
            await answers.take(self, said)
        except (asyncio.CancelledError, WebSocketDisconnect):
            raise
        except Exception:
            log.exception("%s in battle %s", said, self.room.row.battle)
            self.complain(Refused("fault", 500))

    async def heard(self) -> Said | None:
        """The next message, or None where there was something else."""
        raw = await self.socket.receive()
        if raw["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(raw.get("code") or GONE)
        if not self._messages.take():
            self.hang_up("flood", again=False)
            return None
        text = raw.get("text")
        try:
            if text is None:
                raise Refused("no-text")
            if len(text.encode("utf-8", "surrogatepass")) > self.limits.message:
                raise Refused("too-large", most=self.limits.message)
            return SAID.decode(text.encode())
        except Refused as why:
            self.complain(why)
        except (msgspec.DecodeError, ValueError, RecursionError) as why:
            self.complain(Refused("unreadable", 400, why=str(why)[:200]))
        return None

    async def greeted(self) -> bool:
        """Wait for the hello and sit down; whether that went well."""
        while (said := await self.heard()) is None:
            if self._end is not None:
                return False
        match said:
            case Hello(protocol=version) if version != PROTOCOL:
                self.hang_up("other-protocol", again=False)
            case Hello():
                await self.sit(said)
                return True
            case _:
                self.hang_up("no-hello", again=False)
        return False

    async def sit(self, hello: Hello) -> None:
        """Take the seats that are granted, and be told how things stand."""
        async with self.room.lock:
            if self.room.gone:
                self.hang_up("moved", again=True)
                return
            granted = self.room.seating.granted(self.person, hello.seat_secret)
            if hello.seat_secret and not granted:
                self.hang_up("no-grant", again=False)
                return
            wanted = granted if hello.seats is None else hello.seats
            seats = tuple(seat for seat in granted if seat in wanted)
            if full(self.room, seats, self.limits):
                self.hang_up("full", again=False)
                return
            self.seats, self.grants = seats, granted
            self.name = tidy(hello.name)
            self.lang = tongue(hello.lang) if hello.lang else ""
            self.feed = feed = self.room.feed(seats)
            if self.lang:
                await feed.prepare(self.lang)
            self.greet(feed, hello)
            feed.sitters[self] = None
            self.room.tell_words(self)
            self.room.tell_presence()
            self.room.moved(granted)

    def greet(self, feed: Feed, hello: Hello) -> None:
        """Welcome the page, then bring it up to date."""
        known = hello.after if hello.stream == feed.name else 0
        seen = known if feed.knows(known, hello.mark) else 0
        if known > seen:
            log.warning("battle %s is older than what a page has seen", self.room.row.battle)
        picture = hello.snapshot and not seen
        start = feed.count if picture else seen
        self.tell(wire(self.welcome(feed, start + 1, set_back=known > seen)))
        if picture:
            self.base = feed.count
            self.tell(feed.snapshot())
        else:
            for page in feed.pages(seen, self.lang):
                self.tell(page)
        self.tell(feed.waiting(self.room.seating.thinking()))
        if self.room.beside.seconds:
            self.room.tell_clock(self)

    def welcome(self, feed: Feed, start: int, *, set_back: bool) -> Welcome:
        """Which battle this is, and who the page is in it."""
        room = self.room
        host = room.seating.is_host(self.person)
        return Welcome(
            protocol=PROTOCOL,
            battle=room.row.battle,
            title=room.row.title,
            system=room.header.system,
            engine=room.header.engine,
            settings=settings_shown(dict(room.header.settings)),
            dice=room.header.dice,
            words=self.grants if room.header.dice == "shared" else (),
            hints=hinting.adviser(room),
            seats=room.seating.shown(feed.seats, stands=room.stands()),
            you=feed.seats,
            host=host,
            code=room.row.code,
            stream=feed.name,
            events_from=start,
            set_back=set_back,
            archived=room.row.archived,
        )

    async def retell(self, lang: str) -> None:
        """Tell the page everything again, and what follows, in another language.

        What it was to be sent before goes first: whoever does not read cannot pile up stories.
        """
        if not self._stories.take():
            self.complain(Refused("too-fast", 429))
            return
        await self._gone.wait()
        async with self.room.lock:
            if self.feed is None:
                return
            await self.feed.prepare(lang)
            self.lang = tongue(lang)
            for page in self.feed.story(self.lang):
                self.tell(page)

    async def leave(self) -> None:
        """Get up from the table."""
        if self.feed is not None and self in self.feed.sitters:
            del self.feed.sitters[self]
            self.room.spare()
            self.room.tell_presence()
            self.room.moved(self.grants)


def full(room: Room, seats: tuple[Seat, ...], limits: Limits) -> bool:
    """Whether no more pages may sit there: however many watch, a seat has places of its own."""
    sitters = room.sitters()
    if not seats:
        return sum(not one.seats for one in sitters) >= limits.watchers_of_room
    return any(
        sum(seat in one.seats for one in sitters) >= limits.sockets_of_seat for seat in seats
    )
