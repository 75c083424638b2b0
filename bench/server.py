"""How many rooms a live table bears: realistic play of every system, one command a room a second.

python bench/server.py --rooms 100 --seconds 20
python bench/server.py --grow 50 --seconds 15
python bench/server.py --rooms 100 --store postgres --servers 2
python bench/server.py --memory

A table runs in a process of its own, the pages in this one, and as much thinking as bots would do
in a third (`--thinking`). With `--store postgres` a PostgreSQL of the bench's own keeps the
battles, and as many tables as `--servers` says are over it: the pages of a room sit at one after
another, as behind any proxy, so that of two tables each passes on half of what is said to it.

Battles of all systems in turn, of up to four seats and the six of the large game, are recorded by
random bots and taken up somewhere in the middle; the pages say what the bots said, and each seat
has one. Measured is the time from a command to the moment when every seat that hears of it has
heard. With `--grow` there are half as many rooms again each time until 99 of 100 no longer hear
within 50 ms. `--memory` tells what a battle costs that lies on the disk, one that is open, and one
with its pages. What a command costs late in a long battle is told by `bench/long_battle.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from condotta.bots.runner import answer_next, seated
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Answered
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE
from condotta.lab.matches import Field, drawn, match
from condotta.report.logbook import header_of
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS
from condotta.server.dice import cups
from condotta.server.dice.cups import DiceKept
from condotta.server.http import serving
from condotta.server.limits import Limits, Rate
from condotta.server.protocol import PROTOCOL
from condotta.server.rooms.house import FILE
from condotta.server.store import keys
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import Batch, BattleRow, SeatRow, Store

if TYPE_CHECKING:
    from tests.server.clusters import Cluster

SEVERAL = {"grand": 6, "treachery": 4, "carnage": 4}
SLOWEST = 10.0
FREE = Rate(1e6, 1e6)
OPEN = Limits(
    messages=FREE, commands=FREE, questions=FREE, requests=FREE, watchers_of_visitor=100_000,
    battles=1_000_000, rooms=1_000_000,
)  # fmt: skip
GOAL_HALF, GOAL_MOST = 5.0, 50.0
"""Milliseconds within which half of all commands are to be heard of, and 99 of 100."""


class Said(NamedTuple):
    """One answer of a recorded battle: who, to which question, what, after how many events.

    `heard` are the seats that hear anything of it.
    """

    seat: str
    ask: int
    action: bytes
    before: int
    heard: tuple[str, ...]


class Recorded(NamedTuple):
    """A battle of bots."""

    system: str
    seed: str
    seats: tuple[str, ...]
    battle: Battle
    said: tuple[Said, ...]


def recorded(
    system: str, number: int, most: int = 500, settings: tuple[tuple[str, int], ...] = ()
) -> Recorded:
    """Let random bots fight for so many decisions."""
    rules = book(system, dict(settings))
    field = Field(system, SEVERAL.get(system.partition("+")[0], 2), profile=settings)
    seed = f"bench/{system}/{number}"
    battle = match(rules, drawn(field, number), seed, field)
    seats = battle.state.position.seats()
    bots = seated(dict.fromkeys(seats, "random"), rules, seed)
    said = []
    while battle.state.position.ended is None and len(said) < most:
        start = len(battle.log)
        answer_next(battle, bots)
        event, end = battle.log[start], len(battle.log)
        assert isinstance(event, Answered)
        heard = tuple(
            seat
            for seat in seats
            if battle.number(seat, length=end) > battle.number(seat, length=start)
        )
        said.append(Said(event.seat, event.ask, encode(event.said), start, heard))
    return Recorded(system, seed, tuple(seats), battle, tuple(said))


class Place(NamedTuple):
    """Where battles are kept: in a folder, or in a database at an address with so many tables."""

    folder: Path
    address: str = ""
    tables: int = 1
    base: Cluster | None = None

    async def store(self) -> Store:
        """The store, opened."""
        if not self.address:
            return SqliteStore(self.folder / FILE)
        from condotta.server.store.postgres import PostgresStore  # noqa: PLC0415 - an extra

        store = PostgresStore(self.address)
        await store.join("http://127.0.0.1:1/", "nobody is led here", b"")
        return store

    def kilobytes(self) -> float:
        """How much lies on the disk."""
        if not self.address:
            return (self.folder / FILE).stat().st_size / 1024
        import psycopg  # noqa: PLC0415 - an extra

        with psycopg.connect(self.address) as base:
            row = base.execute("SELECT pg_database_size(current_database())").fetchone()
        return (row[0] if row else 0) / 1024


@contextlib.contextmanager
def place(wanted: argparse.Namespace) -> Iterator[Place]:
    """An empty place for battles, gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix="condotta-bench-"))
    try:
        if wanted.store == "sqlite":
            yield Place(folder)
            return
        with contextlib.ExitStack() as stack:
            base = stack.enter_context(database())
            yield Place(folder, base.database(), wanted.servers, base)
    finally:
        shutil.rmtree(folder)


