"""Stands true to size: front edge and chevron, seat by colour, shape and mark, sign and code."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from condotta.kernel.records import Piece
from condotta.report.ink import SCALE, Sheet, el, number, path, placed, turned, upright
from condotta.report.naming import stand_name, type_name
from condotta.report.palette import STYLES, Shape
from condotta.rules.triumph import names
from condotta.rules.triumph.tables import CAMP, TABLES
from condotta.table import Disc, Point, Pose, Rectangle
from condotta.words import say

CODES = tuple(row.code for row in TABLES.troops)
BAR = 4.2


def ngon(corners: int, radius: float, turn: float = 0.0) -> str:
    """The points of a regular shape around the middle, the first one up."""
    spots = (
        (
            radius * sin(2 * pi * index / corners + turn),
            -radius * cos(2 * pi * index / corners + turn),
        )
        for index in range(corners)
    )
    return " ".join(f"{number(x)},{number(y)}" for x, y in spots)


def seat_shape(shape: Shape, radius: float, **style: Any) -> str:
    """The shape of a seat, all of about the same weight."""
    match shape:
        case "circle":
            return el("circle", r=radius, **style)
        case "square":
            side = radius * 0.9
            return el("rect", x=-side, y=-side, width=2 * side, height=2 * side, **style)
        case "triangle":
            return el("polygon", points=ngon(3, radius * 1.25), **style)
        case "diamond":
            return el("polygon", points=ngon(4, radius * 1.2), **style)
        case "pentagon":
            return el("polygon", points=ngon(5, radius * 1.1), **style)
        case "hexagon":
            return el("polygon", points=ngon(6, radius * 1.1), **style)


def badge(number_: int, letter: str, x: float, y: float, radius: float = 12.0) -> str:
    """A seat's own sign: its shape in its colour, with its letter."""
    style = STYLES[number_]
    sign = seat_shape(style.shape, radius, fill="var(--fill)", stroke="var(--deep)")
    size = {"font_size": radius * 1.1, "dy": "0.36em", "text_anchor": "middle"}
    word = el("text", text=letter, fill="var(--on)", font_weight="700", **size)
    return el("g", sign, word, transform=placed(x, y), class_=f"s{number_}")


def rear_mark(number_: int, width: float, depth: float) -> str:
    """What marks a seat at the rear edge of its stands, without colour."""
    half, y = width / 2, depth - 1.9
    line = {"stroke": "var(--on)", "stroke_width": "1.4", "fill": "none"}
    match number_:
        case 0:
            return ""
        case 1:
            return path(f"M{number(1 - half)} {number(y)}H{number(half - 1)}", **line)
        case 2:
            dashes = {"stroke_dasharray": "6 4"}
            return path(f"M{number(2 - half)} {number(y)}H{number(half - 2)}", **line, **dashes)
        case 3:
            dots = {"stroke_dasharray": "0.1 4", "stroke_linecap": "round"}
            return path(f"M{number(3 - half)} {number(y)}H{number(half - 3)}", **line, **dots)
        case 4:
            corners = f"M{number(1.5 - half)} {number(depth - 6)}v4.5h4.5"
            return path(f"{corners}M{number(half - 1.5)} {number(depth - 6)}v4.5h-4.5", **line)
        case _:
            return path(f"M{number(-half / 2)} {number(y)}H{number(half / 2)}", **line)


def star(x: float, y: float) -> str:
    """The general."""
    points = []
    for index in range(10):
        radius = 4.0 if index % 2 == 0 else 1.7
        angle = pi * index / 5
        points.append(f"{number(radius * sin(angle))},{number(-radius * cos(angle))}")
    ring = el("circle", r="6.4", fill="var(--gold)", stroke="#14110c", stroke_width="1.2")
    inner = el("polygon", points=" ".join(points), fill="#14110c")
    return el("g", ring, inner, transform=placed(x, y), class_="star")


