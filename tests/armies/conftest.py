"""What the army tests share: rosters with expectations, invented lists, an imported folder."""

import json
from pathlib import Path
from typing import Any

import pytest

from condotta.armies.importing.importing import Imported, import_armies, import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.sources import Source
from condotta.armies.records import DataSet, Roster
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.shelf import Library, library

HERE = Path(__file__).parent
ROSTERS: dict[str, Any] = json.loads((HERE / "rosters.json").read_text(encoding="utf-8"))
KINGDOMS: dict[str, Any] = json.loads((HERE / "kingdoms.json").read_text(encoding="utf-8"))


def imported(value: object, **more: Any) -> Imported:
    """What an import makes of one decoded file."""
    return import_sources([Source("test.json", value)], "2024-05-01", Log(), **more)


def tiny(**changes: Any) -> dict[str, Any]:
    """A list in the layout of the service, with one option of six knights."""
    option = {"min": 1, "max": 20, "troopEntries": [{"troopTypeCode": "KNT"}]}
    return {
        "id": "0" * 24,
        "listId": 999,
        "sublistId": "a",
        "name": "Tiny",
        "dateRanges": [{"startDate": -100, "endDate": 100}],
        "invasionRatings": [{"value": 1, "note": None}],
        "maneuverRatings": [{"value": 2, "note": None}],
        "homeTopographies": [{"values": ["Arable"], "note": ""}],
        "troopOptions": [option],
        "troopEntriesForGeneral": [{"troopEntries": [{"troopTypeCode": "KNT"}]}],
        "allyOptions": [],
    } | changes


def option(least: int, most: int, *codes: str, **more: Any) -> dict[str, Any]:
    """A troop option of the service."""
    note = more.pop("entry_note", None)
    entries = [{"troopTypeCode": code, "dismountTypeCode": None, "note": note} for code in codes]
    return {"min": least, "max": most, "troopEntries": entries, **more}


def body(key: str, *options: dict[str, Any], internal: bool = False) -> dict[str, Any]:
    """An ally body of the service."""
    return {
        "id": key,
        "name": f"Body {key}",
        "troopOptions": list(options),
        "internalContingent": internal,
    }


def taking(*bodies: dict[str, Any], years: Any = None, names: Any = None) -> dict[str, Any]:
    """An ally option of the service, with its bodies inside."""
    entries = [
        {"name": name, "allyArmyList": one}
        for name, one in zip(names or [one["name"] for one in bodies], bodies, strict=True)
    ]
    return {"dateRange": years, "note": None, "allyEntries": entries}


def shelf_of(*lists: dict[str, Any], **more: Any) -> Library:
    """A library of these lists alone."""
    result = imported({"armyLists": list(lists)}, **more)
    assert not result.refused, result.findings
    return Library((result.data,))


def roster(**fields: Any) -> Roster:
    """A roster of the list `Tiny`, in the layout people write."""
    raw = {"armyListName": "Tiny", "year": 50, "stands": {"main/t1": {"KNT": 12}}} | fields
    raw.setdefault("general", {"option": "main/t1", "troopTypeCode": "KNT"})
    draft = read_roster(raw)
    assert not draft.findings, draft.findings
    return draft.roster


@pytest.fixture(scope="session")
def kingdoms() -> DataSet:
    """Two invented lists that together offer every card."""
    return imported(KINGDOMS).data


@pytest.fixture(scope="session")
def shelf(kingdoms: DataSet) -> Library:
    """The shipped library with the invented lists before it."""
    return library(kingdoms)


@pytest.fixture(scope="session")
def everything(meshwesh: Path) -> Imported:
    """The full folder of lists, imported once."""
    return import_armies(meshwesh, "2024-05-01")
