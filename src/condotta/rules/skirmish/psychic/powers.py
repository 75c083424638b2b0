"""Psychic powers: whom they may be aimed at, and what they do. [SK-50, SK-54]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Cleared, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.mortal_wounds import Harming
from condotta.rules.skirmish.reading.datasheets import powers
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.records import Manifested
from condotta.rules.skirmish.shooting.targeting import visible
from condotta.table import at_most

SMITE, MIND_WARD = "smite", "mind_ward"
WHOM = "whom a power strikes"
STRONG = 10  # a test of more makes Smite worse for whom it strikes [SK-54]
WARD = 5


class Effect(Script, frozen=True, kw_only=True):
    """A power that nobody denied takes effect. [SK-50]"""

    manifested: Manifested


class WardsFade(Script, frozen=True, kw_only=True):
    """The wards of the seat whose Psychic phase begins are gone."""


def told(power: str) -> tuple[str, dict[str, Param]]:
    """What a power needs, how far it reaches and what it does, as a message. [SK-50, SK-54]"""
    known = powers()[power]
    params: dict[str, Param] = {"needs": known.warp_charge, "reach": known.range_in}
    if power == SMITE:
        return "sk.54.how", {**params, "strong": STRONG + 1}
    if power == MIND_WARD:
        params["save"] = WARD
    return f"sk.50.how.{power}", params


# ── at whom ──────────────────────────────────────────────────────────────────
def targets(book: Book, here: Field, unit: Unit, power: str) -> tuple[str, ...]:
    """Whom a power may be aimed at; one empty name where it finds its target itself. [SK-54]

    RULING SK-158: a power without anybody to affect is not tried.
    """
    reach = powers()[power].range_in * names.INCH
    if power == SMITE:
        return ("",) if nearest_seen(book, here, unit) else ()
    near = (one for one in here.friends(unit) if one is unit or here.within(unit, one, reach))
    if power == MIND_WARD:
        return tuple(one.id for one in near if one.has(names.INFANTRY) or one.has(names.BIKER))
    return tuple(one.id for one in near if one.has(names.INFANTRY) and not here.engaged(one))


def nearest_seen(book: Book, here: Field, unit: Unit) -> tuple[str, ...]:
    """The nearest visible enemy unit within reach of Smite; several where they tie. [SK-54, SK-14]

    Characters are no better off than others. [SK-75]
    """
    reach = powers()[SMITE].range_in * names.INCH
    seen = [
        foe
        for foe in here.enemies(unit)
        if here.within(unit, foe, reach)
        and any(visible(book, here, one, foe) for one in unit.models)
    ]
    least = min((here.apart(unit, foe) for foe in seen), default=0.0)
    return tuple(foe.id for foe in seen if at_most(here.apart(unit, foe), least))


# ── what it does ─────────────────────────────────────────────────────────────
def effect(book: Book, state: State, frame: Effect) -> Iterator[Event]:
    """What the power says. [SK-50]"""
    done = frame.manifested
    here = field(state.position)
    if done.power == SMITE and done.psyker in here.units:
        yield from smite(book, here, frame)
        return
    yield Popped()
    if done.target not in here.units:
        return
    if done.power == MIND_WARD:
        yield Ruled("SK-50", "sk.50.warded", {"unit": done.target, "needs": WARD})
        yield Marked(done.target, Mark(f"{names.WARDED}{WARD}"))
    elif not here.engaged(here.unit(done.target)):
        yield Ruled("SK-50", "sk.50.hastened", {"unit": done.target})
        yield Pushed(book.stack(seams.EXTRA_MOVE, state.position, done.target))


def smite(book: Book, here: Field, frame: Effect) -> Iterator[Event]:
    """D3 mortal wounds on the nearest visible enemy, D6 where the test was strong. [SK-54]"""
    done = frame.manifested
    unit = here.unit(done.psyker)
    struck = nearest_seen(book, here, unit)
    said = frame.heard(WHOM)
    if len(struck) > 1 and not isinstance(said, Choose):
        yield Asked(Ask(unit.seat, WHOM, "SK-14", struck, about=(unit.id,)))
        return
    yield Popped()
    if struck:
        target = said.option if isinstance(said, Choose) else struck[0]
        amount = "D6" if done.total > STRONG else "D3"
        yield Ruled("SK-54", "sk.54.smite", {"unit": unit.id, "target": target, "amount": amount})
        yield Pushed(Harming(unit=target, amount=amount, by=unit.seat, clause="SK-54"))


def warded(position: Position) -> tuple[tuple[str, str], ...]:
    """The wards on units of the active seat, each with its unit."""
    return tuple(
        (piece.id, mark.name)
        for piece in position.pieces.values()
        if piece.controller in position.active
        for mark in piece.marks
        if mark.name.startswith(names.WARDED)
    )


def wards_fade(_: Book, state: State, __: WardsFade) -> Iterator[Event]:
    """A ward lasts until its owner's next Psychic phase."""
    for unit, mark in warded(state.position):
        yield Cleared(unit, mark)
    yield Popped()


PROCEDURES: dict[type[Frame], Procedure] = {Effect: effect, WardsFade: wards_fade}
