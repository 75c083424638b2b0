"""Round templates: which models lie under one, where a shot scatters, who is hit. [FB-1.11]

RULING FB-1.16: no machine, spell or special rule of the book lays the teardrop, so it lies nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.reading.dice import HOURS, thrown
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.records import Hit
from condotta.rules.ranked.shooting.random_hits import SAFE
from condotta.table import TOUCH, Point, from_degrees

SMALL = 3 * names.INCH // 2  # radius
LARGE = 5 * names.INCH // 2
LOOK_OUT = "look out"


class Under(msgspec.Struct, frozen=True):
    """Who of a regiment lies under a template; `centre` is whoever lies under its middle."""

    regiment: str
    models: int
    characters: tuple[str, ...] = ()
    centre: str = ""


class Blast(Script, frozen=True, kw_only=True):
    """A template lies at a point: every model under it is hit. [FB-1.11]

    `hit` says how; its target is filled in. `hole` is the hit on the model under the middle,
    `path` other points that the template has passed over, `spared` whom it does not touch.
    """

    x: int
    y: int
    radius: int
    hit: Hit
    hole: Hit | None = None
    spared: tuple[str, ...] = ()
    path: tuple[tuple[int, int], ...] = ()


class LookingOut(Script, frozen=True, kw_only=True):
    """A character in a regiment may be warned in time. [FB-6.12]"""

    hit: Hit


def scattered(x: int, y: int, hour: int, inches: int) -> tuple[int, int]:
    """A point so many inches off in the direction of an hour of the clock. [FB-1.1]

    RULING FB-1.15: a random direction is one of twelve, as on a clock.

    >>> scattered(100_000, 100_000, 3, 2), scattered(100_000, 100_000, 12, 1)
    ((120000, 100000), (100000, 110000))
    """
    ux, uy = from_degrees(hour * 360 / HOURS)
    far = inches * names.INCH / 1_000_000
    return x + round(ux * far), y + round(uy * far)


def places(one: Regiment) -> Iterator[tuple[str, Point]]:
    """Each model of a regiment with the middle of its base as steps to the right and ahead.

    The steps are from the middle of the front edge. Characters stand in the middle of the front
    rank. RULING FB-2.6: an incomplete rank stands in the middle.
    """
    width, depth = one.base.hw * 2 / one.files, one.base.hd * 2 / one.ranks
    first = max(0, (one.files - len(one.joined)) // 2)
    total = max(1, one.total)
    for rank in range(one.ranks):
        here = min(one.files, total - rank * one.files)
        for file in range(here):
            at = rank * one.files + file - first
            name = one.joined[at].id if 0 <= at < len(one.joined) else one.id
            yield name, ((file + (1 - here) / 2) * width, -(rank + 0.5) * depth)


def local(one: Regiment, point: Point) -> Point:
    """A point as steps to the right of and ahead of the middle of a regiment's front."""
    of = one.base
    dx, dy = point[0] - of.x, point[1] - of.y
    return dx * of.rx + dy * of.ry, dx * of.fx + dy * of.fy


def under(one: Regiment, points: Sequence[Point], radius: int) -> Under | None:
    """Who of a regiment lies at all under a round template, or under one on its way. [FB-1.11]

    The last of the points is where the template lies in the end.
    """
    far = (one.base.reach + radius) ** 2
    near = [
        local(one, (x, y))
        for x, y in points
        if (x - one.base.cx) ** 2 + (y - one.base.cy) ** 2 <= far
    ]
    half = one.base.hw / one.files, one.base.hd / one.ranks
    end = local(one, points[-1])
    models, characters, centre = 0, [], ""
    for name, place in places(one) if near else ():
        if not any(_covers(place, half, at, max(0, radius - TOUCH)) for at in near):
            continue
        if not centre and _covers(place, half, end, 0):
            centre = name
        if name == one.id:
            models += 1
        else:
            characters.append(name)
    if not models and not characters:
        return None
    return Under(one.id, models, tuple(characters), centre)


