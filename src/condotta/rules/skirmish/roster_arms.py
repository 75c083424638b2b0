"""Who carries what in a unit of a player's roster. [SK-23]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from condotta.armies.roster_files import Selection
from condotta.rules.skirmish.roster_words import is_weapon, slug, weapon_of
from condotta.rules.skirmish.sheets import Ability, Weapon

Group = list[tuple[list[str], int]]
"""Models with the same weapons, and how many they are."""


class Arms(NamedTuple):
    """For each kind of models its groups, and the profiles of all weapons."""

    figures: list[Group]
    weapons: tuple[Weapon, ...]


class Rack:
    """The profiles of a unit's weapons by ids of their own."""

    def __init__(self) -> None:
        """Nothing hangs on it."""
        self.known: dict[str, Weapon] = {}

    def hang(self, weapon: Weapon) -> str:
        """The id of a weapon; another one of the same name gets an id of its own."""
        name, number = weapon.id, 1
        while self.known.get(name, replace(weapon, id=name)) != replace(weapon, id=name):
            number += 1
            name = f"{weapon.id}_{number}"
        self.known[name] = replace(weapon, id=name)
        return name


def armed(unit: Selection, ranks: Sequence[tuple[Selection, int]], unused: list[str]) -> Arms:
    """The weapons of each model.

    RULING SK-139: what is chosen beside the models once and for nothing is carried by all of them,
    or by the unit's own model where it is one; what was paid for or counted by so many as there
    are of it, of the largest kind first.
    """
    rack = Rack()
    owners = {id(one) for one, _ in ranks if one is not unit}
    sharers = [at for at, (one, _) in enumerate(ranks) if one is unit] or list(range(len(ranks)))
    common = list(shared(unit, ranks, sharers, rack, unused))
    figures: list[Group] = []
    for at, (model, count) in enumerate(ranks):
        groups: Group = [([], count)]
        for name, numbers in common:
            groups = given(groups, name, numbers.get(at, 0))
        if model is not unit:
            times = max(1, count // max(1, model.number))
            for one in carried(model, owners - {id(model)}):
                for name in arms_of(one, rack, unused):
                    groups = given(groups, name, one.number * times)
        figures.append(groups)
    return Arms(figures, tuple(rack.known.values()))


def shared(
    unit: Selection,
    ranks: Sequence[tuple[Selection, int]],
    sharers: Sequence[int],
    rack: Rack,
    unused: list[str],
) -> Iterator[tuple[str, dict[int, int]]]:
    """The weapons that were chosen beside the models, and how many each kind of models has."""
    owners = {id(one) for one, _ in ranks if one is not unit}
    total = sum(ranks[at][1] for at in sharers)
    for one in carried(unit, owners):
        bought = any(one.costs.values()) or one.number > 1
        for name in arms_of(one, rack, unused):
            each = max(1, one.number // total)
            numbers = {at: each * ranks[at][1] for at in sharers}
            if one is not unit and bought and one.number < total:
                numbers = to_the_largest(one.number, [(at, ranks[at][1]) for at in sharers])
            yield name, numbers


def to_the_largest(number: int, kinds: Sequence[tuple[int, int]]) -> dict[int, int]:
    """So many of a weapon handed to the largest kind of models, then to the next.

    >>> to_the_largest(6, [(0, 1), (1, 4), (2, 2)])
    {1: 4, 2: 2}
    """
    found: dict[int, int] = {}
    for at, count in sorted(kinds, key=lambda kind: -kind[1]):
        if number:
            found[at] = min(number, count)
            number -= found[at]
    return found


def carried(one: Selection, others: set[int]) -> Iterator[Selection]:
    """What somebody carries: selections in it, those of other models left out."""
    yield one
    for inside in one.selections:
        if id(inside) not in others:
            yield from carried(inside, others)


def arms_of(one: Selection, rack: Rack, unused: list[str]) -> Iterator[str]:
    """The weapons of a selection; several profiles of one weapon are a choice. [SK-23]"""
    rows = [row for row in one.profiles if is_weapon(row)]
    made = []
    for row in rows:
        weapon = weapon_of(row)
        if weapon is None:
            unused.append(row.name)
        else:
            made.append(weapon)
    if len(made) > 1 and is_choice(one, made):
        launcher = slug(one.name)
        choice = Ability(kind="profile_of", launcher=launcher)
        for weapon in made:
            rack.hang(replace(weapon, abilities=(*weapon.abilities, choice)))
        yield launcher
        return
    yield from (rack.hang(weapon) for weapon in made)


def is_choice(one: Selection, weapons: Sequence[Weapon]) -> bool:
    """Whether profiles are ways to use one weapon: all are named after it and of one reach."""
    name = one.name.casefold()[:6]
    return len({weapon.reach for weapon in weapons}) == 1 and all(
        weapon.name.casefold().startswith(name) for weapon in weapons
    )


def given(groups: Group, name: str, number: int) -> Group:
    """Weapons handed out to models: as many each as there are for all, the rest to the first."""
    models = sum(count for _, count in groups)
    if not number:
        return groups
    each, rest = divmod(number, models)
    found: Group = []
    for weapons, count in groups:
        more = min(count, rest)
        rest -= more
        if more:
            found.append(([*weapons, *[name] * (each + 1)], more))
        if count > more:
            found.append(([*weapons, *[name] * each], count - more))
    return found
