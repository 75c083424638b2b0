"""Who may be shot with what: weapon types, range, sight, characters. [SK-71 to SK-84]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.rulings import Param, Refusal, Sketch
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.datasheets import Weapon, profiles_of
from condotta.rules.skirmish.reading.field import Field, Model, Unit, apart, field
from condotta.rules.skirmish.reading.profile import profile
from condotta.rules.skirmish.reading.sight import hidden, sees
from condotta.rules.skirmish.records import Share
from condotta.rules.skirmish.settings import settings_of
from condotta.table import at_most
from condotta.table.once import noted

ASSAULT, GRENADE, PISTOL = "assault", "grenade", "pistol"
UNSEEN = "sk.73.unseen"
PROTECTED = 10  # characters of fewer wounds than this are picked only when nearest [SK-75]


class Aim(NamedTuple):
    """A weapon profile of a model, at whom, in which way: shooting or overwatch."""

    model: Model
    arm: Weapon
    target: Unit
    way: str = names.SHOOTING

    @property
    def params(self) -> dict[str, Param]:
        """What a refusal says of it."""
        return {"model": self.model.id, "target": self.target.id, "weapon": self.arm.word}


# ── what a unit and its models may fire ──────────────────────────────────────
def why_not_shoot(unit: Unit) -> Refusal | None:
    """Why a unit may not shoot in its own phase, whatever at. [SK-71]"""
    params = {"unit": unit.id}
    if unit.marked(names.SHOT):
        return Refusal("SK-71", "sk.71.shot", params)
    if unit.marked(names.FELL_BACK) and not unit.has(names.FLY):
        return Refusal("SK-38", "sk.71.fell-back", params)
    return None


def ranged(unit: Unit, model: Model) -> Iterator[Weapon]:
    """The profiles of the ranged weapons that a model bears; none of one that cannot shoot."""
    if profile(unit.position, model.piece).BS == 0:
        return
    for name in dict.fromkeys(model.piece.traits):
        yield from (one for one in profiles_of(unit.sheet, name) if one.reach == "ranged")


def trait_of(arm: Weapon) -> str:
    """The weapon on a model that a profile belongs to."""
    launcher = arm.ability("profile_of")
    return arm.id if launcher is None else launcher.launcher


def why_not_fire(here: Field, unit: Unit, arm: Weapon, way: str) -> Refusal | None:
    """Why a weapon of a unit may not be fired now, whatever at. [SK-71, SK-80, SK-81]"""
    if way == names.OVERWATCH:
        return None
    params = {"unit": unit.id, "weapon": arm.word}
    if unit.marked(names.ADVANCED) and arm.type != ASSAULT:
        return Refusal("SK-81", "sk.81.advanced", params)
    if arm.type != PISTOL and here.engaged(unit):
        return Refusal("SK-71", "sk.71.engaged", params)
    return None


# ── at whom ──────────────────────────────────────────────────────────────────
@noted
def reach(_: Field, model: Model, target: Unit) -> float:
    """How far a model is from the nearest of a unit, in quanta. [SK-82]"""
    return min(apart(model, one) for one in target.models)


def past_models(book: Book) -> bool:
    """Whether models see past other models, as the game comes. [SK-78]"""
    return not settings_of(book).flag("modelsBlockSight")


def visible(book: Book, here: Field, model: Model, target: Unit) -> bool:
    """Whether a model sees any of a unit. [SK-73, SK-77, SK-78]"""
    return sees_any(here, model, target, past_models(book))


@noted
def sees_any(here: Field, model: Model, target: Unit, past: bool) -> bool:
    """The same, past other models or not."""
    return any(sees(here, model, one, past_models=past) for one in target.models)


def in_range(here: Field, aim: Aim) -> bool:
    """Whether the nearest model of a unit is within a weapon's range. [SK-13, SK-82]"""
    model, arm, target, _ = aim
    x, y, radius = target.around
    limit = arm.range_in * names.INCH + names.TOLERANCE
    far = model.base.reach + radius + limit + 1
    if (model.base.cx - x) ** 2 + (model.base.cy - y) ** 2 > far * far:
        return False
    return at_most(reach(here, model, target), limit)


