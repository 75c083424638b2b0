"""From the service's objects to our records: trimmed, converted, keyed by position. [AL-12.2]"""

import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from condotta.armies.findings import ERROR, WARNING
from condotta.armies.halves import halves_of
from condotta.armies.importing.nodes import Log, Node, Refused
from condotta.armies.records import (
    MOST_STANDS,
    AllyBody,
    AllyEntry,
    AllyOption,
    ArmyList,
    CardEntry,
    Entry,
    GeneralGroup,
    Home,
    Option,
    Parsed,
    Rating,
    TroopType,
    Variant,
)
from condotta.armies.text import kebab

T = TypeVar("T")

MOST_RATING = 99
MOST_HALVES = 2_000
"""More than any army is rated, and than any stand costs."""

_CONDITION = re.compile(r"\(([^()]*)\)\s*:?\s*(.*)")
_CORES: Mapping[str, str] = {"all": "all", "core": "all", "half": "half", "half core": "half"}


def list_key(node: Node) -> str:
    """The durable key: list number and letter, or the name where there is no number. [AL-2.1]"""
    number = node.number("listId")
    if number is not None:
        return f"{number}{node.text('sublistId')}"
    return node.text("key") or kebab(node.text("name"))


def army_list(value: object, where: str, log: Log) -> ArmyList:
    """A list of the service, or of our own format; refused with its path if it cannot be used."""
    node = Node(value, where, log)
    node.leave(
        "id key listId sublistId sortId name status keywords dateRanges dateRange description"
        " invasionRatings maneuverRatings homeTopographies troopOptions troopEntriesForGeneral"
        " allyOptions battleCardEntries variants thematicCategories enemies source"
    )
    name, key = node.text("name"), list_key(node)
    if not name or not key:
        raise Refused(where, "army.why.noName")
    options = _options(node, "t")
    if not options:
        raise Refused(f"{where}.troopOptions", "army.why.noOptions")
    ranges = node.ranges(("dateRanges", "dateRange"), "list")
    if len(ranges) != 1:
        raise Refused(f"{where}.dateRanges", "army.why.noYears")
    return ArmyList(
        key=key,
        id=node.text("id") or str(node.value.get("_id") or ""),
        name=name,
        date_ranges=ranges,
        troop_options=options,
        troop_entries_for_general=_generals(node),
        ally_options=_ally_options(node),
        invasion_ratings=_ratings(node, "invasionRatings"),
        maneuver_ratings=_ratings(node, "maneuverRatings"),
        home_topographies=tuple(_home(one) for one in node.rows("homeTopographies")),
        battle_card_entries=_cards(node),
        list_id=node.number("listId"),
        sublist_id=node.text("sublistId") or None,
        sort_id=node.number("sortId"),
        status=node.text("status"),
        keywords=node.texts("keywords"),
        variants=converted(node, "variants", Variant),
        thematic_categories=node.texts("thematicCategories"),
        enemies=node.texts("enemies"),
        source=node.text("source"),
    )


def ally_body(value: object, where: str, log: Log) -> AllyBody:
    """The body of a contingent. [AL-5.2]"""
    node = Node(value, where, log)
    node.leave(
        "id name listId sublistId sortId armyListId dateRange internalContingent"
        " troopOptions source"
    )
    key = node.text("id") or str(node.value.get("_id") or "")
    if not key:
        raise Refused(where, "army.why.noId")
    return AllyBody(
        id=key,
        name=node.text("name"),
        troop_options=_options(node, "a"),
        internal_contingent=node.value.get("internalContingent") is True,
        list_id=node.number("listId"),
        sublist_id=node.text("sublistId") or None,
        army_list_id=node.text("armyListId") or None,
        date_range=node.years("dateRange", "body"),
        source=node.text("source"),
    )


def troop_type(value: object, where: str, log: Log) -> TroopType:
    """A troop type with its price; prices belong to a data version. [AL-1.1, AL-1.4]"""
    node = Node(value, where, log)
    halves = node.whole("halfPoints") if node.has("halfPoints") else None
    if halves is None:
        halves = halves_of(node.value.get("cost"))
    code = node.text("permanentCode")
    if halves is None or not 1 <= halves <= MOST_HALVES or not code:
        raise Refused(where, "army.why.noCost")
    name = node.text("displayName") or code
    category = node.text("category")
    return TroopType(code, name, node.text("importName") or name, category, halves)


def converted(node: Node, name: str, kind: type[T]) -> T | None:
    """A field in our own format; one that is not is reported and left out."""
    if not node.has(name):
        return None
    try:
        return msgspec.convert(node.value[name], kind)
    except msgspec.ValidationError:
        node.log.say("importFieldWrong", WARNING, f"{node.where}.{name}", "AL-12.2")
        return None