def database() -> AbstractContextManager[Cluster]:
    """A PostgreSQL that writes to the disk as one in earnest does."""
    from condotta.cli import extras  # noqa: PLC0415 - only where it is asked for
    from tests.server.clusters import cluster, programs_here  # noqa: PLC0415 - the same

    programs = Path(extras.POSTGRES.value()) if extras.POSTGRES.value() else programs_here()
    if programs is None:
        sys.exit(
            f"There is no PostgreSQL: set {extras.POSTGRES.variable} to {extras.POSTGRES.get}."
        )
    return cluster(programs, durable=True)


class Room(NamedTuple):
    """A room, who sits there, and what is said in it."""

    name: str
    seats: tuple[str, ...]
    said: tuple[Said, ...]


async def laid_out(where: Place, rooms: int, battles: Sequence[Recorded], need: int) -> list[Room]:
    """Battles in a store, each taken up in the middle, and what its seats will say."""
    store = await where.store()
    random = Random(1)
    found = []
    for number in range(rooms):
        one = battles[number % len(battles)]
        first = random.randrange(max(1, len(one.said) - need))
        name = f"room{number:05}"
        await store.found(*kept(one, one.said[first].before, name))
        found.append(Room(name, one.seats, one.said[first : first + need]))
    await store.close()
    return found


def kept(one: Recorded, count: int, name: str) -> tuple[BattleRow, tuple[SeatRow, ...], Batch]:
    """A recorded battle up to some event, as the store has it."""
    header = header_of(one.battle.book, {"name": name}, "seeded")
    row = BattleRow(
        battle=name, code=name, title=name, header=encode(header),
        dice=msgspec.json.encode(DiceKept(mode="seeded", seed=one.seed)),
    )  # fmt: skip
    seats = tuple(
        SeatRow(seat=seat, side=seat, held="person", secret=keys.digest(secret_of(seat)))
        for seat in one.seats
    )
    lines = b"\n".join(encode(event) for event in one.battle.log[:count])
    return row, seats, Batch(start=1, count=count, lines=lines)


def secret_of(seat: str) -> str:
    """What opens a seat of this bench, and nothing else."""
    return f"the same for each room of this bench: {seat}"


