"""What a unit would usually fire: each model its best weapons at a favourite. [SK-72, SK-80]"""

from __future__ import annotations

from collections.abc import Sequence

from condotta.kernel.book import Book
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.odds import worth
from condotta.rules.skirmish.reading.field import Field, Model, Unit
from condotta.rules.skirmish.records import Share, Volley
from condotta.rules.skirmish.shooting.targeting import (
    GRENADE,
    PISTOL,
    Aim,
    is_close,
    ranged,
    trait_of,
    why_not_fire,
    why_not_shoot,
    why_not_target,
)
from condotta.table.once import noted


def targets(book: Book, here: Field, unit: Unit, way: str = names.SHOOTING) -> tuple[str, ...]:
    """The units that any weapon of a unit may be fired at now, in the order of the field."""
    if way == names.SHOOTING and why_not_shoot(unit) is not None:
        return ()
    return fired_at(here, book, unit, way)


@noted
def fired_at(here: Field, book: Book, unit: Unit, way: str) -> tuple[str, ...]:
    """The same, where the unit may shoot at all."""
    arms = [
        (model, arm)
        for model in unit.models
        for arm in ranged(unit, model)
        if why_not_fire(here, unit, arm, way) is None
    ]
    return tuple(
        foe.id
        for foe in here.enemies(unit)
        if any(why_not_target(book, here, Aim(model, arm, foe, way)) is None for model, arm in arms)
    )


def usual(
    book: Book, here: Field, unit: Unit, favourite: str, way: str = names.SHOOTING
) -> tuple[Share, ...]:
    """Everything that a unit can fire, at its favourite wherever that may be, else at another.

    Overwatch is at the charger alone. [SK-90]
    """
    others = [one for one in targets(book, here, unit, way) if one != favourite]
    order = (favourite,) if way == names.OVERWATCH else (favourite, *others)
    shares: list[Share] = []
    throws: list[tuple[float, Share, list[Share]]] = []
    for model in unit.models:
        aims = next((some for name in order if (some := at(book, here, model, (name, way)))), ())
        chosen, throw, gain = fired(book, here, model, aims)
        shares += chosen
        if throw is not None and gain > 0:
            throws.append((gain, throw, chosen))
    if throws:
        _, throw, instead = max(throws, key=lambda one: one[0])
        shares = [one for one in shares if one not in instead]
        shares.append(throw)
    return tuple(shares)


def at(book: Book, here: Field, model: Model, whom: tuple[str, str]) -> tuple[Aim, ...]:
    """What a model may fire at a unit in a way."""
    (name, way), unit = whom, here.unit(model.unit)
    aims = (Aim(model, arm, here.unit(name), way) for arm in ranged(unit, model))
    return tuple(
        aim
        for aim in aims
        if why_not_fire(here, unit, aim.arm, way) is None
        and why_not_target(book, here, aim) is None
    )


def fired(
    book: Book, here: Field, model: Model, aims: Sequence[Aim]
) -> tuple[list[Share], Share | None, float]:
    """The best that a model fires; a grenade instead, and by how much that would do more."""
    values = {aim.arm.id: value(book, here, aim) for aim in aims}
    best: dict[str, Aim] = {}
    for aim in sorted(aims, key=lambda one: values[one.arm.id]):
        best[trait_of(aim.arm)] = aim
    groups: dict[str, list[Share]] = {PISTOL: [], GRENADE: [], "": []}
    for trait, (_, arm, foe, _) in best.items():
        group = arm.type if arm.type in groups else ""
        groups[group] += [Share(model.id, arm.id, foe.id)] * model.piece.traits.count(trait)
    mine = max((groups[""], groups[PISTOL]), key=lambda some: total(some, values))
    throw = max(groups[GRENADE], key=lambda one: values[one.weapon], default=None)
    gain = 0.0 if throw is None else values[throw.weapon] - total(mine, values)
    return mine, throw, gain


def total(shares: Sequence[Share], values: dict[str, float]) -> float:
    """What some shares are worth together."""
    return sum(values[share.weapon] for share in shares)


def value(book: Book, here: Field, aim: Aim) -> float:
    """The wounds that one weapon is expected to cost its target.

    Models of a unit that are alike are taken for the first of them, wherever in it they stand.
    """
    (model, arm, foe, way), close = aim, is_close(here, aim)
    first = next(one for one in here.unit(model.unit).models if alike(here, one, model))
    return expected(here, book, Volley(model.unit, foe.id, arm.id, (first.id,), way, 0, close))


def alike(here: Field, one: Model, two: Model) -> bool:
    """Whether two models are of a kind, carry the same, have lost and done the same. [SK-21]"""
    lost = (here.position.count(model.id, names.WOUNDS) for model in (one, two))
    return (
        one.piece.type == two.piece.type
        and one.piece.traits == two.piece.traits
        and one.piece.marked(names.MOVED) == two.piece.marked(names.MOVED)
        and next(lost) == next(lost)
    )


@noted
def expected(here: Field, book: Book, volley: Volley) -> float:
    """The same of a volley."""
    return worth(book, here.position, volley)
