"""Rosters and lists as files and pastes: writing them, and reading whatever is brought."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from condotta.armies import ArmyList, DataSet, Roster, library
from condotta.armies.building.building import least
from condotta.armies.building.views import told
from condotta.armies.checking.costing import Breakdown
from condotta.armies.checking.paying import paid
from condotta.armies.files import export
from condotta.armies.findings import Finding, finding
from condotta.armies.importing.importing import import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.recognising import LISTS, ROSTERS, recognised
from condotta.armies.importing.sources import Source
from condotta.armies.lists.available import contingents
from condotta.armies.lists.binding import bind
from condotta.armies.paper import plain_lines, plain_texts
from condotta.armies.paper.comparing import side_by_side
from condotta.armies.paper.reports import checked, saved
from condotta.armies.paper.tables import as_csv, from_table, is_table
from condotta.armies.records import AllyOption, Option
from condotta.armies.rosters.roster_files import is_roster
from condotta.armies.rosters.rosters import pinned, read_roster, selection_of
from condotta.armies.rosters.sharing import from_code, share_code
from condotta.server.armoury.armoury import army
from condotta.server.armoury.armoury_forms import (
    ArmiesRead,
    ArmiesSide,
    ArmiesText,
    ArmyAsked,
    ArmyRead,
    ArmyText,
    SidesShown,
    Written,
)
from condotta.server.games.shelves import shelf_of
from condotta.server.reasons import Refused
from condotta.server.rooms.logs import file_name
from condotta.words import languages

MOST_ARMIES = 60
MOST_JSON, MOST_TEXT, MOST_PIECES = 3_000_000, 100_000, 20_000
"""How long a file is at most, and a roster in words or in a table; how much is in a file."""
ROSTER_INSIDE = "condottaRoster"
LINK = re.compile(r"(?:#/army/|^)(CA\d+\.[\w\s-]{1,20000})$")


# ── writing ──────────────────────────────────────────────────────────────────
def written(asked: ArmyText) -> Written:
    """The roster as a file."""
    shelf = shelf_of(asked.lists, asked.settings)
    roster = read_roster(asked.roster).roster
    source = shelf.source_of(roster)
    if source is None:
        raise Refused("no-army", 400)
    lang = asked.lang if asked.lang in languages() else "en"
    name = roster.label or f"{source[1].name} {abs(roster.year)}"
    match asked.form:
        case "json":
            return Written(
                name=file_name(name, ".json"),
                type="application/json",
                text=saved(pinned(roster, *source), shelf).decode(),
            )
        case "service":
            return Written(
                name=file_name(f"{name} meshwesh", ".json"),
                type="application/json",
                text=msgspec.json.format(
                    msgspec.json.encode(service(roster, *source)), indent=1
                ).decode(),
            )
        case "csv":
            return Written(
                name=file_name(name, ".csv"),
                type="text/csv",
                text=as_csv(paid(roster, source, shelf), share_code(roster)),
            )
        case form:
            one = ArmyAsked(
                roster=asked.roster, cap=asked.cap, lists=asked.lists, settings=asked.settings
            )
            shown = army(one)
            markdown = form == "markdown"
            return Written(
                name=file_name(name, ".md" if markdown else ".txt"),
                type="text/markdown" if markdown else "text/plain",
                text=plain_lines.text(shown, lang, markdown=markdown),
            )


def only(data: DataSet, one: ArmyList) -> DataSet:
    """A data version with one list."""
    return msgspec.structs.replace(data, lists=(one,))


def service(roster: Roster, data: DataSet, one: ArmyList) -> dict[str, Any]:
    """A list in the service's layout whose options hold exactly the stands of the roster.

    Programs that read the service's lists field it as it stands; read here, it is the roster again.
    """
    bound = bind(roster, data, one)
    whole: dict[str, Any] = msgspec.to_builtins(one)
    taken = [chosen for chosen in one.ally_options if chosen.key in roster.contingents]
    return {
        **{name: whole[name] for name in SERVICE},
        "troopOptions": [exact(each, bound.stands_of(f"main/{each.key}")) for each in
                         one.troop_options if bound.stands_of(f"main/{each.key}")],
        "allyOptions": [
            {**msgspec.to_builtins(chosen), "allyEntries": [
                {"name": entry.name, "allyArmyList": body(bound.stands_of, key, chosen, number)}
                for number, (key, entry) in enumerate(contingents(chosen))
            ]}
            for chosen in taken
        ],
        ROSTER_INSIDE: selection_of(pinned(roster, data, one)),
    }  # fmt: skip


SERVICE = (
    "id", "name", "listId", "sublistId", "sortId", "status", "keywords", "dateRanges",
    "invasionRatings", "maneuverRatings", "homeTopographies", "troopEntriesForGeneral",
    "battleCardEntries",
)  # fmt: skip
"""What the service's layout keeps of a list as it is. [AL-2]"""