def is_close(here: Field, aim: Aim) -> bool:
    """Whether it is within half of a weapon's range. [SK-13, SK-82]"""
    limit = aim.arm.range_in * names.INCH / 2 + names.TOLERANCE
    return at_most(reach(here, aim.model, aim.target), limit)


def why_not_target(book: Book, here: Field, aim: Aim) -> Refusal | None:
    """Why a model may not fire a weapon at a unit. [SK-73, SK-75, SK-80, SK-84]"""
    if not in_range(here, aim):
        limit: Param = aim.arm.range_in * names.INCH
        return Refusal("SK-73", "sk.73.range", {**aim.params, "limit": limit})
    if aim.arm.ability("indirect") is None and not visible(book, here, aim.model, aim.target):
        return Refusal("SK-73", UNSEEN, aim.params)
    refused = why_not_pick(book, here, aim) if aim.way == names.SHOOTING else None
    if refused is not None:
        return refused
    unit = here.unit(aim.model.unit)
    others = book.refusals(seams.MAY_SHOOT, here.position, unit, aim.target)
    return others[0] if others else None


def why_not_aim(book: Book, here: Field, aim: Aim) -> Refusal | None:
    """Why it may not, as it is told: with what there is to look at, which is costly to draw."""
    refused = why_not_target(book, here, aim)
    if refused is None or refused.key != UNSEEN:
        return refused
    return replace(refused, sketches=looked(book, here, aim))


def looked(book: Book, here: Field, aim: Aim) -> tuple[Sketch, ...]:
    """The line to the nearest model of a unit that is not seen, and what blocks it."""
    found = hidden(here, (aim.model,), aim.target.models, past_models=past_models(book))
    return tuple(found.sketches())


def why_not_pick(book: Book, here: Field, aim: Aim) -> Refusal | None:
    """Why a unit in range may not be picked in the Shooting phase. [SK-73, SK-75, SK-80]"""
    model, arm, target, _ = aim
    unit = here.unit(model.unit)
    engaged = bool(here.engaged(unit))
    if engaged and (near := nearer(here, model, target, tuple(here.enemies(unit)))):
        return Refusal("SK-80", "sk.80.nearest", {**aim.params, "nearer": near})
    if not engaged and (friends := in_melee(here, unit, target)):
        return Refusal("SK-73", "sk.73.friends", {**aim.params, "friends": friends})
    if is_protected(target) and arm.ability("may_target_character") is None:
        others: Iterable[Unit] = here.enemies(unit)
        if not settings_of(book).flag("characterClosestIgnoresVisibility"):
            closest = [
                one for one in others if one is target or is_nearer(here, model, one, target)
            ]
            others = [one for one in closest if visible(book, here, model, one)]
            if target not in others:
                return Refusal("SK-75", "sk.75.character", aim.params)
        if near := nearer(here, model, target, tuple(others)):
            return Refusal("SK-75", "sk.75.character", {**aim.params, "nearer": near})
    return None


def in_melee(here: Field, unit: Unit, target: Unit) -> tuple[str, ...]:
    """The friends of the shooter that a target is within an inch of. [SK-73]"""
    friends = here.friends(unit)
    return tuple(one.id for one in friends if here.within(one, target, names.ENGAGEMENT))


def is_protected(target: Unit) -> bool:
    """Whether a unit is a character of few wounds; those at first count. [SK-75]"""
    if not target.has(names.CHARACTER):
        return False
    kinds = dict.fromkeys(model.piece.type for model in target.models)
    return all(target.sheet.profile(kind).W < PROTECTED for kind in kinds)


