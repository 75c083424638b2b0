"""Kill a running table at random moments and look what is left of its battles.

python -m tests.server.kills --kills 1000
python -m tests.server.kills --kills 200 --store postgres

Pages play several battles, with shared dice and without, at a table in a process of its own, while
others set up, claim, give back and put away; it is killed without warning and started again. After
each kill: whatever a page had seen is still there, at the same numbers; whatever was acknowledged
is done, and done once, said again. Every few kills the store itself is read: every log verifies,
every page has seen a part of it and no other story, every command that was acknowledged is there
once and none that nobody said, words for dice are those that pages said, and the dice follow.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from condotta.cli import dice_check
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.events import Event, Opened
from condotta.kernel.log import Header, dump, encode
from condotta.kernel.seals import WORDS
from condotta.kernel.shared_dice import chain, words_in
from condotta.report.logbook import Log, verified
from condotta.server.dice.cups import DiceKept
from condotta.server.protocol import PROTOCOL
from condotta.server.rooms import opening
from condotta.server.rooms.house import FILE
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import Kept, Store
from condotta.server.workers import thinker
from tests.server.live import Live, Page, found

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ("line", "flank", "shooting")
DICE = ("shared", "committed", "shared")
MOST = 12
PATIENCE = 10.0
MOMENT = 0.03
CHAIN = 80
DOORS = 12
"""Battles at most that are only set up, claimed and put away."""

GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError, httpx.TransportError)
"""What happens to whoever talks to a table that is killed."""


class Lost(AssertionError):
    """Something that must be there is not."""


# ── whoever plays ────────────────────────────────────────────────────────────
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
        self.mark = ""
        self.words = Words(seat)

    async def play(self, table: Live) -> None:
        """Play until the table is gone."""
        try:
            await self.at(table)
        except GONE:
            return

    @asynccontextmanager
    async def page(self, table: Live) -> AsyncIterator[Speaking]:
        """A page at the seat that has heard how things stand; it is never turned away for good."""
        async with table.socket(self.battle) as socket:
            page = Speaking(socket, self.words)
            known = {"stream": self.seat, "after": len(self.seen), "mark": self.mark}
            try:
                await page.send(
                    {"kind": "hello", "protocol": PROTOCOL, "seat_secret": self.secret, **known}
                )
                await page.until("presence")
                yield page
            finally:
                if page.bye and not page.bye["again"]:
                    raise Lost(f"{self.seat} was turned away: {page.bye}")

    async def at(self, table: Live) -> None:
        async with self.page(table) as page:
            await self.compare(page)
            await self.again(page)
            self.look(page)  # the battle may have ended meanwhile, and then nothing more is told
            while not self.over:
                ask = await self.turn(page)
                self.look(page)
                self.count += 1
                self.sent = {
                    "kind": "command", "id": f"{self.seat} {self.count}", "seat": self.seat,
                    "ask": ask.id, "action": page.answer(ask),
                }  # fmt: skip
                await self.say(page, self.sent)

    async def turn(self, page: Page) -> Ask:
        """Wait until the seat is asked something."""
        return await page.turn()

    async def say(self, page: Page, message: dict[str, Any]) -> None:
        reply = await page.ask("command", **{k: v for k, v in message.items() if k != "kind"})
        self.look(page)
        if not reply["ok"]:
            raise Lost(f"refused: {message} {reply}")
        self.sent = None
        self.done.append((message, reply))

    def look(self, page: Page) -> None:
        self.seen = list(page.events)
        marks = [one["mark"] for one in page.heard if one["kind"] == "events"]
        self.mark = marks[-1] if marks else self.mark
        self.over = any(one["kind"] == "Ended" for one in self.seen)

    async def compare(self, page: Page) -> None:
        """Whatever was seen before is still there, and where it was: the table goes on after it."""
        if page.welcome["set_back"] or page.first != len(self.seen) + 1:
            raise Lost(f"{self.seat} saw events that are gone")
        page.events[:0] = self.seen
        page.first = 1
        self.look(page)

    async def again(self, page: Page) -> None:
        """Whatever was acknowledged gets the same reply; what is uncertain is done now, once."""
        for message, reply in self.done[-3:]:
            fields = {key: value for key, value in message.items() if key != "kind"}
            if await page.ask("command", **fields) != reply:
                raise Lost(f"{self.seat} was told something else: {message}")
        if self.sent is not None:
            await self.say(page, self.sent)


class Words:
    """What a page says for shared dice, and keeps: no word twice but for the same dice."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.chain: tuple[str, ...] = ()
        self.at = self.chains = self.request = 0
        self.said: dict[str, int] = {}

    def hear(self, told: dict[str, Any]) -> dict[str, Any] | None:
        """What a page says to what it is told of the dice; nothing mostly."""
        row = next((one for one in told["seats"] if one["seat"] == self.seat), None)
        if row is None:
            return None
        if not self.chain or self.chain[0] != row["digest"] or not row["bound"]:
            return self.bind(row["bound"])
        if told["wanted"] and self.seat in told["waits"] and self.at + 1 < len(self.chain):
            if told["wanted"] != self.request:
                self.at, self.request = self.at + 1, told["wanted"]
            word = self.chain[self.at]
            self.said[word] = self.request
            return {"kind": "word", "seat": self.seat, "word": word}
        return self.bind(bound=True) if self.at + 1 >= len(self.chain) else None

    def bind(self, bound: bool) -> dict[str, Any] | None:
        if self.chain and not self.at and not bound:
            return {"kind": "bind", "seat": self.seat, "digest": self.chain[0]}
        self.chains += 1
        self.chain, self.at, self.request = chain(f"{id(self)} {self.chains}", CHAIN), 0, 0
        return {"kind": "bind", "seat": self.seat, "digest": self.chain[0]}