def within(one: Regiment, point: Point, reach: int, *, edge: bool = True) -> int:
    """How many of its models, characters too, are so near to a point, by base or its middle."""
    half = (one.base.hw / one.files, one.base.hd / one.ranks) if edge else (0.0, 0.0)
    at = local(one, point)
    return sum(_covers(place, half, at, reach + TOUCH) for _, place in places(one))


def _covers(place: Point, half: Point, at: Point, radius: float) -> bool:
    """Whether a circle meets the base around a place."""
    out_x = max(0.0, abs(at[0] - place[0]) - half[0])
    out_y = max(0.0, abs(at[1] - place[1]) - half[1])
    return out_x**2 + out_y**2 <= radius**2


def told_spared(here: Field, spared: Sequence[str]) -> Iterator[Event]:
    """What is said of those that stand by where something lies on them or flies through them."""
    claim = here.book.claim(seams.SPARED, here.book) if spared else None
    if claim is not None:
        yield Ruled(claim[1], claim[0], {"regiments": tuple(spared)})


def found(here: Field, points: Sequence[Point], radius: int) -> tuple[Under, ...]:
    """All regiments under a template but those that stand by, which nothing of it touches."""
    met = (under(one, points, radius) for one in here.regiments if not here.stands_by(one))
    return tuple(one for one in met if one is not None)


def blast(book: Book, state: State, frame: Blast) -> Iterator[Event]:
    """Hits for every model under the template, regiment by regiment. [FB-1.11]"""
    here = field(book, state.position)
    points = (*frame.path, (frame.x, frame.y))
    met = found(here, points, frame.radius)
    under_it = tuple(one.regiment for one in met if one.regiment not in frame.spared)
    if under_it:
        models = sum(one.models + len(one.characters) for one in met if one.regiment in under_it)
        params: dict[str, Param] = {"regiments": under_it, "models": models}
        yield Ruled("FB-1.11", "fb.1-11.template", params)
    by = (one for one in here.regiments if here.stands_by(one))
    yield from told_spared(here, [one.id for one in by if under(one, points, frame.radius)])
    yield Popped()
    for one in reversed(met):
        spared = one.regiment in frame.spared
        middle = frame.hole is not None and one.centre == one.regiment and not spared
        models = one.models - int(spared) - int(middle)
        if models:
            yield Pushed(Wounding(hit=replace(frame.hit, target=one.regiment, hits=models)))
        if frame.hole is not None and middle:
            yield Pushed(Wounding(hit=replace(frame.hole, target=one.regiment)))
        for name in one.characters:
            if name not in frame.spared:
                hit = pointed(frame, one, name)
                safe = here.regiment(one.regiment).models >= SAFE
                yield Pushed(LookingOut(hit=hit) if safe else Wounding(hit=hit))


def pointed(frame: Blast, one: Under, character: str) -> Hit:
    """The hit on a character under a template: the strong one if it lies under the middle."""
    strong = frame.hole if one.centre == character else None
    return replace(strong or frame.hit, target=character, hits=1)


def looking_out(book: Book, state: State, frame: LookingOut) -> Iterator[Event]:
    """On 2 or more somebody else of the regiment takes the hit. [FB-6.12]"""
    here = field(book, state.position)
    host = here.find(frame.hit.target)
    if host is None or host.id == frame.hit.target:
        yield Popped()
        yield Pushed(Wounding(hit=frame.hit))
        return
    needed = Needed("fb.6-12.needs", {"target": frame.hit.target}, 2)
    pips = yield from thrown(frame, LOOK_OUT, "FB-6.12", 1, (frame.hit.target,), needed=needed)
    target = frame.hit.target if pips[0] == 1 else host.id
    yield Popped()
    yield Pushed(Wounding(hit=replace(frame.hit, target=target)))


PROCEDURES: dict[type[Frame], Procedure] = {Blast: blast, LookingOut: looking_out}
