"""Card 23, Sword-Fighting Cavalry: Bad Horse that fight 3 and 3. [BC-23]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.card import Card, lasting
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.cards.plaustrella import EQUIPPED
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.tables import shape_of, troop
from condotta.table import Shape

CODE = "SF"
BAD_HORSE = "BAD"
FACTOR = 3
"""Against foot and against mounted. [BC-23.1]"""


def rides(piece: Piece) -> bool:
    """Whether a stand has the card and is mounted: on foot it is plainly foot. [BC-30.21]

    # RULING BC-9.8: carts are pushed by men on foot, whatever type pushes them.
    """
    return carries(piece, CODE) and troop(piece.type).is_mounted and not EQUIPPED.on(piece)


def counts_as(_: Book, piece: Piece) -> str | None:
    """Bad Horse in every other respect. [BC-23.1]"""
    return BAD_HORSE if rides(piece) else None


def base(_: Book, piece: Piece) -> Shape | None:
    """On the base of Bad Horse. [BC-23.1]"""
    return shape_of(BAD_HORSE) if rides(piece) else None


def factor(_: Book, piece: Piece, __: TroopType, ___: TroopType) -> int | None:
    """+3 against foot and against mounted. [BC-23.1]"""
    return FACTOR if rides(piece) else None


CARD = Card(
    "sword-fighting cavalry",
    uses=(lasting(CODE, "BC-23.1"),),
    hooks=(
        (seams.COUNTS_AS, counts_as, "BC-23.1"),
        (seams.BASE, base, "BC-23.1"),
        (seams.CLOSE_FACTOR, factor, "BC-23.1"),
    ),
)
