"""What an old captain looks at before he speaks: who is near, who rides, who is laid open."""

from __future__ import annotations

from functools import lru_cache

from condotta.kernel.asks import Action
from condotta.kernel.book import Book
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.common.carrying import bought_for
from condotta.rules.triumph.combat.odds import odds_of_types
from condotta.rules.triumph.stands.field import Field, Stand, is_stand, troop_of
from condotta.rules.triumph.tables import troop
from condotta.table import Base, gap

Advice = tuple[float, Action]
NEAR, CLOSE = 100_000, 60_000
SURE, LIKELY = 1.5, 0.75


@lru_cache(maxsize=4096)
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


def exposed(here: Field, stand: Stand, where: Base) -> int:
    """How many free enemies could come at the flank of a stand there."""
    count = 0
    for foe in here.enemies(stand.seat):
        if foe.is_camp or foe.id in here.fighting or gap(foe.base, where) > foe.reach:
            continue
        dx, dy = foe.base.cx - where.cx, foe.base.cy - where.cy
        ahead, aside = dx * where.fx + dy * where.fy, abs(dx * where.rx + dy * where.ry)
        count += aside - where.hw > ahead
    return count


def way_is_blocked(here: Field, card: str) -> bool:
    """Whether an enemy is near and own foot of the named type stands right before a rider."""
    for piece in bought_for(here.position, here.position.pieces[card]):
        stand = here.find(piece.id)
        if stand is None or not foes(here, stand, stand.reach):
            continue
        for friend in here.friends(stand.seat):
            dx, dy = friend.base.cx - stand.base.cx, friend.base.cy - stand.base.cy
            before = dx * stand.base.fx + dy * stand.base.fy > 0
            if before and friend.troop.is_foot and gap(friend.base, stand.base) < CLOSE / 3:
                return True
    return False


def led(here: Field, bows: tuple[str, ...]) -> str | None:
    """The bow stand of a general, which nobody would set aside lightly. [BC-7.8]"""
    return next((b for b in bows if names.GENERAL in here.position.pieces[b].traits), None)


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
