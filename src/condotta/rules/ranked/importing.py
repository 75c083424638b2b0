"""Rosters that players have, as ranked armies: units, models, points. [FB-2.1, FB-14.2]

A roster says nothing of bases and files: those are the usual ones of each troop type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from condotta.armies.roster_files import Profile, RosterFile, Selection, read_file
from condotta.errors import PlainError
from condotta.rules.data import toml
from condotta.rules.ranked import names
from condotta.rules.ranked.tables import DATA, troop_types
from condotta.rules.ranked.units import Entry, Host, Kind
from condotta.words import say

HEROES = ("lord", "heroe", "hero", "character")
POINTS = ("pts", "points", "pt")
MOST_FILES = 5
NUMBER = re.compile(r"\d+")
LEVEL = re.compile(r"(?:wizard|level)\D*(\d)", re.IGNORECASE)


class Readings(msgspec.Struct, frozen=True):
    """How words become types, bases and traits."""

    types: dict[str, str]
    bases: dict[str, tuple[int, int]]
    traits: dict[str, tuple[str, ...]]
    known: dict[str, tuple[str, ...]]


class Brought(msgspec.Struct, frozen=True):
    """A roster as an army, and the names of what these rules could not use, each once."""

    host: Host
    points: int
    unused: tuple[str, ...]


@cache
def readings() -> Readings:
    """The words of the data file."""
    return msgspec.convert(toml(DATA, "importing.toml"), Readings)


def bring(path: Path) -> Brought:
    """The army in a roster file; one that is for another game is a PlainError that says so."""
    return army_of(read_file(path), path.name)


def army_of(roster: RosterFile, file: str) -> Brought:
    """The army of a roster that was read."""
    entries: list[Entry] = []
    unused: list[str] = []
    for one in roster.selections:
        profiles = tuple(fighting(one))
        if profiles:
            entries.append(entry_of(one, profiles, unused))
        elif one.selections or one.profiles or _points(one):
            unused.append(one.name)
    if not entries:
        raise PlainError(say("ranked.import.other-game", {"file": file, "game": roster.system}))
    host = Host(_key(roster.name) or "army", roster.name or file, tuple(with_general(entries)))
    return Brought(host, host.points, tuple(dict.fromkeys(unused)))


def with_general(entries: list[Entry]) -> Iterator[Entry]:
    """The army with a General: the character with the best Leadership if none is named.

    RULING FB-11.2: the first of equals; whoever bears the battle standard cannot be it.
    """
    heroes = [one for one in entries if one.unit.is_character and not one.battle_standard]
    named = any(one.general for one in entries)
    chosen = None if named else max(heroes, key=lambda one: one.unit.profile[-1], default=None)
    for one in entries:
        yield msgspec.structs.replace(one, general=True) if one is chosen else one


def fighting(unit: Selection) -> Iterator[tuple[Selection, Profile]]:
    """The profiles with all nine characteristics in a unit, and whose they are. [FB-2.1]"""
    for one in unit.walk():
        for profile in one.profiles:
            if profile_of(profile) is not None:
                yield one, profile


def profile_of(profile: Profile) -> tuple[int, ...] | None:
    """The nine numbers of a profile; None if it has others. A dash is 0. [FB-2.1]"""
    values = {name.casefold(): value for name, value in profile.values.items()}
    found = []
    for name in names.PROFILE:
        value = values.get(name.casefold())
        if value is None or "+" in value:
            return None
        number = NUMBER.search(value)
        found.append(min(10, int(number[0])) if number else 0)
    return tuple(found)


def entry_of(
    unit: Selection, profiles: tuple[tuple[Selection, Profile], ...], unused: list[str]
) -> Entry:
    """One unit: its rank and file, its command, its price for everything."""
    models, main = rank_and_file(unit, profiles)
    words = list(spoken(unit))
    kind = troop_type(main)
    traits, lost = traits_of(words)
    named = {one.name for one, _ in profiles} | {profile.name for _, profile in profiles}
    unused += [word for word in lost if word not in named and word != unit.name]
    hero = any(_plain(word) in HEROES for word in unit.categories)
    kept = (*traits, *((names.CHARACTER,) if hero else ()), *resistance(main))
    made = Kind(
        name=unit.name,
        type=kind,
        base=readings().bases[kind],
        profile=numbers(profiles, main, kind),
        traits=tuple(dict.fromkeys(kept)),
        save=_value(main, "armoursave", "save"),
        ward=_value(main, "wardsave", "ward"),
        wizard=wizard_level(words),
    )
    said = {_plain(word) for word in words}
    command = set() if hero else said
    return Entry(
        unit=made,
        models=models,
        files=min(models, max(troop_types()[kind].rank, MOST_FILES if models > 1 else 1)),
        champion=not hero and ("champion" in said or has_champion(unit, profiles, main)),
        standard="standardbearer" in command or "standard" in command,
        musician="musician" in command,
        general="general" in said and hero,
        battle_standard="battlestandardbearer" in said or "battlestandard" in said,
        points=_points(unit),
    )


def rank_and_file(
    unit: Selection, profiles: tuple[tuple[Selection, Profile], ...]
) -> tuple[int, Profile]:
    """How many models a unit has, and the profile of most of them.

    RULING FB-2.2: models that are upgrades, such as a champion, are counted where they have a
    number of their own; mounts and crew are not models of a unit.
    """
    inside = [
        (one, profile) for one, profile in profiles if one is not unit and one.type == "model"
    ]
    if not inside:
        return max(1, unit.number), profiles[0][1]
    best = max(inside, key=lambda pair: pair[0].number)
    own = {id(one): one.number for one, _ in inside}
    return max(1, sum(own.values())), best[1]


def has_champion(
    unit: Selection, profiles: tuple[tuple[Selection, Profile], ...], main: Profile
) -> bool:
    """Whether somebody in a unit is as the others, but for an Attack or a BS more. [FB-11.5]"""
    own = profile_of(main)
    assert own is not None
    bs, attacks = names.PROFILE.index(names.BS), names.PROFILE.index(names.A)
    for one, profile in profiles:
        other = profile_of(profile)
        if other is None or one is unit or len(other) != len(own):
            continue
        more = {at: other[at] - own[at] for at in range(len(own)) if other[at] != own[at]}
        if more and set(more) <= {bs, attacks} and set(more.values()) == {1}:
            return True
    return False


def numbers(
    profiles: tuple[tuple[Selection, Profile], ...], main: Profile, kind: str
) -> tuple[int, int, int, int, int, int, int, int, int]:
    """The profile of the rank and file; who is mounted moves as the mount does. [FB-2.1]"""
    own = profile_of(main)
    assert own is not None
    move = own[0]
    if troop_types()[kind].mounted:
        move = max((found[0] for _, one in profiles if (found := profile_of(one))), default=move)
    rest = own[1:]
    return (move, rest[0], rest[1], rest[2], rest[3], rest[4], rest[5], rest[6], rest[7])


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
        plain = _plain(word)
        if plain in read.traits:
            found += read.traits[plain]
        elif plain not in read.known["words"] and not LEVEL.search(word):
            lost.append(word)
    return tuple(dict.fromkeys(found)), lost


def troop_type(profile: Profile) -> str:
    """The troop type that a profile names; infantry where it names none that is known. [FB-10.1]"""
    for name, value in profile.values.items():
        if _plain(name) in ("type", "unittype", "trooptype"):
            for part in re.split(r"[,;/]", value):
                known = readings().types.get(_plain(part))
                if known:
                    return known
    return names.INFANTRY


def resistance(profile: Profile) -> tuple[str, ...]:
    """Magic resistance, if a profile names it. [FB-9.7]"""
    value = _value(profile, "mr", "magicresistance")
    return (f"magic-resistance-{value}",) if value else ()


def wizard_level(words: list[str]) -> int:
    """The level that a wizard was bought: the highest named. [FB-5.1]"""
    levels = [int(found[1]) for word in words if (found := LEVEL.search(word))]
    return min(4, max(levels, default=0))


def _value(profile: Profile, *called: str) -> int:
    for name, value in profile.values.items():
        if _plain(name) in called and (number := NUMBER.search(value)):
            return min(7, int(number[0]))
    return 0


def _points(unit: Selection) -> int:
    """What a unit costs with all that is in it: each selection states its own. [FB-14.2]"""
    return round(
        sum(
            cost
            for one in unit.walk()
            for name, cost in one.costs.items()
            if name.casefold() in POINTS
        )
    )


def _plain(word: str) -> str:
    """A word as the data file has it."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", "", word).casefold()
    letters = re.sub(r"[^a-z+]", "", bare)
    return letters[:-1] if letters.endswith("s") and not letters.endswith("ss") else letters


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