def face(code: str, width: float, depth: float) -> str:
    """The sign and the three letters, side by side where the base is shallow."""
    room = depth - BAR
    if room < 18:
        size = min(9.4, room * 0.82)
        scale = min(0.86, room / 13.4)
        sign = el(
            "use",
            href=f"#p-{code}",
            transform=f"translate({number(-width * 0.3)} 0) scale({scale:.2f})",
        )
        fit = {"textLength": number(width * 0.54), "lengthAdjust": "spacingAndGlyphs"}
        word = el(
            "text", text=code, x=width * 0.18, dy="0.36em", font_size=size, class_="code", **fit
        )
    else:
        size, lift = 10.5, room * 0.2
        sign = el("use", href=f"#p-{code}", transform=placed(0, -lift))
        fit = {"textLength": number(width * 0.66), "lengthAdjust": "spacingAndGlyphs"}
        word = el(
            "text", text=code, y=room * 0.27, dy="0.36em", font_size=size, class_="code", **fit
        )
    return sign + word


def spoken(piece: Piece, seat: str) -> str:
    """A stand as people say it."""
    general = f", {say('web.is.general')}" if names.GENERAL in piece.traits else ""
    return f"{seat} {stand_name(piece)}{general}"


def size_of(piece: Piece) -> tuple[float, float]:
    """Width and depth on the paper."""
    match piece.shape:
        case Rectangle(width, depth):
            return width / SCALE, depth / SCALE
        case Disc(radius):
            return 2 * radius / SCALE, 2 * radius / SCALE
        case _:
            return 40.0, 20.0


def marker(sheet: Sheet, piece: Piece) -> str:
    """A piece of nobody's, such as an objective: a ring round a dot, its name for who reads it."""
    assert piece.pose is not None
    return spot(sheet, (piece.pose.x, piece.pose.y), stand_name(piece))


def spot(sheet: Sheet, where: Point, name: str) -> str:
    """A place that counts: a ring round a dot, its name for who reads it."""
    x, y = sheet.at(*where)
    style = {"stroke": "var(--ink)", "stroke_width": "1.6"}
    ring = el("circle", r="9", fill="var(--gold)", fill_opacity=".35", **style)
    dot = el("circle", r="2.4", fill="var(--ink)")
    title = el("title", text=name)
    return el("g", title, ring, dot, transform=placed(x, y), class_="marker")


def camp(width: float, depth: float, angle: float) -> str:
    """A camp: a tint with a dashed ditch, a tent and its name."""
    half = width / 2
    style = {"fill": "var(--tint)", "stroke": "var(--fill)", "stroke_width": "1.8", "rx": "2"}
    outer = el("rect", x=-half, y=0.0, width=width, height=depth, **style)
    ditch = {"fill": "none", "stroke": "var(--deep)", "stroke_dasharray": "2.5 2.5"}
    inner = el("rect", x=3.5 - half, y=3.5, width=width - 7, height=depth - 7, **ditch)
    turn = upright(angle) - angle
    tent = el("use", href="#p-CAMP", transform=placed(-20, 0))
    word = el("text", text=type_name(CAMP), x=7.0, dy="0.36em", font_size="11", class_="camp")
    middle = placed(0, depth / 2, turn)
    return outer + inner + el("g", tent, word, transform=middle, color="var(--deep)")


def reading(angle: float, depth: float) -> tuple[float, bool]:
    """How sign and code turn on a base to be read from below, and whether across the base.

    Those of a shallow base stay along it.

    >>> reading(180.0, 15.0), reading(90.0, 30.0), reading(90.0, 15.0)
    ((-180.0, False), (-90.0, True), (0.0, False))
    """
    quarters = round(angle / 90)
    if quarters % 2 and depth < 28:
        return upright(angle) - angle, False
    return -90.0 * quarters, bool(quarters % 2)


def chevron() -> str:
    """The tip in the middle of a front edge."""
    tip = {"stroke": "var(--front-on)", "stroke_width": "1.5", "fill": "none"}
    return path("M-5 3.5L0 .9 5 3.5", **tip, stroke_linejoin="round", stroke_linecap="round")


