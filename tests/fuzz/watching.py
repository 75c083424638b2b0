"""What is looked at while a table is spoken to: faults, waits, secrets, and what came of it."""

from __future__ import annotations

import logging
import re
import resource
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from condotta.kernel.records import Seat
from condotta.server.workers.thinker import Job, Result
from condotta.server.workers.thinkers import Thinkers, Thoughtless

if TYPE_CHECKING:
    from tests.fuzz.tables import Bout, Page, Sent

LONG = 1.0
"""Nobody waits longer than so many seconds because of what somebody else says."""
FAULT = "server.fault"
TRIVIAL = ("server.too-fast", "server.not-your-seat", "server.superseded", "server.hello-twice")
"""Refusals before anything was looked at: what is refused so tried nothing."""

UNFORESEEN = re.compile(r"[A-Z]\w+: ")
"""How a worker tells of something that nobody foresaw: by the name of an exception."""
FORESEEN = ("Corrupt: ", "PlainError: ", "BadPosition: ")
LOGS = ("condotta.http", "condotta.house", "condotta.room", "asyncio", "uvicorn.error")
HONEST = ("played", "beat")
"""What is said in good faith."""


class Wait(NamedTuple):
    """How long somebody waited, how long of that this process worked, and what was being said."""

    seconds: float
    worked: float
    saying: tuple[str, ...]


