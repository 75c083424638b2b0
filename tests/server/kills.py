"""Kill a running table at random moments and look what is left of its battles.

python -m tests.server.kills --times 200

Pages play several battles at a table in a process of its own, which is killed without warning and
started again. After each kill: whatever a page had seen is still there, at the same numbers;
whatever was acknowledged is done, and done once, said again; every log verifies.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from condotta.report.logbook import Log, verified
from condotta.server.rooms import opening
from condotta.server.rooms.house import FILE
from condotta.server.store.sqlite import SqliteStore
from condotta.server.workers import thinker
from tests.server.live import Live, Page, found

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ("line", "flank", "shooting")
MOST = 12
PATIENCE = 10.0
MOMENT = 0.03


class Lost(AssertionError):
    """Something that must be there is not."""


class Player:
    """One seat of a battle: what it has seen, what was acknowledged, what is uncertain."""

    def __init__(self, battle: str, seat: str, secret: str) -> None:
        self.battle = battle
        self.seat = seat
        self.secret = secret
        self.seen: list[dict[str, Any]] = []
        self.done: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.sent: dict[str, Any] | None = None
        self.count = 0
        self.over = False

    async def play(self, table: Live) -> None:
        """Play until the table is gone."""
        try:
            await self.at(table)
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError):
            return

    async def at(self, table: Live) -> None:
        async with table.page(self.battle, self.secret) as page:
            self.compare(page)
            await self.again(page)
            while not self.over:
                ask = await page.turn()
                self.look(page)
                self.count += 1
                self.sent = {
                    "kind": "command", "id": f"{self.seat} {self.count}", "seat": self.seat,
                    "ask": ask.id, "action": page.answer(ask),
                }  # fmt: skip
                await self.say(page, self.sent)

    async def say(self, page: Page, message: dict[str, Any]) -> None:
        reply = await page.ask("command", **{k: v for k, v in message.items() if k != "kind"})
        self.look(page)
        self.sent = None
        if not reply["ok"]:
            raise Lost(f"refused: {message} {reply}")
        self.done.append((message, reply))

    def look(self, page: Page) -> None:
        self.seen = list(page.events)
        self.over = any(one["kind"] == "Ended" for one in self.seen)

    def compare(self, page: Page) -> None:
        """Whatever was seen before is still there, and where it was."""
        if page.events[: len(self.seen)] != self.seen:
            raise Lost(f"{self.seat} saw events that are gone")
        self.look(page)

    async def again(self, page: Page) -> None:
        """Whatever was acknowledged gets the same reply; what is uncertain is done now, once."""
        for message, reply in self.done[-3:]:
            fields = {key: value for key, value in message.items() if key != "kind"}
            if await page.ask("command", **fields) != reply:
                raise Lost(f"{self.seat} was told something else: {message}")
        if self.sent is not None:
            await self.say(page, self.sent)


async def started(folder: Path) -> tuple[Process, Live]:
    """A table in a process of its own, once it answers."""
    words = ("-m", "condotta", "play", "--no-browser", "--port", "0", "--data", str(folder))
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=PIPE, env=env)
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), 60)
    port = re.search(rb":(\d+)/", line)
    assert port, line
    house: Any = None
    return process, Live(house, int(port[1]), "")


async def founded(table: Live, number: int) -> list[Player]:
    """A new battle with two players."""
    async with table.browser() as browser:
        made = await found(browser, scenario=SCENARIOS[number % len(SCENARIOS)])
    return [Player(made["battle"], seat, made["secrets"][seat]) for seat in ("red", "blue")]


async def checked(folder: Path) -> int:
    """How many logs verify; one that does not is `Lost`."""
    store = SqliteStore(folder / FILE)
    try:
        rows = await store.rows()
        for row, _ in rows:
            kept = await store.load(row.battle)
            assert kept is not None
            header = opening.header_of(kept.row)
            book = thinker.book_of(header.system, header.settings)
            events = opening.events_of(book, kept)
            difference = verified(Log(row.battle, header, book, events))
            if difference is not None:
                raise Lost(f"{row.battle} does not verify: {difference}")
        return len(rows)
    finally:
        await store.close()


async def some(players: Sequence[Player], random: Random) -> None:
    """Wait until a few more commands were acknowledged, and a moment longer."""
    wanted = sum(len(one.done) for one in players) + random.randint(0, MOST)
    end = time.monotonic() + PATIENCE
    while sum(len(one.done) for one in players) < wanted and time.monotonic() < end:
        await asyncio.sleep(0.001)
    await asyncio.sleep(random.uniform(0, MOMENT))


async def killed(
    times: int, battles: int, folder: Path, random: Random, *, every: int, loud: bool
) -> dict[str, int]:
    """Play, kill, look, so many times."""
    players: list[Player] = []
    figures = {"kills": 0, "commands": 0, "uncertain": 0, "verified": 0}
    for number in range(times + 1):
        process, table = await started(folder)
        try:
            for pair in range(0, len(players), 2):
                if players[pair].over or players[pair + 1].over:
                    figures["commands"] += sum(len(one.done) for one in players[pair : pair + 2])
                    players[pair : pair + 2] = await founded(table, number + pair)
            while len(players) < 2 * battles:
                players += await founded(table, len(players))
            playing = [asyncio.ensure_future(one.play(table)) for one in players]
            await some(players, random)
        finally:
            process.send_signal(signal.SIGKILL)
            await process.wait()
        await asyncio.gather(*playing)
        figures["kills"] += 1
        figures["uncertain"] += sum(one.sent is not None for one in players)
        if number % every == 0 or number == times:
            figures["verified"] += await checked(folder)
        if loud and number % 10 == 0:
            print(f"{number} kills, {sum(len(one.done) for one in players)} commands", flush=True)
    figures["commands"] += sum(len(one.done) for one in players)
    return figures


def main(words: Sequence[str] | None = None) -> int:
    """Kill so many times; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--battles", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="verify logs after so many kills")
    asked = parser.parse_args(words)
    folder = Path(tempfile.mkdtemp(prefix="condotta-kills-"))
    begun = time.monotonic()
    try:
        figures = asyncio.run(
            killed(
                asked.times, asked.battles, folder, Random(asked.seed), every=asked.every, loud=True
            )
        )
    except Lost as why:
        print(f"Lost: {why}. The table's folder is {folder}.")
        return 1
    shutil.rmtree(folder)
    told = ", ".join(f"{name} {count}" for name, count in figures.items())
    print(f"{told}; {time.monotonic() - begun:.0f} s. Nothing was lost.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
