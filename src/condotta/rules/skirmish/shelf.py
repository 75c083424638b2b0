"""The armies that are shipped for skirmish battles. [SK-124]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from condotta.kernel.records import Seat
from condotta.rules.data import toml
from condotta.rules.shelf import Shelf
from condotta.rules.skirmish.armies import Army, Detachment, Host, Squad, Swap, squad
from condotta.rules.skirmish.importing import bring
from condotta.rules.skirmish.settings import DATA
from condotta.rules.skirmish.sheets import shipped_sheets


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


SHELF = Shelf(Host, hosts, lambda path: bring(path).host, "skirmish.army")
find, chosen = SHELF.find, SHELF.chosen
