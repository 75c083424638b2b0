"""Reforms of those who still fight: broader, narrower, or turned to the enemy. [FB-7.27]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Exchanged, Moved, Popped, Ruled, Step
from condotta.kernel.state import State
from condotta.rules.ranked import names
from condotta.rules.ranked.combat.arms import touching_files
from condotta.rules.ranked.combat.breaking import ignores
from condotta.rules.ranked.combat.fronts import lies_on
from condotta.rules.ranked.movement.regrouping import KEEP, MOST, reform_chosen
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.approach import flush, may_stand
from condotta.rules.ranked.reading.arcs import edge_touched, stretch_touched
from condotta.rules.ranked.reading.combat_results import break_leadership
from condotta.rules.ranked.reading.leadership import leadership
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, in_contact
from condotta.rules.ranked.reading.special_rules import idle
from condotta.rules.ranked.reading.surroundings import ground
from condotta.table import HALF, TOUCH, Base, Pose, Rectangle, along, base, distance, edge

WINDOW = "combat reform"
TEST = "combat reform test"
FACE, FILES = "face", "files:"


class CombatReform(Script, frozen=True, kw_only=True):
    """A regiment that still fights may reform; a loser tests as it did for breaking. [FB-7.27]"""

    regiment: str
    lost_by: int = 0


class Form(NamedTuple):
    """A formation to reform into: its files and where it stands."""

    files: int
    pose: Pose


def combat_reform(book: Book, state: State, frame: CombatReform) -> Iterator[Event]:
    """Ask how, test where it lost, reform. [FB-7.27]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    ways = dict(forms(here, one)) if one is not None else {}
    if one is None or not ways:
        yield Popped()
        return
    test = as_for_breaking(here, one, frame.lost_by) if frame.lost_by else None
    ask = Ask(one.seat, WINDOW, "FB-7.27", options=(KEEP, *ways), about=(one.id,))
    chosen = yield from reform_chosen(here, frame, ask, test)
    form = ways[chosen]
    yield Ruled("FB-7.27", "fb.7-27.reforms", {"regiment": one.id, "files": form.files})
    if form.files != one.files:
        yield Counted(one.id, names.FILES, form.files)
        shape = one.shape_with(one.total, form.files)
        yield Exchanged(replace(one.piece, shape=shape, pose=form.pose))
    elif form.pose != one.pose:
        yield Moved((Step(one.id, form.pose),), "reform")
    yield Popped()


def as_for_breaking(here: Field, one: Regiment, lost_by: int) -> leadership_tests.Test:
    """The test of a loser: on the Leadership that it tested for breaking. [FB-7.27]"""
    needed = break_leadership(leadership(here, one), lost_by, ignores=bool(ignores(here, one)))
    return leadership_tests.Test(one, TEST, "FB-7.27", needed)


def forms(here: Field, one: Regiment) -> Iterator[tuple[str, Form]]:
    """The formations that a regiment may reform into. [FB-7.27]

    RULING FB-7.36: three files more or fewer about the middle of its front, or turned to face the
    one enemy on its flank or rear.
    """
    foes = here.touching(one)
    sides = {lies_on(one, foe) for foe in foes}
    if len(sides) != 1 or idle(here, one) or one.is_machine:
        return
    if "front" not in sides:
        yield from facing(here, one, foes)
        return
    for files in range(max(1, one.files - MOST), min(one.total, one.files + MOST) + 1):
        form = Form(files, one.pose)
        if files != one.files and fits(here, one, form, foes):
            yield f"{FILES}{files}", form


def facing(here: Field, one: Regiment, foes: tuple[Regiment, ...]) -> Iterator[tuple[str, Form]]:
    """Turned so that its front lies on the edge of the enemy that holds it."""
    if len(foes) != 1:
        return
    foe = foes[0]
    side = edge_touched(one.base, foe.base)
    stretch = stretch_touched(foe.base, side, one.base)
    if stretch is None:
        return
    line = edge(foe.base, side)
    point = along(*line, (stretch[0] + stretch[1]) / 2 / distance(*line))
    form = Form(one.files, flush(foe.base, side, point, 0.0))
    if fits(here, one, form, foes):
        yield FACE, form


def fits(here: Field, one: Regiment, form: Form, foes: tuple[Regiment, ...]) -> bool:
    """Whether there is room, all who touched still do, in no fewer models, none goes too far."""
    shape = one.shape_with(one.total, form.files)
    stands = base(form.pose, shape)
    around = ground(here, one, *(foe.id for foe in foes))
    if not all(may_stand(stands, foe.base, around) for foe in foes):
        return False
    for foe in foes:
        same = edge_touched(stands, foe.base) == edge_touched(one.base, foe.base)
        if not in_contact(stands, foe.base) or not same:
            return False
        if touching(stands, form.files, foe) < touching(one.base, one.files, foe):
            return False
    far = 2 * one.movement + HALF
    return all(
        distance(now, then) <= far
        for now, then in zip(one.base.corners, stands.corners, strict=True)
    )


def touching(of: Base, files: int, foe: Regiment) -> int:
    """How many of its front models touch an enemy; on other edges one is counted."""
    stretch = stretch_touched(of, "front", foe.base)
    assert isinstance(of.shape, Rectangle), of
    if stretch is None:
        return 1
    return len(touching_files(of.shape.width, *stretch, files, TOUCH))


PROCEDURES: dict[type[Frame], Procedure] = {CombatReform: combat_reform}