# ── the pages ────────────────────────────────────────────────────────────────
class Page:
    """One socket; it notes when events of which number came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.letters = 0
        self.heard = asyncio.Event()
        self.refused = False

    async def listen(self) -> None:
        """Take whatever comes."""
        with contextlib.suppress(Exception):
            async for raw in self.socket:
                self.letters += len(raw)
                if raw.startswith('{"kind":"events"'):
                    message = msgspec.json.decode(raw)
                    self.number = message["from"] + len(message["events"]) - 1
                    self.heard.set()
                elif '"ok":false' in raw:
                    self.refused = True
                    self.heard.set()

    async def sit(self, seat: str) -> None:
        """Say hello and hear how things stand."""
        hello = {"kind": "hello", "protocol": PROTOCOL, "seat_secret": secret_of(seat)}
        await self.socket.send(msgspec.json.encode({**hello, "snapshot": True}).decode())
        while True:
            message = msgspec.json.decode(await self.socket.recv())
            if message["kind"] == "snapshot":
                self.number = message["number"]
            if message["kind"] == "presence":
                return


async def sat_down(
    stack: contextlib.AsyncExitStack, served: Sequence[Served], room: Room, first: int = 0
) -> dict[str, Page]:
    """A page for each seat of a room, at one table after another."""
    pages = {}
    for number, seat in enumerate(room.seats, first):
        port = served[number % len(served)].port
        address = f"ws://127.0.0.1:{port}/api/battles/{room.name}/socket"
        opening = connect(address, proxy=None, compression=None, max_size=None)
        pages[seat] = Page(await stack.enter_async_context(opening))
        await pages[seat].sit(seat)
    return pages


async def played(pages: dict[str, Page], room: Room, start: float, times: list[float]) -> None:
    """Every second one of the pages says something."""
    listening = [asyncio.ensure_future(page.listen()) for page in pages.values()]
    for number, said in enumerate(room.said):
        await asyncio.sleep(max(0.0, start + number - time.perf_counter()))
        taken = await answered(pages, said, number)
        if taken is None:
            sys.exit(f"{room.name} refused {said}")
        times.append(taken)
    for task in listening:
        task.cancel()


async def answered(pages: dict[str, Page], said: Said, number: int) -> float | None:
    """Seconds from a command until every page that hears of it has heard; none if refused."""
    waited = {seat: pages[seat] for seat in {said.seat: 0, **dict.fromkeys(said.heard)}}
    before = {seat: page.number for seat, page in waited.items()}
    for page in waited.values():
        page.heard.clear()
    text = (
        f'{{"kind":"command","id":"c{number}","seat":"{said.seat}","ask":{said.ask},'
        f'"action":{said.action.decode()}}}'
    )
    begun = time.perf_counter()
    await pages[said.seat].socket.send(text)
    try:
        async with asyncio.timeout(SLOWEST):
            for seat, page in waited.items():
                while page.number == before[seat]:
                    if pages[said.seat].refused:
                        return None
                    await page.heard.wait()
                    page.heard.clear()
    except TimeoutError:
        silent = [seat for seat, page in waited.items() if page.number == before[seat]]
        sys.exit(f"{', '.join(silent)} heard nothing of {said} in {SLOWEST:.0f} s")
    return time.perf_counter() - begun


# ── the processes ────────────────────────────────────────────────────────────
def serve(folder: Path, store: str) -> None:
    """The table, without limits that are meant for people.

    What is drawn in secret follows from the seed too, as it did when the battle was recorded: else
    it would become another.
    """
    cups.OpenCup = SeededCup  # type: ignore[misc,assignment]  # at this table alone
    serving.serve(
        serving.Plan(host="127.0.0.1", port=0, folder=folder, store=store, limits=OPEN, workers=1),
        lambda address, *_: print(address, flush=True),
    )


def think(rate: float) -> None:
    """As much thinking as random bots would do, for so many commands a second."""
    rules = book("triumph")
    number = 0
    while True:
        field = Field()
        battle = match(rules, drawn(field, number), f"think/{number}", field)
        bots = seated(dict.fromkeys(battle.state.position.seats(), "random"), rules, number)
        number += 1
        while battle.state.position.ended is None:
            ask = next(ask for ask in battle.waiting() if ask.seat != CHANCE)
            begun = time.perf_counter()
            said = bots[ask.seat].answer(battle.view(ask.seat), ask)
            spent = time.perf_counter() - begun
            battle.say(ask.seat, said, ask.id)
            time.sleep(max(0.0, 1 / rate - spent))


class Served(NamedTuple):
    """A table that is open: its port and its process."""

    port: int
    process: int


@asynccontextmanager
async def tables(where: Place) -> AsyncIterator[list[Served]]:
    """The tables over a place, closed at the end."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(table(where)) for _ in range(where.tables)]


@asynccontextmanager
async def table(where: Place) -> AsyncIterator[Served]:
    """A table over a place, closed at the end."""
    command = (sys.executable, __file__, "--serve", str(where.folder), "--base", where.address)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=os.environ)
    try:
        assert process.stdout is not None
        found = re.search(rb":(\d+)/", await process.stdout.readline())
        assert found, "the table did not open"
        yield Served(int(found[1]), process.pid)
    finally:
        process.terminate()
        await process.wait()


def share(times: list[float], part: float) -> float:
    """Milliseconds within which so large a part of all came."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))]


def processor_seconds(*processes: int) -> float:
    """Seconds of processor time that processes have used; none where nobody can tell."""
    found = 0
    for process in processes:
        with contextlib.suppress(OSError):
            row = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            found += int(row[11]) + int(row[12])
    return found / os.sysconf("SC_CLK_TCK")


def of_base(where: Place) -> tuple[int, ...]:
    """The processes of the database, if there is one."""
    if where.base is None or where.base.process is None:
        return ()
    main = where.base.process.pid
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{main}/task/{main}/children").read_text()
        return (main, *map(int, text.split()))
    return (main,)


def kilobytes(process: int) -> int:
    """How much memory a process holds; none where nobody can tell."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found[1]) if found else 0


# ── what is measured ─────────────────────────────────────────────────────────
class Measured(NamedTuple):
    """How long each command took, the processor time of all, and how much the pages heard."""

    rooms: int
    pages: int
    times: list[float]
    table_seconds: float
    base_seconds: float
    pages_seconds: float
    letters: int

    def told(self) -> str:
        """A row of figures, in milliseconds."""
        half, most, last = (share(self.times, part) for part in (0.5, 0.99, 1.0))
        spent = (self.table_seconds, self.base_seconds, self.pages_seconds)
        each = " ".join(f"{1000 * one / len(self.times):8.2f}" for one in spent)
        return (
            f"{self.rooms:6} {self.pages:6} {len(self.times):8} {half:8.1f} {most:8.1f} {last:8.1f}"
            f" {each} {self.letters / 1000 / len(self.times):8.1f}"
        )

    def well(self) -> bool:
        """Whether 99 of 100 heard in time."""
        return share(self.times, 0.99) <= GOAL_MOST