def exact(option: Option, stands: int) -> dict[str, Any]:
    """An option of exactly so many stands."""
    whole: dict[str, Any] = msgspec.to_builtins(option)
    return {**whole, "min": stands, "max": stands}


def body(stands_of: Any, key: str, chosen: AllyOption, number: int) -> dict[str, Any]:
    """A contingent of exactly its stands."""
    one = chosen.ally_entries[number].body
    if one is None:
        return {}
    options = [
        exact(each, stands_of(f"{key}/{each.key}"))
        for each in one.troop_options
        if stands_of(f"{key}/{each.key}")
    ]
    return {**msgspec.to_builtins(one), "troopOptions": options}


# ── reading ──────────────────────────────────────────────────────────────────
def read(asked: ArmiesText) -> ArmiesRead:
    """Rosters and lists in JSON of ours or of the service, the code of a link, or plain text."""
    said = asked.text.strip().removeprefix("\ufeff")
    most = MOST_JSON if said.startswith(("{", "[")) else MOST_TEXT
    if len(said) > most:
        raise Refused("too-large", 413, most=most)
    link = LINK.search(said)
    if link:
        return ArmiesRead(armies=(ArmyRead(roster=selection_of(from_code(link[1]))),))
    if is_roster(said.encode("utf-8", "replace")):
        raise Refused("player-roster", 400)
    if said.startswith(("{", "[")):
        try:
            value = msgspec.json.decode(said.encode())
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as why:
            raise Refused("unreadable", 400, why=str(why)[:200]) from why
        return from_json(value)
    if is_table(said):
        return ArmiesRead(armies=(ArmyRead(roster=selection_of(from_table(said, library()))),))
    found = plain_texts.read(said)
    if found is None:
        raise Refused("no-army-text", 400)
    roster, missed = found
    return ArmiesRead(armies=(ArmyRead(roster=selection_of(roster), missed=missed),))


def selection(raw: Any) -> dict[str, Any]:
    """A roster of a file as the page keeps it: whatever it says that can be understood."""
    return selection_of(read_roster(raw).roster)


def from_json(value: Any) -> ArmiesRead:
    """Every roster of a file; lists in it come with them, or stand alone to be built from."""
    inside = value.get(ROSTER_INSIDE) if isinstance(value, dict) else None
    if isinstance(inside, dict):
        return ArmiesRead(armies=(ArmyRead(roster=selection(inside)),))
    pieces = list(islice(recognised(value, "file"), MOST_PIECES + 1))
    if len(pieces) > MOST_PIECES:
        raise Refused("too-many-pieces", 413, most=MOST_PIECES)
    rosters = [piece.value for piece in pieces if piece.kind == ROSTERS]
    findings: tuple[Finding, ...] = ()
    data = None
    if any(piece.kind == LISTS for piece in pieces):
        imported = import_sources([Source("file", value)], "own", Log())
        data, findings = imported.data, imported.findings
    armies = tuple(with_lists(rosters, data)) if rosters else tuple(bare(data))
    if not armies:
        findings = (*findings, finding("noneInFile", "error", "file", "AL-12.1"))
    return ArmiesRead(
        armies=armies[:MOST_ARMIES], findings=tuple(map(told, findings))[:MOST_ARMIES]
    )


def with_lists(rosters: list[Any], data: DataSet | None) -> Iterator[ArmyRead]:
    """Rosters, each with its list if the file brings it."""
    for raw in rosters[:MOST_ARMIES]:
        roster = read_roster(raw).roster
        source = library(data).source_of(roster) if data else None
        own = source and source[0] is data
        yield ArmyRead(
            roster=selection_of(roster),
            lists=(list_file(*source),) if own and source else (),
        )


def bare(data: DataSet | None) -> Iterator[ArmyRead]:
    """A roster of the minimums of each list that a file brings; shipped lists need no copy."""
    for one in (data.lists if data else ())[:MOST_ARMIES]:
        assert data is not None
        same = one in library().lists
        shelf = library() if same else library(only(data, one))
        yield ArmyRead(
            roster=selection_of(least(one, shelf)),
            lists=() if same else (list_file(data, one),),
        )


def list_file(data: DataSet, one: ArmyList) -> Any:
    """A list with its contingents and prices, in our format."""
    return msgspec.json.decode(export(only(data, one)))


# ── side by side ─────────────────────────────────────────────────────────────
def sides(asked: ArmiesSide) -> SidesShown:
    """Two rosters row by row: by option in the same list, else by troop type. [AL-15.4]"""
    one, other = army(asked.one), army(asked.other)
    same = bool(one.list and other.list and one.list.key == other.list.key)
    rows = side_by_side(billed(asked.one), billed(asked.other), same=same)
    return SidesShown(one=one, other=other, rows=rows)


def billed(asked: ArmyAsked) -> Breakdown:
    """What a roster costs; nothing of one whose list is not there."""
    return checked(asked.roster, shelf_of(asked.lists, asked.settings)).bill
