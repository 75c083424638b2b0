"""Leadership tests inside a script: the dice asked for, the re-roll near a battle standard."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from condotta.kernel.asks import Ask, Needed, Roll, Script
from condotta.kernel.book import Rests
from condotta.kernel.events import Asked, Event, Ruled
from condotta.kernel.records import CHANCE
from condotta.kernel.rulings import Param
from condotta.rules.asking import sums_told_apart
from condotta.rules.ranked.reading.combat_results import LEAST, stands
from condotta.rules.ranked.reading.leadership import leadership, rerolls
from condotta.rules.ranked.reading.regiment import Field, Regiment

AGAIN = " again"


class Test:
    """One Leadership test of a regiment: which window, which clause, what 2D6 must not exceed."""

    __test__ = False
    __slots__ = ("clause", "needed", "one", "window")

    def __init__(self, one: Regiment, window: str, clause: str, needed: int) -> None:
        """Name the test; `outcome` asks for what is missing."""
        self.one = one
        self.window = window
        self.clause = clause
        self.needed = needed


def plain(here: Field, one: Regiment, window: str, clause: str) -> Test:
    """A test on the regiment's Leadership as it is. [FB-1.8]"""
    return Test(one, window, clause, leadership(here, one))


def outcome(here: Field, frame: Script, test: Test) -> bool | Ask:
    """Whether a test is passed, or what chance must be asked for first. [FB-1.8, FB-11.3]"""
    first = frame.heard(test.window)
    if not isinstance(first, Roll):
        return _ask(test, test.window)
    if stands(first.pips, test.needed):
        return True
    if not rerolls(here, test.one):
        return False
    second = frame.heard(test.window + AGAIN)
    if not isinstance(second, Roll):
        return _ask(test, test.window + AGAIN)
    return stands(second.pips, test.needed)


def taken(here: Field, frame: Script, test: Test) -> Generator[Event, None, bool]:
    """The test, its dice waited for: how it went, and told. [FB-1.8]"""
    passed = outcome(here, frame, test)
    if isinstance(passed, Ask):
        yield Asked(passed)
        raise Rests
    yield told(frame, test, passed)
    return passed


def _ask(test: Test, window: str) -> Ask:
    apart = sums_told_apart(2, lambda pips: stands(pips, test.needed))
    what: dict[str, Param] = {"regiment": test.one.id, "test": test.window}
    key = "fb.1-8.needs" if window == test.window else "fb.11-3.again"
    return Ask(
        CHANCE,
        window,
        test.clause,
        dice=2,
        sums_from=apart,
        about=(test.one.id,),
        needed=Needed(key, what, most=max(test.needed, LEAST), together=True),
    )


def rerolled(frame: Script, window: str) -> bool:
    """Whether a test was taken twice already: no die is rolled a third time. [FB-1.4]"""
    return frame.heard(window + AGAIN) is not None


def heard_in_order(frame: Script, window: str) -> tuple[Any, ...]:
    """What was said in a window that is asked more than once, in the order it was asked."""
    return tuple(answer.said for answer in frame.answers if answer.window == window)


def told(frame: Script, test: Test, passed: bool) -> Ruled:
    """How a test went, for the log: against what its dice were asked for. [FB-1.8, FB-1.12]"""
    last = frame.heard(test.window + AGAIN) or frame.heard(test.window)
    key = "fb.1-8.passed" if passed else "fb.1-8.failed"
    dice = sum(last.pips) if isinstance(last, Roll) else 0
    what: dict[str, Param] = {"regiment": test.one.id, "test": test.window}
    return Ruled(test.clause, key, {**what, "needed": max(test.needed, LEAST), "dice": dice})
