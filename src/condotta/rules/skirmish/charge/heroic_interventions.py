"""Heroic interventions: enemy characters move after the charges. [SK-98 to SK-100]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Judge, Menu, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.charge.nearing import aimed, may_approach, ways, why_not_nearer
from condotta.rules.skirmish.finding.terms import INTERVENE
from condotta.rules.skirmish.finding.trails import walked
from condotta.rules.skirmish.reading import order
from condotta.rules.skirmish.reading.field import Unit, field, playing
from condotta.rules.skirmish.records import Trail
from condotta.rules.steps import queued

WINDOW = INTERVENE
NO_MORE = "end"
INTERVENED = "intervened"
REACH = 3 * names.INCH


class Interventions(Script, frozen=True, kw_only=True):
    """In which order the seats intervene whose turn it is not. [SK-98]"""


class Heroes(Loop, frozen=True, kw_only=True):
    """One seat after another makes all its interventions. [SK-98]"""

    seats: tuple[Seat, ...]


class Intervene(Action, frozen=True):
    """A character moves up to 3 inches, nearer to the nearest enemy. [SK-99]"""

    unit: str
    trails: tuple[Trail, ...]


def interventions(book: Book, state: State, _: Interventions) -> Iterator[Event]:
    """Possible even where nobody charged; never for the seat whose turn it is. [SK-98, SK-29]"""
    position = state.position
    others = tuple(seat for seat in playing(position) if seat not in position.active)
    able = tuple(seat for seat in others if candidates(book, position, seat))
    yield Popped()
    if able:
        yield Pushed(Heroes(seats=others))
        yield from queued(order.ordered(book, position, names.INTERVENTIONS, able))


def heroes(book: Book, state: State, frame: Heroes) -> Iterator[Event]:
    """The seat whose place it is intervenes once more, or the next seat begins. [SK-98]"""
    position = state.position
    seats = order.turns_of(position, names.INTERVENTIONS, frame.seats)
    if book.sole(seams.ONE_BY_ONE, book):
        seats = tuple(sorted(seats, key=lambda seat: made(position, seat)))
    if frame.answers:
        said = frame.answers[0].said
        if isinstance(said, Intervene):
            yield Ruled("SK-98", "sk.98.intervenes", {"unit": said.unit})
            yield Marked(said.unit, Mark(INTERVENED, names.PHASE))
            yield from walked(position, field(position).unit(said.unit), said.trails, WINDOW)
        else:
            seats = tuple(seat for seat in seats if seat != frame.answers[0].seat)
        yield Popped()
        yield Pushed(Heroes(seats=seats))
        return
    while seats and not candidates(book, position, seats[0]):
        seats = seats[1:]
    if seats and seats == frame.seats:
        ask = Ask(seats[0], WINDOW, "SK-98", (NO_MORE,), ("Intervene",))
        yield from order.asked_alone(state, ask)
        return
    yield Popped()
    if seats:
        yield Pushed(Heroes(seats=seats))


def made(position: Position, seat: Seat) -> int:
    """How many interventions a seat has made in this phase."""
    return sum(1 for unit in field(position).of(seat) if unit.marked(INTERVENED))


def candidates(book: Book, position: Position, seat: Seat) -> tuple[Unit, ...]:
    """The characters of a seat that may intervene now. [SK-98, SK-100]"""
    aim = aimed(book, position, WINDOW).aim
    return tuple(
        unit
        for unit in field(position).of(seat)
        if not why_not_intervene(book, position, unit) and may_approach(unit, aim)
    )


def why_not_intervene(book: Book, position: Position, unit: Unit) -> tuple[Refusal, ...]:
    """What keeps a unit from intervening. The 3 inches are measured before it moves. [SK-98]"""
    here = field(position)
    params = {"unit": unit.id}
    if not unit.has(names.CHARACTER):
        return (Refusal("SK-98", "sk.98.no-character", params),)
    if unit.seat in position.active:
        return (Refusal("SK-98", "sk.98.own-turn", params),)
    if unit.marked(INTERVENED):
        return (Refusal("SK-98", "sk.98.again", params),)
    if not any(here.within(unit, foe, REACH) for foe in here.enemies(unit)):
        return (Refusal("SK-98", "sk.98.far", params),)
    return book.refusals(seams.MAY_INTERVENE, position, unit)


def judge_intervene(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: Intervene
) -> Verdict:
    """Whether that character may intervene by that way. [SK-98, SK-99]"""
    unit = field(position).units.get(said.unit)
    if unit is None or unit.seat != seat:
        return Verdict(refusals=(Refusal("SK-98", "sk.98.whose", {"unit": said.unit}),))
    refused = why_not_intervene(book, position, unit)
    if refused:
        return Verdict(refusals=refused)
    return why_not_nearer(book, position, unit, said.trails, WINDOW)


def moves(book: Book, position: Position, ask: Ask) -> Iterator[Intervene]:
    """A few ways of every character that may intervene."""
    for unit in candidates(book, position, ask.seat):
        for trails in ways(book, position, unit, WINDOW):
            yield Intervene(unit.id, trails)


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """Any of them, or none."""
    return random.choice((Choose(NO_MORE), *moves(book, position, ask)))


def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """All of them, or none."""
    yield from moves(book, position, ask)
    yield Choose(NO_MORE)


PROCEDURES: dict[type[Frame], Procedure] = {Interventions: interventions, Heroes: heroes}
JUDGES: dict[type[Action], Judge] = {Intervene: judge_intervene}
REASONS = JUDGES  # who may not intervene is not asked, and is told why [SK-98]
MENUS = {WINDOW: Menu(sample, salient)}
