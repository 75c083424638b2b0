"""What is asked of a table over HTTP: every address, with what it reads, nearly that, and worse."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import msgspec

from condotta.armies import library
from condotta.armies.rosters.rosters import selection_of
from tests.fuzz import formats
from tests.fuzz.addresses import ASKED, BODIES, known
from tests.fuzz.tables import Bout, Page, Sent, fresh
from tests.fuzz.watching import Watch, noted, waited
from tests.fuzz.wild import Wild, text
from tests.server.live import GENEROUS, open_table

HEAVY = 0.04
"""How many of the requests carry a file as large as may be."""
BUSY = (503, 507)
LIMITS = msgspec.structs.replace(GENEROUS, rulings=GENEROUS.requests, battles=100_000)


class Request(NamedTuple):
    """One request."""

    method: str
    path: str
    url: str
    headers: dict[str, str]
    body: bytes

    def told(self) -> str:
        """The request for people."""
        return f"{self.method} {self.url} {self.headers} {self.body[:600]!r}"


class Asking:
    """Asks, and looks at every answer."""

    def __init__(self, seed: int, watch: Watch) -> None:
        self.random = Random(f"{seed} over http")
        self.wild = Wild(self.random, ("red", "blue", "R1", "triumph", "ranked", "steward", "you"))
        self.watch = watch
        self.count: Counter[tuple[str, str]] = Counter()
        self.slow: list[tuple[float, str]] = []
        self.known: list[tuple[str, str]] = []
        self.given: dict[str, str] = {}

    # ── what is asked ────────────────────────────────────────────────────────
    def next(self) -> Request:
        """The next request."""
        method, path = self.random.choice(self.known)
        url = self.filled(path)
        asked = [name for name in ASKED.get(path, ()) if self.random.random() < 0.5]
        if asked:
            pairs = (f"{name}={self.in_url(self.asked(name))}" for name in asked)
            url = f"{url}?{'&'.join(pairs)}"
        headers = self.headers()
        if method == "GET":
            return Request(method, path, url, headers, b"")
        headers.setdefault("content-type", "application/json")
        return Request(method, path, url, headers, self.body(path))

    def filled(self, path: str) -> str:
        """An address with something where it names something; mostly what there is."""
        for name in ("battle", "seat", "code", "system", "lang", "clause", "key", "path"):
            there = self.given.get(name, "")
            said = there if there and self.random.random() < 0.75 else str(self.wild.word())
            path = path.replace(f"{{{name}}}", self.in_url(said) or "x")
        return path

    def asked(self, name: str) -> str:
        """What is asked behind a question mark."""
        if self.random.random() < 0.5:
            usual = {"from": "1", "count": "20", "lang": "fr", "paper": "letter", "year": "-58"}
            return usual.get(name, self.given.get(name, "")) or str(self.wild.word())
        return str(self.wild.word() if self.random.random() < 0.6 else self.wild.number())

    def in_url(self, said: str) -> str:
        """A word as an address has it."""
        return quote(
            said.encode("utf-8", "replace"), safe="/" if self.random.random() < 0.2 else ""
        )

    def headers(self) -> dict[str, str]:
        """Headers, some of which no browser sends."""
        found: dict[str, str] = {}
        if self.random.random() < 0.1:
            name = self.random.choice((
                "accept-language", "authorization", "cookie", "x-forwarded-for", "content-type",
                "accept-encoding", "if-none-match", "range", "origin",
            ))  # fmt: skip
            word = str(self.wild.word()).encode("ascii", "ignore").decode()
            value = "".join(one for one in word if one.isprintable())[:2_000]
            found[name] = self.random.choice((
                value, f"Bearer {value}", f"condotta={value}", "bytes=0-1,5-", "text/plain",
                "fr;q=x",
            ))  # fmt: skip
        return found

    def body(self, path: str) -> bytes:
        """What is sent: what the address reads, with wild contents, or a damaged file."""
        lot = self.random.random()
        good = self.good(path)
        if lot < HEAVY:
            return self.large(path, good)
        if lot < 0.15:
            return formats.torn(self.wild, good)
        if path == "/api/import":
            return formats.lines_damage(self.wild, good) if lot < 0.9 else good
        if lot < 0.45:
            found = text(self.wild.shaped(BODIES[path]))
        else:
            plain = msgspec.json.decode(good)
            found = text(self.wild.bent(plain, self.random.randint(0, 3)))
        return found.encode("utf-8", "surrogatepass")

    def good(self, path: str) -> bytes:
        """Something right to send there."""
        lot = self.random
        if path == "/api/import":
            return lot.choice((*formats.logs(), *formats.briefs()))
        roster = selection_of(lot.choice(library().rosters))
        army: dict[str, Any] = {"roster": roster}
        listed = msgspec.json.decode(lot.choice(formats.lists()))
        if lot.random() < 0.3:
            army["lists"] = [listed]
        position = lot.choice(formats.positions()).decode()
        seat = {"held_by": "open", "roster": lot.choice((None, roster))}
        some: dict[str, Any] = {
            "/api/rosters/check": roster,
            "/api/battles": lot.choice((
                {"system": lot.choice(("triumph", "ranked", "skirmish")), "seats": [seat, seat]},
                {"position": position, "seats": [{}, {}]}, {"scenario": "first"},
            )),
            "/api/claims": {"code": self.given["code"], "seat": "blue", "player": "Zoé"},
            "/api/owner": {"key": "none"},
            "/api/armoury/army": army, "/api/armoury/sheet": army,
            "/api/armoury/draw": {"key": roster.get("listKey", ""), "seed": 7, "cards": "some"},
            "/api/armoury/sides": {"one": army, "other": army},
            "/api/armoury/text": {**army, "form": lot.choice(("json", "text", "csv", "service"))},
            "/api/armoury/read": {"text": lot.choice(
                (*formats.rosters(), *formats.codes(), *formats.tables(), *formats.texts())
            ).decode()},
            "/api/referee": {"file": position, "move": "R1", "at": [10, 10, 0]},
            "/api/battles/{battle}/clock": {"seconds": 60},
            "/api/battles/{battle}/notices": {"url": "http://127.0.0.1:9/x", "seat": "red"},
            "/api/battles/{battle}/archive": {"archived": False},
            "/api/battles/{battle}/seats/{seat}": {"to": "open"},
            "/api/battles/{battle}/seats/{seat}/consent": {"agrees": True},
            "/api/battles/{battle}/again": {"turned": True},
        }  # fmt: skip
        return msgspec.json.encode(some[path])

    def large(self, path: str, good: bytes) -> bytes:
        """As much as may be sent there."""
        if path == "/api/import":
            return formats.large_lines(self.wild, [good])
        if path == "/api/armoury/read":
            whole = self.random.choice((
                formats.large_text(self.wild, formats.texts() + formats.tables()),
                formats.large_json(self.wild, formats.rosters() + formats.lists()),
            ))  # fmt: skip
            return msgspec.json.encode({"text": whole.decode("utf-8", "replace")})
        return formats.large_json(self.wild, [good])[: LIMITS.body - 1_000]

    # ── what comes of it ─────────────────────────────────────────────────────
    async def ask(self, browser: httpx.AsyncClient) -> None:
        """One request, and its answer looked at."""
        request = self.next()
        begun = time.perf_counter()
        self.watch.now[id(request)] = (begun, request.told()[:300])
        try:
            answer = await browser.request(
                request.method, request.url, headers=request.headers, content=request.body
            )
        except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeError):
            return  # no client sends that
        finally:
            self.watch.now.pop(id(request))
            self.watch.lately.append(request.told()[:300])
        spent = time.perf_counter() - begun
        self.slow = sorted([*self.slow, (spent, request.told()[:300])])[-10:]
        self.count[f"{request.method} {request.path}", outcome(answer)] += 1
        if answer.status_code >= 500 and answer.status_code not in BUSY:
            self.watch.faults.append(f"{answer.status_code} of {request.told()}")

    def lines(self) -> Iterator[str]:
        """Everything in figures."""
        yield f"{self.count.total():,} requests"
        for path in dict.fromkeys(path for path, _ in sorted(self.count)):
            told = Counter({what: many for (one, what), many in self.count.items() if one == path})
            some = ", ".join(f"{what} {many:,}" for what, many in told.most_common(6))
            yield f"  {path} {told.total():,}: {some}"


def outcome(answer: httpx.Response) -> str:
    """What an answer is, in a word."""
    if answer.status_code < 400:
        return str(answer.status_code)
    try:
        return f"{answer.status_code} {msgspec.json.decode(answer.content)['key']}"
    except (msgspec.DecodeError, KeyError, TypeError):
        return f"{answer.status_code} {answer.text[:40]}"


async def asked(
    folder: Path, many: int, seed: int, seconds: float = 1e9, at_once: int = 3
) -> tuple[Asking, Watch]:
    """So many requests at a table at which others play."""
    watch = Watch()
    asking = Asking(seed, watch)
    formats.prepared()
    until = time.perf_counter() + seconds
    with noted(watch):
        async with open_table(folder, LIMITS) as live, live.browser() as browser:
            aside = Bout(live, browser, watch, {
                "scenario": "first", "seats": [{"held_by": "you"}, {"held_by": "open"}],
                "dice": "committed",
            }, Random(seed))  # fmt: skip
            await aside.begin()
            row = live.house.rooms[aside.battle].room.row
            asking.given = {
                "battle": aside.battle, "code": row.code, "seat": "red", "system": "triumph",
                "lang": "fr", "clause": "TC-5.5", "q": "rome", "list": "71e",
            }  # fmt: skip
            asking.known = [one for one in known(live.house) if one[1].startswith("/api")]
            beating = asyncio.ensure_future(beats(aside, watch))

            async def one() -> None:
                while asking.count.total() < many and time.perf_counter() < until:
                    await asking.ask(browser)

            try:
                await asyncio.gather(*(one() for _ in range(at_once)))
            finally:
                beating.cancel()
                await asyncio.gather(beating, return_exceptions=True)
                await aside.end()
    return asking, watch


async def beats(aside: Bout, watch: Watch) -> None:
    """Somebody at a table asks something, again and again, and is not kept waiting."""
    page: Page = next(iter(aside.pages.values()))
    while True:
        said = Sent("beat", text({"kind": "ping", "id": fresh()}))
        watch.beat(*await waited(page.say(said)))
        await asyncio.sleep(0.02)