class Watch:
    """Counts what was said and heard, and keeps everything that should not have been."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.told: dict[str, Counter[str]] = {}
        self.faults: list[str] = []
        self.leaks: list[str] = []
        self.waits: list[Wait] = []
        self.slow: list[tuple[float, str]] = []
        self.beats = 0
        self.last = ""
        self.memory = [memory()]
        self.now: dict[int, tuple[float, str]] = {}
        self.lately: deque[str] = deque(maxlen=40)
        self._secret: dict[str, list[tuple[frozenset[Seat], bytes]]] = {}
        self._length: dict[int, int] = {}
        self._before: dict[int, tuple[str, bytes]] = {}

    # ── what is said, and what comes of it ───────────────────────────────────
    def saying(self, page: Page, sent: Sent) -> None:
        """Something is being said."""
        self._length[id(page)] = len(page.bout.room.battle.log)
        self.now[id(page)] = (time.perf_counter(), f"{page.bout.name} {page.seat}: {shown(sent)}")

    def said(self, page: Page, sent: Sent, found: list[bytes]) -> None:
        """What came of it."""
        begun, what = self.now.pop(id(page))
        self.lately.append(what)
        taken = time.perf_counter() - begun
        if not self.slow or taken > self.slow[0][0]:
            self.slow = sorted([*self.slow, (taken, what)])[-12:]
        self.last = outcome(found)
        self.sent[sent.kind] += 1
        self.told.setdefault(sent.kind, Counter())[self.last] += 1
        if sent.kind == "of nobody":
            self._compare(page, sent, found)
        if self.last == FAULT and not self.faults:
            self.faults.append(f"{what} -> {found[-1][:300]!r}")

    def _compare(self, page: Page, sent: Sent, found: list[bytes]) -> None:
        """Of a pair both are answered alike: neither piece is there for whoever asks."""
        replies = [one for one in found if one.startswith((b'{"kind":"reply"', b'{"kind":"error"'))]
        now = b"".join(without_names(one, sent) for one in replies)
        length = len(page.bout.room.battle.log)
        if self._length.get(id(page)) != length:
            return  # something happened meanwhile, of which the answer may tell or not
        pair = f"{self._pair(sent)} {length}"
        before = self._before.pop(id(page), None)
        if before is None or before[0] != pair:
            self._before[id(page)] = (pair, now)
        elif before[1] != now:
            self.leaks.append(f"{shown(sent)}: {before[1][:200]!r} but {now[:200]!r}")

    def _pair(self, sent: Sent) -> str:
        plain = msgspec.json.decode(sent.data)
        return f"{plain['kind']} {plain['seat']} {len(sent.data)}"

    # ── secrets ──────────────────────────────────────────────────────────────
    def plant(self, bout: Bout) -> None:
        """Everything at a new battle that nobody else may read."""
        dice = bout.room.dice
        found = [(frozenset[Seat](), one.encode()) for one in (dice.secret, dice.salt) if one]
        found += [(frozenset[Seat](), secret.encode()) for secret in bout.secrets.values()]
        self._secret[bout.battle] = found

    def plant_words(self, bout: Bout, words: str, knows: Seat) -> None:
        """Words that one seat alone heard."""
        self._secret[bout.battle].append((frozenset((knows,)), words.encode()))

    def forget(self, bout: Bout) -> None:
        """Nobody speaks to that battle any more."""
        self._secret.pop(bout.battle, None)
        for page in bout.pages.values():
            self._length.pop(id(page), None)
            self._before.pop(id(page), None)

    def hear(self, bout: Bout, seat: Seat, data: bytes) -> None:
        """Look for what that seat may not know."""
        for knows, secret in self._secret.get(bout.battle, ()):
            if secret in data and seat not in knows and not bout.over:
                self.leaks.append(f"{bout.name} {seat}: {secret!r} in {data[:200]!r}")

    # ── others wait ──────────────────────────────────────────────────────────
    def beat(self, seconds: float, worked: float) -> None:
        """Somebody else asked something, and waited so long."""
        self.beats += 1
        if seconds > LONG / 4:
            saying = (*(what for _, what in self.now.values()), *self.lately)
            self.waits.append(Wait(seconds, worked, saying[:60]))

    def too_long(self) -> list[Wait]:
        """The waits that were too long by what this process did."""
        return [one for one in self.waits if one.worked > LONG]

    @property
    def messages(self) -> int:
        """How many messages were made up: not those by which battles go on and others ask."""
        return self.sent.total() - sum(self.sent[kind] for kind in HONEST)

    # ── what was seen ────────────────────────────────────────────────────────
    def lines(self) -> Iterator[str]:
        """Everything in figures."""
        whole, empty = self.messages, self.trivial()
        yield f"{whole:,} messages, {whole - empty:,} of them looked at by more than a door"
        for kind, count in self.sent.most_common():
            told = ", ".join(f"{name} {many:,}" for name, many in self.told[kind].most_common(7))
            yield f"  {kind} {count:,}: {told}"
        waited = sorted(one.seconds for one in self.waits)[-3:]
        worked = max((one.worked for one in self.waits), default=0.0)
        yield (
            f"{self.beats:,} beats of others, {len(self.waits)} of them over {LONG / 4} s"
            f" (the longest {waited}; longest by own work {worked:.2f} s)"
        )
        yield f"{len(self.faults)} faults, {len(self.leaks)} leaks"
        yield f"memory {self.memory[0]} MB at first, {memory()} MB at most"

    def trivial(self) -> int:
        """How many messages were refused before anything was looked at."""
        made = (told for kind, told in self.told.items() if kind not in HONEST)
        return sum(told[name] for told in made for name in TRIVIAL)


def memory() -> int:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def outcome(found: list[bytes]) -> str:
    """What came of a message: the key of the first refusal, or a word."""
    for data in found:
        if not data.startswith((b'{"kind":"reply"', b'{"kind":"error"', b'{"kind":"bye"')):
            continue
        plain = msgspec.json.decode(data)
        if "key" in plain:
            return str(plain["key"])
        verdict = plain.get("verdict") or {}
        refusals = plain.get("refusals") or verdict.get("refusals") or ()
        if refusals:
            return str(refusals[0]["key"])
        return "yes"
    return "heard" if found else "closed"


def without_names(data: bytes, sent: Sent) -> bytes:
    """A reply without the id and the words of the message that it answers."""
    plain = msgspec.json.decode(data)
    plain.pop("id", None)
    text = msgspec.json.encode(plain)
    for word in words_of(msgspec.json.decode(sent.data)):
        text = text.replace(msgspec.json.encode(word), b'""')
    return text


def words_of(value: Any) -> Iterator[str]:
    """Every word in a value."""
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from words_of(one)
        case list():
            for one in value:
                yield from words_of(one)


def shown(sent: Sent) -> str:
    """A message for people."""
    data = sent.data if isinstance(sent.data, str) else repr(sent.data)
    return f"{sent.kind}: {data}" if len(data) <= 1_200 else f"{sent.kind}: {data[:1_200]}…"


def kinds(faults: Iterable[str]) -> list[tuple[int, str]]:
    """Faults by where they arose, each once with how many there are of its kind."""
    found: dict[str, list[str]] = {}
    for one in faults:
        lines = one.splitlines()
        places = [line.strip() for line in lines if line.startswith("  File")]
        found.setdefault(f"{places[-1]} {lines[-1]}" if places else one[:60], []).append(one)
    return [(len(some), some[0]) for some in found.values()]


class Notes(logging.Handler):
    """Keeps everything that the server writes down as an error."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.ERROR)
        self.watch = watch
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        self.watch.faults.append(self.format(record)[-6_000:])


@contextmanager
def noted(watch: Watch) -> Iterator[None]:
    """Whatever is noted as an error meanwhile is a fault, and what a worker fails at."""
    notes = Notes(watch)
    plainly = Thinkers.do

    async def do(workers: Thinkers, job: Job, seconds: float, **how: Any) -> Result:
        try:
            return await plainly(workers, job, seconds, **how)
        except Thoughtless as why:
            if UNFORESEEN.match(str(why)) and not str(why).startswith(FORESEEN):
                watch.faults.append(f"a worker: {why} of {job!r:.600}")
            raise

    loggers = [logging.getLogger(name) for name in LOGS]
    for one in loggers:
        one.addHandler(notes)
    Thinkers.do = do  # type: ignore[method-assign]  # what a worker cannot do is heard of here
    try:
        yield
    finally:
        Thinkers.do = plainly  # type: ignore[method-assign]  # as it was
        for one in loggers:
            one.removeHandler(notes)


async def waited(doing: Any) -> tuple[float, float]:
    """How long something took, and how long of that this process worked."""
    begun, worked = time.perf_counter(), time.thread_time()
    await doing
    return time.perf_counter() - begun, time.thread_time() - worked
