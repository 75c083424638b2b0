"""Battles between shipped armies: who meets whom, and the battle made ready."""

from __future__ import annotations

from functools import cache
from random import Random

from condotta.armies import Roster, library, muster
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.rules.triumph.muster import Army, army_of, opening

SEATS = (("red", "R"), ("blue", "B"))
"""Two seats, each a side of its own, and the letter of its pieces."""


@cache
def rosters() -> tuple[Roster, ...]:
    """Every roster that is shipped."""
    return library().rosters


def pairing(number: int) -> tuple[Roster, Roster]:
    """The rosters of a numbered battle: each meets all others, one step farther every round.

    >>> one, two = pairing(0)
    >>> one.id == rosters()[0].id, two.id == rosters()[1].id
    (True, True)
    """
    shelf = rosters()
    round_of, first = divmod(number, len(shelf))
    step = 1 + round_of % (len(shelf) - 1)
    return shelf[first], shelf[(first + step) % len(shelf)]


def armies(fielded: tuple[Roster, Roster]) -> tuple[Army, ...]:
    """The rosters as armies that take the seats, red first."""
    return tuple(
        army_of(muster(roster, lot=Random(roster.id)), seat, seat, letter)
        for roster, (seat, letter) in zip(fielded, SEATS, strict=True)
    )


def match(book: Book, fielded: tuple[Roster, Roster], seed: int | str) -> Battle:
    """A battle between two rosters, its dice from a seed, ready for its first decision."""
    return Battle(book, opening(book, armies(fielded)), SeededCup(seed))
