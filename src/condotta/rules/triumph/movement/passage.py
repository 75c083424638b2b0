"""What bars the way of a body: edges of the board, ground, enemies, friends. [TC-5.12]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from condotta.kernel.rulings import Refusal
from condotta.rules.sketches import BLOCKER, PLACE, outline_of
from condotta.rules.triumph.movement.distances import crossing
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Base, base, meets, overlaps, sweep_meets, sweep_meets_area


def way_refusals(here: Field, path: Path) -> Iterator[Refusal]:
    """The way must be free: board, impassable ground, enemies, camps, friends. [TC-5.12, 5.13]"""
    for station in path.stations:
        bases = tuple(map(base, station, path.shapes))
        if not all(map(here.on_board, bases)):
            yield off_board(here, bases)
            break
    others = path.others_near(here)
    # Where it ends is looked at first: most ways that are not free are closed there.
    under = [stand for stand in others if is_under(path, stand)]
    yield from closed(here, path, under)
    for area in here.impassable:
        if sweep_meets_area(path.sweep, area):
            yield Refusal("TC-5.12", "tc.5-12.impassable", {"area": area.id})
    passed = (one for one in others if one not in under and sweep_meets(path.sweep, one.base))
    yield from closed(here, path, passed)


def end_refusals(here: Field, path: Path) -> Iterator[Refusal]:
    """Where the body would end must be free, whichever way it goes. [TC-5.12, TC-5.43]"""
    if not all(map(here.on_board, path.end_bases)):
        yield off_board(here, path.end_bases)
    yield from closed(here, path, (one for one in path.others_near(here) if is_under(path, one)))
    for area in here.impassable:
        if any(meets(end, area) for end in path.end_bases):
            yield Refusal("TC-5.12", "tc.5-12.impassable", {"area": area.id})


def off_board(here: Field, bases: Iterable[Base]) -> Refusal:
    """The refusal of a way that leaves the board, with the stands that would. [TC-5.12]"""
    beyond = tuple(outline_of(PLACE, one) for one in bases if not here.on_board(one))
    return Refusal("TC-5.12", "tc.5-12.board", {}, beyond)


def is_under(path: Path, stand: Stand) -> bool:
    """Whether the body would end on a stand."""
    for end in path.end_bases:  # noqa: SIM110 - asked all the time: a loop is cheapest
        if overlaps(end, stand.base):
            return True
    return False


def ends_on_somebody(here: Field, path: Path) -> bool:
    """Whether the body would end on a stand: whoever that is, it may not. [TC-5.12, TC-5.43]"""
    return any(is_under(path, stand) for stand in path.others_near(here))


def closed(here: Field, path: Path, stands: Iterable[Stand]) -> Iterator[Refusal]:
    """Why those stands in the way may not be passed, each that may not."""
    for stand in stands:
        refusal = in_the_way(here, path, stand, path.end_bases)
        if refusal is not None:
            yield refusal


def in_the_way(here: Field, path: Path, stand: Stand, ends: tuple[Base, ...]) -> Refusal | None:
    """Why a stand whose ground the body passes over may not be passed, if it may not."""
    sketch = (outline_of(BLOCKER, stand.base),)
    who = {"stand": stand.id}
    relation = here.relation(path.stands[0].seat, stand.seat)
    if relation != "friend":
        key = "tc.5-12.neutral" if relation == "neutral" else "tc.5-12.enemy"
        return Refusal("TC-5.12", key, who, sketch)
    if here.closed(stand):
        return Refusal("TC-5.42", "tc.5-42.closed", who, sketch)
    if not all(here.may_pass(mover, stand) for mover in crossing(path, stand.base)):
        return Refusal("TC-5.41", "tc.5-41.friend", who, sketch)
    if any(overlaps(end, stand.base) for end in ends):
        return Refusal("TC-5.43", "tc.5-43.not-clear", who, sketch)
    return None


def going_refusals(here: Field, path: Path) -> Iterator[Refusal]:
    """A group that is no column moves stand by stand in difficult terrain. [TC-4.12]

    # RULING TC-4.18: forming a column is a column's move, as TC-5.8 says.
    """
    columns = here.settings.flag("columnInDifficult")
    if path.kind == "single" or (columns and path.kind != "group"):
        return
    for area in here.ground.difficult:
        if sweep_meets_area(path.sweep, area) and here.rough_to(path.stands, area):
            key = "tc.4-12.group" if columns else "tc.4-12.no-body"
            yield Refusal("TC-4.12", key, {"area": area.id})
            return
