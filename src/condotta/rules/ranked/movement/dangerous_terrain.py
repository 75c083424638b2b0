"""Dangerous terrain: dice for those who moved over it, and the wounds that follow. [FB-13.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import told_apart
from condotta.rules.ranked import names
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.reading.charts import MOST_DICE
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.terrain import HARMS, HARMS_WORSE, terrain
from condotta.rules.ranked.records import Hit
from condotta.table import Area, Pose, base, meets, sweep_meets_area, swept_between

CLAUSE = "FB-13.1"
WINDOW = "dangerous terrain"
RANDOM_WOUNDS = 6


class Dangerous(Script, frozen=True, kw_only=True):
    """A regiment has moved over what may be dangerous to it. [FB-13.1]

    `way` is march, charge, flee, pursue or overrun; `start` where the move began; `met` what was
    run through besides, a test a model each; `by` whose doing it is.
    """

    regiment: str
    way: str
    start: Pose
    met: tuple[str, ...] = ()
    by: Seat = ""


def dangerous_areas(here: Field, one: Regiment, way: str, start: Pose) -> tuple[Area, ...]:
    """The areas between a start and where a regiment is that it must test for. [FB-13.1]"""
    assert one.piece.shape is not None, one
    began = base(start, one.piece.shape)
    sweep = swept_between(began, one.base)
    found = []
    for area in here.areas:
        if not endangers(area, one, way):
            continue
        if one.has("fly"):
            crossed = meets(began, area) or meets(one.base, area)
        else:
            crossed = sweep_meets_area(sweep, area)
        if crossed:
            found.append(area)
    return tuple(found)


def endangers(area: Area, one: Regiment, way: str) -> bool:
    """Whether an area is dangerous to a regiment that goes in that way. [FB-13.1]"""
    ground = terrain(area)
    if way == "march" and not ground.marching:
        return False
    if "all" in ground.dangerous:
        return not one.has("skirmishers")
    flier = one.has("fly") and area.kind == "forest"
    return flier or one.piece.type in ground.dangerous


def fails_on(one: Regiment, areas: tuple[Area, ...]) -> tuple[int, ...]:
    """For each area the highest roll that is a wound. [FB-13.1]"""
    worse = (one.piece.type in terrain(area).worse for area in areas)
    return tuple(HARMS_WORSE if each else HARMS for each in worse)


def dangerous(book: Book, state: State, frame: Dangerous) -> Iterator[Event]:
    """A die a model for each area and each thing crossed; wounds without armour save. [FB-13.1]

    RULING FB-13.4: characters in a regiment are carried over safely.
    """
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or one.piece.pose is None:
        yield Popped()
        return
    areas = dangerous_areas(here, one, frame.way, frame.start)
    limits = (*fails_on(one, areas), *(HARMS,) * len(frame.met))
    number = min(MOST_DICE, len(limits) * one.models)
    if not number:
        yield Popped()
        return
    alike = len(set(limits)) == 1
    reads = told_apart(lambda pip: pip <= limits[0]) if alike else ()
    told: dict[str, Param] = {"piece": one.id, "models": one.models}
    needed = Needed("fb.13-1.needs", told, limits[0] + 1 if alike else 0)
    pips = yield from thrown(
        frame, WINDOW, CLAUSE, number, (one.id,), counted_from=reads, needed=needed
    )
    hurt = sum(pip <= limits[place // one.models] for place, pip in enumerate(pips))
    came: dict[str, Param] = {"piece": one.id, "dice": number, "wounds": hurt}
    if not frame.met:
        came["areas"] = tuple(area.id for area in areas)
        yield Ruled(CLAUSE, "fb.13-1.over", came)
    elif not areas:
        yield Ruled(CLAUSE, "fb.13-1.fled-through", {**came, "met": frame.met})
    else:
        yield Ruled(CLAUSE, "fb.13-1.dangerous", came)
    yield Popped()
    if hurt:
        many = RANDOM_WOUNDS if one.piece.type == names.CHARIOT else 1
        yield Pushed(
            Wounding(
                hit=Hit(
                    one.id,
                    hurt,
                    0,
                    by=frame.by,
                    way="mishap",
                    no_armour=True,
                    sure=True,
                    wounds=many,
                    clause=CLAUSE,
                )
            )
        )


PROCEDURES: dict[type[Frame], Procedure] = {Dangerous: dangerous}
