"""Rosters that players have, as ranked armies: units, models, points. [FB-2.1, FB-14.2]

Bases and troop types are those that a roster tells, else the usual ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from condotta.armies.rosters.roster_files import Profile, RosterFile, Selection, read_file
from condotta.armies.rosters.roster_games import POINTS, RANKED, UNKNOWN
from condotta.armies.rosters.roster_sums import Fielded, Sums, compared, few_enough
from condotta.rules.ranked import names
from condotta.rules.ranked.rosters.roster_rows import Row, rows_in
from condotta.rules.ranked.rosters.roster_units import (
    base_of,
    count_of,
    has_champion,
    main_row,
    outermost,
    plain,
    profile_of,
    readings,
    troop_type,
)
from condotta.rules.ranked.rosters.units import Entry, Host, Kind
from condotta.rules.ranked.tables import troop_types
from condotta.rules.shelf import other_game

HEROES = ("lord", "heroe", "hero", "character", "namedcharacter")
HERO_TYPES = (names.INFANTRY, names.CAVALRY, "monstrous-infantry", "monstrous-cavalry")
MOST_FILES = 5
SAVE = re.compile(r"(\d{1,2})\+?")
LEVEL = re.compile(r"(?:wizard|level)\D*(\d)", re.IGNORECASE)


class Brought(msgspec.Struct, frozen=True):
    """A roster as an army, what these rules could not use of it, what it states of itself."""

    host: Host
    points: int
    unused: tuple[str, ...]
    sums: Sums


def bring(path: Path) -> Brought:
    """The army in a roster file; one that is for another game is a PlainError that says so."""
    return army_of(read_file(path), path.name)


def army_of(roster: RosterFile, file: str) -> Brought:
    """The army of a roster that was read."""
    if roster.game not in (RANKED, UNKNOWN):
        raise other_game(roster, file, RANKED)
    entries: list[Entry] = []
    unused: list[str] = []
    fielded: list[Fielded] = []
    sorted_out = any(plain(word) in HEROES for one in roster.selections for word in one.categories)
    for one in roster.selections:
        rows = rows_in(one)
        main = main_row(one, rows)
        if main is not None:
            entries.append(entry_of(one, rows, main, unused, sorted_out=sorted_out))
            models = entries[-1].models
            called = sum(each.number for each in outermost(one)) or one.models
            fielded.append(Fielded(one, models, 0 if main.is_machine else called))
        elif one.selections or one.profiles or one.cost(POINTS):
            unused.append(one.name)
            fielded.append(Fielded(one, 0))
    few_enough(fielded, file)
    if not entries:
        raise other_game(roster, file, RANKED)
    host = Host(_key(roster.name) or "army", roster.name or file, tuple(with_general(entries)))
    return Brought(host, host.points, tuple(dict.fromkeys(unused)), compared(roster, fielded))


def with_general(entries: list[Entry]) -> Iterator[Entry]:
    """The army with a General: the character with the best Leadership if none is named.

    RULING FB-17.3: the first of equals; whoever bears the battle standard cannot be it.
    """
    heroes = [one for one in entries if one.unit.is_character and not one.battle_standard]
    named = any(one.general for one in entries)
    chosen = None if named else max(heroes, key=lambda one: one.unit.profile[-1], default=None)
    for one in entries:
        yield msgspec.structs.replace(one, general=True) if one is chosen else one


def entry_of(
    unit: Selection, rows: tuple[Row, ...], main: Row, unused: list[str], *, sorted_out: bool
) -> Entry:
    """One unit: its rank and file, its command, its price for everything."""
    models, kind = count_of(unit, rows, main), troop_type(unit, rows, main)
    words = list(spoken(unit))
    traits, lost = traits_of(words)
    named = {row.who.name for row in rows} | {row.profile.name for row in rows}
    unused += [word for word in lost if word not in named and word != unit.name]
    numbers = profile_of(rows, main, kind)
    hero = is_hero(unit, models, (kind, numbers[5]), sorted_out=sorted_out)
    models = 1 if hero else models
    kept = (*traits, *((names.CHARACTER,) if hero else ()), *resistance(main.profile))
    made = Kind(
        name=unit.name,
        type=kind,
        base=base_of(unit, kind),
        profile=numbers,
        traits=tuple(dict.fromkeys(kept)),
        save=value_of(main.profile, "armoursave", "save"),
        ward=value_of(main.profile, "wardsave", "ward"),
        wizard=wizard_level(words),
    )
    said = {plain(word) for word in words}
    command = set() if hero else said
    return Entry(
        unit=made,
        models=models,
        files=min(models, max(troop_types()[kind].rank, MOST_FILES if models > 1 else 1)),
        champion=not hero and (is_champion(words) or has_champion(rows, main)),
        standard="standardbearer" in command or "standard" in command,
        musician="musician" in command,
        general="general" in said and hero,
        battle_standard="battlestandardbearer" in said or "battlestandard" in said,
        points=round(unit.cost(POINTS)),
    )


def is_hero(unit: Selection, models: int, of: tuple[str, int], *, sorted_out: bool) -> bool:
    """Whether a unit is a character: its category says so. [FB-11.1]

    RULING FB-17.3: where a roster sorts nobody, one model of 2 Wounds that may join others is.
    """
    if sorted_out:
        return any(plain(word) in HEROES for word in unit.categories)
    kind, wounds = of
    alone = models == 1 and unit.type == "model"
    return alone and kind in HERO_TYPES and wounds > 1


def is_champion(words: list[str]) -> bool:
    """Whether a word names a champion, by itself or in brackets behind a title."""
    return any(plain(word) == "champion" or "(champion" in word.casefold() for word in words)


def spoken(unit: Selection) -> Iterator[str]:
    """Every name in a unit that may say something: selections, profiles, rules."""
    for one in unit.walk():
        if one is not unit:
            yield one.name
        yield from one.rules
        yield from (profile.name for profile in one.profiles)


def traits_of(words: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The traits that words stand for, and the words that stand for none."""
    read = readings()
    found: list[str] = []
    lost: list[str] = []
    for word in words:
        bare = plain(word)
        if bare in read.traits:
            found += read.traits[bare]
        elif bare not in read.known["words"] and not LEVEL.search(word):
            lost.append(word)
    return tuple(dict.fromkeys(found)), lost


def resistance(profile: Profile) -> tuple[str, ...]:
    """Magic resistance, if a profile names it. [FB-9.7]"""
    value = value_of(profile, "mr", "magicresistance")
    return (f"magic-resistance-{value}",) if value else ()


def wizard_level(words: list[str]) -> int:
    """The level that a wizard was bought: the highest named. [FB-5.1]"""
    levels = [int(found[1]) for word in words if (found := LEVEL.search(word))]
    return min(4, max(levels, default=0))


def value_of(profile: Profile, *called: str) -> int:
    """A save or the like that a profile names as a whole; 0 for none, and for what only adds."""
    for name, value in profile.values.items():
        if plain(name) in called and (number := SAVE.fullmatch(value.strip())):
            return min(7, int(number[1]))
    return 0


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
