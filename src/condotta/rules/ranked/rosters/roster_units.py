"""One unit of a player's roster: how many models, of which type, on which base. [FB-2.1, FB-2.2]"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from condotta.armies.rosters.roster_files import Profile, Selection
from condotta.data import toml
from condotta.rules.ranked import names
from condotta.rules.ranked.rosters.roster_rows import (
    LD,
    MOST,
    A,
    M,
    Row,
    S,
    T,
    W,
    crews,
    fighters,
    mounts,
)
from condotta.rules.ranked.tables import DATA, troop_types

MODEL = "model"
MANY = 5  # times as many fighters as machines are no crew
LARGE_W, LARGE_T = 3, 5
"""Wounds and Toughness of what is a monster where nothing says so; of half of it on cavalry."""
COUNT = re.compile(r"^\W*(\d{1,3})\s*(?:x|×)?\s+(?=\D)", re.IGNORECASE)
SIZES = re.compile(r"(\d{2,3})\s*(?:mm)?\s*[x×*]\s*(\d{2,3})|(\d{2,3})\s*mm", re.IGNORECASE)
LEAST_BASE, MOST_BASE = 10, 300
Nine = tuple[int, int, int, int, int, int, int, int, int]


class Readings(msgspec.Struct, frozen=True):
    """How words become types, bases and traits."""

    types: dict[str, str]
    bases: dict[str, tuple[int, int]]
    traits: dict[str, tuple[str, ...]]
    known: dict[str, tuple[str, ...]]


@cache
def readings() -> Readings:
    """The words of the data file."""
    return msgspec.convert(toml(DATA, "importing.toml"), Readings)


def plain(word: str) -> str:
    """A word as the data file has it."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", "", word).casefold().replace("armor", "armour")
    letters = re.sub(r"[^a-z+]", "", bare)
    return letters[:-1] if letters.endswith("s") and not letters.endswith("ss") else letters


# ── who it is ────────────────────────────────────────────────────────────────
def main_row(unit: Selection, rows: Sequence[Row]) -> Row | None:
    """The row of most of a unit's models; None where nobody in it can take the field.

    RULING FB-17.1: beside a war machine or a chariot fighters are its crew, unless many more.
    """
    own = fighters(rows)
    machine = next((row for row in rows if row.is_machine), None)
    if machine and all(row.who.number < MANY * machine.who.number for row in own):
        return machine
    models = [row for row in own if row.who.type == MODEL]
    best = models or [row for row in own if row.who.number > 1] or own
    if best:
        named = [row for row in best if plain(row.profile.name) == plain(unit.name)]
        return max(named or best, key=lambda row: row.who.number)
    return machine


def count_of(unit: Selection, rows: Sequence[Row], main: Row) -> int:
    """How many models a unit has; mounts, crew and machines' parts are none. [FB-2.2]

    RULING FB-17.1: models that are upgrades, such as a champion, are counted where they have a
    number of their own and no models are called so.
    """
    own = {id(row.who) for row in fighters(rows)}
    if main.is_machine:
        parts = {id(row.who) for row in rows if row is not main}
        bodies = [one for one in outermost(unit) if id(one) not in parts]
        return max(1, main.who.number, sum(numbered(one) for one in bodies))
    aside = {id(row.who) for row in (*mounts(rows), *crews(rows))}
    models = [one for one in outermost(unit) if id(one) in own or id(one) not in aside]
    if unit.type != MODEL and models:
        return max(1, sum(numbered(one) for one in models))
    ranks = [row.who for row in fighters(rows) if row.who is not unit and row.who.number > 1]
    if ranks:
        return sum({id(one): one.number for one in ranks}.values())
    if unit.type != MODEL and main.who is unit:
        called = (one for one in unit.selections if plain(one.name) == plain(main.profile.name))
        return max([unit.number, *(numbered(one) for one in called)], default=1) or 1
    return max(1, numbered(main.who))


def outermost(unit: Selection) -> Iterator[Selection]:
    """The models in a unit, those of others left out."""
    for one in unit.selections:
        if one.type == MODEL:
            yield one
        else:
            yield from outermost(one)


def numbered(one: Selection) -> int:
    """How many models a selection is: its number, or the one that its name begins with."""
    named = COUNT.match(one.name)
    return max(one.number, int(named[1]) if named else 1)


