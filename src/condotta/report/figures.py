"""What shows an answer on a map: ways, places, lines measured, arcs, zones, what stands between.

A figure is where in quanta, what kind, how it stands and what it says; it is drawn here alone.
Colour is never all: what is against something is hatched or dashed, and every figure has a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import Literal

import msgspec

from condotta.data import one_line
from condotta.report.ink import Sheet, el, number, path, placed
from condotta.table import Point

Kind = Literal["sweep", "way", "place", "stop", "outline", "region", "line", "sight", "edge"]
Tone = Literal["plain", "yes", "no"]

DEFS = one_line("condotta.report", "figures.svg")
STYLE = one_line("condotta.report", "figures.css")
SIZE = 0.026
"""How large a word is, of the width of what is shown."""
LETTER = 0.56
"""How wide a letter is, of the size of its word."""


class Figure(msgspec.Struct, frozen=True):
    """One thing that is drawn: its kind, its points in quanta, how it stands, what it says."""

    kind: Kind
    points: tuple[Point, ...]
    tone: Tone = "plain"
    says: str = ""


ORDER: tuple[Kind, ...] = (
    *("region", "sweep", "outline", "place", "stop", "edge", "way", "sight", "line"),
)
"""What lies below and what above."""
LINES = ("way", "line", "sight", "edge")
SOLID = ("outline", "place", "stop")
"""What no word should lie on."""


def drawn(sheet: Sheet, figures: Iterable[Figure], box: Sequence[float] | None = None) -> str:
    """All figures of an answer, the ground below and the lines above, their words on top.

    Words stay within `box`: left, top, width and height on the sheet.
    """
    listed = sorted(dict.fromkeys(figures), key=lambda one: ORDER.index(one.kind))
    marks = [
        el("g", *(mark(sheet, one) for one in group), class_="over" if kind == "sweep" else None)
        for kind, group in groupby(listed, key=lambda one: one.kind)
    ]
    frame = tuple(box) if box is not None else (0.0, 0.0, sheet.w, sheet.h)
    return el("g", *marks, *words(sheet, listed, frame), class_="figs") if marks else ""


def mark(sheet: Sheet, one: Figure) -> str:
    """One figure without its word."""
    points = [sheet.at(*point) for point in one.points]
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    match one.kind:
        case "sweep":
            inside = path(data + "z", class_="body")
        case "region":
            inside = path(data + "z", class_="dash hatch" if one.tone == "no" else "dash spots")
        case "outline":
            shape = data + ("z" if len(points) > 2 else "")
            inside = path(shape, class_="halo") + path(
                shape, class_="hatch" if one.tone == "no" else None
            )
        case "place":
            inside = path(data + "z", class_="halo") + path(data + "z", class_="dash")
        case "stop":
            inside = path(data + "z", class_="halo") + path(data + "z", class_="hatch")
        case "edge":
            inside = path(data, class_="thick")
        case "way":
            inside = path(data, class_="halo") + path(data) + tip(points)
        case "sight":
            inside = path(data, class_="halo") + path(data, class_="dash") + end(points[0])
        case "line":
            inside = path(data, class_="halo") + path(data) + ticks(points)
    return el("g", inside, class_=f"fig {one.tone}")


def tip(points: Sequence[Point]) -> str:
    """The head of an arrow."""
    (ax, ay), (bx, by) = points[-2:] if len(points) > 1 else (points[0], points[0])
    if hypot(bx - ax, by - ay) < 0.5:
        return ""
    turn = degrees(atan2(by - ay, bx - ax))
    return path("M2 0L-9-5.5V5.5z", class_="body", transform=placed(bx, by, turn))


def end(point: Point) -> str:
    """The eye that a line of sight begins at."""
    x, y = point
    return el("circle", cx=x, cy=y, r=3.2, class_="body")


def ticks(points: Sequence[Point]) -> str:
    """A stroke across each end of a line that was measured."""
    (ax, ay), (bx, by) = points[0], points[-1]
    angle = atan2(by - ay, bx - ax)
    dx, dy = -5 * sin(angle), 5 * cos(angle)
    return path(
        "".join(
            f"M{number(x - dx)} {number(y - dy)}L{number(x + dx)} {number(y + dy)}"
            for x, y in ((ax, ay), (bx, by))
        )
    )


# ── words ────────────────────────────────────────────────────────────────────
Box = tuple[float, float, float, float]
"""Left, top, right and bottom on the sheet."""


def words(sheet: Sheet, figures: Sequence[Figure], frame: Sequence[float]) -> Iterator[str]:
    """The words of figures, each beside its own and upon as little else as may be."""
    left, top, wide, high = frame
    size = min(16.0, max(9.0, wide * SIZE))
    within = (left + 2, top + 2, left + wide - 2, top + high - 2)
    solid = [bounds(sheet, one) for one in figures if one.kind in SOLID]
    solid += [stretch for one in figures if one.kind in LINES for stretch in along(sheet, one)]
    taken: list[Box] = []
    said: set[str] = set()
    for one in figures:
        if not one.says or (one.says in said and one.kind not in LINES):
            continue
        said.add(one.says)
        own = bounds(sheet, one)
        spots = [inside(spot, within) for spot in around_of(own, one, size)]
        best = min(enumerate(spots), key=lambda each: (cost(each[1], taken, solid), each[0]))[1]
        taken.append(best)
        x, y = (best[0] + best[2]) / 2, best[3] - 0.24 * size
        tone = one.tone if one.tone != "plain" else None
        yield leader(best, own) if apart(best, own) > 2.2 * size else ""
        yield el("text", text=one.says, x=x, y=y, class_=tone, font_size=size)


def bounds(sheet: Sheet, one: Figure) -> Box:
    """The box round a figure; of a line the middle alone."""
    points = [sheet.at(*point) for point in one.points]
    if one.kind in LINES:
        count = len(points)
        (ax, ay), (bx, by) = points[(count - 1) // 2], points[count // 2]
        x, y = (ax + bx) / 2, (ay + by) / 2
        return (x, y, x, y)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def along(sheet: Sheet, one: Figure) -> Iterator[Box]:
    """Small boxes along a line, which no word should lie on."""
    points = [sheet.at(*point) for point in one.points]
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, round(hypot(bx - ax, by - ay) / 12))
        for step in range(count + 1):
            x, y = ax + (bx - ax) * step / count, ay + (by - ay) * step / count
            yield (x - 2, y - 2, x + 2, y + 2)


def around_of(own: Box, one: Figure, size: float) -> Iterator[Box]:
    """Where a word may stand: beside its figure on all sides, then farther and farther off."""
    half, high = LETTER * size * len(one.says) / 2 + 2, 1.25 * size
    left, top, right, bottom = own
    x, y = (left + right) / 2, (top + bottom) / 2
    for far in (4.0, 4.0 + high, 4.0 + 2.2 * high, 4.0 + 3.4 * high, 4.0 + 5 * high):
        for cx, cy in (
            (x, top - far - high / 2),
            (x, bottom + far + high / 2),
            (right + far + half, y),
            (left - far - half, y),
            (right + far + half, top - far),
            (left - far - half, top - far),
            (right + far + half, bottom + far),
            (left - far - half, bottom + far),
        ):
            yield (cx - half, cy - high / 2, cx + half, cy + high / 2)


def inside(spot: Box, within: Box) -> Box:
    """A box moved so that it lies in another."""
    dx = max(within[0] - spot[0], 0.0) - max(spot[2] - within[2], 0.0)
    dy = max(within[1] - spot[1], 0.0) - max(spot[3] - within[3], 0.0)
    return (spot[0] + dx, spot[1] + dy, spot[2] + dx, spot[3] + dy)


def cost(spot: Box, taken: Iterable[Box], solid: Iterable[Box]) -> float:
    """How much a word would cover: other words above all."""
    return 20 * sum(shared(spot, one) for one in taken) + sum(shared(spot, one) for one in solid)


def shared(one: Box, other: Box) -> float:
    """How much of two boxes lies over one another."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def apart(one: Box, other: Box) -> float:
    """How far two boxes are apart."""
    dx = max(one[0] - other[2], other[0] - one[2], 0.0)
    dy = max(one[1] - other[3], other[1] - one[3], 0.0)
    return hypot(dx, dy)


