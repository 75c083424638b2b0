"""What may be asked of a position of skirmish battles, each answered by the rules that play it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from condotta.errors import PlainError, known
from condotta.kernel.battle import Battle
from condotta.positions import answers
from condotta.positions.common_questions import TwoAsked
from condotta.positions.games import Form
from condotta.positions.musters import FORCES
from condotta.positions.records import Part
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.odds import odds as odds_of
from condotta.rules.skirmish.attacks.volleys import gathered
from condotta.rules.skirmish.charge.charge_moves import chance_to_reach
from condotta.rules.skirmish.charge.charge_phase import targets_of, why_not_charge, why_not_target
from condotta.rules.skirmish.fight.blows import why_not_attack
from condotta.rules.skirmish.morale.leadership import fleeing, leadership, leadership_parts
from condotta.rules.skirmish.reading.coherency import Stand, coherent, not_together
from condotta.rules.skirmish.reading.datasheets import Weapon, profiles_of
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.reading.profile import CLOSE_COMBAT
from condotta.rules.skirmish.records import Share
from condotta.rules.skirmish.shooting.aiming import targets
from condotta.rules.skirmish.shooting.matchup import bears
from condotta.rules.skirmish.shooting.sights import sight as sight_of
from condotta.rules.skirmish.shooting.targeting import (
    Aim,
    is_close,
    ranged,
    trait_of,
    visible,
    why_not_aim,
    why_not_fire,
    why_not_shoot,
)

INCH = names.INCH
PIPS = range(1, 7)


class AttackAsked(Part, frozen=True, kw_only=True):
    """One unit's attacks on another with one weapon, or with the one that most models have."""

    between: tuple[str, str]
    weapon: str = ""
    kind: Literal["shooting", "fight", "overwatch"] = "shooting"


def here_of(battle: Battle) -> Field:
    """The field of the position as it is."""
    return field(battle.state.position)


def sight(battle: Battle, asked: TwoAsked) -> dict[str, Any]:
    """Which models of the first see any of the second, and how far apart the two are."""
    here = here_of(battle)
    one, other = (here.unit(name) for name in asked.between)
    seeing = [model.id for model in one.models if visible(battle.book, here, model, other)]
    return {
        "sees": bool(seeing),
        "models": seeing,
        "distance": round(here.apart(one, other) / INCH, 4),
        "sketches": answers.sketches(sight_of(battle.book, here, one, other).sketches, INCH),
    }


def shot(battle: Battle, asked: TwoAsked) -> dict[str, Any]:
    """Whether the first may shoot the second now; by weapon, how many models may and why not."""
    here = here_of(battle)
    one, other = (here.unit(name) for name in asked.between)
    barred = why_not_shoot(one)
    why = [barred] if barred is not None else []
    able: dict[str, int] = {}
    for model in one.models:
        for arm in ranged(one, model):
            refused = why_not_fire(here, one, arm, names.SHOOTING) or why_not_aim(
                battle.book, here, Aim(model, arm, other)
            )
            able[arm.id] = able.get(arm.id, 0) + (refused is None)
            if refused is not None and refused.key not in {found.key for found in why}:
                why.append(refused)
    ok = barred is None and any(able.values())
    return {
        "accepted": ok,
        "weapons": able,
        "clauses": sorted({refusal.clause for refusal in why}) if not ok else [],
        "refusals": [answers.refusal(refusal, INCH) for refusal in why] if not ok else [],
    }


def shooters(battle: Battle, unit: str) -> dict[str, Any]:
    """Whom a unit may shoot now; of all that may shoot anybody when it is `all`."""
    here = here_of(battle)
    asked = here.units.values() if unit == "all" else (here.unit(unit),)
    found = {one.id: list(targets(battle.book, here, one)) for one in asked}
    if unit == "all":
        return {"targets": {name: at for name, at in found.items() if at}}
    return {"targets": found[unit]}


def odds(battle: Battle, asked: AttackAsked) -> dict[str, Any]:
    """What may come of the attacks of every model that has the weapon: models slain, wounds lost.

    Whether they reach is not asked here, only what they would do; of a fight against whom the unit
    may not attack at all nothing comes, and nobody attacks his own. [SK-56, SK-107]
    """
    here = here_of(battle)
    one, other = (here.unit(name) for name in asked.between)
    if other.id not in {foe.id for foe in here.enemies(one)}:
        raise PlainError(f"{other.id} is no enemy of {one.id}: ask about two that fight.")
    barred = why_not_attack(battle.book, one, other) if asked.kind == names.FIGHT else None
    if barred is not None:
        return {
            "accepted": False,
            "clauses": [barred.clause],
            "refusals": [answers.refusal(barred, INCH)],
            "models": 0,
            "slain": [1.0],
            "lost": 0.0,
        }
    arm = weapon_of(one, asked)
    trait, now = trait_of(arm), battle.state.position
    shares = tuple(
        Share(model.id, arm.id, other.id, close=asked.kind != names.FIGHT and is_close(here, aim))
        for model in one.models
        if bears(model.piece, trait)
        for aim in (Aim(model, arm, other, asked.kind),)
    )
    found = odds_of(battle.book, now, gathered(now, shares, asked.kind))
    slain = list(found.slain)
    return {
        "accepted": True,
        "clauses": [],
        "weapon": arm.id,
        "models": len(shares),
        "slain": [round(one, 6) for one in slain],
        "lost": round(sum(number * share for number, share in enumerate(found.lost)), 4),
        "unsaved": round(found.mean_unsaved, 4),
        "destroyed": round(slain[-1], 6) if len(slain) > len(other.models) else 0.0,
    }


