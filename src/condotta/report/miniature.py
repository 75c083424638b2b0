"""A table the size of a thumb: ground in its colour, every body as it lies, its front dark."""

from __future__ import annotations

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.report.forces import is_troop
from condotta.report.ground import shape
from condotta.report.ink import Sheet, el, number, path, placed, turned
from condotta.report.palette import DARK, LIGHT, STYLES, style_numbers
from condotta.report.stands import seat_shape, size_of
from condotta.rules.triumph.tables import CAMP
from condotta.table import Disc

FILLS = {
    "wood": ("woods", "wooded-hills", "forest", "hedge"),
    "hill": ("gentle-hills", "steep-hills", "hill", "dunes", "crater"),
    "marsh": ("marsh",),
    "water": ("stream", "coast", "river", "oasis"),
    "town": ("village", "ruins"),
    "roof": ("building",),
}
"""What ground is coloured like, by the colour's name; the rest is like rough ground."""

LEAST = 9.0
"""How large a model is at least, or nobody would see it."""

OF = {kind: colour for colour, kinds in FILLS.items() for kind in kinds}


def miniature(position: Position, *, dark: bool = False) -> str:
    """A picture that stands alone and says nothing: whoever shows it says what it is."""
    colours = DARK if dark else LIGHT
    sheet = Sheet(position.board.width, position.board.depth)
    styles = style_numbers(position.seats())
    there = [one for one in position.at("table") if one.controller in styles and drawable(one)]
    parts = [
        el("rect", x=0.0, y=0.0, width=sheet.w, height=sheet.h, fill=colours["ground"]),
        *(
            shape(sheet, area.outline, fill=colours[OF.get(area.kind, "ground2")])
            for area in position.areas
        ),
        *(body(sheet, one, styles[one.controller], dark=dark) for one in there),
    ]
    box = f"0 0 {number(sheet.w)} {number(sheet.h)}"
    return el("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box) + "\n"


def drawable(piece: Piece) -> bool:
    """Whether it has a body that lies somewhere: a stand, a model, a camp."""
    return is_troop(piece) and piece.pose is not None and piece.shape is not None


def body(sheet: Sheet, piece: Piece, style: int, *, dark: bool) -> str:
    """A base in its seat's colour with a dark front; a camp is hollow, a model its seat's shape."""
    looks = STYLES[style]
    fill, deep, _ = looks.night if dark else looks.day
    assert piece.pose is not None
    at = placed(*sheet.at(piece.pose.x, piece.pose.y), turned(piece.pose))
    width, depth = size_of(piece)
    if isinstance(piece.shape, Disc):
        sign = seat_shape(looks.shape, max(LEAST, width / 2), fill=fill, stroke=deep)
        return el("g", sign, transform=placed(*sheet.at(piece.pose.x, piece.pose.y)))
    inside = "none" if piece.type == CAMP else fill
    line = {"stroke": deep, "stroke_width": "4" if piece.type == CAMP else "2"}
    base = el("rect", x=-width / 2, y=0.0, width=width, height=depth, fill=inside, **line)
    front = path(f"M{number(-width / 2)} 2h{number(width)}", stroke=deep, stroke_width="5")
    return el("g", base, front, transform=at)
