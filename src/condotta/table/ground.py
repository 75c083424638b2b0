"""Areas of ground: ellipses, boxes and strips, and what stands in them.

A base is in an area if any part of it overlaps the area by more than half a quantum; touching
the border is not being in. [TC-0.7]
"""

from itertools import pairwise
from typing import TypeAlias

from condotta.table import oval as ovals
from condotta.table import polygon as poly
from condotta.table.once import fact
from condotta.table.oval import Oval
from condotta.table.overlap import gap, outline, overlaps, segment_to_base
from condotta.table.pose import Base
from condotta.table.records import Area, Box, Ellipse, Outline, Strip
from condotta.table.sweep import Hull, Sweep
from condotta.table.vector import (
    HALF,
    Point,
    Polygon,
    Segment,
    direction,
    distance,
    point_to_segment,
    unit,
)

Part: TypeAlias = Base | Oval


@fact(1024)
def parts(outline_of: Outline) -> tuple[Part, ...]:
    """The ellipses and rectangles that an outline is made of."""
    match outline_of:
        case Ellipse(x, y, half_length, half_width, ux, uy):
            return (Oval((x, y), unit((ux, uy)), (float(half_length), float(half_width))),)
        case Box(x, y, half_length, half_width, ux, uy):
            fx, fy = unit((ux, uy))
            front = (x + half_length * fx, y + half_length * fy)
            return (Base.box(front, (fx, fy), (half_width, half_length)),)
        case Strip(points, width):
            return _strip_parts(points, width / 2)


def _strip_parts(points: tuple[tuple[int, int], ...], half: float) -> tuple[Part, ...]:
    found: list[Part] = []
    for (ax, ay), (bx, by) in pairwise(points):
        facing = unit(direction(bx - ax, by - ay))
        length = distance((ax, ay), (bx, by))
        found.append(Base.box((float(bx), float(by)), facing, (half, length / 2)))
    found.extend(Oval((x, y), (0.0, 1.0), (half, half)) for x, y in points[1:-1])
    return tuple(found)


def inside(point: Point, area: Area, margin: float = 0.0) -> bool:
    """Whether a point lies in an area, its border included; deeper by `margin` if given.

    >>> inside((0, 39000), Area("w", "woods", Ellipse(0, 0, 40000, 20000, 0, 1000000)))
    True
    """
    return any(_point_in(point, part, margin) for part in parts(area.outline))


def _point_in(point: Point, part: Part, margin: float) -> bool:
    if isinstance(part, Oval):
        return ovals.holds(part, point, -margin)
    dx, dy = point[0] - part.cx, point[1] - part.cy
    return (
        abs(dx * part.rx + dy * part.ry) <= part.hw - margin
        and abs(dx * part.fx + dy * part.fy) <= part.hd - margin
    )


def meets(of: Base, area: Area, margin: float = HALF) -> bool:
    """Whether any part of a base is in an area. [TC-0.7]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> wood = Area("w", "woods", Box(0, 0, 20000, 20000, 0, 1000000))
    >>> stand = Rectangle(20000, 10000)
    >>> meets(base(pose_at(0, -20000, 0), stand), wood)
    False
    >>> meets(base(pose_at(0, -19999, 0), stand), wood)
    True
    """
    for part in parts(area.outline):
        dx, dy, reach = of.cx - part.cx, of.cy - part.cy, of.reach + part.reach
        if dx * dx + dy * dy < reach * reach and _base_meets(of, part, margin):
            return True
    return False


def _base_meets(of: Base, part: Part, margin: float) -> bool:
    if isinstance(part, Base):
        return overlaps(of, part, margin)
    dx, dy = of.cx - part.cx, of.cy - part.cy
    reach = of.reach + part.reach
    if dx * dx + dy * dy >= reach * reach:
        return False
    if of.radius:
        return ovals.border_distance(part, of.centre) < of.radius - margin
    return ovals.polygon_meets(part, of.corners, margin)


def edge_meets(segment: Segment, area: Area) -> bool:
    """Whether any part of an edge is in an area. [TC-3.24]"""
    return any(_polygon_meets(segment, part, HALF) for part in parts(area.outline))


