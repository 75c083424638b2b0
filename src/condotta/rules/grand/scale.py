"""The scale of the large game: board, zones, terrain, the numbers of its data file. [GT-1, GT-3]"""

from __future__ import annotations

import msgspec

from condotta.data import cells, toml
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.triumph import seams
from condotta.rules.triumph.ground.battlefield import Battlefield, Home, Patch
from condotta.rules.triumph.tables import TABLES, piece_modifier


class Scale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every number of GRAND TRIUMPH!. Lengths are quanta, points are halves."""

    army: int
    commands: int
    least_command: int
    width: int
    depth: int
    columns: int
    rows: int
    zone: int
    middle_zones: int
    march_corner: int
    from_marker: int
    not_generals: tuple[str, ...]
    first_placed: int
    demoralised_share: int
    demoralised: int
    hold_cost: int
    defeat_share: int
    pieces: tuple[int, ...]
    coast_scores: tuple[int, ...]


SCALE = cells(Scale, toml("condotta.rules.grand.data", "scale.toml"))
ZONES = ("left-wing", "left", "centre", "right", "right-wing")
"""The five zones of the friendly row, from the left as seen from the own edge. [GT-1.2]"""


def board(_: Book, __: Position) -> Battlefield:
    """The measures of the large board. [GT-1.2, GT-6.2]"""
    return Battlefield(
        width=SCALE.width,
        depth=SCALE.depth,
        columns=SCALE.columns,
        rows=SCALE.rows,
        zone_depth=TABLES.deployment.zone_depth,
        centre_width=SCALE.zone,
        march_strip=TABLES.deployment.march_strip,
        march_corner=SCALE.march_corner,
    )


def pieces(topography: str, score: int) -> tuple[int, bool]:
    """How many pieces of terrain lie on the board, and whether a Coast may. [GT-3.1]

    >>> pieces("steppe", 2), pieces("arable", 7), pieces("marsh", 12)
    ((2, False), (6, True), (10, True))
    """
    least, most = TABLES.setup.lowest_score, TABLES.setup.highest_score
    modified = max(least, min(most, score + piece_modifier(topography)))
    return SCALE.pieces[modified - least], modified in SCALE.coast_scores


def large_pieces(_: Book, __: Position, topography: str, score: int) -> tuple[int, bool]:
    """The same, whatever the position. [GT-3.1]"""
    return pieces(topography, score)


def no_centre(_: Book, __: Position, ___: Seat) -> int:
    """The large game asks for no minimum in the centre third. [GT-5.1]"""
    return 0


def middle_zones(own: Home) -> Patch:
    """The three zones in which the battle line stands. [GT-5.1]"""
    left = (own.length - SCALE.middle_zones) // 2
    return Patch(left, 0, left + SCALE.middle_zones, own.reach)


HOOKS = (
    (seams.BATTLEFIELD, board, "GT-1.2"),
    (seams.PIECES, large_pieces, "GT-3.1"),
    (seams.CENTRE, no_centre, "GT-5.1"),
)
