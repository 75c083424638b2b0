"""Rosters that players have, as skirmish armies: units, models, weapons, ratings. [SK-122, SK-126]

A roster says nothing of bases: they are the usual ones for the keywords. What these rules cannot
use of it is named, each once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from condotta.armies.roster_files import Profile as Row
from condotta.armies.roster_files import RosterFile, Selection, read_file
from condotta.errors import PlainError
from condotta.rules.skirmish import names
from condotta.rules.skirmish.armies import Detachment, Figure, Host, Squad
from condotta.rules.skirmish.roster_arms import armed
from condotta.rules.skirmish.roster_words import (
    damage_of,
    is_model,
    profile_of,
    readings,
    size_of,
    slug,
    spoken,
    transport_of,
)
from condotta.rules.skirmish.sheets import Ability, Damaged, Datasheet, Profile
from condotta.words import say

FACTION = "Faction: "
OWN = ("Configuration", "Warlord")
ANY_NUMBER = 99
ABILITIES, CARRIES, POWER, SMITE = "Abilities", "Transport", "Psychic Power", "smite"


class Brought(msgspec.Struct, frozen=True):
    """A roster as an army, and the names of what these rules could not use, each once."""

    host: Host
    unused: tuple[str, ...]


def bring(path: Path) -> Brought:
    """The army in a roster file; one that is for another game is a PlainError that says so."""
    return army_of(read_file(path), path.name)


def army_of(roster: RosterFile, file: str) -> Brought:
    """The army of a roster that was read."""
    unused: list[str] = []
    detachments, at = [], 0
    for name, size in zip(roster.forces, roster.sizes, strict=True):
        squads = tuple(units_of(roster.selections[at : at + size], unused))
        at += size
        if squads:
            detachments.append(Detachment(pattern_of(name), squads))
    if not detachments:
        raise PlainError(say("skirmish.import.other-game", {"file": file, "game": roster.system}))
    host = Host(
        slug(roster.name),
        roster.name or file,
        tuple(distinct(detachments)),
        points=points_of(roster),
    )
    return Brought(host, tuple(dict.fromkeys(unused)))


def points_of(roster: RosterFile) -> int:
    """The command points that a roster states; -1 leaves them to its detachments. [SK-129]"""
    stated = roster.costs.get("CP")
    return -1 if stated is None else max(0, round(stated))


def pattern_of(name: str) -> str:
    """The kind of a detachment by its name, or the name itself. [SK-126]"""
    words = name.casefold()
    known = (one.pattern for one in readings().detachment if one.words in words)
    return next(known, slug(name))


def units_of(selections: Sequence[Selection], unused: list[str]) -> Iterator[Squad]:
    """The units among what was chosen."""
    for one in selections:
        if any(is_model(row) for inside in one.walk() for row in inside.profiles):
            made = squad_of(one, unused)
            if made is None:
                unused.append(one.name)
            else:
                yield made
        elif any(inside.profiles for inside in one.walk()):
            unused.append(one.name)


def squad_of(unit: Selection, unused: list[str]) -> Squad | None:
    """One unit with its own datasheet, None if its characteristics cannot be read."""
    ranks = list(models_of(unit))
    if not ranks or any(profile_of(row) is None for _, row, _ in ranks):
        return None
    keywords = tuple(keywords_of(unit))
    models = tuple(kinds_of(ranks))
    count = sum(number for _, _, number in ranks)
    arms = armed(unit, [(one, number) for one, _, number in ranks], unused)
    figures = tuple(
        Figure(kind_of(models, row).id, tuple(weapons), number)
        for (_, row, _), group in zip(ranks, arms.figures, strict=True)
        for weapons, number in group
    )
    tables = [row for one in unit.walk() for row in one.profiles if is_table(row)]
    damage = damage_of(tables, models[0])
    size, rating = size_of(keywords), power_of(unit)
    sheet = Datasheet(
        id=f"{names.OWN}{unit.name}",
        name=unit.name,
        role=next((role for role in unit.categories if role in readings().roles), ""),
        models=models,
        base=size.base,
        keywords=keywords,
        least=min(count, 1),
        most=count,
        steps=((count, rating),),
        height_in=size.height_in,
        abilities=(*abilities_of(unit, count, unused), *least_move(models[0], damage)),
        damage=damage,
        weapons=arms.weapons,
    )
    return Squad(sheet, figures, rating) if sheet_is_whole(sheet) else None


def sheet_is_whole(sheet: Datasheet) -> bool:
    """Whether a damage table tells what the profile leaves to it. [SK-21]"""
    starred = any(one.M == "*" or one.A == "*" or one.BS < 0 or one.WS < 0 or one.S < 0
                  for one in sheet.models)  # fmt: skip
    return bool(sheet.damage) or not starred


def models_of(unit: Selection) -> Iterator[tuple[Selection, Row, int]]:
    """The models of a unit: who has characteristics, or is a model and has those of the unit.

    RULING SK-15: the characteristics of the unit itself are those of such models, else its own.
    """
    own = [row for row in unit.profiles if is_model(row)]
    inside = [one for one in unit.walk() if one is not unit]
    found = [(one, row) for one in inside for row in one.profiles if is_model(row)]
    named = {id(one) for one, _ in found}
    bare = [one for one in inside if one.type == "model" and id(one) not in named]
    if own and not bare:
        yield unit, own[0], max(1, unit.number)
    for one in bare:
        if own:
            row = next((row for row in own if row.name.casefold() in one.name.casefold()), own[0])
            yield one, row, max(1, one.number)
    seen: set[int] = set()
    for one, row in found:
        if id(one) not in seen:
            seen.add(id(one))
            yield one, row, max(1, one.number)


def kinds_of(ranks: Sequence[tuple[Selection, Row, int]]) -> Iterator[Profile]:
    """The kinds of models of a unit, each once; alike names with other numbers are other kinds."""
    seen: dict[str, int] = {}
    for row in {(row.name, tuple(row.values.items())): row for _, row, _ in ranks}.values():
        made = profile_of(row)
        assert made is not None
        seen[made.id] = seen.get(made.id, 0) + 1
        count = seen[made.id]
        yield made if count == 1 else replace(made, id=f"{made.id}_{count}")


def kind_of(models: Sequence[Profile], row: Row) -> Profile:
    """The kind that a row of characteristics became."""
    made = profile_of(row)
    assert made is not None
    return next(one for one in models if replace(one, id=made.id) == made)


def keywords_of(unit: Selection) -> Iterator[str]:
    """Keywords: categories that are neither roles nor factions nor the roster's own. [SK-25]"""
    words = dict.fromkeys(one.upper() for one in unit.categories if one not in OWN)
    roles = {role.upper() for role in readings().roles} - {"FLYER"}
    for word in words:
        if word not in roles and not word.startswith(FACTION.upper()):
            yield word
    if (
        any(row.type == "Transport" for one in unit.walk() for row in one.profiles)
        and "TRANSPORT" not in words
    ):
        yield names.TRANSPORT


