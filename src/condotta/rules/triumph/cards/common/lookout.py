"""What an old captain looks at before he advises: who is near, who rides, who beats whom."""

from __future__ import annotations

from typing import Any

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.rules.triumph.combat.odds import odds_of_types
from condotta.rules.triumph.stands.field import Field, Stand, is_stand, troop_of
from condotta.rules.triumph.tables import troop
from condotta.table import gap
from condotta.table.once import fact

NEAR, CLOSE = 100_000, 60_000
SURE, LIKELY = 1.5, 0.75
"""What an answer may gain in half points: as good as surely, or likely enough."""
FEW = 0.25
"""The share of riders below which an army is one of foot."""


@fact(4096)
def margin(book: Book, one: str, other: str) -> float:
    """How much better one type comes off against another, per combat, doubling counted twice."""
    found = odds_of_types(book, one, other)
    return (found.beats + 2 * found.doubles - found.beaten - 2 * found.doubled) / 36


def foes(here: Field, stand: Stand, within: float) -> tuple[Stand, ...]:
    """The enemy stands within a distance."""
    return tuple(
        foe
        for foe in here.enemies(stand.seat)
        if not foe.is_camp and gap(foe.base, stand.base) <= within
    )


def near_the_enemy(_: Book, here: Field, __: Ask, said: Any) -> float:
    """What an act of a stand gains where enemies are near: a secret given up, transports left."""
    return LIKELY if foes(here, here.stand(said.stand), NEAR) else 0.0


def enemy_types(book: Book, here: Field, seat: str) -> tuple[str, ...]:
    """The types of the enemy's stands, as far as one can see."""
    side = here.position.side(seat)
    return tuple(
        piece.type
        for piece in here.position.pieces.values()
        if piece.shape is not None
        and is_stand(piece)
        and piece.place != "hand"
        and here.position.side(piece.owner) != side
        and not troop_of(book, piece).is_camp
    )


def mounted_share(book: Book, here: Field, seat: str) -> float:
    """How much of the enemy's army rides, as far as one can see."""
    kinds = enemy_types(book, here, seat)
    return sum(troop(kind).is_mounted for kind in kinds) / max(1, len(kinds))
