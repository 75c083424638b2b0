"""Places for trees, tufts and stones inside an outline: the same ones on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from math import ceil

from condotta.report.ink import SCALE, Sheet
from condotta.table import Area, Box, Ellipse

Spot = tuple[float, float, float]
"""A place on the paper, and a number from 0 to 1 that is its own."""


def chances(name: str) -> Iterator[float]:
    """Numbers from 0 to 1 that depend on the name alone."""
    for block in range(1 << 12):
        digest = hashlib.blake2b(f"{name}/{block}".encode(), digest_size=32).digest()
        yield from (byte / 255 for byte in digest)


def spots(sheet: Sheet, area: Area, step: float, margin: float) -> list[Spot]:
    """Places about `step` apart and at least `margin` inside the border, from the top down."""
    outline = area.outline
    if not isinstance(outline, Ellipse | Box):
        return []
    chance = chances(area.id)
    long, short = outline.half_length / SCALE - margin, outline.half_width / SCALE - margin
    if min(long, short) <= 0:
        return [(*sheet.at(outline.x, outline.y), next(chance))]
    found = []
    for u, v in _lattice(long, short, step):
        jitter_u, jitter_v, own = next(chance), next(chance), next(chance)
        u2, v2 = u + (jitter_u - 0.5) * step * 0.5, v + (jitter_v - 0.5) * step * 0.5
        if _holds(outline, u2 / long, v2 / short):
            found.append((*on_paper(sheet, outline, u2, v2), own))
    return sorted(found, key=lambda spot: (spot[1], spot[0]))


def _lattice(long: float, short: float, step: float) -> Iterator[tuple[float, float]]:
    across, along = ceil(long / step), ceil(short / (step * 0.86))
    for row in range(-along, along + 1):
        for column in range(-across, across + 1):
            yield (column + (row % 2) / 2) * step, row * step * 0.86


def _holds(outline: Ellipse | Box, u: float, v: float) -> bool:
    return u * u + v * v <= 1 if isinstance(outline, Ellipse) else max(abs(u), abs(v)) <= 1


def on_paper(sheet: Sheet, outline: Ellipse | Box, u: float, v: float) -> tuple[float, float]:
    """A place given along and across an outline, in units of the drawing."""
    ax, ay = outline.ux / 1e6, -outline.uy / 1e6
    x, y = sheet.at(outline.x, outline.y)
    return x + u * ax - v * ay, y + u * ay + v * ax
