"""The systems as whoever starts a battle needs them: for how many, of which armies, from where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from condotta.armies import Library, Roster
from condotta.armies.readings import read_as
from condotta.errors import PlainError
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.rules.grand import muster as grand
from condotta.rules.library import GAMES, kind
from condotta.rules.ranked import muster as ranked
from condotta.rules.ranked.rosters import shelf as ranked_shelf
from condotta.rules.ranked.rosters.units import Host as RankedHost
from condotta.rules.sitting import NAMES, SIDES, Sitting, by_side, each_alone
from condotta.rules.skirmish import muster as skirmish
from condotta.rules.skirmish.rosters import detachments
from condotta.rules.skirmish.rosters import shelf as skirmish_shelf
from condotta.rules.skirmish.rosters.armies import Host as SkirmishHost
from condotta.rules.treachery.companies import Sample
from condotta.rules.treachery.over_ranked import mercenaries as companies
from condotta.rules.treachery.over_triumph import hiring
from condotta.rules.triumph import muster as triumph
from condotta.words import INCH, MU, either, say

H = TypeVar("H")
A = TypeVar("A")
Loses: TypeAlias = Literal["points", "models"]
"""What losses of a game are counted in: the points of what is lost, or models. [TC-10.2, SK-60]"""


class Levy(msgspec.Struct, frozen=True):
    """How armies are mustered: from which lists, and by what lot what nobody chooses is drawn.

    The shipped lists and the system's randomness unless others are given. `companies` are those of
    mercenaries in words, one for each seat, an empty one for a seat that draws its own.
    """

    shelf: Library | None = None
    lot: Random | None = None
    companies: tuple[str, ...] = ()


class System(msgspec.Struct, frozen=True):
    """One system: by how many seats it is played, how they sit, how a battle begins.

    `takes` says whether a roster can be drawn for it. A game whose armies are none of the lists
    has `armies_of_its_own`: those that are named, between commas, or so many drawn by a number.
    `unit` is what lengths are told in, `loses` what losses are counted in. `hosts` are its own
    armies by their ids, `samples` companies of mercenaries to choose from.
    """

    sizes: tuple[int, ...]
    sit: Callable[[int], tuple[Sitting, ...]]
    begin: Callable[[Book, tuple[Sitting, ...], Sequence[Any], Levy], tuple[Event, ...]]
    takes: Callable[[Roster], bool]
    armies_of_its_own: Callable[[str, int, int], tuple[Any, ...]] | None = None
    unit: str = MU
    loses: Loses = "points"
    hosts: Callable[[], Mapping[str, Any]] | None = None
    samples: Callable[[Book], tuple[Sample, ...]] | None = None

    def seated(self, count: int) -> tuple[Sitting, ...]:
        """The seats of a battle of that many; another number is a PlainError."""
        if count not in self.sizes:
            told = {"sizes": either(self.sizes), "count": count}
            raise PlainError(say("systems.seats", told))
        return self.sit(count)

    def armies(self, seats: Sequence[Sitting]) -> int:
        """How many rosters those seats need."""
        return 1 + max(one.army for one in seats)

    def opening(
        self,
        book: Book,
        seats: tuple[Sitting, ...],
        rosters: Sequence[Any],
        levy: Levy | None = None,
    ) -> tuple[Event, ...]:
        """Everything that is known before the first die. An unfit roster is a PlainError.

        Rosters are judged at the prices that the book is set to. [BC-6.3, BC-8.8]
        """
        levied = levy or Levy()
        if self.armies_of_its_own is None:
            levied = replace(levied, shelf=read_as(levied.shelf, book.settings))
        return self.begin(book, seats, rosters, levied)


# ── TRIUMPH! ─────────────────────────────────────────────────────────────────
def one_army_each(
    book: Book, seats: tuple[Sitting, ...], rosters: Sequence[Roster], levy: Levy
) -> tuple[Event, ...]:
    """The board, the seats, all the troops; no army in commands. [TC-8.8]"""
    return triumph.opening(book, whole_armies(book, seats, rosters, levy))


def whole_armies(
    book: Book, seats: tuple[Sitting, ...], rosters: Sequence[Roster], levy: Levy
) -> tuple[triumph.Army, ...]:
    """The army of each seat; one in commands is a PlainError. [TC-8.8]"""
    for roster in rosters:
        if roster.split:
            raise PlainError(say("systems.divided", {"roster": roster.label or roster.id}))
    return tuple(
        triumph.enlisted(
            book, rosters[one.army], one.seat, one.side, one.letter, shelf=levy.shelf, lot=levy.lot
        )
        for one in seats
    )


# ── Triumph and Treachery over TRIUMPH! ──────────────────────────────────────
def companies_too(
    book: Book, seats: tuple[Sitting, ...], rosters: Sequence[Roster], levy: Levy
) -> tuple[Event, ...]:
    """An army for each seat, and by a setting a company of mercenaries. [TO-1, TT-12.1]"""
    armies = whole_armies(book, seats, rosters, levy)
    return hiring.opening(book, armies, rosters, levy.lot, levy.shelf, chosen=levy.companies)


def undivided(roster: Roster) -> bool:
    """A roster in commands is one of the large game."""
    return not roster.split


# ── GRAND TRIUMPH! ───────────────────────────────────────────────────────────
def three_commands_each(
    book: Book, seats: tuple[Sitting, ...], rosters: Sequence[Roster], levy: Levy
) -> tuple[Event, ...]:
    """Two armies of three commands; a 48-point roster makes three of its kind. [GT-1.1, GT-2.1]"""
    armies = []
    for number, side in enumerate(SIDES):
        own = tuple(one.seat for one in seats if one.side == side)
        letter = NAMES[number][1]
        armies.append(
            grand.raised(
                book, rosters[number], own, side=side, letter=letter, shelf=levy.shelf, lot=levy.lot
            )
        )
    return grand.opening(book, tuple(armies))


def in_commands(roster: Roster) -> bool:
    """A roster in commands, or one without a contingent, which makes three of a kind. [GT-2.2]"""
    return bool(roster.split) or not roster.contingents


# ── armies of their own ──────────────────────────────────────────────────────
def each_at_its_seat(
    seated: Callable[[H, str, str, str], A], seats: tuple[Sitting, ...], hosts: Sequence[H]
) -> tuple[A, ...]:
    """The army of each seat, as one that sits there."""
    return tuple(seated(hosts[one.army], one.seat, one.side, one.letter) for one in seats)


# ── ranked battles ───────────────────────────────────────────────────────────
def in_ranks(
    book: Book, seats: tuple[Sitting, ...], hosts: Sequence[RankedHost], _: Levy
) -> tuple[Event, ...]:
    """The board, the seats, an army for each. [FB-2.1]"""
    return ranked.opening(book, each_at_its_seat(ranked_shelf.seated, seats, hosts))


# ── skirmish battles ─────────────────────────────────────────────────────────
def in_units(
    book: Book, seats: tuple[Sitting, ...], hosts: Sequence[SkirmishHost], _: Levy
) -> tuple[Event, ...]:
    """The board, the seats, an army of single models for each. [SK-15]"""
    return skirmish.opening(book, each_at_its_seat(skirmish_shelf.seated, seats, hosts))


def battle_forged(
    book: Book, seats: tuple[Sitting, ...], hosts: Sequence[SkirmishHost], levy: Levy
) -> tuple[Event, ...]:
    """The same with legal armies alone; another is a PlainError with all against it. [CM-62]"""
    for one in seats:
        host = hosts[one.army]
        if why := [say(found.key, found.params) for found in detachments.findings(host)]:
            raise PlainError(say("carnage.army", {"army": host.label, "why": " ".join(why)}))
    return in_units(book, seats, hosts, levy)


# ── Triumph and Treachery ────────────────────────────────────────────────────
def with_companies(
    book: Book, seats: tuple[Sitting, ...], hosts: Sequence[RankedHost], levy: Levy
) -> tuple[Event, ...]:
    """An army for each seat, and by a setting a company of mercenaries. [TT-1.2, TT-12.1]"""
    armies = each_at_its_seat(ranked_shelf.seated, seats, hosts)
    return companies.opening(book, armies, levy.companies)


def of_no_list(_: Roster) -> bool:
    """No roster of the lists is one of ranked battles."""
    return False


def in_regiments(sizes: tuple[int, ...]) -> System:
    """A system of armies in ranks. [FB-2.1]"""
    chosen, hosts = ranked_shelf.chosen, ranked_shelf.hosts
    return System(sizes, each_alone, in_ranks, of_no_list, chosen, INCH, hosts=hosts)


def skirmishing(sizes: tuple[int, ...]) -> System:
    """A system of armies in units. [SK-124]"""
    chosen, hosts = skirmish_shelf.chosen, skirmish_shelf.hosts
    return System(sizes, each_alone, in_units, of_no_list, chosen, INCH, "models", hosts)


SET_UP: Mapping[str, System] = {
    "triumph": System((2,), each_alone, one_army_each, undivided),
    "grand": System((2, 3, 4, 5, 6), by_side, three_commands_each, in_commands),
    "treachery+triumph": System(  # TT-1.1
        (3, 4, 5), each_alone, companies_too, undivided, samples=hiring.samples
    ),
    "ranked": in_regiments((2, 3, 4, 5)),
    "treachery": msgspec.structs.replace(  # TT-1.1
        in_regiments((3, 4, 5)), begin=with_companies, samples=lambda _: companies.samples()
    ),
    "skirmish": skirmishing((2, 3, 4)),
    "carnage": msgspec.structs.replace(skirmishing((3, 4)), begin=battle_forged),  # CM-1
    "carnage+ranked": in_regiments((3, 4)),  # CR-1
}
"""How systems are set up; a variant as the one that it is like."""

SYSTEMS: Mapping[str, System] = {name: SET_UP[kind(name)] for name in GAMES}
"""Every system that can be played, by its name in `condotta.rules.library`."""
