"""A unit of skirmish battles on its card: datasheet, weapons, what it may do and how likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param, Refusal
from condotta.rules.skirmish import names
from condotta.rules.skirmish.charge import charge_phase
from condotta.rules.skirmish.charge.charge_moves import chance_to_reach
from condotta.rules.skirmish.morale.leadership import leadership, leadership_parts
from condotta.rules.skirmish.movement import movement_phase
from condotta.rules.skirmish.movement.move_terms import span
from condotta.rules.skirmish.movement.walking import why_not_move
from condotta.rules.skirmish.psychic import psychic_phase
from condotta.rules.skirmish.reading.coherency import Stand, coherent
from condotta.rules.skirmish.reading.datasheets import Profile, Weapon, powers, profiles_of
from condotta.rules.skirmish.reading.field import Field, Unit, field, is_model
from condotta.rules.skirmish.reading.profile import invulnerable, melee_weapons, profile
from condotta.rules.skirmish.shooting import shooting_phase
from condotta.rules.skirmish.shooting.aiming import targets, usual
from condotta.rules.skirmish.shooting.targeting import (
    Aim,
    ranged,
    why_not_aim,
    why_not_fire,
    why_not_shoot,
)
from condotta.server.games import models
from condotta.server.games.about.lines import (
    NEAREST,
    answers,
    marks,
    nearest,
    refused,
    rounded,
    said,
)
from condotta.server.parts import FactsShown, MayShown, ProfileShown, RowShown, SaidShown


def about(book: Book, position: Position, ask: Ask | None, piece: Piece) -> FactsShown:
    """A unit on the table, named by itself or one of its models; else what lies on the piece."""
    here = field(position)
    unit = here.units.get(piece.command if is_model(piece) else piece.id)
    if unit is None:
        return FactsShown(piece=piece.id, carries=tuple(marks(piece)))
    return FactsShown(
        piece=piece.id,
        profiles=tuple(profiles(position, unit)),
        carries=tuple(carried(position, unit)),
        now=tuple(now(book, here, unit)),
        may=() if ask is None else tuple(may(book, here, unit, ask)),
    )


# ── what it is ───────────────────────────────────────────────────────────────
def profiles(position: Position, unit: Unit) -> Iterator[ProfileShown]:
    """Each kind of its models with the characteristics it has now. [SK-20, SK-21]"""
    found: Counter[Profile] = Counter()
    wards: dict[Profile, int] = {}
    for model in unit.models:
        one = profile(position, model.piece)
        found[one] += 1
        wards[one] = invulnerable(position, model.piece)
    for one, count in found.items():
        rows = [
            RowShown(key="about.skirmish.M", value=f"{one.M}″", clause="SK-20"),
            needs("WS", one.WS),
            needs("BS", one.BS),
            *(number(name, getattr(one, name)) for name in ("S", "T", "W", "A", "Ld")),
            needs("Sv", one.Sv),
        ]
        if wards[one]:
            rows.append(needs("invulnerable", wards[one]))
        yield ProfileShown(who=one.name, count=count, rows=tuple(rows))


def needs(name: str, value: int) -> RowShown:
    """A number that a die must reach; 0 is none."""
    clause = "SK-63" if name == "invulnerable" else "SK-20"
    key = f"about.skirmish.{name}"
    return RowShown(key=key, value=value or "–", form="needs" if value else "number", clause=clause)


def number(name: str, value: int | str) -> RowShown:
    """A plain characteristic."""
    return RowShown(key=f"about.skirmish.{name}", value=value, clause="SK-20")


def carried(position: Position, unit: Unit) -> Iterator[RowShown]:
    """Weapons with their profiles and how many bear them, abilities, powers, wounds, marks."""
    borne: Counter[str] = Counter()
    arms: dict[str, Weapon] = {}
    for model in unit.models:
        worn = dict.fromkeys((*model.piece.traits, *melee_weapons(position, model.piece)))
        for arm in (arm for trait in worn for arm in profiles_of(unit.sheet, trait)):
            borne[arm.id] += 1
            arms[arm.id] = arm
    for name, count in borne.items():
        arm = arms[name]
        yield RowShown(
            key=f"weapon.{arm.id}",
            name=arm.name,
            value=f"×{count}" if len(unit.models) > 1 else "",
            clause="SK-23",
            notes=(of_weapon(arm),),
        )
    for ability in unit.sheet.abilities:
        params: dict[str, Param] = {"value": ability.value, "radius": ability.radius_in}
        yield RowShown(key=f"about.ability.{ability.kind}", params=params, clause="SK-25")
    psyker = unit.ability(psychic_phase.PSYKER_RULE)
    for power in psychic_phase.known(psyker) if psyker is not None else ():
        yield RowShown(
            key=f"power.{power}",
            value=powers()[power].warp_charge,
            form="needs",
            clause="SK-46",
            notes=(models.power_said(power),),
        )
    hurt = sum(position.count(model.id, names.WOUNDS) for model in unit.models)
    if hurt:
        yield RowShown(key="web.is.hurt", params={"wounds": hurt}, clause="SK-22")
    yield from marks(unit.piece)


def of_weapon(arm: Weapon) -> SaidShown:
    """A weapon's profile: range, type and number of attacks, Strength, AP, damage. [SK-23]"""
    return SaidShown(key=f"about.weapon.{arm.reach}", clause="SK-23", params=arm.told())


