"""Roll-offs among several: highest first, ties again among themselves. [FB-1.5, TT-12.9]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from condotta.kernel.asks import Answer, Roll, Script
from condotta.kernel.records import Seat

S = TypeVar("S", bound=Script)


def standing(
    seats: Sequence[Seat], rolls: Iterable[Sequence[int]]
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The order that these rolls give, and who must roll again: nobody once it is settled.

    Each roll has a die for each of those who were tied, in their order.

    >>> standing(("a", "b", "c"), [(3, 5, 3)])
    (('b', 'a', 'c'), ('a', 'c'))
    >>> standing(("a", "b", "c"), [(3, 5, 3), (1, 4)])
    (('b', 'c', 'a'), ())
    """
    groups: list[tuple[Seat, ...]] = [tuple(seats)]
    for pips in rolls:
        place = first_tie(groups)
        if place is None:
            break
        tied = groups[place]
        split = [
            tuple(seat for seat, pip in zip(tied, pips, strict=True) if pip == high)
            for high in sorted(set(pips), reverse=True)
        ]
        groups[place : place + 1] = split
    place = first_tie(groups)
    order = tuple(seat for group in groups for seat in group)
    return order, () if place is None else groups[place]


def best(seats: Sequence[Seat], rolls: Iterable[Sequence[int]]) -> tuple[Seat, tuple[Seat, ...]]:
    """The highest, or who must roll again because they share it.

    >>> best(("a", "b", "c"), [(5, 5, 1)])
    ('', ('a', 'b'))
    """
    top = tuple(seats)
    for pips in rolls:
        high = max(pips)
        top = tuple(seat for seat, pip in zip(top, pips, strict=True) if pip == high)
    return (top[0], ()) if len(top) == 1 else ("", top)


def first_tie(groups: Sequence[Sequence[Seat]]) -> int | None:
    """The place of the first group that is still tied."""
    return next((place for place, group in enumerate(groups) if len(group) > 1), None)


def untied(frame: S) -> S:
    """A roll-off in progress without the rolls in which all who rolled were equal."""
    return replace(frame, answers=tuple(one for one in frame.answers if not is_tie(one)))


def is_tie(answer: Answer) -> bool:
    """Whether an answer is a roll of several dice that all show the same."""
    said = answer.said
    return isinstance(said, Roll) and len(said.pips) > 1 and len(set(said.pips)) == 1