def stand(piece: Piece, width: float, depth: float, angle: float, style: int) -> str:
    """A stand with its front edge at the origin, facing up."""
    half = width / 2
    body = {"fill": "var(--fill)", "stroke": "var(--halo)", "stroke_width": ".9"}
    base = el("rect", x=-half, y=0.0, width=width, height=depth, **body)
    front = el("rect", x=-half, y=0.0, width=width, height=BAR, fill="var(--front)")
    rear = seat_shape(STYLES[style].shape, 2.9, fill="var(--fill)", stroke="var(--halo)")
    mark = rear_mark(style, width, depth)
    tail = el("g", rear, transform=placed(0, depth + 0.6))
    turn, sideways = reading(angle, depth)
    middle = placed(0, BAR + (depth - BAR) / 2 - 0.4, turn)
    inside = face(piece.type, depth, width) if sideways else face(piece.type, width, depth)
    words = el("g", inside, transform=middle, color="var(--on)")
    return tail + base + mark + front + chevron() + words


def model(piece: Piece, radius: float, angle: float, style: int) -> str:
    """A model on a round base with its middle at the origin: its unit, and its seat's sign."""
    body = {"fill": "var(--fill)", "stroke": "var(--halo)", "stroke_width": ".9"}
    nose = {"stroke": "var(--front)", "stroke_width": "1.6"}
    front = path(f"M0 {number(-radius)}v{number(radius * 0.35)}", **nose)
    size = min(9.0, radius * 0.72)
    fit = {"font_size": size, "dy": "0.36em", "text_anchor": "middle", "fill": "var(--on)"}
    word = el("text", text=piece.command or piece.id, **fit)
    sign = seat_shape(STYLES[style].shape, 2.2, fill="var(--fill)", stroke="var(--halo)")
    told = el("g", word, el("g", sign, transform=placed(0, radius)), transform=f"rotate({-angle})")
    return el("circle", r=radius, **body) + front + told


def ghost(sheet: Sheet, piece: Piece, pose: Pose, style: int) -> str:
    """Where a stand was before: its outline only."""
    width, depth = size_of(piece)
    x, y = sheet.at(pose.x, pose.y)
    edge = {"fill": "var(--tint)", "fill_opacity": ".55", "stroke": "var(--fill)"}
    edge |= {"stroke_dasharray": "3 2.5", "stroke_width": ".9", "class_": f"s{style}"}
    if isinstance(piece.shape, Disc):
        return el("circle", r=width / 2, transform=placed(x, y), **edge)
    turn = placed(x, y, turned(pose))
    return el("rect", x=-width / 2, y=0.0, width=width, height=depth, transform=turn, **edge)


def chip(piece: Piece, style: int, x: float, y: float, seat: str, *, lost: bool = False) -> str:
    """A small token for what is not on the table; crossed out when it is lost."""
    code = piece.type if piece.type in CODES or piece.type == CAMP else piece.id
    rect = el("rect", x=0.0, y=0.0, width=36.0, height=17.0, rx="2", fill="var(--fill)")
    sign = el("use", href=f"#p-{code}", transform="translate(8.5 8.5) scale(.72)")
    fit = {"textLength": "18", "lengthAdjust": "spacingAndGlyphs", "class_": "code"}
    word = el("text", text=code[:3], x="25", y="8.5", dy="0.36em", font_size="9", **fit)
    parts = [el("title", text=spoken(piece, seat)), rect]
    parts.append(el("g", sign, word, color="var(--on)"))
    if names.GENERAL in piece.traits:
        parts.append(el("g", star(35, 3)))
    if lost:
        cross = {"stroke": "var(--halo)", "stroke_width": "3.4", "stroke_linecap": "round"}
        thin = cross | {"stroke": "var(--deep)", "stroke_width": "1.5"}
        parts.append(path("M2 15.5L34 1.5", **cross) + path("M2 15.5L34 1.5", **thin))
    return el("g", *parts, transform=placed(x, y), class_=f"s{style}")
