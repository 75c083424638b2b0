"""Armies before they are mustered: detachments, units, models and what they carry. [SK-124]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.records import Record, Seat
from condotta.rules.skirmish.reading.datasheets import Datasheet, Option, Profile

LEADER, REST = "1", "rest"


class Figure(Record, frozen=True):
    """So many models of one kind with the same weapons, in the order that they stand in a unit."""

    profile: str
    weapons: tuple[str, ...]
    count: int = 1


class Squad(Record, frozen=True):
    """A unit as it was chosen: its datasheet and its models. `power` 0 is as the sheet says.

    `cost` are the points that a roster states for it; the rules here do not count in them.
    """

    sheet: Datasheet
    figures: tuple[Figure, ...]
    power: int = 0
    cost: int = 0

    @property
    def models(self) -> int:
        """How many models it has."""
        return sum(one.count for one in self.figures)

    @property
    def rating(self) -> int:
        """Its Power Rating. [SK-122, SK-123]"""
        return self.power or self.sheet.power(self.models)


class Detachment(Record, frozen=True):
    """A detachment: what kind it is, and its units. [SK-126]"""

    pattern: str
    squads: tuple[Squad, ...]


class Host(Record, frozen=True):
    """An army before it takes a seat: what it is called and what is in it.

    `points` are command points where a roster states them, else -1. [SK-129]
    """

    id: str
    label: str
    detachments: tuple[Detachment, ...]
    faction: str = ""
    points: int = -1

    @property
    def squads(self) -> tuple[Squad, ...]:
        """Every unit, in order."""
        return tuple(squad for one in self.detachments for squad in one.squads)

    @property
    def power(self) -> int:
        """Its Power Level. [SK-122]"""
        return sum(squad.rating for squad in self.squads)

    @property
    def cost(self) -> int:
        """What a roster says that it costs in points."""
        return sum(squad.cost for squad in self.squads)


class Army(Record, frozen=True):
    """An army with a seat: `letter` begins the ids of its pieces."""

    seat: Seat
    side: str
    letter: str
    host: Host


class Swap(Record, frozen=True):
    """A replacement that was taken: one model of a kind for each weapon, or every one of them."""

    model: str
    weapons: tuple[str, ...]
    every: bool = False


def squad(sheet: Datasheet, models: int, swaps: tuple[Swap, ...] = ()) -> Squad:
    """A unit of that many models, with its usual weapons but for the replacements.

    >>> from condotta.rules.skirmish.reading.datasheets import shipped_sheets
    >>> line = shipped_sheets()["line_infantry"]
    >>> made = squad(line, 5, (Swap("line_trooper", ("plasma_gun",)),))
    >>> [(one.profile, one.count, one.weapons[0]) for one in made.figures]
    [('line_sergeant', 1, 'assault_rifle'), ('line_trooper', 1, 'plasma_gun'), \
('line_trooper', 3, 'assault_rifle')]
    """
    figures: list[Figure] = []
    for profile, count in counted(sheet, models):
        own = [one for one in swaps if one.model == profile.id]
        changed = [figure for one in own for figure in swapped(sheet, profile, one, count)]
        figures += changed
        plain = count - sum(one.count for one in changed)
        if plain > 0:
            figures.append(Figure(profile.id, profile.weapons, plain))
    return Squad(sheet, tuple(figures))


def counted(sheet: Datasheet, models: int) -> Iterator[tuple[Profile, int]]:
    """How many models of each kind a unit of that size has."""
    fixed = sum(int(one.count) for one in sheet.models if one.count.isdigit())
    for profile in sheet.models:
        yield profile, int(profile.count) if profile.count.isdigit() else models - fixed


def swapped(sheet: Datasheet, profile: Profile, swap: Swap, count: int) -> Iterator[Figure]:
    """The models that a replacement arms. [SK-23]"""
    for name in swap.weapons:
        option = option_for(sheet, profile.id, name)
        arms = rearmed(profile.weapons, option.replace if option else (), name)
        yield Figure(profile.id, arms, count if swap.every else 1)


def option_for(sheet: Datasheet, model: str, name: str) -> Option | None:
    """The option of a sheet that gives a kind of model that weapon."""
    fitting = (one for one in sheet.options if one.model == model and name in one.with_one_of)
    return next(fitting, None)


def rearmed(weapons: tuple[str, ...], replaced: tuple[str, ...], name: str) -> tuple[str, ...]:
    """A model's weapons once some have been replaced; the new one stands first."""
    left = list(weapons)
    for one in replaced:
        if one in left:
            left.remove(one)
    return (name, *left)
