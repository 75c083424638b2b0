"""What every act of setting out asks: whose the stands are, and whether they may stand there."""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.ground.battlefield import centre_third, home
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.reserves import coming
from condotta.rules.triumph.tables import CAMP

CENTRE, ALL, REST = "centre troops", "all troops", "rest of the troops"
"""The windows in which troops are set out. [TC-8.1]"""


def about(position: Position, ask: Ask) -> tuple[str, ...]:
    """The stands that a question may set out; while moving, those that may come in. [TC-8.1]"""
    if ask.window != names.MOVEMENT:
        return ask.about
    return tuple(piece.id for piece in coming(position, ask.seat))


def strangers(
    position: Position, seat: Seat, ask: Ask, pieces: tuple[str, ...]
) -> Iterator[Refusal]:
    """Pieces that this seat may not name now, or named twice."""
    for name in dict.fromkeys(pieces):
        piece = position.pieces.get(name)
        if piece is None or piece.controller != seat or piece.type == CAMP:
            yield Refusal("TC-8.1", "tc.8-1.not-yours", {"stand": name})
        elif name not in about(position, ask):
            yield Refusal("TC-8.1", "tc.8-1.not-now", {"stand": name, "step": ask.window})
        elif pieces.count(name) > 1:
            yield Refusal("TC-8.1", "tc.8-1.twice", {"stand": name})


def why_not_there(here: Field, stand: Stand, window: str) -> tuple[Refusal, ...]:
    """Everything against a stand's place; in the first step it must be the centre. [TC-8.1]"""
    found = here.book.refusals(seams.MAY_DEPLOY, here, stand)
    if window != CENTRE:
        return found
    own = home(here.book, here.position, stand.seat)
    third = centre_third(here.book, here.position, stand.seat)
    if own.between(stand.base, third):
        return found
    sketch = (own.sketch("centre third", third),)
    return (*found, Refusal("TC-8.1", "tc.8-1.centre", {"stand": stand.id}, sketch))
