"""What a charged regiment does, and where a charger turns whose target flees. [FB-4.3-4.6]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.records import Mark
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.possible_charges import (
    announced,
    declared_by,
    possible,
    undeclared,
)
from condotta.rules.ranked.movement.flight import Flight
from condotta.rules.ranked.movement.panic import must_test
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import causes_fear, fearless, idle
from condotta.rules.ranked.records import Declare, React, Redirect, Shot
from condotta.rules.ranked.shooting.missiles import QUICK, missile
from condotta.rules.ranked.shooting.volleys import Volleying

HOLD, STAND, FLEE = "hold", "stand-and-shoot", "flee"
WINDOW = "charge reaction"
TERROR = "terror test"
REDIRECT = "redirect"
NERVE = "redirect test"
EITHER = "target of two"
KEEP = "keep"
REDIRECTED = "redirected"


def react(book: Book, state: State, frame: React) -> Iterator[Event]:
    """Terror first; then the owner chooses, where there is a choice. [FB-4.3, FB-9.2]"""
    here = field(book, state.position)
    charger = yield from there(here.find(frame.charger))
    target = yield from there(here.find(frame.target))
    if target.fleeing:
        yield from chosen(charger, target, FLEE, frame.first)
        return
    if not here.engaged(target) and terrified_by(here, target, charger):
        test = leadership_tests.plain(here, target, TERROR, "FB-9.2")
        passed = leadership_tests.outcome(here, frame, test)
        if isinstance(passed, Ask):
            yield Asked(passed)
            return
        if frame.heard(WINDOW) is None:
            yield leadership_tests.told(frame, test, passed)
        if not passed:
            yield Marked(target.id, Mark(names.TESTED_PANIC, names.PHASE))
            yield from chosen(charger, target, FLEE, frame.first)
            return
    options = reactions(here, charger, target)
    said = frame.heard(WINDOW)
    if len(options) > 1 and not isinstance(said, Choose):
        about = (charger.id, target.id)
        yield Asked(Ask(target.seat, WINDOW, "FB-4.3", options=options, about=about))
        return
    option = said.option if isinstance(said, Choose) else options[0]
    yield from chosen(charger, target, option, frame.first)


def terrified_by(here: Field, target: Regiment, charger: Regiment) -> bool:
    """Whether a target must test for Terror before it reacts. [FB-9.2]

    RULING FB-9.9: the test is a Panic test, so that nobody takes two in one phase. [FB-8.2]
    """
    if not charger.any_has("terror") or fearless(target) or not must_test(here, target):
        return False
    return not causes_fear(target)


def reactions(here: Field, charger: Regiment, target: Regiment) -> tuple[str, ...]:
    """What a target may do: the engaged, and who may do nothing, only hold. [FB-4.3, 4.4, 9.3]"""
    found = [HOLD]
    if not (here.engaged(target) or idle(here, target)):
        if may_stand_and_shoot(here, charger, target):
            found.append(STAND)
        if not fearless(target) and target.movement > 0:
            found.append(FLEE)
    allowed = [
        option
        for option in found
        if not here.book.refusals(
            seams.MAY_REACT, here.position, target.piece, charger.piece, option
        )
    ]
    return tuple(allowed) or (HOLD,)


def may_stand_and_shoot(here: Field, charger: Regiment, target: Regiment) -> bool:
    """Missiles and the skill, a charger ahead, farther off than it moves; once a turn. [FB-4.4]"""
    weapon = missile(target)
    if weapon is None or target.value(names.BS) < 1 or target.is_machine:
        return False
    if target.marked(names.STOOD_AND_SHOT):
        return False
    if not here.in_front_arc(target, charger):
        return False
    if here.book.refusals(seams.MAY_SHOOT, here.position, target.piece, charger.piece):
        return False
    near = here.gap(charger, target) <= charger.movement
    return not near or QUICK in weapon.rules


def chosen(charger: Regiment, target: Regiment, option: str, first: str) -> Iterator[Event]:
    """The reaction is carried out. [FB-4.3]"""
    # who does something stands first: that is how the table draws it
    if option == STAND:
        what = {"regiment": target.id, "target": charger.id}
    else:
        what = {"charger": charger.id, "regiment": target.id}
    yield Ruled("FB-4.3", f"fb.4-3.does-{option}", what)
    if option == STAND:
        yield Marked(target.id, Mark(names.STOOD_AND_SHOT, names.TURN))
    yield Popped()
    if option == STAND:
        yield Pushed(Volleying(shot=Shot(target.id, charger.id, reaction=True)))
    elif option == FLEE:
        yield Pushed(Redirect(charger=charger.id, target=target.id, first=first))
        yield Pushed(Flight(regiment=target.id, away=charger.id, by=charger.seat, clause="FB-4.5"))


def redirect(book: Book, state: State, frame: Redirect) -> Iterator[Event]:
    """A test, another target; who fled from a redirected charge leaves a choice. [FB-4.6]"""
    here = field(book, state.position)
    one = here.find(frame.charger)
    if one is None or one.fleeing:
        yield Popped()
    elif frame.first:
        yield from either(here, frame, one)
    else:
        yield from another(here, frame, one)


def either(here: Field, frame: Redirect, one: Regiment) -> Iterator[Event]:
    """The second target fled as well: the charger may take either. [FB-4.6]"""
    both = tuple(name for name in (frame.target, frame.first) if here.find(name) is not None)
    said = frame.heard(EITHER)
    if len(both) > 1 and not isinstance(said, Choose):
        yield Asked(Ask(one.seat, EITHER, "FB-4.6", options=both, about=(one.id,)))
        return
    if isinstance(said, Choose) and said.option == frame.first:
        yield from undeclared(one)
        yield announced(one.id, frame.first, "rear")
    yield Popped()


def another(here: Field, frame: Redirect, one: Regiment) -> Iterator[Event]:
    """It goes on, or tests and declares anew. [FB-4.6]"""
    others = redirections(here, one, frame.target)
    said = frame.heard(REDIRECT)
    if not others:
        yield Popped()
        return
    if not isinstance(said, Choose):
        options = (KEEP, *others)
        yield Asked(Ask(one.seat, REDIRECT, "FB-4.6", options=options, about=(one.id,)))
        return
    if said.option == KEEP:
        yield Popped()
        return
    test = leadership_tests.plain(here, one, NERVE, "FB-4.6")
    passed = yield from leadership_tests.taken(here, frame, test)
    yield Marked(one.id, Mark(REDIRECTED, names.TURN))
    yield Popped()
    if passed:
        yield from undeclared(one)
        yield Pushed(Declare(charger=one.id, target=said.option, first=frame.target))


def redirections(here: Field, one: Regiment, fled: str) -> tuple[str, ...]:
    """The other targets that a charger could charge instead, once a turn. [FB-4.6]"""

    charge = declared_by(one)
    if one.marked(REDIRECTED) or charge is None or here.engaged(one):
        return ()
    foes = here.enemies(one.seat)
    return tuple(foe.id for foe in foes if foe.id != fled and possible(here, one, foe))


PROCEDURES: dict[type[Frame], Procedure] = {React: react, Redirect: redirect}
