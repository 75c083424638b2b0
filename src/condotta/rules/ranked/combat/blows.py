"""Blows are struck: initiative by initiative, to hit, then wounds. [FB-7.3-7.8]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Choose, Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Popped, Pushed, Ruled
from condotta.kernel.records import Piece, Record
from condotta.kernel.rulings import Modifier, Param, Tally
from condotta.kernel.state import State
from condotta.rules.asking import told_apart
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.combat.arms import (
    FIRST,
    LAST_STEP,
    LOCKED,
    attacks_of,
    parries,
    shield_idle,
    skill_of,
    step_of,
    strength_parts,
)
from condotta.rules.ranked.combat.challenges import DuelWounds, rival_of
from condotta.rules.ranked.combat.fronts import (
    CHAMPION,
    Fighter,
    attacks_at,
    duelling,
    fighters,
    lies_on,
    may_strike,
    shared_files,
)
from condotta.rules.ranked.losses.inflicting import Wounding, total
from condotta.rules.ranked.reading.charts import ALWAYS, MOST_DICE, SIX, combat_score, passed
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.reading.leadership_tests import heard_in_order
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, piece_has
from condotta.rules.ranked.records import Hit
from condotta.rules.steps import queued

TO_HIT, AGAIN = "to hit in combat", "to hit again"
WHOM = "attacks at"
PARRY = 6


class Blow(Record, frozen=True):
    """So many attacks of a fighter at a piece, or at a rival in a challenge.

    `front` says whether they come at the front of whoever is struck, as all blows of a step are
    struck at once: who falls by one of them was there. [FB-7.7]
    """

    fighter: str
    host: str
    target: str
    attacks: int
    rival: str = ""
    front: bool = False


class StrikeStep(Script, frozen=True, kw_only=True):
    """All who strike at one step, the next ones after them. [FB-7.7]

    `ids` are pieces: a character whose regiment falls before his step strikes on his own. [FB-8.5]
    """

    ids: tuple[str, ...]
    step: int


class Strike(Script, frozen=True, kw_only=True):
    """One fighter's attacks at one target, rolled through. [FB-7.8]"""

    blow: Blow


def strike_step(book: Book, state: State, frame: StrikeStep) -> Iterator[Event]:
    """Owners say at whom; then all blows of the step, counted before any is struck. [FB-7.6]"""
    here = field(book, state.position)
    ready = [
        fighter
        for name in frame.ids
        if (one := here.find(name)) is not None and one.id == name and here.touching(one)
        for fighter in fighters(one)
        if step_of(here, fighter.piece) == frame.step and may_strike(here, fighter)
    ]
    blows: list[Blow] = []
    said = list(heard_in_order(frame, WHOM))
    for fighter in ready:
        found = blows_of(here, said, fighter)
        if isinstance(found, Ask):
            yield Asked(found)
            return
        blows += (replace(blow, front=in_front(here, blow)) for blow in found)
    yield Popped()
    if frame.step > LAST_STEP:
        yield Pushed(replace(frame, step=frame.step - 1, answers=()))
    yield from queued(Strike(blow=blow) for blow in blows)


def blows_of(here: Field, said: list[Choose], fighter: Fighter) -> list[Blow] | Ask:
    """A fighter's attacks, target by target; a question where its owner must split them.

    `said` are the answers to such questions in the order they are asked; one used is taken off.
    """
    one = fighter.host
    rival = duelling(fighter.piece, champion=fighter.name.endswith(CHAMPION))
    if rival:
        against = rival_of(here, rival)
        if against is None:
            return []
        extra = int(fighter.name.endswith(CHAMPION))
        number = attacks_of(here, fighter.piece, one.piece) + extra
        return [Blow(fighter.name, one.id, against, number, rival)]
    foes = here.touching(one)
    options = aims(here, fighter, foes)
    if len(options) > 1 and not said:
        return Ask(one.seat, WHOM, "FB-7.6", options=options, about=(fighter.name,))
    aim = said.pop(0).option if len(options) > 1 else options[0]
    if fighter.piece.id != one.id or is_hero(fighter):
        number = attacks_of(here, fighter.piece, one.piece)
        return [Blow(fighter.name, one.id, aim, number)] if number else []
    return rank_and_file(here, fighter, foes, aim)


def in_front(here: Field, blow: Blow) -> bool:
    """Whether a blow comes at the front of the regiment that is struck. [FB-7.9]"""
    one, foe = here.find(blow.host), here.find(blow.target)
    return one is not None and foe is not None and lies_on(foe, one) == "front"


def is_hero(fighter: Fighter) -> bool:
    """Whether a fighter is a character, alone or in a regiment."""
    return names.CHARACTER in fighter.piece.traits


def aims(here: Field, fighter: Fighter, foes: tuple[Regiment, ...]) -> tuple[str, ...]:
    """At whom attacks may go that could go at several: regiments, characters in them. [FB-7.6]

    RULING FB-7.32: the choice holds for all attacks that have it; a character can be struck at by
    the models of two files. Who fights in a challenge can be struck by nobody else. [FB-11.4]
    """
    hero = is_hero(fighter)
    shared = bool(shared_files(fighter.host, foes))
    found = [foe.id for foe in (foes if hero or shared else foes[:1])]
    for foe in foes:
        found += [piece.id for piece in foe.joined if not duelling(piece)]
    free = [name for name in found if not duelling(here.position.pieces[name])]
    return tuple(dict.fromkeys(free)) or (foes[0].id,)


