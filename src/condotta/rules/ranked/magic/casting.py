"""The Magic phase: casting and dispelling. [FB-5.5 to FB-5.9]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Needed, Script
from condotta.kernel.book import Book, Judge, Menu, Procedure
from condotta.kernel.events import Asked, Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, withdrawn
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.magic.casting_odds import best_dice
from condotta.rules.ranked.magic.lore import known, lore
from condotta.rules.ranked.magic.miscasts import Miscast
from condotta.rules.ranked.magic.spell_effects import effect
from condotta.rules.ranked.magic.storms import Tending
from condotta.rules.ranked.magic.winds import (
    ARMY,
    DISPELS_NOT,
    MOST_DICE,
    PASS,
    Winds,
    attempt_of,
    beats,
    cast_with,
    dispelling_seats,
    dispels,
    power_of,
    roller,
)
from condotta.rules.ranked.magic.wizards import (
    SPENT,
    TRIED,
    able,
    cannot_cast,
    level,
    targets,
)
from condotta.rules.ranked.reading.dice import dice, rolled
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.rules.ranked.records import Spell
from condotta.rules.steps import in_step, queued

WINDOW = "casting"
END = "end"
CASTING, DISPEL, DISPELLING = "casting dice", "dispel", "dispel dice"


class Cast(Action, frozen=True):
    """A spell to be cast with so many power dice; `boosted` is its stronger casting. [FB-5.5]"""

    wizard: str
    spell: str
    target: str
    dice: int
    boosted: bool = False


class MagicPhase(Loop, frozen=True, kw_only=True):
    """Spell after spell while there are power dice and somebody to cast them. [FB-5.5]"""


class Casting(Script, frozen=True, kw_only=True):
    """One attempt to cast. [FB-5.5 to FB-5.7]"""

    cast: Cast


class Dispelling(Script, frozen=True, kw_only=True):
    """The one attempt to dispel a spell that was cast. [FB-5.9]"""

    spell: Spell


class CastNoMore(Script, frozen=True, kw_only=True):
    """The power dice that are left are not used."""

    seat: Seat


def magic_phase(book: Book, state: State, frame: MagicPhase) -> Iterator[Event]:
    """Ask every active seat that can cast for a spell, or begin what was said."""
    position = state.position
    if frame.answers:
        answer = frame.answers[0]
        said = answer.said
        begun = Casting(cast=said) if isinstance(said, Cast) else CastNoMore(seat=answer.seat)
        yield Pushed(begun)
        return
    here = field(book, position)
    waiting = [seat for seat in position.active if next(castable(here, seat), None) is not None]
    yield from withdrawn(state.asks, WINDOW, waiting)
    if not waiting:
        yield Popped()
    for seat in waiting:
        yield from asked_once(
            state.asks, Ask(seat, WINDOW, "FB-5.5", options=(END,), says=("Cast",))
        )


def castable(here: Field, seat: Seat) -> Iterator[Cast]:
    """Every spell that a seat may attempt at every target, with one die. [FB-5.5, FB-5.8]"""
    position = here.position
    if not position.count(power_of(position), names.POWER):
        return
    for wizard in able(here, seat):
        for spell in known(position, wizard.id):
            if cannot_cast(here, wizard, spell) is None:
                for boosted in (False, True) if lore()[spell].more_value else (False,):
                    for one in targets(here, wizard, spell, boosted=boosted):
                        yield Cast(wizard.id, spell, one.id, 1, boosted)


def judge_cast(book: Book, position: Position, seat: Seat, _: Ask | None, said: Cast) -> Verdict:
    """Whether a wizard may attempt a spell so. [FB-5.5, FB-5.8]"""
    here = field(book, position)
    wizard = position.pieces.get(said.wizard)
    if wizard is None or wizard.controller != seat:
        return refused("FB-5.5", "fb.5-5.not-yours", said)
    if said.spell not in lore():
        told: dict[str, Param] = {"piece": wizard.id, "spell": said.spell}
        told["known"] = known(position, wizard.id) or tuple(lore())
        return Verdict((Refusal("FB-5.5", "fb.5-5.no-spell", told),))
    why = cannot_cast(here, wizard, said.spell)
    if why is not None:
        return Verdict((why,))
    pool = position.count(power_of(position), names.POWER)
    if not 1 <= said.dice <= min(MOST_DICE, pool):
        return refused("FB-5.5", "fb.5-5.dice", said, most=min(MOST_DICE, pool))
    if said.boosted and not lore()[said.spell].more_value:
        return refused("FB-5.15", "fb.5-15.no-stronger", said)
    if said.target not in {
        one.id for one in targets(here, wizard, said.spell, boosted=said.boosted)
    }:
        return refused("FB-5.8", "fb.5-8.target", said)
    return Verdict(cost=said.dice)


def refused(clause: str, key: str, said: Cast, **more: int) -> Verdict:
    """One refusal of a casting."""
    told: dict[str, Param] = {"piece": said.wizard, "spell": said.spell, "target": said.target}
    return Verdict((Refusal(clause, key, {**told, **more}),))


def casting(book: Book, state: State, frame: Casting) -> Iterator[Event]:
    """Take the dice, roll them, and see whether the spell is cast. [FB-5.5, FB-5.6, FB-5.7]"""
    here, position, said = field(book, state.position), state.position, frame.cast
    pips = rolled(frame, CASTING)
    value = lore()[said.spell].needs(boosted=said.boosted)
    bonus = level(here, said.wizard)
    told: dict[str, Param] = {"piece": said.wizard, "target": said.target, "spell": said.spell}
    told.update(bonus=bonus, value=value)
    if pips is None:
        holder = power_of(position)
        yield Counted(holder, names.POWER, position.count(holder, names.POWER) - said.dice)
        yield Marked(said.wizard, Mark(TRIED + said.spell, names.PHASE))
        yield dice(
            CASTING,
            "FB-5.5",
            said.dice,
            (said.wizard, said.target),
            needed=Needed("fb.5-5.needs", told, value - bonus, together=True),
        )
        return
    result = cast_with(pips, bonus)
    strength, irresistible = result.strength, result.irresistible
    told.update(dice=sum(pips), strength=strength)
    yield Popped()
    if not result.reaches(value):
        yield Ruled("FB-5.6", "fb.5-6.fails", told)
        yield Marked(said.wizard, Mark(SPENT, names.PHASE))
        return
    spell = Spell(
        said.wizard,
        said.spell,
        said.target,
        strength=strength,
        irresistible=irresistible,
        boosted=said.boosted,
    )
    if irresistible:
        yield Ruled("FB-5.7", "fb.5-7.resistless", told)
        yield Pushed(Miscast(wizard=said.wizard, spell=said.spell))
        yield from takes_effect(book, position, spell)
    else:
        yield Ruled("FB-5.5", "fb.5-5.casts", told)
        yield Pushed(Dispelling(spell=spell))


class Striking(Script, frozen=True, kw_only=True):
    """A spell that nobody dispelled strikes whom it is aimed at by now."""

    spell: Spell


def striking(book: Book, state: State, frame: Striking) -> Iterator[Event]:
    """The effect, on another target where a layer says so."""
    target = book.sole(seams.SPELL_AIMED, state.position, frame.spell)
    yield Popped()
    yield Pushed(effect(replace(frame.spell, target=target) if target else frame.spell))


def takes_effect(book: Book, position: Position, spell: Spell) -> Iterator[Event]:
    """What layers put before a spell's effect, and the effect."""
    yield Pushed(Striking(spell=spell))
    yield from queued(book.union(seams.SPELL_CAST, position, spell))


