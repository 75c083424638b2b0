"""Rooms that talk to pages made of queues: every byte sent can be compared."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.log import Header, encode
from condotta.server.dice.cups import DiceKept
from condotta.server.protocol import PROTOCOL
from condotta.server.rooms.answering import Answering
from condotta.server.rooms.room import Room
from condotta.server.rooms.seating import Seating
from condotta.server.rooms.sitting import Sitting
from condotta.server.store.store import Batch, BattleRow, Progress, SeatRow
from condotta.server.workers import thinker
from tests.server.live import GENEROUS


class MemoryStore:
    """A store that forgets; it may be told to be full."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []

    async def append(self, _: str, batch: Batch, __: Progress | None) -> None:
        await asyncio.sleep(0)
        self.batches.append(batch)

    async def seat(self, _: str, __: SeatRow, ___: Batch | None = None) -> None:
        await asyncio.sleep(0)


class Inline:
    """Workers that think at once, in this process."""

    async def do(self, job: thinker.Job, _: float, **__: object) -> thinker.Result:
        return thinker.done(msgspec.json.encode(job))


class Socket:
    """A socket whose other end is a test."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[bytes] = []
        self.news = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def send_text(self, text: str) -> None:
        self.sent.append(text.encode())
        self.news.set()

    async def close(self, code: int) -> None:
        self.sent.append(f"closed {code}".encode())
        self.news.set()


class Watcher:
    """A page: says things and waits for what comes of them."""

    def __init__(self, room: Room, answering: Answering, person: bytes) -> None:
        self.socket = Socket()
        self.sitting = Sitting(self.socket, room, GENEROUS, person)
        self.task = asyncio.ensure_future(self.sitting.serve(answering))

    def say(self, message: dict[str, Any]) -> None:
        self.socket.said.put_nowait(
            {"type": "websocket.receive", "text": msgspec.json.encode(message).decode()}
        )

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Say it and wait for the reply with its id."""
        self.say(message)
        wanted = msgspec.json.encode(message["id"])
        start = len(self.socket.sent)
        while True:
            for data in self.socket.sent[start:]:
                if b'"kind":"reply"' in data and b'"id":' + wanted in data:
                    found: dict[str, Any] = msgspec.json.decode(data)
                    return found
            self.socket.news.clear()
            await asyncio.wait_for(self.socket.news.wait(), 60)

    async def hello(self, **fields: Any) -> None:
        """Sit down, and wait until one has been told everything."""
        self.say({"kind": "hello", "protocol": PROTOCOL, **fields})
        while not any(b'"kind":"presence"' in one for one in self.socket.sent):
            self.socket.news.clear()
            await asyncio.wait_for(self.socket.news.wait(), 60)

    async def close(self) -> None:
        self.socket.said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


class World:
    """One room of a battle, with a watcher for each seat and one without."""

    def __init__(self, battle: Battle) -> None:
        seats = battle.state.position.seats()
        rows = (
            SeatRow(
                seat=seat,
                side=battle.state.position.side(seat),
                held="person",
                player=seat.title(),
                person=seat.encode(),
            )
            for seat in seats
        )
        row = BattleRow(
            battle="toy", code="TOY", title="Banners", header=b"",
            dice=msgspec.json.encode(DiceKept(mode="seeded")),
        )  # fmt: skip
        self.header = Header(1, "0", battle.book.system, dice="seeded")
        self.store: Any = MemoryStore()
        self.room = Room(
            row, self.header, Seating(rows, b""),
            battle=battle, kept=len(battle.log), store=self.store,
        )  # fmt: skip
        self.tasks: set[asyncio.Task[None]] = set()
        thinkers: Any = Inline()
        self.answering = Answering(self.room, thinkers, GENEROUS, self.spawn)
        self.watchers: dict[str, Watcher] = {}

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def sit(self, name: str, **hello: Any) -> Watcher:
        """Somebody sits down, at a seat or as a spectator."""
        watcher = Watcher(self.room, self.answering, name.encode())
        self.watchers[f"{name}{len(self.watchers)}"] = watcher
        await watcher.hello(**hello)
        return watcher

    async def settle(self) -> None:
        """Let everything be sent that is on its way."""
        for _ in range(20):
            await asyncio.sleep(0)

    def sent(self) -> dict[str, list[bytes]]:
        """Everything that was sent, by watcher."""
        return {name: one.socket.sent for name, one in self.watchers.items()}

    async def close(self) -> None:
        for watcher in self.watchers.values():
            await watcher.close()


@asynccontextmanager
async def worlds(*battles: Battle) -> Iterator[tuple[World, ...]]:
    """Rooms for some battles, closed at the end."""
    made = tuple(World(battle) for battle in battles)
    try:
        yield made
    finally:
        for world in made:
            await world.close()


def differences(one: World, two: World, but: tuple[str, ...]) -> list[str]:
    """The watchers that were not sent the same bytes, those excepted whose secret it is."""
    first, second = one.sent(), two.sent()
    return [
        f"{name} {number}: {left!r} / {right!r}"
        for name in first
        if not name.startswith(but)
        for number, (left, right) in enumerate(padded(first[name], second[name]))
        if left != right
    ]


def padded(one: list[bytes], two: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Both lists side by side, the shorter filled up."""
    for number in range(max(len(one), len(two))):
        yield tuple(side[number] if number < len(side) else b"absent" for side in (one, two))


__all__ = ["World", "differences", "encode", "worlds"]
