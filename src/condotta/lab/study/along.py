"""The way through the battles of a cell: the score turn by turn, and where troops fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

import msgspec

from condotta.lab.study.intervals import Estimate, mean
from condotta.lab.study.records import Placed, Record

MOST = 12
"""So many moments of a battle are told of at the most."""
COLUMNS, ROWS = 12, 8
THOUSAND = 1000

Setups = Sequence[Sequence[Record]]
Own = Callable[[Record], frozenset[int]]
"""The places at which those sat in a battle who are counted together."""


class Course(msgspec.Struct, frozen=True, rename="camel"):
    """The score of some armies, a mean of them, after as many player turns as `turns` says.

    Whoever's battle was over keeps what it had: otherwise only long battles would tell of the end.
    """

    name: str
    turns: tuple[int, ...]
    scores: tuple[Estimate, ...]


class Fell(msgspec.Struct, frozen=True, rename="camel"):
    """Where troops of some armies fell: how many in a battle in each square of the table.

    `rows` go from the far edge of the table to the near one, each from left to right; the squares
    are parts of its width and depth, whatever they measure.
    """

    name: str
    each: float
    rows: tuple[tuple[float, ...], ...]


def course(name: str, setups: Setups, own: Own) -> Course:
    """The score of those who sat at some places, turn by turn."""
    every = [record for some in setups for record in some]
    longest = max((len(seat.course) for record in every for seat in record.seats), default=0)
    turns = moments(longest)
    scores = tuple(
        mean([[after(record, own(record), turn) for record in some] for some in setups])
        for turn in turns
    )
    return Course(name, turns, scores)


def moments(longest: int) -> tuple[int, ...]:
    """Some turns, evenly apart, the last of all among them.

    >>> moments(4), moments(26)
    ((1, 2, 3, 4), (2, 5, 8, 11, 14, 17, 20, 23, 26))
    """
    apart = max(1, -(-longest // MOST))
    return tuple(sorted(range(longest, 0, -apart)))


def after(record: Record, own: frozenset[int], turn: int) -> float:
    """The mean score of some armies of a battle after so many turns."""
    return fmean(had(one, turn) for one in record.seats if one.army in own)


def had(seat: Placed, turn: int) -> float:
    """What a seat had after so many turns; what it had last where the battle was over."""
    return seat.course[min(turn, len(seat.course)) - 1] if seat.course else seat.score


def fell(name: str, setups: Setups, own: Own) -> Fell:
    """Where troops of those fell who sat at some places."""
    every = [record for some in setups for record in some]
    found = Counter(square for record in every for square in squares(record, own(record)))
    many = len(every) or 1
    return Fell(
        name,
        sum(found.values()) / many,
        tuple(
            tuple(found[column, row] / many for column in range(COLUMNS))
            for row in reversed(range(ROWS))
        ),
    )


def squares(record: Record, own: frozenset[int]) -> Iterator[tuple[int, int]]:
    """The square of each of some armies' losses."""
    for one in record.fallen:
        if one.army in own:
            yield (
                min(COLUMNS - 1, one.x * COLUMNS // THOUSAND),
                min(ROWS - 1, one.y * ROWS // THOUSAND),
            )
