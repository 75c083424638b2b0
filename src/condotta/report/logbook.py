"""Logs on disk: their header, reading one back, and deciding it again to see that it holds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

import condotta
from condotta.data import toml
from condotta.kernel.asks import Action, Frame, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.errors import Corrupt, Illegal
from condotta.kernel.events import (
    Answered,
    Corrected,
    Ended,
    Event,
    Opened,
    Popped,
    Pushed,
    Sealed,
    Told,
    Undone,
    Veiled,
)
from condotta.kernel.folding import evolve, gone_back
from condotta.kernel.log import FORMAT, Header, encode, load
from condotta.kernel.state import State
from condotta.kernel.views import View, fold_view
from condotta.rules import library

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


class Difference(msgspec.Struct, frozen=True):
    """Where a log and the rules part: the line of the file, and what each has there."""

    line: int
    has: str
    gives: str


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

    It names no seed, which would tell every die and draw that the seat does not see.
    """
    title = {name: said for name, said in header.title.items() if name != SEED}
    return msgspec.structs.replace(header, seat=seat, given=given, title=title)


def opened(path: Path) -> Log:
    """A log from a file. One that is no log, or is damaged, is `Corrupt` and says where."""
    return read(path.read_bytes(), str(path))


def read(data: bytes, where: str) -> Log:
    """A log from its bytes. One that is no log, or is damaged, is `Corrupt` and says where."""
    if not data.strip():
        raise Corrupt(where, "the file is empty: name a log that `condotta battle --out` wrote")
    header = library.header_in(data, where)
    book = library.book(header.system, header.settings)
    events = load(book, data, where)
    if not events:
        raise Corrupt(where, "the log ends after its header: nothing was recorded")
    if header.seat:
        glimpsed(header.seat, events, where)
    else:
        folded(events, where)
    return Log(where, header, book, tuple(events))


def folded(events: Sequence[Event], where: str) -> State:
    """The state that a log ends in; an event that cannot follow the ones before is `Corrupt`."""
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
        except (LookupError, StopIteration, AttributeError) as why:
            said = f"line {number + 2} does not follow from the lines before it"
            raise Corrupt(where, said) from why
    return state


def glimpsed(seat: str, events: Sequence[Event], where: str) -> View:
    """What a seat knows at the end of its own log; a log that cannot be is `Corrupt`."""
    try:
        return fold_view(seat, events)
    except (LookupError, StopIteration, AttributeError) as why:
        raise Corrupt(where, "its events do not follow from each other") from why


def whole(events: Iterable[Event]) -> bool:
    """Whether a log goes to the end of its battle."""
    return any(isinstance(event, Ended) for event in events)


def verified(log: Log) -> Difference | None:
    """Decide the battle again with the recorded answers and dice; the first difference, if any.

    What was known before the first question is taken as given; everything else must follow. Of
    what a log says is given, nothing may be an answer.
    """
    opening = log.events[: log.header.given or given(log.events)]
    for number, event in enumerate(opening):
        if isinstance(event.inside if isinstance(event, Veiled) else event, PLAYED):
            return Difference(number + 2, encode(event).decode(), "no answer in what was given")
    battle = Battle(log.book, opening)
    checked = 0
    while True:
        found = compared(log.events, battle.log, checked)
        if found is not None:
            return found
        checked = len(battle.log)
        if checked >= len(log.events):
            return None
        try:
            again(battle, log.events[checked])
        except (Illegal, LookupError) as why:
            has = encode(log.events[checked]).decode()
            return Difference(checked + 2, has, f"refused: {why}")
        if len(battle.log) == checked:
            has = encode(log.events[checked]).decode()
            return Difference(checked + 2, has, "nothing: the rules wait for an answer here")


PLAYED = (Answered, Undone, Told, Opened, Popped, Corrected)
"""What somebody did: no moment is described by it."""


def given(events: Sequence[Event]) -> int:
    """How many events lay before the first question: up to the procedures that were begun then."""
    begun = next((n for n, event in enumerate(events) if isinstance(event, Pushed)), 0) + 1
    while begun < len(events) and isinstance(events[begun], Pushed):
        begun += 1
    return begun


def compared(events: Sequence[Event], again: Sequence[Event], start: int) -> Difference | None:
    """The first event from `start` on that differs; a log may stop short of what follows."""
    for number in range(start, len(again)):
        gives = encode(again[number]).decode()
        if number >= len(events):
            return Difference(number + 2, "nothing more", gives)
        has = encode(events[number]).decode()
        if has != gives:
            return Difference(number + 2, has, gives)
    return None


def again(battle: Battle, event: Event) -> None:
    """Say what was said, as the log has it."""
    match event:
        case Answered(ask, seat, _, said) if said is not None:
            battle.say(seat, said, ask)
        case Told(seat, text, to):
            battle.say(seat, Speak(text, to))
        case Pushed(frame):
            unasked(battle, frame)
        case Undone(_, seat):
            battle.undo(seat, told=True)
        case Sealed() | Opened():
            battle.announce(event)
        case _:
            pass


def unasked(battle: Battle, frame: Frame) -> None:
    """Do again what no question asked for: of such an act the log has the procedure it began."""
    seat, said = getattr(frame, "seat", ""), getattr(frame, "said", None)
    if not isinstance(said, Action):
        return
    begins = battle.book.anytime.get(type(said))
    if begins is not None and begins(seat, said) == frame:
        battle.say(seat, said)
