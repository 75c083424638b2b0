"""How fast the live table is: many rooms, each with two pages, one command a room a second.

python bench/server.py --rooms 200 --seconds 20

A table runs in a process of its own, the pages in this one, and the bots' thinking in a third
(`--no-thinking` leaves it out). Battles are recorded by two random bots and taken up somewhere in
the middle; the pages say what the bots said. Measured is the time from a command to the moment
when both seats have heard what came of it. The target: half within 5 ms, 99 of 100 within 50 ms.
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
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from condotta.bots.runner import answer_next, seated
from condotta.kernel.battle import Battle
from condotta.kernel.events import Answered
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE
from condotta.lab.matches import SEATS, match, pairing
from condotta.report.logbook import header_of
from condotta.rules.library import book
from condotta.server.dice.cups import DiceKept
from condotta.server.http import serving
from condotta.server.limits import Limits, Rate
from condotta.server.protocol import PROTOCOL
from condotta.server.rooms.house import FILE
from condotta.server.store import keys
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import Batch, BattleRow, SeatRow

SECRET = "the same for every seat of this bench, and long enough"  # noqa: S105 - opens nothing else
SLOWEST = 30.0
FREE = Rate(1e6, 1e6)
OPEN = Limits(
    messages=FREE, commands=FREE, questions=FREE, requests=FREE, watchers_of_visitor=100_000
)


class Said(NamedTuple):
    """One answer of a recorded battle: who, to which question, what, after how many events."""

    seat: str
    ask: int
    action: bytes
    before: int


class Recorded(NamedTuple):
    """A whole battle of bots."""

    seed: str
    battle: Battle
    said: tuple[Said, ...]


def recorded(number: int) -> Recorded:
    """Let two random bots fight."""
    rules = book("triumph")
    seed = f"bench/{number}"
    battle = match(rules, pairing(number * 7), seed)
    bots = seated({seat: "random" for seat, _ in SEATS}, rules, seed)
    said = []
    while battle.state.position.ended is None and len(said) < 400:
        start = len(battle.log)
        answer_next(battle, bots)
        event = battle.log[start]
        assert isinstance(event, Answered)
        said.append(Said(event.seat, event.ask, encode(event.said), start))
    return Recorded(seed, battle, tuple(said))


async def laid_out(folder: Path, rooms: int, battles: Sequence[Recorded], need: int) -> list[Plan]:
    """Battles in a store, each taken up in the middle, and what its seats will say."""
    store = SqliteStore(folder / FILE)
    random = Random(1)
    plans = []
    for number in range(rooms):
        one = battles[number % len(battles)]
        first = random.randrange(max(1, len(one.said) - need))
        await store.found(*kept(one, one.said[first].before, f"room{number:04}"))
        plans.append(Plan(f"room{number:04}", one.said[first : first + need]))
    await store.close()
    return plans


class Plan(NamedTuple):
    """A room and what is said in it."""

    room: str
    said: tuple[Said, ...]


def kept(one: Recorded, count: int, name: str) -> tuple[BattleRow, tuple[SeatRow, ...], Batch]:
    """A recorded battle up to some event, as the store has it."""
    header = header_of(one.battle.book, {"name": name}, "seeded")
    row = BattleRow(
        battle=name, code=name, title=name, header=encode(header),
        dice=msgspec.json.encode(DiceKept(mode="seeded", seed=one.seed)),
    )  # fmt: skip
    digest = keys.digest(SECRET)
    seats = tuple(
        SeatRow(seat=seat, side=seat, held="person", secret=digest if place == 0 else keys.digest(
            SECRET + seat), person=b"") for place, (seat, _) in enumerate(SEATS)
    )  # fmt: skip
    lines = b"\n".join(encode(event) for event in one.battle.log[:count])
    return row, seats, Batch(start=1, count=count, lines=lines)


# ── the pages ────────────────────────────────────────────────────────────────
class Page:
    """One socket; it notes when events of which number came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.heard = asyncio.Event()

    async def listen(self) -> None:
        """Take whatever comes."""
        with contextlib.suppress(Exception):
            async for raw in self.socket:
                if raw.startswith('{"kind":"events"'):
                    message = msgspec.json.decode(raw)
                    self.number = message["from"] + len(message["events"]) - 1
                    self.heard.set()
                elif '"ok":false' in raw:
                    print("refused:", raw[:300])

    async def sit(self, secret: str) -> None:
        """Say hello and hear how things stand."""
        await self.socket.send(
            msgspec.json.encode(
                {"kind": "hello", "protocol": PROTOCOL, "seat_secret": secret, "snapshot": True}
            ).decode()
        )
        while True:
            message = msgspec.json.decode(await self.socket.recv())
            if message["kind"] == "snapshot":
                self.number = message["number"]
            if message["kind"] == "presence":
                return


async def seats(stack: contextlib.AsyncExitStack, port: int, plan: Plan) -> dict[str, Page]:
    """Two pages sit down at one table."""
    address = f"ws://127.0.0.1:{port}/api/battles/{plan.room}/socket"
    pages = {}
    for seat, secret in (("red", SECRET), ("blue", SECRET + "blue")):
        opening = connect(address, proxy=None, compression=None, max_size=None)
        pages[seat] = Page(await stack.enter_async_context(opening))
        await pages[seat].sit(secret)
    return pages


