"""The act of leaving transports: as a move ends, or as a move on the spot. [BC-8.3, BC-8.4]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Marked, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.common.exchanging import fits
from condotta.rules.triumph.cards.common.standing import own_stand, unpaid
from condotta.rules.triumph.cards.common.transports import RIDING, got_off, on_foot
from condotta.rules.triumph.cards.mobile_infantry import ending
from condotta.rules.triumph.cards.mobile_infantry.ending import ENDING, Discard
from condotta.rules.triumph.movement.command import made, price
from condotta.rules.triumph.speaking.acts import Act, moving
from condotta.rules.triumph.stands.field import field


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
PROCEDURES: dict[type[Frame], Procedure] = {Discarding: discarding, **ending.PROCEDURES}
