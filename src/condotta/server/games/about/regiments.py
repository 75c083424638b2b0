"""A regiment of ranked battles on its card: profile, arms, spells, what it may do, its odds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from condotta.kernel.asks import Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Param, Refusal
from condotta.rules.ranked import names
from condotta.rules.ranked.charges import declaring, reacting
from condotta.rules.ranked.charges.charge_odds import arriving, fleeing
from condotta.rules.ranked.charges.possible_charges import (
    charge_dice,
    targets,
    why_not_at,
    why_not_charge,
)
from condotta.rules.ranked.combat import arms
from condotta.rules.ranked.combat.tallying import party
from condotta.rules.ranked.magic import casting
from condotta.rules.ranked.magic.casting_odds import best_dice, hope
from condotta.rules.ranked.magic.lore import Spell, known, lore
from condotta.rules.ranked.magic.winds import MOST_DICE, SPELL, power_of
from condotta.rules.ranked.magic.wizards import cannot_cast, is_wizard, level
from condotta.rules.ranked.magic.wizards import targets as aims
from condotta.rules.ranked.movement import remaining_moves
from condotta.rules.ranked.reading.combat_results import side_total
from condotta.rules.ranked.reading.leadership import (
    leadership,
    leadership_parts,
    passing,
    rerolls,
)
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, is_regiment, piece_has
from condotta.rules.ranked.shooting import shooting_phase
from condotta.rules.ranked.shooting.missiles import chance as hitting
from condotta.rules.ranked.shooting.missiles import missiles, volley
from condotta.rules.ranked.tables import troop_types
from condotta.server.games.about.lines import (
    NEAREST,
    answers,
    marks,
    nearest,
    percent,
    refused,
    rounded,
    said,
)
from condotta.server.parts import (
    FactsShown,
    MayShown,
    ProfileShown,
    RowShown,
    SaidShown,
    WayShown,
)

NO_SAVE = 7


def about(book: Book, position: Position, ask: Ask | None, piece: Piece) -> FactsShown:
    """A regiment with the characters in it, whichever of them was named."""
    if not is_regiment(piece):
        return FactsShown(piece=piece.id, carries=tuple(marks(piece)))
    here = field(book, position)
    one = here.find(piece.id)
    pieces = (piece,) if one is None else one.pieces
    return FactsShown(
        piece=piece.id,
        profiles=tuple(profile(position, each) for each in pieces),
        carries=tuple(chain.from_iterable(borne(position, each) for each in pieces)),
        now=() if one is None else tuple(now(here, one)),
        may=() if one is None or ask is None else tuple(may(here, one, ask)),
    )


# ── what it is ───────────────────────────────────────────────────────────────
def profile(position: Position, piece: Piece) -> ProfileShown:
    """The nine characteristics, then the saves. [FB-2.1, FB-6.9, FB-6.10]"""
    rows = [
        RowShown(key=f"about.ranked.{name}", value=position.count(piece.id, name), clause="FB-2.1")
        for name in names.PROFILE
    ]
    for name, clause in ((names.SAVE, "FB-6.9"), (names.WARD, "FB-6.10")):
        needs = position.count(piece.id, name)
        if 0 < needs < NO_SAVE:
            key = f"about.ranked.{name}"
            rows.append(RowShown(key=key, value=needs, form="needs", clause=clause))
    models = position.count(piece.id, names.MODELS)
    return ProfileShown(who=piece.id, count=max(1, models), rows=tuple(rows))


def borne(position: Position, piece: Piece) -> Iterator[RowShown]:
    """What one of a regiment carries; a character in it is named first. [FB-11.1]"""
    if piece.pose is None and piece.place == "table":
        yield RowShown(key="about.with", params={"piece": piece.id})
    yield from carried(position, piece)


def carried(position: Position, piece: Piece) -> Iterator[RowShown]:
    """Weapons with what they do, special rules, spells, wounds and marks. [FB-6.13, FB-7.10]"""
    kind = troop_types().get(piece.type)
    for trait in dict.fromkeys((*piece.traits, *(kind.traits if kind else ()))):
        if trait == names.CHARACTER or not piece_has(piece, trait):
            continue
        arm, shot = arms.arms().get(trait), missiles().get(trait)
        notes: list[SaidShown] = []
        if arm is not None:
            notes += of_arm(arm)
        if shot is not None:
            key, params = shot.told()
            notes.append(SaidShown(key=f"about.arm.{key}", clause="FB-6.13", params=params))
            notes += [SaidShown(key=f"trait.{rule}", clause="FB-6.13") for rule in shot.rules]
        yield RowShown(key=f"trait.{trait}", name=trait, notes=tuple(notes))
    for spell in known(position, piece.id):
        yield of_spell(spell)
    hurt = position.count(piece.id, names.WOUNDS)
    if hurt:
        yield RowShown(key="web.is.hurt", params={"wounds": hurt}, clause="FB-6.12")
    for mark in piece.tails(SPELL):
        spell, _, wizard = mark.partition(" ")
        params = {"spell": spell, "piece": wizard}
        yield RowShown(key="about.under-spell", params=params, clause="FB-5.11")
    yield from marks(piece)


def of_arm(arm: arms.Arm) -> Iterator[SaidShown]:
    """What a close combat weapon does. [FB-7.10]"""
    for what, params in arm.told():
        yield SaidShown(key=f"about.arm.{what}", clause="FB-7.10", params=params)


def of_spell(name: str) -> RowShown:
    """A spell: its casting value, its range, what it does, the stronger casting. [FB-5.15]"""
    spell = lore()[name]
    notes = [effect(name, spell)]
    if spell.more_value:
        notes.append(effect(name, spell, boosted=True))
    return RowShown(
        key=f"spell.{name}", value=spell.value, form="needs", clause="FB-5.15", notes=tuple(notes)
    )


def effect(name: str, spell: Spell, *, boosted: bool = False) -> SaidShown:
    """What a spell does when it takes effect, in its plain or stronger casting. [FB-5.15]"""
    more = "-stronger" if boosted else ""
    return SaidShown(
        key=f"about.spell.{name}{more}", clause="FB-5.15", params=spell.told(boosted=boosted)
    )


# ── how it stands ────────────────────────────────────────────────────────────
def now(here: Field, one: Regiment) -> Iterator[RowShown]:
    """Leadership and how likely a test is passed, blows, what it adds to a combat without one.

    [FB-1.8, FB-7.8, FB-7.11]
    """
    needed = leadership(here, one)
    share = percent(passing(here, one, needed))
    notes = [SaidShown(key="about.passes", clause="FB-1.8", params={"percent": share})]
    if rerolls(here, one):
        notes.append(SaidShown(key="about.steadied", clause="FB-11.3"))
    yield RowShown(
        key="about.leadership",
        value=needed,
        clause="FB-1.8",
        parts=leadership_parts(here, one),
        notes=tuple(notes),
    )
    blows = arms.strength_parts(here, one.piece, one.piece)
    yield RowShown(key="about.strength", value=total(blows), clause="FB-7.8", parts=blows)
    static = side_total((party(here, one.id, (one.id,)),), ())
    yield RowShown(key="about.combat-result", value=total(static), clause="FB-7.11", parts=static)
    foes = here.touching(one)
    if foes:
        others = tuple(foe.id for foe in foes)
        yield RowShown(key="about.engaged", params={"others": others}, clause="FB-7.3")


def total(parts: tuple[Modifier, ...]) -> int:
    """What reasons add up to."""
    return sum(part.value for part in parts)


# ── what it may do ───────────────────────────────────────────────────────────
def may(here: Field, one: Regiment, ask: Ask) -> Iterator[MayShown]:
    """Whatever the question lets it do, how likely that is, and why it may not do the rest."""
    match ask.window:
        case declaring.WINDOW:
            yield from charges(here, one, ask)
        case shooting_phase.WINDOW:
            yield from shots(here, one, ask)
        case casting.WINDOW:
            yield from spells(here, one)
        case remaining_moves.WINDOW:
            why = remaining_moves.why_not_move(here, one)
            params: dict[str, Param] = {"far": one.movement}
            yield MayShown(key="about.may.move", params=params, clause="FB-4.14", refusals=why)
        case _:
            pieces = tuple(piece.id for piece in one.pieces)
            yield from answers(ask, pieces, lambda _, __: None)


def by_distance(here: Field, one: Regiment) -> list[Regiment]:
    """The enemies, the nearest first."""
    return nearest(here.enemies(one.seat), lambda foe: here.gap(one, foe))


def charges(here: Field, one: Regiment, ask: Ask) -> Iterator[MayShown]:
    """Each charge with its distance, its chance and the reactions; or why not. [FB-4.2, FB-4.7]"""
    barred = why_not_charge(here, one)
    if barred is not None:
        yield refused("about.may.charge", barred)
        return
    able = {foe.id for foe in targets(here, one)}
    told = 0
    for foe in by_distance(here, one):
        option = f"{one.id}>{foe.id}"
        if foe.id in able and option in ask.options:
            yield MayShown(
                clause="FB-4.2",
                action=said(Choose(option)),
                to=foe.id,
                chance=rounded(arriving(here, one, foe)),
                notes=(distance(here, one, foe), *reactions(here, one, foe)),
            )
        elif told < NEAREST and (why := why_not_at(here, one, foe)) is not None:
            told += 1
            yield refused("about.may.charge-at", why, foe=foe.id)


def distance(here: Field, one: Regiment, foe: Regiment) -> SaidShown:
    """How far a charge must go, how far the regiment moves, how many dice it adds. [FB-4.7]"""
    dice, keep = charge_dice(here, one)
    params: dict[str, Param] = {
        "far": round(here.gap(one, foe)), "move": one.movement, "dice": dice, "keep": abs(keep),
    }  # fmt: skip
    key = "about.charge.far" if dice == abs(keep) else "about.charge.far-best"
    return SaidShown(key=key, clause="FB-4.7", params=params)


def reactions(here: Field, one: Regiment, foe: Regiment) -> Iterator[SaidShown]:
    """What the target may do, and what may come of it. [FB-4.3 to FB-4.5, FB-9.2]"""
    if reacting.terrified_by(here, foe, one) and not here.engaged(foe):
        share = percent(passing(here, foe, leadership(here, foe)))
        params: dict[str, Param] = {"target": foe.id, "percent": share}
        yield SaidShown(key="about.react.terror", clause="FB-9.2", params=params)
    for option in reacting.reactions(here, one, foe):
        yield reaction(here, one, foe, option)


def reaction(here: Field, one: Regiment, foe: Regiment, option: str) -> SaidShown:
    """One reaction of a target in words. [FB-4.3]"""
    params: dict[str, Param] = {"target": foe.id, "charger": one.id}
    clause = "FB-4.3"
    if option == reacting.STAND:
        found = volley(here, foe, one, reaction=True)
        params |= {"shots": found.shots, "percent": percent(hitting(found.score))}
        clause = "FB-4.4"
    elif option == reacting.FLEE:
        escape = fleeing(here, one, foe)
        params |= {"caught": percent(escape.caught), "off": percent(escape.off)}
        clause = "FB-4.5"
    else:
        params["percent"] = percent(arriving(here, one, foe))
    return SaidShown(key=f"about.react.{option}", clause=clause, params=params)


def shots(here: Field, one: Regiment, ask: Ask) -> Iterator[MayShown]:
    """Each target with the number of shots, what each needs and why; or why not. [FB-6.4]"""
    barred = shooting_phase.why_not_shoot(here, one)
    if barred is not None:
        yield refused("about.may.shoot", barred)
        return
    foes = {foe.id: foe for foe in by_distance(here, one)}

    def chance(_: str, to: str) -> float | None:
        if one.is_machine or to not in foes:
            return None
        return rounded(hitting(volley(here, one, foes[to]).score))

    listed = tuple(answers(ask, (one.id,), chance))
    for answer in listed:
        if one.is_machine or answer.to not in foes:
            yield answer
        else:
            found = volley(here, one, foes[answer.to])
            params: dict[str, Param] = {
                "shots": found.shots, "needs": found.score.first, "strength": found.strength,
            }  # fmt: skip
            note = SaidShown(key="about.shots", clause="FB-6.4", params=params)
            yield MayShown(
                clause=answer.clause,
                action=answer.action,
                to=answer.to,
                chance=answer.chance,
                parts=found.parts,
                notes=(note,),
            )
    met = {answer.to for answer in listed}
    for foe in [foe for name, foe in foes.items() if name not in met][:NEAREST]:
        why = shooting_phase.why_not_at(here, one, foe)
        if why is not None:
            yield refused("about.may.shoot-at", why, foe=foe.id)


def spells(here: Field, one: Regiment) -> Iterator[MayShown]:
    """Each spell of each wizard in it at each target, with each number of dice. [FB-5.5]"""
    pool = here.position.count(power_of(here.position), names.POWER)
    most = min(MOST_DICE, pool)
    for wizard in (piece for piece in one.pieces if is_wizard(piece)):
        for name in known(here.position, wizard.id):
            why = cannot_cast(here, wizard, name)
            if why is not None or not most:
                none = Refusal("FB-5.5", "fb.5-5.no-dice", {"piece": wizard.id})
                yield MayShown(by=f"spell.{name}", refusals=(why or none,))
                continue
            for boosted in (False, True) if lore()[name].more_value else (False,):
                yield from castings(here, wizard, name, most, boosted=boosted)


def castings(
    here: Field, wizard: Piece, name: str, most: int, *, boosted: bool
) -> Iterator[MayShown]:
    """A spell at each of its targets. [FB-5.5 to FB-5.9]"""
    spell = lore()[name]
    by = f"spell.{name}" + (":stronger" if boosted else "")
    found = tuple(aims(here, wizard, name, boosted=boosted))
    if not found:
        params: dict[str, Param] = {"piece": wizard.id, "spell": name}
        yield MayShown(by=by, refusals=(Refusal("FB-5.8", "fb.5-8.nobody", params),))
        return
    hopes = [hope(here, wizard.id, name, dice, boosted=boosted) for dice in range(1, most + 1)]
    usual = best_dice(here, wizard.id, name, most, boosted=boosted)
    note = effect(name, spell, boosted=boosted)
    bonus = Modifier(level(here, wizard.id), "about.wizard-level", "FB-5.5")
    for foe in found:
        ways = tuple(
            WayShown(
                action=said(casting.Cast(wizard.id, name, foe.id, dice, boosted)),
                dice=dice,
                chance=rounded(each.cast),
                against=rounded(each.dispelled),
                mishap=rounded(each.irresistible),
            )
            for dice, each in enumerate(hopes, 1)
        )
        first = ways[usual - 1]
        yield MayShown(
            clause="FB-5.5",
            action=first.action,
            by=by,
            to=foe.id,
            chance=first.chance,
            ways=ways,
            parts=(bonus,),
            notes=(note,),
        )
