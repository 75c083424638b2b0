"""Importing lists: read, recognise, normalise, join, compare, report. [AL-12]"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from condotta.armies.files import LISTS_FORMAT
from condotta.armies.findings import ERROR, INFO, WARNING, Finding, in_order
from condotta.armies.importing.joining import Links, joined, same_body
from condotta.armies.importing.nodes import Log, Node, Refused
from condotta.armies.importing.normalising import ally_body, army_list, list_key, troop_type
from condotta.armies.importing.recognising import (
    BODIES,
    LINKS,
    LISTS,
    THEMES,
    TROOPS,
    UNKNOWN,
    Found,
    recognised,
)
from condotta.armies.importing.service_checks import dataset_checks, list_checks
from condotta.armies.importing.sources import LIMITS, Limits, Source, sources
from condotta.armies.lists.digest import content, version
from condotta.armies.records import AllyBody, ArmyList, DataSet, Question, TroopType
from condotta.armies.shelf import RULES_VERSION, shipped


class Imported(msgspec.Struct, frozen=True):
    """The data after an import, and the report of it. [AL-12.5]"""

    data: DataSet
    read: int
    new: int
    changed: int
    unchanged: int
    refused: int
    kinds: dict[str, int]
    unknown_fields: dict[str, int]
    empty_ranges: dict[str, int]
    ids: dict[str, str]
    findings: tuple[Finding, ...]


class Pile(msgspec.Struct, frozen=True):
    """The pieces of all files, by kind, in the order they were read."""

    by_kind: dict[str, list[Found]]

    def of(self, kind: str) -> list[Found]:
        """The pieces of one kind."""
        return self.by_kind.get(kind, [])


def import_armies(
    path: Path,
    date: str,
    known: DataSet | None = None,
    limits: Limits = LIMITS,
) -> Imported:
    """Imports a file, a folder or a zip; importing the same again changes nothing. [AL-12.6]"""
    log = Log()
    read = _read(path, log, limits)
    return import_sources(read, date, log, known=known, limits=limits)


def import_sources(
    read: list[Source],
    date: str,
    log: Log,
    *,
    known: DataSet | None = None,
    overlay: Mapping[str, Question] | None = None,
    limits: Limits = LIMITS,
) -> Imported:
    """Imports decoded files. Lists of `known` that are not in them stay as they are."""
    pile = _sorted_out(read)
    before = known or DataSet("", RULES_VERSION, shipped().sets[0].troops, ())
    troops = _troops(pile, log) or before.troops
    bodies = _bodies(pile, log)
    lists, refused = _lists(pile, log, limits)
    links = Links(_themes(pile), _link_maps(pile))
    questions = shipped_overlay() if overlay is None else overlay
    lists = joined(lists, bodies, links, questions, log)
    for army in lists:
        list_checks(army, troops, log)
    data = _merged(before, lists, troops, links, date=date, stated=_stated(read))
    dataset_checks(data, log)
    return _report(before, data, lists, pile, refused=refused, log=log)


def shipped_overlay() -> dict[str, Question]:
    """The questions of the shipped lists by list key. [AL-8.2]"""
    lists = shipped().lists
    return {army.key: Question(army.name, army.variants) for army in lists if army.variants}


def _read(path: Path, log: Log, limits: Limits) -> list[Source]:
    read: list[Source] = []
    for one in sources(path, limits):
        if isinstance(one, Source):
            read.append(one)
        else:
            log.findings.append(one)
    return read


def _sorted_out(read: list[Source]) -> Pile:
    by_kind: dict[str, list[Found]] = {}
    for source in read:
        for found in recognised(source.value, source.name):
            by_kind.setdefault(found.kind, []).append(found)
    return Pile(by_kind)


def _troops(pile: Pile, log: Log) -> tuple[TroopType, ...]:
    by_code: dict[str, TroopType] = {}
    for found in pile.of(TROOPS):
        try:
            troop = troop_type(found.value, found.where, log)
        except Refused as refusal:
            log.say("troopRefused", ERROR, refusal.where, "AL-12.5", why=refusal.why)
        else:
            by_code[troop.permanent_code] = troop
    return tuple(by_code[code] for code in sorted(by_code))


def _bodies(pile: Pile, log: Log) -> dict[str, AllyBody]:
    """Bodies by id; the first copy is kept and one that differs is reported. [AL-12.3]"""
    bodies: dict[str, AllyBody] = {}
    for found in pile.of(BODIES):
        try:
            body = ally_body(found.value, found.where, log)
        except Refused as refusal:
            log.say("bodyRefused", ERROR, refusal.where, "AL-12.3", why=refusal.why)
            continue
        if not same_body(bodies.setdefault(body.id, body), body):
            log.say("bodyDiffers", WARNING, found.where, "AL-12.3", name=body.name)
    return bodies


def _lists(pile: Pile, log: Log, limits: Limits) -> tuple[list[ArmyList], int]:
    """The lists that can be used, and how many were refused; each on its own. [AL-12.5]"""
    by_key: dict[str, ArmyList] = {}
    refused = 0
    for number, found in enumerate(pile.of(LISTS)):
        try:
            if number >= limits.lists:
                raise Refused(found.where, "army.why.tooManyLists")
            army = army_list(found.value, _where(found, log), log)
            if army.key in by_key and by_key[army.key] != army:
                raise Refused(found.where, "army.why.keyTwice")
            by_key[army.key] = army
        except Refused as refusal:
            refused += 1
            log.say("listRefused", ERROR, refusal.where, "AL-12.5", why=refusal.why)
    return list(by_key.values()), refused


def _where(found: Found, log: Log) -> str:
    """File, position and, where it can be read, the list's key. [AL-12.5]"""
    try:
        return f"{found.where} {list_key(Node(found.value, found.where, log))}".strip()
    except Refused:
        return found.where


