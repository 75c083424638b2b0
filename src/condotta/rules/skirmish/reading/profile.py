"""A model's characteristics as they are now, its weapons and saves. [SK-20 to SK-24]"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import Datasheet, Profile, Weapon, sheet_of, weapon

CLOSE_COMBAT = "close_combat_weapon"
STARRED = -1  # a characteristic that the damage table tells [SK-21]
INVULNERABLE = "invulnerable_save"


def profile(position: Position, model: Piece) -> Profile:
    """The characteristics of a model with the wounds that it has left. [SK-21]"""
    sheet = sheet_of(position, model)
    if not sheet.damage:
        return sheet.profile(model.type)
    return damaged(sheet, model.type, position.count(model.id, names.WOUNDS))


def damaged(sheet: Datasheet, kind: str, lost: int) -> Profile:
    """What a kind of model is after so many wounds lost; the starred ones are looked up. [SK-21]

    >>> from condotta.rules.skirmish.reading.datasheets import shipped_sheets
    >>> hurt = damaged(shipped_sheets()["battle_tank"], "battle_tank", 6)
    >>> hurt.M, hurt.BS, hurt.A
    ('7', 5, 'D3')
    """
    whole = sheet.profile(kind)
    left = max(1, whole.W - lost)
    row = next((one for one in sheet.damage if one.min_w <= left <= one.max_w), None)
    if row is None:
        return whole
    return replace(
        whole,
        M=row.M if whole.M == "*" else whole.M,
        WS=row.WS if whole.WS == STARRED else whole.WS,
        BS=row.BS if whole.BS == STARRED else whole.BS,
        S=row.S if whole.S == STARRED else whole.S,
        A=row.A if whole.A == "*" else whole.A,
    )


def left(position: Position, model: Piece) -> int:
    """The wounds that a model has left; at none it is slain. [SK-22]"""
    whole = sheet_of(position, model).profile(model.type).W
    return whole - position.count(model.id, names.WOUNDS)


def melee_weapons(position: Position, model: Piece) -> tuple[str, ...]:
    """The weapons that a model may fight with, the one that everybody has among them. [SK-23]"""
    sheet = sheet_of(position, model)
    own = [name for name in dict.fromkeys(model.traits) if is_melee(sheet, name)]
    return (*own, CLOSE_COMBAT) if CLOSE_COMBAT not in own else tuple(own)


def is_melee(sheet: Datasheet, name: str) -> bool:
    """Whether a weapon is for fights; those with several profiles are for shooting."""
    try:
        return weapon(sheet, name).reach == "melee"
    except KeyError:
        return False


def strength(arm: Weapon, bearer: Profile, *, close: bool = False) -> int:
    """The Strength of an attack with a weapon, 1 at least. [SK-6, SK-24]

    >>> from condotta.rules.skirmish.reading.datasheets import shipped_sheets, shipped_weapons
    >>> trooper = shipped_sheets()["line_infantry"].profile("line_trooper")
    >>> [strength(shipped_weapons()[name], trooper)
    ...  for name in ("power_blade", "power_axe", "power_gauntlet", "light_rifle")]
    [4, 5, 8, 3]
    """
    said = arm.strength.strip().lower()
    if said.isdigit():
        number = int(said)
    elif said[0] == "x":
        number = bearer.S * int(said[1:])
    elif said[0] in "+-":
        number = bearer.S + int(said)
    else:
        number = bearer.S
    bonus = arm.ability("strength_bonus_half_range")
    return max(1, number + (int(bonus.value) if bonus is not None and close else 0))


def invulnerable(position: Position, model: Piece) -> int:
    """What an invulnerable save of a model needs, the better of several; 0 for none. [SK-63]"""
    own = sheet_of(position, model).ability(INVULNERABLE)
    found = [int(own.value)] if own is not None else []
    wards = position.pieces[model.command].tails(names.WARDED)
    return min([*found, *map(int, wards)], default=0)
