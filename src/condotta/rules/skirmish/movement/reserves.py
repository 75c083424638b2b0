"""Reinforcements arrive at the end of their owner's Movement phase, or never. [SK-44, SK-45]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Judge, Menu, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.removing import taken
from condotta.rules.skirmish.movement.placing_models import DROP, dropped, set_up, why_not_placed
from condotta.rules.skirmish.reading.field import field, is_model, is_unit
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.settings import settings_of
from condotta.table import Point

WINDOW = "reinforcements"
END = "end"
LAST_ROUND = 3
STEP = 3 * names.INCH
TRIES = 12
MOST = 8  # places that are worth thinking about, for each unit


class Arrive(Action, frozen=True):
    """A unit comes from reserve: where each model is set up. [SK-44]"""

    unit: str
    trails: tuple[Trail, ...]


class Reinforcing(Loop, frozen=True, kw_only=True):
    """Asks for the next unit that arrives, until none can or will. [SK-44]"""


class Arriving(Script, frozen=True, kw_only=True):
    """A unit arrives as was said. [SK-44]"""

    arrive: Arrive


class TooLate(Script, frozen=True, kw_only=True):
    """Units that have not arrived by the end of the third battle round are slain. [SK-45]"""


def in_reserve(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The units of a seat that wait off the table."""
    return tuple(
        piece for piece in position.at("reserve") if piece.controller == seat and is_unit(piece)
    )


def reinforcing(_: Book, state: State, frame: Reinforcing) -> Iterator[Event]:
    """Ask for the next arrival, or let it happen. [SK-44]"""
    position = state.position
    if frame.answers:
        said = frame.answers[0].said
        if isinstance(said, Arrive):
            yield Pushed(Arriving(arrive=said))
        else:
            yield Popped()
        return
    seat = position.active[0]
    waiting = tuple(piece.id for piece in in_reserve(position, seat))
    if not waiting:
        yield Popped()
        return
    ask = Ask(seat, WINDOW, "SK-44", options=(END,), says=("Arrive",), about=waiting)
    yield from asked_once(state.asks, ask)


def arriving(_: Book, state: State, frame: Arriving) -> Iterator[Event]:
    """The unit is on the table; it counts as having moved, and moves no further. [SK-44]"""
    position, said = state.position, frame.arrive
    yield Ruled("SK-44", "sk.44.arrives", {"unit": said.unit})
    yield from set_up(position, position.pieces[said.unit], said.trails)
    yield Marked(said.unit, Mark(names.ARRIVED, names.TURN))
    yield Popped()


def judge_arrive(_: Book, position: Position, seat: Seat, __: Ask | None, said: Arrive) -> Verdict:
    """Whether a unit may arrive there: more than 9 inches from every enemy model. [SK-44]"""
    unit = position.pieces.get(said.unit)
    if unit is None or unit not in in_reserve(position, seat):
        return Verdict((Refusal("SK-44", "sk.30.whose", {"unit": said.unit}),))
    return Verdict(why_not_placed(position, unit, said.trails, DROP))


def too_late(book: Book, state: State, _: TooLate) -> Iterator[Event]:
    """They are slain, by nobody's doing, with whoever is inside them; nothing explodes. [SK-45]"""
    position = state.position
    yield Popped()
    if not settings_of(book).flag("reserveLimit"):
        return
    late = [piece for seat in position.seats() for piece in in_reserve(position, seat)]
    for unit in late:
        yield Ruled("SK-45", "sk.45.late", {"unit": unit.id})
    units = {unit.id for unit in late}
    units |= {
        piece.id
        for piece in position.at("aside")
        if is_unit(piece) and any(piece.marked(names.ABOARD + name) for name in units)
    }
    models = [
        piece
        for piece in position.pieces.values()
        if piece.command in units and is_model(piece) and piece.place != "lost"
    ]
    if models:
        yield from taken(book, position, models, by="", clause="SK-45")


# ── for whoever must choose ──────────────────────────────────────────────────
def lattice(position: Position) -> list[Point]:
    """Places all over the table, in rows."""
    board = position.board
    return [
        (float(x), float(y))
        for y in range(STEP // 2, board.depth, STEP)
        for x in range(STEP // 2, board.width, STEP)
    ]


def drops(position: Position, unit: Piece, places: list[Point]) -> Iterator[Arrive]:
    """Arrivals round some places, those that are legal."""
    for place in places:
        trails = dropped(position, unit, place)
        if trails:
            yield Arrive(unit.id, trails)


def sample(_: Book, position: Position, ask: Ask, random: Random) -> Action:
    """Some unit somewhere; mostly, for who never comes is lost."""
    units = in_reserve(position, ask.seat)
    if units and random.random() < 0.8:
        unit = random.choice(units)
        places = lattice(position)
        some = [random.choice(places) for _ in range(TRIES)]
        return next(drops(position, unit, some), Choose(END))
    return Choose(END)


def salient(_: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Each unit as near to enemies as it may come; or none."""
    foes = [model.base.centre for model in field(position).hostile(ask.seat)]

    def far(at: Point) -> float:
        return min(((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in foes), default=0.0)

    near = [at for at in lattice(position) if far(at) > DROP.away * DROP.away or not foes]
    for unit in in_reserve(position, ask.seat):
        found = drops(position, unit, sorted(near, key=far))
        yield from islice(found, MOST)
    yield Choose(END)


def round_over(position: Position) -> tuple[Frame, ...]:
    """As the third battle round ends, whoever still waits is lost. [SK-45]"""
    late = position.count(names.TABLE, names.ROUND) >= LAST_ROUND
    return (TooLate(),) if late and any(map(is_unit, position.at("reserve"))) else ()


HOOKS = ((seams.ROUND_OVER, round_over, "SK-45"),)
PROCEDURES: dict[type[Frame], Procedure] = {
    Reinforcing: reinforcing,
    Arriving: arriving,
    TooLate: too_late,
}
JUDGES: dict[type[Action], Judge] = {Arrive: judge_arrive}
MENUS = {WINDOW: Menu(sample, salient)}
