"""Getting out of transports: on one's own, or because it is destroyed. [SK-42, SK-43]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Frame, Needed, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import Asked, Cleared, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.removing import slain
from condotta.rules.skirmish.movement.placing_models import (
    OUT,
    out_of,
    set_up,
    waiting,
    why_not_placed,
)
from condotta.rules.skirmish.reading.dice import Throw, thrown
from condotta.rules.skirmish.reading.field import field, is_unit
from condotta.rules.skirmish.reading.transport_holds import passengers
from condotta.rules.skirmish.records import Trail

BAIL = "get out"
BAIL_ROLL = "wreck roll"
WHO = "who is slain"
ONES = frozenset({1})


class Disembark(Action, frozen=True):
    """A unit gets out of its transport: where each model stands. [SK-42]"""

    unit: str
    trails: tuple[Trail, ...]


class BailOut(Action, frozen=True):
    """Passengers get out of a destroyed transport; who is not named finds no place. [SK-43]"""

    trails: tuple[Trail, ...]


class Bailing(Script, frozen=True, kw_only=True):
    """One unit gets out of a transport that is about to go. [SK-43]"""

    unit: str
    transport: str


class Shaken(Script, frozen=True, kw_only=True):
    """A die for each passenger that got out; each 1 slays one of them. [SK-43]"""

    unit: str
    dice: int


class Casualties(Script, frozen=True, kw_only=True):
    """The owner names, one after another, who is slain. [SK-43]"""

    unit: str
    number: int


def carrier_of(unit: Piece) -> str:
    """The transport that a unit is inside, or nothing."""
    return unit.tail(names.ABOARD)


# ── on its own ───────────────────────────────────────────────────────────────
def aboard(position: Position, seat: Seat) -> Iterator[Piece]:
    """The units of a seat that are inside transports."""
    inside = (piece for piece in position.at("aside") if is_unit(piece))
    return (piece for piece in inside if piece.controller == seat and carrier_of(piece))


def leaving(position: Position, seat: Seat) -> tuple[str, ...]:
    """The units of a seat that may get out now and find room. [SK-42]"""
    here = field(position)
    return tuple(
        piece.id
        for piece in aboard(position, seat)
        if why_not_leave(position, piece) is None
        and out_of(position, piece, here.unit(carrier_of(piece)))
    )


def why_not_leave(position: Position, unit: Piece) -> Refusal | None:
    """Why a unit may not get out: only before its transport moves, and not as it got in. [SK-42]"""
    carrier = field(position).units.get(carrier_of(unit))
    params = {"unit": unit.id}
    if carrier is None:
        return Refusal("SK-42", "sk.42.inside", params)
    if unit.marked(names.MADE_MOVE) or unit.marked(names.DISEMBARKED):
        return Refusal("SK-42", "sk.42.both", params)
    if carrier.marked(names.MADE_MOVE):
        return Refusal("SK-42", "sk.42.moved", {**params, "transport": carrier.id})
    return None


def judge_disembark(
    _: Book, position: Position, seat: Seat, __: Ask | None, said: Disembark
) -> Verdict:
    """Whether a unit may get out so. [SK-42]"""
    unit = position.pieces.get(said.unit)
    if unit is None or not is_unit(unit) or unit.controller != seat:
        return Verdict((Refusal("SK-42", "sk.30.whose", {"unit": said.unit}),))
    why = why_not_leave(position, unit)
    if why is not None:
        return Verdict((why,))
    landing = OUT._replace(transport=carrier_of(unit))
    return Verdict(why_not_placed(position, unit, said.trails, landing))


def disembarked(position: Position, said: Disembark) -> Iterator[Event]:
    """The unit is on the table; it may move, and counts as having moved. [SK-42]"""
    unit = position.pieces[said.unit]
    transport = carrier_of(unit)
    yield Ruled("SK-42", "sk.42.out", {"unit": unit.id, "transport": transport})
    yield from set_up(position, unit, said.trails)
    yield Cleared(unit.id, names.ABOARD + transport)
    yield Marked(unit.id, Mark(names.DISEMBARKED, names.TURN))


# ── because it is destroyed ──────────────────────────────────────────────────
def dying(position: Position, model: str) -> tuple[Frame, ...]:
    """Before a transport is taken away its passengers get out. [SK-43]"""
    transport = position.pieces[model].command
    return tuple(
        Bailing(unit=unit.id, transport=transport) for unit in passengers(position, transport)
    )


def bailing(book: Book, state: State, frame: Bailing) -> Iterator[Event]:
    """The owner places them; who finds no place is slain; then dice for the others. [SK-43]"""
    position = state.position
    unit = position.pieces[frame.unit]
    carrier = field(position).units.get(frame.transport)
    if carrier is None or unit.place != "aside":
        yield Popped()
        return
    room = out_of(position, unit, carrier, some=True)
    said = frame.heard(BAIL)
    if room and said is None:
        about = (unit.id, frame.transport, str(len(room)))
        yield Asked(Ask(unit.controller, BAIL, "SK-43", says=("BailOut",), about=about))
        return
    trails = said.trails if isinstance(said, BailOut) else ()
    events: list[Event] = [
        Ruled("SK-43", "sk.43.out", {"unit": unit.id, "transport": frame.transport}),
        Cleared(unit.id, names.ABOARD + frame.transport),
        Marked(unit.id, Mark(names.DISEMBARKED, names.TURN)),
    ]
    if trails:
        events += set_up(position, unit, trails)
    yield from events
    yield Popped()
    if trails:
        yield Pushed(Shaken(unit=unit.id, dice=len(trails)))
    placed = {trail.model for trail in trails}
    lost = [model.id for model in waiting(position, unit.id) if model.id not in placed]
    if lost:
        params: dict[str, Param] = {"unit": unit.id, "models": len(lost)}
        yield Ruled("SK-43", "sk.43.no-room", params)
        now = replace(state, position=after(position, events))
        yield from slain(book, now, lost, by="", clause="SK-43")


def judge_bail(_: Book, position: Position, __: Seat, ask: Ask | None, said: BailOut) -> Verdict:
    """Whether passengers may get out so. [SK-43]

    RULING SK-163: nobody is left inside for choice: as many get out as the machine finds room for.
    """
    assert ask is not None
    unit, transport, least = ask.about
    piece = position.pieces[unit]
    if len(said.trails) < int(least):
        params: dict[str, Param] = {"unit": unit, "least": int(least)}
        return Verdict((Refusal("SK-43", "sk.43.all", params),))
    landing = OUT._replace(transport=transport, clause="SK-43")
    return Verdict(why_not_placed(position, piece, said.trails, landing, some=True))


def shaken(book: Book, state: State, frame: Shaken) -> Iterator[Event]:
    """One die for each passenger. [SK-43]"""
    unit = state.position.pieces[frame.unit]
    if unit.place != "table":
        yield Popped()
        return
    needed = Needed("sk.43.roll", {"unit": unit.id}, least=2)
    throw = Throw(
        BAIL_ROLL, "SK-43", unit.controller, frame.dice, (unit.id,), worth=ONES, needed=needed
    )
    pips = yield from thrown(book, state.position, frame, throw)
    ones = pips.count(1)
    yield Ruled("SK-43", "sk.43.ones", {"unit": unit.id, "models": ones})
    yield Popped()
    if ones:
        yield Pushed(Casualties(unit=unit.id, number=ones))


def casualties(book: Book, state: State, frame: Casualties) -> Iterator[Event]:
    """Ask who is slain until enough are named; where all are, nobody is asked. [SK-43]"""
    unit = yield from there(field(state.position).units.get(frame.unit))
    every = [model.id for model in unit.models]
    named = [said.option for one in frame.answers if isinstance(said := one.said, Choose)]
    if frame.number < len(every):
        left = tuple(name for name in every if name not in named)
        if len(named) < frame.number:
            about = (unit.id, str(frame.number - len(named)))
            yield Asked(Ask(unit.seat, WHO, "SK-43", left, about=about))
            return
    else:
        named = every
    yield Popped()
    yield from slain(book, state, named, by="", clause="SK-43")


HOOKS = ((seams.DYING, dying, "SK-43"),)
PROCEDURES: dict[type[Frame], Procedure] = {
    Bailing: bailing,
    Shaken: shaken,
    Casualties: casualties,
}
JUDGES: dict[type[Action], Judge] = {Disembark: judge_disembark, BailOut: judge_bail}
