"""What the words of players' rosters say: characteristics, weapons, abilities. [SK-20 to SK-23]"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from condotta.armies.roster_files import Profile as Row
from condotta.rules.data import toml
from condotta.rules.skirmish.settings import DATA
from condotta.rules.skirmish.sheets import Ability, Damaged, Profile, Weapon

STARRED = -1
NUMBER = re.compile(r"-?\d+")
DICE = re.compile(r"\d*D[36]|\d+", re.IGNORECASE)
MOVE = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")
TYPE = re.compile(r"(Rapid Fire|Heavy|Assault|Pistol|Grenade)\s+(\S+)$", re.IGNORECASE)
STRENGTH = re.compile(r"user|[+x]?\d+", re.IGNORECASE)
CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Save")
COLUMNS = {"move": "M", "movement": "M", "m": "M", "ws": "WS", "bs": "BS", "s": "S",
           "strength": "S", "a": "A", "attacks": "A"}  # fmt: skip
CHANGES = ("M", "WS", "BS", "S", "A")
CAPACITY = re.compile(r"transport(?: capacity of)? (\d+)")
BARRED = re.compile(r"(?:cannot transport|other than) ([^.]*)")
NOTHING_SAID = ("", "-")


class Saying(msgspec.Struct, frozen=True):
    """A regular expression, the kind of ability it speaks of, which values its groups are."""

    says: str
    kind: str
    fills: tuple[str, ...] = ()
    value: int | str = 0
    roll: int = 0


class Size(msgspec.Struct, frozen=True):
    """What stands on which base, how high it is."""

    keyword: str
    base: tuple[int, ...]
    height_in: float


class Kind(msgspec.Struct, frozen=True):
    """A word in the name of a detachment, and what kind it is."""

    words: str
    pattern: str


class Readings(msgspec.Struct, frozen=True):
    """The words of the data file."""

    rating: str
    roles: tuple[str, ...]
    detachment: tuple[Kind, ...]
    size: tuple[Size, ...]
    ability: tuple[Saying, ...]
    weapon: tuple[Saying, ...]


@cache
def readings() -> Readings:
    """The words of the data file."""
    return msgspec.convert(toml(DATA, "importing.toml"), Readings, strict=False)


def slug(name: str) -> str:
    """A name as an id.

    >>> slug("Frag & Krak grenades")
    'frag_krak_grenades'
    """
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "unnamed"


# ── characteristics ──────────────────────────────────────────────────────────
def is_model(row: Row) -> bool:
    """Whether a profile has all nine characteristics. [SK-20]"""
    return all(name in row.values for name in CHARACTERISTICS)


def profile_of(row: Row) -> Profile | None:
    """The characteristics of a kind of model, None if they cannot be read. [SK-20, SK-21]"""
    said = {name: row.values[name].strip() for name in CHARACTERISTICS}
    move, attacks = moved(said["M"]), expressed(said["A"])
    numbers = {name: numbered(said[name]) for name in ("WS", "BS", "S", "T", "W", "Ld", "Save")}
    if move is None or attacks is None or None in numbers.values():
        return None
    got = {name: value for name, value in numbers.items() if value is not None}
    if got["W"] < 1 or got["T"] < 1:
        return None
    return Profile(
        id=slug(row.name), name=row.name, M=move, A=attacks, WS=got["WS"], BS=got["BS"],
        S=got["S"], T=got["T"], W=got["W"], Ld=got["Ld"], Sv=got["Save"],
    )  # fmt: skip


def moved(text: str) -> str | None:
    """A Move as these rules write it; "-" is none at all. [SK-39]

    >>> moved('20-50"'), moved("*"), moved("-")
    ('20-50', '*', '0')
    """
    if text in ("*", *NOTHING_SAID):
        return "*" if text == "*" else "0"
    found = MOVE.match(text)
    return "-".join(part for part in found.groups() if part) if found else None


def expressed(text: str) -> str | None:
    """A number or dice, "*" as it is, None for anything else. [SK-1]"""
    bare = text.strip().replace('"', "")
    if bare == "*":
        return bare
    return bare.upper() if DICE.fullmatch(bare) else None


def numbered(text: str) -> int | None:
    """A target number or a number; "-" is 0, "*" is looked up. [SK-20, SK-21]"""
    if text == "*":
        return STARRED
    if text in NOTHING_SAID:
        return 0
    found = NUMBER.match(text)
    return int(found[0]) if found else None


# ── damage tables ────────────────────────────────────────────────────────────
def damage_of(rows: list[Row], profile: Profile) -> tuple[Damaged, ...]:
    """The damage table of a unit: what changes with the wounds that are left. [SK-21]"""
    heads = next((headed(row) for row in rows if not remaining(row)), {})
    found: dict[tuple[int, int], Damaged] = {}
    for row in rows:
        span = remaining(row)
        if span is not None and span not in found:
            found[span] = damaged(span, row, heads or starred(row, profile))
    return tuple(sorted(found.values(), key=lambda one: -one.min_w))


def remaining(row: Row) -> tuple[int, int] | None:
    """From and to how many wounds a row holds."""
    text = next(iter(row.values.values()), "")
    numbers = [int(one) for one in re.findall(r"\d+", text)]
    return (min(numbers), max(numbers)) if numbers else None


def headed(row: Row) -> dict[str, str]:
    """What the columns of a table are, where a row of it says so."""
    return {
        column: COLUMNS[text.strip().casefold()]
        for column, text in row.values.items()
        if text.strip().casefold() in COLUMNS
    }


def starred(row: Row, profile: Profile) -> dict[str, str]:
    """What the columns are: by their names, or the starred characteristics in order."""
    named = {
        column: COLUMNS[column.casefold()] for column in row.values if column.casefold() in COLUMNS
    }
    if named:
        return named
    stars = [name for name in CHANGES if getattr(profile, name) in ("*", STARRED)]
    return dict(zip(list(row.values)[1:], stars, strict=False))


def damaged(span: tuple[int, int], row: Row, columns: Mapping[str, str]) -> Damaged:
    """A row of a damage table; what cannot be read keeps the value of the profile."""
    values: dict[str, Any] = {}
    for column, name in columns.items():
        text = row.values.get(column, "").strip()
        said = moved(text) if name == "M" else expressed(text) if name == "A" else numbered(text)
        if said is not None:
            values[name] = said
    return Damaged(min_w=span[0], max_w=span[1], **values)


# ── weapons and abilities ────────────────────────────────────────────────────
def weapon_of(row: Row) -> Weapon | None:
    """A weapon's profile, None if it cannot be used here. [SK-23, SK-24]"""
    said = {name: text.strip() for name, text in row.values.items()}
    reach, kind = said.get("Range", ""), said.get("Type", "")
    strength, damage = said.get("S", ""), expressed(said.get("D", ""))
    if not STRENGTH.fullmatch(strength) or damage in (None, "*"):
        return None
    abilities = tuple(spoken(said.get("Abilities", ""), readings().weapon))
    made: dict[str, Any] = {
        "id": slug(row.name),
        "name": row.name,
        "abilities": abilities,
        "strength": strength.casefold(),
        "ap": min(0, numbered(said.get("AP", "")) or 0),
        "damage": damage,
    }
    if kind.casefold() == "melee":
        return Weapon(reach="melee", type="melee", **made)
    ranged, far = TYPE.match(kind), NUMBER.search(reach)
    attacks = expressed(ranged[2]) if ranged else None
    if ranged is None or far is None or attacks in (None, "*") or not strength.isdigit():
        return None
    made |= {"type": slug(ranged[1]), "range_in": int(far[0]), "attacks": attacks}
    return Weapon(reach="ranged", **made)


