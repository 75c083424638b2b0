"""Ground as a map shows it: fill says little, pattern says the kind, the name says it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any

from condotta.data import one_line
from condotta.report.ink import SCALE, Sheet, el, number, path, placed
from condotta.report.overlays import OVERLAYS
from condotta.report.scatter import Spot, on_paper, spots
from condotta.rules.triumph.tables import TABLES, terrain
from condotta.table import Area, Box, Ellipse, Outline, extent
from condotta.words import has, say

KNOWN = {row.key for row in TABLES.terrain}
LINE = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
ROUGH = {
    "fill": "var(--ground2)",
    "fill_opacity": ".55",
    "stroke": "var(--hach)",
    "stroke_dasharray": "2 3",
}
GREEN = {
    "fill": "var(--wood)",
    "stroke": "var(--wood-l)",
    "stroke_width": "1.4",
    "stroke_dasharray": "1 4",
    "stroke_linecap": "round",
}
POOL = {"fill": "var(--water)", "stroke": "var(--water-d)", "stroke_width": "1.6"}
ROOFED = {"fill": "var(--roof)", "stroke": "var(--roof-d)", "stroke_width": "1.6"}
MASONRY = {"fill": "var(--ground2)", "stroke": "var(--hach)", "stroke_width": "1.4"}
TOWN = {"fill": "var(--town)", "stroke": "var(--roof-d)", "stroke_dasharray": "2 3"}
SAND = {"fill": "var(--hill)", "stroke": "var(--hach)", "stroke_dasharray": "2 3"}
RUIN = {"fill": "var(--town)", "stroke": "var(--roof-d)", "stroke_dasharray": "4 3"}
WALLS = {"stroke": "var(--roof-d)", "stroke_width": "4"}
BOLD = {"stroke": "var(--label)", "stroke_width": "1.4"}
STONE_LINES = {"stroke": "var(--hach)", "stroke_width": "1"}

DEFS = one_line("condotta.report", "signs.svg")
"""Definitions that every map shares."""


def shape(sheet: Sheet, outline: Outline, grow: float = 1.0, /, **style: Any) -> str:
    """The outline itself, larger or smaller about its middle."""
    match outline:
        case Ellipse(x, y, half_length, half_width, ux, uy):
            cx, cy = sheet.at(x, y)
            turn = placed(cx, cy, degrees(atan2(-uy, ux)))
            rx, ry = half_length / SCALE * grow, half_width / SCALE * grow
            return el("ellipse", rx=rx, ry=ry, transform=turn, **style)
        case Box(x, y, half_length, half_width, ux, uy):
            cx, cy = sheet.at(x, y)
            turn = placed(cx, cy, degrees(atan2(-uy, ux)))
            w, h = half_length / SCALE * grow, half_width / SCALE * grow
            return el("rect", x=-w, y=-h, width=2 * w, height=2 * h, transform=turn, **style)
        case _:
            points = " ".join(
                f"{number(x)},{number(y)}"
                for x, y in (sheet.at(*point) for point in outline.points)
            )
            return el("polyline", points=points, **style)


def sown(places: list[Spot], sign: str, scale: float = 1.0) -> str:
    """The same little sign at many places, a little larger and smaller."""
    return "".join(
        el(
            "use",
            href=f"#{sign}",
            transform=f"{placed(x, y)} scale({scale * (0.85 + 0.3 * own):.2f})",
        )
        for x, y, own in places
    )


def woods(sheet: Sheet, area: Area) -> str:
    """Trees on green."""
    return shape(sheet, area.outline, **GREEN) + sown(spots(sheet, area, 17, 9), "tree")


def hachures(sheet: Sheet, area: Area, ring: float, count: int, length: float) -> str:
    """Short strokes downhill from a contour."""
    outline = area.outline
    if not isinstance(outline, Ellipse):
        return ""
    long, short = outline.half_length / SCALE * ring, outline.half_width / SCALE * ring
    strokes = []
    for index in range(count):
        angle = 2 * pi * index / count
        u, v = long * cos(angle), short * sin(angle)
        nu, nv = short * cos(angle), long * sin(angle)
        inward = min(length, short * 0.4, long * 0.4) / hypot(nu, nv)
        x1, y1 = on_paper(sheet, outline, u, v)
        x2, y2 = on_paper(sheet, outline, u - nu * inward, v - nv * inward)
        strokes.append(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}")
    return path("".join(strokes), stroke="var(--hach)", stroke_width="1", **LINE)


def crest_line(sheet: Sheet, area: Area) -> str:
    """Where a hill hides what is behind it. [TC-7.21]"""
    outline = area.outline
    if not isinstance(outline, Ellipse | Box):
        return ""
    half = outline.half_length / SCALE * 0.62
    (x1, y1), (x2, y2) = (on_paper(sheet, outline, u, 0) for u in (-half, half))
    dashes = {"stroke": "var(--hach)", "stroke_dasharray": "9 3 2 3", "stroke_width": "1.1"}
    return el("line", x1=x1, y1=y1, x2=x2, y2=y2, **dashes)


def gentle(sheet: Sheet, area: Area) -> str:
    """One contour and few strokes."""
    edge = {"fill": "var(--hill)", "stroke": "var(--hach)", "stroke_width": "1.2"}
    return (
        shape(sheet, area.outline, **edge)
        + hachures(sheet, area, 0.97, 44, 8)
        + crest_line(sheet, area)
    )


def steep(sheet: Sheet, area: Area) -> str:
    """Two contours and many strokes."""
    edge = {"stroke": "var(--hach)", "stroke_width": "1.2"}
    return (
        shape(sheet, area.outline, fill="var(--hill)", **edge)
        + hachures(sheet, area, 0.97, 84, 15)
        + shape(sheet, area.outline, 0.58, fill="var(--hill2)", **edge)
        + hachures(sheet, area, 0.56, 52, 11)
        + crest_line(sheet, area)
    )


def wooded(sheet: Sheet, area: Area) -> str:
    """A steep hill with trees on it."""
    return steep(sheet, area) + sown(spots(sheet, area, 27, 10), "tree")


def marsh(sheet: Sheet, area: Area) -> str:
    """Tufts, and a border nobody could draw."""
    edge = {"fill": "var(--marsh)", "stroke": "var(--marsh-l)", "stroke_dasharray": "7 4"}
    return shape(sheet, area.outline, **edge) + sown(spots(sheet, area, 24, 9), "tuft")


def stones(sheet: Sheet, area: Area) -> str:
    """Rough going."""
    return shape(sheet, area.outline, **ROUGH) + sown(spots(sheet, area, 27, 9), "stone")


def dunes(sheet: Sheet, area: Area) -> str:
    """Crescents of sand."""
    return shape(sheet, area.outline, **SAND) + sown(spots(sheet, area, 30, 12), "dune")


def oasis(sheet: Sheet, area: Area) -> str:
    """Palms around a pool."""
    edge = {"fill": "var(--wood)", "stroke": "var(--wood-l)", "stroke_dasharray": "2 3"}
    pool = {"fill": "var(--water)", "stroke": "var(--water-d)", "stroke_width": "1.2"}
    palms = sown(spots(sheet, area, 26, 10), "palm")
    return shape(sheet, area.outline, **edge) + palms + shape(sheet, area.outline, 0.28, **pool)


def village(sheet: Sheet, area: Area) -> str:
    """Roofs."""
    roofs = [
        el("use", href="#roof", transform=placed(x, y, round(own * 3) * 90 + (own - 0.5) * 24))
        for x, y, own in spots(sheet, area, 24, 12)
    ]
    return shape(sheet, area.outline, **TOWN) + "".join(roofs)


def fields(sheet: Sheet, area: Area) -> str:
    """Furrows along the longer side."""
    edge = {"fill": "var(--hill)", "stroke": "var(--hach)", "stroke_width": "1.2"}
    outline = area.outline
    if not isinstance(outline, Ellipse | Box):
        return shape(sheet, outline, **edge)
    half_u, half_v = outline.half_length / SCALE - 6, outline.half_width / SCALE
    rows = []
    for row in range(1, max(2, int(2 * half_v / 9))):
        v = -half_v + row * 9
        ends = (on_paper(sheet, outline, u, v) for u in (-half_u, half_u))
        rows.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in ends))
    furrow = {"stroke": "var(--hach)", "stroke_width": "1", "stroke_dasharray": "11 5"}
    return shape(sheet, outline, **edge) + path("".join(rows), **furrow, **LINE)


def water(sheet: Sheet, area: Area) -> str:
    """A stream with lines of flow, or the sea."""
    outline = area.outline
    if isinstance(outline, Ellipse | Box):
        waves = [
            path(f"M{number(x - 9)} {number(y)}h18", stroke="var(--water-d)", **LINE)
            for x, y, _ in spots(sheet, area, 54, 8)
        ]
        return shape(sheet, outline, **POOL) + "".join(waves)
    wide = outline.width / SCALE
    band = {"fill": "none", "stroke_linejoin": "round"}
    flow = {"stroke": "var(--water-d)", "stroke_width": "1", "stroke_dasharray": "12 9"}
    return (
        shape(sheet, outline, stroke="var(--water-d)", stroke_width=wide, **band)
        + shape(sheet, outline, stroke="var(--water)", stroke_width=max(1.0, wide - 2.4), **band)
        + shape(sheet, outline, **flow, **band)
    )


def boulders(sheet: Sheet, area: Area) -> str:
    """Ground that nobody may enter: stones upon stones."""
    return shape(sheet, area.outline, **ROUGH) + sown(spots(sheet, area, 13, 7), "stone")


def lined(look: Mapping[str, str], lines: Mapping[str, str]) -> Callable[[Sheet, Area], str]:
    """A pen that fills the outline in a way and draws the lines of its kind over it."""

    def drawn(sheet: Sheet, area: Area) -> str:
        outline = area.outline
        if not isinstance(outline, Ellipse | Box):
            return water(sheet, area) if area.kind == "river" else plain(sheet, area)
        over = OVERLAYS[area.kind](outline.half_length / SCALE, outline.half_width / SCALE)
        cx, cy = sheet.at(outline.x, outline.y)
        turn = placed(cx, cy, degrees(atan2(-outline.uy, outline.ux)))
        return shape(sheet, outline, **look) + path(over, transform=turn, **lines, **LINE)

    return drawn


def plain(sheet: Sheet, area: Area) -> str:
    """Ground of a kind that has no pattern of its own yet."""
    style = {"fill": "var(--ground2)", "stroke": "var(--hach)"}
    if not isinstance(area.outline, Ellipse | Box):
        style["fill"] = "none"
    return shape(sheet, area.outline, **style)


PENS: Mapping[str, Callable[[Sheet, Area], str]] = {
    "gentle-hills": gentle,
    "steep-hills": steep,
    "wooded-hills": wooded,
    "woods": woods,
    "rough": stones,
    "ploughed-fields": fields,
    "marsh": marsh,
    "dunes": dunes,
    "oasis": oasis,
    "village": village,
    "stream": water,
    "coast": water,
    # obstacles, ranked and skirmish battles
    "obstacle": lined(ROUGH, BOLD),
    "hill": gentle,
    "forest": woods,
    "river": lined(
        POOL, {"stroke": "var(--water-d)", "stroke_width": "1", "stroke_dasharray": "12 9"}
    ),
    "building": lined(ROOFED, {"stroke": "var(--roof-d)", "stroke_width": "1.2"}),
    "wall": lined(MASONRY, STONE_LINES),
    "fence": lined(ROUGH, BOLD),
    "hedge": lined(GREEN, {"stroke": "var(--tree-d)", "stroke_width": "1.1"}),
    "impassable": boulders,
    "area": stones,
    "ruins": lined(RUIN, WALLS),
    "crater": lined(SAND, STONE_LINES),
    "barricade": lined(ROUGH, BOLD),
    "block": lined(MASONRY, STONE_LINES),
}


def name_of(kind: str, lang: str = "") -> str:
    """The name of a kind of ground; one that nobody knows stays as it is."""
    key = f"terrain.{kind}"
    return say(key, lang=lang) if has(key) else kind


def drawn(sheet: Sheet, area: Area) -> str:
    """A piece of ground with its name for those who point at it."""
    pen = PENS.get(area.kind, plain)
    said = name_of(area.kind)
    if area.kind in KNOWN:
        said = f"{said}: {say(f'ground.{terrain(area.kind).going}')}"
    return el("g", el("title", text=said), pen(sheet, area), class_="area")


def label(sheet: Sheet, area: Area) -> str:
    """The name under the ground, or in it where the board ends or it is a band."""
    left, low, right, high = extent(area)
    x, y = sheet.at((left + right) / 2, low)
    y += 13
    if isinstance(area.outline, Ellipse | Box):
        if y > sheet.h - 6 or area.kind == "coast":
            y = sheet.at(0, (low + high) / 2)[1] + 4
    else:
        points = area.outline.points
        x, y = sheet.at(*points[len(points) // 2])
        x += area.outline.width / SCALE
    x = min(max(x, 40.0), sheet.w - 40.0)
    return el("text", text=name_of(area.kind), x=x, y=min(max(y, 14.0), sheet.h - 6), class_="lab")
