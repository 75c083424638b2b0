"""Card 21, Shower Shooting: cavalry that looses arrows high. [BC-21]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Refusal
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common import shower
from condotta.rules.triumph.cards.common.card import Card, lasting
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.cards.settings import DEFAULTS
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field, Stand

CODE = "SS"
DEARER = 2
"""Half points that a stand counts more than its type when it is lost. [BC-21.2]"""


def shoots(_: Book, piece: Piece, kind: TroopType) -> int | None:
    """With +2, in its mounted form only. [BC-21.1, BC-30.20]"""
    return shower.factor(kind) if carries(piece, CODE) else None


def reach(here: Field, stand: Stand) -> int | None:
    """As far as a shower does. [BC-21.4]"""
    return shower.reach(here) if shoots(here.book, stand.piece, stand.troop) is not None else None


def stood_still(here: Field, shooter: Stand) -> Refusal | None:
    """Not in its own turn after a tactical move. [BC-21.1]"""
    showering = shoots(here.book, shooter.piece, shooter.troop) is not None
    return shower.moved(here, shooter, "BC-21.1") if showering else None


def worth(_: Book, piece: Piece) -> Modifier | None:
    """1 point more than its type. [BC-21.2]"""
    return Modifier(DEARER, "worth.shower", "BC-21.2") if carries(piece, CODE) else None


CARD = Card(
    "shower shooting",
    uses=(lasting(CODE, "BC-21.1"),),
    settings=dict(DEFAULTS),
    hooks=(
        (seams.SHOOTING, shoots, "BC-21.1"),
        (seams.RANGE, reach, "BC-21.4"),
        (seams.MAY_SHOOT, stood_still, "BC-21.1"),
        (seams.WORTH, worth, "BC-21.2"),
    ),
)