async def room(pages: dict[str, Page], plan: Plan, start: float, times: list[float]) -> None:
    """Every second one of the pages says something."""
    listening = [asyncio.ensure_future(page.listen()) for page in pages.values()]
    for number, said in enumerate(plan.said):
        await asyncio.sleep(max(0.0, start + number - time.perf_counter()))
        times.append(await answered(pages, said, number))
    for task in listening:
        task.cancel()


async def answered(pages: dict[str, Page], said: Said, number: int) -> float:
    """Seconds from a command to the moment when both pages heard of it."""
    before = {seat: page.number for seat, page in pages.items()}
    for page in pages.values():
        page.heard.clear()
    text = (
        f'{{"kind":"command","id":"c{number}","seat":"{said.seat}","ask":{said.ask},'
        f'"action":{said.action.decode()}}}'
    )
    begun = time.perf_counter()
    await pages[said.seat].socket.send(text)
    async with asyncio.timeout(SLOWEST):
        for seat, page in pages.items():
            while page.number == before[seat]:
                await page.heard.wait()
                page.heard.clear()
    return time.perf_counter() - begun


# ── the processes ────────────────────────────────────────────────────────────
def serve(folder: Path) -> None:
    """The table, without limits that are meant for people."""
    serving.serve(
        serving.Plan(host="127.0.0.1", port=0, folder=folder, limits=OPEN, workers=1),
        lambda address, _: print(address, flush=True),
    )


def think(rate: float) -> None:
    """As much thinking as random bots would do, for so many commands a second."""
    rules = book("triumph")
    number = 0
    while True:
        battle = match(rules, pairing(number), f"think/{number}")
        bots = seated({seat: "random" for seat, _ in SEATS}, rules, number)
        number += 1
        while battle.state.position.ended is None:
            ask = next(ask for ask in battle.waiting() if ask.seat != CHANCE)
            begun = time.perf_counter()
            said = bots[ask.seat].answer(battle.view(ask.seat), ask)
            spent = time.perf_counter() - begun
            battle.say(ask.seat, said, ask.id)
            time.sleep(max(0.0, 1 / rate - spent))


def share(times: list[float], part: float) -> float:
    """Milliseconds within which so large a part of all came."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))]


def processor_seconds(process: int) -> float:
    """Seconds of processor time that a process has used; none where nobody can tell."""
    try:
        row = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(row[11]) + int(row[12])) / os.sysconf("SC_CLK_TCK")


class Measured(NamedTuple):
    """How long each command took, and the processor time of the table and of the pages."""

    times: list[float]
    table: float
    pages: float


async def measured(folder: Path, rooms: int, seconds: int) -> Measured:
    """Open a table, fill it with pages, play."""
    battles = [recorded(number) for number in range(8)]
    plans = await laid_out(folder, rooms, battles, seconds)
    command = (sys.executable, __file__, "--serve", str(folder))
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=os.environ)
    try:
        assert process.stdout is not None
        found = re.search(rb":(\d+)/", await process.stdout.readline())
        assert found, "the table did not open"
        times: list[float] = []
        async with contextlib.AsyncExitStack() as stack:
            sitting = [await seats(stack, int(found[1]), plan) for plan in plans]
            start = time.perf_counter() + 1
            playing = [
                room(pages, plan, start + number / rooms, times)
                for number, (pages, plan) in enumerate(zip(sitting, plans, strict=True))
            ]
            table, pages = processor_seconds(process.pid), time.process_time()
            await asyncio.gather(*playing)
            table = processor_seconds(process.pid) - table
        return Measured(times, table, time.process_time() - pages)
    finally:
        process.terminate()
        await process.wait()


def main() -> int:
    """Measure, and say whether the target was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--no-thinking", action="store_true")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--think", type=float, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve)
        return 0
    if asked.think:
        think(asked.think)
        return 0
    folder = Path(tempfile.mkdtemp(prefix="condotta-bench-"))
    hot = None
    if not asked.no_thinking:
        command = [sys.executable, __file__, "--think", str(asked.rooms)]
        hot = subprocess.Popen(command)  # noqa: S603 - this very file
    try:
        times, table, pages = asyncio.run(measured(folder, asked.rooms, asked.seconds))
    finally:
        if hot is not None:
            hot.kill()
            hot.wait()
        shutil.rmtree(folder)
    half, most, last = (share(times, part) for part in (0.5, 0.99, 1.0))
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{asked.rooms} rooms, {len(times)} commands; load of the machine {load}")
    print(f"half within {half:.1f} ms, 99 of 100 within {most:.1f} ms, all within {last:.1f} ms")
    each = 1000 / len(times)
    print(
        f"processor: {each * table:.2f} ms a command at the table, {each * pages:.2f} at the pages"
    )
    return 0 if half < 5 and most < 50 else 1


if __name__ == "__main__":
    sys.exit(main())
