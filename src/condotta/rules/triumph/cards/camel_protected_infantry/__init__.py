"""Card 6, Camel Protected Infantry: camels before the line. [BC-6]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common import camels
from condotta.rules.triumph.cards.common.card import Card, lasting
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.combat.duel import Fighter
from condotta.table import Shape


def base(_: Book, piece: Piece) -> Shape | None:
    """A square base. [BC-6.1]"""
    return camels.square(piece, camels.PROTECTED)


def against_horse(us: Fighter, foe: Fighter) -> Modifier | None:
    """+1 to any edge against Knights, Elephants or Cataphracts without camels. [BC-6.1]"""
    if us.is_camp or not carries(us.piece, camels.PROTECTED):
        return None
    return camels.unsettle(foe, "factor.camel-protected", "BC-6.1")


CARD = Card(
    "camel protected infantry",
    uses=(lasting(camels.PROTECTED, "BC-6.1"),),
    hooks=((seams.BASE, base, "BC-6.1"), (seams.CLOSE_COMBAT, against_horse, "BC-6.1")),
)
