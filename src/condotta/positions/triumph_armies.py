"""What may be asked of armies of TRIUMPH!: what a roster costs and whether it is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from condotta.armies import DataSet, Library, Roster, check, cost, find_roster, legal, library
from condotta.kernel.battle import Battle
from condotta.positions.games import Form
from condotta.positions.records import Part
from condotta.words import points


class ArmyAsked(Part, frozen=True, kw_only=True):
    """A shipped roster by its id; with `prices` in points, under data that differ in them.

    `version` is what those data are called.
    """

    roster: str
    prices: dict[str, float] = {}
    version: str = ""


def army(_: Battle, asked: ArmyAsked) -> dict[str, Any]:
    """The points of a roster, whether it is legal, every finding, and by which versions."""
    roster = find_roster(asked.roster)
    shelf = library()
    if asked.prices:
        shelf = Library((repriced(shelf.sets[0], asked), *shelf.sets), shelf.rosters)
        roster = replace(roster, data_version=shelf.sets[0].version)
    return answer(roster, shelf)


def repriced(data: DataSet, asked: ArmyAsked) -> DataSet:
    """The data with other prices, under a version of their own."""
    troops = tuple(
        replace(troop, half_points=round(2 * asked.prices[troop.permanent_code]))
        if troop.permanent_code in asked.prices
        else troop
        for troop in data.troops
    )
    return replace(data, version=asked.version or f"{data.version} repriced", troops=troops)


def answer(roster: Roster, shelf: Library) -> dict[str, Any]:
    """The bill and the findings, with the versions they rest on."""
    found = check(roster, shelf)
    bill = cost(roster, shelf)
    return {
        "points": points(bill.total),
        "legal": legal(found),
        "findings": [one.code for one in found],
        "refusals": [{"clause": one.clause, "says": one.message} for one in found],
        "data_version": roster.data_version,
        "rules_version": roster.rules_version,
    }


ARMIES: Mapping[str, Form] = {
    "army": Form(ArmyAsked, army, "What does a roster cost, and is it legal?"),
}
