"""Declaring charges one at a time, reacting to each, redirecting. [FB-4.2-4.6, FB-9.2, FB-9.4]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Loop, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.records import Mark, Seat
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, withdrawn
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.charge_moves import ResolveCharges
from condotta.rules.ranked.charges.possible_charges import announced, choices, targets
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.arcs import facings_struck
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.records import Charge, Declare, React
from condotta.rules.steps import in_step, queued

WINDOW = "declare charges"
END = "end"
CHARGES_DONE = "charges declared"
FRENZY = "frenzy test"
WHOM = "frenzied charge"
HELD = "held back"
TIE = "facing struck"


class Declarations(Loop, frozen=True, kw_only=True):
    """Every active seat declares its charges, one after another. [FB-4.2]"""


class DeclarationsDone(Script, frozen=True, kw_only=True):
    """A seat declares no more charges; its frenzied regiments may see it otherwise. [FB-9.4]"""

    seat: Seat


class Frenzied(Script, frozen=True, kw_only=True):
    """A frenzied regiment that could charge tests, or must. [FB-9.4]"""

    regiment: str


def declarations(book: Book, state: State, frame: Declarations) -> Iterator[Event]:
    """Ask for the next charge, or begin the one that was said. [FB-4.2]"""
    here = field(book, state.position)
    if frame.answers:
        answer = frame.answers[0]
        assert isinstance(answer.said, Choose), answer
        charger, found, target = answer.said.option.partition(">")
        if found:
            yield Pushed(Declare(charger=charger, target=target))
        else:
            yield Pushed(DeclarationsDone(seat=answer.seat))
        return
    waiting = {seat: said for seat in here.position.active if (said := open_to(here, seat))}
    if not waiting:
        yield Popped()
        yield Pushed(ResolveCharges())
        return
    yield from withdrawn(state.asks, WINDOW, waiting)
    for seat, options in waiting.items():
        yield from asked_once(state.asks, Ask(seat, WINDOW, "FB-4.2", options=(*options, END)))


def open_to(here: Field, seat: Seat) -> tuple[str, ...]:
    """The charges that a seat may still declare; none once it has said that it is done."""
    if here.position.count(seat, CHARGES_DONE) == here.position.turn:
        return ()
    return choices(here, seat)


def wild(here: Field, seat: Seat) -> Iterator[Regiment]:
    """Frenzied regiments that could charge and have not been held back. [FB-9.4]"""
    for one in here.own(seat):
        if one.has("frenzy") and not one.marked(HELD) and targets(here, one):
            yield one


def declarations_done(book: Book, state: State, frame: DeclarationsDone) -> Iterator[Event]:
    """Done, unless somebody is frenzied. [FB-9.4]"""
    here = field(book, state.position)
    one = next(wild(here, frame.seat), None)
    if one is not None:
        yield Pushed(Frenzied(regiment=one.id))
        return
    yield Counted(frame.seat, CHARGES_DONE, here.position.turn)
    yield Popped()


def frenzied(book: Book, state: State, frame: Frenzied) -> Iterator[Event]:
    """A Leadership test holds it back; otherwise it charges, at whom its owner says. [FB-9.4]"""
    here = field(book, state.position)
    one = here.regiment(frame.regiment)
    test = leadership_tests.plain(here, one, FRENZY, "FB-9.4")
    passed = leadership_tests.outcome(here, frame, test)
    if isinstance(passed, Ask):
        yield Asked(passed)
        return
    foes = tuple(foe.id for foe in targets(here, one))
    said = frame.heard(WHOM)
    if not passed and len(foes) > 1 and not isinstance(said, Choose):
        yield leadership_tests.told(frame, test, passed)
        yield Asked(Ask(one.seat, WHOM, "FB-9.4", options=foes, about=(one.id,)))
        return
    if not isinstance(said, Choose):
        yield leadership_tests.told(frame, test, passed)
    yield Marked(one.id, Mark(HELD, names.TURN))
    yield Popped()
    if not passed:
        target = said.option if isinstance(said, Choose) else foes[0]
        yield Pushed(Declare(charger=one.id, target=target))


def declare(book: Book, state: State, frame: Declare) -> Iterator[Event]:
    """Which facing will be struck is settled, then the target reacts. [FB-4.3, FB-4.10]"""
    here = field(book, state.position)
    one, foe = here.regiment(frame.charger), here.regiment(frame.target)
    sides = facings_struck(one.base, one.files, foe.base)
    tied, about = len(sides) > 1, (one.id, foe.id)
    tie = (yield from thrown(frame, TIE, "FB-4.10", 1, about)) if tied else (0,)
    side = sides[tie[0] % len(sides)]
    yield Ruled("FB-4.2", "fb.4-2.declared", {"charger": one.id, "target": foe.id, "facing": side})
    yield announced(one.id, foe.id, side)
    yield Popped()
    yield Pushed(React(charger=one.id, target=foe.id, first=frame.first))
    charge = Charge(one.id, foe.id, facing=side)
    yield from queued(book.union(seams.CHARGE_DECLARED, state.position, charge))


HOOKS = ((seams.STEP, in_step(names.CHARGES, Declarations()), "FB-4.2"),)

PROCEDURES: dict[type[Frame], Procedure] = {
    Declarations: declarations,
    DeclarationsDone: declarations_done,
    Frenzied: frenzied,
    Declare: declare,
}
