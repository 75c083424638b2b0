"""Medics give wounds back at the end of their owner's Movement phase. [SK-22]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Frame, Loop, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, option_of
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.dice import (
    Throw,
    expression,
    faces_of,
    most_of,
    one_die,
    thrown,
)
from condotta.rules.skirmish.reading.field import Unit, field

WINDOW = "medic"
ROLL = "medic roll"
END = "end"
ABILITY = "medic"
TENDED = "tended"
REACH = 3 * names.INCH
D3 = 3
CLAUSE = "SK-22"


class Tending(Loop, frozen=True, kw_only=True):
    """Asks for the next medic and patient, until none can or will. [SK-22]"""


class Tended(Script, frozen=True, kw_only=True):
    """A medic at work: D3 of the wounds that a model has lost. [SK-22]"""

    medic: str
    model: str


def tending(_: Book, state: State, frame: Tending) -> Iterator[Event]:
    """Ask whom the active seat's medics help."""
    position = state.position
    if frame.answers:
        medic, found, model = option_of(frame).partition(":")
        yield Pushed(Tended(medic=medic, model=model)) if found else Popped()
        return
    seat = position.active[0]
    options = tuple(patients(position, seat))
    if not options:
        yield Popped()
        return
    yield from asked_once(state.asks, Ask(seat, WINDOW, CLAUSE, (*options, END)))


def patients(position: Position, seat: Seat) -> Iterator[str]:
    """Each medic of a seat that has helped nobody in this phase, with each model in its reach.

    RULING SK-158: a medic may help itself: it is infantry within 3 inches of itself. [SK-26]
    """
    here = field(position)
    for medic in here.of(seat):
        if medic.ability(ABILITY) is None or medic.marked(TENDED):
            continue
        for unit in here.of(seat):
            if unit is medic or (unit.has(names.INFANTRY) and here.within(medic, unit, REACH)):
                yield from (f"{medic.id}:{name}" for name in wounded(position, unit))


def wounded(position: Position, unit: Unit) -> tuple[str, ...]:
    """The models of a unit that have lost wounds."""
    return tuple(model.id for model in unit.models if position.count(model.id, names.WOUNDS))


def tended(book: Book, state: State, frame: Tended) -> Iterator[Event]:
    """The model has D3 lost wounds back, no more than it had. [SK-22]"""
    position = state.position
    model = position.pieces[frame.model]
    if model.place != "table":
        yield Popped()
        return
    lost = position.count(model.id, names.WOUNDS)
    throw = Throw(
        ROLL,
        CLAUSE,
        model.controller,
        1,
        (frame.medic, model.command),
        worth=most_of(D3),
        outcome=lambda pips: min(lost, one_die(pips[0], D3)),
        needed=Needed(
            "sk.22.roll",
            {"unit": frame.medic, "model": model.id, "lost": lost},
            counts=faces_of(expression("D3")),
        ),
    )
    pips = yield from thrown(book, position, frame, throw)
    back = min(lost, one_die(pips[0], D3))
    params: dict[str, Param] = {"unit": frame.medic, "model": model.id, "wounds": back}
    yield Ruled(CLAUSE, "sk.22.tended", params)
    yield Counted(model.id, names.WOUNDS, lost - back)
    yield Marked(frame.medic, Mark(TENDED, names.PHASE))
    yield Popped()


PROCEDURES: dict[type[Frame], Procedure] = {Tending: tending, Tended: tended}
