"""Small pens for drawing: elements with escaped text, numbers, places on the sheet."""

from __future__ import annotations

from html import escape
from math import atan2, degrees
from typing import Any

from condotta.table import Pose

SCALE = 500
"""Quanta to one unit of a drawing: 20 units are 1 MU."""


def number(value: float) -> str:
    """A coordinate with one decimal at most.

    >>> number(40.0), number(3.26), number(-0.04)
    ('40', '3.3', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def el(name: str, *inside: str, text: str = "", **attributes: Any) -> str:
    """An element. Attributes and text are escaped, what is inside is markup already.

    A trailing underscore is dropped from an attribute's name, others become dashes.

    >>> el("text", text="<A & B>", x=3.0, class_="lab")
    '<text x="3" class="lab">&lt;A &amp; B&gt;</text>'
    """
    said = []
    for key, value in attributes.items():
        if value is None:
            continue
        written = number(value) if isinstance(value, float) else str(value)
        said.append(f' {key.rstrip("_").replace("_", "-")}="{escape(written)}"')
    body = escape(text, quote=False) + "".join(inside)
    head = f"<{name}{''.join(said)}"
    return f"{head}>{body}</{name}>" if body else f"{head}/>"


def path(data: str, **attributes: Any) -> str:
    """A path by its data."""
    return el("path", d=data, **attributes)


class Sheet:
    """The board on paper: the table's y runs up, the paper's runs down."""

    def __init__(self, width: int, depth: int) -> None:
        """The size of the board in quanta."""
        self.depth = depth
        self.w = width / SCALE
        self.h = depth / SCALE

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table on the paper."""
        return x / SCALE, (self.depth - y) / SCALE


def turned(pose: Pose) -> float:
    """The facing as degrees clockwise from up the paper."""
    return degrees(atan2(pose.ux, pose.uy))


def upright(angle: float) -> float:
    """The turn at which writing along a base reads from above, never upside down.

    >>> upright(180.0), upright(10.0), upright(-135.0)
    (0.0, 10.0, 45.0)
    """
    folded = (angle + 180.0) % 360.0 - 180.0
    if folded > 90.0:
        return folded - 180.0
    return folded + 180.0 if folded < -90.0 else folded


def placed(x: float, y: float, angle: float = 0.0) -> str:
    """A transform to a place, turned there."""
    at = f"translate({number(x)} {number(y)})"
    return f"{at} rotate({number(angle)})" if angle else at
