"""What the dice of attacks are for and must show, and why. [SK-57, SK-58, SK-62, SK-63, SK-90]

Told before they are rolled: to whoever shares attacks out, and to everybody with the request.
"""

from __future__ import annotations

from condotta.kernel.asks import Needed
from condotta.kernel.rulings import Param
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.attacks import (
    NEVER,
    Guard,
    Line,
    by_armour,
    hit_need,
    save_need,
    wound_need,
)
from condotta.rules.skirmish.reading.datasheets import Weapon
from condotta.rules.skirmish.records import Volley


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
