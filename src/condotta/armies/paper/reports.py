"""Checking roster files and reporting imports, as the command line needs them. [AL-11, AL-12.5]"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.costing import Breakdown
from condotta.armies.checking.paying import paid
from condotta.armies.files import export, save_with_list, write
from condotta.armies.findings import ERROR, Finding, as_json, in_order
from condotta.armies.halves import HalfPoints, number
from condotta.armies.importing.importing import Imported, import_armies, import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.recognising import LISTS, ROSTERS, recognised
from condotta.armies.importing.sources import Source, sources
from condotta.armies.paper.sheets import finding_lines, totals
from condotta.armies.readings import is_shipped, only_read_as
from condotta.armies.records import STANDARD_CAP, DataSet, Roster
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.shelf import Library, library, list_of, shipped
from condotta.errors import PlainError
from condotta.words import say


class Checked(msgspec.Struct, frozen=True):
    """One roster of a file with its bill and all its findings."""

    roster: Roster
    bill: Breakdown
    findings: tuple[Finding, ...]

    @property
    def legal(self) -> bool:
        """No finding is an error."""
        return legal(self.findings)

    def as_json(self) -> dict[str, object]:
        """The check as it is printed with --json."""
        return {
            "id": self.roster.id,
            "label": self.roster.label,
            "list": self.roster.army_list_name or self.roster.list_key,
            "year": self.roster.year,
            "stands": self.bill.stand_count,
            "standPoints": number(self.bill.stand_points),
            "cardPoints": number(self.bill.card_points),
            "alliedPoints": number(self.bill.allied_points),
            "total": number(self.bill.total),
            "legal": self.legal,
            "findings": [dict(as_json(one)) for one in self.findings],
        }


class Opened(msgspec.Struct, frozen=True):
    """A roster of a file, and the lists that the same file brings for it."""

    roster: Roster
    lists: tuple[DataSet, ...]


class Report(msgspec.Struct, frozen=True):
    """All rosters of a file, checked."""

    file: str
    rosters: tuple[Checked, ...]

    @property
    def legal(self) -> bool:
        """Every roster is legal."""
        return all(one.legal for one in self.rosters)

    def as_json(self) -> dict[str, object]:
        """The report as it is printed with --json."""
        rosters = [one.as_json() for one in self.rosters]
        return {"file": self.file, "legal": self.legal, "rosters": rosters}

    def text(self) -> str:
        """The report for people: a heading, totals and findings for each roster."""
        blocks = []
        for number_, one in enumerate(self.rosters, 1):
            name = one.roster.label or one.roster.id or f"{number_}"
            verdict = say("army.sheet.legal" if one.legal else "army.sheet.illegal")
            blocks.append(
                "\n".join([f"{name}: {verdict}", *totals(one.bill), *finding_lines(one.findings)])
            )
        return "\n\n".join(blocks)


def check_file(
    path: Path,
    *extra: DataSet,
    cap: HalfPoints = STANDARD_CAP,
    settings: Mapping[str, Any] = {},
) -> Report:
    """Checks every roster of a file; lists inside the file go before all others. [AL-11]

    `settings` say how prices of cards are read. [BC-6.3, BC-8.8]
    """
    read = _read_all(path)
    own = _own_lists(read)
    shelf = only_read_as(library(*own, *extra), settings)
    found = [
        piece
        for source in read
        for piece in recognised(source.value, source.name)
        if piece.kind == ROSTERS
    ]
    if not found:
        raise PlainError(say("army.notRosters", {"path": str(path)}))
    return Report(path.name, tuple(checked(piece.value, shelf, cap) for piece in found))


def rosters_of(path: Path) -> tuple[Opened, ...]:
    """Every roster of a file with the lists in the same file, which go before all others. [AL-10.5]

    A roster of such a list is pinned to it, so that another file's list of that name is not meant.
    """
    read = _read_all(path)
    own = tuple(_own_lists(read))
    pieces = (piece for source in read for piece in recognised(source.value, source.name))
    found = [read_roster(piece.value).roster for piece in pieces if piece.kind == ROSTERS]
    if not found:
        raise PlainError(say("army.notRosters", {"path": str(path)}))
    return tuple(Opened(_pinned_to(one, own), own) for one in found)


def _pinned_to(roster: Roster, own: tuple[DataSet, ...]) -> Roster:
    """The roster bound to the version of lists that came with it, if its list is among them."""
    for data in own:
        army = list_of(roster, data)
        if army is not None:
            named = {"list_key": army.key, "army_list_id": army.id, "army_list_name": army.name}
            return msgspec.structs.replace(roster, data_version=data.version, **named)
    return roster


def checked(raw: object, shelf: Library | None = None, cap: HalfPoints = STANDARD_CAP) -> Checked:
    """A roster in a decoded JSON value, checked together with how it is written."""
    draft = read_roster(raw)
    source = (shelf or shipped()).source_of(draft.roster)
    spent = paid(draft.roster, source, shelf or shipped()) if source else Breakdown((), ())
    found = in_order([*draft.findings, *check(draft.roster, shelf, cap)])
    return Checked(draft.roster, spent, found)


def saved(roster: Roster, shelf: Library) -> bytes:
    """The file of a roster; a list of a person's own travels with it. [AL-10.5]"""
    source = shelf.source_of(roster)
    return save_with_list(roster, source if source and not is_shipped(source[0]) else None)