def leader(spot: Box, own: Box) -> str:
    """A thin line from a word to what it is of."""
    x, y = (own[0] + own[2]) / 2, (own[1] + own[3]) / 2
    start = (min(max(x, spot[0]), spot[2]), min(max(y, spot[1]), spot[3]))
    data = f"M{number(start[0])} {number(start[1])}L{number(x)} {number(y)}"
    return path(data, class_="leader")


# ── what of the board is shown ───────────────────────────────────────────────
MARGIN = 44.0
LEAST = (400.0, 280.0)
"""The least width and height of what is shown, in units of a drawing: 20 by 14 MU."""


def around(sheet: Sheet, figures: Iterable[Figure]) -> tuple[float, float, float, float]:
    """The part of the board that figures lie in: left, top, width and height on the sheet.

    Without figures it is the whole board.
    """
    points = [sheet.at(*point) for one in figures for point in one.points]
    if not points:
        return (-MARGIN / 2, -MARGIN / 2, sheet.w + MARGIN, sheet.h + MARGIN)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide = max(max(xs) - min(xs) + 2 * MARGIN, LEAST[0])
    high = max(max(ys) - min(ys) + 2 * MARGIN, LEAST[1], wide * 0.5)
    wide = max(wide, high * 0.8)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return (
        held(middle[0] - wide / 2, wide, (min(0.0, *xs), max(sheet.w, *xs))),
        held(middle[1] - high / 2, high, (min(0.0, *ys), max(sheet.h, *ys))),
        wide,
        high,
    )


def held(start: float, length: float, most: tuple[float, float]) -> float:
    """A stretch moved so that it shows no more beside the board than it must."""
    low, high = most[0] - MARGIN / 2, most[1] + MARGIN / 2 - length
    return start if low > high else min(max(start, low), high)
