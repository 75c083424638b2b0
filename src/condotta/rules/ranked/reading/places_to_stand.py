"""Where a regiment may stand: an inch from everybody, off barred ground, on the table. [FB-4.1]"""

from __future__ import annotations

from collections.abc import Iterable

from condotta.kernel.rulings import Param, Refusal
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.terrain import barred
from condotta.rules.sketches import PLACE, outline_of
from condotta.table import (
    HALF,
    Area,
    Base,
    Sweep,
    area_gap,
    gap,
    sweep_meets,
    sweep_meets_area,
    swept_gap,
)

INCH = names.INCH
CLOSE = "FB-4.1"


def why_not_here(here: Field, name: str, where: Base) -> tuple[Refusal, ...]:
    """What is against a regiment standing there. [FB-4.1, FB-4.19]"""
    if not here.on_board(where):
        sketch = (outline_of(PLACE, where),)
        return (Refusal("FB-4.19", "fb.4-19.off-table", {"piece": name}, sketch),)
    near = near_to(here, name, where)
    if near is not None:
        return too_near(name, near, where)
    for area in barred(here):
        if area_gap(where, area) < INCH - HALF:
            return too_near_to_area(name, area, where)
    return ()


def too_near(name: str, other: Regiment, where: Base) -> tuple[Refusal, ...]:
    """The refusal of a place within an inch of another regiment. [FB-4.1]"""
    params: dict[str, Param] = {"piece": name, "other": other.id, "limit": INCH}
    return (Refusal(CLOSE, "fb.4-1.near", params, (outline_of(PLACE, where),)),)


def too_near_to_area(name: str, area: Area, where: Base) -> tuple[Refusal, ...]:
    """The refusal of a place within an inch of barred ground. [FB-4.1]"""
    params: dict[str, Param] = {"piece": name, "area": area.id, "limit": INCH}
    return (Refusal(CLOSE, "fb.4-1.barred", params, (outline_of(PLACE, where),)),)


def near_to(here: Field, name: str, where: Base) -> Regiment | None:
    """Another regiment within an inch of a place, if there is one. [FB-4.1]"""
    for other in here.regiments:
        if other.id != name and may_be_near(where, other.base) and gap(where, other.base) < INCH:
            return other
    return None


def may_be_near(one: Base, other: Base) -> bool:
    """Whether two bases may be within an inch, by the circles around them."""
    reach = one.reach + other.reach + INCH
    return abs(one.cx - other.cx) <= reach and abs(one.cy - other.cy) <= reach


def why_not_through(here: Field, one: Regiment, sweep: Sweep) -> tuple[Refusal, ...]:
    """What is against a regiment passing over some ground. [FB-4.1, FB-4.19]

    RULING FB-4.21: whoever begins within an inch of something may move so that it comes no nearer.
    """
    for other in here.regiments:
        if other.id == one.id:
            continue
        near = swept_gap(sweep, other.base, INCH)
        nearer = near < INCH - 1 and near < gap(one.base, other.base) - 1
        if nearer or sweep_meets(sweep, other.base):
            params: dict[str, Param] = {"piece": one.id, "other": other.id, "limit": INCH}
            return (Refusal(CLOSE, "fb.4-1.near", params),)
    for area in barred(here):
        if sweep_meets_area(sweep, area):
            return (Refusal(CLOSE, "fb.4-1.barred", {"piece": one.id, "area": area.id}),)
    return ()


def why_not_stop(here: Field, one: Regiment, where: Base) -> tuple[Refusal, ...]:
    """What barred ground is against a regiment that stops, or wheels, there. [FB-4.1]"""
    for area in barred(here):
        if area_gap(where, area) < min(float(INCH), area_gap(one.base, area)) - 1:
            return too_near_to_area(one.id, area, where)
    return ()


def clear_of(where: Base, others: Iterable[Base], least: float = INCH) -> bool:
    """Whether a place is so far from all of some bases."""
    return all(not may_be_near(where, one) or gap(where, one) >= least for one in others)
