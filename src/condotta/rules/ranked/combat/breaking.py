"""Break tests: who stands, who breaks, who crumbles. [FB-7.14-7.17]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Cleared, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.records import Mark
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.combat.tallying import ranks
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.combat_results import Party, break_leadership, steadfast
from condotta.rules.ranked.reading.leadership import leadership
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.terrain import made_stubborn, unsteady
from condotta.rules.ranked.records import Hit

WINDOW = "break test"
BROKEN = "broken"
"""The mark of a regiment that has broken and not run yet. [FB-7.14]"""


class BreakTests(Script, frozen=True, kw_only=True):
    """The losers test one after another, each with the difference of its side. [FB-7.28]"""

    tests: tuple[tuple[str, int], ...]


class BreakTest(Script, frozen=True, kw_only=True):
    """One loser, and by how much it lost. [FB-7.14]"""

    regiment: str
    lost_by: int


class Breaks(Script, frozen=True, kw_only=True):
    """A loser has failed its test, by how much it had lost. [FB-7.14]"""

    regiment: str
    lost_by: int


def break_tests(_: Book, __: State, frame: BreakTests) -> Iterator[Event]:
    """The next loser. RULING FB-1.14: in order of mustering."""
    (name, by), rest = frame.tests[0], frame.tests[1:]
    yield Popped()
    if rest:
        yield Pushed(BreakTests(tests=rest))
    yield Pushed(BreakTest(regiment=name, lost_by=by))


def break_test(book: Book, state: State, frame: BreakTest) -> Iterator[Event]:
    """2D6 against Leadership less the difference, unless it is ignored. [FB-7.14-7.17]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or one.fleeing:
        yield Popped()
        return
    if one.has("unstable"):
        yield from crumbles(here, one, frame.lost_by)
        return
    if one.has("unbreakable"):
        yield Ruled("FB-7.17", "fb.7-17.unbreakable", {"regiment": one.id})
        yield Popped()
        return
    reason = ignores(here, one)
    needed = break_leadership(leadership(here, one), frame.lost_by, ignores=bool(reason))
    test = leadership_tests.Test(one, WINDOW, "FB-7.14", needed)
    if reason and frame.heard(WINDOW) is None:
        yield Ruled("FB-7.15", f"fb.7-15.{reason}", {"regiment": one.id})
    stood = yield from leadership_tests.taken(here, frame, test)
    yield Popped()
    if stood:
        return
    yield Pushed(Breaks(regiment=one.id, lost_by=frame.lost_by))
    if leadership_tests.rerolled(frame, WINDOW):
        return
    for then in book.union(seams.TEST_FAILED, state.position, one.piece, WINDOW):
        yield Pushed(then)


def breaks(_: Book, state: State, frame: Breaks) -> Iterator[Event]:
    """It breaks, unless something lets it test once more. [FB-7.14]"""
    piece = state.position.pieces[frame.regiment]
    yield Popped()
    if piece.marked(names.AGAIN):
        yield Cleared(piece.id, names.AGAIN)
        yield Pushed(BreakTest(regiment=piece.id, lost_by=frame.lost_by))
    else:
        yield Marked(piece.id, Mark(BROKEN, names.PHASE))


def ignores(here: Field, one: Regiment) -> str:
    """Why a loser tests without the difference: stubborn, steadfast, or not at all. [FB-7.15]"""
    if one.has("stubborn") or made_stubborn(here, one):
        return "stubborn"
    if unsteady(here, one):
        return ""
    foes = tuple(Party(foe.id, ranks=ranks(foe)) for foe in in_the_fight(here, one))
    return "steadfast" if foes and steadfast(Party(one.id, ranks=ranks(one)), foes) else ""


def in_the_fight(here: Field, one: Regiment) -> tuple[Regiment, ...]:
    """The enemies in the same combat, whether it touches them or not. [FB-7.15]"""
    seen = {one.id}
    fringe = [one]
    found = []
    while fringe:
        for other in here.touching(fringe.pop()):
            if other.id not in seen:
                seen.add(other.id)
                fringe.append(other)
                found.append(other)
    return tuple(other for other in found if here.hostile(one, other))


def crumbles(here: Field, one: Regiment, lost_by: int) -> Iterator[Event]:
    """The unstable take a wound for each point they lost by, without any save. [FB-7.17]"""
    foes = here.touching(one)
    by = foes[0].seat if foes else ""
    yield Ruled("FB-7.17", "fb.7-17.unstable", {"regiment": one.id, "wounds": lost_by})
    yield Popped()
    hit = Hit(
        one.id,
        lost_by,
        0,
        by=by,
        way="mishap",
        no_armour=True,
        no_ward=True,
        sure=True,
        clause="FB-7.17",
    )
    yield Pushed(Wounding(hit=hit))


PROCEDURES: dict[type[Frame], Procedure] = {
    BreakTests: break_tests,
    BreakTest: break_test,
    Breaks: breaks,
}
