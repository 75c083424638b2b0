"""Hiring mercenaries over TRIUMPH!: 8 points from any one list, the rest into the coffer. [TO-10]

# RULING TO-13: a company that nobody has chosen is drawn by lot: the list of another shipped
# roster, its stands in the order of the roster, the first of them its captain. A company in words
# is a shipped roster and, after a colon, the troop types that are taken from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

from msgspec.structs import replace

from condotta.armies import Library, Roster, find_roster, library
from condotta.errors import PlainError
from condotta.kernel.book import Book
from condotta.kernel.events import Began, Counted, Event, Mustered
from condotta.kernel.records import Board, Seat
from condotta.rules.treachery import companies, names
from condotta.rules.treachery.over_triumph import settings
from condotta.rules.treachery.settings import settings_of
from condotta.rules.triumph import muster as core
from condotta.rules.triumph.muster import Army, StandSpec
from condotta.rules.triumph.tables import troop
from condotta.words import points, say

FOUR_POINTS = 8  # in halves


def hired(
    book: Book, armies: tuple[Army, ...], rosters: Sequence[Roster], lot: Random | None,
    shelf: Library | None, *, chosen: Sequence[str] = (),
) -> tuple[tuple[Army, ...], tuple[Event, ...]]:  # fmt: skip
    """The armies with their companies, and what is left of the hire in each coffer. [TT-12.4]"""
    if not settings_of(book).flag("mercenaries"):
        return armies, ()
    chance, said = lot or SystemRandom(), companies.for_seats(chosen, [one.seat for one in armies])
    found, coffers = [], []
    for army in armies:
        others = [one for one in library().rosters if one.id not in {each.id for each in rosters}]
        text = said.get(army.seat, "")
        drawn = None if text else chance.choice(others)
        stands = (
            picked(book, text, army.seat, lot, shelf)
            if drawn is None
            else company(book, drawn, army.seat, lot, shelf)
        )
        found.append(replace(army, stands=(*army.stands, *stands)))
        left = unspent(book, to_hire_with(book) - sum(one.half_points for one in stands))
        coffers.append(Counted(army.seat, names.TOKENS, left))
    return tuple(found), tuple(coffers)


def company(
    book: Book, roster: Roster, seat: Seat, lot: Random | None, shelf: Library | None
) -> tuple[StandSpec, ...]:
    """The first stands of a roster that 8 points pay for, generals and allies apart.

    [TO-10, TO-13]
    """
    army = core.enlisted(book, roster, seat, seat, "M", shelf=shelf, lot=lot)
    left = to_hire_with(book)
    taken: list[StandSpec] = []
    for stand in army.stands:
        hired_one = sworn(stand, seat, 0, captain=not taken)
        if stand.general or stand.ally or stand.seems or hired_one.half_points > left:
            continue
        left -= hired_one.half_points
        taken.append(hired_one)
    return tuple(taken)


def samples(book: Book) -> tuple[companies.Sample, ...]:
    """What can be hired from each shipped roster, as it would be drawn. [TT-12.2, TO-10]"""
    found = []
    for roster in library().rosters:
        if roster.split:
            continue
        stands = company(book, roster, "red", Random(roster.id), None)
        codes = [one.code for one in stands]
        units = tuple(companies.Wanted(code, codes.count(code)) for code in dict.fromkeys(codes))
        if units:
            text = "+".join(f"{one.name}*{one.count}" for one in units)
            cost = sum(one.half_points for one in stands)
            found.append(
                companies.Sample(f"{roster.id}:{text}", units, cost, roster.army_list_name)
            )
    return tuple(sorted(found, key=lambda one: one.source))


def sworn(stand: StandSpec, seat: Seat, number: int, *, captain: bool) -> StandSpec:
    """A stand of a list as one of a company: at the price of its type, for no card comes with it.

    [TO-10]
    """
    leads = (names.CAPTAIN,) if captain else ()
    traits = (names.MERCENARY, companies.mark(seat, number), *leads)
    plain = StandSpec(stand.code, troop(stand.code).half_points, entry=stand.entry)
    return replace(plain, description=stand.description, traits=traits)


def picked(
    book: Book, text: str, seat: Seat, lot: Random | None, shelf: Library | None
) -> tuple[StandSpec, ...]:
    """The companies that a player has chosen: `roster:KNT+SPR`. [TT-12.2, TO-10]"""
    found: list[StandSpec] = []
    for number, company_ in enumerate(text.split("/")):
        name, _, types = company_.partition(":")
        army = core.enlisted(book, find_roster(name.strip()), seat, seat, "M", shelf=shelf, lot=lot)
        left = [one for one in army.stands if not (one.general or one.ally or one.seems)]
        own: list[StandSpec] = []
        for one in (each for group in companies.wanted(types) for each in group):
            for _ in range(one.count):
                stand = next((each for each in left if each.code == one.name.upper()), None)
                if stand is None:
                    params = {"unit": one.name, "roster": name.strip()}
                    raise PlainError(say("hire.not-listed", params))
                left.remove(stand)
                own.append(sworn(stand, seat, number, captain=not own))
        if not own:
            raise PlainError(say("hire.captain", {"seat": seat}))
        found += own
    spent, most = sum(one.half_points for one in found), to_hire_with(book)
    companies.affordable(seat, points(spent), points(most), fits=spent <= most)
    return tuple(found)


def unspent(book: Book, left: int) -> int:
    """Tokens for half points that were not spent, in full coppers. [TT-12.4, TO-9]"""
    worth = left * settings.settings_of(book).number("fourPointsWorth") // FOUR_POINTS
    return worth // names.COPPER * names.COPPER


def to_hire_with(book: Book) -> int:
    """The half points of each player for his company. [TO-10]"""
    return settings.settings_of(book).half_points("mercenaryPoints")


def opening(
    book: Book, armies: tuple[Army, ...], rosters: Sequence[Roster], lot: Random | None,
    shelf: Library | None, *, chosen: Sequence[str] = (),
) -> tuple[Event, ...]:  # fmt: skip
    """Everything that is known before the first die, companies and coffers among it. [TT-1.5]

    `chosen` are companies in words, one for each army; without words they are drawn.
    """
    armies, coffers = hired(book, armies, rosters, lot, shelf, chosen=chosen)
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
