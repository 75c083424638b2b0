"""The long hunt: battles of every system are spoken to until so many messages were said."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx

from condotta.kernel.events import Event
from condotta.kernel.log import Header, dump
from condotta.report.logbook import Log, folded, verified
from condotta.rules.systems import SYSTEMS
from tests.fuzz.tables import Bout, Page, Sent, fresh, wanted_of
from tests.fuzz.watching import Watch, noted, waited
from tests.fuzz.wild import text
from tests.server.live import GENEROUS, Live, open_table

DICE = ("committed", "typed")
EACH = 12
"""How many things are said between two acts of those who play."""


class Fought(NamedTuple):
    """What is kept of a battle that was spoken to."""

    name: str
    header: Header
    book: Any
    events: tuple[Event, ...]

    def wrong(self) -> str:
        """Where the rules do not give it: what was carried out there was no act of theirs."""
        found = verified(Log(self.name, self.header, self.book, self.events))
        return (
            "" if found is None else f"{self.name} line {found.line}: {found.has} / {found.gives}"
        )

    def damaged(self) -> str:
        """Whether it cannot be read again as it was written."""
        again = dump(self.header, self.events)
        folded(self.events, self.name)
        return "" if again else self.name


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
            async with open_table(folder, GENEROUS) as live, live.browser() as browser:
                aside = Bout(live, browser, self.watch, {
                    "scenario": "first", "seats": [{"held_by": "you"}] * 2, "dice": "committed",
                }, Random(self.seed))  # fmt: skip
                await aside.begin()
                beating = asyncio.ensure_future(self.beats(aside))
                tasks = (
                    self.speak(live, browser, system, Random(f"{self.seed} {system}"))
                    for system in systems
                )
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
        self, live: Live, browser: httpx.AsyncClient, system: str, random: Random
    ) -> None:
        """Battles of one system, one after another."""
        number = 0
        while not self.enough():
            wanted = wanted_of(system, number, DICE[number % len(DICE)])
            bout = Bout(live, browser, self.watch, wanted, random)
            await bout.begin()
            number += 1
            try:
                while not self.enough() and await bout.act():
                    await bout.fuzz(self.each)
            finally:
                room = bout.room
                self.fought.append(
                    Fought(f"{system} {number}", room.header, room.book, tuple(room.battle.log))
                )
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
