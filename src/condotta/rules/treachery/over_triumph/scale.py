"""The numbers of treachery over TRIUMPH!, and its boards. [TO-1, TO-3]"""

from __future__ import annotations

from functools import cache
from typing import Any

from condotta.data import toml
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.treachery.over_triumph.settings import number
from condotta.rules.triumph import seams
from condotta.rules.triumph.ground.battlefield import Battlefield
from condotta.rules.triumph.tables import TABLES, piece_count, piece_modifier

MU = 10_000
BOX = 16  # MU [TO-3]
MIDDLE = 7  # the middle row of the table of pieces [TO-3]


@cache
def numbers() -> dict[str, Any]:
    """The data file as it is."""
    return toml("condotta.rules.treachery.data", "over_triumph.toml")


def length(position: Position, name: str) -> int:
    """A length that is a setting, in quanta."""
    return number(position, name) * MU


def board(_: Book, position: Position) -> Battlefield:
    """64 × 48 MU for three or four armies, 72 × 60 MU for five, or as is set. [TO-1, TO-3]

    # RULING TO-3: 16 MU do not divide every board; there are as many boxes as come nearest to
    # that, so 18 × 15 MU on the large one.
    """
    row = numbers()["large" if len(position.chairs) > 4 else "small"]
    width = number(position, "tableWidth") or row["width"]
    depth = number(position, "tableDepth") or row["depth"]
    return Battlefield(
        width=width * MU,
        depth=depth * MU,
        columns=max(1, round(width / BOX)),
        rows=max(1, round(depth / BOX)),
        zone_depth=length(position, "anchorZone"),
        centre_width=TABLES.deployment.centre_width,
        march_strip=TABLES.deployment.march_strip,
        march_corner=TABLES.deployment.march_corner,
    )


def pieces(_: Book, position: Position, topography: str, __: int) -> tuple[int, bool]:
    """The pieces of the middle row, and one or two more for four or five players. [TO-3]

    # RULING TO-3: the middle row allows no Coast; where one is compulsory it lies there.
    """
    least, most = TABLES.setup.lowest_score, TABLES.setup.highest_score
    row = max(least, min(most, MIDDLE - piece_modifier(topography)))
    more = numbers()["more_pieces"].get(str(len(position.chairs)), 0)
    extra = more if number(position, "morePieces") else 0
    return piece_count(topography, row) + extra, False


def no_centre(_: Book, __: Position, ___: Seat) -> int:
    """No minimum stands in a centre third. [TO-2]"""
    return 0


HOOKS = (
    (seams.BATTLEFIELD, board, "TO-1"),
    (seams.PIECES, pieces, "TO-3"),
    (seams.CENTRE, no_centre, "TO-2"),
)
