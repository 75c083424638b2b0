"""The Fight phase: chargers first, then seats in their order, one unit each. [SK-101, SK-102]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.asking import option_of
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.fight.melee import Fight
from condotta.rules.skirmish.reading import order
from condotta.rules.skirmish.reading.engagement import opponents
from condotta.rules.skirmish.reading.field import Unit, field, playing
from condotta.rules.skirmish.reading.stratagems import COUNTER_OFFENSIVE, may_use, spent
from condotta.rules.steps import in_step, queued

WINDOW = "fight unit"
FIRST = "charger fights"
COUNTER = "strike back with"
FINISH = "finish"


class ChargersFight(Loop, frozen=True, kw_only=True):
    """The units that charged fight, in the order their owner likes. [SK-102]

    `fought` is the one that has just done so: its enemies may strike back. [SK-132]
    """

    fought: str = ""


class StrikeBack(Script, frozen=True, kw_only=True):
    """The seat that was picked for it strikes back with a unit at once. [SK-132]"""


class FightOrder(Script, frozen=True, kw_only=True):
    """In which order the seats fight, round and round. [SK-102]"""


class Rotation(Loop, frozen=True, kw_only=True):
    """The seats in their order, each with one unit at its place, until nobody fights any more.

    `place` is that of the next seat in the order; a seat without models is passed over.
    """

    seats: tuple[Seat, ...] = ()
    place: int = 0


# ── who may fight ────────────────────────────────────────────────────────────
def eligible(position: Position, seat: Seat) -> tuple[Unit, ...]:
    """The units of a seat within an inch of an enemy that have not fought. [SK-101, SK-111]"""
    here = field(position)
    return tuple(
        unit for unit in here.of(seat) if not unit.marked(names.FOUGHT) and opponents(here, unit)
    )


def chargers(position: Position) -> tuple[Unit, ...]:
    """The units that charged this turn and have not fought, wherever enemies are. [SK-101]"""
    return tuple(
        unit
        for unit in field(position).units.values()
        if unit.marked(names.CHARGED) and not unit.marked(names.FOUGHT)
    )


# ── chargers first ───────────────────────────────────────────────────────────
def chargers_fight(book: Book, state: State, frame: ChargersFight) -> Iterator[Event]:
    """After each charger's fight its enemies may strike back; then the next charger. [SK-102]"""
    position = state.position
    if frame.fought:
        yield Popped()
        yield Pushed(replace(frame, fought="", answers=()))
        yield from window(book, position, frame.fought)
        return
    if frame.answers:
        yield from first(frame, option_of(frame))
        return
    pending = chargers(position)
    if not pending:
        yield Popped()
        return
    seat = pending[0].seat
    own = tuple(unit.id for unit in pending if unit.seat == seat)
    if len(own) == 1:
        yield from first(frame, own[0])
    else:
        yield from order.asked_alone(state, Ask(seat, FIRST, "SK-102", options=own))


def first(frame: ChargersFight, unit: str) -> Iterator[Event]:
    """One charger fights; the loop goes on knowing which. [SK-102]"""
    yield Popped()
    yield Pushed(replace(frame, fought=unit, answers=()))
    yield Pushed(Fight(unit=unit))


def window(book: Book, position: Position, charger: str) -> Iterator[Event]:
    """Who may strike back, now that a charger has fought: one of its enemies. [SK-132]"""
    seats = able_to_strike_back(book, position, charger)
    if seats:
        yield Pushed(StrikeBack())
        yield Pushed(book.stack(seams.ONE_OF, position, names.COUNTER, seats, charger))


def able_to_strike_back(book: Book, position: Position, charger: str) -> tuple[Seat, ...]:
    """The charger's enemies that can pay and have a unit that may fight. [SK-132]"""
    side = position.side(position.pieces[charger].controller)
    return tuple(
        seat
        for seat in order.turns_of(position, names.COUNTER, playing(position))
        if position.side(seat) != side
        and may_use(book, position, seat, COUNTER_OFFENSIVE)
        and eligible(position, seat)
    )