def _themes(pile: Pile) -> dict[str, str]:
    """Names of themes by id, or by name where they have no id."""
    themes: dict[str, str] = {}
    for found in pile.of(THEMES):
        if isinstance(found.value, Mapping):
            name = str(found.value.get("name") or "").strip()
            themes[str(found.value.get("id") or found.value.get("_id") or name)] = name
    return themes


def _link_maps(pile: Pile) -> list[Mapping[str, list[str]]]:
    return [found.value for found in pile.of(LINKS) if isinstance(found.value, Mapping)]


def _merged(
    before: DataSet,
    lists: list[ArmyList],
    troops: tuple[TroopType, ...],
    links: Links,
    *,
    date: str,
    stated: Mapping[str, object],
) -> DataSet:
    """The old data with the imported lists in it; the very same data if nothing differs."""
    by_key = {army.key: army for army in before.lists} | {army.key: army for army in lists}
    merged = tuple(sorted(by_key.values(), key=_order))
    themes = tuple(sorted(set(before.themes) | set(links.themes.values())))
    same = content(merged, troops) == content(before.lists, before.troops)
    if same and themes == before.themes and before.version:
        return before
    name, kept = version(date, merged, troops), str(stated.get("dataVersion") or "")
    if kept.endswith(content(merged, troops)):
        name = kept
    rules = str(stated.get("rulesVersion") or before.rules_version)
    rights = str(stated.get("rights") or before.rights)
    return DataSet(name, rules, troops, merged, themes, rights)


def _stated(read: list[Source]) -> Mapping[str, object]:
    """What the first file in our own format says of itself."""
    for source in read:
        if isinstance(source.value, Mapping) and source.value.get("format") == LISTS_FORMAT:
            return source.value
    return {}


def _order(army: ArmyList) -> tuple[bool, float, str, str]:
    return (army.list_id is None, army.list_id or 0, army.sublist_id or "", army.key)


def _report(
    before: DataSet,
    data: DataSet,
    lists: list[ArmyList],
    pile: Pile,
    *,
    refused: int,
    log: Log,
) -> Imported:
    old = {army.key: army for army in before.lists}
    new = sum(army.key not in old for army in lists)
    unchanged = sum(old.get(army.key) == army for army in lists)
    for found in pile.of(UNKNOWN):
        log.say("importUnknownKind", INFO, found.where, "AL-12.4")
    return Imported(
        data=data,
        read=len(lists),
        new=new,
        changed=len(lists) - new - unchanged,
        unchanged=unchanged,
        refused=refused,
        kinds={kind: len(found) for kind, found in sorted(pile.by_kind.items())},
        unknown_fields=dict(sorted(log.unknown.items())),
        empty_ranges=dict(sorted(log.empty_ranges.items())),
        ids=dict(sorted((army.key, army.id) for army in lists if army.id)),
        findings=in_order(log.findings),
    )
