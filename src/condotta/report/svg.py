"""A position as a map: paper, a frame that is a scale, ground, stands true to size, arrows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from condotta.data import one_line
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.report import bodies, ground, stands
from condotta.report.fates import Fate, crossed_all
from condotta.report.ink import SCALE, Sheet, el, number, path, placed
from condotta.report.naming import seat_name
from condotta.report.palette import style_numbers, themes
from condotta.report.pictograms import symbols
from condotta.report.plates import PLATE, of_units, plate
from condotta.report.reckoning import lost_said
from condotta.report.tracks import Track, arrow, shown, since
from condotta.rules.ranked.names import FILES, MODELS
from condotta.rules.triumph.tables import TABLES
from condotta.table import Area, Point
from condotta.words import say

MARGIN = 30.0
FRAME = 6.0
MU = 20.0

TYPE = one_line("condotta.report", "map.css")
"""How writing looks on a map."""


class Shown(msgspec.Struct, frozen=True):
    """What a map shows besides the position; `ground` stands in for the board it would draw.

    `scores` is what each seat has, in words; without them it is what each has lost. `objective` is
    where a place that counts lies of which no piece tells.
    """

    tracks: tuple[Track, ...] = ()
    fates: tuple[Fate, ...] = ()
    title: str = ""
    defeat: int = 0
    scores: Mapping[Seat, str] = {}
    plates: bool = True
    key: str = "map"
    ground: str = ""
    objective: Point | None = None


def definitions() -> str:
    """Everything that maps draw more than once; one page needs it once."""
    return el("defs", ground.DEFS, symbols(stands.CODES))


PLAIN = Shown()


def battle_map(
    position: Position,
    earlier: Position | None = None,
    shown_: Shown = PLAIN,
    style: str = "",
    defs: str = "",
) -> str:
    """A map that stands alone: colours, signs and all. With `earlier`, what has moved since.

    `style` and `defs` are for what is drawn over it later.
    """
    if earlier is not None and not shown_.tracks:
        tracks, fates = since(earlier, position)
        shown_ = msgspec.structs.replace(shown_, tracks=tracks, fates=shown_.fates or fates)
    head = el("style", themes() + TYPE + style) + definitions() + defs
    return picture(position, shown_, head) + "\n"


def picture(position: Position, shown_: Shown, head: str = "") -> str:
    """A map; `head` holds the style and the definitions unless the page around it has them."""
    sheet = Sheet(position.board.width, position.board.depth)
    top, bottom = edges(position) if shown_.plates else ((), ())
    above = PLATE * len(top) + (8.0 if top else 14.0)
    below = 24.0 + PLATE * len(bottom)
    width, height = sheet.w + 2 * MARGIN, above + sheet.h + below
    rows = [(seat, 4 + PLATE * row) for row, seat in enumerate(top)]
    rows += [(seat, above + sheet.h + 22 + PLATE * row) for row, seat in enumerate(bottom)]
    styles = style_numbers(position.seats())
    board = el("g", board_and_all(sheet, position, shown_), transform=placed(MARGIN, above))
    sides = [
        el(
            "g",
            plate(position, seat, styles[seat], sheet.w, shown_),
            transform=placed(MARGIN, y),
        )
        for seat, y in rows
    ]
    box = f"0 0 {number(width)} {number(height)}"
    back = el("rect", width=width, height=height, fill="var(--paper)") if head else ""
    title = el("title", text=shown_.title or say("map.title"), id=f"{shown_.key}-t")
    desc = el("desc", text=described(position, shown_.scores), id=f"{shown_.key}-d")
    named = {"role": "img", "aria_labelledby": f"{shown_.key}-t {shown_.key}-d"}
    inside = (title, desc, head, back, *sides, board)
    return el("svg", *inside, xmlns="http://www.w3.org/2000/svg", viewBox=box, **named)


def board_and_all(sheet: Sheet, position: Position, shown_: Shown) -> str:
    """The board from the ground up: ground, ghosts, arrows, stands, fates, names."""
    styles = style_numbers(position.seats())
    called = {chair.seat: seat_name(chair.seat) for chair in position.chairs}
    seen = (piece for piece in position.at("table") if piece.pose is not None)
    found = sorted(seen, key=lambda piece: piece.type == "CAMP", reverse=True)
    there = [piece for piece in found if piece.controller in styles]
    tracks = [track for track in shown_.tracks if track.seat in styles]
    lying = [piece for piece in found if piece.controller not in styles]
    at = shown_.objective if not lying else None
    parts = [
        shown_.ground or bare(position),
        *(stands.marker(sheet, piece) for piece in lying),
        "" if at is None else stands.spot(sheet, at, say("paper.objective")),
        *(stands.ghost(sheet, one.piece, one.poses[0], styles[one.seat]) for one in tracks),
        *(arrow(sheet, one, styles[one.seat]) for one in shown(tracks)),
        *(
            bodies.drawn(
                sheet,
                piece,
                piece.pose,
                styles[piece.controller],
                called[piece.controller],
                formation=(position.count(piece.id, MODELS), position.count(piece.id, FILES)),
            )
            for piece in there
            if piece.pose is not None
        ),
        *crossed_all(sheet, shown_.fates, styles, there),
    ]
    return "".join(parts)


def bare(position: Position) -> str:
    """The board with its ground and nobody on it."""
    sheet = Sheet(position.board.width, position.board.depth)
    size: dict[str, Any] = {"width": sheet.w, "height": sheet.h}
    areas = (ground.drawn(sheet, area) for area in _waters_first(position))
    labels = (ground.label(sheet, area) for area in position.areas)
    land = el("svg", *table_top(sheet), *areas, boxes(sheet), *labels, **size, overflow="hidden")
    return land + frame(sheet)


def _waters_first(position: Position) -> list[Area]:
    return sorted(position.areas, key=lambda area: (area.kind not in {"coast", "stream"}, area.id))


def table_top(sheet: Sheet) -> list[str]:
    """The bare table. [TC-0.2]"""
    size: dict[str, Any] = {"width": sheet.w, "height": sheet.h}
    return [
        el("rect", x=0.0, y=0.0, **size, fill="var(--ground)"),
        el("rect", x=0.0, y=0.0, **size, fill="url(#grass)"),
    ]


def boxes(sheet: Sheet) -> str:
    """Dotted lines where the boxes meet, and a cross at their corners. [TC-0.3]"""
    across, along = TABLES.board.columns, TABLES.board.rows
    xs = [sheet.w * column / across for column in range(1, across)]
    ys = [sheet.h * row / along for row in range(1, along)]
    lines = "".join(f"M{number(x)} 0V{number(sheet.h)}" for x in xs)
    lines += "".join(f"M0 {number(y)}H{number(sheet.w)}" for y in ys)
    crosses = "".join(
        f"M{number(x - 5)} {number(y)}h10M{number(x)} {number(y - 5)}v10" for x in xs for y in ys
    )
    thin = {"stroke": "var(--ink3)", "fill": "none"}
    dots = path(lines, **thin, stroke_opacity=".55", stroke_dasharray="1.5 5")
    return dots + path(crosses, **thin, stroke_opacity=".7")


def frame(sheet: Sheet) -> str:
    """Bars of a base width, in turn dark and light, and a figure every 8 MU. [TC-0.1]"""
    w, h, bar = sheet.w, sheet.h, TABLES.board.base_width / SCALE
    outer: dict[str, Any] = {
        "x": -FRAME,
        "y": -FRAME,
        "width": w + 2 * FRAME,
        "height": h + 2 * FRAME,
    }
    edge = {"fill": "none", "stroke": "var(--ink)", "stroke_width": "1"}
    band = f"M{-FRAME} {-FRAME}h{w + 2 * FRAME}v{h + 2 * FRAME}h{-w - 2 * FRAME}zM0 0v{h}h{w}v{-h}z"
    bars = "".join(
        f"M{number(x)} {number(y)}h{number(min(bar, w - x))}v{FRAME}h{number(-min(bar, w - x))}z"
        for y in (-FRAME, h)
        for x in _every(2 * bar, w)
    )
    bars += "".join(
        f"M{number(x)} {number(y)}h{FRAME}v{number(min(bar, h - y))}h{-FRAME}z"
        for x in (-FRAME, w)
        for y in _every(2 * bar, h)
    )
    return (
        path(band, fill="var(--surface)", fill_rule="evenodd")
        + path(bars, fill="var(--ink2)")
        + el("rect", **outer, **edge)
        + el("rect", x=0.0, y=0.0, width=w, height=h, **edge)
        + figures(sheet)
    )


def figures(sheet: Sheet) -> str:
    """Lengths in MU along the foot and the left."""
    below = [
        el("text", text=str(round(x / MU)), x=x, y=sheet.h + 17, class_="nl")
        for x in _every(8 * MU, sheet.w)[1:]
    ]
    left = [
        el("text", text=str(round(y / MU)), x=-17.0, y=sheet.h - y, dy="0.36em", class_="nl")
        for y in _every(8 * MU, sheet.h)[1:]
    ]
    return "".join(below + left)


def _every(step: float, end: float) -> list[float]:
    return [step * index for index in range(int(end // step) + 1) if step * index < end - 0.5]


def edges(position: Position) -> tuple[Sequence[Seat], Sequence[Seat]]:
    """The seats above the map and those below it, by where their pieces are or face."""
    top: list[Seat] = []
    bottom: list[Seat] = []
    for order, seat in enumerate(position.seats()):
        (top if _sits_above(position, seat, order) else bottom).append(seat)
    return top[::-1], bottom


def _sits_above(position: Position, seat: Seat, order: int) -> bool:
    mine = [piece for piece in position.at("table") if piece.owner == seat and piece.pose]
    camps = [piece for piece in mine if piece.type == "CAMP"] or mine
    heights = [piece.pose.y for piece in camps if piece.pose]
    if not heights:
        return order % 2 == 1
    return sum(heights) / len(heights) > position.board.depth / 2


def described(position: Position, scores: Mapping[Seat, str]) -> str:
    """The map in a few sentences, for those who cannot see it."""
    said = []
    units = of_units(position)
    for seat in position.seats():
        mine = [piece for piece in position.pieces.values() if piece.owner == seat]
        there = [piece for piece in mine if piece.place == "table" and piece.type != "CAMP"]
        stands = sum(piece.pose is not None for piece in there) if units else len(there)
        score = scores.get(seat) or lost_said(position, seat)
        params = {"seat": seat_name(seat), "stands": stands, "score": score}
        said.append(say("map.seat-units" if units else "map.seat", params))
    listed = ", ".join(ground.name_of(area.kind) for area in position.areas)
    said.append(say("map.ground", {"areas": listed}) if listed else say("map.bare"))
    return " ".join(said)
