"""What the spells of the generic lore do. [FB-5.8, FB-5.11, FB-5.12, FB-5.15]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from condotta.kernel.asks import Action, Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import Asked, Event, Marked, Moved, Popped, Pushed, Ruled, Step
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Modifier, Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import one_of, there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.magic import storms
from condotta.rules.ranked.magic.lore import lore
from condotta.rules.ranked.magic.winds import SPELL
from condotta.rules.ranked.movement.moves import Manoeuvre, kind_of, way_of, why_not_so
from condotta.rules.ranked.reading.charts import on_target
from condotta.rules.ranked.reading.dice import hour, thrown
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.rules.ranked.records import Hit, Spell
from condotta.rules.ranked.shooting.random_hits import landed
from condotta.rules.ranked.shooting.templates import SMALL, Blast, scattered
from condotta.table import Advance, Leg, at_most

NUMBER, SCATTER, FAR = "number of hits", "scatter die", "scatter distance"
GUST, STAY = "second wind", "stay"


class Gust(Action, frozen=True):
    """Where a regiment goes with the second wind. [FB-5.15]"""

    piece: str
    legs: tuple[Leg, ...]


class Missiles(Script, frozen=True, kw_only=True):
    """A magic missile hits of itself. [FB-5.8]"""

    spell: Spell


class Lasting(Script, frozen=True, kw_only=True):
    """A spell that lies on a regiment for a turn. [FB-5.11]"""

    spell: Spell


class SecondWind(Script, frozen=True, kw_only=True):
    """A regiment makes another small move. [FB-5.15]"""

    spell: Spell


class FallingFire(Script, frozen=True, kw_only=True):
    """A template that scatters a die's inches. [FB-5.15]"""

    spell: Spell


def effect(spell: Spell) -> Frame:
    """The frame of a spell's effect."""
    row = lore()[spell.spell]
    match row.kind:
        case "missile":
            return Missiles(spell=spell)
        case "damage":
            return FallingFire(spell=spell)
        case "vortex":
            return storms.Storm(spell=spell)
        case _:
            return SecondWind(spell=spell) if row.inches else Lasting(spell=spell)


def hit_of(here: Field, spell: Spell, hits: int, target: str = "") -> Hit:
    """Hits of a spell, as strong as the lore says. [FB-5.12]"""
    caster = here.position.pieces[spell.wizard]
    return Hit(
        target,
        hits,
        lore()[spell.spell].strength,
        by=caster.controller,
        source=spell.wizard,
        way="magic",
        clause="FB-5.12",
    )


def missiles(book: Book, state: State, frame: Missiles) -> Iterator[Event]:
    """So many dice of hits. [FB-5.15]"""
    here, spell = field(book, state.position), frame.spell
    row = lore()[spell.spell]
    yield from there(here.find(spell.target))
    number = row.more_dice if spell.boosted else row.dice
    pips = yield from thrown(frame, NUMBER, "FB-5.15", number, (spell.wizard, spell.target))
    yield Popped()
    yield Pushed(landed(here, hit_of(here, spell, sum(pips), spell.target)))


def lasting(_: Book, state: State, frame: Lasting) -> Iterator[Event]:
    """A mark until the caster's next Magic phase. [FB-5.11]"""
    spell = frame.spell
    if state.position.pieces[spell.target].place == "table":
        told = {"piece": spell.target, "spell": spell.spell, "caster": spell.wizard}
        yield Ruled("FB-5.11", "fb.5-11.lies", told)
        yield Marked(spell.target, Mark(f"{SPELL}{spell.spell} {spell.wizard}"))
    yield Popped()


def under_spell(position: Position, piece: Piece, spell: str) -> bool:
    """Whether a spell lies on a piece or on the regiment that it is in, whoever cast it."""
    host = position.pieces.get(piece.command, piece)
    marks = (*piece.marks, *host.marks)
    return any(mark.name.startswith(f"{SPELL}{spell} ") for mark in marks)


def falling_fire(book: Book, state: State, frame: FallingFire) -> Iterator[Event]:
    """On the middle of the target, or so many inches off. [FB-5.15]"""
    here, spell = field(book, state.position), frame.spell
    target, about = (yield from there(here.find(spell.target))), (spell.wizard, spell.target)
    scatter = yield from thrown(frame, SCATTER, "FB-5.15", 1, about)
    x, y = (round(value) for value in target.base.centre)
    if not on_target(scatter[0]):
        way = yield from hour(frame, about)
        far = yield from thrown(frame, FAR, "FB-5.15", 1, about)
        x, y = scattered(x, y, way, far[0])
    yield Popped()
    hit = hit_of(here, spell, 1)
    yield Pushed(Blast(x=x, y=y, radius=SMALL, hit=hit))


