"""Compulsory moves: rallying, running on, stupidity, random movement. [FB-4.11-4.13, FB-9.6]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Loop, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Cleared, Event, Marked, Moved, Popped, Pushed, Ruled, Step
from condotta.kernel.position import Position
from condotta.kernel.records import Mark
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.dangerous_terrain import Dangerous
from condotta.rules.ranked.movement.flight import Flight, steadied
from condotta.rules.ranked.movement.regrouping import Regroup
from condotta.rules.ranked.movement.steering import halted
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.reading.leadership import leadership
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import idle

RALLY = "rally test"
STUPIDITY = "stupidity test"
STAGGER = "stupidity dice"
RANDOM = "random movement"
TRIED = "tried to rally"
WITS = "tested stupidity"


class TurnStart(Loop, frozen=True, kw_only=True):
    """Stupidity tests at the start of the turn. [FB-9.6]"""


class CompulsoryMoves(Loop, frozen=True, kw_only=True):
    """Those who flee rally or run on, then the others that move whether they like or not."""


class Rally(Script, frozen=True, kw_only=True):
    """A fleeing regiment tries to rally. [FB-4.11]"""

    regiment: str


class RunsOn(Script, frozen=True, kw_only=True):
    """A regiment has failed to rally. [FB-4.12]"""

    regiment: str


class Wits(Script, frozen=True, kw_only=True):
    """A Stupidity test. [FB-9.6]"""

    regiment: str


class Stagger(Script, frozen=True, kw_only=True):
    """A stupid regiment, or one of random movement, moves ahead by dice. [FB-4.13, FB-9.6]"""

    regiment: str


def own(here: Field) -> tuple[Regiment, ...]:
    """The regiments of the seats whose turn it is."""
    return tuple(one for one in here.regiments if one.seat in here.position.active)


def turn_start(book: Book, state: State, _: TurnStart) -> Iterator[Event]:
    """Every regiment that may be stupid tests once. [FB-9.6]"""
    here = field(book, state.position)
    for one in own(here):
        if one.any_has("stupidity") and not (one.fleeing or one.marked(WITS) or here.engaged(one)):
            yield Pushed(Wits(regiment=one.id))
            return
    yield Popped()


def wits(book: Book, state: State, frame: Wits) -> Iterator[Event]:
    """Failed, it can do nothing but stagger ahead, and fears nothing. [FB-9.6]"""
    here = field(book, state.position)
    one = yield from there(here.find(frame.regiment))
    test = leadership_tests.plain(here, one, STUPIDITY, "FB-9.6")
    passed = yield from leadership_tests.taken(here, frame, test)
    yield Marked(one.id, Mark(WITS, names.TURN))
    if not passed:
        yield Marked(one.id, Mark(names.STUPID, names.TURN))
    yield Popped()


def compulsory_moves(book: Book, state: State, _: CompulsoryMoves) -> Iterator[Event]:
    """The next that flees, then the next that staggers. [FB-4.11, FB-4.13]"""
    here = field(book, state.position)
    for one in own(here):
        if one.fleeing and not (one.marked(names.FLED) or one.marked(TRIED)):
            yield Pushed(Rally(regiment=one.id))
            return
    for one in own(here):
        if staggers(here, one):
            yield Pushed(Stagger(regiment=one.id))
            return
    yield Popped()


def staggers(here: Field, one: Regiment) -> bool:
    """Whether a regiment must still move by dice. [FB-4.13, FB-9.6]"""
    if one.fleeing or one.marked(names.DID_MOVE) or here.engaged(one) or idle(here, one):
        return False
    return one.marked(names.STUPID) or one.any_has("random-movement")


def rally(book: Book, state: State, frame: Rally) -> Iterator[Event]:
    """Rally and reform, or run on. [FB-4.11, FB-4.12]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or not one.fleeing:
        yield Popped()
        return
    few = hard_to_rally(one.value(names.MUSTERED), one.models)
    needed = rally_leadership(leadership(here, one), one.marked(names.MUSICIAN), few)
    test = leadership_tests.Test(one, RALLY, "FB-4.11", needed)
    passed = yield from leadership_tests.taken(here, frame, test)
    yield Marked(one.id, Mark(TRIED, names.TURN))
    yield Popped()
    if passed:
        yield from steadied(one)
        yield Marked(one.id, Mark(names.RALLIED, names.TURN))
        yield Marked(one.id, Mark(names.DID_MOVE, names.TURN))
        for then in book.union(seams.RALLIED, state.position, one.piece):
            yield Pushed(then)
        yield Pushed(Regroup(regiment=one.id, clause="FB-4.11"))
        return
    yield Pushed(RunsOn(regiment=one.id))
    if leadership_tests.rerolled(frame, RALLY):
        return
    for then in book.union(seams.TEST_FAILED, state.position, one.piece, RALLY):
        yield Pushed(then)


def runs_on(_: Book, state: State, frame: RunsOn) -> Iterator[Event]:
    """It flees on, unless something lets it test once more. [FB-4.12]"""
    piece = state.position.pieces[frame.regiment]
    yield Popped()
    if piece.marked(names.AGAIN):
        yield Cleared(piece.id, names.AGAIN)
        yield Pushed(Rally(regiment=piece.id))
    else:
        yield Pushed(Flight(regiment=piece.id))


def stagger(book: Book, state: State, frame: Stagger) -> Iterator[Event]:
    """D6 inches ahead for the stupid, 2D6 for random movement; it stops before others.

    RULING FB-9.8: random movement goes 2D6 inches straight ahead.
    """
    here = field(book, state.position)
    one = yield from there(here.find(frame.regiment))
    stupid = one.marked(names.STUPID)
    window, clause = (STAGGER, "FB-9.6") if stupid else (RANDOM, "FB-4.13")
    pips = yield from thrown(frame, window, clause, 1 if stupid else 2, (one.id,))
    end = halted(here, one, one.pose, sum(pips) * names.INCH)
    yield Ruled(clause, "fb.4-13.staggers", {"regiment": one.id, "inches": sum(pips)})
    yield Marked(one.id, Mark(names.DID_MOVE, names.TURN))
    yield Popped()
    if end != one.pose:
        yield Marked(one.id, Mark(names.MOVED, names.TURN))
        yield Moved((Step(one.id, end),), "stagger")
        yield Pushed(Dangerous(regiment=one.id, way="charge", start=one.pose))


def step(_: Position, name: str) -> tuple[Frame, ...]:
    """What these rules do in a step of a phase."""
    if name == names.START:
        return (TurnStart(),)
    return (CompulsoryMoves(),) if name == names.COMPULSORY else ()


def hard_to_rally(mustered: int, left: int) -> bool:
    """Whether so few are left that only a double 1 rallies them. [FB-4.11]

    RULING FB-8.7: a quarter or less.

    >>> hard_to_rally(20, 5), hard_to_rally(20, 6)
    (True, False)
    """
    return 4 * left <= mustered


def rally_leadership(leadership: int, musician: bool, few: bool) -> int:
    """What 2D6 must not exceed for a rally. [FB-4.11]

    >>> rally_leadership(7, True, False), rally_leadership(9, True, True)
    (8, 2)
    """
    return 2 if few else leadership + int(musician)


HOOKS = ((seams.STEP, step, "FB-4.11"),)

PROCEDURES: dict[type[Frame], Procedure] = {
    TurnStart: turn_start,
    CompulsoryMoves: compulsory_moves,
    Rally: rally,
    RunsOn: runs_on,
    Wits: wits,
    Stagger: stagger,
}
