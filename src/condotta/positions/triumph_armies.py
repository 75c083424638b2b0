"""What may be asked of armies of TRIUMPH!: what a roster costs and whether it is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from condotta.armies import DataSet, Library, Roster, check, cost, find_roster, legal, library
from condotta.armies.cards.cardforms import forms
from condotta.armies.findings import INFO
from condotta.armies.importing.importing import import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.sources import Source
from condotta.armies.readings import read_as
from condotta.armies.records import (
    ArmyCard,
    Command,
    CommandGeneral,
    General,
    OptionCard,
)
from condotta.armies.rosters.rosters import read_roster
from condotta.errors import PlainError, known
from condotta.kernel.battle import Battle
from condotta.positions.games import Form
from condotta.positions.records import Part
from condotta.words import points


class ArmyAsked(Part, frozen=True, kw_only=True):
    """A roster, shipped or written out; with `prices` in points, under data that differ in them.

    A shipped one is named by its id; one written out is as in a roster file, and may be of an army
    list among `lists`, which are as in a file of the service. `version` is what repriced data are
    called.
    """

    roster: str | dict[str, Any]
    lists: tuple[dict[str, Any], ...] = ()
    prices: dict[str, float] = {}
    version: str = ""


def army(battle: Battle, asked: ArmyAsked) -> dict[str, Any]:
    """The points of a roster, whether it is legal, every finding, and by which versions."""
    shelf = library(listed(asked.lists)) if asked.lists else library()
    roster = roster_of(asked.roster)
    if asked.prices:
        shelf = Library((repriced(shelf.sets[0], asked), *shelf.sets), shelf.rosters)
        roster = replace(roster, data_version=shelf.sets[0].version)
    return answer(roster, read_as(shelf, battle.book.settings))


def roster_of(asked: str | dict[str, Any]) -> Roster:
    """The shipped roster of that id, or the one that is written out."""
    if isinstance(asked, str):
        return find_roster(asked)
    strange = [name for name in fields(asked) if name not in FIELDS]
    if strange:
        raise PlainError(f"A roster has no field {strange[0]!r}.{known(strange[0], FIELDS)}")
    draft = read_roster(asked)
    if draft.findings:
        raise PlainError(" ".join(one.message for one in draft.findings))
    return draft.roster


FIELDS = tuple(
    dict.fromkeys(
        field.encode_name
        for kind in (Roster, Command, CommandGeneral, General, ArmyCard, OptionCard)
        for field in msgspec.structs.fields(kind)
    )
)
"""The fields of a roster and of its parts."""
BY_NAME = ("stands", "fingerprints", "on")
"""Those whose own fields are names of other things."""


def fields(part: Any) -> Iterator[str]:
    """The fields of a roster as it is written, and those of its parts."""
    if isinstance(part, dict):
        for name, inner in part.items():
            yield name
            yield from () if name in BY_NAME else fields(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from fields(inner)


def listed(lists: tuple[dict[str, Any], ...]) -> DataSet:
    """The army lists that a file brings, as an import reads them."""
    log = Log()
    read = import_sources([Source("lists", {"armyLists": list(lists)})], "", log)
    wrong = [one for one in read.findings if one.severity != INFO]
    if read.refused or wrong:
        raise PlainError(" ".join(one.message for one in read.findings))
    if log.unknown:
        raise PlainError(f"An army list has no field {min(log.unknown)!r}: is it misspelt?")
    return read.data


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
        "cards": {
            "points": points(bill.card_points),
            "lines": [
                {
                    "code": one.code,
                    "clause": forms()[one.code].cost,
                    "points": points(one.half_points or 0),
                }
                for one in bill.cards
            ],
        },
        "legal": legal(found),
        "findings": [one.code for one in found],
        "refusals": [{"clause": one.clause, "says": one.message} for one in found],
        "data_version": roster.data_version,
        "rules_version": roster.rules_version,
    }


ARMIES: Mapping[str, Form] = {
    "army": Form(ArmyAsked, army, "What does a roster cost, and is it legal?"),
}
