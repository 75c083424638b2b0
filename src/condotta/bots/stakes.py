"""What a loss weighs against a gain: less, the more rivals there are."""

from __future__ import annotations

from condotta.kernel.position import Position
from condotta.kernel.records import Seat


def stake(position: Position, seat: Seat) -> float:
    """How much what a seat loses, or a rival wins, weighs against what it wins itself.

    Between two sides what one loses the other has won. Among more it is won by one rival alone, and
    puts the seat back against the others by as small a part as there are rivals.
    """
    rivals = {chair.side for chair in position.chairs} - {position.side(seat)}
    return 1 / max(1, len(rivals))