def strike_back(book: Book, state: State, frame: StrikeBack) -> Iterator[Event]:
    """Which unit fights next; that is paid for. [SK-132]"""
    position = state.position
    seat = order.picked(position, names.COUNTER)
    units = tuple(unit.id for unit in eligible(position, seat))
    able = seat and units and may_use(book, position, seat, COUNTER_OFFENSIVE)
    said = frame.heard(COUNTER)
    if able and said is None and len(units) > 1:
        yield Asked(Ask(seat, COUNTER, "SK-132", options=units))
        return
    if seat:
        yield Counted(seat, names.PICKED + names.COUNTER, 0)
    if able:
        unit = said.option if isinstance(said, Choose) else units[0]
        yield Ruled("SK-132", "sk.132.strikes-back", {"seat": seat, "unit": unit})
        yield from spent(position, seat, COUNTER_OFFENSIVE)
        yield Popped()
        yield Pushed(Fight(unit=unit))
    else:
        yield Popped()


# ── then everybody ───────────────────────────────────────────────────────────
def fight_order(book: Book, state: State, _: FightOrder) -> Iterator[Event]:
    """Whoever chooses says in which order all seats fight, if anybody still can. [SK-102]"""
    position = state.position
    seats = playing(position)
    yield Popped()
    if any(eligible(position, seat) for seat in seats):
        yield from queued(order.ordered(book, position, names.FIGHTS, seats))


def rotation(book: Book, state: State, frame: Rotation) -> Iterator[Event]:
    """The next seat that can and will fight chooses a unit, or has finished. [SK-102]"""
    position = state.position
    if not frame.seats:
        seats = order.turns_of(position, names.FIGHTS, playing(position))
        yield Popped()
        if seats:
            yield Pushed(replace(frame, seats=seats))
        return
    if frame.answers:
        seat = frame.answers[0].seat
        blocks: bool | None = book.sole(seams.IN_BLOCKS, book)
        stays = bool(blocks) and one_is_out(position, frame, seat)
        yield from fought(frame, seat, option_of(frame), stays=stays)
        return
    for seat in (*frame.seats[frame.place :], *frame.seats[: frame.place]):
        units = left_to_fight(position, seat)
        if units:
            options = (*(unit.id for unit in units), FINISH)
            yield from order.asked_alone(state, Ask(seat, WINDOW, "SK-102", options=options))
            return
    yield Popped()


def left_to_fight(position: Position, seat: Seat) -> tuple[Unit, ...]:
    """The units that a seat can still fight with, none once it has finished. [SK-102]"""
    return () if position.count(seat, names.DONE) else eligible(position, seat)


def one_is_out(position: Position, frame: Rotation, seat: Seat) -> bool:
    """Whether any other seat has no fight left. [SK-102]"""
    return any(not left_to_fight(position, one) for one in frame.seats if one != seat)


def fought(frame: Rotation, seat: Seat, option: str, *, stays: bool) -> Iterator[Event]:
    """A unit fights, or its seat has finished for this phase; then it is the next one's place.

    Where it `stays` that seat's place goes on until it has no fight left.

    RULING SK-155: nobody must fight, but who has said so once fights no more in this phase.
    """
    if option == FINISH:
        yield Ruled("SK-102", "sk.102.finished", {"seat": seat})
        yield Counted(seat, names.DONE, 1)
    place = (frame.seats.index(seat) + (not stays)) % len(frame.seats)
    yield Popped()
    yield Pushed(replace(frame, place=place, answers=()))
    if option != FINISH:
        yield Pushed(Fight(unit=option))


HOOKS: tuple[tuple[Any, Any, str], ...] = (
    (seams.STEP, in_step(names.FIGHT, ChargersFight(), FightOrder(), Rotation()), "SK-28"),
)
PROCEDURES: dict[type[Frame], Procedure] = {
    ChargersFight: chargers_fight,
    StrikeBack: strike_back,
    FightOrder: fight_order,
    Rotation: rotation,
}
