"""Turning where one stands: after a rally, a restrained pursuit, a caught runaway. [FB-4.11]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Moved, Popped, Ruled, Step
from condotta.kernel.state import State
from condotta.rules.ranked import nerve
from condotta.rules.ranked.regiment import field
from condotta.rules.ranked.steering import KEEP, turns

WINDOW = "reform facing"
TEST = "reform test"


class Regroup(Script, frozen=True, kw_only=True):
    """A regiment may turn about its middle, after a Leadership test where `tested`."""

    regiment: str
    clause: str
    tested: bool = False


def regroup(book: Book, state: State, frame: Regroup) -> Iterator[Event]:
    """Ask which way it turns, test if it must, and turn. [FB-4.10, FB-4.11, FB-7.20]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    ways = dict(turns(here, one)) if one is not None and not here.engaged(one) else {}
    if one is None or not ways:
        yield Popped()
        return
    said = frame.heard(WINDOW)
    if not isinstance(said, Choose):
        options = (KEEP, *ways)
        yield Asked(Ask(one.seat, WINDOW, frame.clause, options=options, about=(one.id,)))
        return
    if said.option == KEEP:
        yield Popped()
        return
    if frame.tested:
        test = nerve.plain(here, one, TEST, frame.clause)
        passed = nerve.outcome(here, frame, test)
        if isinstance(passed, Ask):
            yield Asked(passed)
            return
        yield nerve.told(frame, test, passed)
        if not passed:
            yield Popped()
            return
    yield Ruled(frame.clause, "fb.4-11.reforms", {"regiment": one.id})
    yield Moved((Step(one.id, ways[said.option]),), "reform")
    yield Popped()


PROCEDURES: dict[type[Frame], Procedure] = {Regroup: regroup}
