"""A whole server in this process, spoken to over HTTP and WebSocket as pages speak to it.

Nothing of it is made up but the network: the application, its guards, its house, its store and its
rooms are the product's. Workers think at once, and everything that they are given is kept.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.chance import Cup
from condotta.kernel.events import Sealed
from condotta.kernel.log import encode
from condotta.kernel.records import Seat
from condotta.report.logbook import header_of
from condotta.server.dice.cups import DiceKept
from condotta.server.http.app import application
from condotta.server.protocol import PROTOCOL
from condotta.server.rooms.founding import Founded, batch_of, waited
from condotta.server.rooms.house import House
from condotta.server.store import keys
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import BattleRow, SeatRow
from condotta.server.times import Times
from condotta.server.workers import thinker
from condotta.server.workers.posting import Poster
from condotta.server.workers.thinker import Job, Result, Think
from tests.server.live import GENEROUS

LIMITS = msgspec.structs.replace(
    GENEROUS, notice_seconds=1e9, notices=GENEROUS.requests, rulings=GENEROUS.requests
)
HOST, LANDLORD = "host", "landlord"
"""Who set the battles up and holds no seat; whose server it is."""
DIGEST = re.compile(rb'"([0-9a-f]{64})"')
METRICS = "the key of the figures"
NOW = re.compile(
    rb'"(updated|created|away)":\d+|"mark":"[0-9a-f]{16}"'
    rb'|_seconds_(bucket\{le="[0-9.]+"\}|sum) [0-9.]+'
)
"""What the clock says, and marks: what all that a page was told comes to, seals among it."""
SECONDS = 60.0


def cookie_of(person: str) -> str:
    """The cookie of somebody, long enough to be one; none for a stranger."""
    return hashlib.blake2b(person.encode(), digest_size=24).hexdigest() if person else ""


def digest_of(person: str) -> bytes:
    """What the store keeps of him."""
    return keys.digest(cookie_of(person)) if person else b""


class Heads:
    """Workers that think in this process. What bots are given is kept, and they never answer."""

    def __init__(self) -> None:
        self.given: list[bytes] = []
        self.said: list[bytes] = []
        self.never = asyncio.Event()
        self.thought = Times()

    async def do(self, job: Job, _: float, **__: object) -> Result:
        """The result of a job; of a bot's job only what it would be is kept."""
        if isinstance(job, Think) and not job.why:
            self.given.append(msgspec.json.encode(job))
            self.said.append(msgspec.json.encode(thinker.done(msgspec.json.encode(job))))
            await self.never.wait()
        return thinker.done(msgspec.json.encode(job))

    async def close(self) -> None:
        """There is nothing to stop."""


class Letters(Poster):
    """Posts nothing, and keeps what it was to post."""

    def __init__(self) -> None:
        super().__init__(pauses=(0.0,))
        self.sent: list[tuple[str, str]] = []

    async def post(self, url: str, text: str, *, tries: int = 0) -> bool:
        """It arrived."""
        del tries
        self.sent.append((url, text))
        return True


class Page:
    """One page at a table: everything that it heard, as it came."""

    def __init__(self, app: Any, battle: str, person: str) -> None:
        self.inward: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[bytes] = []
        self.news = asyncio.Event()
        headers = [(b"host", b"127.0.0.1")]
        if person:
            headers.append((b"cookie", f"condotta={cookie_of(person)}".encode()))
        path = f"/api/battles/{battle}/socket"
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
            "headers": headers, "client": ("127.0.0.1", 9), "server": ("127.0.0.1", 80),
            "subprotocols": [], "state": {},
        }  # fmt: skip
        self.inward.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(app(scope, self.inward.get, self.told))

    async def told(self, message: Any) -> None:
        """What the server sends."""
        if message["type"] == "websocket.send":
            self.heard.append(message["text"].encode())
        elif message["type"] == "websocket.close":
            self.heard.append(b"closed " + str(message.get("reason", "")).encode())
        self.news.set()

    def say(self, message: Mapping[str, Any]) -> None:
        """What the page says."""
        text = msgspec.json.encode(message).decode()
        self.inward.put_nowait({"type": "websocket.receive", "text": text})

    async def until(self, wanted: Callable[[bytes], bool], start: int = 0) -> bytes:
        """Wait for such a message."""
        while True:
            found = next((one for one in self.heard[start:] if wanted(one)), None)
            if found is not None:
                return found
            self.news.clear()
            async with asyncio.timeout(SECONDS):
                await self.news.wait()

    async def hello(self, **fields: Any) -> None:
        """Sit down, and hear everything up to now."""
        self.say({"kind": "hello", "protocol": PROTOCOL, **fields})
        await self.until(lambda one: b'"kind":"presence"' in one or one.startswith(b"closed "))

    async def ask(self, message: Mapping[str, Any]) -> bytes:
        """Say something that has an id, and wait for its reply."""
        start, name = len(self.heard), msgspec.json.encode(message["id"])
        self.say(message)
        return await self.until(
            lambda one: b'"kind":"reply"' in one and b'"id":' + name + b"," in one, start
        )

    async def tell(self, lang: str) -> bytes:
        """Have everything told again in a language."""
        start = len(self.heard)
        self.say({"kind": "tell", "lang": lang})
        return await self.until(lambda one: b'"kind":"story"' in one, start)

    async def babble(self, text: str) -> bytes:
        """Say what no page says, and wait for what comes of it."""
        start = len(self.heard)
        self.inward.put_nowait({"type": "websocket.receive", "text": text})
        return await self.until(lambda one: b'"kind":"error"' in one, start)

    async def close(self) -> None:
        """Get up."""
        self.inward.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


