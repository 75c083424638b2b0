"""Setting out at a real table: everybody says when his army stands. [RB-2]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from condotta.kernel.asks import Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Event, Placed, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.rules.conceding import CONCEDED
from condotta.rules.reported import names
from condotta.rules.setting_up import Deployment


class SetOutByHand(Script, frozen=True, kw_only=True):
    """Those seats set out at the table what waits; all that is theirs where `only` is empty.

    [RB-2]
    """

    seats: tuple[Seat, ...]
    only: tuple[str, ...] = ()


def set_out_by_hand(_: Book, state: State, frame: SetOutByHand) -> Iterator[Event]:
    """Ask all at once; then what waited lies on the table, without a place. [RB-2, RB-33]"""
    position = state.position
    waits = waiting(position, frame)
    asked = [
        seat
        for seat in frame.seats
        if any(one.controller == seat for one in waits) and not position.count(seat, CONCEDED)
    ]
    silent = [seat for seat in asked if frame.heard(names.SET_OUT, seat) is None]
    if silent:
        for seat in silent:
            yield Asked(Ask(seat, names.SET_OUT, "RB-2", options=(names.READY,)))
        return
    for piece in waits:
        yield Placed(piece.id, "table")
    for seat in asked:
        yield Ruled("RB-2", "rb.2.stands", {"seat": seat})
    yield Popped()


def waiting(position: Position, frame: SetOutByHand) -> tuple[Piece, ...]:
    """What is still to be set out."""
    return tuple(
        piece
        for piece in position.at("undeployed")
        if piece.controller in frame.seats and (not frame.only or piece.id in frame.only)
    )


def steps(
    below: Callable[[Position], tuple[tuple[str, Frame], ...]], position: Position
) -> tuple[tuple[str, Frame], ...]:
    """The set-up of a game that sets out by turns: as ever, but all set out at the table. [RB-2]"""
    by_hand = SetOutByHand(seats=position.seats())
    return tuple(
        (phase, by_hand if isinstance(step, Deployment) else step)
        for phase, step in below(position)
    )


PROCEDURES = {SetOutByHand: set_out_by_hand}
