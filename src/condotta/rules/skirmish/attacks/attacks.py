"""The attack sequence: what each die of an attack is for and must show, and what follows it.

Pure functions of a `Line`, the numbers of identical attacks, and a `Guard`, the saves of whoever
takes the wounds. Live dice and exact odds read their pips here. What dice must show is told before
they are rolled: to whoever shares attacks out, and to everybody with the request.
[SK-56 to SK-65, SK-90]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from condotta.kernel.asks import Needed
from condotta.kernel.rulings import Modifier, Param
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import Weapon
from condotta.rules.skirmish.records import Volley

LEAST = 2  # a natural 1 always fails [SK-5]
NEVER = 7  # no die shows it
NOBODY = frozenset[int]()


class Line(NamedTuple):
    """Identical attacks: everything that their dice are read by. [SK-56]

    `skill` 0 hits without a roll, NEVER cannot hit. `sixes` is Overwatch, `again` the pips of hit
    rolls that are rolled again, `sharp` the wound roll from which `sharp_ap` holds, `extra` the
    one from which an attack also causes `mortal` wounds, `burns` the hit roll that slays its
    bearer; 0 for none. `two_dice` keeps the higher of two rolls for damage. `wounds_on` is a wound
    roll that is needed whatever Strength and Toughness are.
    """

    skill: int
    strength: int
    toughness: int
    ap: int = 0
    damage: str = "1"
    to_hit: tuple[Modifier, ...] = ()
    to_wound: tuple[Modifier, ...] = ()
    sixes: bool = False
    again: frozenset[int] = NOBODY
    sharp: int = 0
    sharp_ap: int = 0
    extra: int = 0
    mortal: str = ""
    burns: int = 0
    two_dice: bool = False
    wounds_on: int = 0


class Guard(NamedTuple):
    """How a model takes wounds: saves, how it ignores wounds, what is added to its armour save."""

    save: int
    invulnerable: int = 0
    ignores: int = 0
    to_save: tuple[Modifier, ...] = ()


class Wounds(NamedTuple):
    """What wound rolls gave: wounds at the weapon's AP, at its sharp AP, and mortal effects."""

    plain: int = 0
    sharp: int = 0
    extra: int = 0


def total(parts: Sequence[Modifier]) -> int:
    """What modifiers come to; there is no cap. [SK-4]"""
    return sum(part.value for part in parts)


def hit_need(line: Line) -> int:
    """What a die must show to hit: 2 to 6, NEVER, or 0 where no roll is made. [SK-57, SK-83]

    Overwatch needs an unmodified 6 whatever skill and modifiers are. [SK-90]

    >>> hit_need(Line(3, 4, 4)), hit_need(Line(0, 4, 4)), hit_need(Line(3, 4, 4, sixes=True))
    (3, 0, 6)
    """
    if line.skill == 0:
        return 0
    if line.skill >= NEVER:
        return NEVER
    if line.sixes:
        return 6
    return min(NEVER, max(LEAST, line.skill - total(line.to_hit)))


def hits(line: Line, pip: int) -> bool:
    """Whether a hit roll hits. [SK-5, SK-57]"""
    need = hit_need(line)
    return need <= pip


def burns(line: Line, pip: int) -> bool:
    """Whether a hit roll slays the bearer of its weapon, modifiers counted; never below 1. [SK-4]

    RULING SK-148: in Overwatch modifiers count for nothing, so the die alone is looked at.
    """
    shown = pip if line.sixes else max(1, pip + total(line.to_hit))
    return bool(line.burns) and shown == line.burns


def wound_table(strength: int, toughness: int) -> int:
    """What a wound roll needs. [SK-58]

    >>> pairs = [(4, 4), (5, 4), (8, 4), (7, 4), (3, 4), (2, 4), (3, 7), (4, 7), (4, 8), (9, 8)]
    >>> [wound_table(*pair) for pair in pairs]
    [4, 3, 2, 3, 5, 6, 6, 5, 6, 3]
    """
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def wound_need(line: Line) -> int:
    """What a die must show to wound: 2 to 6, or NEVER. [SK-5, SK-58]

    >>> wound_need(Line(3, 3, 8)), wound_need(Line(3, 3, 8, wounds_on=4))
    (6, 4)
    """
    table = line.wounds_on or wound_table(line.strength, line.toughness)
    need = table - total(line.to_wound)
    return min(NEVER, max(LEAST, need))


def wounds(line: Line, pip: int) -> Wounds:
    """What one wound roll gives. Sixes of a weapon count after modifiers, never below 1. [SK-4]

    >>> wounds(Line(3, 4, 4, ap=-1, sharp=6, sharp_ap=-4), 6)
    Wounds(plain=0, sharp=1, extra=0)
    """
    if pip < wound_need(line):
        return Wounds()
    shown = max(1, pip + total(line.to_wound))
    sharp = bool(line.sharp) and shown >= line.sharp
    extra = bool(line.extra) and shown >= line.extra
    return Wounds(int(not sharp), int(sharp), int(extra))