class Mount(NamedTuple):
    """A battle as it is put on a table: who sits where, how it rolls."""

    number: int
    title: str
    persons: Mapping[Seat, str]
    bots: Mapping[Seat, str]
    dice: DiceKept = DiceKept(mode="seeded")
    cup: Callable[[], Cup | None] = lambda: None

    @property
    def battle(self) -> str:
        """The id in addresses."""
        return f"battle-{self.number:05}"

    @property
    def code(self) -> str:
        """The short code at the door."""
        return f"CDE{self.number:03}"


class Town:
    """One world: a server, and everybody who talks to it."""

    def __init__(self, house: House, heads: Heads, letters: Letters, app: Any) -> None:
        self.house = house
        self.heads = heads
        self.letters = letters
        self.app = app
        self.sealed: set[str] = set()
        self.browsers: dict[str, httpx.AsyncClient] = {}
        self.pages: dict[str, Page] = {}

    def plain(self, data: bytes) -> bytes:
        """An answer without what the clock says and what seals of its own battles publish.

        Such a digest differs with what was sealed, and its salt keeps it from telling. Any other
        digest stays: one without a salt tells whoever guesses.
        """
        logs = [one.room.battle.log for one in self.house.rooms.values()]
        self.sealed |= {one.digest for log in logs for one in log if isinstance(one, Sealed)}

        def kept(found: re.Match[bytes]) -> bytes:
            return b'""' if found[1].decode() in self.sealed else found[0]

        return NOW.sub(b"", DIGEST.sub(kept, data))

    def browser(self, person: str) -> httpx.AsyncClient:
        """Somebody who asks over HTTP; a stranger has no cookie."""
        if person not in self.browsers:
            headers = {"cookie": f"condotta={cookie_of(person)}"} if person else {}
            self.browsers[person] = httpx.AsyncClient(
                transport=httpx.ASGITransport(app=self.app), base_url="http://127.0.0.1",
                headers=headers, trust_env=False,
            )  # fmt: skip
        return self.browsers[person]

    async def mount(self, battle: Battle, how: Mount) -> None:
        """Put a battle on a table as it is now."""
        position = battle.state.position
        header = header_of(battle.book, {"name": how.title}, how.dice.mode, 0)
        rows = tuple(
            SeatRow(
                seat=chair.seat, side=chair.side, name=chair.name,
                held="bot" if chair.seat in how.bots else "person",
                bot=how.bots.get(chair.seat, ""),
                player="" if chair.seat in how.bots else how.persons[chair.seat].title(),
                person=b"" if chair.seat in how.bots else digest_of(how.persons[chair.seat]),
            )
            for chair in position.chairs
        )  # fmt: skip
        row = BattleRow(
            battle=how.battle, code=how.code, title=how.title, header=encode(header),
            dice=msgspec.json.encode(how.dice), host=digest_of(HOST), turn=position.turn,
            phase=position.phase, waits=waited(battle, position.seats(), how.dice),
            winners=None if position.ended is None else position.ended.winners,
        )  # fmt: skip
        await self.house.keep(Founded(row, rows, batch_of(battle.log, 0), ()))
        self.house.rooms[how.battle].room.battle.cup = how.cup()

    async def sit(self, name: str, battle: str, person: str, **hello: Any) -> Page:
        """A page sits down."""
        page = self.pages[name] = Page(self.app, battle, person)
        await page.hello(**hello)
        return page

    async def post(self) -> str:
        """What is posted now to those who are away, as if they had been away long enough."""
        besides = self.house.besides
        besides.limits = msgspec.structs.replace(LIMITS, notice_seconds=0.0)
        await besides.tend(self.house.here)
        besides.limits = LIMITS
        await self.settle()
        sent = repr(self.letters.sent)
        self.letters.sent.clear()
        return sent

    async def settle(self) -> None:
        """Let everything be sent that is on its way."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def rise(self) -> None:
        """Everybody gets up."""
        for page in self.pages.values():
            await page.close()
        self.pages.clear()

    def shut(self, battle: str) -> None:
        """A table that nobody needs any more."""
        self.house.shut(battle)


@asynccontextmanager
async def town(folder: Path) -> AsyncIterator[Town]:
    """A server over a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    heads, letters = Heads(), Letters()
    given: Any = heads
    house = House(SqliteStore(folder / "table.sqlite"), LIMITS, given, "the key", letters)
    await house.store.own(digest_of(LANDLORD))
    app = application(house, metrics=METRICS)
    made = Town(house, heads, letters, app)
    async with app.router.lifespan_context(app):
        try:
            yield made
        finally:
            await made.rise()
            for browser in made.browsers.values():
                await browser.aclose()
