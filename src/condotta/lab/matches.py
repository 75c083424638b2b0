"""Battles between armies: who meets whom, and the battle made ready."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from condotta.armies import ArmyList, Library, Roster, library, muster
from condotta.armies.importing import import_armies
from condotta.armies.random_armies import random_roster
from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.rules.systems import SYSTEMS, Levy, Sitting
from condotta.rules.triumph.muster import Army, army_of

SEATS = (("red", "R"), ("blue", "B"))
"""Two seats, each a side of its own, and the letter of its pieces."""

DAY = "2000-01-01"
"""The day that data read for a run is dated by: the run does not depend on it."""


class Field(msgspec.Struct, frozen=True):
    """From what battles of a run are made: the system, its seats, the lists, how many cards.

    Without cards the shipped rosters meet; else random rosters of the lists of a folder or of the
    shipped ones.
    """

    system: str = "triumph"
    seats: int = 2
    cards: str = ""
    folder: str = ""
    profile: tuple[tuple[str, Any], ...] = ()


SMALL = Field()
"""48-point battles of the shipped rosters."""


@cache
def rosters() -> tuple[Roster, ...]:
    """Every roster that is shipped."""
    return library().rosters


@cache
def shelf_of(folder: str) -> Library:
    """The shipped lists, or those of a folder."""
    return library(import_armies(Path(folder), DAY).data) if folder else library()


@cache
def lists_of(folder: str) -> tuple[ArmyList, ...]:
    """The lists of a run, in order."""
    return shelf_of(folder).lists


@cache
def offering(folder: str) -> tuple[tuple[ArmyList, ...], ...]:
    """The lists of a run by card: for each card that any offers, those that offer it."""
    found: dict[str, list[ArmyList]] = {}
    for army in lists_of(folder):
        entries = (entry for option in army.troop_options for entry in option.battle_card_entries)
        for entry in (*army.battle_card_entries, *entries):
            known = found.setdefault(entry.battle_card_code, [])
            if army not in known:
                known.append(army)
    return tuple(tuple(found[code]) for code in sorted(found))


def pairing(number: int) -> tuple[Roster, Roster]:
    """The rosters of a numbered battle: each meets all others, one step farther every round.

    >>> one, two = pairing(0)
    >>> one.id == rosters()[0].id, two.id == rosters()[1].id
    (True, True)
    """
    first, second = meeting(number, len(rosters()))
    return rosters()[first], rosters()[second]


def meeting(number: int, many: int) -> tuple[int, int]:
    """Which two of so many meet in a numbered battle."""
    round_of, first = divmod(number, many)
    return first, (first + 1 + round_of % (many - 1)) % many


def drawn(field: Field, number: int) -> tuple[Any, ...]:
    """The rosters of a numbered battle of a run.

    With cards the first army is of a list that offers a certain card, each card in its turn; of
    any list, where none of those can field an army for this system.
    """
    known = SYSTEMS[field.system]
    if known.armies_of_its_own is not None:
        return known.armies_of_its_own("", known.armies(seated(field)), number)
    takes = known.takes
    if not field.cards:
        shelf = [roster for roster in rosters() if takes(roster)]
        met = meeting(number, len(shelf))
        more = range(SYSTEMS[field.system].armies(seated(field)) - len(met))
        return tuple(shelf[one % len(shelf)] for one in (*met, *(met[1] + 1 + n for n in more)))
    cards, lists = offering(field.folder), lists_of(field.folder)
    round_of, card = divmod(number, len(cards))
    first = cards[card]
    any_list = [lists[(number * 7 + step) % len(lists)] for step in range(len(lists))]
    best = [first[(round_of + step) % len(first)] for step in range(len(first))] + any_list
    others = SYSTEMS[field.system].armies(seated(field)) - 1
    turned = (any_list[place:] + any_list[:place] for place in range(others))
    return tuple(one_of(field, order, number) for order in (best, *turned))


def one_of(field: Field, lists: list[ArmyList], seed: int) -> Roster:
    """A random roster of the first of those lists that has one for this system."""
    for army in lists:
        try:
            roster = random_roster(army, seed, shelf=shelf_of(field.folder), cards=field.cards)
        except PlainError:
            continue
        if SYSTEMS[field.system].takes(roster):
            return roster
    raise PlainError("None of these lists can field a random army: name another folder.")


def armies(fielded: tuple[Roster, Roster]) -> tuple[Army, ...]:
    """The rosters as armies that take the seats, red first."""
    return tuple(
        army_of(muster(roster, lot=Random(roster.id)), seat, seat, letter)
        for roster, (seat, letter) in zip(fielded, SEATS, strict=True)
    )


def seated(field: Field) -> tuple[Sitting, ...]:
    """The seats of a run's battles."""
    return SYSTEMS[field.system].seated(field.seats)


def match(book: Book, fielded: tuple[Any, ...], seed: int | str, field: Field = SMALL) -> Battle:
    """A battle between rosters, its dice from a seed, ready for its first decision."""
    levy = Levy(shelf_of(field.folder) if field.folder else None, Random(f"{seed}/muster"))
    opening = SYSTEMS[field.system].opening(book, seated(field), fielded, levy)
    return Battle(book, opening, SeededCup(seed))