def import_report(imported: Imported, path: str) -> str:
    """What an import read and what it has to say, gravest first. [AL-12.5]"""
    lines = [
        say("army.sheet.imported", {**msgspec.structs.asdict(imported), "path": path}),
        say("army.sheet.version", {"version": imported.data.version}),
    ]
    for key, counts in (
        ("emptyRanges", imported.empty_ranges),
        ("fields", imported.unknown_fields),
    ):
        named = ", ".join(f"{name} ({count})" for name, count in counts.items())
        lines += [say(f"army.sheet.{key}", {"named": named})] if named else []
    return "\n".join([*lines, *finding_lines(imported.findings)])


def import_json(imported: Imported, path: str) -> dict[str, object]:
    """The import report as it is printed with --json."""
    return {
        "path": path,
        "dataVersion": imported.data.version,
        "read": imported.read,
        "new": imported.new,
        "changed": imported.changed,
        "unchanged": imported.unchanged,
        "refused": imported.refused,
        "kinds": imported.kinds,
        "unknownFields": imported.unknown_fields,
        "emptyRanges": imported.empty_ranges,
        "findings": [dict(as_json(one)) for one in imported.findings],
    }


def import_file(path: Path, date: str, out: Path | None = None) -> Imported:
    """Imports a path; with `out`, into that file, which may hold an earlier import. [AL-12.6]

    Where nothing could be read that is one sentence with the first reason, and nothing is written.
    """
    known = read_data(out, date) if out is not None and out.exists() else None
    imported = import_armies(path, date, known)
    if not imported.read:
        raise PlainError(nothing_read(imported, path))
    if out is not None and imported.data != known:
        write(out, export(imported.data))
    return imported


def nothing_read(imported: Imported, path: Path) -> str:
    """Why no list came of an import: the first reason that there is, else that there was none."""
    grave = [one for one in imported.findings if one.severity == ERROR]
    told = [*grave, *(one for one in imported.findings if one.code == "importNotJson")]
    if not told:
        rosters = imported.kinds.get(ROSTERS, 0)
        return say("army.onlyRosters" if rosters else "army.notLists", {"path": str(path)})
    return say("army.nothingRead", {"path": str(path), "why": told[0].message})


def read_data(path: Path, date: str) -> DataSet:
    """The lists of a file, in our format or the service's, as a data version. [AL-12.8]"""
    imported = import_armies(path, date)
    if not imported.data.lists:
        raise PlainError(nothing_read(imported, path))
    return imported.data


def _read_all(path: Path) -> list[Source]:
    """Every JSON file under the path; a single file that is none is one sentence."""
    read: list[Source] = []
    for one in sources(path):
        if isinstance(one, Source):
            read.append(one)
        elif not path.is_dir():
            raise PlainError(one.message)
    return read


def _own_lists(read: list[Source]) -> Iterator[DataSet]:
    """The lists that come with the rosters."""
    kinds = {piece.kind for source in read for piece in recognised(source.value, source.name)}
    if LISTS in kinds:
        yield import_sources(read, "file", Log()).data
