"""Hired knives: hits on a hero or a champion before any blow. [T17 of TT-11.10]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Modifier
from condotta.kernel.state import State
from condotta.rules.ranked import names as words
from condotta.rules.ranked import seams
from condotta.rules.ranked.combat.challenges import DuelWounds
from condotta.rules.ranked.combat.fronts import CHAMPION
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.losses.wounds import TAKEN
from condotta.rules.ranked.reading.charts import D3_FACES, d3
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.ranked.records import Hit
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Ploy
from condotta.rules.treachery.playing import OPENS, Resolve
from condotta.rules.treachery.ploys import of_the_two

WINDOW, STRENGTH, STABBED = "knives", 3, "stabbed "
"""The die, the Strength of the hits, and a mark: how many wounds the knives of which unit."""


class Knives(Script, frozen=True, kw_only=True):
    """D3 hits on a hero, or on the champion of a regiment, for the player of a unit."""

    unit: str
    victim: str


class Stabbed(Script, frozen=True, kw_only=True):
    """The hits are worked out: what they dealt counts in the combat. `before` it had taken."""

    unit: str
    victim: str
    before: int


def engaged(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """Engaged units of the two who are not neutral. [T13, T17]"""
    here = field(book, position)
    units = (one for one in here.regiments if here.touching(one))
    return of_the_two(position, about, names.COMBAT, units)


def victims(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """Enemy characters and champions in contact with such a unit: `unit>hero`."""
    here = field(book, position)
    found = []
    for name in engaged(book, position, "", about):
        for foe in here.touching(here.regiment(name)):
            heroes = [one.id for one in foe.pieces if words.CHARACTER in one.traits]
            if foe.marked(words.CHAMPION):
                heroes.append(foe.id + CHAMPION)
            found += [f"{name}>{hero}" for hero in heroes]
    return tuple(found)


def hired(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """The chosen unit's player scores for what they do. [TT-9.3]"""
    unit, _sign, victim = frame.target.partition(">")
    yield Pushed(Knives(unit=unit, victim=victim))


def stab(_: Book, state: State, frame: Knives) -> Iterator[Event]:
    """So many Strength 3 hits on the victim alone."""
    target = frame.victim.removesuffix(CHAMPION)
    needed = Needed("tt.11-8.needs", {"unit": frame.unit, "target": target}, counts=D3_FACES)
    pips = yield from thrown(frame, WINDOW, "TT-11.8", 1, (frame.unit, target), needed=needed)
    by = state.position.pieces[frame.unit].controller
    hit = Hit(target, d3(pips[0]), STRENGTH, by=by, clause="TT-11.8")
    taken = state.position.count(target, TAKEN)
    yield Popped()
    yield Pushed(Stabbed(unit=frame.unit, victim=target, before=taken))
    if target == frame.victim:
        yield Pushed(Wounding(hit=hit))
    else:
        yield Pushed(DuelWounds(hit=hit, fighter=frame.unit, rival=frame.victim))


def stabbed(_: Book, state: State, frame: Stabbed) -> Iterator[Event]:
    """The wounds are remembered on the unit until the phase is over."""
    dealt = state.position.count(frame.victim, TAKEN) - frame.before
    if dealt > 0:
        yield Marked(frame.unit, Mark(f"{STABBED}{dealt} {frame.unit}", names.PHASE))
    yield Popped()


def counted(position: Position, ours: tuple[str, ...], _: tuple[str, ...]) -> Modifier | None:
    """They count in the combat result, once, whoever is left over of the unit. [FB-7.11, 8.5]"""
    said = {one for name in ours for one in position.pieces[name].tails(STABBED)}
    dealt = sum(int(one.split()[0]) for one in said)
    return Modifier(dealt, "tt.11-8.knives", "TT-11.8") if dealt else None


PLOYS = {"T17": Ploy(OPENS, victims, hired)}
PROCEDURES: dict[type[Frame], Procedure] = {Knives: stab, Stabbed: stabbed}
HOOKS = ((seams.COMBAT_RESULT, counted, "TT-11.8"),)