def _polygon_meets(points: Polygon, part: Part, margin: float) -> bool:
    if isinstance(part, Oval):
        return ovals.polygon_meets(part, points, margin)
    return poly.depth(points, part.corners) > margin


def wholly_in(of: Base, area: Area) -> bool:
    """Whether every part of a base is in an area. [TC-0.7]"""
    found = parts(area.outline)
    if len(found) > 1:
        return _wholly_in_union(of, found)
    (part,) = found
    if not of.radius:
        return all(_point_in(corner, part, -HALF) for corner in of.corners)
    if isinstance(part, Oval):
        return ovals.border_distance(part, of.centre) <= HALF - of.radius
    return _point_in(of.centre, part, of.radius - HALF)


def _wholly_in_union(of: Base, found: tuple[Part, ...]) -> bool:
    """Cut every part away; in if nothing that could be seen is left."""
    left = [outline(of)]
    for part in found:
        cutter = ovals.polygon_around(part) if isinstance(part, Oval) else part.corners
        left = [piece for rest in left for piece in _without(rest, cutter)]
    return sum(poly.area(piece) for piece in left) <= 1.0 + of.reach * HALF


def _without(rest: Polygon, cutter: Polygon) -> list[Polygon]:
    """The convex pieces of a convex polygon outside another."""
    middle = (
        sum(x for x, _ in cutter) / len(cutter),
        sum(y for _, y in cutter) / len(cutter),
    )
    pieces: list[Polygon] = []
    for (x, y), (nx, ny) in zip(cutter, poly.axes(cutter), strict=True):
        out = 1.0 if nx * (middle[0] - x) + ny * (middle[1] - y) <= 0 else -1.0
        limit = nx * x + ny * y
        outer = poly.clip(rest, [(-out * nx, -out * ny, -out * limit)])
        if len(outer) > 2:
            pieces.append(outer)
        rest = poly.clip(rest, [(out * nx, out * ny, out * limit)])
        if len(rest) < 3:
            break
    return pieces


def sweep_meets_area(sweep: Sweep, area: Area) -> bool:
    """Whether any part of a swept area is in an area. [TC-5.11]"""
    for part in parts(area.outline):
        if not sweep.near(part.cx, part.cy, part.reach):
            continue
        for piece in sweep.pieces_near(part.cx, part.cy, part.reach):
            if isinstance(piece, Base):
                if _base_meets(piece, part, HALF):
                    return True
            elif _hull_meets(piece, part):
                return True
    return False


def _hull_meets(piece: Hull, part: Part) -> bool:
    if not piece.thick:
        return _polygon_meets(piece.points, part, HALF)
    if isinstance(part, Oval):
        return ovals.polygon_gap(part, piece.points) < piece.thick - HALF
    return poly.gap(piece.points, part.corners) < piece.thick - HALF


def area_gap(of: Base, area: Area) -> float:
    """The nearest distance from a base to an area; 0 if they meet. [TC-0.6]"""
    return min(_part_gap(of, part) for part in parts(area.outline))


def _part_gap(of: Base, part: Part) -> float:
    if isinstance(part, Base):
        return gap(of, part)
    core: Polygon = of.corners or (of.centre,)
    return max(0.0, ovals.polygon_gap(part, core) - of.radius)


def areas_overlap(one: Area, two: Area) -> bool:
    """Whether two areas overlap; of two ellipses, one counts as 64 sides drawn around it.

    [TC-7.33]
    """
    return any(
        _parts_overlap(first, second)
        for first in parts(one.outline)
        for second in parts(two.outline)
    )


def _parts_overlap(one: Part, two: Part) -> bool:
    dx, dy = two.cx - one.cx, two.cy - one.cy
    reach = one.reach + two.reach
    if dx * dx + dy * dy >= reach * reach:
        return False
    if isinstance(one, Base):
        return _base_meets(one, two, HALF)
    if isinstance(two, Base):
        return _base_meets(two, one, HALF)
    return ovals.polygon_meets(one, ovals.polygon_around(two), HALF)


