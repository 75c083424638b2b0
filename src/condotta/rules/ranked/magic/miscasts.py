"""Miscasts: what happens to a wizard that drew too much. [FB-5.7, FB-5.13, FB-5.14]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.records import Mark, Piece
from condotta.kernel.state import State
from condotta.rules.asking import drawn, there
from condotta.rules.ranked import names
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.losses.wounds import base_size, destroyed
from condotta.rules.ranked.magic.lore import KNOWS, known
from condotta.rules.ranked.magic.winds import power_of
from condotta.rules.ranked.magic.wizards import SPENT, able, where
from condotta.rules.ranked.reading.charts import D3_FACES, d3, miscast_row
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.rules.ranked.records import Hit
from condotta.rules.ranked.shooting.templates import LARGE, SMALL, Blast
from condotta.rules.steps import queued

MISCAST, POWER_LOST, LEVELS, FORGOTTEN = "miscast", "power dice lost", "levels lost", "forgotten"
SWALLOWED = "swallowed"
HALF_THE_PIPS = 3
TEMPLATES = {"rift": LARGE, "great-blast": SMALL}


class Miscast(Script, frozen=True, kw_only=True):
    """The table of miscasts, once a spell has been worked out. [FB-5.7, FB-5.13]"""

    wizard: str
    spell: str


class Swallowing(Script, frozen=True, kw_only=True):
    """On half the rolls a rift takes its wizard with it. [FB-5.13]"""

    wizard: str


class Draining(Script, frozen=True, kw_only=True):
    """A wizard loses levels and as many spells, the one just cast first. [FB-5.13, FB-5.14]"""

    wizard: str
    spell: str


def miscast(book: Book, state: State, frame: Miscast) -> Iterator[Event]:
    """Two dice for the row, one for the power that is lost."""
    here, position = field(book, state.position), state.position
    wizard = position.pieces[frame.wizard]
    yield from there(here.find(wizard.id))
    pips = yield from thrown(frame, MISCAST, "FB-5.13", 2, (wizard.id,))
    lost = yield from thrown(frame, POWER_LOST, "FB-5.13", 1, (wizard.id,))
    row = miscast_row(sum(pips))
    yield Ruled("FB-5.13", f"fb.5-13.{row}", {"piece": wizard.id, "dice": lost[0]})
    holder = power_of(position)
    pool = position.count(holder, names.POWER)
    if pool:
        yield Counted(holder, names.POWER, max(0, pool - lost[0]))
    yield Popped()
    yield from suffered(here, frame, row)


def suffered(here: Field, frame: Miscast, row: str) -> Iterator[Event]:
    """What the rows do besides. [FB-5.13]"""
    wizard = here.position.pieces[frame.wizard]
    if row == "drain":
        yield Marked(wizard.id, Mark(SPENT, names.PHASE))
        yield Pushed(Draining(wizard=wizard.id, spell=frame.spell))
    elif row == "backlash":
        yield from queued(Wounding(hit=harm(each.id, 6)) for each in able(here, wizard.controller))
        if wizard.id not in {each.id for each in able(here, wizard.controller)}:
            yield Pushed(Wounding(hit=harm(wizard.id, 6)))
    else:
        if row == "rift":
            yield Pushed(Swallowing(wizard=wizard.id))
        yield Pushed(blast_around(here, wizard, row))


def blast_around(here: Field, wizard: Piece, row: str) -> Blast:
    """The template on the wizard, or the models that touch it. [FB-5.13]

    RULING FB-5.18: those in base contact are those within a circle just wider than its base.
    """
    x, y = (round(value) for value in where(here, wizard.id))
    width, depth = base_size(here.position, wizard.id)
    contact = round((width**2 + depth**2) ** 0.5 / 2) + names.INCH // 50
    radius = TEMPLATES.get(row, contact)
    spared = () if row in TEMPLATES else (wizard.id,)
    hit = harm("", 10)
    return Blast(x=x, y=y, radius=radius, hit=hit, spared=spared)


def harm(target: str, strength: int) -> Hit:
    """A hit of one's own mishap."""
    return Hit(target, 1, strength, way="mishap", clause="FB-5.13")


def swallowing(book: Book, state: State, frame: Swallowing) -> Iterator[Event]:
    """On 1 to 3 the wizard is removed. [FB-5.13]"""
    wizard = state.position.pieces[frame.wizard]
    if wizard.place != "table":
        yield Popped()
        return
    pips = yield from thrown(frame, SWALLOWED, "FB-5.13", 1, (wizard.id,))
    yield Popped()
    if pips[0] <= HALF_THE_PIPS:
        yield from destroyed(book, state.position, wizard.id, by="", clause="FB-5.13")


def draining(_: Book, state: State, frame: Draining) -> Iterator[Event]:
    """D3 levels, and random spells after the one just cast. [FB-5.13, FB-5.14]"""
    position = state.position
    has = position.count(frame.wizard, names.WIZARD_LEVEL)
    needed = Needed("fb.5-13.levels", {"piece": frame.wizard}, counts=D3_FACES)
    pips = yield from thrown(frame, LEVELS, "FB-5.13", 1, (frame.wizard,), needed=needed)
    lost = min(has, d3(pips[0]))
    spells = known(position, frame.wizard)
    first = (frame.spell,) if frame.spell in spells and lost else ()
    left = tuple(sorted(one for one in spells if one not in first))
    more = min(len(left), lost - len(first))
    about = (frame.wizard,)
    gone = (
        (yield from drawn(frame, FORGOTTEN, "FB-5.14", left, count=more, about=about))
        if more
        else ()
    )
    yield Counted(frame.wizard, names.WIZARD_LEVEL, has - lost)
    for spell in (*first, *gone):
        yield Counted(frame.wizard, KNOWS + spell, 0)
    yield Popped()


PROCEDURES: dict[type[Frame], Procedure] = {
    Miscast: miscast,
    Swallowing: swallowing,
    Draining: draining,
}
