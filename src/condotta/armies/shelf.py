"""The library: shipped lists and rosters, and how to find one by what a person types."""

from functools import cache
from importlib.resources import files

import msgspec

from condotta.armies.files import read_own_lists, read_own_rosters
from condotta.armies.records import ArmyList, DataSet, Roster
from condotta.armies.text import kebab, nearest, plain
from condotta.errors import PlainError
from condotta.words import say

RULES_VERSION = "triumph-2021-03"
"""Costs and card rules that shipped data is meant for. [TRI-16]"""


class NotFound(PlainError):
    """No list or roster has that name; the sentence names the nearest ones."""


class Library(msgspec.Struct, frozen=True):
    """Data versions side by side, the preferred first, and the rosters built on them."""

    sets: tuple[DataSet, ...]
    rosters: tuple[Roster, ...] = ()

    @property
    def lists(self) -> tuple[ArmyList, ...]:
        """Each list once, from the first version that has it, in the order of the lists."""
        found: dict[str, ArmyList] = {}
        for data in self.sets:
            for army in data.lists:
                found.setdefault(army.key, army)
        return tuple(found.values())

    def behind(self, *extra: DataSet) -> "Library":
        """The same with other data versions before it, their prices read as here."""
        read = self.sets[0].read
        front = tuple(msgspec.structs.replace(data, read=read) for data in extra)
        return msgspec.structs.replace(self, sets=(*front, *self.sets))

    def data_of(self, army: ArmyList) -> DataSet:
        """The first data version that has this list as it is."""
        for data in self.sets:
            if army in data.lists:
                return data
        raise NotFound(say("army.listUnknown", {"where": "", "list": army.name}))

    def source_of(self, roster: Roster) -> tuple[DataSet, ArmyList] | None:
        """The version the roster is pinned to, else the first that has its list. [AL-10.4]"""
        pinned = [data for data in self.sets if data.version == roster.data_version]
        for data in (*pinned, *self.sets):
            army = list_of(roster, data)
            if army is not None:
                return data, army
        return None

    def sourced(self, roster: Roster) -> tuple[DataSet, ArmyList]:
        """The same; where the list is not there it is a `NotFound`."""
        found = self.source_of(roster)
        if found is None:
            raise NotFound(say("army.listUnknown", {"where": "list", "list": list_named(roster)}))
        return found


def list_named(roster: Roster) -> str:
    """What a roster calls its list."""
    return roster.army_list_name or roster.list_key or roster.army_list_id


def list_of(roster: Roster, data: DataSet) -> ArmyList | None:
    """The list a roster names by its durable key, its id or its name, in that order. [AL-2.1]"""
    for wanted, field in (
        (roster.list_key, "key"),
        (roster.army_list_id, "id"),
        (roster.army_list_name, "name"),
    ):
        for army in data.lists:
            if wanted and getattr(army, field) == wanted:
                return army
    return None


@cache
def shipped() -> Library:
    """The lists and rosters inside the package."""
    folder = files("condotta.armies") / "data"
    data = read_own_lists((folder / "historical.json").read_bytes())
    return Library((data,), read_own_rosters((folder / "rosters.json").read_bytes()))


def library(*extra: DataSet) -> Library:
    """The shipped library, with other data versions before it."""
    return Library((*extra, *shipped().sets), shipped().rosters) if extra else shipped()


def find_list(name: str, shelf: Library | None = None) -> ArmyList:
    """The list with that key, id or name; accents and case do not matter."""
    lists = (shelf or shipped()).lists
    asked = plain(name)
    for army in lists:
        if asked and asked in (plain(army.name), kebab(army.name), army.key, army.id):
            return army
    raise NotFound(_unknown("army.noSuchList", name, [army.name for army in lists]))


def find_roster(name: str, shelf: Library | None = None) -> Roster:
    """The shipped roster with that id or label, or the first one of that list."""
    rosters = (shelf or shipped()).rosters
    asked = plain(name)
    for roster in rosters:
        if asked and asked in (plain(roster.id), plain(roster.label)):
            return roster
    for roster in rosters:
        if asked and asked in (plain(roster.army_list_name), roster.list_key):
            return roster
    raise NotFound(_unknown("army.noSuchRoster", name, [roster.id for roster in rosters]))


def _unknown(key: str, name: str, names: list[str]) -> str:
    near = nearest(name, names)
    if near:
        return say(f"{key}Near", {"name": name, "near": ", ".join(near)})
    return say(key, {"name": name})