def rank_and_file(
    here: Field, fighter: Fighter, foes: tuple[Regiment, ...], aim: str
) -> list[Blow]:
    """The attacks of a regiment's ranks: shared files go where their owner said. [FB-7.6]"""
    one = fighter.host
    shared = shared_files(one, foes)
    chosen = here.inside.get(aim, aim)
    blows: list[Blow] = []
    for foe in sorted(foes, key=lambda foe: foe.id != chosen):
        taken: frozenset[int] = frozenset() if foe.id == chosen else shared
        number = attacks_at(here, one, foe, taken)
        if aim in {piece.id for piece in foe.joined}:
            few = min(number, 2 * attacks_of(here, one.piece, one.piece))
            blows.append(Blow(one.id, one.id, aim, few))
            number -= few
        if number and not (is_duellist(foe)):
            blows.append(Blow(one.id, one.id, foe.id, number))
    return [blow for blow in blows if blow.attacks]


def is_duellist(foe: Regiment) -> bool:
    """Whether a regiment is a lone character in a challenge: nobody else strikes him. [FB-11.4]"""
    return foe.is_character and bool(duelling(foe.piece))


def strike(book: Book, state: State, frame: Strike) -> Iterator[Event]:
    """To hit, again where something lets it, then to wound. [FB-7.8]"""
    here = field(book, state.position)
    blow = frame.blow
    piece = here.position.pieces[blow.fighter.removesuffix(CHAMPION)]
    host = here.position.pieces[blow.host]
    target = here.position.pieces[blow.target]
    if target.place != "table":
        yield Popped()
        return
    foe_host = here.find(target.id)
    assert foe_host is not None, target
    number = min(blow.attacks, MOST_DICE)
    parts = book.sum(seams.TO_HIT, here.position, piece, target, "combat")
    skills = skill_of(here, piece, host), skill_of(here, target, foe_host.piece)
    need = combat_score(*skills, total(parts))
    hits, sixes = number, 0
    poisoned = piece_has(piece, "poison")
    reads = told_apart(lambda pip: (passed((pip,), need), poisoned and pip == SIX))
    if need != ALWAYS:
        who = (blow.fighter, blow.target)
        told: dict[str, Param] = {"fighter": blow.fighter, "target": blow.target}
        told.update(skill=skills[0], against=skills[1])
        needed = Needed("fb.7-8.to-hit", told, need, parts=parts)
        pips = yield from thrown(
            frame, TO_HIT, "FB-7.8", number, who, counted_from=reads, needed=needed
        )
        missed = number - passed(pips, need)
        both = pips
        if missed and rerolls(here, piece, host, target):
            more = yield from thrown(
                frame, AGAIN, "FB-9.5", missed, who, counted_from=reads, needed=needed
            )
            both = (*pips, *more)
        hits, sixes = passed(both, need), sum(pip == SIX for pip in both)
    tallies = (Tally(blow.fighter, 0, (Modifier(need, "fb.7-8.needs", "FB-7.8"), *parts)),)
    what: dict[str, Param] = {"fighter": blow.fighter, "target": blow.target, "attacks": number}
    yield Ruled("FB-7.8", "fb.7-8.hits", {**what, "hits": hits}, tallies)
    yield Popped()
    if hits:
        hit = hit_of(here, blow, piece, host)
        hit = replace(hit, hits=hits, poison=sixes if poisoned else 0)
        if blow.rival:
            yield Pushed(DuelWounds(hit=hit, fighter=blow.fighter, rival=blow.rival))
        else:
            yield Pushed(Wounding(hit=hit))


def rerolls(here: Field, piece: Piece, host: Piece, target: Piece) -> bool:
    """Whether misses are rolled again: hatred in the first round, or striking first. [FB-9.5, 7.7]

    RULING FB-9.9: who hates without more hates every enemy.
    """
    if piece_has(piece, "hatred") and not host.marked(LOCKED):
        return True
    quick = piece_has(piece, FIRST) and not piece_has(piece, "always-strikes-last")
    ours = here.position.count(piece.id, names.INI)
    return quick and ours >= here.position.count(target.id, names.INI)


def hit_of(here: Field, blow: Blow, piece: Piece, host: Piece) -> Hit:
    """What a hit of that blow is like. [FB-7.8, FB-7.9, FB-9.7]"""
    target = here.position.pieces[blow.target]
    strength = max(0, total(strength_parts(here, piece, host)))
    many = 3 if piece_has(piece, "multiple-wounds-d3") else 1
    many = 6 if piece_has(piece, "multiple-wounds-d6") else many
    return Hit(
        blow.target,
        1,
        strength,
        by=piece.controller,
        source=piece.id,
        way="combat",
        piercing=int(piece_has(piece, "armour-piercing")) + shield_idle(target),
        ward=PARRY if blow.front and parries(target) else 0,
        killing=piece_has(piece, "killing-blow"),
        flaming=piece_has(piece, "flaming"),
        wounds=many,
        clause="FB-7.8",
    )


PROCEDURES: dict[type[Frame], Procedure] = {StrikeStep: strike_step, Strike: strike}