def weapon_of(unit: Unit, asked: AttackAsked) -> Weapon:
    """The weapon that is asked about; of those that the unit has, the one most models bear."""
    reach = "melee" if asked.kind == names.FIGHT else "ranged"
    borne = [
        arm
        for model in unit.models
        for trait in dict.fromkeys(
            (*model.piece.traits, *((CLOSE_COMBAT,) if reach == "melee" else ()))
        )
        for arm in profiles_of(unit.sheet, trait)
        if arm.reach == reach
    ]
    count = Counter(arm.id for arm in borne)
    if not count:
        raise PlainError(f"{unit.id} has nothing to attack with in that way.")
    if asked.weapon and asked.weapon not in count:
        raise PlainError(
            f"{unit.id} has no {asked.weapon}.{known(asked.weapon, (*count, 'no other'))}"
        )
    wanted = asked.weapon or count.most_common(1)[0][0]
    return next(arm for arm in borne if arm.id == wanted)


def charge(battle: Battle, asked: TwoAsked) -> dict[str, Any]:
    """Whether the first may declare a charge at the second now, and how likely 2D6 suffice."""
    here, now = here_of(battle), battle.state.position
    one, other = (here.unit(name) for name in asked.between)
    barred = why_not_charge(battle.book, now, one)
    why = [barred] if barred else why_not_target(battle.book, now, one, other)
    return {
        "accepted": not why and other.id in targets_of(battle.book, now, one),
        "clauses": sorted({refusal.clause for refusal in why}),
        "refusals": [answers.refusal(refusal, INCH) for refusal in why],
        "distance": round(here.apart(one, other) / INCH, 4),
        "chance": round(chance_to_reach(battle.book, here, one, (other.id,)), 6),
    }


def contacts(battle: Battle, unit: str) -> dict[str, Any]:
    """Who is within an inch of an enemy: about one unit, or about all when it is `all`."""
    here = here_of(battle)
    asked = list(here.units.values()) if unit == "all" else [here.unit(unit)]
    pairs = sorted({tuple(sorted((one.id, foe.id))) for one in asked for foe in here.engaged(one)})
    return {"engaged": [list(pair) for pair in pairs]}


def coherency(battle: Battle, unit: str) -> dict[str, Any]:
    """Whether a unit hangs together. [SK-16]"""
    found = here_of(battle).unit(unit)
    stands = [Stand(model.base, model.level) for model in found.models]
    return {
        "coherent": coherent(stands),
        "models": len(found.models),
        "sketches": answers.sketches(not_together(unit, stands).sketches, INCH),
    }


def nerve(battle: Battle, unit: str) -> dict[str, Any]:
    """The Leadership of a unit's Morale test, and how many would flee on each pip. [SK-112]"""
    now = battle.state.position
    found = here_of(battle).unit(unit)
    parts = leadership_parts(battle.book, now, found)
    return {
        "leadership": leadership(battle.book, now, found),
        "slain": now.count(unit, names.SLAIN),
        "flee": [fleeing(battle.book, now, found, pip) for pip in PIPS],
        "parts": [{"key": part.key, "value": part.value, "clause": part.clause} for part in parts],
    }


QUESTIONS: Mapping[str, Form] = {
    "sight": Form(TwoAsked, sight, "Does one unit see another?"),
    "shot": Form(TwoAsked, shot, "May this unit shoot that one, with what, and why not?"),
    "shooters": Form(str, shooters, "Whom may a unit (or `all`) shoot?"),
    "odds": Form(AttackAsked, odds, "What would come of the attacks of one unit on another?"),
    "charge": Form(TwoAsked, charge, "May this unit charge that one, and will it arrive?"),
    "contacts": Form(str, contacts, "Who is within an inch of an enemy (or `all`)?"),
    "coherency": Form(str, coherency, "Does a unit hang together?"),
    "army": FORCES,
    "nerve": Form(str, nerve, "On which Leadership does a unit test, and how many would flee?"),
}
