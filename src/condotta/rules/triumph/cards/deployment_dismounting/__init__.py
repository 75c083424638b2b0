"""Card 1, Deployment Dismounting: horsemen who may be set out on foot. [BC-1]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common import dismounting
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.settings import DEFAULTS
from condotta.rules.triumph.deployment.forms import Form

CODE = "DD"


def forms(_: Book, __: Position, piece: Piece) -> tuple[Form, ...]:
    """Mounted or on foot, stand by stand; for good once it is set out. [BC-1.3, BC-1.4]"""
    return dismounting.forms(piece, CODE, "BC-1.3")


CARD = Card(
    "deployment dismounting",
    uses=(set_out(CODE, "BC-1.3"),),
    hears=dismounting.CODES,
    remembers={dismounting.WAS: "BC-1.4"},
    advice=Advice(forms={dismounting.DISMOUNTED: dismounting.gain_on_foot}),
    settings=dict(DEFAULTS),
    hooks=((seams.FORMS, forms, "BC-1.3"), (seams.COUNTS, dismounting.counts, "BC-1.7")),
)
