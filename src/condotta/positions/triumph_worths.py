"""What a stand counts when it is lost, where a file does not say."""

from __future__ import annotations

from msgspec.structs import replace

from condotta.armies.cards.cardforms import forms
from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.carrying import detail
from condotta.rules.triumph.cards.common.dismounting import WAS, foot_worth
from condotta.rules.triumph.tables import CAMP, TABLES

PRICES = {kind.code: kind.half_points for kind in TABLES.troops}


def usual_worth(book: Book, piece: Piece) -> int:
    """Half points that a piece counts when it is lost: its type's, as its cards change them.

    A stand that may dismount counts its dearer form. What is no stand counts nothing.
    [BC-0.9, BC-1.6]
    """
    if piece.type == CAMP:
        return TABLES.camp.sacked
    if piece.type not in PRICES:
        return 0
    built = replace(piece, type=detail(piece, WAS) or piece.type)
    cards = (forms().get(trait.partition(":")[0]) for trait in piece.traits)
    fixed = [card.half_points for card in cards if card is not None and card.price == "set"]
    plain = max(fixed, default=PRICES[built.type])
    changed: int = sum(part.value for part in book.sum(seams.WORTH, book, built))
    return max(plain, foot_worth(built)) + changed
