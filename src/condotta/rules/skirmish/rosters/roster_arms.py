"""Who carries what in a unit of a player's roster. [SK-23]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from condotta.armies.rosters.roster_files import Selection
from condotta.rules.skirmish.reading.datasheets import Ability, Weapon
from condotta.rules.skirmish.rosters.roster_words import is_weapon, slug, weapon_of

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


class Hands:
    """The models of one kind, and what each of them has so far."""

    def __init__(self, count: int) -> None:
        """They have nothing."""
        self.models: list[list[str]] = [[] for _ in range(count)]
        self.free = 0

    def take(self, names: Sequence[str], number: int) -> None:
        """Weapons of one choice: as many each as there are for all, the rest to who has none yet.

        RULING SK-139: of weapons that not all have, the next models have the next, while there are.
        """
        each, rest = divmod(number, len(self.models))
        start = self.free if self.free + rest <= len(self.models) else 0
        for at, model in enumerate(self.models):
            times = each + (start <= at < start + rest)
            model += [name for _ in range(times) for name in names]
        if rest:
            self.free = start + rest

    @property
    def groups(self) -> Group:
        """Models with the same weapons, in order."""
        found: Group = []
        for model in self.models:
            if found and found[-1][0] == model:
                found[-1] = (model, found[-1][1] + 1)
            else:
                found.append((model, 1))
        return found


def armed(unit: Selection, ranks: Sequence[tuple[Selection, int]], unused: list[str]) -> Arms:
    """The weapons of each model.

    RULING SK-139: what is chosen beside the models once is carried by all of them, or by the
    unit's own model where it is one; what is counted by so many, of the largest kind first. A gun
    that was paid for once, beside models that have theirs, is one model's.
    """
    rack = Rack()
    owners = {id(one) for one, _ in ranks if one is not unit}
    sharers = [at for at, (one, _) in enumerate(ranks) if one is unit] or list(range(len(ranks)))
    kinds = [(at, ranks[at][1]) for at in sharers]
    hands = [Hands(count) for _, count in ranks]
    largest = max(kinds, key=lambda kind: kind[1])[0]
    for names, number, paid in choices(unit, owners, rack, unused):
        one = number == 1 and paid and has_gun(names, rack) and armed_already(ranks[largest][0])
        held = {largest: 1} if one else shares(number, kinds)
        for at, share in held.items():
            hands[at].take(names, share)
    for hand, (model, count) in zip(hands, ranks, strict=True):
        if model is not unit:
            times = max(1, count // max(1, model.number))
            for names, number, _ in choices(model, owners - {id(model)}, rack, unused):
                hand.take(names, number * times)
    return Arms([hand.groups for hand in hands], tuple(rack.known.values()))


def has_gun(names: Sequence[str], rack: Rack) -> bool:
    """Whether one of some weapons is a gun: neither a pistol nor a grenade."""
    return any(is_gun(rack.known[name]) for name in names if name in rack.known)


def is_gun(weapon: Weapon) -> bool:
    """Whether a weapon is shot with from afar in earnest."""
    return weapon.reach == "ranged" and weapon.type not in ("pistol", "grenade")


def armed_already(model: Selection) -> bool:
    """Whether a model has a gun of its own."""
    rows = (row for one in model.walk() for row in one.profiles if is_weapon(row))
    return any(is_gun(made) for row in rows if (made := weapon_of(row)) is not None)


def choices(
    who: Selection, others: set[int], rack: Rack, unused: list[str]
) -> Iterator[tuple[list[str], int, bool]]:
    """What somebody carries, choice by choice: weapons of one choice and number go together.

    With each how many there are, and whether it was paid for.
    """
    own = list(arms_of(who, rack, unused))
    if own:
        yield own, max(1, who.number), False
    for one in who.selections:
        if id(one) in others:
            continue
        found: dict[int, list[str]] = {}
        for each in carried(one, others):
            found.setdefault(max(1, each.number), []).extend(arms_of(each, rack, unused))
        paid = any(cost > 0 for each in one.walk() for cost in each.costs.values())
        yield from ((names, number, paid) for number, names in found.items() if names)


def shares(number: int, kinds: Sequence[tuple[int, int]]) -> dict[int, int]:
    """How many of what was chosen beside the models each kind of them has.

    >>> shares(1, [(0, 1), (1, 4)]), shares(3, [(0, 1), (1, 4)]), shares(10, [(0, 1), (1, 4)])
    ({0: 1, 1: 4}, {1: 3}, {0: 2, 1: 8})
    """
    total = sum(count for _, count in kinds)
    if 1 < number < total:
        return to_the_largest(number, kinds)
    return {at: max(1, number // total) * count for at, count in kinds}


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
