"""The simple ways that lead a body to a pose: straight, wheeling, or one after the other.

Whoever names a place names no way to it: the move is legal if one simple way there is. Geometry
alone; `movement` judges each. [TC-5.2, TC-5.3]
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.tables import TABLES
from condotta.table import (
    Advance,
    Base,
    Leg,
    Oblique,
    Point,
    Pose,
    Shape,
    Shift,
    Side,
    Slide,
    Wheel,
    after,
    base,
    left_of,
    offset,
    pivot,
    unit,
)

Legs = tuple[Leg, ...]

NOTHING = 2  # quanta: what rounding to the grid may leave over
PARALLEL = 0.02  # the sine below which two headings are taken for one
LATE = 10_000  # so long before its end a body may slide: inside the 2 MU of TC-5.23


def ways(path: Path) -> Iterator[Path]:
    """The other simple ways to the pose that a move names, the shortest first. [TC-5.2]

    Of several poses in one move only the last is looked for: who names more has named the way.
    """
    place = path.place_of_pose
    if place is None:
        return
    legs = path.move.legs
    said = legs[place]
    assert isinstance(said, Shift)
    made = [
        path.by((*legs[:place], *found, *legs[place + 1 :]), place + len(found))
        for found in dict.fromkeys(ways_to(path, path.heads[place], said.pose))
    ]
    yield from sorted(made, key=lambda one: round(sum(one.leg_lengths("front"))))


def ways_to(path: Path, heads: tuple[Pose, ...], end: Pose) -> Iterator[Legs]:
    """The legs by which a body might come to a pose of its first stand."""
    shapes = path.shapes[: len(heads)]
    start = heads[0]
    alone = path.kind == "single"
    if end.facing == start.facing:
        forward, right = lengths(start, (end.x - start.x, end.y - start.y))
        if alone:
            yield from bent(forward, right)
        elif not right and forward >= 0:
            yield (Advance(forward),)
        elif path.kind != "forming":
            yield from sliding(forward, right)
    elif alone:
        yield from turning(base(start, shapes[0]), base(end, shapes[0]))
    elif path.kind != "forming":
        ends = after(heads, shapes, Shift(end))
        for side in sides(start, end):
            yield from wheeling(heads, ends, shapes, side)


# ── one stand, which may go any way ──────────────────────────────────────────
def bent(forward: int, right: int) -> Iterator[Legs]:
    """Round a corner: ahead and then aside, or aside and then ahead."""
    if forward and right:
        yield Advance(forward), Slide(right)
        yield Slide(right), Advance(forward)


def turning(start: Base, end: Base) -> Iterator[Legs]:
    """About either front corner before, after or between going on; or about the middle."""
    to = end.pose.facing
    wheels = [(Wheel(side, *to), between(start, end, side)) for side in sides(start.pose, end.pose)]
    for wheel, way in wheels:
        yield *straight(start.pose, way), wheel
        yield wheel, *straight(end.pose, way)
        parts = parted(start.pose, end.pose, way)
        if parts is not None and all(parts):
            yield Advance(parts[0]), wheel, Advance(parts[1])
    middle = (end.cx - start.cx, end.cy - start.cy)
    hd = start.hd
    turned = offset(Pose(round(start.cx), round(start.cy), *to), hd)
    yield Shift(turned), *straight(end.pose, middle)
    if any(lengths(start.pose, middle)):
        yield *straight(start.pose, middle), Shift(end.pose)
    for wheel, way in wheels:
        for legs in bent(*lengths(start.pose, way)):
            yield *legs, wheel
        for legs in bent(*lengths(end.pose, way)):
            yield wheel, *legs


def sides(start: Pose, end: Pose) -> tuple[Side, Side]:
    """The side to which a body turns, and the other: it is wheeled about there first."""
    left = left_of(start.facing)
    turn = end.ux * left[0] + end.uy * left[1]
    return ("left", "right") if turn >= 0 else ("right", "left")


def between(start: Base, end: Base, side: Side) -> Point:
    """The way of a front corner from one place to another."""
    one, two = (start.fl, end.fl) if side == "left" else (start.fr, end.fr)
    return two[0] - one[0], two[1] - one[1]


def straight(frame: Pose, way: Point) -> Legs:
    """One leg, or none, that goes so far with the facing of a pose."""
    forward, right = lengths(frame, way)
    if forward and right:
        return (Oblique(forward, right),)
    if right:
        return (Slide(right),)
    return (Advance(forward),) if forward else ()


# ── a group, or the head of a column ─────────────────────────────────────────
def wheeling(
    heads: tuple[Pose, ...], ends: tuple[Pose, ...], shapes: tuple[Shape, ...], side: Side
) -> Iterator[Legs]:
    """A wheel forward, with straight ahead before and after it, or aligned. [TC-5.3, TC-5.23]"""
    start, end = heads[0], ends[0]
    left = left_of(start.facing)
    turn = end.ux * left[0] + end.uy * left[1]
    if (turn < 0) == (side == "left"):
        return
    index, point = pivot(heads, shapes, side)
    there = base(ends[index], shapes[index])
    corner = there.fl if side == "left" else there.fr
    way = corner[0] - point[0], corner[1] - point[1]
    wheel = Wheel(side, *end.facing)
    parts = parted(start, end, way)
    if parts is not None and min(parts) >= 0:
        yield *ahead(parts[0]), wheel, *ahead(parts[1])
    for legs in sliding(*lengths(end, way)):
        yield wheel, *legs
    for legs in sliding(*lengths(start, way)):
        yield *legs, wheel


def sliding(forward: int, right: int) -> Iterator[Legs]:
    """Straight ahead and aligned on the way: at its end, shortly before it, at once. [TC-5.23]"""
    if forward < 0 or not 0 < abs(right) <= TABLES.movement.align_slide:
        return
    for first in dict.fromkeys((forward, max(0, forward - LATE), 0)):
        yield *ahead(first), Slide(right), *ahead(forward - first)


def ahead(length: int) -> Legs:
    """Straight ahead, or no leg at all."""
    return (Advance(length),) if length else ()


# ── lengths ──────────────────────────────────────────────────────────────────
def lengths(frame: Pose, way: Point) -> tuple[int, int]:
    """A way as so far ahead and so far to the right, as a pose faces."""
    fx, fy = unit(frame.facing)
    return kept(way[0] * fx + way[1] * fy), kept(way[0] * fy - way[1] * fx)


def parted(start: Pose, end: Pose, way: Point) -> tuple[int, int] | None:
    """How far ahead before a turn and how far after it a way is; None if the turn is too small."""
    (ax, ay), (bx, by) = unit(start.facing), unit(end.facing)
    sine = ax * by - ay * bx
    if abs(sine) < PARALLEL:
        return None
    return kept((way[0] * by - way[1] * bx) / sine), kept((ax * way[1] - ay * way[0]) / sine)


def kept(length: float) -> int:
    """A length on the grid, or nothing where rounding alone made it."""
    return 0 if abs(length) <= NOTHING else round(length)