# ── second wind ──────────────────────────────────────────────────────────────
def second_wind(book: Book, state: State, frame: SecondWind) -> Iterator[Event]:
    """The caster's seat says where the regiment goes, if anywhere. [FB-5.15]"""
    here, spell = field(book, state.position), frame.spell
    target = here.find(spell.target)
    said = frame.heard(GUST)
    if target is None or isinstance(said, Choose):
        if target is not None:
            yield Ruled("FB-5.15", "fb.5-15.stays", {"piece": target.id, "spell": spell.spell})
        yield Popped()
    elif isinstance(said, Gust):
        yield Ruled("FB-5.15", "fb.5-15.blown", {"piece": target.id, "spell": spell.spell})
        yield Moved((Step(target.id, way_of(target, moved(said)).end),), "move")
        yield Marked(target.id, Mark(names.MOVED, names.TURN))
        yield Popped()
    else:
        seat = state.position.pieces[spell.wizard].controller
        yield Asked(Ask(seat, GUST, "FB-5.15", options=(STAY,), says=("Gust",), about=(target.id,)))


def moved(said: Gust) -> Manoeuvre:
    """A gust as a remaining move."""
    return Manoeuvre(said.piece, said.legs)


def judge_gust(book: Book, position: Position, _: Seat, ask: Ask | None, said: Gust) -> Verdict:
    """As in Remaining Moves, but not farther than the spell says. [FB-5.15, FB-4.14]"""
    here = field(book, position)
    one = here.find(said.piece)
    if ask is None or one is None or (one.id,) != ask.about:
        return Verdict((Refusal("FB-5.15", "fb.5-15.another", {"piece": said.piece}),))
    way = way_of(one, moved(said))
    most = lore()["second-wind"].inches * names.INCH
    limit = min(way.limit, most if kind_of(said.legs) == "forward" else most / 2)
    refusals = why_not_so(here, one, moved(said), way)
    if not refusals and not at_most(way.cost, limit):
        told: dict[str, Param] = {"piece": one.id, "cost": round(way.cost), "limit": round(limit)}
        refusals = (Refusal("FB-4.14", "fb.4-14.too-far", told),)
    return Verdict(
        refusals, distance=round(way.cost), limit=round(limit), poses=((one.id, way.end),)
    )


def gusts(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Straight ahead, the farthest first, then nothing."""
    for inches in range(lore()["second-wind"].inches, 0, -1):
        said = Gust(ask.about[0], (Advance(inches * names.INCH),))
        if judge_gust(book, position, ask.seat, ask, said).ok:
            yield said
    yield Choose(STAY)


# ── spells that lie on a regiment ────────────────────────────────────────────
def lies(spell: str, value: int, who: int = 1) -> Callable[..., Modifier | None]:
    """A hook that gives a modifier if a spell lies on the piece in that place of its arguments."""

    def says(*args: Any) -> Modifier | None:
        if not under_spell(args[0], args[who], spell):
            return None
        return Modifier(value, f"fb.5-15.{spell}", "FB-5.15", group=spell)

    return says


YEARS = "weight-of-years"


def weaker(number: str) -> Callable[..., Modifier | None]:
    """A hook that takes one off Strength or Toughness, but never the last. [FB-5.15]"""

    def says(position: Position, piece: Piece, *_: Any) -> Modifier | None:
        if not under_spell(position, piece, YEARS) or position.count(piece.id, number) < 2:
            return None
        return Modifier(-1, f"fb.5-15.{YEARS}", "FB-5.15", group=YEARS)

    return says


HOOKS = (
    (seams.ARMOUR, lies("steel-skin", 1), "FB-5.15"),
    (seams.TO_HIT, lies("sapping-mist", -1), "FB-5.15"),
    (seams.STRENGTH, weaker(names.S), "FB-5.15"),
    (seams.TOUGHNESS, weaker(names.T), "FB-5.15"),
)
JUDGES: dict[type[Action], Judge] = {Gust: judge_gust}
MENUS = {GUST: one_of(gusts)}
PROCEDURES: dict[type[Frame], Procedure] = {
    Missiles: missiles,
    Lasting: lasting,
    SecondWind: second_wind,
    FallingFire: falling_fire,
}
