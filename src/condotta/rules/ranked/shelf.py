"""The armies that are shipped for ranked battles. [FB-15]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from condotta.armies.roster_files import SUFFIXES, refused
from condotta.errors import PlainError, nearest
from condotta.kernel.records import Record, Seat
from condotta.rules.data import toml
from condotta.rules.ranked.tables import DATA
from condotta.rules.ranked.units import Army, Entry, kinds, price
from condotta.words import say

SAVED = ".json"  # how an imported army is saved


class Host(Record, frozen=True):
    """An army before it takes a seat: what it is called and what is in it."""

    id: str
    label: str
    entries: tuple[Entry, ...]

    @property
    def points(self) -> int:
        """What everything in it costs."""
        return sum(entry.points or price(entry) for entry in self.entries)


def seated(host: Host, seat: Seat, side: str, letter: str) -> Army:
    """The army as one that takes a seat."""
    return Army(seat, side, host.label, letter, host.entries)


def entry_of(row: dict[str, Any]) -> Entry:
    """An entry from its row: `unit` is a key, the rest is as in `Entry`."""
    unit = msgspec.to_builtins(kinds()[row["unit"]])
    entry = msgspec.convert({**row, "unit": unit}, Entry)
    return msgspec.structs.replace(entry, points=entry.points or price(entry))


@cache
def hosts() -> Mapping[str, Host]:
    """Every shipped army by its id, in the order of the file."""
    return {
        row["id"]: Host(row["id"], row["label"], tuple(entry_of(one) for one in row["units"]))
        for row in toml(DATA, "armies.toml")["army"]
    }


def find(name: str) -> Host:
    """The army of that id or label, or in that file; an unknown one is a PlainError."""
    for host in hosts().values():
        if name.casefold() in (host.id.casefold(), host.label.casefold()):
            return host
    path = Path(name)
    if path.suffix.casefold() in (*SUFFIXES, SAVED):
        return from_file(path)
    raise PlainError(f"There is no ranked army called {name}.{nearest(name, hosts())}")


def from_file(path: Path) -> Host:
    """The army in a file: a player's roster, or one that was imported and saved."""
    from condotta.rules.ranked.importing import bring  # noqa: PLC0415 - it makes hosts itself

    if path.suffix.casefold() != SAVED:
        return bring(path).host
    try:
        return msgspec.json.decode(path.read_bytes(), type=Host)
    except (OSError, msgspec.DecodeError) as why:
        raise refused("unreadable", path.name) from why


def chosen(text: str, count: int, number: int) -> tuple[Host, ...]:
    """The armies that are named, with commas between, or so many that a number picks.

    Another number of armies than of seats is a PlainError.
    """
    known = tuple(hosts().values())
    if not text:
        return tuple(known[(number + place) % len(known)] for place in range(count))
    found = tuple(find(name.strip()) for name in text.split(",") if name.strip())
    if len(found) != count:
        raise PlainError(say("ranked.armies", {"count": count, "named": len(found)}))
    return found
