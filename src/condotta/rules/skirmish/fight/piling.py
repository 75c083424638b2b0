"""Piling in and consolidating: models move nearer to their nearest enemy. [SK-104, SK-110]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import Asked, Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import or_else
from condotta.rules.skirmish.charge.nearing import may_approach, ways, why_not_nearer
from condotta.rules.skirmish.finding.terms import CONSOLIDATE, PILE_IN
from condotta.rules.skirmish.finding.trails import walked
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.records import Trail

STAY = "stay"
CLAUSES = {PILE_IN: "SK-104", CONSOLIDATE: "SK-110"}


class PileIn(Script, frozen=True, kw_only=True):
    """A unit that fights moves, before its attacks or after them. [SK-103]"""

    unit: str
    after: bool = False


class Close(Action, frozen=True):
    """The ways of those models of the unit that fights which move. [SK-104, SK-110]"""

    trails: tuple[Trail, ...]


def pile_in(_: Book, state: State, frame: PileIn) -> Iterator[Event]:
    """Ask for the ways, unless nobody could get nearer; nobody must move. [SK-104]"""
    position = state.position
    window = CONSOLIDATE if frame.after else PILE_IN
    unit = field(position).units.get(frame.unit)
    said = frame.heard(window)
    if said is None and unit is not None and may_approach(unit):
        ask = Ask(unit.seat, window, CLAUSES[window], (STAY,), ("Close",), about=(unit.id,))
        yield Asked(ask)
        return
    if unit is not None and isinstance(said, Close):
        yield from walked(position, unit, said.trails, window)
    yield Popped()


def judge_close(book: Book, position: Position, _: Seat, ask: Ask | None, said: Close) -> Verdict:
    """Whether the models of the unit that is asked may move so. [SK-104, SK-110]"""
    assert ask is not None
    unit = field(position).units.get(ask.about[0])
    if unit is None:
        return Verdict(refusals=(Refusal("SK-104", "sk.104.nobody", {"unit": ask.about[0]}),))
    return why_not_nearer(book, position, unit, said.trails, ask.window)


def moves(book: Book, position: Position, ask: Ask) -> Iterator[Close]:
    """A few ways for the unit."""
    unit = field(position).units.get(ask.about[0])
    if unit is not None:
        yield from (Close(trails) for trails in ways(book, position, unit, ask.window))


PROCEDURES: dict[type[Frame], Procedure] = {PileIn: pile_in}
JUDGES: dict[type[Action], Judge] = {Close: judge_close}
MENUS = dict.fromkeys((PILE_IN, CONSOLIDATE), or_else(moves, STAY, 0.9))
