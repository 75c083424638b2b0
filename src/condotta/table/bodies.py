"""Bodies of several bases: groups, lines, columns and blocks, and moving one as a whole.

A body moves rigidly: each base's place in the frame of one of them is snapped to a lattice of
ten quanta, far coarser than the grid's rounding, and laid out anew from there. So its inner
geometry cannot drift, however often it moves. [TC-5.3]
"""

from collections.abc import Sequence
from math import sqrt
from typing import TypeAlias

from condotta.table.contact import Beside, adjacent, same_facing
from condotta.table.pose import Base, offset
from condotta.table.records import Disc, Formation, Pose, Ranks, Shape, Side
from condotta.table.vector import TOUCH

Offset: TypeAlias = tuple[int, int]

LATTICE = 10


def adjacency(bases: Sequence[Base], touch: float = TOUCH) -> tuple[tuple[int, int, Beside], ...]:
    """Every adjacent pair: the first stands so next to the second. [TC-0.12]"""
    return tuple(
        (first, second, place)
        for first, one in enumerate(bases)
        for second, two in enumerate(bases[first + 1 :], first + 1)
        if (place := adjacent(one, two, touch)) is not None
    )


def components(bases: Sequence[Base]) -> tuple[tuple[int, ...], ...]:
    """The bases sorted into groups by adjacency; a base alone is a component of one.

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> places = (0, 20000, 50000)
    >>> components([base(pose_at(x, 0, 0), stand) for x in places])
    ((0, 1), (2,))
    """
    return _linked(len(bases), adjacency(bases))


def _linked(count: int, links: Sequence[tuple[int, int, Beside]]) -> tuple[tuple[int, ...], ...]:
    root = list(range(count))

    def top(index: int) -> int:
        while root[index] != index:
            index = root[index]
        return index

    for first, second, _ in links:
        low, high = sorted((top(first), top(second)))
        root[high] = low
    tops = [top(index) for index in range(count)]
    return tuple(
        tuple(index for index, own in enumerate(tops) if own == each) for each in sorted(set(tops))
    )


def is_group(bases: Sequence[Base]) -> bool:
    """Whether two or more bases face the same way and hang together by adjacency. [TC-0.12]"""
    return _hangs_together(bases, adjacency(bases))


def _hangs_together(bases: Sequence[Base], links: Sequence[tuple[int, int, Beside]]) -> bool:
    return (
        len(bases) > 1
        and all(same_facing(bases[0], other) for other in bases[1:])
        and len(_linked(len(bases), links)) == 1
    )


def formation(bases: Sequence[Base], touch: float = TOUCH) -> Formation | None:
    """The shape and order of a group; None if the bases are no group. [TC-0.12]

    >>> from condotta.table.pose import base, pose_at
    >>> from condotta.table.records import Rectangle
    >>> stand = Rectangle(20000, 10000)
    >>> column = [base(pose_at(0, y, 0), stand) for y in (-10000, 0)]
    >>> made = formation(column)
    >>> made.shape, made.order, made.depth
    ('column', (1, 0), 20000.0)
    """
    links = adjacency(bases, touch)
    if not _hangs_together(bases, links):
        return None
    places = [_place(bases[0], other) for other in bases]
    ranks = _ranks([ahead for ahead, _ in places], touch)
    order = sorted(range(len(bases)), key=lambda index: (ranks[index], places[index][1]))
    kinds = {place in {"left", "right"} for _, _, place in links}
    shape: Ranks = "block" if len(kinds) > 1 else "line" if True in kinds else "column"
    rear = min(ahead - 2 * one.hd for (ahead, _), one in zip(places, bases, strict=True))
    left = min(right - one.hw for (_, right), one in zip(places, bases, strict=True))
    right = max(right + one.hw for (_, right), one in zip(places, bases, strict=True))
    return Formation(
        shape=shape,
        order=tuple(order),
        leftmost=pivot_base(bases, "left", touch),
        rightmost=pivot_base(bases, "right", touch),
        leading=order[0],
        depth=max(ahead for ahead, _ in places) - rear,
        width=right - left,
    )


