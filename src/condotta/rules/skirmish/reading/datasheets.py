"""Datasheets: what units and weapons are, before and while they fight. [SK-20, SK-23]

A sheet travels with the battle as a piece of its own, so that units of imported rosters play like
those that are shipped, and a log needs no data beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param
from condotta.rules.skirmish import names
from condotta.table.once import fact

DATA = Path(__file__).parents[1] / "data"


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record of a datasheet: plain data, one JSON form."""


class Ability(Sheet, frozen=True):
    """A special rule by its kind; the numbers that it needs. Lengths are in inches."""

    kind: str
    value: int | str = 0
    radius_in: int = 0
    min_roll: int = 0
    roll: int = 0
    ap: int = 0
    mortal: str = ""
    min_in: int = 0
    manifest: int = 0
    deny: int = 0
    powers: tuple[str, ...] = ()
    capacity: int = 0
    carries: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    model_size: dict[str, int] = {}
    launcher: str = ""


class Weapon(Sheet, frozen=True):
    """A weapon's profile; `attacks`, `damage` and a strength such as "+1" are expressions. [SK-23]

    `reach` is "ranged" or "melee", `type` rapid_fire, heavy, assault, pistol, grenade or melee.
    """

    id: str
    name: str
    reach: str
    type: str
    strength: str
    range_in: int = 0
    attacks: str = "1"
    ap: int = 0
    damage: str = "1"
    abilities: tuple[Ability, ...] = ()

    def ability(self, kind: str) -> Ability | None:
        """Its special rule of that kind, or None."""
        return next((one for one in self.abilities if one.kind == kind), None)

    def told(self) -> dict[str, Param]:
        """What is said of it, beside `about.weapon.` and its reach."""
        return {
            "range": self.range_in, "type": self.type, "attacks": self.attacks,
            "strength": self.strength, "ap": self.ap, "damage": self.damage,
        }  # fmt: skip

    @property
    def word(self) -> str:
        """What messages call it: its id, which catalogues know, or the name it came with."""
        return self.id if self.id in shipped_weapons() else self.name


class Profile(Sheet, frozen=True):
    """One kind of model of a unit: its nine characteristics and its usual weapons. [SK-20]

    `M` and `A` are expressions ("6", "20-50", "D3"), WS, BS and Sv target numbers with 0 for none,
    or `*` -1: see the damage table.
    """

    id: str
    name: str
    M: str
    WS: int
    BS: int
    S: int
    T: int
    W: int
    A: str
    Ld: int
    Sv: int
    weapons: tuple[str, ...] = ()
    count: str = "all"


class Damaged(Sheet, frozen=True):
    """A row of a damage table: from and to how many remaining wounds, and what holds then."""

    min_w: int
    max_w: int
    M: str = ""
    WS: int = 0
    BS: int = 0
    S: int = 0
    A: str = ""


class Option(Sheet, frozen=True):
    """A replacement of weapons that a unit may take."""

    model: str
    replace: tuple[str, ...]
    with_one_of: tuple[str, ...]
    max: int = 0  # 0: every model of that kind
    requires_models: int = 0


class Datasheet(Sheet, frozen=True):
    """A kind of unit. The base is round, of `base[0]` mm, or `base` is its width and length.

    `weapons` are profiles that are not among the shipped ones; `steps` pairs of a number of
    models and the Power Rating up to it. [SK-122, SK-123]
    """

    id: str
    name: str
    role: str
    models: tuple[Profile, ...]
    base: tuple[int, ...]
    keywords: tuple[str, ...] = ()
    faction: str = ""
    least: int = 1
    most: int = 1
    steps: tuple[tuple[int, int], ...] = ()
    height_in: float = 1.5
    abilities: tuple[Ability, ...] = ()
    damage: tuple[Damaged, ...] = ()
    options: tuple[Option, ...] = ()
    weapons: tuple[Weapon, ...] = ()

    def ability(self, kind: str) -> Ability | None:
        """Its special rule of that kind, or None."""
        return next((one for one in self.abilities if one.kind == kind), None)

    def profile(self, kind: str) -> Profile:
        """The characteristics of one of its kinds of models."""
        return next(one for one in self.models if one.id == kind)

    def power(self, models: int) -> int:
        """The Power Rating of a unit of that size. [SK-122, SK-123, SK-146]"""
        return next((power for most, power in self.steps if models <= most), self.steps[-1][1])


class Power(Sheet, frozen=True):
    """A psychic power: its warp charge and its reach in inches. [SK-46]"""

    id: str
    name: str
    warp_charge: int
    range_in: int


class Shelf(Sheet, frozen=True):
    """Everything shipped: weapons, powers and datasheets."""

    weapons: tuple[Weapon, ...]
    powers: tuple[Power, ...]
    sheets: tuple[Datasheet, ...]


@cache
def shelf() -> Shelf:
    """The shipped data."""
    return msgspec.json.decode((DATA / "datasheets.json").read_bytes(), type=Shelf)


@cache
def shipped_weapons() -> Mapping[str, Weapon]:
    """The shipped weapons by their ids."""
    return {one.id: one for one in shelf().weapons}


@cache
def powers() -> Mapping[str, Power]:
    """The psychic powers by their ids."""
    return {one.id: one for one in shelf().powers}


@cache
def shipped_sheets() -> Mapping[str, Datasheet]:
    """The shipped datasheets by their ids."""
    return {one.id: one for one in shelf().sheets}


def as_piece(sheet: Datasheet, seat: str, army: str) -> Piece:
    """A datasheet as the piece that goes with the army."""
    words = msgspec.json.encode(sheet).decode()
    name = f"{army}:{sheet.id}"
    return Piece(name, names.SHEET, seat, seat, army, unit=sheet.id, place="aside", traits=(words,))


@fact(512)
def read(words: str) -> Datasheet:
    """A datasheet from its JSON form."""
    return msgspec.json.decode(words, type=Datasheet)


def sheet_of(position: Position, piece: Piece) -> Datasheet:
    """The datasheet of a unit or model."""
    return read(position.pieces[f"{piece.army}:{piece.unit}"].traits[0])


def weapon(sheet: Datasheet, name: str) -> Weapon:
    """A weapon that models of a sheet may have."""
    own = next((one for one in sheet.weapons if one.id == name), None)
    return own or shipped_weapons()[name]


def profiles_of(sheet: Datasheet, name: str) -> tuple[Weapon, ...]:
    """The profiles that a weapon may be used with: itself, or those of a launcher. [SK-23]

    >>> [one.id for one in profiles_of(shipped_sheets()["militia"], "plasma_gun")]
    ['plasma_gun_standard', 'plasma_gun_overcharge']
    """
    known = {**shipped_weapons(), **{one.id: one for one in sheet.weapons}}
    if name in known:
        return (known[name],)
    found = ((one, one.ability("profile_of")) for one in known.values())
    return tuple(one for one, rule in found if rule is not None and rule.launcher == name)
