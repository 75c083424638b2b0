"""Card 5, Charging Camelry and Armored Camelry: Knights and Cataphracts on camels. [BC-5]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common import camels, dismounting
from condotta.rules.triumph.cards.common.card import Card, lasting
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import BEATEN, FALL_BACK
from condotta.rules.triumph.tables import troop
from condotta.table import Shape

CODES = (camels.CHARGING, camels.ARMORED)
CHEAPER = -2
"""Half points by which a stand counts less than its type when it is lost. [BC-5.5]"""


def base(_: Book, piece: Piece) -> Shape | None:
    """Square bases for both. [BC-5.1]"""
    return camels.square(piece, *CODES)


def worth(_: Book, piece: Piece) -> Modifier | None:
    """A stand counts 3 points when it is destroyed. [BC-5.5]

    # RULING BC-30.21: one that may get off as a dearer type of foot costs and counts that, in
    # either form, as a stand does to which another card gives a price of its own.
    """
    if not carries(piece, *CODES):
        return None
    plain, foot = troop(piece.type).half_points, dismounting.foot_worth(piece)
    change = max(plain + CHEAPER, foot) - max(plain, foot)
    return Modifier(change, "worth.camelry", "BC-5.5") if change else None


def unsteady(us: Fighter, _: Fighter) -> Modifier | None:
    """-1 in close combat. [BC-5.3]"""
    mounted = not us.is_camp and us.troop.is_mounted and carries(us.piece, *CODES)
    return Modifier(-1, "factor.camelry", "BC-5.3") if mounted else None


def used_to_elephants(loser: Fighter, winner: Fighter, degree: str) -> tuple[str, str] | None:
    """Beaten and not doubled by Elephants it falls back. [BC-5.4]"""
    if loser.kind != "close" or degree != BEATEN or winner.troop.code != "ELE":
        return None
    mounted = not loser.is_camp and loser.troop.is_mounted and carries(loser.piece, *CODES)
    return (FALL_BACK, "BC-5.4") if mounted else None


CARD = Card(
    "charging and armored camelry",
    uses=(
        lasting(camels.CHARGING, "BC-5.1"),
        lasting(camels.ARMORED, "BC-5.1"),
    ),
    hears=camels.CAMELRY,
    hooks=(
        (seams.BASE, base, "BC-5.1"),
        (seams.WORTH, worth, "BC-5.5"),
        (seams.MOVE_GOING, camels.sands_are_open, "BC-5.2"),
        (seams.CLOSE_COMBAT, unsteady, "BC-5.3"),
        (seams.OUTCOME, used_to_elephants, "BC-5.4"),
    ),
)
