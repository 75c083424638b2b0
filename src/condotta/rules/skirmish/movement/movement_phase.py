"""The Movement phase: unit after unit moves, advances, falls back or gets out. [SK-30 to SK-42]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Needed, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import Asked, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, there
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.removing import slain
from condotta.rules.skirmish.finding.terms import ADVANCE, MOVE
from condotta.rules.skirmish.movement.medic import Tending
from condotta.rules.skirmish.movement.move_terms import advance, own_move
from condotta.rules.skirmish.movement.reserves import Reinforcing
from condotta.rules.skirmish.movement.transports import Disembark, aboard, disembarked, leaving
from condotta.rules.skirmish.movement.walking import (
    Walk,
    is_forced,
    judge_walk,
    judge_ways,
    made,
    must_move,
    near_enemy,
    why_not_move,
)
from condotta.rules.skirmish.reading.dice import Throw, thrown
from condotta.rules.skirmish.reading.field import Unit, field
from condotta.rules.steps import in_step

WINDOW = "move unit"
ADVANCE_MOVE = "advance"
EXTRA = "extra move"
ROLL = "advance roll"
END, STAY = "end", "stay"
ADVANCES = ":advance"
CLAUSE = "SK-30"


class MovementPhase(Loop, frozen=True, kw_only=True):
    """Asks for the next unit that moves, until none can or will. [SK-30]"""


class Walking(Script, frozen=True, kw_only=True):
    """A unit moves as was said. [SK-30]"""

    walk: Walk


class GettingOut(Script, frozen=True, kw_only=True):
    """A unit gets out as was said. [SK-42]"""

    out: Disembark


class Advancing(Script, frozen=True, kw_only=True):
    """A unit was picked to advance: its roll, then its move. [SK-36]"""

    unit: str


class ExtraMove(Script, frozen=True, kw_only=True):
    """A power lets a unit move as in its Movement phase, without an advance. [SK-50]"""

    unit: str


class Stranded(Script, frozen=True, kw_only=True):
    """Models that had to move and could not are slain, as the phase ends. [SK-39]"""


def movement_phase(book: Book, state: State, frame: MovementPhase) -> Iterator[Event]:
    """Ask for the next move, or begin the one that was said. [SK-30]"""
    position = state.position
    if frame.answers:
        said = frame.answers[0].said
        if isinstance(said, Walk):
            yield Pushed(Walking(walk=said))
        elif isinstance(said, Disembark):
            yield Pushed(GettingOut(out=said))
        elif isinstance(said, Choose) and said.option.endswith(ADVANCES):
            yield Pushed(Advancing(unit=said.option.removesuffix(ADVANCES)))
        else:
            yield Popped()
        return
    seat = position.active[0]
    able, inside = movable(book, position, seat), leaving(position, seat)
    if not able and not inside:
        yield Popped()
        return
    advances = tuple(unit.id + ADVANCES for unit in able if may_advance(book, position, unit))
    stuck = not any(must_move(book, position, unit) for unit in able)
    options = (*advances, *((END,) if stuck else ()))
    says = ("Walk", "Disembark") if any(aboard(position, seat)) else ("Walk",)
    about = (*(unit.id for unit in able), *inside)
    yield from asked_once(state.asks, Ask(seat, WINDOW, CLAUSE, options, says, about))


def walking(_: Book, state: State, frame: Walking) -> Iterator[Event]:
    """The move happens. [SK-30]"""
    yield from made(field(state.position).unit(frame.walk.unit), frame.walk)
    yield Popped()


def getting_out(_: Book, state: State, frame: GettingOut) -> Iterator[Event]:
    """The unit is set up beside its transport. [SK-42]"""
    yield from disembarked(state.position, frame.out)
    yield Popped()


def movable(book: Book, position: Position, seat: Seat) -> tuple[Unit, ...]:
    """The units of a seat that nothing keeps from moving. [SK-30]"""
    return tuple(
        unit for unit in field(position).of(seat) if not why_not_move(book, position, unit)
    )


def may_advance(book: Book, position: Position, unit: Unit) -> bool:
    """Whether a unit may advance: it moves at all and began near no enemy. [SK-36, SK-37, SK-39]

    One that must move so far may if it could without the advance, so that it does not stay.
    """
    if near_enemy(unit) or not own_move(book, position, unit, MOVE).most:
        return False
    return not is_forced(book, unit) or must_move(book, position, unit)


def advancing(book: Book, state: State, frame: Advancing) -> Iterator[Event]:
    """A die for all its models, then the move; it may stay where it is even so. [SK-36, SK-39]"""
    position = state.position
    unit = yield from there(field(position).units.get(frame.unit))
    needed = Needed("sk.36.needs", {"unit": unit.id})
    throw = Throw(ROLL, "SK-36", unit.seat, 1, (unit.id,), needed=needed)
    pips = yield from thrown(book, position, frame, throw)
    said = frame.heard(ADVANCE_MOVE)
    if said is None:
        about = (unit.id, str(pips[0]))
        options = () if is_forced(book, unit) else (STAY,)
        yield Asked(Ask(unit.seat, ADVANCE_MOVE, "SK-36", options, ("Walk",), about))
        return
    params: dict[str, Param] = {"unit": unit.id, "inches": pips[0]}
    yield Ruled("SK-36", "sk.36.roll", params)
    yield Popped()
    yield from made(unit, said if isinstance(said, Walk) else Walk(unit.id, ADVANCE))


def extra_move(book: Book, state: State, frame: ExtraMove) -> Iterator[Event]:
    """The unit moves once more, or stays. [SK-50]"""
    position = state.position
    unit = field(position).units.get(frame.unit)
    said = frame.heard(EXTRA)
    if said is None and unit is not None and may_go_on(book, unit):
        yield Asked(Ask(unit.seat, EXTRA, "SK-50", (STAY,), ("Walk",), (unit.id,)))
        return
    yield Popped()
    if unit is not None and isinstance(said, Walk):
        yield from made(unit, said)


def may_go_on(book: Book, unit: Unit) -> bool:
    """Whether a power can move a unit: none that has arrived in this turn. [SK-44]"""
    return not unit.marked(names.ARRIVED) and own_move(book, unit.position, unit, MOVE).most > 0


def stranded(book: Book, state: State, _: Stranded) -> Iterator[Event]:
    """RULING SK-156: it is looked at as the phase ends: who had to move by then and did not."""
    position = state.position
    yield Popped()
    lost = [unit for unit in field(position).of(position.active[0]) if is_forced(book, unit)]
    models = [model.id for unit in lost for model in unit.models]
    for unit in lost:
        yield Ruled("SK-39", "sk.39.slain", {"unit": unit.id})
    if models:
        yield from slain(book, state, models, by="", clause="SK-39")


# ── judging ──────────────────────────────────────────────────────────────────
def judge(book: Book, position: Position, seat: Seat, ask: Ask | None, said: Walk) -> Verdict:
    """Whether a unit may move so in the window that is open. [SK-30, SK-36, SK-50]"""
    if ask is None or ask.window == WINDOW:
        return judge_walk(book, position, seat, said)
    unit = field(position).units.get(ask.about[0])
    if unit is None:
        return Verdict((Refusal("SK-30", "sk.30.whose", {"unit": said.unit}),))
    if said.unit != unit.id or said.mode != (ADVANCE if ask.window == ADVANCE_MOVE else MOVE):
        return Verdict((Refusal("SK-30", "sk.30.whose", {"unit": said.unit}),))
    if ask.window == ADVANCE_MOVE:
        return judge_ways(position, unit, said, advance(book, position, unit, int(ask.about[1])))
    if said.aboard:
        return Verdict((Refusal("SK-41", "sk.41.phase", {"unit": unit.id}),))
    return judge_ways(position, unit, said, own_move(book, position, unit, MOVE))


def extra(_: Any, __: Position, unit: str) -> Frame:
    """The base game's further move. [SK-50]"""
    return ExtraMove(unit=unit)


HOOKS: tuple[tuple[Any, Any, str], ...] = (
    # RULING SK-164: at its end reinforcements are first, so that medics may help them.
    (
        seams.STEP,
        in_step(names.MOVEMENT, MovementPhase(), Stranded(), Reinforcing(), Tending()),
        "SK-28",
    ),
    (seams.EXTRA_MOVE, extra, "SK-50"),
)
PROCEDURES: dict[type[Frame], Procedure] = {
    MovementPhase: movement_phase,
    Walking: walking,
    GettingOut: getting_out,
    Advancing: advancing,
    ExtraMove: extra_move,
    Stranded: stranded,
}
JUDGES: dict[type[Action], Judge] = {Walk: judge}
