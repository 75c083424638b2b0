"""The armies that are shipped for skirmish battles. [SK-124]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from condotta.armies.roster_files import SUFFIXES, refused
from condotta.errors import PlainError, nearest
from condotta.kernel.records import Seat
from condotta.rules.data import toml
from condotta.rules.skirmish.armies import Army, Detachment, Host, Squad, Swap, squad
from condotta.rules.skirmish.settings import DATA
from condotta.rules.skirmish.sheets import shipped_sheets
from condotta.words import say

SAVED = ".json"  # how an imported army is saved


def seated(host: Host, seat: Seat, side: str, letter: str) -> Army:
    """The army as one that takes a seat."""
    return Army(seat, side, letter, host)


@cache
def hosts() -> Mapping[str, Host]:
    """Every shipped army by its id, in the order of the file."""
    return {row["id"]: host_of(row) for row in toml(DATA, "armies.toml")["army"]}


def host_of(row: dict[str, Any]) -> Host:
    """An army from its row."""
    detachments = tuple(
        Detachment(one["pattern"], tuple(squad_of(unit) for unit in one["units"]))
        for one in row["detachment"]
    )
    return Host(row["id"], row["label"], detachments, row["faction"])


def squad_of(row: dict[str, Any]) -> Squad:
    """A unit from its row: the datasheet's id, how many models, which replacements."""
    swaps = msgspec.convert(row.get("swaps", ()), tuple[Swap, ...])
    return squad(shipped_sheets()[row["unit"]], row["models"], swaps)


def find(name: str) -> Host:
    """The army of that id or label, or in that file; an unknown one is a PlainError."""
    for host in hosts().values():
        if name.casefold() in (host.id.casefold(), host.label.casefold()):
            return host
    path = Path(name)
    if path.suffix.casefold() in (*SUFFIXES, SAVED):
        return from_file(path)
    raise PlainError(say("skirmish.army", {"name": name}) + nearest(name, hosts()))


def from_file(path: Path) -> Host:
    """The army in a file: a player's roster, or one that was imported and saved."""
    from condotta.rules.skirmish.importing import bring  # noqa: PLC0415 - needed for a file only

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
        raise PlainError(say("skirmish.armies", {"count": count, "named": len(found)}))
    return found