def profile_of(rows: Sequence[Row], main: Row, kind: str) -> Nine:
    """The numbers of the rank and file, with those of its mount, crew or machine. [FB-2.1]"""
    found = [number or 0 for number in main.numbers]
    served = crews(rows) if main.is_machine else []
    ridden = mounts(rows)
    for row in (*served[:1], *ridden[:1]):
        found = [own or number or 0 for own, number in zip(found, row.numbers, strict=True)]
    for row in ridden[:1]:
        found = [min(MOST, own + more) for own, more in zip(found, row.more, strict=True)]
    if troop_types()[kind].mounted or any(any(row.more) for row in ridden) or not found[M]:
        found[M] = max([found[M], *(row.numbers[M] or 0 for row in ridden)])
    found[M] = found[M] or max(row.numbers[M] or 0 for row in rows)
    if main.numbers[A] is None and not main.is_machine:
        found[A] = max(1, found[A])
    found[LD] = found[LD] or max(row.numbers[LD] or 0 for row in rows)
    for at in (S, T, W):
        found[at] = max(1, found[at])
    return (found[0], found[1], found[2], found[3], found[4], found[5], found[6], found[7],
            found[8])  # fmt: skip


def has_champion(rows: Sequence[Row], main: Row) -> bool:
    """Whether somebody in a unit is as the others, but for an Attack or a BS more. [FB-11.5]"""
    bs = names.PROFILE.index(names.BS)
    for row in fighters(rows):
        pairs = zip(row.numbers, main.numbers, strict=True)
        more = {at: (a or 0) - (b or 0) for at, (a, b) in enumerate(pairs) if a != b}
        if more and set(more) <= {bs, A, LD} and set(more.values()) == {1}:
            return True
    return False


# ── type and base ────────────────────────────────────────────────────────────
def troop_type(unit: Selection, rows: Sequence[Row], main: Row) -> str:
    """The troop type that a unit names, its fighters before its mounts. [FB-10.1]"""
    told = [main.profile, *unit.profiles, *(one for each in unit.walk() for one in each.profiles)]
    for profile in told:
        known = named_type(profile)
        if known:
            return known
    return likely_type(rows, main)


def named_type(profile: Profile) -> str:
    """The troop type that a profile names, "" where it names none that is known."""
    for name, value in profile.values.items():
        if plain(name) in ("type", "unittype", "trooptype"):
            for part in re.split(r"[,;/]", value):
                known = readings().types.get(plain(part))
                if known:
                    return known
    return ""


def likely_type(rows: Sequence[Row], main: Row) -> str:
    """The troop type of a unit that names none.

    RULING FB-17.2: what cannot fight by itself is a war machine, drawn by beasts a chariot; who
    has a mount is cavalry, on one of 3 Wounds or Strength 5 monstrous; whoever has 3 Wounds and
    Toughness 5 alone and leads nobody is a monster; everybody else is infantry.
    """
    ridden = mounts(rows)
    if main.is_machine:
        return names.CHARIOT if ridden else names.WAR_MACHINE
    if ridden:
        large = any((row.numbers[W] or 0) >= LARGE_W or (row.numbers[S] or 0) >= LARGE_T
                    for row in ridden)  # fmt: skip
        return "monstrous-cavalry" if large else names.CAVALRY
    if not main.shoots and (main.numbers[W] or 0) >= LARGE_W and (main.numbers[T] or 0) >= LARGE_T:
        return names.MONSTER
    return names.INFANTRY


def base_of(unit: Selection, kind: str) -> tuple[int, int]:
    """Width and depth in mm: as a roster says, the largest that is said, or the usual. [FB-2.2]"""
    told = [size for one in unit.walk() for profile in one.profiles for size in sizes_in(profile)]
    return max(told, key=lambda size: size[0] * size[1], default=readings().bases[kind])


def sizes_in(profile: Profile) -> Iterator[tuple[int, int]]:
    """The bases that a profile speaks of; a round one is as wide as deep."""
    for name, value in profile.values.items():
        if plain(name) not in ("basesize", "base"):
            continue
        found = SIZES.search(value)
        if found is None:
            continue
        wide, deep = (int(found[3]),) * 2 if found[3] else (int(found[1]), int(found[2]))
        if min(wide, deep) >= LEAST_BASE and max(wide, deep) <= MOST_BASE:
            yield wide, deep
