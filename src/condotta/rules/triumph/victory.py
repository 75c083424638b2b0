"""Losses and victory in the 48-point game. [TC-10.1 to TC-10.4]

Losses are counted from the pieces that were lost; nothing is kept beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from condotta.kernel.book import Book
from condotta.kernel.decide import STANDS_IN
from condotta.kernel.events import Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.conceding import GIVES_UP, TERMS, Terms, given_up, stands_in
from condotta.rules.scores import SCORE, Score, finished
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.stands.field import is_stand
from condotta.rules.triumph.tables import CAMP

Verdict: TypeAlias = tuple[tuple[Seat, ...], str, str] | None
"""The seats that have won (nobody in a draw), the clause and the message; None: play on."""


def losses(position: Position) -> dict[str, int]:
    """Half points lost by each side, in table order. [TC-10.2]

    Only what was destroyed counts: not what was never deployed, is set aside, or has yet to come.
    """
    lost = dict.fromkeys((chair.side for chair in position.chairs), 0)
    for seat in position.seats():
        lost[position.side(seat)] += lost_by(position, seat)
    return lost


def standing(position: Position) -> frozenset[str]:
    """The sides that have a stand on the board; a camp is no stand. [TC-10.4]"""
    seats = {
        piece.controller
        for piece in position.pieces.values()
        if piece.place == "table" and piece.type != CAMP and is_stand(piece)
    }
    return frozenset(map(position.side, seats))


def victory(_: Callable[[Book, Position], Verdict], book: Book, position: Position) -> Verdict:
    """Who has won, if anybody: judged at the end of each turn. [TC-10.1, TC-10.3, TC-10.4]

    A side without a stand has lost. Else a side has won when every other side has lost the
    deciding points, and more than it has itself.
    """
    lost = losses(position)
    left = standing(position)
    alive = [side for side in lost if side in left]
    if len(alive) == 1:
        return winning(position, alive[0]), "TC-10.4", "tc.10-4.no-stand"
    limit = settings_of(book).half_points("lossThreshold")
    for side in alive or lost:
        rivals = [
            loss for other, loss in lost.items() if other != side and (other in left) == bool(alive)
        ]
        if rivals and all(loss >= limit and loss > lost[side] for loss in rivals):
            return winning(position, side), "TC-10.1", "tc.10-1.losses"
    # RULING TC-10.4: when the last stands of all sides go together and no losses decide, it is a
    # draw.
    return None if alive else ((), "TC-10.4", "tc.10-4.nobody")


def winning(position: Position, side: str) -> tuple[Seat, ...]:
    """The seats of a side, in table order."""
    return tuple(chair.seat for chair in position.chairs if chair.side == side)


def swept_away(book: Book, position: Position) -> tuple[Event, ...]:
    """The end at once, when a side's last stand has gone in the middle of a phase. [TC-10.4]"""
    sides = {chair.side for chair in position.chairs}
    if len(sides) < 2 or standing(position) >= sides:
        return ()
    found = book.stack(seams.VICTORY, book, position) if book.speaks(seams.VICTORY) else None
    if found is None or found[1] != "TC-10.4":
        return ()
    winners, clause, key = found
    return tuple(finished(book, position, Ruled(clause, key, {"winners": winners}), winners))


def lost_by(position: Position, seat: Seat) -> int:
    """Half points that a seat has lost of what it brought. [TC-10.2]"""
    return sum(
        position.count(piece.id, names.WORTH)
        for piece in position.at("lost")
        if piece.owner == seat
    )


def score(_: object, __: Book) -> Score:
    """Points lost: who has lost fewest is ahead. [TC-10.1]"""
    return Score("points-lost", "TC-10.1", lost_by, best="fewest", halves=True)


def left_of(position: Position, seat: Seat) -> Iterator[Piece]:
    """What a seat has left: stands and camps, garrisons with them, and what has yet to come."""
    for piece in position.pieces.values():
        here = piece.place in ("table", "reserve", "undeployed") or names.GARRISON in piece.traits
        if piece.controller == seat and here and piece.place != "lost" and is_stand(piece):
            yield piece


def terms(_: object) -> Terms:
    """A seat gives up at any time. [TC-10.6]"""
    return Terms("TC-10.6", "tc.10-6", left_of)


HOOKS = (
    (seams.VICTORY, victory, "TC-10.1"),
    (SCORE, score, "TC-10.1"),
    (TERMS, terms, "TC-10.6"),
    (GIVES_UP, given_up, "TC-10.6"),
    (STANDS_IN, stands_in, "TC-10.6"),
)
