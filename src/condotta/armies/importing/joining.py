"""Putting imported lists together: bodies, questions, themes and enemies. [AL-12.3, AL-8.2]"""

from collections.abc import Mapping

import msgspec

from condotta.armies.findings import ERROR, INFO, WARNING
from condotta.armies.importing.nodes import Log
from condotta.armies.records import AllyBody, AllyEntry, AllyOption, ArmyList, Question
from condotta.armies.text import plain


class Links(msgspec.Struct, frozen=True):
    """Names of themes by id, and maps from an id to the ids that belong with it."""

    themes: dict[str, str]
    maps: list[Mapping[str, list[str]]]


def joined(
    lists: list[ArmyList],
    bodies: Mapping[str, AllyBody],
    links: Links,
    overlay: Mapping[str, Question],
    log: Log,
) -> list[ArmyList]:
    """The lists, each with its bodies, its question, its themes and its enemies."""
    names = {army.id: army.name for army in lists if army.id}
    themes = _themes_of(links)
    enemies = _enemies_of(links, names)
    found = []
    for army in lists:
        question = None if army.variants else overlay.get(army.key)
        options = tuple(_option(army, option, bodies, log) for option in army.ally_options)
        complete = msgspec.structs.replace(
            army,
            ally_options=options,
            variants=question.variant if question else army.variants,
            thematic_categories=army.thematic_categories or themes.get(army.id, ()),
            enemies=army.enemies or enemies.get(army.id, ()),
        )
        _notes(complete, log)
        if question and plain(question.list_name) != plain(army.name):
            was = question.list_name
            log.say("listRenamed", WARNING, army.key, "AL-8.2", list=army.name, was=was)
        found.append(complete)
    return found


def _option(
    army: ArmyList, option: AllyOption, bodies: Mapping[str, AllyBody], log: Log
) -> AllyOption:
    entries = tuple(_entry(army, option, entry, bodies, log) for entry in option.ally_entries)
    return msgspec.structs.replace(option, ally_entries=entries)


def _entry(
    army: ArmyList,
    option: AllyOption,
    entry: AllyEntry,
    bodies: Mapping[str, AllyBody],
    log: Log,
) -> AllyEntry:
    """The entry with its body: its own copy first, else the shared one. [AL-12.3]"""
    where = f"{army.key} {option.key}"
    shared = bodies.get(entry.ally_army_list)
    if entry.body is None and shared is None:
        log.say("bodyMissing", ERROR, where, "AL-12.3", name=entry.name)
    body = entry.body or shared
    if body and shared and not same_body(body, shared):
        log.say("bodyDiffers", WARNING, where, "AL-12.3", name=entry.name)
    elif shared:
        body = shared
    if body and not body.troop_options:
        log.say("bodyEmpty", WARNING, where, "AL-12.3", name=entry.name)
    years = body.date_range if body else None
    if years and option.date_range and not years.meets(option.date_range):
        log.say("bodyYearsDiffer", INFO, where, "AL-5.6", name=entry.name)
    return msgspec.structs.replace(entry, body=body)


def same_body(one: AllyBody, other: AllyBody) -> bool:
    """Equal but for the label of where they came from."""
    return msgspec.structs.replace(one, source=other.source) == other


def _notes(army: ArmyList, log: Log) -> None:
    """Notes without a rule, and rules without a note. [AL-8.2]"""
    rules = army.variants.rules if army.variants else {}
    options = {option.note for option in army.troop_options}
    allies = {entry.condition for option in army.ally_options for entry in option.ally_entries}
    notes = options | allies | {option.note for option in army.ally_options}
    for note in sorted(options - set(rules) - {""}):
        log.say("noteWithoutRule", INFO, army.key, "AL-8.2", list=army.name, note=note)
    for note in sorted(set(rules) - notes):
        log.say("ruleWithoutNote", WARNING, army.key, "AL-8.2", list=army.name, note=note)


def _themes_of(links: Links) -> dict[str, tuple[str, ...]]:
    """Themes of each list id, by name."""
    found: dict[str, list[str]] = {}
    for one in links.maps:
        for theme, lists in one.items():
            if theme in links.themes:
                for army in lists:
                    found.setdefault(army, []).append(links.themes[theme])
    return {army: tuple(sorted(set(themes))) for army, themes in found.items()}


def _enemies_of(links: Links, names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Enemies of each list id, by name; those that are not here are left out."""
    found: dict[str, tuple[str, ...]] = {}
    for one in links.maps:
        for army, others in one.items():
            if army in names and army not in links.themes:
                found[army] = tuple(sorted({names[other] for other in others if other in names}))
    return found
