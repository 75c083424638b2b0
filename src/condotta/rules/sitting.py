"""Who sits where: the seats of a battle in table order, each alone or in turn on two sides."""

from __future__ import annotations

from typing import Any

import msgspec

from condotta.kernel.position import Position
from condotta.kernel.records import Seat

NAMES = (
    ("red", "R"),
    ("blue", "B"),
    ("amber", "A"),
    ("green", "G"),
    ("rose", "E"),
    ("slate", "S"),
)
"""The seats in table order, each with the letter of its army's pieces."""


def friend_or_enemy(_: Any, position: Position, one: Seat, other: Seat) -> str:
    """Those of one side are friends, all others enemies; nobody is neutral. [TC-4.1, FB-0.1]"""
    return "friend" if position.side(one) == position.side(other) else "enemy"


class Sitting(msgspec.Struct, frozen=True):
    """A seat: its side, the number of its army, and the letter of that army's pieces."""

    seat: str
    side: str
    army: int
    letter: str


def each_alone(count: int) -> tuple[Sitting, ...]:
    """Each seat is a side of its own, with an army of its own. [TC-4.1]"""
    return tuple(
        Sitting(seat, seat, number, letter) for number, (seat, letter) in enumerate(NAMES[:count])
    )


SIDES = ("south", "north")


def by_side(count: int) -> tuple[Sitting, ...]:
    """Two sides whose seats sit in turn; the first of a side is its overall commander. [GT-10.1]

    >>> [(one.seat, one.side) for one in by_side(3)]
    [('red', 'south'), ('blue', 'north'), ('amber', 'south')]
    """
    return tuple(
        Sitting(seat, SIDES[number % len(SIDES)], number % len(SIDES), NAMES[number % 2][1])
        for number, (seat, _) in enumerate(NAMES[:count])
    )