def intervals_inside(line: Segment, area: Area) -> tuple[tuple[float, float], ...]:
    """The stretches of a line that run inside an area, as distances from its start. [TC-6.13]

    >>> wood = Area("w", "woods", Box(0, 0, 20000, 20000, 0, 1000000))
    >>> intervals_inside(((0, -50000), (0, 50000)), wood)
    ((30000.0, 70000.0),)
    """
    length = distance(*line)
    found = []
    for part in parts(area.outline):
        run = ovals.interval(part, line) if isinstance(part, Oval) else box_interval(part, line)
        if run is not None:
            found.append(run)
    merged: list[tuple[float, float]] = []
    for low, high in sorted(found):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple((low * length, high * length) for low, high in merged)


def box_interval(box: Base, line: Segment, shrink: float = 0.0) -> tuple[float, float] | None:
    """The shares of a segment between which it runs inside a rectangle, shrunk on all sides."""
    (ax, ay), (bx, by) = line
    px, py, dx, dy = ax - box.cx, ay - box.cy, bx - ax, by - ay
    low, high = 0.0, 1.0
    for ux, uy, half in (
        (box.rx, box.ry, box.hw - shrink),
        (box.fx, box.fy, box.hd - shrink),
    ):
        start, run = px * ux + py * uy, dx * ux + dy * uy
        if abs(run) < 1e-9:
            if abs(start) >= half:
                return None
            continue
        first, last = sorted(((-half - start) / run, (half - start) / run))
        low, high = max(low, first), min(high, last)
    return (low, high) if low < high else None


def length_inside(line: Segment, area: Area) -> float:
    """How much of a line runs inside an area."""
    return sum(high - low for low, high in intervals_inside(line, area))


def crest(area: Area) -> Segment:
    """The line along the long axis of a piece, from border to border. [TC-7.21]

    >>> crest(Area("h", "gentle_hills", Ellipse(0, 0, 40000, 20000, 1000000, 0)))
    ((-40000.0, 0.0), (40000.0, 0.0))
    """
    match area.outline:
        case Ellipse(x, y, half_length, half_width, ux, uy) | Box(
            x, y, half_length, half_width, ux, uy
        ):
            ax, ay = unit((ux, uy)) if half_length >= half_width else unit((uy, -ux))
            half = max(half_length, half_width)
            return (x - half * ax, y - half * ay), (x + half * ax, y + half * ay)
        case Strip():
            raise ValueError("a strip has no crest; give a hill an ellipse or a box")


def height(point: Point, area: Area) -> float:
    """How high a point stands on a hill: 0 off it, more the nearer the crest, in quanta. [TC-7.21]

    >>> hill = Area("h", "gentle_hills", Ellipse(0, 0, 40000, 20000, 1000000, 0))
    >>> height((0, 0), hill), height((0, 5000), hill), height((0, 30000), hill)
    (20000.0, 15000.0, 0.0)
    """
    if isinstance(area.outline, Strip) or not inside(point, area):
        return 0.0
    half = min(area.outline.half_length, area.outline.half_width)
    return max(0.0, half - point_to_segment(point, crest(area)))


def extent(area: Area) -> tuple[float, float, float, float]:
    """The box around an area along the board's edges: least x and y, greatest x and y."""
    boxes = []
    for part in parts(area.outline):
        if isinstance(part, Oval):
            wide, high = part.extent()
            boxes.append((part.cx - wide, part.cy - high, part.cx + wide, part.cy + high))
        else:
            across = [x for x, _ in part.corners]
            along = [y for _, y in part.corners]
            boxes.append((min(across), min(along), max(across), max(along)))
    return (
        min(one[0] for one in boxes),
        min(one[1] for one in boxes),
        max(one[2] for one in boxes),
        max(one[3] for one in boxes),
    )


def edge_gap(segment: Segment, area: Area) -> float:
    """The nearest distance from an edge to an area; 0 if they meet."""
    return min(
        ovals.polygon_gap(part, segment)
        if isinstance(part, Oval)
        else segment_to_base(segment, part)
        for part in parts(area.outline)
    )
