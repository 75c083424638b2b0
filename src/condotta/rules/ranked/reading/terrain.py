"""What terrain does to regiments: dangerous ground, steadfastness, cover, marching. [FB-13.1]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from condotta.kernel.asks import Ask, Frame, Roll, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Popped, Pushed, Ruled
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.state import State
from condotta.rules.data import toml
from condotta.rules.ranked import names
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.reading.charts import MOST_DICE
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.records import Hit
from condotta.rules.ranked.tables import DATA
from condotta.table import Area, Base, Pose, base, inside, meets, sweep_meets_area, swept_between

CLAUSE = "FB-13.1"
WINDOW = "dangerous terrain"
RANDOM_WOUNDS = 6


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of terrain is and does."""

    barred: bool = False
    cover: str = "none"
    hides: bool = False
    no_march: bool = False
    marching: bool = False
    dangerous: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()


@cache
def kinds() -> Mapping[str, Terrain]:
    """Every kind of terrain by its key."""
    table = toml(DATA, "terrain.toml")
    return {key: msgspec.convert(row, Terrain) for key, row in table.items()}


def terrain(area: Area) -> Terrain:
    """What an area does; kinds that are not known are open ground."""
    return kinds().get(area.kind) or kinds()["open"]


def barred(here: Field) -> tuple[Area, ...]:
    """The areas that nobody may enter but in flight. [FB-13.1, FB-4.12]"""
    return tuple(area for area in here.areas if terrain(area).barred)


def mostly_in(where: Base, area: Area) -> bool:
    """Whether more than half of a regiment stands in an area: of 25 points spread over it."""
    if not meets(where, area):
        return False
    steps = (-0.8, -0.4, 0.0, 0.4, 0.8)
    points = [
        (
            where.cx + right * where.hw * where.rx + ahead * where.hd * where.fx,
            where.cy + right * where.hw * where.ry + ahead * where.hd * where.fy,
        )
        for right in steps
        for ahead in steps
    ]
    return sum(inside(point, area) for point in points) * 2 > len(points)


def stands_in(here: Field, one: Regiment, kind: str, where: Base | None = None) -> bool:
    """Whether a regiment is mostly in terrain of a kind. [FB-13.1]"""
    at = where or one.base
    return any(mostly_in(at, area) for area in here.areas if area.kind == kind)


def unsteady(here: Field, one: Regiment) -> bool:
    """Whether the ground keeps a regiment from being steadfast. [FB-13.1]"""
    return any(stands_in(here, one, kind) for kind in ("forest", "river"))


def without_ranks(here: Field, one: Regiment) -> bool:
    """Whether the ground takes a regiment's rank bonus away. [FB-13.1]"""
    return stands_in(here, one, "river")


def made_stubborn(here: Field, one: Regiment) -> bool:
    """Skirmishers and infantry alone are stubborn in a forest. [FB-13.1]"""
    alone = one.total == 1 and one.piece.type == names.INFANTRY
    return (one.has("skirmishers") or alone) and stands_in(here, one, "forest")


def uphill(here: Field, where: Base) -> bool:
    """Whether most of a base is on a hill. [FB-7.11, FB-13.1]"""
    return any(mostly_in(where, area) for area in here.areas if area.kind == "hill")


# ── dangerous terrain ────────────────────────────────────────────────────────
class Dangerous(Script, frozen=True, kw_only=True):
    """A regiment has moved over what may be dangerous to it. [FB-13.1]

    `way` is march, charge, flee, pursue or overrun; `start` where the move began; `crossed` what
    was run through besides, a test a model each; `by` whose doing it is.
    """

    regiment: str
    way: str
    start: Pose
    crossed: int = 0
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
    return tuple(2 if one.piece.type in terrain(area).worse else 1 for area in areas)


def dangerous(book: Book, state: State, frame: Dangerous) -> Iterator[Event]:
    """A die a model for each area and each thing crossed; wounds without armour save. [FB-13.1]

    RULING FB-13.4: characters in a regiment are carried over safely.
    """
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or one.piece.pose is None:
        yield Popped()
        return
    limits = (*fails_on(one, dangerous_areas(here, one, frame.way, frame.start)),)
    limits += (1,) * frame.crossed
    number = min(MOST_DICE, len(limits) * one.models)
    if not number:
        yield Popped()
        return
    roll = frame.heard(WINDOW)
    if not isinstance(roll, Roll):
        yield Asked(Ask(CHANCE, WINDOW, CLAUSE, dice=number, about=(one.id,)))
        return
    hurt = sum(pip <= limits[place // one.models] for place, pip in enumerate(roll.pips))
    yield Ruled(CLAUSE, "fb.13-1.dangerous", {"piece": one.id, "dice": number, "wounds": hurt})
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