# ── how it stands ────────────────────────────────────────────────────────────
def now(book: Book, here: Field, unit: Unit) -> Iterator[RowShown]:
    """Leadership with its reasons, losses of the turn, coherency. [SK-112, SK-16]"""
    slain = here.position.count(unit.id, names.SLAIN)
    lost = SaidShown(key="about.slain", clause="SK-112", params={"count": slain})
    yield RowShown(
        key="about.leadership",
        value=leadership(book, here.position, unit),
        clause="SK-112",
        parts=leadership_parts(book, here.position, unit),
        notes=(lost,) if slain else (),
    )
    if not coherent([Stand(model.base, model.level) for model in unit.models]):
        yield RowShown(key="about.scattered", clause="SK-16")
    foes = here.engaged(unit)
    if foes:
        others = tuple(foe.id for foe in foes)
        yield RowShown(key="about.engaged", params={"others": others}, clause="SK-33")


# ── what it may do ───────────────────────────────────────────────────────────
def may(book: Book, here: Field, unit: Unit, ask: Ask) -> Iterator[MayShown]:
    """Whatever the question lets it do, how likely that is, and why it may not do the rest."""
    match ask.window:
        case shooting_phase.WINDOW:
            yield from shots(book, here, unit)
        case charge_phase.WINDOW:
            yield from charges(book, here, unit)
        case movement_phase.WINDOW:
            why = why_not_move(book, here.position, unit)
            params: dict[str, Param] = {"far": span(book, here.position, unit).most}
            yield MayShown(key="about.may.move", params=params, clause="SK-30", refusals=why)
        case _:
            pass
    known = (unit.id, *(model.id for model in unit.models))
    yield from answers(ask, known, lambda _, __: None)


def enemies(here: Field, unit: Unit) -> list[Unit]:
    """The enemies, the nearest first."""
    return nearest(here.enemies(unit), lambda foe: here.apart(unit, foe))


def shots(book: Book, here: Field, unit: Unit) -> Iterator[MayShown]:
    """All it can fire at each target with the losses that brings; or why not. [SK-71 to SK-74]"""
    barred = why_not_shoot(unit)
    if barred is not None:
        yield refused("about.may.shoot", barred)
        return
    able = targets(book, here, unit)
    told = 0
    for foe in enemies(here, unit):
        if foe.id in able:
            shares = usual(book, here, unit, foe.id)
            mine = tuple(one for one in shares if one.target == foe.id)
            aimed = shooting_phase.Shoot(unit.id, mine)
            hopes = models.assaults(book, here.position, None, aimed)
            yield MayShown(
                clause="SK-74",
                action=said(shooting_phase.Shoot(unit.id, shares)),
                to=foe.id,
                chance=rounded(1 - hopes[0].slain[0]) if hopes else None,
                notes=tuple(slaying(one.slain, foe) for one in hopes),
            )
        elif told < NEAREST and (why := why_not_shot(book, here, unit, foe)) is not None:
            told += 1
            yield refused("about.may.shoot-at", why, foe=foe.id)


def slaying(slain: tuple[float, ...], foe: Unit) -> SaidShown:
    """How many models it slays on average, and out of how many. [SK-56]"""
    tenths = round(10 * sum(count * share for count, share in enumerate(slain)))
    params: dict[str, Param] = {
        "whole": tenths // 10, "tenths": tenths % 10, "models": len(foe.models),
    }  # fmt: skip
    return SaidShown(key="about.slays", clause="SK-56", params=params)


def why_not_shot(book: Book, here: Field, unit: Unit, foe: Unit) -> Refusal | None:
    """The first thing that keeps a unit from shooting another with anything. [SK-71, SK-73]"""
    found = [
        why_not_fire(here, unit, arm, names.SHOOTING)
        or why_not_aim(book, here, Aim(model, arm, foe))
        for model in unit.models
        for arm in ranged(unit, model)
    ]
    return next((one for one in found if one is not None), None)


def charges(book: Book, here: Field, unit: Unit) -> Iterator[MayShown]:
    """A charge at each enemy alone with its distance and chance; or why not. [SK-88, SK-89]"""
    barred = charge_phase.why_not_charge(book, here.position, unit)
    if barred is not None:
        yield refused("about.may.charge", barred)
        return
    told = 0
    for foe in enemies(here, unit):
        why = charge_phase.why_not_target(book, here.position, unit, foe)
        if not why:
            params: dict[str, Param] = {"far": round(here.apart(unit, foe))}
            yield MayShown(
                clause="SK-89",
                action=said(charge_phase.DeclareCharge(unit.id, (foe.id,))),
                to=foe.id,
                chance=rounded(chance_to_reach(book, here, unit, (foe.id,))),
                notes=(SaidShown(key="about.charge.away", clause="SK-92", params=params),),
            )
        elif told < NEAREST:
            told += 1
            yield refused("about.may.charge-at", why[0], foe=foe.id)
