"""What the words of players' rosters say: characteristics, weapons, abilities. [SK-20 to SK-23]"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from condotta.armies.rosters.roster_files import Profile as Row
from condotta.data import toml
from condotta.rules.skirmish.reading.datasheets import Ability, Profile, Weapon
from condotta.rules.skirmish.settings import DATA

STARRED = -1
NUMBER = re.compile(r"-?\d{1,3}(?!\d)")
DICE = re.compile(r"\d{0,2}D[36](\+\d{1,2})?|\d{1,3}", re.IGNORECASE)
MOVE = re.compile(r"(\d{1,3})\"?(?:\s*-\s*(\d{1,3}))?")
TYPE = re.compile(
    r"(Rapid Fire|Heavy|Assault|Pistol|Grenade|Dakka|Macro)\s+([^\s,;]+)", re.IGNORECASE
)
TYPES = {"dakka": "assault", "macro": "heavy"}
"""Types that later books added, and as which of the five they are used. [SK-138]"""
STRENGTH = re.compile(r"user|[+x]?\d{1,2}", re.IGNORECASE)
ROLLED = re.compile(r"([+-]?)(\d{1,2}\+)?(\d{0,2})D([36])(\+\d{1,2})?", re.IGNORECASE)
CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Save")
CALLED = {
    "m": "M", "move": "M", "movement": "M", "mv": "M",
    "ws": "WS", "weaponskill": "WS", "bs": "BS", "ballisticskill": "BS",
    "s": "S", "str": "S", "strength": "S", "t": "T", "toughness": "T",
    "w": "W", "wounds": "W", "a": "A", "att": "A", "attacks": "A",
    "ld": "Ld", "leadership": "Ld", "save": "Save", "sv": "Save", "sav": "Save",
    "armoursave": "Save",
}  # fmt: skip
"""What the nine characteristics are called, whatever the edition of the data. [SK-20]"""
NOT_OURS = frozenset({"i", "initiative", "oc", "inv", "cl", "wp", "in", "hp"})
"""Characteristics that models of other games have beside those."""
COLUMNS = {"move": "M", "movement": "M", "m": "M", "ws": "WS", "bs": "BS", "s": "S",
           "strength": "S", "a": "A", "attacks": "A"}  # fmt: skip
CHANGES = ("M", "WS", "BS", "S", "A")
CAPACITY = re.compile(r"transport(?: capacity of)? (\d{1,3})(?!\d)")
BARRED = re.compile(r"(?:cannot transport|other than) ([^.]*)")
NOTHING_SAID = ("", "-")


class Saying(msgspec.Struct, frozen=True):
    """A regular expression, the kind of ability it speaks of, which values its groups are."""

    says: str
    kind: str
    fills: tuple[str, ...] = ()
    value: int | str = 0
    roll: int = 0
    excludes: tuple[str, ...] = ()


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
def nine_of(row: Row) -> dict[str, str]:
    """The characteristics in a profile by the names that they have here. [SK-20]

    >>> nine_of(Row("Scout", "Unit", {"Move": "6", "Sv": "4+", "Notes": "-"}))
    {'M': '6', 'Save': '4+'}
    """
    found: dict[str, str] = {}
    for name, value in row.values.items():
        known = CALLED.get("".join(name.casefold().split()))
        if known:
            found.setdefault(known, value.strip())
    return found


def is_model(row: Row) -> bool:
    """Whether a profile has all nine characteristics, and none of another game's. [SK-20]"""
    if any("".join(name.casefold().split()) in NOT_OURS for name in row.values):
        return False
    return len(nine_of(row)) == len(CHARACTERISTICS)


def profile_of(row: Row) -> Profile | None:
    """The characteristics of a kind of model, None if they cannot be read. [SK-20, SK-21]"""
    said = nine_of(row)
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


# ── weapons and abilities ────────────────────────────────────────────────────
def is_weapon(row: Row) -> bool:
    """Whether a profile is one of a weapon. [SK-23]"""
    return "weapon" in row.type.casefold() and "Range" in row.values


def weapon_of(row: Row) -> Weapon | None:
    """A weapon's profile, None if it cannot be used here. [SK-23, SK-24, SK-138]"""
    said = {name: text.strip() for name, text in row.values.items()}
    reach, kind = said.get("Range", ""), said.get("Type", "")
    strength, damage = mean(said.get("S", "")), expressed(said.get("D", ""))
    strength = "user" if strength == "*" else strength
    if not STRENGTH.fullmatch(strength) or damage in (None, "*"):
        return None
    abilities = tuple(spoken(said.get("Abilities", ""), readings().weapon))
    made: dict[str, Any] = {
        "id": slug(row.name),
        "name": row.name,
        "abilities": abilities,
        "strength": strength.casefold(),
        "ap": min(0, numbered(mean(said.get("AP", ""))) or 0),
        "damage": damage,
    }
    if kind.casefold() == "melee":
        return Weapon(reach="melee", type="melee", **made)
    ranged, far = TYPE.match(kind), NUMBER.search(reach)
    attacks = expressed(ranged[2].rpartition("/")[2]) if ranged else None
    if ranged is None or far is None or attacks in (None, "*"):
        return None
    known = slug(ranged[1])
    made |= {"type": TYPES.get(known, known), "range_in": int(far[0]), "attacks": attacks}
    return Weapon(reach="ranged", **made)


def mean(text: str) -> str:
    """A Strength or AP that dice tell, as the number that they come to on the average. [SK-138]

    >>> [mean(text) for text in ("+D3", "6+D3", "2D6", "-D3", "x2", "User")]
    ['+2', '8', '7', '-2', 'x2', 'User']
    """
    found = ROLLED.fullmatch(text.replace(" ", ""))
    if found is None:
        return text
    sign, before, number, sides, after = found.groups()
    rolled = int(number or 1) * (int(sides) + 1) // 2
    fixed = int((before or "0").rstrip("+")) + int(after or 0)
    return f"{sign}{rolled + fixed}"


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
        fixed = {"value": one.value, "roll": one.roll, "excludes": one.excludes}
        yield Ability(kind=one.kind, **{**fixed, **values})


def transport_of(row: Row) -> Ability | None:
    """What a transport carries: so many models, of infantry, of some kinds none. [SK-41]

    RULING SK-160: keywords beside INFANTRY that passengers need are not asked for.
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
