"""Lines that tell ground apart, over a rectangle so long and so deep, its middle at the origin.

The page draws the same ones (web/src/board/ground.ts); a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import floor, hypot

Overlay = Callable[[float, float], str]
"""The data of a path for half a length and half a depth, in units of the drawing."""


def joined(lines: Sequence[Sequence[float]]) -> str:
    """Each row of coordinates as a line through its points."""
    return "".join("M" + " ".join(f"{one:.1f}" for one in points) for points in lines)


def rounded(value: float) -> int:
    """To the nearest whole number, a half up, as a browser does."""
    return floor(value + 0.5)


def flow(a: float, b: float) -> str:
    """Lines of flow along a river."""
    rows, waves = max(1, floor(b / 9)), max(1, rounded(a / 16))
    step = 2 * a / waves
    wave = f"q{step / 4:.1f} -2.6 {step / 2:.1f} 0t{step / 2:.1f} 0" * waves
    heights = ((row + 1 - rows) * b / rows for row in range(2 * rows - 1))
    return "".join(f"M{-a:.1f} {y:.1f}{wave}" for y in heights)


def hipped(a: float, b: float) -> str:
    """A hipped roof: the ridge along the longer side, and a line to each corner."""
    ridge = max(0.0, max(a, b) - min(a, b))
    ends = ((-ridge, 0.0), (ridge, 0.0)) if a >= b else ((0.0, -ridge), (0.0, ridge))
    corners = [(x * a, y * b) for x in (-1, 1) for y in (-1, 1)]

    def near(corner: tuple[float, float]) -> tuple[float, float]:
        return min(ends, key=lambda end: hypot(corner[0] - end[0], corner[1] - end[1]))

    return joined([(*ends[0], *ends[1]), *((*corner, *near(corner)) for corner in corners)])


def courses(a: float, b: float) -> str:
    """Courses of stones, each laid over the joints of the last."""
    rows = max(2, rounded(2 * b / 7))
    high = 2 * b / rows
    lines: list[Sequence[float]] = []
    for row in range(rows):
        top = row * high - b
        if row:
            lines.append((-a, top, a, top))
        x = -a + (6 if row % 2 else 12)
        while x < a - 1:
            lines.append((x, top, x, top + high))
            x += 12
    return joined(lines)


def rails(a: float, b: float) -> str:
    """Rails between posts."""
    posts = max(2, rounded(a / 9))
    places = [-a + 2 + (2 * a - 4) * post / posts for post in range(posts + 1)]
    rows = [(-a, y, a, y) for y in (-b / 2.6, b / 2.6)]
    return joined([*rows, *((x, -b, x, b) for x in places)])


def leaves(a: float, b: float) -> str:
    """Leaves of a hedge, in two rows of arcs."""
    count = max(2, rounded(a / 6))
    step = 2 * a / count
    arc = f"q{step / 2:.1f} {-min(b, 7.0):.1f} {step:.1f} 0"
    first = f"M{-a:.1f} {-b * 0.1:.1f}" + arc * count
    return first + f"M{-a + step / 2:.1f} {b * 0.45:.1f}" + arc * (count - 1)


def stakes(a: float, b: float) -> str:
    """Crossed stakes in a row."""
    count = max(1, rounded(2 * a / 8))
    step = 2 * a / count
    lines: list[Sequence[float]] = []
    for index in range(count):
        left, right = index * step - a + 1.5, (index + 1) * step - a - 1.5
        lines += [(left, 2.5 - b, right, b - 2.5), (right, 2.5 - b, left, b - 2.5)]
    return joined(lines)


STUBS = ((0.4, 0.38), (0.68, 0.26))
"""Where along a ruin's longer wall others begin, and how far across it they still stand."""


def walls(a: float, b: float) -> str:
    """What stands of a ruin: two walls that meet, and stubs of those within."""
    x, y = a - 2, b - 2
    stubs = [(-x + 2 * x * at, -y, -x + 2 * x * at, -y + 2 * y * deep) for at, deep in STUBS]
    return joined([(-x, y, -x, -y, x, -y), *stubs])


def bowl(a: float, b: float) -> str:
    """The rim and the foot of a crater."""
    return "".join(
        f"M{-a * grow:.1f} 0.0a{a * grow:.1f} {b * grow:.1f} 0 1 0 {2 * a * grow:.1f} 0"
        f"a{a * grow:.1f} {b * grow:.1f} 0 1 0 {-2 * a * grow:.1f} 0"
        for grow in (0.72, 0.4)
    )


def slabs(a: float, b: float) -> str:
    """A solid block: its top, and an edge from each corner of it."""
    x, y = a * 0.7, b * 0.7
    edges = [(i * a, j * b, i * x, j * y) for i in (-1, 1) for j in (-1, 1)]
    return joined([(-x, -y, x, -y, x, y, -x, y, -x, -y), *edges])


OVERLAYS: Mapping[str, Overlay] = {
    "obstacle": stakes,
    "river": flow,
    "building": hipped,
    "wall": courses,
    "fence": rails,
    "hedge": leaves,
    "ruins": walls,
    "crater": bowl,
    "barricade": stakes,
    "block": slabs,
}
"""The kinds of ground that have such lines."""
