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
from condotta.kernel.events import Began, Counted, Event, Mustered
from condotta.kernel.records import Board, Seat
from condotta.rules.treachery import names
from condotta.rules.treachery.over_triumph import settings
from condotta.rules.treachery.settings import settings_of
from condotta.rules.triumph import muster as core
from condotta.rules.triumph.muster import Army, StandSpec

FOUR_POINTS = 8  # in halves


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
        left = unspent(book, to_hire_with(book) - sum(one.half_points for one in stands))
        coffers.append(Counted(army.seat, names.TOKENS, left))
    return tuple(found), tuple(coffers)


def company(
    book: Book, roster: Roster, seat: Seat, lot: Random | None, shelf: Library | None
) -> tuple[StandSpec, ...]:
    """The first stands of a roster that 8 points pay for, generals and allies apart. [TO-10]"""
    army = core.enlisted(book, roster, seat, seat, "M", shelf=shelf, lot=lot)
    left = to_hire_with(book)
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


def unspent(book: Book, left: int) -> int:
    """Tokens for half points that were not spent, in full coppers. [TT-12.4, TO-9]"""
    worth = left * settings.settings_of(book).number("fourPointsWorth") // FOUR_POINTS
    return worth // names.COPPER * names.COPPER


def to_hire_with(book: Book) -> int:
    """The half points of each player for his company. [TO-10]"""
    return settings.settings_of(book).half_points("mercenaryPoints")


def opening(
    book: Book, armies: tuple[Army, ...], rosters: Sequence[Roster], lot: Random | None,
    shelf: Library | None,
) -> tuple[Event, ...]:  # fmt: skip
    """Everything that is known before the first die, companies and coffers among it. [TT-1.5]"""
    armies, coffers = hired(book, armies, rosters, lot, shelf)
    begun = core.opening(book, armies)
    last = max(place for place, event in enumerate(begun) if isinstance(event, Mustered | Counted))
    table = (event for event in begun[: last + 1] if not isinstance(event, Began))
    began = (on_board(book, event) for event in begun[: last + 1] if isinstance(event, Began))
    return (*began, *table, *coffers, *settings.told(book), *begun[last + 1 :])


def on_board(book: Book, began: Began) -> Began:
    """People sit down at the table that is set. [TO-1]"""
    usual, made = began.board, settings.settings_of(book)
    width, depth = made.length("tableWidth"), made.length("tableDepth")
    return replace(began, board=Board(width or usual.width, depth or usual.depth))