def power_of(unit: Selection) -> int:
    """The Power Rating of a unit with all that is in it: each selection states its own. [SK-122]"""
    return round(sum(one.costs.get(readings().rating, 0.0) for one in unit.walk()))


def is_table(row: Row) -> bool:
    """Whether a profile is a row of a damage table. [SK-21]"""
    kind = row.type.casefold()
    return "wound track" in kind or "stat damage" in kind


def abilities_of(unit: Selection, count: int, unused: list[str]) -> Iterator[Ability]:
    """What these rules know of a unit's abilities, each kind once.

    RULING SK-26: an ability that only some models of a unit have is left out.
    """
    having: Counter[str] = Counter()
    for one in unit.walk():
        for row in one.profiles:
            having[row.name] += count if one is unit else max(1, one.number)
    seen: set[str] = set()
    for row in (row for one in unit.walk() for row in one.profiles):
        known = told_by(row) if having[row.name] >= count or row.type != ABILITIES else []
        if not known and row.type in (ABILITIES, POWER) and slug(row.name) != SMITE:
            unused.append(row.name)
        yield from (ability for ability in known if ability.kind not in seen)
        seen |= {ability.kind for ability in known}


def told_by(row: Row) -> list[Ability]:
    """The abilities that a profile of a roster tells of."""
    if row.type == ABILITIES:
        return list(spoken(" ".join(row.values.values()), readings().ability))
    if row.type == "Psyker":
        return [psyker(row)]
    room = transport_of(row) if row.type == CARRIES else None
    return [] if room is None else [room]


def least_move(model: Profile, damage: Sequence[Damaged]) -> Iterator[Ability]:
    """A Move such as 20-50 has a least one. [SK-39]"""
    moves = [one.M for one in damage] if model.M == "*" else [model.M]
    least = min((int(move.split("-")[0]) for move in moves if "-" in move), default=0)
    if least:
        yield Ability(kind="minimum_move", min_in=least)


def psyker(row: Row) -> Ability:
    """How often a psyker manifests and denies; of the powers these rules know Smite. [SK-46]"""
    manifest, deny = (
        int(text) if (text := row.values.get(name, "").strip()).isdigit() else 1
        for name in ("Cast", "Deny")
    )
    return Ability(kind="psyker", manifest=manifest, deny=deny, powers=(SMITE,))


def distinct(detachments: Sequence[Detachment]) -> Iterator[Detachment]:
    """Datasheets that differ get ids that differ: one army has one sheet of an id."""
    sheets: dict[str, Datasheet] = {}
    for detachment in detachments:
        squads = []
        for squad in detachment.squads:
            sheet = named_apart(squad.sheet, sheets)
            sheets[sheet.id] = sheet
            squads.append(replace(squad, sheet=sheet))
        yield replace(detachment, squads=tuple(squads))


def named_apart(sheet: Datasheet, known: dict[str, Datasheet]) -> Datasheet:
    """The sheet under an id that no other sheet has."""
    for number in range(1, ANY_NUMBER):
        name = sheet.id if number == 1 else f"{sheet.id} {number}"
        made = replace(sheet, id=name)
        if known.get(name, made) == made:
            return made
    raise AssertionError(sheet.id)
