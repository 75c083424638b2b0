"""Telling what a JSON value is by its content and not by its file's name. [AL-12.1]"""

from collections.abc import Iterator, Mapping

import msgspec

LISTS, BODIES, TROOPS, CARDS = "armyLists", "allyArmyLists", "troopTypes", "battleCards"
THEMES, ROSTERS, SUMMARIES, LINKS = "thematicCategories", "rosters", "summaries", "links"
UNKNOWN = "unknown"

COLLECTIONS: Mapping[str, str] = {
    "armyLists": LISTS,
    "allyArmyLists": BODIES,
    "troopTypes": TROOPS,
    "battleCards": CARDS,
    "thematicCategories": THEMES,
    "rosters": ROSTERS,
    "builtArmies": ROSTERS,
    "invalidArmies": ROSTERS,
    "allyOptions": BODIES,
}
"""Names under which an object may wrap collections."""

NOTES_ON_FILE = frozenset(
    {"about", "added", "dataVersion", "format", "formatVersion"}
    | {"rights", "rulesVersion", "source"}
)
"""What a wrapping object may say about itself."""


class Found(msgspec.Struct, frozen=True):
    """A piece of a file: what kind it is, where it was, and its value."""

    kind: str
    where: str
    value: object


def recognised(value: object, where: str) -> Iterator[Found]:
    """The pieces of a decoded file."""
    if isinstance(value, list):
        for number, row in enumerate(value):
            yield from _one(row, f"{where}[{number}]")
    else:
        yield from _one(value, where)


def _one(value: object, where: str) -> Iterator[Found]:
    if isinstance(value, str):
        yield Found(THEMES, where, {"name": value})
        return
    if not isinstance(value, Mapping):
        yield Found(UNKNOWN, where, value)
        return
    kind = _kind(value)
    if kind == "wrapper":
        for name, inner in value.items():
            if name in COLLECTIONS:
                yield from recognised(inner, f"{where}.{name}")
            elif name not in NOTES_ON_FILE:
                yield Found(UNKNOWN, f"{where}.{name}", inner)
    elif kind == "allyOption":
        yield from _bodies(value, where)
    else:
        yield Found(kind, where, value)


def _kind(value: Mapping[str, object]) -> str:
    """What an object is; the tests are ordered from the most telling field to the least."""
    has = value.keys()
    if "troopOptions" in has:
        ally = "internalContingent" in has or not has & {"invasionRatings", "maneuverRatings"}
        return BODIES if ally and "troopEntriesForGeneral" not in has else LISTS
    if "stands" in has or "commands" in has:
        return ROSTERS
    if "allyEntries" in has:
        return "allyOption"
    if has & COLLECTIONS.keys():
        return "wrapper"
    if "permanentCode" in has:
        return (
            TROOPS
            if has & {"cost", "halfPoints", "combatFactors", "order"} and "boughtFor" not in has
            else CARDS
        )
    if "derivedData" in has:
        return SUMMARIES
    if "name" in has and has <= {"id", "_id", "__v", "name"}:
        return THEMES
    if value and all(_is_link(key, inner) for key, inner in value.items()):
        return LINKS
    return UNKNOWN


def _is_link(key: object, value: object) -> bool:
    """An id with the ids it belongs with: enemies of a list, lists of a theme."""
    return (
        isinstance(key, str)
        and len(key) == 24
        and isinstance(value, list)
        and all(isinstance(one, str) for one in value)
    )


def _bodies(option: Mapping[str, object], where: str) -> Iterator[Found]:
    """The bodies inside the answer for one army's ally options. [AL-7.6]"""
    entries = option.get("allyEntries")
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        body = entry.get("allyArmyList") if isinstance(entry, Mapping) else None
        if isinstance(body, Mapping):
            yield Found(BODIES, f"{where}.allyEntries[{number}].allyArmyList", body)
