"""Points that seats hold for their sides."""

from __future__ import annotations

from condotta.kernel.position import Position


def leading(position: Position, counter: str) -> tuple[str, ...]:
    """The side whose seats together hold most of a counter; nobody where several hold as many."""
    held: dict[str, int] = {}
    for chair in position.chairs:
        held[chair.side] = held.get(chair.side, 0) + position.count(chair.seat, counter)
    best = tuple(side for side, number in held.items() if number == max(held.values()))
    return best if len(best) == 1 else ()