def is_nearer(here: Field, model: Model, one: Unit, target: Unit) -> bool:
    """Whether one unit is nearer to a model than another, by more than a tie. [SK-14]"""
    return not at_most(reach(here, model, target), reach(here, model, one))


def nearer(here: Field, model: Model, target: Unit, others: Sequence[Unit]) -> tuple[str, ...]:
    """The units that are nearer to a model than its target; of a tie none is. [SK-14]"""
    found = (one for one in others if one is not target)
    return tuple(one.id for one in found if is_nearer(here, model, one, target))


# ── all that a unit fires ────────────────────────────────────────────────────
def why_not_shares(
    book: Book, position: Position, unit: Unit, shares: Sequence[Share], way: str
) -> Refusal | None:
    """Why a unit may not fire like that: each weapon, what goes together. [SK-72, SK-80]"""
    here = field(position)
    for share in shares:
        refused = why_not_share(book, here, unit, share, way)
        if refused is not None:
            return refused
    by_model: dict[str, list[Weapon]] = {}
    for share in shares:
        by_model.setdefault(share.model, []).append(arm_of(unit, share))
    for name, arms in by_model.items():
        refused = why_not_together(position, name, arms)
        if refused is not None:
            return refused
    if sum(arm.type == GRENADE for arms in by_model.values() for arm in arms) > 1:
        return Refusal("SK-80", "sk.80.grenades", {"unit": unit.id})
    return None


def arm_of(unit: Unit, share: Share) -> Weapon:
    """The profile that a share is of; it must be one of its model's."""
    model = next(one for one in unit.models if one.id == share.model)
    return next(one for one in ranged(unit, model) if one.id == share.weapon)


def why_not_share(book: Book, here: Field, unit: Unit, share: Share, way: str) -> Refusal | None:
    """Why one weapon may not be fired like that."""
    model = here.models.get(share.model)
    if model is None or model.unit != unit.id:
        return Refusal("SK-72", "sk.72.whose", {"model": share.model, "unit": unit.id})
    arm = next((one for one in ranged(unit, model) if one.id == share.weapon), None)
    if arm is None:
        arms = tuple(one.id for one in ranged(unit, model))
        told: dict[str, Param] = {"model": share.model, "weapon": share.weapon, "weapons": arms}
        return Refusal("SK-72", "sk.72.weapon" if arms else "sk.72.unarmed", told)
    target = here.units.get(share.target)
    if target is None or target.side == unit.side:
        return Refusal("SK-73", "sk.73.enemy", {"target": share.target})
    aim = Aim(model, arm, target, way)
    return why_not_fire(here, unit, arm, way) or why_not_aim(book, here, aim)


def why_not_together(position: Position, model: str, arms: Sequence[Weapon]) -> Refusal | None:
    """Why a model may not fire all of these: too often, or types that go ill together. [SK-80]"""
    borne = Counter(position.pieces[model].traits)
    fired = Counter(trait_of(arm) for arm in arms)
    if any(number > borne[name] for name, number in fired.items()):
        return Refusal("SK-72", "sk.72.twice", {"model": model})
    types = {arm.type for arm in arms}
    if PISTOL in types and types != {PISTOL}:
        return Refusal("SK-80", "sk.80.pistols", {"model": model})
    if GRENADE in types and len(arms) > 1:
        return Refusal("SK-80", "sk.80.grenade", {"model": model})
    return None


def measured(here: Field, unit: Unit, shares: Iterable[Share]) -> tuple[Share, ...]:
    """The shares with what half range is to them, as it is now. [SK-82]

    RULING SK-161: all is measured when the targets are declared, before any dice.
    """
    found = []
    for share in shares:
        aim = Aim(here.models[share.model], arm_of(unit, share), here.unit(share.target))
        near = is_close(here, aim)
        found.append(Share(share.model, share.weapon, share.target, 0, near))
    return tuple(found)
