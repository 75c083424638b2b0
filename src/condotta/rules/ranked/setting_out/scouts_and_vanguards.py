"""Vanguards move before the first turn; ambushers come on later, by any edge. [FB-9.7]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import (
    Counted,
    Event,
    Marked,
    Moved,
    Popped,
    Pushed,
    Ruled,
    Step,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, one_of, thrown
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.moves import Manoeuvre, Way, way_of, why_not_so
from condotta.rules.ranked.reading.regiment import (
    Field,
    Regiment,
    field,
    game_turn,
    is_regiment,
    piece_has,
)
from condotta.table import Advance, Leg

CLAUSE = "FB-9.7"
WINDOW = "vanguard"
AMBUSH = "ambush"
FAR = 12 * names.INCH
DONE = "vanguard done"
AHEAD = "went ahead"
FIRST_AMBUSH, NEEDED = 2, 3
END = Choose("end")


class Outride(Action, frozen=True):
    """A regiment goes up to 12 inches before the first turn. [FB-9.7]"""

    piece: str
    legs: tuple[Leg, ...]


class Vanguard(Loop, frozen=True, kw_only=True):
    """The seats move their vanguards, whoever begins first; else in table order."""


class Outriding(Script, frozen=True, kw_only=True):
    """One vanguard move, or a seat that makes no more."""

    seat: Seat
    outride: Outride | None = None


class Ambushes(Script, frozen=True, kw_only=True):
    """A die for each unit in ambush: on a 3 or more it may come on this turn. [FB-9.7]"""

    pieces: tuple[str, ...]


def outriders(here: Field, seat: Seat) -> list[Regiment]:
    """The regiments of a seat that may still go ahead."""
    if here.position.count(seat, DONE):
        return []
    return [one for one in here.own(seat) if may_outride(one)]


def may_outride(one: Regiment) -> bool:
    """Whether a regiment has a vanguard move that it has not made."""
    fast = one.has("vanguard") or one.has("fast-cavalry")
    return fast and not one.marked(AHEAD)


def vanguard(book: Book, state: State, frame: Vanguard) -> Iterator[Event]:
    """Ask the next seat, or make the move that was said."""
    position = state.position
    if frame.answers:
        answer = frame.answers[0]
        said = answer.said if isinstance(answer.said, Outride) else None
        yield Pushed(Outriding(seat=answer.seat, outride=said))
        return
    here, seats = field(book, position), position.seats()
    first = seats.index(position.active[0]) if position.active else 0
    for seat in (*seats[first:], *seats[:first]):
        if outriders(here, seat):
            ask = Ask(seat, WINDOW, CLAUSE, options=("end",), says=("Outride",))
            yield from asked_once(state.asks, ask)
            return
    yield Popped()


def outriding(book: Book, state: State, frame: Outriding) -> Iterator[Event]:
    """The regiment where its move leads."""
    said = frame.outride
    if said is None:
        yield Counted(frame.seat, DONE, 1)
    else:
        here = field(book, state.position)
        way = way_ahead(here.regiment(said.piece), said)
        yield Moved((Step(said.piece, way.end),), "move")
        yield Marked(said.piece, Mark(AHEAD))
    yield Popped()


def way_ahead(one: Regiment, said: Outride) -> Way:
    """Where a vanguard move leads; it is up to 12 inches long, whatever its kind."""
    way = way_of(one, Manoeuvre(one.id, said.legs))
    way.limit = FAR
    return way


def judge_outride(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: Outride
) -> Verdict:
    """Whether a regiment may go ahead so. [FB-9.7, FB-4.1]"""
    here = field(book, position)
    one = here.find(said.piece)
    if one is None or one.id != said.piece or one not in outriders(here, seat):
        return Verdict((Refusal(CLAUSE, "fb.9-7.no-vanguard", {"piece": said.piece}),))
    way = way_ahead(one, said)
    refusals = why_not_so(here, one, Manoeuvre(one.id, said.legs), way)
    return Verdict(
        refusals,
        distance=round(way.cost),
        limit=round(way.limit),
        poses=((one.id, way.end),),
        via=way.via(one.id),
    )


def ideas(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Straight ahead, as far as may be; then the end."""
    for one in outriders(field(book, position), ask.seat):
        for inches in (12, 9, 6, 3):
            said = Outride(one.id, (Advance(inches * names.INCH),))
            if judge_outride(book, position, ask.seat, ask, said).ok:
                yield said
                break
    yield END


# ── ambushes ─────────────────────────────────────────────────────────────────
def in_ambush(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The units of a seat that wait in ambush."""
    return tuple(
        piece
        for piece in position.at("reserve")
        if piece.controller == seat and is_regiment(piece) and piece_has(piece, names.HIDDEN)
    )


def ambushes(_: Book, __: State, frame: Ambushes) -> Iterator[Event]:
    """Who may come on this turn."""
    pips = yield from thrown(frame, AMBUSH, CLAUSE, len(frame.pieces), frame.pieces)
    coming = [name for name, pip in zip(frame.pieces, pips, strict=True) if pip >= NEEDED]
    for name in coming:
        yield Ruled(CLAUSE, "fb.9-7.ambush", {"piece": name})
        yield Marked(name, Mark(names.COMES, names.TURN))
    yield Popped()


def step(position: Position, name: str) -> tuple[Frame, ...]:
    """Vanguards when all is set out; dice for ambushes as a turn starts."""
    if name == names.READY:
        return (Vanguard(),)
    if name != names.START or game_turn(position) < FIRST_AMBUSH:
        return ()
    hidden = tuple(piece.id for seat in position.active for piece in in_ambush(position, seat))
    return (Ambushes(pieces=hidden),) if hidden else ()


HOOKS = ((seams.STEP, step, CLAUSE),)
PROCEDURES: dict[type[Frame], Procedure] = {
    Vanguard: vanguard,
    Outriding: outriding,
    Ambushes: ambushes,
}
JUDGES: dict[type[Action], Judge] = {Outride: judge_outride}
MENUS = {WINDOW: one_of(ideas)}