class Speaking(Page):
    """A page that says its words for the dice by itself."""

    def __init__(self, socket: Any, words: Words) -> None:
        super().__init__(socket)
        self.words = words

    async def hear(self, seconds: float = 60.0) -> dict[str, Any]:
        message = await super().hear(seconds)
        said = self.words.hear(message) if message["kind"] == "words" else None
        if said is not None:
            await self.send(said)
        return message


# ── whoever comes to the door ────────────────────────────────────────────────
class Doors:
    """Somebody who sets up, claims, gives back and puts away, and remembers what was granted."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.cookies = httpx.Cookies()
        self.codes: dict[str, str] = {}
        self.known: dict[str, tuple[str, bool]] = {}
        self.unsure: tuple[str, tuple[str, bool]] | None = None
        self.granted = 0

    async def knock(self, table: Live) -> None:
        """Ask for one thing after another until the table is gone."""
        try:
            async with table.browser() as browser:
                browser.cookies = self.cookies
                await self.compare(browser)
                while await self.once(browser):
                    self.cookies = browser.cookies
                    await asyncio.sleep(0.02)
        except GONE:
            return

    async def compare(self, browser: httpx.AsyncClient) -> None:
        """Whatever was granted is so."""
        rows = (await browser.get("/api/battles")).json()["battles"]
        now = {row["battle"]: (row["seats"][1]["held_by"], row["archived"]) for row in rows}
        for battle, state in self.known.items():
            maybe = self.unsure[1] if self.unsure and self.unsure[0] == battle else state
            if now.get(battle) not in (state, maybe):
                raise Lost(f"battle {battle} is {now.get(battle)}, not {state}")
        self.known = {battle: now[battle] for battle in self.known}
        self.unsure = None

    async def once(self, browser: httpx.AsyncClient) -> bool:
        """Ask for something; whether the table has time for more."""
        if len(self.known) < DOORS:
            answer = await browser.post("/api/battles", json=NEW)
            if answer.status_code == 201:
                made = answer.json()
                self.codes[made["battle"]] = made["code"]
                self.known[made["battle"]] = ("open", False)
                self.granted += 1
            return answer.status_code == 201
        battle = self.random.choice(sorted(self.known))
        held, away = self.known[battle]
        one = f"/api/battles/{battle}"
        path, said, then = self.random.choice(
            (
                (f"{one}/archive", {"archived": not away}, (held, not away)),
                ("/api/claims", {"code": self.codes[battle], "seat": "blue"}, ("you", away))
                if held == "open"
                else (f"{one}/seats/blue", {"to": "open"}, ("open", away)),
            )
        )
        self.unsure = battle, then
        answer = await browser.post(path, json=said)
        if answer.status_code < 400:
            self.known[battle] = then
            self.granted += 1
        elif answer.status_code == 503:  # a server died over it, and nobody knows
            return False
        elif answer.status_code != 429:
            raise Lost(f"refused: {path} {said} {answer.text}")
        self.unsure = None
        return answer.status_code < 400


NEW = {
    "scenario": "first", "dice": "committed",
    "seats": [{"held_by": "you"}, {"held_by": "open"}],
}  # fmt: skip


# ── the table ────────────────────────────────────────────────────────────────
class Nursery:
    """Where tables begin at once, each in a process of its own, and are killed."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def begun(cls) -> Nursery:
        """A process that has loaded everything; no other ever kills what it began."""
        words = ("-m", "tests.server.nursery")
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, *words, stdin=PIPE, stdout=PIPE, env=env
            )
        )

    async def said(self, what: str) -> str:
        """Say a line; what is answered."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{what}\n".encode())
        await stdin.drain()
        return (await asyncio.wait_for(stdout.readline(), 120)).decode().strip()

    async def table(self, where: Path | str) -> Live:
        """A table over a folder, or a server over a database, once it answers."""
        port = await self.said(str(where))
        if not port.isdecimal():
            raise Lost(f"the table does not open: {port}")
        house: Any = None
        return Live(house, int(port), "")

    async def kill(self) -> None:
        """Kill the table, and wait until it is gone."""
        await self.said("")

    async def end(self) -> None:
        """End it, and what it began."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


