"""Two rosters side by side, and what a collection of painted stands can field. [AL-15.4]"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from condotta.armies.checking.costing import Breakdown
from condotta.armies.checking.paying import cost
from condotta.armies.records import Roster
from condotta.armies.shelf import Library, shipped

Key = tuple[Literal["stands", "card"], str, str]
"""What is compared: a type or a card, where it is, its code."""


class SideRow(msgspec.Struct, frozen=True, kw_only=True):
    """A type or a card of two rosters: how much each has of it and pays for it, in halves.

    `where` is the key of its option and `about` what that is called; neither where the rosters are
    of two lists. An ally's key begins with the number of its command.
    """

    kind: Literal["stands", "card"]
    code: str
    where: str
    about: str
    one: int
    other: int
    one_points: int
    other_points: int


class Difference(msgspec.Struct, frozen=True, rename="camel"):
    """One thing of which two rosters have different numbers: a type, or a card somewhere."""

    kind: str
    code: str
    where: str
    first: int
    second: int


def side_by_side(one: Breakdown, other: Breakdown, *, same: bool) -> tuple[SideRow, ...]:
    """Every type and every card of two bills, types first, in the order of the bills. [AL-15.4]

    Options count where both are of the same list; of two lists only the types can be compared.
    """
    left, right = _sums(one, same=same), _sums(other, same=same)
    about = {line.option: line.description for bill in (other, one) for line in bill.stands}
    keys = sorted({**left, **right}, key=lambda key: key[0] != "stands")
    rows = ((*key, *left[key], *right[key]) for key in keys)
    return tuple(
        SideRow(
            kind=kind,
            code=code,
            where=where,
            about=about.get(where, ""),
            one=mine,
            other=theirs,
            one_points=paid,
            other_points=spent,
        )
        for kind, where, code, mine, paid, theirs, spent in rows
    )


def compare(first: Roster, second: Roster, shelf: Library | None = None) -> tuple[Difference, ...]:
    """Every difference in stands by type and in cards, types first, in order of the codes."""
    found = shelf or shipped()
    same = found.sourced(first)[1].key == found.sourced(second)[1].key
    rows = side_by_side(cost(first, found), cost(second, found), same=same)
    return tuple(
        Difference(row.kind, row.code, row.where, row.one, row.other)
        for row in sorted(rows, key=lambda row: (row.kind != "stands", row.where, row.code))
        if row.one != row.other
    )


def missing(
    roster: Roster, painted: Mapping[str, int], shelf: Library | None = None
) -> Counter[str]:
    """Stands of each type that the roster needs and the collection lacks. [AL-17.7]"""
    needed = Counter[str]()
    for line in cost(roster, shelf).stands:
        needed[line.code] += line.stands
    return needed - Counter(dict(painted))


def _sums(bill: Breakdown, *, same: bool) -> Mapping[Key, tuple[int, int]]:
    """Counts with half points; of what a bill has not, none for nothing."""
    found = defaultdict[Key, tuple[int, int]](lambda: (0, 0))
    for (kind, where, code), count, halves in _lines(bill):
        place: Key = (kind, where if same else "", code)
        found[place] = (found[place][0] + count, found[place][1] + halves)
    return found


def _lines(bill: Breakdown) -> Iterator[tuple[Key, int, int]]:
    for line in bill.stands:
        yield ("stands", line.option, line.code), line.stands, line.half_points
    for card in bill.cards:
        yield ("card", card.where, card.code), card.copies, card.half_points or 0
