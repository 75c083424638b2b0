"""Our own list and roster files: reading what we wrote, writing what reads back. [AL-12.6]

The page `docs/armies.md` describes them. Files from elsewhere go through the importer.
"""

from pathlib import Path

import msgspec

from condotta.armies.records import (
    AllyBody,
    AllyEntry,
    AllyOption,
    ArmyList,
    DataSet,
    Record,
    Roster,
    TroopType,
)
from condotta.errors import PlainError
from condotta.words import say

LISTS_FORMAT, ROSTERS_FORMAT, FORMAT_VERSION = "condotta-armies", "condotta-rosters", 1


class ListsFile(Record, frozen=True):
    """A file of army lists: prices, lists, and the ally bodies that they name."""

    format: str
    format_version: int
    rights: str
    data_version: str
    rules_version: str
    troop_types: tuple[TroopType, ...]
    thematic_categories: tuple[str, ...]
    army_lists: tuple[ArmyList, ...]
    ally_army_lists: tuple[AllyBody, ...]


class RostersFile(Record, frozen=True):
    """A file of rosters."""

    format: str
    format_version: int
    rights: str
    rosters: tuple[Roster, ...]


def export(data: DataSet) -> bytes:
    """The data as a file in our format, one list or body a line; importing it gives the same."""
    bodies: dict[str, AllyBody] = {}
    for army in data.lists:
        for _, entry in _entries(army):
            if entry.body:
                bodies.setdefault(entry.body.id, entry.body)
    lists = tuple(_with_bodies(army, bodies, keep_equal=False) for army in data.lists)
    shelf = tuple(bodies[key] for key in sorted(bodies))
    head = (LISTS_FORMAT, FORMAT_VERSION, data.rights, data.version, data.rules_version)
    return _one_a_line(ListsFile(*head, data.troops, data.themes, lists, shelf))


def read_own_lists(text: bytes) -> DataSet:
    """The data of a file that `export` wrote."""
    read = msgspec.json.decode(text, type=ListsFile)
    bodies = {body.id: body for body in read.ally_army_lists}
    lists = tuple(_with_bodies(army, bodies, keep_equal=True) for army in read.army_lists)
    themes, rights = read.thematic_categories, read.rights
    return DataSet(read.data_version, read.rules_version, read.troop_types, lists, themes, rights)


def save_rosters(rosters: tuple[Roster, ...], rights: str = "") -> bytes:
    """Rosters as a file in our format, one a line; loading and saving gives the same bytes."""
    return _one_a_line(RostersFile(ROSTERS_FORMAT, FORMAT_VERSION, rights, rosters))


def write(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all; what keeps it from being written is one sentence."""
    from condotta.kernel.log import save  # noqa: PLC0415 - loaded when it is needed

    try:
        save(path, content)
    except OSError as error:
        where = {"path": str(path), "why": error.strerror or str(error)}
        raise PlainError(say("army.cannotWrite", where)) from error


def save_with_list(roster: Roster, own: tuple[DataSet, ArmyList] | None) -> bytes:
    """A file of one roster; a list of one's own travels with it. [AL-10.5]"""
    file = save_rosters((roster,))
    if own is None:
        return file
    data, army = own
    lists = export(msgspec.structs.replace(data, lists=(army,)))
    whole = {**msgspec.json.decode(lists), **msgspec.json.decode(file)}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1)


def read_own_rosters(text: bytes) -> tuple[Roster, ...]:
    """The rosters of a file that `save_rosters` wrote."""
    return msgspec.json.decode(text, type=RostersFile).rosters


def _entries(army: ArmyList) -> list[tuple[AllyOption, AllyEntry]]:
    return [(option, entry) for option in army.ally_options for entry in option.ally_entries]


def _with_bodies(army: ArmyList, bodies: dict[str, AllyBody], *, keep_equal: bool) -> ArmyList:
    """The list with shared bodies joined in, or left out; its own copy stays. [AL-12.3]"""

    def settled(entry: AllyEntry) -> AllyEntry:
        shared = bodies.get(entry.ally_army_list)
        if keep_equal:
            return msgspec.structs.replace(entry, body=entry.body or shared)
        return msgspec.structs.replace(entry, body=None if entry.body == shared else entry.body)

    options = tuple(
        msgspec.structs.replace(option, ally_entries=tuple(map(settled, option.ally_entries)))
        for option in army.ally_options
    )
    return msgspec.structs.replace(army, ally_options=options)


def _one_a_line(file: Record) -> bytes:
    """JSON with one element of each top-level array a line, so that changes read well."""
    parts = []
    for name, value in msgspec.to_builtins(file).items():
        rows = [_json(row) for row in value] if isinstance(value, list) else None
        body = "[\n" + ",\n".join(rows) + "\n]" if rows else _json(value)
        parts.append(f"{_json(name)}: {body}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
