"""When transports may be left: as a move ends, until anything else is said. [BC-8.4]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common.transports import RIDING
from condotta.rules.triumph.movement.movement_phase import WINDOW
from condotta.rules.triumph.tokens import Token, laying

ENDING = Token("ends its move", "BC-8.11", names.MOVEMENT)
"""On transports, and nothing has been said since it moved: it may still leave them. [BC-8.11]"""


class Discard(Action, frozen=True):
    """A stand leaves its transports for good. [BC-8.4]"""

    stand: str


class MoveEnds(Script, frozen=True, kw_only=True):
    """Stands on transports have moved and may leave them now. [BC-8.4]"""

    stands: tuple[str, ...]


def move_made(_: Book, position: Position, pieces: tuple[str, ...], __: str) -> tuple[Frame, ...]:
    """Whoever moved on transports may leave them: alone, in a group, on a flank march. [BC-8.4]"""
    riders = tuple(name for name in pieces if RIDING.on(position.pieces[name]))
    return (MoveEnds(stands=riders),) if riders else ()


def past(_: Book, position: Position, said: Action) -> Iterator[Event]:
    """Whatever else is said, the move has ended. [BC-8.11]"""
    ending = [piece for piece in position.at("table") if ENDING.on(piece)]
    if not (isinstance(said, Discard) and said.stand in {piece.id for piece in ending}):
        yield from ENDING.lifted(*(piece.id for piece in ending))


def sayable(_: Book, position: Position, seat: Seat, window: str) -> tuple[str, ...]:
    """Whoever has stands on transports may say it while he is asked: he is told why not."""
    riders = (one for one in position.at("table") if one.controller == seat and RIDING.on(one))
    return ("Discard",) if window == WINDOW and any(True for _ in riders) else ()


HOOKS = (
    (seams.MOVE_MADE, move_made, "BC-8.4"),
    (seams.MOVE_PAST, past, "BC-8.11"),
    (seams.SAYABLE, sayable, "BC-8.4"),
)
PROCEDURES: dict[type[Frame], Procedure] = {MoveEnds: laying(ENDING)}
