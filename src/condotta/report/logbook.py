"""Logs on disk: their header, reading one back, and deciding it again to see that it holds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

import condotta
from condotta.data import toml
from condotta.kernel.book import Book
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Ended, Event, Undone
from condotta.kernel.folding import evolve, gone_back
from condotta.kernel.log import FORMAT, Header, Pin, dump, encode, load
from condotta.kernel.state import State
from condotta.kernel.views import View, fold_view
from condotta.report.deciding import Difference, Parting, decided, lengthened, shortened
from condotta.report.holding import EVERY, hold, hold_open
from condotta.rules import library

UNFIT = (LookupError, StopIteration, AttributeError, TypeError, ValueError, ArithmeticError)
"""What comes of an event that speaks of what is not there, or of numbers that are none."""
SEED = "seed"
"""What the title of a log calls the seed of its dice."""


class Log(msgspec.Struct, frozen=True):
    """A log that has been read: its header, the book it is played by, its events."""

    where: str
    header: Header
    book: Book
    events: tuple[Event, ...]

    @property
    def name(self) -> str:
        """What the battle is called."""
        return self.header.title.get("name", "") or Path(self.where).stem


@cache
def data_digest(system: str) -> str:
    """Sixteen hex digits that change when any number of the system's data files does."""
    found = hashlib.blake2b(digest_size=8)
    for package in library.GAMES[system].numbers:
        tables = sorted(one.name for one in files(package).iterdir() if one.is_file())
        for name in tables:
            if name.endswith(".toml"):
                found.update(encode([name, toml(package, name)]))
            elif name.endswith(".json"):
                found.update(files(package).joinpath(name).read_bytes())
    return found.hexdigest()


@cache
def rules_digest() -> str:
    """Sixteen hex digits that change when any line of the rules does, or of what conducts them.

    It is made of the sources, which lie beside what is compiled from them.
    """
    found = hashlib.blake2b(digest_size=8)
    for name in RULES:
        for module in sources(files("condotta").joinpath(name)):
            found.update(encode(module.name) + module.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()


RULES = ("kernel", "table", "rules", "armies")
"""The folders that decide what follows from what was said."""


def sources(place: Traversable) -> Iterator[Traversable]:
    """The modules of a folder and of those below it, in the order of their names."""
    for one in sorted(place.iterdir(), key=lambda each: each.name):
        if one.is_dir():
            yield from sources(one)
        elif one.name.endswith(".py"):
            yield one


def pinned(header: Header, count: int) -> Header:
    """The header of a battle of so many events that goes on by the rules of here and now."""
    rules = rules_digest()
    if header.rules == rules:
        return header
    before = (*header.before, Pin(count, header.engine, header.rules)) if count else ()
    return msgspec.structs.replace(header, engine=condotta.__version__, rules=rules, before=before)


def header_of(book: Book, title: Mapping[str, str], dice: str = "seeded", given: int = 0) -> Header:
    """The header of a battle that is played here and now; `given` as `Header` has it."""
    return Header(
        format=FORMAT,
        engine=condotta.__version__,
        system=book.system,
        settings=library.acting(book.system, book.settings),
        data=data_digest(book.system),
        title=dict(title),
        dice=dice,
        given=given,
    )


def header_seen(header: Header, seat: str, given: int) -> Header:
    """The header over what a seat was shown, `given` counted in its own events.

    It names no seed, which would tell every die and draw that the seat does not see, and no other
    rules before, whose end is counted in events that it may not have seen.
    """
    title = {name: said for name, said in header.title.items() if name != SEED}
    return msgspec.structs.replace(header, seat=seat, given=given, title=title, before=())


def opened(path: Path) -> Log:
    """A log from a file. One that is no log, or is damaged, is `Corrupt` and says where."""
    return read(path.read_bytes(), str(path))


def read(data: bytes, where: str) -> Log:
    """A log from its bytes. One that is no log, or is damaged, is `Corrupt` and says where."""
    if not data.strip():
        raise Corrupt(where, "the file is empty: name a log that `condotta battle --out` wrote")
    header = library.header_in(data, where)
    book = library.book(header.system, header.settings)
    lines = load(book, data, where)
    if not lines:
        raise Corrupt(where, "the log ends after its header: nothing was recorded")
    events = at_length(header, book, lines, where)
    if header.seat:
        glimpsed(header.seat, events, where)
    else:
        folded(events, where)
    return Log(where, header, book, events)


def folded(events: Sequence[Event], where: str) -> State:
    """The state that a log ends in; an event that cannot follow the ones before is `Corrupt`."""
    hold(events, where)
    wanted = {event.kept for event in events if isinstance(event, Undone)}
    kept: dict[int, State] = {}
    state = State()
    for number, event in enumerate(events):
        if number in wanted:
            kept[number] = state
        try:
            if isinstance(event, Undone):
                state = gone_back(state, kept[event.kept])
            else:
                state = evolve(state, event)
        except UNFIT as why:
            said = f"line {number + 2} does not follow from the lines before it"
            raise Corrupt(where, said) from why
        if number % EVERY == 0:
            hold_open(state, where)
    return state


def glimpsed(seat: str, events: Sequence[Event], where: str) -> View:
    """What a seat knows at the end of its own log; a log that cannot be is `Corrupt`."""
    hold(events, where)
    try:
        return fold_view(seat, events)
    except UNFIT as why:
        raise Corrupt(where, "its events do not follow from each other") from why


def whole(events: Iterable[Event]) -> bool:
    """Whether a log goes to the end of its battle."""
    return any(isinstance(event, Ended) for event in events)


def verified(log: Log) -> Difference | None:
    """Decide the battle again with the recorded answers and dice; the first difference, if any.

    What was known before the first question is taken as given; everything else must follow. Of
    what a log says is given, nothing may be an answer.
    """
    return decided(log.book, log.events, log.header.given).difference


def in_brief(log: Log) -> bytes:
    """The bytes of a log that leaves out what the rules say again; `Corrupt` where they do not."""
    if log.header.seat:
        raise Corrupt(log.where, f"it holds what {log.header.seat} saw: take the whole log")
    lines, brief = shortened(log.book, log.events, log.header.given, log.where)
    return dump(msgspec.structs.replace(log.header, brief=brief), lines)


def in_full(log: Log) -> bytes:
    """The bytes of a log with every event, also where it was opened from a brief one."""
    return dump(msgspec.structs.replace(log.header, brief=None), log.events)


def at_length(header: Header, book: Book, lines: Sequence[Event], where: str) -> tuple[Event, ...]:
    """Every event of a log: what a brief one leaves out is worked out by the rules.

    Where these rules are not the ones it was made by, it is `Corrupt` and says so.
    """
    if header.brief is None:
        return tuple(lines)
    found = lengthened(book, lines, header.brief)
    if found.parting is not None:
        raise Corrupt(where, not_by_these(header, found.parting))
    return tuple(found.battle.log)


def not_by_these(header: Header, parting: Parting) -> str:
    """Why a brief log cannot be worked out here, and what to do."""
    made = f"Condotta {header.engine} with data {header.data}"
    here = f"Condotta {condotta.__version__} with data {data_digest(header.system)}"
    return (
        f"this brief log was made by {made}, and {here} cannot work it out again: "
        f"{parting.told()}. Open it with the version that made it, which writes the whole log "
        "with `condotta replay FILE --whole --out OTHER`"
    )
