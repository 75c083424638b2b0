"""What units are before they take a seat: kinds, entries of a roster, armies. [FB-2.1, FB-15]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from condotta.data import toml
from condotta.kernel.records import Record, Seat
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.charts import gear_save
from condotta.rules.ranked.tables import DATA, troop_types

COMMAND_PRICE = 10  # champion, standard bearer, musician, each [FB-15]
BATTLE_STANDARD_PRICE = 25


class Kind(Record, frozen=True):
    """One kind of unit: its type, base in mm, profile (M WS BS S T W I A Ld), rules, price.

    `save` 0 follows from the equipment; `points` are for one model.
    """

    name: str
    type: str
    base: tuple[int, int]
    profile: tuple[int, int, int, int, int, int, int, int, int]
    traits: tuple[str, ...] = ()
    save: int = 0
    ward: int = 0
    wizard: int = 0
    points: int = 0

    @property
    def is_character(self) -> bool:
        """Whether it is a character. [FB-11.1]"""
        return names.CHARACTER in self.traits


class Entry(Record, frozen=True):
    """One unit of an army: its unit, how many models in how many files, who leads it.

    `points` are for everything bought for it. [FB-14.2]
    """

    unit: Kind
    models: int = 1
    files: int = 1
    champion: bool = False
    standard: bool = False
    musician: bool = False
    general: bool = False
    battle_standard: bool = False
    traits: tuple[str, ...] = ()
    points: int = 0
    name: str = ""


class Host(Record, frozen=True):
    """An army before it takes a seat: what it is called and what is in it."""

    id: str
    label: str
    entries: tuple[Entry, ...]

    @property
    def points(self) -> int:
        """What everything in it costs."""
        return sum(entry.points or price(entry) for entry in self.entries)


class Army(Record, frozen=True):
    """An army and who commands it. Its letter begins the ids of its pieces."""

    seat: Seat
    side: str
    name: str
    letter: str
    entries: tuple[Entry, ...]


@cache
def kinds() -> Mapping[str, Kind]:
    """The sample units by their key. [FB-15]"""
    return {key: msgspec.convert(row, Kind) for key, row in toml(DATA, "units.toml").items()}


def price(entry: Entry) -> int:
    """What an entry costs by its kind: models, command, battle standard. [FB-15]"""
    command = entry.champion + entry.standard + entry.musician
    standard = BATTLE_STANDARD_PRICE if entry.battle_standard else 0
    return entry.unit.points * entry.models + COMMAND_PRICE * command + standard


def armour_save(kind: Kind, traits: tuple[str, ...]) -> int:
    """The armour save from equipment, shield and mount counted; 7 is none. [FB-6.9]

    RULING FB-15: a save given with the unit is the whole of it.
    """
    return kind.save or gear_save(traits, mounted=troop_types()[kind.type].mounted)