def _place(frame: Base, other: Base) -> tuple[float, float]:
    dx, dy = other.x - frame.x, other.y - frame.y
    return dx * frame.fx + dy * frame.fy, dx * frame.rx + dy * frame.ry


def _ranks(aheads: Sequence[float], touch: float) -> list[int]:
    """A rank number for each base: fronts within `touch` of the one before share a rank."""
    ranks = [0] * len(aheads)
    rank, last = 0, None
    for index in sorted(range(len(aheads)), key=lambda one: -aheads[one]):
        if last is not None and last - aheads[index] > touch:
            rank += 1
        ranks[index], last = rank, aheads[index]
    return ranks


def pivot_base(bases: Sequence[Base], side: Side, touch: float = TOUCH) -> int:
    """The base at one end of a body, the foremost if several stand there: it wheels about it."""
    sign = -1.0 if side == "left" else 1.0
    ends = [_place(bases[0], one) for one in bases]
    reaches = [sign * right + one.hw for (_, right), one in zip(ends, bases, strict=True)]
    most = max(reaches)
    candidates = [index for index, reach in enumerate(reaches) if reach >= most - touch]
    return max(candidates, key=lambda index: (ends[index][0], -index))


def offsets(lead: Pose, poses: Sequence[Pose]) -> tuple[Offset, ...]:
    """Each pose's place ahead and to the right in the lead's frame, snapped to the lattice.

    >>> from condotta.table.pose import pose_at
    >>> offsets(pose_at(0, 0, 90), [pose_at(0, 0, 90), pose_at(3, -20001, 90)])
    ((0, 0), (0, 20000))
    """
    size = sqrt(lead.ux * lead.ux + lead.uy * lead.uy) * LATTICE
    found = []
    for pose in poses:
        dx, dy = pose.x - lead.x, pose.y - lead.y
        ahead = (dx * lead.ux + dy * lead.uy) / size
        right = (dx * lead.uy - dy * lead.ux) / size
        found.append((LATTICE * round(ahead), LATTICE * round(right)))
    return tuple(found)


def carry(lead: Pose, places: Sequence[Offset]) -> tuple[Pose, ...]:
    """The poses of a body laid out from its lead; all take the lead's facing.

    >>> from condotta.table.pose import pose_at
    >>> carry(pose_at(0, 0, 90), [(0, 20000)])
    (Pose(x=0, y=-20000, ux=1000000, uy=0),)
    """
    return tuple(offset(lead, ahead, right) for ahead, right in places)


def column_behind(lead: Pose, shapes: Sequence[Shape]) -> tuple[Pose, ...]:
    """Poses of a column, edge to edge behind its head, whose shape comes first. [TC-5.7]

    >>> from condotta.table.pose import pose_at
    >>> from condotta.table.records import Rectangle
    >>> [pose.y for pose in column_behind(pose_at(0, 0, 0), [Rectangle(20000, 7500)] * 3)]
    [0, -7500, -15000]
    """
    places, back = [], 0
    for shape in shapes:
        places.append((-back, 0))
        if isinstance(shape, Disc):
            raise ValueError("round bases form no column; move them one by one")
        back += shape.depth
    return carry(lead, places)


def line_beside(lead: Pose, shapes: Sequence[Shape], side: Side = "right") -> tuple[Pose, ...]:
    """Poses of a line, fronts level, from its first base towards a side. [TC-0.12]"""
    sign = 1 if side == "right" else -1
    poses: list[Pose] = []
    right, last = 0.0, 0.0
    for shape in shapes:
        half = shape.radius if isinstance(shape, Disc) else shape.width / 2
        right += sign * (last + half) if poses else 0.0
        poses.append(offset(lead, 0.0, right))
        last = half
    return tuple(poses)
