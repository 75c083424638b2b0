"""Card 4, Light Camelry: Bad Horse that know the sands. [BC-4]"""

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
    """Bad Horse on a square base. [BC-4.1]"""
    return camels.square(piece, camels.LIGHT)


def against_horse(us: Fighter, foe: Fighter) -> Modifier | None:
    """+1 to any edge against Knights, Elephants or Cataphracts without camels. [BC-4.4]"""
    if us.is_camp or not us.troop.is_mounted or not carries(us.piece, camels.LIGHT):
        return None
    return camels.unsettle(foe, "factor.light-camelry", "BC-4.4")


CARD = Card(
    "light camelry",
    uses=(lasting(camels.LIGHT, "BC-4.1"),),
    hears=camels.CAMELRY,
    hooks=(
        (seams.BASE, base, "BC-4.1"),
        (seams.MOVE_GOING, camels.sands_are_open, "BC-4.2"),
        (seams.CLOSE_COMBAT, against_horse, "BC-4.4"),
    ),
)
