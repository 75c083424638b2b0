"""Who reaches whom in a fight, with how many attacks, and how these may be shared. [SK-106-108]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from condotta.kernel.asks import Action
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Refusal
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.odds import worth
from condotta.rules.skirmish.reading.datasheets import weapon
from condotta.rules.skirmish.reading.dice import expression
from condotta.rules.skirmish.reading.engagement import in_fight, opponents
from condotta.rules.skirmish.reading.field import Model, Unit, field, near
from condotta.rules.skirmish.reading.profile import CLOSE_COMBAT, melee_weapons, profile
from condotta.rules.skirmish.records import Share, Volley
from condotta.table import Area

ROLLED = "attacks rolled"
"""Counter of a model whose Attacks are random: what was rolled for this fight. [SK-6]"""
AIRBORNE = "airborne"
EXTRA = "extra_attacks"


class Strike(Action, frozen=True):
    """How the attacks of a unit are shared out: model, weapon, target, number. [SK-108]"""

    unit: str
    shares: tuple[Share, ...]


# ── who reaches whom ─────────────────────────────────────────────────────────
def may_attack(book: Book, unit: Unit, target: Unit) -> bool:
    """Whether a unit may attack another at all: a charger only whom it declared.

    [SK-107, SK-105]
    """
    return declared(book, unit, target) and not out_of_reach(unit, target)


def declared(book: Book, unit: Unit, target: Unit) -> bool:
    """Whether a unit that charged declared the other, or may attack whom it likes. [SK-107]"""
    bound = unit.marked(names.CHARGED) and not unit.marked(names.DECLARED + target.id)
    loose = book.sole(seams.UNBOUND, book)
    return not bound or bool(loose)


def out_of_reach(unit: Unit, target: Unit) -> bool:
    """Whether one of the two is in the air, where only those that fly reach it. [SK-25]"""
    return any(
        one.ability(AIRBORNE) is not None and not other.has(names.FLY)
        for one, other in ((unit, target), (target, unit))
    )


def why_not_attack(book: Book, unit: Unit, target: Unit) -> Refusal | None:
    """What is against attacks on a unit, wherever it stands. [SK-25, SK-107]"""
    params = {"unit": unit.id, "target": target.id}
    if not declared(book, unit, target):
        claim = book.claim(seams.UNBOUND, book)
        return Refusal(claim[1] if claim else "SK-107", "sk.107.undeclared", params)
    if out_of_reach(unit, target):
        return Refusal("SK-25", "sk.25.airborne", params)
    return None


def reached(book: Book, position: Position, unit: Unit) -> dict[str, tuple[str, ...]]:
    """The enemy units that each model of a unit may attack; those that reach none are left out.

    A model reaches a unit within an inch, or one that a unit-mate within an inch so reaches.
    [SK-106]
    """
    here = field(position)
    foes = [one for one in opponents(here, unit) if may_attack(book, unit, one)]
    direct = {model.id: touched(position.areas, model, foes) for model in unit.models}
    fronts = [model for model in unit.models if direct[model.id]]
    found = {}
    for model in unit.models:
        own = set(direct[model.id])
        for mate in fronts:
            if mate is not model and not own >= set(direct[mate.id]):
                own |= set(direct[mate.id]) if near(model, mate, names.ENGAGEMENT) else set()
        if own:
            found[model.id] = tuple(foe.id for foe in foes if foe.id in own)
    return found


def touched(areas: Sequence[Area], model: Model, foes: Sequence[Unit]) -> tuple[str, ...]:
    """The units with a model within an inch of this one, or across an obstacle. [SK-106]"""
    return tuple(
        foe.id for foe in foes if any(in_fight(areas, model, other) for other in foe.models)
    )


# ── with how many attacks ────────────────────────────────────────────────────
def extras(position: Position, model: str) -> dict[str, int]:
    """The attacks that a model has more, all of which its weapons of a kind must make."""
    piece = position.pieces[model]
    sheet = field(position).unit(piece.command).sheet
    found: dict[str, int] = {}
    for name in piece.traits:
        if name in melee_weapons(position, piece):
            rule = weapon(sheet, name).ability(EXTRA)
            if rule is not None:
                found[name] = found.get(name, 0) + int(rule.value)
    return found


def is_random(position: Position, model: str) -> bool:
    """Whether dice tell how many attacks a model has."""
    return bool(expression(profile(position, position.pieces[model]).A).sides)


def own_attacks(position: Position, model: str) -> int:
    """A model's Attacks as they are now; of random ones what was rolled. [SK-6, SK-108]"""
    said = expression(profile(position, position.pieces[model]).A)
    return position.count(model, ROLLED) if said.sides else said.number


