"""The shooting of two cards: showers from horsemen who stand still in their own turn. [BC-21.1]"""

from __future__ import annotations

from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.settings import settings_of
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field, Stand

FACTOR = 2
NEVER = "HBW"


def factor(kind: TroopType) -> int | None:
    """+2, mounted only and never Horse Bow. [BC-21.1, BC-21.3]"""
    return FACTOR if kind.is_mounted and kind.code != NEVER else None


def reach(here: Field) -> int | None:
    """How far showers reach, in quanta: 3 MU, unless it is chosen otherwise. [TC-11.32]

    # RULING BC-21.4: as far as the arrows of Archers.
    """
    return settings_of(here.book).length("showersReach")


def moved(here: Field, shooter: Stand, clause: str) -> Refusal | None:
    """In its own turn only if it made no tactical move; in the enemy's always. [BC-21.1]"""
    own = shooter.seat in here.position.active
    if own and marked_moved(shooter.piece):
        return Refusal(clause, "bc.21-1.moved", {"stand": shooter.id})
    return None


def marked_moved(piece: Piece) -> bool:
    """Whether it made a tactical move this turn, alone or in a group. [BC-30.46]"""
    return piece.marked(names.MOVED)