# ── dispelling ───────────────────────────────────────────────────────────────
def dispelling(book: Book, state: State, frame: Dispelling) -> Iterator[Event]:
    """The enemies are asked in turn; the first attempt is the only one. [FB-5.9]"""
    here, position, spell = field(book, state.position), state.position, frame.spell
    told: dict[str, Param] = {"piece": spell.wizard, "target": spell.target, "spell": spell.spell}
    for seat in dispelling_seats(here):
        answer = frame.heard(DISPEL, seat)
        if not isinstance(answer, Choose):
            options = dispels(here, seat)
            if len(options) == 1:
                continue
            needed = Needed("fb.5-9.against", told, spell.strength, together=True)
            about = (spell.wizard, spell.target)
            yield Asked(Ask(seat, DISPEL, "FB-5.9", options=options, about=about, needed=needed))
            return
        if answer.option != PASS:
            yield from attempt(here, frame, seat, answer.option)
            return
    yield Ruled("FB-5.9", "fb.5-9.nobody", told)
    yield Popped()
    yield from takes_effect(book, position, spell)


def attempt(here: Field, frame: Dispelling, seat: Seat, option: str) -> Iterator[Event]:
    """The dice of an attempt, and what becomes of the spell. [FB-5.9]"""
    position = here.position
    who, number, bonus = attempt_of(here, option)
    pips = rolled(frame, DISPELLING)
    told: dict[str, Param] = {
        "one": seat if who == ARMY else who,
        "other": frame.spell.wizard,
        "target": frame.spell.target,
        "spell": frame.spell.spell,
        "bonus": bonus,
        "strength": frame.spell.strength,
    }
    if pips is None:
        yield Counted(seat, names.DISPEL, position.count(seat, names.DISPEL) - number)
        about = roller(seat, who, frame.spell.wizard)
        needed = Needed("fb.5-9.roll", told, frame.spell.strength - bonus, together=True)
        yield dice(DISPELLING, "FB-5.9", number, about, needed=needed)
        return
    dispelled = beats(pips, bonus, frame.spell.strength)
    told.update(dice=sum(pips), result=sum(pips) + bonus)
    key = "fb.5-9.dispels" if dispelled else "fb.5-9.fails"
    yield Ruled("FB-5.9", key, told)
    if not dispelled and who != ARMY:
        yield Marked(who, Mark(DISPELS_NOT, names.PHASE))
    yield Popped()
    if not dispelled:
        yield from takes_effect(here.book, position, frame.spell)


