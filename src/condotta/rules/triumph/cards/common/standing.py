"""What acts of single stands ask: whose it is, whether it may still move, whether it can pay."""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.command import price
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import TOUCH, gap


def own_stand(here: Field, seat: Seat, name: str) -> tuple[Stand | None, Refusal | None]:
    """A stand of the seat's on the table, or why it is none. [TC-4.4]"""
    stand = here.find(name)
    if stand is None or stand.is_camp or stand.seat != seat:
        return None, Refusal("TC-4.4", "tc.4-4.not-yours", {"stand": name})
    return stand, None


def unpaid(here: Field, stand: Stand) -> Iterator[Refusal]:
    """It has moved already, or its command has too few points. [TC-4.3, TC-4.13]"""
    if stand.piece.marked(names.MOVED):
        yield Refusal("TC-4.13", "tc.4-13.moved", {"stand": stand.id})
    cost, left = price(here, (stand,)), here.position.count(stand.command, names.CP)
    if cost > left:
        yield Refusal("TC-4.3", "tc.4-3.too-dear", {"cost": cost, "left": left})


def touched_by(here: Field, stand: Stand) -> Stand | None:
    """An enemy stand that it touches in any way; a camp does not matter."""
    for enemy in here.enemies(stand.seat):
        if not enemy.is_camp and gap(stand.base, enemy.base) <= TOUCH:
            return enemy
    return None