def _options(node: Node, letter: str) -> tuple[Option, ...]:
    return tuple(
        _option(row, f"{letter}{number}") for number, row in enumerate(node.rows("troopOptions"), 1)
    )


def _option(node: Node, key: str) -> Option:
    """One row; counts that make no sense refuse the list. [AL-3.1, AL-11.16]"""
    node.leave(
        "key min max troopEntries core description note dateRanges dateRange battleCardEntries"
        " general"
    )
    least, most = node.whole("min"), node.whole("max")
    if least is None or most is None or not 0 <= least <= most or not 1 <= most <= MOST_STANDS:
        raise Refused(node.where, "army.why.minMax")
    core = node.text("core").casefold()
    if core and core not in _CORES:
        node.log.say("coreUnknown", WARNING, f"{node.where}.core", "AL-1.8", core=core)
    return Option(
        key=key,
        min=least,
        max=most,
        troop_entries=tuple(_entry(row) for row in node.rows("troopEntries")),
        core=_CORES.get(core, ""),
        description=node.text("description"),
        note=node.text("note"),
        date_ranges=node.ranges(
            ("dateRanges", "dateRange"), "option" if key[0] == "t" else "allyOption"
        ),
        battle_card_entries=_cards(node),
    )


def _entry(node: Node) -> Entry:
    node.leave("troopTypeCode note")
    return Entry(node.text("troopTypeCode").upper(), node.text("note"))


def _generals(node: Node) -> tuple[GeneralGroup, ...]:
    """The groups; old exports mark options with `general` instead. [AL-3.8, AL-4.1]"""
    groups = tuple(
        GeneralGroup(tuple(_entry(entry) for entry in row.rows("troopEntries")))
        for row in node.rows("troopEntriesForGeneral")
    )
    if groups:
        return groups
    marked = [row for row in node.rows("troopOptions") if row.value.get("general") is True]
    codes = [_entry(entry).troop_type_code for row in marked for entry in row.rows("troopEntries")]
    entries = tuple(Entry(code) for code in dict.fromkeys(codes))
    return (GeneralGroup(entries),) if entries else ()


def _ratings(node: Node, name: str) -> tuple[Rating, ...]:
    found = []
    for row in node.rows(name):
        row.leave("value note")
        value = row.whole("value")
        if value is None or not 0 <= value <= MOST_RATING:
            raise Refused(row.where, "army.why.rating")
        found.append(Rating(value, row.text("note")))
    return tuple(found)


def _home(node: Node) -> Home:
    """A group of topographies; old exports have one `value`, in small letters. [AL-3.8]"""
    node.leave("values value note")
    values = node.texts("values") or node.texts("value")
    return Home(tuple(value[:1].upper() + value[1:] for value in values), node.text("note"))


def _cards(node: Node) -> tuple[CardEntry, ...]:
    found = []
    for row in node.rows("battleCardEntries"):
        row.leave("battleCardCode min max note parsed")
        code = row.text("battleCardCode").upper()
        least, most = row.whole("min"), row.whole("max")
        if any(one is not None and not 0 <= one <= MOST_STANDS for one in (least, most)):
            raise Refused(row.where, "army.why.cardMinMax")
        parsed = converted(row, "parsed", Parsed)
        found.append(CardEntry(code, least, most, row.text("note"), parsed))
    return tuple(found)


def _ally_options(node: Node) -> tuple[AllyOption, ...]:
    found = []
    for number, row in enumerate(node.rows("allyOptions"), 1):
        row.leave("key dateRange dateRanges note allyEntries")
        entries = tuple(_ally_entry(one) for one in row.rows("allyEntries"))
        years = row.ranges(("dateRange", "dateRanges"), "contingent")
        found.append(
            AllyOption(f"c{number}", entries, years[0] if years else None, row.text("note"))
        )
    return tuple(found)


def _ally_entry(node: Node) -> AllyEntry:
    """One contingent; a condition in brackets before its name is lifted out. [AL-5.7]"""
    node.leave("name allyArmyList condition body")
    name, condition = node.text("name"), node.text("condition")
    brackets = _CONDITION.fullmatch(name)
    if brackets and not condition:
        condition, name = brackets.group(1).strip(), brackets.group(2) or name
    inner = node.value.get("body") or node.value.get("allyArmyList")
    body = None
    if isinstance(inner, Mapping):
        try:
            body = ally_body(inner, f"{node.where}.allyArmyList", node.log)
        except Refused as refusal:
            node.log.say("bodyRefused", ERROR, refusal.where, "AL-12.3", why=refusal.why)
    key = body.id if body else node.text("allyArmyList")
    return AllyEntry(name, key, condition, body)
