"""Transports are left as a move ends, until anything else is said, or as a move on the spot.

[BC-8.3, BC-8.4]
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Marked, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common.exchanging import fits
from condotta.rules.triumph.cards.common.standing import own_stand, unpaid
from condotta.rules.triumph.cards.common.transports import RIDING, got_off, on_foot
from condotta.rules.triumph.movement.command import made, price
from condotta.rules.triumph.movement.movement_phase import WINDOW
from condotta.rules.triumph.speaking.acts import Act, moving
from condotta.rules.triumph.stands.field import field
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


class Discarding(Script, frozen=True, kw_only=True):
    """An accepted discard being carried out."""

    stand: str


def judge(book: Book, position: Position, seat: Seat, _: Ask | None, said: Discard) -> Verdict:
    """As its move ends, free of cost; else as a move on the spot. [BC-8.3, BC-8.4, BC-8.11]"""
    here = field(book, position)
    stand, wrong = own_stand(here, seat, said.stand)
    if stand is None:
        return Verdict((wrong,) if wrong else ())
    if not RIDING.on(stand.piece):
        return Verdict((Refusal("BC-8.4", "bc.8-4.on-foot", {"stand": stand.id}),))
    moved = stand.piece.marked(names.MOVED)
    late = moved and not ENDING.on(stand.piece)
    found = [Refusal("BC-8.4", "bc.8-4.late", {"stand": stand.id})] if late else []
    found += [] if moved else unpaid(here, stand)
    if stand.id in here.fighting:
        found.append(Refusal("TC-5.10", "tc.5-10.fighting", {"stand": stand.id}))
    if not fits(here, on_foot(stand.piece)):
        found.append(Refusal("BC-0.12", "bc.0-12.room", {"stand": stand.id}))
    return Verdict(tuple(found), cost=0 if moved else price(here, (stand,)))


def discarding(book: Book, state: State, frame: Discarding) -> Iterator[Event]:
    """Paid for if it is a move of its own. [BC-8.3, BC-8.4]"""
    here = field(book, state.position)
    stand = here.stand(frame.stand)
    off = (*got_off(stand.piece), *(ENDING.lifted(stand.id) if ENDING.on(stand.piece) else ()))
    said = (*off, Ruled("BC-8.4", "bc.8-4.discards", {"stand": stand.id}))
    if stand.piece.marked(names.MOVED):
        yield from (*said, Popped())
        return
    left = state.position.count(stand.command, names.CP) - price(here, (stand,))
    paid = (
        Counted(stand.command, names.CP, left),
        Marked(stand.id, Mark(names.MOVED, names.TURN)),
    )
    yield from made(book, state.position, "on the spot", (stand.id,), (*paid, *said))


def candidates(position: Position, seat: Seat) -> Iterator[Discard]:
    """A seat's stands on transports: at the end of a move, or with points for one."""
    for piece in position.at("table"):
        may_move = not piece.marked(names.MOVED) and position.count(piece.command, names.CP) > 0
        if (may_move or ENDING.on(piece)) and piece.controller == seat and RIDING.on(piece):
            yield Discard(piece.id)


def frame(_: Seat, said: Discard) -> Frame:
    """What a discard begins."""
    return Discarding(stand=said.stand)


ACT = Act(Discard, "BC-8.4", moving, candidates, judge, frame)
HOOKS = (
    (seams.MOVE_MADE, move_made, "BC-8.4"),
    (seams.MOVE_PAST, past, "BC-8.11"),
    (seams.SAYABLE, sayable, "BC-8.4"),
)
PROCEDURES: dict[type[Frame], Procedure] = {Discarding: discarding, MoveEnds: laying(ENDING)}
