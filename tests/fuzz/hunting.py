"""The long hunt: battles of every system are spoken to until so many messages were said."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import msgspec

from condotta.kernel.log import dump
from condotta.report.logbook import read, verified
from condotta.rules.systems import SYSTEMS
from tests.fuzz.tables import Bout, Page, Sent, fresh, wanted_of
from tests.fuzz.watching import Watch, noted, waited
from tests.fuzz.wild import text
from tests.server.live import GENEROUS, Live, open_table

DICE = ("committed", "typed")
SOON = msgspec.structs.replace(GENEROUS, idle_seconds=10.0)
"""Tables that nobody needs are soon closed, so that thousands take no more than some."""
EACH = 12
"""How many things are said between two acts of those who play."""


class Fought(NamedTuple):
    """A battle that was spoken to, and the file with its log: in memory thousands would be much."""

    name: str
    file: Path

    def wrong(self) -> str:
        """Where the rules do not give it: what was carried out there was no act of theirs."""
        found = verified(read(self.file.read_bytes(), self.name))
        return (
            "" if found is None else f"{self.name} line {found.line}: {found.has} / {found.gives}"
        )


class Hunt:
    """So many messages, or for so long; `fought` are the battles."""

    def __init__(self, messages: int, seed: int, seconds: float = 1e9, *, each: int = EACH) -> None:
        self.messages, self.seed, self.each = messages, seed, each
        self.until = time.perf_counter() + seconds
        self.watch = Watch()
        self.fought: list[Fought] = []

    def enough(self) -> bool:
        """Whether that was it, or something was found."""
        return self.watch.messages >= self.messages or time.perf_counter() > self.until

    async def run(self, folder: Path, systems: Sequence[str] = tuple(SYSTEMS)) -> None:
        """Fight and speak."""
        with noted(self.watch):
            async with open_table(folder, SOON) as live, live.browser() as browser:
                aside = Bout(live, browser, self.watch, {
                    "scenario": "first", "seats": [{"held_by": "you"}] * 2, "dice": "committed",
                }, Random(self.seed))  # fmt: skip
                await aside.begin()
                beating = asyncio.ensure_future(self.beats(aside))
                tasks = (self.speak(live, browser, system, folder) for system in systems)
                try:
                    await asyncio.gather(*tasks)
                finally:
                    beating.cancel()
                    await asyncio.gather(beating, return_exceptions=True)
                    await aside.end()

    async def beats(self, aside: Bout) -> None:
        """Somebody at another table asks something, again and again, and is not kept waiting."""
        page: Page = next(iter(aside.pages.values()))
        await page.connect()
        seat = page.seat
        while True:
            asked = {"kind": "cards", "id": fresh(), "seat": seat}
            self.watch.beat(*await waited(page.say(Sent("beat", text(asked)))))
            await asyncio.sleep(0.03)

    async def speak(
        self, live: Live, browser: httpx.AsyncClient, system: str, folder: Path
    ) -> None:
        """Battles of one system, one after another."""
        number, random = 0, Random(f"{self.seed} {system}")
        while not self.enough():
            wanted = wanted_of(system, number, DICE[number % len(DICE)])
            bout = Bout(live, browser, self.watch, wanted, random)
            await bout.begin()
            number += 1
            try:
                while not self.enough() and await bout.act():
                    await bout.fuzz(self.each)
            finally:
                one = Fought(f"{system} {number}", folder / f"fought {system} {number}.jsonl")
                one.file.write_bytes(dump(bout.room.header, bout.room.battle.log))
                self.fought.append(one)
                await bout.end()

    def illegal(self) -> list[str]:
        """What was carried out that the rules do not give, in any of the battles."""
        return [wrong for one in self.fought for wrong in (one.wrong(),) if wrong]


def hunted(
    folder: Path,
    messages: int,
    seed: int,
    seconds: float = 1e9,
    systems: Sequence[str] = tuple(SYSTEMS),
    *,
    each: int = EACH,
) -> Hunt:
    """A hunt that is over."""
    hunt = Hunt(messages, seed, seconds, each=each)
    asyncio.run(hunt.run(folder, systems))
    return hunt
