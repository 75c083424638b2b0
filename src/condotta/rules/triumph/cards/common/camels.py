"""What all camels share: ground that is open to them, and whom they unsettle. [BC-4, 5, 6]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.cards.common.exchanging import SQUARE
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.stands.field import Stand
from condotta.table import Shape

LIGHT, CHARGING, ARMORED, PROTECTED = "LC", "CC", "AC", "CF"
CAMELRY = (LIGHT, CHARGING, ARMORED)
SANDS = ("dunes", "oasis")
UNSETTLED = ("KNT", "ELE", "CAT")


def sands_are_open(_: Book, body: tuple[Stand, ...], kind: str) -> str | None:
    """Dunes and Oasis are open to a single camelry stand or a body of nothing else.

    # RULING BC-4.6: a column counts as a group.
    [BC-4.2, BC-4.3, BC-5.2]
    """
    if kind not in SANDS:
        return None
    on_camels = (stand.troop.is_mounted and carries(stand.piece, *CAMELRY) for stand in body)
    return "open" if all(on_camels) else None


def unsettle(foe: Fighter, key: str, clause: str) -> Modifier | None:
    """+1 against Knights, Elephants and Cataphracts that are no camelry. [BC-4.4, BC-6.1]"""
    fits = foe.troop.code in UNSETTLED and not carries(foe.piece, CHARGING, ARMORED)
    return Modifier(1, key, clause) if fits else None


def square(piece: Piece, *codes: str) -> Shape | None:
    """A square base shows the card. [BC-0.8]"""
    return SQUARE if carries(piece, *codes) else None