HEAD = " rooms  pages commands  half/ms 99 of 100  longest table/ms  base/ms pages/ms heard/kB"


async def measured(where: Place, battles: Sequence[Recorded], rooms: int, seconds: int) -> Measured:
    """Open the tables, fill them with pages, play."""
    plans = await laid_out(where, rooms, battles, seconds)
    times: list[float] = []
    async with tables(where) as served, contextlib.AsyncExitStack() as stack:
        sitting = [await sat_down(stack, served, plan, number) for number, plan in enumerate(plans)]
        start = time.perf_counter() + 1
        playing = [
            played(pages, plan, start + number / rooms, times)
            for number, (pages, plan) in enumerate(zip(sitting, plans, strict=True))
        ]
        those, base = [one.process for one in served], of_base(where)
        before = processor_seconds(*those), processor_seconds(*base), time.process_time()
        await asyncio.gather(*playing)
        after = processor_seconds(*those), processor_seconds(*base), time.process_time()
    spent = (then - now for now, then in zip(before, after, strict=True))
    letters = sum(page.letters for pages in sitting for page in pages.values())
    return Measured(rooms, sum(map(len, sitting)), times, *spent, letters)


async def memory(where: Place, battles: Sequence[Recorded], rooms: int) -> None:
    """What battles cost that lie there, that are open, and that have pages."""
    async with table(where) as served:
        empty, before = kilobytes(served.process), where.kilobytes()
    plans = await laid_out(where, rooms, battles, 1)
    disk = where.kilobytes() - before
    async with table(where) as served, contextlib.AsyncExitStack() as stack:
        lying = kilobytes(served.process)
        sitting = [await sat_down(stack, [served], plan) for plan in plans]
        active = kilobytes(served.process)
        pages = sum(map(len, sitting))
    print(f"{rooms} battles of {', '.join(sorted({one.system for one in battles}))}")
    print(f"on the disk {disk / rooms:.0f} kB each; the empty table holds {empty / 1024:.0f} MB")
    print(f"a battle that lies there {(lying - empty) / rooms:.1f} kB")
    print(f"one that is open, with {pages / rooms:.1f} pages {(active - lying) / rooms:.0f} kB")


def grown(asked: argparse.Namespace, battles: Sequence[Recorded], rooms: int) -> None:
    """More and more rooms, until they are too many."""
    while True:
        with place(asked) as where:
            found = asyncio.run(measured(where, battles, rooms, asked.seconds))
        print(found.told(), flush=True)
        if not found.well():
            return
        rooms += rooms // 2


def parsed() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--systems", default=",".join(one for one in SYSTEMS if "rep" not in one))
    parser.add_argument("--thinking", action="store_true")
    parser.add_argument("--grow", type=int, help="begin with so many rooms")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--servers", type=int, default=1, help="tables over one PostgreSQL")
    parser.add_argument("--base", default="", help=argparse.SUPPRESS)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--think", type=float, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    """Measure, and say whether the goal was met."""
    asked = parsed()
    if asked.serve:
        serve(asked.serve, asked.base)
        return 0
    if asked.think:
        think(asked.think)
        return 0
    battles = [recorded(system, number) for number in range(2) for system in systems(asked)]
    if asked.memory:
        with place(asked) as where:
            asyncio.run(memory(where, battles, asked.rooms))
        return 0
    hot = None
    if asked.thinking:
        command = [sys.executable, __file__, "--think", str(asked.rooms)]
        hot = subprocess.Popen(command)  # noqa: S603 - this very file
    try:
        print(f"load of the machine {', '.join(f'{one:.1f}' for one in os.getloadavg())}")
        print(HEAD)
        if asked.grow:
            grown(asked, battles, asked.grow)
            return 0
        with place(asked) as where:
            found = asyncio.run(measured(where, battles, asked.rooms, asked.seconds))
        print(found.told())
        return 0 if found.well() and share(found.times, 0.5) <= GOAL_HALF else 1
    finally:
        if hot is not None:
            hot.kill()
            hot.wait()


def systems(asked: argparse.Namespace) -> list[str]:
    """Which systems are played; one that there is not ends it with a sentence."""
    named = asked.systems.split(",")
    unknown = [one for one in named if one not in SYSTEMS]
    if unknown:
        sys.exit(f"There is no system {unknown[0]}: name some of {', '.join(SYSTEMS)}.")
    return named


if __name__ == "__main__":
    sys.exit(main())