async def founded(table: Live, number: int) -> list[Player]:
    """A new battle with two players."""
    async with table.browser() as browser:
        dice = DICE[number // 2 % len(DICE)]
        made = await found(browser, scenario=SCENARIOS[number % len(SCENARIOS)], dice=dice)
    return [Player(made["battle"], seat, made["secrets"][seat]) for seat in ("red", "blue")]


# ── what the file has ────────────────────────────────────────────────────────
class File:
    """What is kept, read while no table is open; what has not grown is not verified again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lengths: dict[str, int] = {}
        self.verified = 0

    def opened(self) -> Store:
        """The store."""
        return SqliteStore(self.folder / FILE)

    async def check(self, players: Sequence[Player]) -> None:
        """Everything is there once, in one story; anything else is `Lost`."""
        store = self.opened()
        try:
            rows = {row.battle: row for row, _ in await store.rows()}
            for name in {one.battle for one in players} - rows.keys():
                raise Lost(f"battle {name} is gone")
            for name in rows:
                kept = await store.load(name)
                assert kept is not None
                self.battle(kept, [one for one in players if one.battle == name])
        finally:
            await store.close()

    def battle(self, kept: Kept, players: Sequence[Player]) -> None:
        """One battle, and those who play it."""
        name, length = kept.row.battle, sum(batch.count for batch in kept.batches)
        if self.lengths.get(name) == length and not players:
            return
        header = opening.header_of(kept.row)
        book = thinker.book_of(header.system, header.settings)
        events = opening.events_of(book, kept)
        if self.lengths.get(name) != length:
            difference = verified(Log(name, header, book, events))
            if difference is not None:
                raise Lost(f"{name} does not verify: {difference}")
            self.verified += 1
            self.lengths[name] = length
        battle = Battle(book, events)
        for one in players:
            told = [msgspec.json.decode(encode(event)) for event in battle.stream(one.seat)]
            if told[: len(one.seen)] != one.seen:
                raise Lost(f"{one.seat} of {name} has seen another story")
            commands(kept, one)
        if header.dice == "shared":
            dice(kept, header, events, players)


def commands(kept: Kept, player: Player) -> None:
    """What was acknowledged is there once; what is there was said."""
    there = Counter(one.command for one in kept.batches if one.seat == player.seat)
    done = {message["id"] for message, _ in player.done}
    maybe = {player.sent["id"]} if player.sent else set()
    if set(there) - done - maybe or done - set(there) or max(there.values(), default=1) > 1:
        raise Lost(f"{player.seat} of {player.battle}: {there} kept, {done} done, {maybe} not sure")


def dice(kept: Kept, header: Header, events: Sequence[Event], players: Sequence[Player]) -> None:
    """Every roll follows from the secret that was sealed and is kept, and from words of pages."""
    secret = msgspec.json.decode(kept.row.dice, type=DiceKept)
    opened = any(isinstance(one, Opened) and one.seal == secret.seal for one in events)
    log = dump(header, (*events, *(() if opened else secret.opened(events))))
    wrong = dice_check.check(log).wrong
    if wrong:
        raise Lost(f"the dice of {kept.row.battle}: {wrong}")
    words = (one.content for one in events if isinstance(one, Opened) and one.seal == WORDS)
    spoken = [words_in(one) for one in words]
    for player in players:
        said = [word for words in spoken if (word := words.get(player.seat))]
        if len(set(said)) < len(said) or not set(said) <= player.words.said.keys():
            raise Lost(f"{player.seat} of {player.battle} has not said those words")


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
    doors, file, over = Doors(random), File(folder), list[Player]()
    figures = {"kills": 0, "commands": 0, "uncertain": 0, "doors": 0, "verified": 0}
    nursery = await Nursery.begun()
    for number in range(times):
        table = await nursery.table(folder)
        try:
            for pair in range(0, len(players), 2):
                if players[pair].over or players[pair + 1].over:
                    over += players[pair : pair + 2]
                    players[pair : pair + 2] = await founded(table, number + pair)
            while len(players) < 2 * battles:
                players += await founded(table, len(players))
            playing = [asyncio.ensure_future(one.play(table)) for one in players]
            playing.append(asyncio.ensure_future(doors.knock(table)))
            await some(players, random)
        finally:
            await nursery.kill()
        await asyncio.gather(*playing)
        figures["kills"] += 1
        figures["uncertain"] += sum(one.sent is not None for one in players)
        if number % every == 0 or number == times - 1:
            await file.check([*over, *players])
            figures["commands"] += sum(len(one.done) for one in over)
            over.clear()
        if loud and number % 10 == 0:
            count = figures["commands"] + sum(len(one.done) for one in (*over, *players))
            print(f"{number + 1} kills, {count} commands", flush=True)
    await nursery.end()
    figures["commands"] += sum(len(one.done) for one in (*over, *players))
    figures["doors"], figures["verified"] = doors.granted, file.verified
    return figures


def main(words: Sequence[str] | None = None) -> int:
    """Kill so many times; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", "--times", dest="times", type=int, default=200)
    parser.add_argument("--battles", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="read the file after so many kills")
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite",
                        help="over PostgreSQL two servers are killed in turn")  # fmt: skip
    asked = parser.parse_args(words)
    if asked.store == "postgres":
        from tests.server import server_kills

        return server_kills.told(asked.times, asked.battles, asked.seed, asked.every)
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
