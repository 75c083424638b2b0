"""Pieces that left the table: a crossed circle where each was last, with its fate beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from condotta.kernel.records import Piece, Seat
from condotta.report.ink import Sheet, el, path, placed
from condotta.table import Pose, base

MANY = 3  # of so many fates or more in a turn each is told by its id alone
LETTER, LINE = 6.9, 14.0  # room for a letter and for a line of writing
PLACES: tuple[tuple[float, float, str], ...] = (
    (13, 0, "start"),
    (-13, 0, "end"),
    (0, -18, "middle"),
    (0, 20, "middle"),
    (13, -15, "start"),
    (13, 15, "start"),
    (-13, -15, "end"),
    (-13, 15, "end"),
    (0, -33, "middle"),
    (0, 35, "middle"),
)
"""Where the words of a fate may stand, the best first."""

Rectangle = tuple[float, float, float, float]


class Fate(msgspec.Struct, frozen=True):
    """A piece that left the table: where it stood, and how in a word or two.

    `brief` is the same with its id alone, for a turn in which many went.
    """

    piece: Piece
    seat: Seat
    pose: Pose
    says: str = ""
    brief: str = ""
    lost: bool = True


def middle(sheet: Sheet, piece: Piece, pose: Pose) -> tuple[float, float]:
    """The middle of a base on the paper."""
    if piece.shape is None:
        return sheet.at(pose.x, pose.y)
    return sheet.at(*base(pose, piece.shape).centre)


def crossed_all(
    sheet: Sheet, fates: Sequence[Fate], styles: Mapping[Seat, int], stands: Sequence[Piece] = ()
) -> list[str]:
    """All fates of a map; words lie on no circle, no other words, and if they can on no stand."""
    crowd = [_around(sheet, piece) for piece in stands]
    spots = [_held(sheet, middle(sheet, fate.piece, fate.pose)) for fate in fates]
    taken: list[Rectangle] = [(x - 10, y - 10, x + 10, y + 10) for x, y in spots]
    drawn = []
    for fate, (x, y) in zip(fates, spots, strict=True):
        words = fate.brief if len(fates) >= MANY else fate.says
        dx, dy, anchor = (
            place_for(sheet, words, (x, y), [*taken, *crowd])
            or place_for(sheet, words, (x, y), taken)
            or PLACES[0]
        )
        taken.append(room(words, (x + dx, y + dy), anchor))
        style: dict[str, Any] = {"text_anchor": anchor, "class_": "mk", "dy": "0.36em"}
        label = el("text", text=words, x=dx, y=dy, **style) if words else ""
        ring = circle(lost=fate.lost)
        drawn.append(el("g", ring, label, transform=placed(x, y), class_=f"s{styles[fate.seat]}"))
    return drawn


def _around(sheet: Sheet, piece: Piece) -> Rectangle:
    assert piece.pose is not None, piece.id
    x, y = middle(sheet, piece, piece.pose)
    return x - 17, y - 8, x + 17, y + 8


def _held(sheet: Sheet, spot: tuple[float, float]) -> tuple[float, float]:
    x, y = spot
    return min(max(x, 0.0), sheet.w), min(max(y, 0.0), sheet.h)


def circle(*, lost: bool) -> str:
    """The sign: a ring, crossed where the piece counts as lost."""
    ring = {"fill": "var(--surface)", "stroke": "var(--deep)", "stroke_width": "2.2"}
    cross = {"stroke": "var(--deep)", "stroke_width": "2.2", "stroke_linecap": "round"}
    crossed = path("M-3.8-3.8L3.8 3.8M3.8-3.8L-3.8 3.8", **cross) if lost else ""
    return el("circle", r="9", **ring) + crossed


def place_for(
    sheet: Sheet, words: str, spot: tuple[float, float], taken: Sequence[Rectangle]
) -> tuple[float, float, str] | None:
    """Where the words stand free, near the circle; None if nowhere."""
    x, y = spot
    for dx, dy, anchor in PLACES:
        left, top, right, foot = wanted = room(words, (x + dx, y + dy), anchor)
        on_board = left >= 0 and right <= sheet.w and top >= 0 and foot <= sheet.h
        if on_board and not any(_cross(wanted, other) for other in taken):
            return dx, dy, anchor
    return None


def room(words: str, spot: tuple[float, float], anchor: str) -> Rectangle:
    """The space that words take."""
    x, y = spot
    wide = LETTER * len(words)
    left = {"start": x, "end": x - wide}.get(anchor, x - wide / 2)
    return left, y - LINE / 2, left + wide, y + LINE / 2


def _cross(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
