"""The armies that are shipped for ranked battles. [FB-15]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from condotta.data import toml
from condotta.kernel.records import Seat
from condotta.rules.ranked.rosters.importing import bring
from condotta.rules.ranked.rosters.units import Army, Entry, Host, kinds, price
from condotta.rules.ranked.tables import DATA
from condotta.rules.shelf import Shelf


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


def numbers(host: Host) -> Iterator[tuple[int, ...]]:
    """The models of each unit and what it costs, as they stand in a saved army."""
    for one in host.entries:
        yield one.models, one.files - 1, one.points, *one.unit.profile


SHELF = Shelf(Host, hosts, lambda path: bring(path).host, "ranked.army", numbers)
find, chosen = SHELF.find, SHELF.chosen
