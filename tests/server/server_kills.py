"""Kill two servers over one PostgreSQL in turn while four pages are at each battle.

python -m tests.server.kills --kills 200 --store postgres

Two pages play and two watch, each at whichever server comes next, as behind a proxy that knows
nothing; when a server is killed its pages call again until another conducts the battle. Nobody
sees a gap or a repeat, whatever was acknowledged is done once, and every few kills the database is
read as the file of a single table is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

from condotta.cli import extras
from condotta.kernel.asks import Ask
from condotta.kernel.records import SPECTATORS
from condotta.server.store.postgres import PostgresStore
from condotta.server.store.store import Store
from tests.server.clusters import cluster, programs_here
from tests.server.kills import GONE, Doors, File, Lost, Nursery, Player, founded
from tests.server.live import Live, Page

LONGEST = 60.0
"""Seconds in which every battle must have gone on after a kill."""

PAUSE = 0.1


class Servers:
    """Two servers, each in a nursery of its own, and who is asked next."""

    def __init__(self, nurseries: Sequence[Nursery], base: str) -> None:
        self.nurseries = nurseries
        self.base = base
        self.tables: dict[int, Live] = {}
        self._turn = count()

    def next(self) -> Live:
        """One after the other, whether it lives or not: a proxy finds out by trying."""
        return self.tables[next(self._turn) % len(self.nurseries)]

    async def start(self, number: int) -> None:
        self.tables[number] = await self.nurseries[number].table(self.base)

    async def kill(self, number: int) -> None:
        await self.nurseries[number].kill()


class Base(File):
    """What the database has."""

    def __init__(self, address: str) -> None:
        super().__init__(Path())
        self.address = address

    def opened(self) -> Store:
        return PostgresStore(self.address)


class Roamer(Player):
    """A page that plays, and notes at once what it hears while others are asked."""

    async def turn(self, page: Page) -> Ask:
        while not (asked := page.mine()):
            await page.hear()
            self.look(page)
        return asked[0]


class Watcher(Player):
    """A page that only looks on, and misses nothing."""

    async def at(self, table: Live) -> None:
        async with self.page(table) as page:
            await self.compare(page)
            while not self.over:
                await page.hear()
                self.look(page)


async def roamed(one: Player, servers: Servers) -> None:
    """Be at a battle until it is over, at one server after another."""
    while not one.over:
        await one.play(servers.next())
        await asyncio.sleep(PAUSE)


async def knocked(doors: Doors, servers: Servers) -> None:
    """Be at the door, of one server after another."""
    while True:
        await doors.knock(servers.next())
        await asyncio.sleep(PAUSE)


async def four(servers: Servers, number: int) -> list[Player]:
    """A new battle, two who play it and two who watch."""
    for _ in range(100):
        try:
            players = await founded(servers.next(), number)
        except (*GONE, AssertionError):
            await asyncio.sleep(PAUSE)
        else:
            battle = players[0].battle
            playing = [Roamer(one.battle, one.seat, one.secret) for one in players]
            return [*playing, *(Watcher(battle, SPECTATORS, "") for _ in range(2))]
    raise Lost("no battle can be set up any more")


async def gone_on(players: Sequence[Player], tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait until every battle has gone on, and everybody has heard of it."""
    before = {id(one): len(one.seen) for one in players}
    end = time.monotonic() + LONGEST
    while any(len(one.seen) <= before[id(one)] and not one.over for one in players):
        for task in tasks:
            if task.done() and task.exception():
                await task
        if time.monotonic() > end:
            late = [f"{one.seat} of {one.battle}" for one in players
                    if len(one.seen) <= before[id(one)] and not one.over]  # fmt: skip
            raise Lost(f"nothing more was heard by {late}")
        await asyncio.sleep(0.01)


async def killed(
    times: int, battles: int, base: str, random: Random, *, every: int, loud: bool
) -> dict[str, int]:
    """Play, kill one server and then the other, look, so many times."""
    nurseries = [await Nursery.begun() for _ in range(2)]
    servers, file, doors = Servers(nurseries, base), Base(base), Doors(random)
    players: list[Player] = []
    over: list[Player] = []
    figures = {"kills": 0, "commands": 0, "doors": 0, "verified": 0}
    try:
        while figures["kills"] < times:
            for number in range(2):
                await servers.start(number)
            over += [one for one in players if all_over(players, one.battle)]
            players = [one for one in players if one not in over]
            while len(players) < 4 * battles:
                players += await four(servers, len(over) + len(players))
            tasks = [asyncio.create_task(roamed(one, servers)) for one in players]
            tasks.append(asyncio.create_task(knocked(doors, servers)))
            for _ in range(min(every, times - figures["kills"])):
                await gone_on(players, tasks)
                await asyncio.sleep(random.uniform(0, 0.2))
                victim = figures["kills"] % 2
                await servers.kill(victim)
                await servers.start(victim)
                figures["kills"] += 1
            await gone_on(players, tasks)
            for task in tasks:
                task.cancel()
            for got in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(got, Lost):
                    raise got
            for number in range(2):
                await servers.kill(number)
            await file.check([*over, *players])
            figures["commands"] = sum(len(one.done) for one in (*over, *players))
            if loud:
                print(f"{figures['kills']} kills, {figures['commands']} commands", flush=True)
    finally:
        for nursery in nurseries:
            await nursery.end()
    figures["doors"], figures["verified"] = doors.granted, file.verified
    return figures


def all_over(players: Sequence[Player], battle: str) -> bool:
    """Whether nobody hears more of a battle."""
    return all(one.over for one in players if one.battle == battle)


def told(times: int, battles: int, seed: int, every: int) -> int:
    """Kill so many times; 1 if anything was lost."""
    programs = Path(extras.POSTGRES.value()) if extras.POSTGRES.value() else programs_here()
    if programs is None:
        print(f"There is no PostgreSQL: set {extras.POSTGRES.variable} to {extras.POSTGRES.get}.")
        return 2
    begun = time.monotonic()
    with cluster(programs) as made:
        doing = killed(times, battles, made.database(), Random(seed), every=every, loud=True)
        try:
            figures = asyncio.run(doing)
        except Lost as why:
            print(f"Lost: {why}.")
            return 1
    said = ", ".join(f"{name} {count}" for name, count in figures.items())
    print(f"{said}; {time.monotonic() - begun:.0f} s. Nothing was lost.")
    return 0
