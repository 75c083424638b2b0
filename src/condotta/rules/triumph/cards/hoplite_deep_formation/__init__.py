"""Card 11, Hoplite Deep Formation: a second rank of the same type pushes. [BC-11]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.card import Card, lasting
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.neighbours import supporter

CODE = "HD"


def deep(us: Fighter, foe: Fighter) -> Modifier | None:
    """+1 with a stand of its own type behind it, the card or none. [BC-11.1]

    All core conditions of rear support hold. [BC-11.2]
    """
    if us.is_camp or not carries(us.piece, CODE) or supporter(us, foe) is None:
        return None
    return Modifier(1, "factor.deep-formation", "BC-11.1")


def two_deep(_: Book, piece: Piece) -> bool | None:
    """A second rank helps it. [BC-11.1]"""
    return True if carries(piece, CODE) else None


CARD = Card(
    "hoplite deep formation",
    uses=(lasting(CODE, "BC-11.1"),),
    hooks=((seams.CLOSE_COMBAT, deep, "BC-11.1"), (seams.DEEP, two_deep, "BC-11.1")),
)
