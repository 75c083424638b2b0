"""Two rosters side by side, and what a collection of painted stands can field. [AL-15.4]"""

from collections import Counter
from collections.abc import Mapping

import msgspec

from condotta.armies.cards.card_lines import bought
from condotta.armies.checking.paying import Bounds, bounds
from condotta.armies.records import Roster
from condotta.armies.shelf import Library, shipped


class Difference(msgspec.Struct, frozen=True, rename="camel"):
    """One thing of which two rosters have different numbers: a type, or a card somewhere."""

    kind: str
    code: str
    where: str
    first: int
    second: int


def compare(first: Roster, second: Roster, shelf: Library | None = None) -> tuple[Difference, ...]:
    """Every difference in stands by type and in cards, types first, in order of the codes.

    Options count too where both are of one list; of two lists only the types can be compared.
    """
    one, other = _bounds(first, shelf), _bounds(second, shelf)
    same = one[0][1].army.key == other[0][1].army.key
    found = [*_differ("stands", _types(one, same), _types(other, same))]
    return (*found, *_differ("card", _cards(one, same), _cards(other, same)))


def missing(
    roster: Roster, painted: Mapping[str, int], shelf: Library | None = None
) -> Counter[str]:
    """Stands of each type that the roster needs and the collection lacks. [AL-17.7]"""
    needed = Counter[str]()
    for (_, code), count in _types(_bounds(roster, shelf), places=False).items():
        needed[code] += count
    return needed - Counter(dict(painted))


def _bounds(roster: Roster, shelf: Library | None) -> Bounds:
    found = shelf or shipped()
    return bounds(roster, found.sourced(roster), found)


def _types(of: Bounds, places: bool) -> Counter[tuple[str, str]]:
    found = Counter[tuple[str, str]]()
    for place, bound in of:
        for fill in bound.fielded:
            found[place + fill.key if places else "", fill.code] += fill.stands
    return found


def _cards(of: Bounds, places: bool) -> Counter[tuple[str, str]]:
    found = Counter[tuple[str, str]]()
    for place, bound in of:
        for line in bought(bound):
            found[place + line.where if places else "", line.code] += line.copies
    return found


def _differ(
    kind: str, one: Counter[tuple[str, str]], other: Counter[tuple[str, str]]
) -> list[Difference]:
    keys = sorted({*one, *other})
    return [
        Difference(kind, code, where, one[where, code], other[where, code])
        for where, code in keys
        if one[where, code] != other[where, code]
    ]
