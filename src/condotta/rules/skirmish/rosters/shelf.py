"""The armies that are shipped for skirmish battles. [SK-124]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from condotta.data import toml
from condotta.kernel.records import Seat
from condotta.rules.shelf import Shelf
from condotta.rules.skirmish.reading.datasheets import Profile, Weapon, profiles_of, shipped_sheets
from condotta.rules.skirmish.rosters.armies import Army, Detachment, Host, Squad, Swap, squad
from condotta.rules.skirmish.rosters.importing import bring
from condotta.rules.skirmish.rosters.roster_words import DICE, STRENGTH
from condotta.rules.skirmish.settings import DATA

MOST_OF_KIND = 999
"""More than any characteristic is."""


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


def numbers(host: Host) -> Iterator[tuple[int, ...]]:
    """The models of each group and its numbers, as they stand in a saved army; -1 is none."""
    for unit in host.squads:
        arms = [value for arm in unit.sheet.weapons for value in of_weapon(arm)]
        kinds = {kind.id: kind for kind in unit.sheet.models}
        for one in unit.figures:
            own = of_kind(kinds[one.profile]) if one.profile in kinds else (-1,)
            known = [0 if profiles_of(unit.sheet, name) else -1 for name in one.weapons]
            yield one.count, unit.power, unit.cost, host.points + 1, *arms, *own, *known


def of_kind(kind: Profile) -> tuple[int, ...]:
    """The numbers of a kind of model; stars are none of them. [SK-20]"""
    rolled = 0 if kind.A == "*" or DICE.fullmatch(kind.A) else -1
    most = max(kind.W, kind.T, kind.S, kind.Ld, kind.WS, kind.BS, kind.Sv)
    return kind.W - 1, kind.T - 1, rolled, MOST_OF_KIND - most


def of_weapon(arm: Weapon) -> tuple[int, ...]:
    """The numbers of a weapon. [SK-23]"""
    said = (DICE.fullmatch(arm.attacks), DICE.fullmatch(arm.damage))
    told = (*said, STRENGTH.fullmatch(arm.strength))
    return arm.range_in, -arm.ap, *(0 if one else -1 for one in told)


SHELF = Shelf(Host, hosts, lambda path: bring(path).host, "skirmish.army", numbers)
find, chosen = SHELF.find, SHELF.chosen