def number_of_attacks(position: Position, model: str) -> int:
    """How many attacks a model makes in all. [SK-108]"""
    return own_attacks(position, model) + sum(extras(position, model).values())


# ── how they may be shared ───────────────────────────────────────────────────
def why_not_strike(
    book: Book, position: Position, seat: Seat, said: Strike, fighting: str
) -> list[Refusal]:
    """What is against sharing the attacks of the unit that fights like that. [SK-107, SK-108]"""
    unit = field(position).units.get(said.unit)
    if unit is None or unit.seat != seat or unit.id != fighting:
        return [Refusal("SK-108", "sk.108.whose", {"unit": said.unit})]
    reach = reached(book, position, unit)
    by_model: dict[str, list[Share]] = {model: [] for model in reach}
    for share in said.shares:
        refused = why_not_share(book, position, unit, reach, share)
        if refused is not None:
            return [refused]
        by_model[share.model].append(share)
    for model, shares in by_model.items():
        wrong = why_not_all(position, model, shares)
        if wrong is not None:
            return [wrong]
    return []


def why_not_share(
    book: Book,
    position: Position,
    unit: Unit,
    reach: Mapping[str, tuple[str, ...]],
    share: Share,
) -> Refusal | None:
    """What is against one share: the weapon, the target. [SK-106, SK-107]"""
    if share.model not in reach:
        return Refusal("SK-106", "sk.106.no-reach", {"model": share.model, "target": share.target})
    if share.target not in reach[share.model]:
        target = field(position).units.get(share.target)
        if target is not None and (barred := why_not_attack(book, unit, target)):
            return barred
        return Refusal("SK-106", "sk.106.no-reach", {"model": share.model, "target": share.target})
    arms = melee_weapons(position, position.pieces[share.model])
    told: dict[str, Param] = {"model": share.model, "weapon": share.weapon, "weapons": arms}
    if share.weapon not in arms:
        return Refusal("SK-108", "sk.108.weapon", told)
    return Refusal("SK-108", "sk.108.none", told) if share.attacks < 1 else None


def why_not_all(position: Position, model: str, shares: Sequence[Share]) -> Refusal | None:
    """A model makes all its attacks, and with each weapon at least those it has by it."""
    made, needed = sum(one.attacks for one in shares), number_of_attacks(position, model)
    if made != needed:
        params: dict[str, Param] = {"model": model, "attacks": made, "needed": needed}
        return Refusal("SK-108", "sk.108.number", params)
    for name, extra in extras(position, model).items():
        if sum(one.attacks for one in shares if one.weapon == name) < extra:
            return Refusal("SK-108", "sk.108.extra", {"model": model, "attacks": extra})
    return None


# ── what is best ─────────────────────────────────────────────────────────────
def value(book: Book, position: Position, model: str, arm: str, target: str) -> float:
    """The wounds that one attack takes off a target on average, to compare weapons by."""
    unit = position.pieces[model].command
    return worth(book, position, Volley(unit, target, arm, (model,), names.FIGHT, 1))


def usual(book: Book, position: Position, unit: Unit, favourite: str = "") -> Strike:
    """Every attack with the weapon that does most, at a favourite where it can be reached.

    Without one, at the unit that most models reach.
    """
    reach = reached(book, position, unit)
    votes = [target for targets in reach.values() for target in targets]
    best: dict[tuple[str, tuple[str, ...], str], str] = {}
    shares: list[Share] = []
    for model, targets in reach.items():
        target = favourite if favourite in targets else max(targets, key=votes.count)
        piece = position.pieces[model]
        arms = arms_worth_choosing(position, model)
        key = (piece.type, arms, target)
        if key not in best:
            best[key] = max(arms, key=lambda arm: value(book, position, model, arm, target))
        shares += shared(position, model, best[key], target)
    return Strike(unit.id, tuple(shares))


def shared(position: Position, model: str, arm: str, target: str) -> Iterator[Share]:
    """All attacks of a model at one target: its own with one weapon, the extra ones with theirs."""
    numbers = {arm: own_attacks(position, model)}
    for name, extra in extras(position, model).items():
        numbers[name] = numbers.get(name, 0) + extra
    for name, number in numbers.items():
        if number:
            yield Share(model, name, target, number)


def arms_worth_choosing(position: Position, model: str) -> tuple[str, ...]:
    """The weapons of a model; the one that everybody has only where it has no other. [SK-23]"""
    arms = melee_weapons(position, position.pieces[model])
    return tuple(arm for arm in arms if arm != CLOSE_COMBAT) or arms


def is_choice(position: Position, reach: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether there is anything to choose: several targets, or several weapons of a model."""
    if len({target for targets in reach.values() for target in targets}) > 1:
        return True
    return any(len(arms_worth_choosing(position, model)) > 1 for model in reach)
