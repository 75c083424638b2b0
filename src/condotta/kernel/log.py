"""A battle on disk: one header line, then one event a line. Readable without rules or dice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from condotta.kernel.asks import Action, Frame
from condotta.kernel.book import Book
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Answered, Corrected, Event, Pushed, Undone, Veiled
from condotta.kernel.folding import evolve, gone_back
from condotta.kernel.records import Record
from condotta.kernel.state import State

FORMAT = 1

R = TypeVar("R", bound=Record)


class Brief(Record, frozen=True):
    """What a log says of itself that leaves out what follows by the rules.

    It has the first `opening` events and then only what was said. The whole has so many `events`
    with that `digest`; `marks` are short digests of the whole so far, one after every few things
    said.
    """

    opening: int
    events: int
    digest: str
    marks: str = ""


class Pin(Record, frozen=True):
    """By which rules the first `until` events of a log were played: version and digest."""

    until: int
    engine: str
    rules: str = ""


class Header(Record, frozen=True):
    """What a log was made with: enough to say whether it can be read, and by which rules.

    `seat` is set where the log is one audience's stream and not the whole truth. `given` is how
    many events it begins with where it begins at a moment and not with a first die: they are what
    was described, and everything after them follows by the rules. `brief` is set where the log
    leaves out what follows by the rules.

    `rules` is a digest of the rules by which the battle is played at a table, and `before` are
    those by which its beginning was, where it goes on under others that say the same of it.
    """

    format: int
    engine: str
    system: str
    settings: dict[str, str | int | bool | tuple[str, ...] | None] = {}
    data: str = ""
    title: dict[str, str] = {}
    dice: str = "seeded"
    seat: str = ""
    given: int = 0
    brief: Brief | None = None
    rules: str = ""
    before: tuple[Pin, ...] = ()


_UNREADABLE = (ValueError, RecursionError)
"""What decoders raise for bytes that are damaged, of no alphabet, or too deep."""

_ENCODER = msgspec.json.Encoder(order="deterministic")
_HEADER = msgspec.json.Decoder(Header)
_READERS: dict[type, msgspec.json.Decoder[Any]] = {}
_EVENT: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(record: Any) -> bytes:
    """The one JSON form of a record: equal records give equal bytes."""
    return _ENCODER.encode(record)


def canonical(record: R) -> R:
    """A record as it is after a journey over the wire, so that equal ones give equal bytes.

    A whole number where a float belongs becomes a float; what has the wrong type is refused.
    """
    kind = type(record)
    reader = _READERS.get(kind)
    if reader is None:
        reader = _READERS[kind] = msgspec.json.Decoder(kind)
    try:
        found: R = reader.decode(_ENCODER.encode(record))
    except msgspec.ValidationError as why:
        raise Corrupt(kind.__name__, str(why)) from why
    return found


def revive_event(book: Book, event: Event) -> Event:
    """An event whose open parts (actions, frames) have become the book's records again."""
    match event:
        case Pushed(frame):
            return Pushed(_as(Frame, book.revive(frame)))
        case Answered(said=None):
            return event
        case Answered():
            return msgspec.structs.replace(event, said=_as(Action, book.revive(event.said)))
        case Veiled(audience, inside, outside):
            shown = None if outside is None else revive_event(book, outside)
            return Veiled(audience, revive_event(book, inside), shown)
        case Corrected(changes, reason):
            return Corrected(tuple(revive_event(book, one) for one in changes), reason)
        case _:
            return event


def _as(kind: type[R], record: Any) -> R:
    if isinstance(record, kind):
        return record
    raise Corrupt("record", f"{record!r:.80} is no {kind.__name__.lower()}")


def dump(header: Header, events: Iterable[Event]) -> bytes:
    """The bytes of a log."""
    return b"\n".join((encode(header), *(encode(event) for event in events), b""))


def read_header(data: bytes, where: str) -> Header:
    """The header of a log, or what is wrong with the file."""
    try:
        header = _HEADER.decode(data.split(b"\n", 1)[0])
    except _UNREADABLE as why:
        raise Corrupt(where, "this is no battle log: its first line is not a header") from why
    if header.format > FORMAT:
        raise Corrupt(where, f"this log was written by Condotta {header.engine}, which is newer")
    return header


def load(book: Book, data: bytes, where: str) -> list[Event]:
    """The events of a log. One bad line refuses the whole log and says which."""
    events: list[Event] = []
    for number, line in enumerate(data.split(b"\n")[1:], start=2):
        if not line.strip():
            continue
        try:
            events.append(revive_event(book, _EVENT.decode(line)))
        except _UNREADABLE as why:
            raise Corrupt(where, f"line {number} is damaged ({why})") from why
    return events


def steps(events: Iterable[Event]) -> Iterator[tuple[State, Event, State]]:
    """Every event of a log between the states around it; a story that cannot be is refused."""
    listed = list(events)
    wanted = {event.kept for event in listed if isinstance(event, Undone)}
    kept: dict[int, State] = {}
    state = State()
    for number, event in enumerate(listed):
        if number in wanted:
            kept[number] = state
        before = state
        try:
            state = (
                gone_back(state, kept[event.kept])
                if isinstance(event, Undone)
                else evolve(state, event)
            )
        except (LookupError, StopIteration) as why:
            wrong = f"{type(event).__name__} speaks of what is not there"
            raise Corrupt(f"event {number + 1}", wrong) from why
        yield before, event, state


def replay(events: Iterable[Event]) -> State:
    """The state a log ends in. Needs neither rules nor dice."""
    state = State()
    for _, _, after in steps(events):
        state = after
    return state


def save(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; a pipe, a screen and what a link names as they are."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_bytes(data)
        return
    draft = path.with_name(path.name + ".part")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as why:
        draft.unlink(missing_ok=True)
        raise OSError(why.errno, why.strerror, str(path)) from why  # a full disk names no file
    settle(path.parent)


def settle(folder: Path) -> None:
    """Let the names in a folder reach the disk, where the system knows of such a thing."""
    if os.name != "posix":
        return
    with suppress(OSError):
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)
