"""Dangerous Terrain tests: who must take them for which ground, and what they do. [FB-13.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.ranked import names
from condotta.rules.ranked.asking import dice, rolled
from condotta.rules.ranked.inflicting import Wounding
from condotta.rules.ranked.records import Hit
from condotta.rules.ranked.regiment import Field, Regiment, field
from condotta.table import Pose, base, meets, sweep_meets_area, swept_between

CLAUSE = "FB-13.1"
WINDOW = "dangerous terrain"
CLUMSY = (names.CAVALRY, names.MONSTROUS_CAVALRY, names.CHARIOT)
OBSTACLES = ("obstacle", "wall", "fence", "hedge")
HASTY = ("charge", "flee", "pursue", "overrun")
"""The moves in which a river is dangerous; forests and marshes are in a march as well."""


class Dangerous(Script, frozen=True, kw_only=True):
    """A regiment has moved from `start` to where it is: its models test for what they crossed.

    `way` is march, charge, flee, pursue or overrun; `crossed` counts the enemies and barred areas
    that a fleeing regiment ran through, a test for each. [FB-4.12]
    """

    regiment: str
    way: str
    start: Pose
    crossed: int = 0
    by: Seat = ""


def fails_on(one: Regiment, kind: str, way: str) -> int:
    """The highest pip that fails a test in such ground; 0 where it is not dangerous. [FB-13.1]"""
    clumsy = one.piece.type in CLUMSY
    if kind == "marsh" and not one.has("skirmishers"):
        return 2 if clumsy else 1
    if not clumsy:
        return 0
    if kind == "forest" or kind in OBSTACLES:
        return 1
    return int(kind == "river" and way in HASTY)


def dangers(here: Field, one: Regiment, start: Pose, way: str) -> tuple[int, ...]:
    """For each dangerous area between a pose and where it stands, the pip that fails. [FB-13.1]

    Fliers pass over ground; a forest is dangerous to them where they start or end in it.
    """
    before, now = base(start, one.base.shape), one.base
    if one.has("fly"):
        ends = (before, now)
        return tuple(
            1
            for area in here.areas
            if area.kind == "forest" and any(meets(end, area) for end in ends)
        )
    sweep = swept_between(before, now)
    met = (area for area in here.areas if sweep_meets_area(sweep, area))
    return tuple(pip for area in met if (pip := fails_on(one, area.kind, way)))


def dangerous(book: Book, state: State, frame: Dangerous) -> Iterator[Event]:
    """A die for every model and area; whoever fails takes a wound without armour. [FB-13.1]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None:
        yield Popped()
        return
    fails = (1,) * frame.crossed + dangers(here, one, frame.start, frame.way)
    if not fails:
        yield Popped()
        return
    pips = rolled(frame, WINDOW)
    if pips is None:
        yield dice(WINDOW, CLAUSE, len(fails) * one.models, (one.id,))
        return
    per = max(1, one.models)
    failed = sum(pip <= fails[place // per] for place, pip in enumerate(pips))
    yield Ruled(CLAUSE, "fb.13-1.dangerous", {"regiment": one.id, "failed": failed})
    yield Popped()
    if failed:
        wounds = 6 if one.piece.type == names.CHARIOT else 1
        yield Pushed(
            Wounding(
                hit=Hit(
                    one.id,
                    failed,
                    0,
                    frame.by,
                    way="mishap",
                    no_armour=True,
                    sure=True,
                    wounds=wounds,
                    clause=CLAUSE,
                )
            )
        )


PROCEDURES: dict[type[Frame], Procedure] = {Dangerous: dangerous}
