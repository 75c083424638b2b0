"""Who carries what in a unit of a player's roster. [SK-23]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from condotta.armies.roster_files import Selection
from condotta.rules.skirmish.roster_words import is_model, slug, weapon_of
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

    RULING SK-23: a weapon that is chosen beside the models is carried by all of them, or by the
    unit's own model where it is one; of one that fewer have than there are, the first have it.
    """
    rack = Rack()
    owners = {id(one) for one, _ in ranks if one is not unit}
    total = sum(count for _, count in ranks)
    common = [
        (name, one.number) for one in carried(unit, owners) for name in arms_of(one, rack, unused)
    ]
    figures: list[Group] = []
    for model, count in ranks:
        groups: Group = [([], count)]
        if model is unit or len(owners) == len(ranks):
            for name, number in common:
                share = count if model is unit else total
                groups = given(groups, name, max(1, number // share) * count)
        if model is not unit:
            for one in carried(model, set()):
                for name in arms_of(one, rack, unused):
                    groups = given(groups, name, one.number)
        figures.append(groups)
    return Arms(figures, tuple(rack.known.values()))


def carried(one: Selection, others: set[int]) -> Iterator[Selection]:
    """What somebody carries: selections in it, those of other models left out."""
    yield one
    for inside in one.selections:
        if id(inside) not in others and not any(is_model(row) for row in inside.profiles):
            yield from carried(inside, others)


def arms_of(one: Selection, rack: Rack, unused: list[str]) -> Iterator[str]:
    """The weapons of a selection; several profiles of one weapon are a choice. [SK-23]"""
    rows = [row for row in one.profiles if row.type == "Weapon"]
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
