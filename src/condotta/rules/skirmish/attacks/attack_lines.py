"""Which numbers a volley's attacks have as things stand: skill, Strength, saves. [SK-57 to 63]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Modifier
from condotta.kernel.seams import Sum
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.attacks import NEVER, Guard, Line
from condotta.rules.skirmish.reading.datasheets import Weapon, sheet_of, weapon
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.reading.profile import invulnerable, left, profile, strength
from condotta.rules.skirmish.reading.terrain import COVERED
from condotta.rules.skirmish.records import Volley

ONES = frozenset({1})


def standing(position: Position, unit: str) -> tuple[Piece, ...]:
    """The models of a unit that are on the table and have wounds left. [SK-22]"""
    return tuple(
        piece
        for piece in position.pieces.values()
        if piece.command == unit != piece.id
        and piece.place == "table"
        and left(position, piece) > 0
    )


def arm_of(position: Position, volley: Volley) -> Weapon:
    """The weapon profile that a volley is of."""
    return weapon(sheet_of(position, position.pieces[volley.unit]), volley.weapon)


def seat_of(position: Position, unit: str) -> Seat:
    """Whose unit it is."""
    return position.pieces[unit].controller


def line(book: Book, position: Position, volley: Volley) -> Line:
    """What the dice of a volley are read by, for bearers that are alike. [SK-56]"""
    bearer = position.pieces[volley.bearers[0]]
    arm, who = arm_of(position, volley), profile(position, bearer)
    sharp, extra = arm.ability("ap_on_wound_roll"), arm.ability("extra_mortal_on_wound_roll")
    burns = arm.ability("bearer_slain_on_hit_roll")
    return Line(
        skill=skill_of(arm, who.WS if volley.way == names.FIGHT else who.BS),
        strength=strength(arm, who, close=volley.close),
        toughness=toughness(position, volley.target),
        ap=arm.ap,
        damage=arm.damage,
        to_hit=hit_parts(book, position, volley, arm),
        to_wound=said(book, position, volley, seams.TO_WOUND),
        sixes=volley.way == names.OVERWATCH,
        again=rolled_again(field(position), volley, arm),
        sharp=sharp.min_roll if sharp else 0,
        sharp_ap=sharp.ap if sharp else 0,
        extra=extra.min_roll if extra else 0,
        mortal=str(extra.value) if extra else "",
        burns=burns.roll if burns else 0,
        two_dice=volley.close and arm.ability("damage_two_dice_keep_high_half_range") is not None,
        wounds_on=wounds_on(position, arm, volley.target),
    )


def wounds_on(position: Position, arm: Weapon, unit: str) -> int:
    """The wound roll that a weapon names, but against some keywords; 0 for none. [SK-58]"""
    rule = arm.ability("wounds_on")
    if rule is None:
        return 0
    barred = set(rule.excludes) & set(sheet_of(position, position.pieces[unit]).keywords)
    return 0 if barred else int(rule.value)


def skill_of(arm: Weapon, skill: int) -> int:
    """The skill that a weapon is used with: none is needed where it hits of itself. [SK-83]"""
    if arm.ability("auto_hit") is not None:
        return 0
    return skill if skill > 0 else NEVER


def toughness(position: Position, unit: str) -> int:
    """A unit's Toughness: the majority's, else the highest. [SK-59]"""
    models = standing(position, unit)
    return common([profile(position, model).T for model in models])


def common(values: Sequence[int]) -> int:
    """What more than half of them are, else the highest; 1 of none. [SK-59]

    >>> common([4, 4, 5]), common([4, 5]), common([3, 4, 5, 4])
    (4, 5, 5)
    """
    for value, number in Counter(values).items():
        if 2 * number > len(values):
            return value
    return max(values, default=1)


def hit_parts(book: Book, position: Position, volley: Volley, arm: Weapon) -> tuple[Modifier, ...]:
    """Everything that changes a hit roll; in Overwatch nothing does. [SK-80, SK-90]"""
    if volley.way == names.OVERWATCH:
        return ()
    own = arm.ability("hit_modifier")
    parts = [Modifier(int(own.value), "sk.57.weapon", "SK-57")] if own is not None else []
    if volley.way == names.SHOOTING:
        parts += shooting_parts(position, volley, arm)
    return *parts, *said(book, position, volley, seams.TO_HIT)


def shooting_parts(position: Position, volley: Volley, arm: Weapon) -> list[Modifier]:
    """What the weapon's type and the target's abilities do to a shot. [SK-80]"""
    unit, target = position.pieces[volley.unit], position.pieces[volley.target]
    parts = []
    if arm.type == "assault" and unit.marked(names.ADVANCED):
        parts.append(Modifier(-1, "sk.80.advanced", "SK-80"))
    if arm.type == "heavy" and moved(position, volley.bearers[0]):
        parts.append(Modifier(-1, "sk.80.moved", "SK-80"))
    if sheet_of(position, target).ability("hard_to_hit") is not None:
        parts.append(Modifier(-1, "sk.57.hard-to-hit", "SK-57"))
    if target.marked(names.SMOKE):
        parts.append(Modifier(-1, "sk.57.smoke", "SK-57"))
    return parts


def moved(position: Position, model: str) -> bool:
    """Whether a model counts as having moved: it did, or its unit arrived. [SK-34, SK-42, SK-44]"""
    piece = position.pieces[model]
    unit = position.pieces[piece.command]
    return piece.marked(names.MOVED) or unit.marked(names.ARRIVED) or unit.marked(names.DISEMBARKED)


def said(
    book: Book,
    position: Position,
    volley: Volley,
    seam: Sum[[Position, Unit, Unit, str]],
) -> tuple[Modifier, ...]:
    """What layers add, while both units stand."""
    if not book.speaks(seam):
        return ()
    units = field(position).units
    one, other = units.get(volley.unit), units.get(volley.target)
    if one is None or other is None:
        return ()
    parts: tuple[Modifier, ...] = book.sum(seam, position, one, other, volley.way)
    return parts


def rolled_again(here: Field, volley: Volley, arm: Weapon) -> frozenset[int]:
    """The pips of hit rolls that a rule has rolled again, before modifiers. [SK-3, SK-26]"""
    own = arm.ability("reroll_hit_rolls_of")
    pips = frozenset({int(own.value)}) if own is not None else frozenset()
    unit = here.units.get(volley.unit)
    return pips | ONES if unit is not None and inspired(here, unit) else pips


def inspired(here: Field, unit: Unit) -> bool:
    """Whether a friend of the same faction has the unit in its aura that re-rolls ones. [SK-26]"""
    for friend in here.of(unit.seat):
        aura = friend.ability("aura_reroll_hit_ones")
        if aura is None or friend.sheet.faction != unit.sheet.faction:
            continue
        if friend is unit or here.within(unit, friend, aura.radius_in * names.INCH):
            return True
    return False


# ── whoever takes the wounds ─────────────────────────────────────────────────
def guard(
    book: Book, position: Position, volley: Volley, model: Piece, *, cover: bool = False
) -> Guard:
    """The saves of a model of the target against a volley. [SK-62 to SK-65, SK-85]"""
    parts = said(book, position, volley, seams.SAVE)
    if cover:
        parts = (*parts, Modifier(COVERED, "sk.85.cover", "SK-85"))
    return Guard(
        profile(position, model).Sv, invulnerable(position, model), ignores(position, model), parts
    )


def ignores(position: Position, model: Piece) -> int:
    """What a die needs for a model to ignore a wound; 0 if it cannot. [SK-65]"""
    ability = sheet_of(position, model).ability("ignore_wound")
    return int(ability.value) if ability is not None else 0


def alike(position: Position, models: Sequence[Piece]) -> bool:
    """Whether it is all one to the dice which of these models takes a wound. [SK-56, SK-60]"""
    kinds = dict.fromkeys((model.army, model.unit, model.type) for model in models)
    if len(kinds) < 2:
        return True
    first, *others = (profile(position, model) for model in dict_first(models))
    return all((one.W, one.Sv) == (first.W, first.Sv) for one in others)


def dict_first(models: Sequence[Piece]) -> tuple[Piece, ...]:
    """One model of each kind."""
    return tuple({model.type: model for model in models}.values())
