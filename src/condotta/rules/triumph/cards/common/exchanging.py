"""One stand put in the place of another, by its front edge. [BC-0.7]

A pose is the middle of a front edge, so the pose stays and the shape changes. Nobody else moves.
"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.records import Piece
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import TABLES, shape_of
from condotta.table import Rectangle, base, overlaps

SQUARE = Rectangle(TABLES.board.base_width, TABLES.board.base_width)
"""The base that shows some cards: as deep as it is wide. [BC-0.8]"""


def as_type(piece: Piece, code: str) -> Piece:
    """The stand as one of another type: same place, facing, general, marks. [BC-0.7, BC-1.5]"""
    return replace(piece, type=code, shape=shape_of(code))


def fits(here: Field, piece: Piece) -> bool:
    """Whether a stand could be exchanged for that one where it stands, moving nobody. [BC-0.7]"""
    if piece.pose is None or piece.shape is None:
        return True
    where = base(piece.pose, piece.shape)
    others = (one for one in here.stands if one.id != piece.id)
    return here.on_board(where) and not any(overlaps(where, one.base) for one in others)
