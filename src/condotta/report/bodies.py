"""What is no stand of three letters: bodies in ranks and files, templates that stay, markers."""

from __future__ import annotations

from math import ceil, pi, sin

from condotta.kernel.records import Piece
from condotta.report.ink import Sheet, el, number, path, placed, turned, upright
from condotta.report.naming import is_model, kind_name, type_name
from condotta.report.palette import STYLES
from condotta.report.stands import (
    BAR,
    camp,
    chevron,
    model,
    rear_mark,
    seat_shape,
    size_of,
    spoken,
    stand,
    star,
)
from condotta.rules.triumph.names import GENERAL
from condotta.rules.triumph.tables import CAMP
from condotta.table import Disc, Pose

LETTER = 0.66
"""How wide a letter is, of its height."""
MARKER = "marker"
"""The trait of what only says where something will be."""
Formation = tuple[int, int]
"""The models of a body and its files."""


def grid(width: float, depth: float, files: int, ranks: int) -> str:
    """The lines between files and ranks; a body of one model has none."""
    across = (-width / 2 + at * width / files for at in range(1, files))
    along = (at * depth / ranks for at in range(1, ranks))
    lines = "".join(f"M{number(x)} 0V{number(depth)}" for x in across)
    lines += "".join(f"M{number(-width / 2)} {number(y)}H{number(width / 2)}" for y in along)
    style = {"stroke": "var(--on)", "stroke_width": ".5", "opacity": ".35", "fill": "none"}
    return path(lines, **style) if lines else ""


def regiment(
    piece: Piece, size: tuple[float, float], angle: float, style: int, formation: Formation
) -> str:
    """A body with its front edge at the origin: its grid, its name, its models and their ranks."""
    (width, depth), (models, files) = size, formation
    ranks = ceil(models / files)
    half, bar = width / 2, min(BAR, depth / 4)
    body = {"fill": "var(--fill)", "stroke": "var(--halo)", "stroke_width": ".9"}
    rear = seat_shape(STYLES[style].shape, 2.9, fill="var(--fill)", stroke="var(--halo)")
    return "".join(
        (
            el("g", rear, transform=placed(0, depth + 0.6)),
            el("rect", x=-half, y=0.0, width=width, height=depth, **body),
            grid(width, depth, files, ranks),
            rear_mark(style, width, depth),
            el("rect", x=-half, y=0.0, width=width, height=bar, fill="var(--front)"),
            chevron(),
            label(kind_name(piece), size, angle, (models, files, ranks)),
        )
    )


def label(name: str, size: tuple[float, float], angle: float, counted: tuple[int, int, int]) -> str:
    """The name, read upright and as large as there is room; below it models, files and ranks."""
    (width, depth), (models, files, ranks) = size, counted
    turn = upright(angle) - angle
    across = abs(sin(turn * pi / 180)) > 0.7
    along, deep = (depth, width) if across else (width, depth)
    font = max(5.0, min(11.0, deep * 0.36, along / (len(name) * LETTER)))
    roomy = deep > 22
    words = el("text", text=name, font_size=font, dy="-.05em" if roomy else ".42em", class_="name")
    if roomy and models > 1:
        said = f"{models} · {files}×{ranks}"
        words += el("text", text=said, font_size=min(9.0, font), dy="1.15em", class_="name")
    return el("g", words, transform=placed(0, depth / 2, turn))


def template(piece: Piece, radius: float, angle: float, style: int) -> str:
    """A round template that stays on the table: seen through, hatched as whoever laid it."""
    name = type_name(piece.type)
    edge = {"fill": "var(--tint)", "fill_opacity": ".6", "stroke": "var(--deep)"}
    ring = el("circle", r=radius, stroke_width="1.8", stroke_dasharray="6 3", **edge)
    font = max(5.0, min(11.0, 2 * radius / (len(name) * 0.62)))
    word = el("text", text=name, dy=".36em", font_size=font, class_="name over")
    sign = seat_shape(STYLES[style].shape, 2.9, fill="var(--fill)", stroke="var(--halo)")
    told = el("g", word, el("g", sign, transform=placed(0, radius)), transform=f"rotate({-angle})")
    return ring + told


def token(piece: Piece, angle: float) -> str:
    """A marker at the edge of the board: a flag on its point, with the number of its command."""
    _, _, said = piece.command.partition(".")
    flag = {"fill": "var(--surface)", "stroke": "var(--fill)", "stroke_width": "2"}
    shape = path("M0 0L-6 8H-15V27H15V8H6Z", stroke_linejoin="round", **flag)
    word = el("text", text=said or "?", dy=".36em", font_size="14", class_="camp")
    return shape + el("g", word, transform=placed(0, 17.5, -angle))


def drawn(
    sheet: Sheet, piece: Piece, pose: Pose, style: int, seat: str, *, formation: Formation = (0, 0)
) -> str:
    """A piece where it stands, named for those who point at it or listen.

    With files it is drawn as a body in ranks.
    """
    size, angle = size_of(piece), turned(pose)
    if MARKER in piece.traits:
        inside = token(piece, angle)
    elif is_model(piece) and isinstance(piece.shape, Disc):
        inside = model(piece, size[0] / 2, angle, style)
    elif formation[1] or is_model(piece):
        inside = regiment(piece, size, angle, style, formation if formation[1] else (1, 1))
    elif isinstance(piece.shape, Disc):
        inside = template(piece, size[0] / 2, angle, style)
    elif piece.type == CAMP:
        inside = camp(*size, angle)
    else:
        inside = stand(piece, *size, angle, style)
    crown = star(size[0] / 2 - 1, size[1] - 2) if GENERAL in piece.traits else ""
    title = el("title", text=spoken(piece, seat))
    place = placed(*sheet.at(pose.x, pose.y), angle)
    return el("g", title, inside, crown, transform=place, class_=f"stand s{style}")
