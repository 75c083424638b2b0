"""Reforming where one stands: after a rally, a restrained pursuit, a caught runaway. [FB-4.11]"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Ruled
from condotta.kernel.state import State
from condotta.rules.asking import answered, there
from condotta.rules.ranked.movement.reforming import Reform, carried_out, farthest, reformed
from condotta.rules.ranked.movement.steering import room
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.table import HALF, Facing, base, left_of, opposite, right_of, towards

WINDOW = "reform facing"
TEST = "reform test"
KEEP = "keep"
MOST = 3  # files more or fewer that are offered


class Regroup(Script, frozen=True, kw_only=True):
    """A regiment may reform about its middle, after a Leadership test where `tested`."""

    regiment: str
    clause: str
    tested: bool = False


def regroup(book: Book, state: State, frame: Regroup) -> Iterator[Event]:
    """Ask how it reforms, test if it must, and reform. [FB-4.10, FB-4.11, FB-7.20]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    ways = dict(reforms(here, one)) if one is not None and not here.engaged(one) else {}
    if one is None or not ways:
        yield Popped()
        return
    test = leadership_tests.plain(here, one, TEST, frame.clause) if frame.tested else None
    ask = Ask(one.seat, WINDOW, frame.clause, options=(KEEP, *ways), about=(one.id,))
    chosen = yield from reform_chosen(here, frame, ask, test)
    yield Ruled(frame.clause, "fb.4-11.reforms", {"regiment": one.id})
    yield from carried_out(one, ways[chosen])
    yield Popped()


def reform_chosen(
    here: Field, frame: Script, ask: Ask, test: leadership_tests.Test | None
) -> Generator[Event, None, str]:
    """The reform that was chosen, its test passed where there is one.

    Where it stays as it is, or the test is failed, the procedure is over.
    """
    said: Choose = yield from answered(frame, ask)
    passed = said.option != KEEP
    if passed and test is not None:
        passed = yield from leadership_tests.taken(here, frame, test)
    return (yield from there(said.option if passed else None))


def reforms(here: Field, one: Regiment) -> Iterator[tuple[str, Reform]]:
    """The reforms that a regiment has room for, by what they are called. [FB-4.17]

    RULING FB-4.23: to face the nearest enemy, the quarters or as it does, in up to three files
    more or fewer than it has.
    """
    for name, facing in facings(here, one):
        for files in (one.files, *other_files(one)):
            kept = files == one.files
            if kept and facing == one.pose.facing:
                continue
            said = Reform(one.id, *facing, files=files)
            if fits(here, one, said):
                yield name if kept else f"{name}-files:{files}" if name else f"files:{files}", said


def facings(here: Field, one: Regiment) -> Iterator[tuple[str, Facing]]:
    """The ways it may face; its own has no name."""
    now = one.pose.facing
    foe = here.nearest_enemy(one)
    if foe is not None and foe.base.centre != one.base.centre:
        yield "enemy", towards(one.base.centre, foe.base.centre)
    yield "left", left_of(now)
    yield "right", right_of(now)
    yield "about", opposite(now)
    yield "", now


def other_files(one: Regiment) -> tuple[int, ...]:
    """Other numbers of files than it has; its characters stand in front. [FB-2.4]"""
    least, most = max(1, len(one.joined), one.files - MOST), min(one.total, one.files + MOST)
    if one.is_machine:
        return ()
    return tuple(files for files in range(least, most + 1) if files != one.files)


def fits(here: Field, one: Regiment, said: Reform) -> bool:
    """Whether there is room for it and no model goes farther than twice its move. [FB-4.17]"""
    _files, shape, pose = reformed(one, said)
    far = one.is_machine or farthest(one, shape, pose) <= 2 * one.movement + HALF
    return far and room(here, one, base(pose, shape))


PROCEDURES: dict[type[Frame], Procedure] = {Regroup: regroup}
