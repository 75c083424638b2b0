"""Battles of single models as a page sees them: coherency, exact odds, ways of a whole unit.

Everything is worked out by the rules' own functions, from what a seat sees. [SK-16, SK-56, SK-136]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Needed
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param
from condotta.rules.carnage import rolling
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.attack_lines import arm_of, guard, line, standing
from condotta.rules.skirmish.attacks.attacks import (
    NEVER,
    hit_need,
    save_need,
    to_hit,
    to_save,
    to_wound,
    wound_need,
)
from condotta.rules.skirmish.attacks.odds import odds, victims_of
from condotta.rules.skirmish.attacks.volleys import gathered, parts
from condotta.rules.skirmish.charge.charge_moves import ChargeMove
from condotta.rules.skirmish.charge.heroic_interventions import Intervene
from condotta.rules.skirmish.charge.overwatch import FireOverwatch
from condotta.rules.skirmish.fight.blows import Strike
from condotta.rules.skirmish.fight.piling import Close
from condotta.rules.skirmish.finding import finding_moves
from condotta.rules.skirmish.finding import terms as ways_to_move
from condotta.rules.skirmish.finding.terms import Terms
from condotta.rules.skirmish.movement import move_terms
from condotta.rules.skirmish.movement.placing_models import dropped_near, out_at
from condotta.rules.skirmish.movement.reserves import Arrive
from condotta.rules.skirmish.movement.transports import BailOut, Disembark, carrier_of
from condotta.rules.skirmish.movement.walking import Walk, boarding
from condotta.rules.skirmish.psychic import psychic_phase
from condotta.rules.skirmish.psychic.powers import SMITE, told
from condotta.rules.skirmish.reading.coherency import Stand, groups, mates
from condotta.rules.skirmish.reading.datasheets import powers
from condotta.rules.skirmish.reading.dice import DIE, SIX, shown_of
from condotta.rules.skirmish.reading.field import Unit, field, is_model
from condotta.rules.skirmish.reading.order import WISH, YES
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL, COSTS
from condotta.rules.skirmish.records import Share, Trail, Volley
from condotta.rules.skirmish.setting_out.deployment import Deploy
from condotta.rules.skirmish.setting_out.places_to_set_out import block, models_of, stood
from condotta.rules.skirmish.shooting.shooting_phase import Shoot
from condotta.rules.skirmish.shooting.targeting import measured
from condotta.server.parts import AssaultShown, LinkShown, LotShown, SaidShown
from condotta.table import Point, distance

WAYS = {Shoot: names.SHOOTING, FireOverwatch: names.OVERWATCH, Strike: names.FIGHT}


# ── coherency ────────────────────────────────────────────────────────────────
def links(position: Position, action: Action) -> tuple[LinkShown, ...]:
    """Which models of a unit would be near enough to each other, and who would be apart. [SK-16]"""
    stands = ends(position, getattr(action, "trails", ()))
    if len(stands) < 2:
        return ()
    where = list(stands.values())
    called = list(stands)
    found = [
        LinkShown(piece=called[one], other=called[two], holds=True)
        for one in range(len(where))
        for two in range(one + 1, len(where))
        if mates(where[one], where[two])
    ]
    first, *others = sorted(groups(where), key=len, reverse=True)
    for group in others:
        one, two = min(
            ((here, there) for here in first for there in group),
            key=lambda pair: distance(where[pair[0]].base.centre, where[pair[1]].base.centre),
        )
        found.append(LinkShown(piece=called[one], other=called[two], holds=False))
    return tuple(found)


def is_shaped_model(position: Position, name: str) -> bool:
    """Whether that is a model of a unit, whoever says so."""
    piece = position.pieces.get(name)
    return piece is not None and is_model(piece) and piece.shape is not None


def ends(position: Position, ways: Sequence[Trail]) -> dict[str, Stand]:
    """Where the models of the unit that goes those ways would stand, those that stay included."""
    found: dict[str, Stand] = {}
    known = [way for way in ways if is_shaped_model(position, way.model)]
    if not known:
        return found
    unit = position.pieces[known[0].model].command
    for model in field(position).units[unit].models if unit in field(position).units else ():
        found[model.id] = Stand(model.base, model.level)
    for way in known:
        piece = position.pieces[way.model]
        facing = facing_after(piece, way)
        if piece.command == unit and way.points and facing is not None:
            there = stood(position, replace(way, ux=facing[0], uy=facing[1]))
            found[way.model] = Stand(there.base, there.level)
    return found


def facing_after(piece: Piece, way: Trail) -> tuple[int, int] | None:
    """How a model would face: as is said, else as it does; None where it is not there yet."""
    if way.ux or way.uy:
        return way.ux, way.uy
    return None if piece.pose is None else piece.pose.facing


# ── odds ─────────────────────────────────────────────────────────────────────
def assaults(
    book: Book, position: Position, ask: Ask | None, action: Action
) -> tuple[AssaultShown, ...]:
    """What may come of attacks as they are shared out, target by target. [SK-56 to SK-67]"""
    way = WAYS.get(type(action))
    shares: tuple[Share, ...] = getattr(action, "shares", ())
    unit = field(position).units.get(unit_of(ask, action))
    if way is None or unit is None or not sound(position, unit, shares):
        return ()
    if way != names.FIGHT:
        shares = measured(field(position), unit, shares)
    volleys = gathered(position, shares, way)
    targets = dict.fromkeys(one.target for one in volleys)
    return tuple(
        against(book, position, [one for one in volleys if one.target == target])
        for target in targets
    )


def sound(position: Position, unit: Unit, shares: Iterable[Share]) -> bool:
    """Whether all shares are of models of the unit, at units that stand there."""
    own, others = {model.id for model in unit.models}, field(position).units
    return all(one.model in own and one.target in others for one in shares)


def against(book: Book, position: Position, volleys: Sequence[Volley]) -> AssaultShown:
    """The odds against one target, with what each die needs. [SK-57, SK-58, SK-62]"""
    found = odds(book, position, volleys)
    mean = sum(number * chance for number, chance in enumerate(found.lost))
    return AssaultShown(
        target=volleys[0].target,
        slain=tuple(round(chance, 6) for chance in found.slain),
        lost=round(mean, 4),
        unsaved=round(found.mean_unsaved, 4),
        lots=tuple(lot for volley in volleys for lot in lots(book, position, volley)),
    )


def lots(book: Book, position: Position, volley: Volley) -> Iterator[LotShown]:
    """Attacks that are read alike: with what, by how many, and what their dice need."""
    for part in parts(position, volley):
        how = line(book, position, part)
        models = standing(position, volley.target)
        arm = arm_of(position, part)
        saves = guard(book, position, part, models[0], cover=covered(book, position, part))
        yield LotShown(
            weapon=volley.weapon,
            name=arm.name,
            bearers=len(part.bearers),
            attacks=volley.attacks,
            hit=need(hit_need(how)),
            wound=need(wound_need(how)),
            save=need(save_need(saves, how.ap)),
            damage=how.damage,
            needs=(
                to_hit(part, arm, how),
                to_wound(part, arm, how),
                to_save(part, arm, saves, how.ap),
            ),
        )


def covered(book: Book, position: Position, volley: Volley) -> bool:
    """Whether the first to take wounds would have the benefit of cover. [SK-85]"""
    victims = victims_of(book, position, volley, volley.target)
    return any(part.clause == "SK-85" for part in victims[0].guard.to_save) if victims else False


def need(number: int) -> int:
    """What a die needs: 7 cannot be rolled."""
    return min(number, NEVER)


def unit_of(ask: Ask | None, action: Action) -> str:
    """The unit that an action is of: the one it names, or the one that is asked about."""
    named: str = getattr(action, "unit", "")
    return named or (ask.about[0] if ask is not None and ask.about else "")


# ── what answers mean ────────────────────────────────────────────────────────
def meanings(position: Position, ask: Ask | None) -> dict[str, SaidShown]:
    """What powers that may be tried would do, what it takes to deny one, what a die again costs.

    [SK-47, SK-48, SK-131]
    """
    if ask is not None and ask.window in (COMMAND_REROLL, rolling.WINDOW):
        return dice_again(position, ask)
    if ask is not None and ask.window == psychic_phase.WINDOW:
        told = ((one, one.partition(":")[2]) for one in ask.options)
        return {one: power_said(power) for one, power in told if power in powers()}
    if ask is not None and ask.window == WISH and ask.about[0] == names.DENIAL:
        reach = psychic_phase.DENY_REACH // names.INCH
        params: dict[str, Param] = {"unit": ask.about[-1], "reach": reach}
        return {YES: SaidShown(key="sk.48.how", clause="SK-48", params=params)}
    return {}


def dice_again(position: Position, ask: Ask) -> dict[str, SaidShown]:
    """What rolling a die again costs, and how many faces of each die would do. [SK-131, CM-24]

    Of a psychic test that is not said: its perils hang on the dice too. [SK-51]
    """
    have, (keep, *others) = position.count(ask.seat, names.CP), ask.options
    cost = COSTS[COMMAND_REROLL]
    params: dict[str, Param] = {"cost": cost, "have": have, "left": have - cost}
    found = {keep: SaidShown(key="sk.131.cost", clause=ask.clause, params=params)}
    shown, needed = shown_of(ask), ask.needed
    if needed is not None and needed.key != psychic_phase.NEEDED and (needed.least or needed.most):
        for option in others:
            pip = int(option.removeprefix(DIE))
            rest = sum(shown) - pip if needed.together else 0
            faces = sum(serves(needed, rest + face) for face in range(1, SIX + 1))
            told: dict[str, Param] = {"faces": faces}
            found[option] = SaidShown(key="sk.131.faces", clause=ask.clause, params=told)
    return found


def serves(needed: Needed, number: int) -> bool:
    """Whether a die, or the sum of all, shows what is needed."""
    return needed.least <= number <= (needed.most or number)


def power_said(power: str) -> SaidShown:
    """What a power needs, how far it reaches and what it does. [SK-50, SK-54]"""
    key, params = told(power)
    return SaidShown(key=key, clause="SK-54" if power == SMITE else "SK-50", params=params)


# ── a whole unit on its way ──────────────────────────────────────────────────
def toward(book: Book, position: Position, ask: Ask, action: Action, at: Point) -> Action | None:
    """The same action with ways that the judge allows and that bring the unit near to a point.

    Where it has ways already, only the last model's is made anew. A unit that goes inside a
    transport goes to that, wherever the point is. [SK-41]
    """
    name = unit_of(ask, action)
    piece = position.pieces.get(name)
    if piece is None or type(action).__name__ not in ask.says or not models_of(position, name):
        return None
    if isinstance(action, Deploy):
        found = block(book, position, piece, at)
    elif isinstance(action, Arrive):
        found = dropped_near(position, piece, at)
    elif isinstance(action, Disembark | BailOut):
        found = beside(position, ask, action, piece, at)
    else:
        found = led(book, position, ask, action, at)
    return replace(action, trails=found) if found else None


def beside(
    position: Position, ask: Ask, action: Disembark | BailOut, unit: Piece, at: Point
) -> tuple[Trail, ...]:
    """Where a unit gets out of its transport, near to a point. [SK-42, SK-43]"""
    some = isinstance(action, BailOut)
    carrier = field(position).units.get(ask.about[1] if some else carrier_of(unit))
    return out_at(position, unit, carrier, at, some=some) if carrier is not None else ()


def led(book: Book, position: Position, ask: Ask, action: Action, at: Point) -> tuple[Trail, ...]:
    """Ways of a unit that stands on the table. [SK-136]"""
    unit = field(position).units.get(unit_of(ask, action))
    allowed = None if unit is None else terms_of(book, position, ask, action, unit)
    if unit is None or allowed is None:
        return ()
    if isinstance(action, Walk) and action.aboard:
        carrier = field(position).units.get(action.aboard)
        return boarding(position, unit, carrier, allowed) or () if carrier is not None else ()
    ways: tuple[Trail, ...] = getattr(action, "trails", ())
    if ways:
        return finding_moves.mended(position, unit, ways, at, allowed)
    return finding_moves.led(position, unit, at, allowed)


def terms_of(book: Book, position: Position, ask: Ask, action: Action, unit: Unit) -> Terms | None:
    """On which terms the models of a unit move by an action. [SK-93, SK-99, SK-104]"""
    match action:
        case ChargeMove():
            _, inches, *targets = ask.about
            return move_terms.charge(book, unit, int(inches), tuple(targets))
        case Close():
            return move_terms.shuffle(book, ask.window)
        case Intervene():
            return move_terms.shuffle(book, ways_to_move.INTERVENE)
        case Walk(mode=ways_to_move.ADVANCE):
            return move_terms.advance(book, position, unit, int(ask.about[1]))
        case Walk():
            return move_terms.own_move(book, position, unit, action.mode)
        case _:
            return None