def cast_no_more(_: Book, state: State, __: CastNoMore) -> Iterator[Event]:
    """The rest of the power dice is lost."""
    yield Counted(power_of(state.position), names.POWER, 0)
    yield Popped()


# ── menus ────────────────────────────────────────────────────────────────────
def sample(book: Book, position: Position, ask: Ask, draw: Random) -> Action | None:
    """Any spell with any dice, or the end of casting."""
    here = field(book, position)
    found = list(castable(here, ask.seat))
    if not found or draw.random() < 1 / 8:
        return Choose(END)
    picked = draw.choice(found)
    most = min(MOST_DICE, position.count(power_of(position), names.POWER))
    return with_dice(picked, draw.randint(1, most))


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Every spell at every target with the dice that most likely do, then the end."""
    here = field(book, position)
    most = min(MOST_DICE, position.count(power_of(position), names.POWER))
    for one in castable(here, ask.seat):
        yield with_dice(one, best_dice(here, one.wizard, one.spell, most, boosted=one.boosted))
    yield Choose(END)


def with_dice(cast: Cast, number: int) -> Cast:
    """The same casting with another number of dice."""
    return Cast(cast.wizard, cast.spell, cast.target, number, cast.boosted)


HOOKS = ((seams.STEP, in_step(names.MAGIC, Winds(), Tending(), MagicPhase()), "FB-3.1"),)
JUDGES: dict[type[Action], Judge] = {Cast: judge_cast}
MENUS = {WINDOW: Menu(sample, salient)}
PROCEDURES: dict[type[Frame], Procedure] = {
    Striking: striking,
    MagicPhase: magic_phase,
    Casting: casting,
    Dispelling: dispelling,
    CastNoMore: cast_no_more,
}