def spoken(text: str, sayings: tuple[Saying, ...]) -> Iterator[Ability]:
    """The abilities that a text speaks of, each kind once."""
    words = " ".join(text.casefold().replace("’", "'").split())
    seen: set[str] = set()
    for one in sayings:
        found = re.search(one.says, words)
        if found is None or one.kind in seen:
            continue
        seen.add(one.kind)
        values: dict[str, Any] = {
            name: got.upper() if name == "mortal" else int(got)
            for name, got in zip(one.fills, found.groups(), strict=True)
        }
        yield Ability(kind=one.kind, **{"value": one.value, "roll": one.roll, **values})


def transport_of(row: Row) -> Ability | None:
    """What a transport carries: so many models, of infantry, of some kinds none. [SK-41]

    RULING SK-41: keywords beside INFANTRY that passengers need are not asked for.
    """
    text = " ".join(row.values.values())
    capacity = CAPACITY.search(text)
    if capacity is None:
        return None
    excludes: list[str] = []
    for barred in BARRED.finditer(text):
        words = re.split(r",|\band\b|\bor\b|\bmodels?\b", barred[1])
        excludes += [word.strip().upper() for word in words if word.strip()]
    return Ability(
        kind="transport",
        capacity=int(capacity[1]),
        carries=("INFANTRY",),
        excludes=tuple(dict.fromkeys(excludes)),
    )


def size_of(keywords: tuple[str, ...]) -> Size:
    """The base and height of models with those keywords. [SK-13]"""
    return next(one for one in readings().size if not one.keyword or one.keyword in keywords)
