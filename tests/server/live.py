"""A real table on a loopback port, and pages that talk to it as a browser does."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from condotta.bots.seat import make
from condotta.kernel.asks import Ask
from condotta.kernel.events import Event
from condotta.kernel.log import encode, revive_event
from condotta.kernel.records import SPECTATORS
from condotta.kernel.views import View, fold_view
from condotta.rules.library import book
from condotta.server.http.app import application
from condotta.server.http.serving import bound, config, house_among, url
from condotta.server.limits import Limits, Rate
from condotta.server.protocol import PROTOCOL
from condotta.server.rooms.house import House, house_in
from condotta.server.workers.posting import Poster

FAST = Rate(100_000, 100_000)
GENEROUS = Limits(
    messages=FAST, commands=FAST, questions=FAST, menus=FAST, requests=FAST, doors=FAST,
    foundings=FAST, verdicts=FAST, stories=FAST, watchers_of_visitor=10_000,
)  # fmt: skip
SECONDS = 60.0
BOOK = book("triumph")
EVENT: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)

BASE = ""
"""The database that tables lie in; without one, each lies in its folder."""

counting = itertools.count(1)


def live(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that waits for things, run in an event loop of its own."""

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class Live:
    """A table that is open."""

    def __init__(self, house: House, port: int, key: str) -> None:
        self.house = house
        self.port = port
        self.key = key

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self, **headers: str) -> httpx.AsyncClient:
        """Somebody with cookies of his own, who waits as long as a busy machine may need."""
        return httpx.AsyncClient(
            base_url=self.url, headers=headers, timeout=SECONDS, trust_env=False
        )

    @asynccontextmanager
    async def page(
        self, battle: str, secret: str = "", *, cookie: str = "", **hello: Any
    ) -> AsyncIterator[Page]:
        """A page at a battle that has said hello and heard how things stand."""
        async with self.socket(battle, cookie=cookie) as socket:
            page = Page(socket)
            await page.send({"kind": "hello", "protocol": PROTOCOL, "seat_secret": secret, **hello})
            await page.until("presence")
            yield page

    def socket(self, battle: str, *, cookie: str = "", **headers: str) -> connect:
        """A bare socket."""
        named = headers.pop("host", f"127.0.0.1:{self.port}")
        given = {**headers, **({"Cookie": cookie} if cookie else {})}
        return connect(
            f"ws://{named}/api/battles/{battle}/socket", host="127.0.0.1", port=self.port,
            additional_headers=given, max_size=None, proxy=None, compression=None,
        )  # fmt: skip


class Page:
    """One socket, everything it heard, and the fold of its events."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[bytes] = []
        self.heard: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.first = 1
        self.welcome: dict[str, Any] = {}
        self.waiting: dict[str, Any] = {}
        self.bye: dict[str, Any] | None = None

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.first - 1 + len(self.events)

    async def send(self, message: Any) -> None:
        data = message if isinstance(message, str | bytes) else msgspec.json.encode(message)
        await self.socket.send(data.decode() if isinstance(data, bytes) else data)

    async def hear(self, seconds: float = SECONDS) -> dict[str, Any]:
        """The next message; numbers without gaps are asserted."""
        async with asyncio.timeout(seconds):
            raw = await self.socket.recv()
        data = raw.encode() if isinstance(raw, str) else raw
        self.raw.append(data)
        message = msgspec.json.decode(data)
        self.heard.append(message)
        match message["kind"]:
            case "welcome":
                self.welcome = message
                self.first = message["events_from"]
            case "events":
                assert message["from"] == self.number + 1, "a gap in the numbers"
                self.events += message["events"]
            case "waiting":
                self.waiting = message
            case "bye":
                self.bye = message
        return message

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Hear until a message of that kind with those fields."""
        while True:
            message = await self.hear()
            if message["kind"] == kind and fields.items() <= message.items():
                return message

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something that has an id, and wait for its reply."""
        number = fields.pop("id", None) or f"m{next(counting)}"
        await self.send({"kind": kind, "id": number, **fields})
        return await self.until("reply", id=number)

    async def over(self) -> dict[str, Any] | None:
        """Wait until the table hangs up."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed:
            return self.bye

    # ── playing ──────────────────────────────────────────────────────────────
    def view(self) -> View:
        """What the page knows, folded from nothing but its own events."""
        seats = self.welcome["you"]
        events = [revive_event(BOOK, EVENT.decode(encode(one))) for one in self.events]
        return fold_view(seats[0] if seats else SPECTATORS, events)

    def mine(self) -> tuple[Ask, ...]:
        """The open questions to one's own seats."""
        return tuple(ask for ask in self.view().asks if ask.seat in self.welcome["you"])

    def answer(self, ask: Ask) -> dict[str, Any]:
        """Something legal to say to a question."""
        said = make("random", BOOK, f"{ask.id}").answer(self.view(), ask)
        found: dict[str, Any] = msgspec.json.decode(encode(said))
        return found

    async def play(self, ask: Ask, **fields: Any) -> dict[str, Any]:
        """Answer a question."""
        action = self.answer(ask)
        return await self.ask("command", seat=ask.seat, ask=ask.id, action=action, **fields)

    async def turn(self) -> Ask:
        """Wait until one of one's own seats is asked something."""
        while not (asked := self.mine()):
            await self.hear()
        return asked[0]


@asynccontextmanager
async def open_table(
    folder: Path,
    limits: Limits = GENEROUS,
    *,
    page: Path | None = None,
    workers: int = 1,
    poster: Poster | None = None,
    addresses: Callable[[], tuple[str, ...]] = tuple,
    base: str = "",
    lease: float = 2.0,
) -> AsyncIterator[Live]:
    """A table over a folder, or over the database at an address, closed at the end."""
    folder.mkdir(exist_ok=True)
    listening = bound("127.0.0.1", 0)
    if base or BASE:
        from condotta.server.store.postgres import PostgresStore

        at = url("127.0.0.1", listening.getsockname()[1])
        store, key = PostgresStore(base or BASE, lease=lease), "the key of the house"
        house = house_among(store, at, limits=limits, key=key, workers=workers, poster=poster)
    else:
        house = house_in(folder, limits, "the key of the house", workers, poster)
    extra = {} if page is None else {"folder": page}
    server = uvicorn.Server(config(application(house, addresses=addresses, **extra), limits))
    server.install_signal_handlers = lambda: None
    serving = asyncio.ensure_future(server._serve([listening]))
    while not server.started:
        await asyncio.sleep(0.005)
        if serving.done():
            await serving
    try:
        yield Live(house, listening.getsockname()[1], "the key of the house")
    finally:
        server.should_exit = True
        await serving
        listening.close()


async def found(browser: httpx.AsyncClient, **wanted: Any) -> dict[str, Any]:
    """A new battle; both seats are the asker's unless something else is said.

    Its dice wait for nobody's words.
    """
    both = [{"held_by": "you"}, {"held_by": "you"}]
    wanted = {"seats": both, "dice": "committed", **wanted}
    answer = await browser.post("/api/battles", json=wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    made["secrets"] = {one["seat"]: one["secret"] for one in made["seats"]}
    return made
