"""The golden battles on file: one packed file of brief logs for each system, and an index in text.

The index has a line for each battle, with the digest of its events and of what every seat saw and
sees. So a commit that changes battles shows which.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Answered, Asked, Event
from condotta.kernel.log import Header, encode, load, save
from condotta.kernel.records import CHANCE, SPECTATORS
from condotta.lab.battles import cited
from condotta.report.deciding import Lengthened, lengthened
from condotta.rules import library
from tests.golden.recipes import COUNTS, MORE, Recipe

HERE = Path(__file__).parent
INDEX = HERE / "index.jsonl"
SHOWN = HERE / "shown.json"
REASONS = HERE / "reasons.md"
FIRST_LINE = b'{"kind":"Header"'
SHORT = 8
EVERYDAY = 0.24
"""Which part of the battles of each system is decided again every day."""


class Row(msgspec.Struct, frozen=True):
    """What the index says of a battle: who played, how long it is, digests of what happened."""

    name: str
    seats: int
    bots: str
    dice: str
    turns: int
    ended: str
    events: int
    said: int
    digest: str
    seen: dict[str, str]

    @property
    def system(self) -> str:
        """Its game."""
        return self.name.partition("/")[0]

    def told(self) -> str:
        """The battle in a few words."""
        return f"{self.name} ({self.seats} seats, {self.bots})"


class Kept(NamedTuple):
    """A battle on file: its header, its book, the lines of its brief log."""

    header: Header
    book: Book
    lines: list[Event]

    def again(self) -> Lengthened:
        """Decide it again, as far as it comes to the same."""
        assert self.header.brief is not None
        return lengthened(self.book, self.lines, self.header.brief)


# ── files ────────────────────────────────────────────────────────────────────
def file_of(system: str) -> Path:
    """Where the battles of a system are."""
    return HERE / f"{system}.jsonl.xz"


@cache
def packed(system: str) -> dict[str, bytes]:
    """The brief logs of a system by their names."""
    logs: dict[str, bytes] = {}
    for part in lzma.decompress(file_of(system).read_bytes()).split(FIRST_LINE)[1:]:
        data = FIRST_LINE + part
        header = library.header_in(data, "a golden battle")
        logs[header.title["name"]] = data
    return logs


def pack(system: str, logs: Iterable[bytes]) -> None:
    """Write the battles of a system, in order: the same bytes for the same battles."""
    save(file_of(system), lzma.compress(b"".join(logs), preset=9))


@cache
def index() -> dict[str, Row]:
    """The lines of the index by the names of battles."""
    rows = msgspec.json.Decoder(Row).decode_lines(INDEX.read_bytes()) if INDEX.exists() else []
    return {row.name: row for row in rows}


def kept(name: str) -> Kept:
    """A battle of the store."""
    return read(packed(name.partition("/")[0])[name])


def read(data: bytes) -> Kept:
    """A brief log."""
    header = library.header_in(data, "a golden battle")
    book = library.book(header.system, header.settings)
    return Kept(header, book, load(book, data, header.title["name"]))


def fingerprint() -> str:
    """Sixteen hex digits of everything on file, which the last reason must name."""
    found = hashlib.blake2b(digest_size=8)
    for path in (INDEX, SHOWN, *(file_of(system) for system in COUNTS)):
        data = path.read_bytes()
        found.update(lzma.decompress(data) if path.suffix == ".xz" else data)
    return found.hexdigest()


# ── what is compared ─────────────────────────────────────────────────────────
def row_of(header: Header, battle: Battle) -> Row:
    """The line of the index for a battle."""
    brief, position = header.brief, battle.state.position
    assert brief is not None
    assert position.ended is not None
    said = sum(isinstance(one, Answered) and not one.stood_in for one in battle.log)
    bots = dict.fromkeys(header.title[seat] for seat in position.seats())
    return Row(
        name=header.title["name"],
        seats=len(position.seats()),
        bots=" and ".join(bots),
        dice=header.dice,
        turns=position.turn,
        ended=position.ended.clause,
        events=brief.events,
        said=said,
        digest=brief.digest[: 2 * SHORT],
        seen=seen(battle),
    )


def seen(battle: Battle) -> dict[str, str]:
    """What everybody saw from first to last and sees at the end, a short digest each."""
    everybody = (*battle.state.position.seats(), SPECTATORS)
    return {seat: of_stream(battle, seat) for seat in everybody}


def of_stream(battle: Battle, seat: str) -> str:
    """The digest of what one seat saw, and sees now."""
    found = hashlib.blake2b(digest_size=SHORT // 2)
    for event in battle.stream(seat):
        found.update(encode(event) + b"\n")
    found.update(encode(battle.view(seat)))
    return found.hexdigest()


def everyday() -> list[str]:
    """Some battles of every system, by a lot that stays the same, and those of `MORE`."""
    chosen: list[str] = []
    for system in COUNTS:
        names = [name for name, row in index().items() if row.system == system]
        more = [Recipe(system, number).name for number in MORE.get(system, ())]
        names = sorted(set(names) - set(more))
        wanted = min(len(names), max(6, round(EVERYDAY * len(names))))
        chosen += sorted(Random(f"every day/{system}").sample(names, wanted)) + more
    return chosen


# ── what is shown ────────────────────────────────────────────────────────────
class Shown(msgspec.Struct):
    """How often each clause was cited, each window asked, each act done unasked, in a system."""

    clauses: dict[str, int] = {}
    windows: dict[str, int] = {}
    kinds: dict[str, int] = {}


def shown_by(battle: Battle) -> Shown:
    """What one battle shows."""
    kinds = Counter(type(event).__name__ for event in battle.log)
    acts = {one.__name__ for one in battle.book.anytime}
    for event in battle.log:
        act = type(getattr(getattr(event, "frame", None), "said", None)).__name__
        if act in acts:
            kinds[act] += 1
    return Shown(dict(Counter(cited(battle.log))), dict(Counter(windows(battle.log))), dict(kinds))


def together(some: Iterable[Shown]) -> Shown:
    """What several show."""
    clauses: Counter[str] = Counter()
    windows_: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for one in some:
        clauses.update(one.clauses)
        windows_.update(one.windows)
        kinds.update(one.kinds)
    return Shown(dict(clauses), dict(windows_), dict(kinds))


def windows(log: Iterable[Event]) -> Iterator[str]:
    """Every window that was opened for a seat or for chance, secret ones as well."""
    for event in log:
        told = getattr(event, "inside", event)
        if isinstance(told, Asked):
            yield told.ask.window if told.ask.seat != CHANCE else f"dice: {told.ask.window}"


def shown() -> dict[str, Shown]:
    """What the battles on file show, by systems."""
    return msgspec.json.decode(SHOWN.read_bytes(), type=dict[str, Shown])


def write_shown(found: dict[str, Shown]) -> None:
    """Write it, in order."""
    data = {
        system: {
            part: dict(sorted(getattr(one, part).items()))
            for part in ("clauses", "windows", "kinds")
        }
        for system, one in found.items()
    }
    save(SHOWN, json.dumps(data, indent=0, ensure_ascii=False).encode() + b"\n")
