"""Hiring mercenaries over TRIUMPH!: 8 points from any one list, the rest into the coffer. [TO-10]

# RULING TT-12.2: until companies are chosen when armies are built, each is drawn by lot: the list
# of another shipped roster, its stands in the order of the roster, the first of them its captain.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

from msgspec.structs import replace

from condotta.armies import Library, Roster, library
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Mustered
from condotta.kernel.records import Seat
from condotta.rules.treachery import names
from condotta.rules.treachery.over_triumph.scale import numbers
from condotta.rules.treachery.settings import settings_of
from condotta.rules.triumph import muster as core
from condotta.rules.triumph.muster import Army, StandSpec


def hired(
    book: Book, armies: tuple[Army, ...], rosters: Sequence[Roster], lot: Random | None,
    shelf: Library | None,
) -> tuple[tuple[Army, ...], tuple[Event, ...]]:  # fmt: skip
    """The armies with their companies, and what is left of the hire in each coffer. [TT-12.4]"""
    if not settings_of(book).flag("mercenaries"):
        return armies, ()
    chance = lot or SystemRandom()
    found, coffers = [], []
    for army in armies:
        others = [one for one in library().rosters if one.id not in {each.id for each in rosters}]
        stands = company(book, chance.choice(others), army.seat, lot, shelf)
        found.append(replace(army, stands=(*army.stands, *stands)))
        left = unspent(sum(one.half_points for one in stands))
        coffers.append(Counted(army.seat, names.TOKENS, left))
    return tuple(found), tuple(coffers)


def company(
    book: Book, roster: Roster, seat: Seat, lot: Random | None, shelf: Library | None
) -> tuple[StandSpec, ...]:
    """The first stands of a roster that 8 points pay for, generals and allies apart. [TO-10]"""
    army = core.enlisted(book, roster, seat, seat, "M", shelf=shelf, lot=lot)
    left = int(numbers()["mercenaries"])
    taken: list[StandSpec] = []
    for stand in army.stands:
        if stand.general or stand.ally or stand.seems or stand.half_points > left:
            continue
        left -= stand.half_points
        captain = (names.CAPTAIN,) if not taken else ()
        traits = (names.MERCENARY, names.COMPANY + seat, *captain)
        plain = StandSpec(stand.code, stand.half_points, entry=stand.entry)
        taken.append(replace(plain, description=stand.description, traits=traits))
    return tuple(taken)


def unspent(spent: int) -> int:
    """Tokens for half points that were not spent, in full coppers. [TT-12.4, TO-9]

    >>> unspent(16), unspent(12), unspent(9)
    (0, 50, 50)
    """
    rate = numbers()
    left = (int(rate["mercenaries"]) - spent) * int(rate["half_point"]) // 2
    return left // names.COPPER * names.COPPER


def opening(
    book: Book, armies: tuple[Army, ...], rosters: Sequence[Roster], lot: Random | None,
    shelf: Library | None,
) -> tuple[Event, ...]:  # fmt: skip
    """Everything that is known before the first die, companies and coffers among it. [TT-1.5]"""
    armies, coffers = hired(book, armies, rosters, lot, shelf)
    begun = core.opening(book, armies)
    last = max(place for place, event in enumerate(begun) if isinstance(event, Mustered | Counted))
    return (*begun[: last + 1], *coffers, *begun[last + 1 :])