def all_wounds(line: Line, pips: Sequence[int]) -> Wounds:
    """What several wound rolls give together."""
    each = [wounds(line, pip) for pip in pips]
    return Wounds(*(sum(column) for column in zip(*each, strict=True))) if each else Wounds()


def save_need(guard: Guard, ap: int) -> int:
    """What a die must show to save: 2 to 6, or NEVER. [SK-5, SK-62, SK-63]

    RULING SK-149: the better of the two saves is taken, as it is never worse. AP and cover change
    only the armour save, and a save of 7+ may be bettered by a bonus. [SK-20]

    >>> save_need(Guard(2, 5), -3), save_need(Guard(3), 0), save_need(Guard(0), -1)
    (5, 3, 7)
    """
    armour = (guard.save or NEVER) - ap - total(guard.to_save)
    return min(NEVER, max(LEAST, armour), max(LEAST, guard.invulnerable or NEVER))


def by_armour(guard: Guard, ap: int) -> bool:
    """Whether the armour save is the one that is taken; it is where both are as good.

    >>> by_armour(Guard(5), -3), by_armour(Guard(3, 4), 0), by_armour(Guard(3, 4), -2)
    (True, True, False)
    """
    armour = min(NEVER, max(LEAST, (guard.save or NEVER) - ap - total(guard.to_save)))
    return armour <= (guard.invulnerable or NEVER)


def kept_damage(line: Line, rolled: Sequence[int]) -> list[int]:
    """The damage of each wound: of two rolls the higher where the weapon says so. [SK-64]"""
    if not line.two_dice:
        return list(rolled)
    return [max(pair) for pair in zip(rolled[::2], rolled[1::2], strict=True)]


def suffered(amounts: Sequence[int], ignores: int, pips: Sequence[int]) -> list[int]:
    """What is left of wounds lost after a die for each of them ignores it. [SK-65]

    >>> suffered([2, 1], 5, [5, 4, 6])
    [1, 0]
    """
    if not ignores:
        return list(amounts)
    found, start = [], 0
    for amount in amounts:
        shown = pips[start : start + amount]
        found.append(sum(pip < max(LEAST, ignores) for pip in shown))
        start += amount
    return found


def parties(volley: Volley, arm: Weapon) -> dict[str, Param]:
    """Who attacks whom with what."""
    return {"unit": volley.unit, "target": volley.target, "weapon": arm.word}


def to_hit(volley: Volley, arm: Weapon, how: Line) -> Needed:
    """Ballistic or Weapon Skill and what changes it; in Overwatch a six. [SK-57, SK-90]"""
    key = "sk.57.blow" if volley.way == names.FIGHT else "sk.57.shot"
    if how.skill == 0:
        key = "sk.83.of-itself"
    elif how.skill >= NEVER:
        key = "sk.57.cannot"
    elif how.sixes:
        key = "sk.90.sixes"
    params = {**parties(volley, arm), "skill": how.skill}
    return Needed(key, params, least=hit_need(how), parts=how.to_hit)


def to_wound(volley: Volley, arm: Weapon, how: Line) -> Needed:
    """Strength against Toughness, or the roll that the weapon names. [SK-58]"""
    params: dict[str, Param] = {"strength": how.strength, "toughness": how.toughness}
    key = "sk.58.strengths"
    if how.wounds_on:
        key, params = "sk.58.named", {"wounds": how.wounds_on}
    return Needed(
        key, {**parties(volley, arm), **params}, least=wound_need(how), parts=how.to_wound
    )


def to_save(volley: Volley, arm: Weapon, guard: Guard, ap: int) -> Needed:
    """The armour save with the weapon's AP, or the invulnerable one. [SK-62, SK-63]"""
    least = save_need(guard, ap)
    if by_armour(guard, ap) and guard.save:
        params: dict[str, Param] = {**parties(volley, arm), "save": guard.save, "ap": ap}
        return Needed("sk.62.armour", params, least=least, parts=guard.to_save)
    if guard.invulnerable:
        params = {**parties(volley, arm), "save": guard.invulnerable}
        return Needed("sk.63.invulnerable", params, least=least)
    return Needed("sk.62.bare", parties(volley, arm), least=least, parts=guard.to_save)


def to_ignore(unit: str, least: int) -> Needed:
    """A die for each wound lost, which may ignore it. [SK-65]"""
    return Needed("sk.65.roll", {"unit": unit}, least=least)
