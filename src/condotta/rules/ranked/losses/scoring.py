"""Victory points, counted when they are earned, with their cause. [FB-14.2, FB-14.3]

A seat's counter `victory points` is its total; beside it stands what it earned in each phase of
each turn under `earned(position)`, for layers that score by phases.
"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.ranked import names, seams

CLAUSE = "FB-14.3"
GENERAL_BONUS = 100
STANDARD_BONUS = 25
# RULING FB-14.7: a battle standard is worth 100 more. [B4]
BATTLE_STANDARD_BONUS = 100


def earned(position: Position) -> str:
    """The counter of what a seat earns in the phase that is now."""
    return f"{names.VP} {position.turn} {position.phase}"


def credited(book: Book, position: Position, owner: Seat, by: Seat) -> Seat:
    """The seat that points for a loss of `owner` go to; nobody's doing may be nobody's gain.

    RULING FB-14.7: whoever did it, unless of the owner's side; else, of two sides, the first seat
    of the other.
    """
    said = book.sole(seams.CREDIT, position, owner, by)
    if said is not None:
        return said
    others = [seat for seat in position.seats() if position.side(seat) != position.side(owner)]
    if by in others:
        return by
    sides = {position.side(seat) for seat in others}
    return others[0] if len(sides) == 1 else ""


def score(position: Position, seat: Seat, points: int, cause: str, piece: str) -> list[Event]:
    """So many points for a seat, with the cause: `destroyed`, `general`, `standard`, ..."""
    if not seat or not points:
        return []
    key = earned(position)
    return [
        Ruled(CLAUSE, f"fb.14-3.{cause}", {"seat": seat, "piece": piece, "points": points}),
        Counted(seat, names.VP, position.count(seat, names.VP) + points),
        Counted(seat, key, position.count(seat, key) + points),
    ]


def score_loss(book: Book, position: Position, piece: Piece, by: Seat) -> list[Event]:
    """What a regiment or a character destroyed, or fled from the table, is worth. [FB-14.3]"""
    seat = credited(book, position, piece.controller, by)
    events = score(position, seat, position.count(piece.id, names.POINTS), "destroyed", piece.id)
    if names.GENERAL in piece.traits:
        now = after(position, events)
        events += score(now, seat, GENERAL_BONUS, "general", piece.id)
    if position.phase == names.CLOSE:
        events += score_standard(book, after(position, events), piece, by)
    return events


def score_standard(book: Book, position: Position, piece: Piece, by: Seat) -> list[Event]:
    """What a standard is worth whose bearer's unit breaks or is destroyed in combat. [FB-14.3]"""
    seat = credited(book, position, piece.controller, by)
    if names.BATTLE_STANDARD in piece.traits:
        return score(position, seat, BATTLE_STANDARD_BONUS, "battle-standard", piece.id)
    if piece.marked(names.STANDARD):
        return score(position, seat, STANDARD_BONUS, "standard", piece.id)
    return []
