"""Battles between armies: who meets whom, and the battle made ready."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from condotta.armies import ArmyList, Library, Roster, library, muster
from condotta.armies.importing.importing import import_armies
from condotta.armies.random.random_armies import random_roster
from condotta.armies.random.random_commands import random_commands
from condotta.armies.sizes import sizes
from condotta.data import toml
from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.rules.sitting import Sitting
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.triumph.muster import Army, army_of

SEATS = (("red", "R"), ("blue", "B"))
"""Two seats, each a side of its own, and the letter of its pieces."""

MANY_OF_THEM = 40
"""Of how many lists that are richest in a kind of troops the opponents are taken, in turn."""

ASKED = 8
"""How many rosters are drawn, of lists that offer a card, to find one that has bought it."""

APART = 1_000_000
"""How far the seeds of those rosters are apart."""

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

    @property
    def divided(self) -> bool:
        """Whether armies of the lists are drawn in commands for the system. [GT-1.1]"""
        return self.system in sizes() and sizes()[self.system].commands > 0


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
def offering(folder: str) -> tuple[tuple[str, tuple[ArmyList, ...]], ...]:
    """The lists of a run by card: the code of each that any offers, and those that offer it."""
    found: dict[str, list[ArmyList]] = {}
    for army in lists_of(folder):
        entries = (entry for option in army.troop_options for entry in option.battle_card_entries)
        for entry in (*army.battle_card_entries, *entries):
            known = found.setdefault(entry.battle_card_code, [])
            if army not in known:
                known.append(army)
    return tuple((code, tuple(found[code])) for code in sorted(found))


@cache
def foes_of(folder: str, card: str) -> tuple[ArmyList, ...]:
    """The lists richest in troops against which a card acts; none where it acts against all."""
    wanted = set(toml("condotta.lab", "foes.toml")["troops"].get(card, ()))

    def rich(army: ArmyList) -> int:
        options = (one for one in army.troop_options if wanted.issuperset(one.types))
        return sum(one.min + one.max for one in options)

    some = [army for army in lists_of(folder) if rich(army)]
    return tuple(sorted(some, key=lambda army: (-rich(army), army.key))[:MANY_OF_THEM])


def card_of(field: Field, number: int) -> str:
    """The card that a numbered battle of a run is about; none in a run without cards."""
    if not field.cards or SYSTEMS[field.system].armies_of_its_own is not None:
        return ""
    cards = offering(field.folder)
    return cards[number % len(cards)][0]


def after(field: Field, number: int) -> str:
    """What the enemies in a numbered battle must be after, for its card to act. [BC-17.1]"""
    sought: str = toml("condotta.lab", "foes.toml")["after"].get(card_of(field, number), "")
    return sought


def order(field: Field, number: int) -> float:
    """How readily the first army of a numbered battle keeps its ranks, for its card. [BC-11.1]"""
    kept: float = toml("condotta.lab", "foes.toml")["order"].get(card_of(field, number), 0.0)
    return float(kept)


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

    With cards the first army is of a list that offers a certain card, each card in its turn, and
    has bought it where it can be had; of any list, where none of those can field an army for this
    system. It meets an army of a list
    that is rich in troops against which that card acts, where they matter; else of any list.
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
    round_of, place = divmod(number, len(cards))
    card, first = cards[place]
    any_list = [lists[(number * 7 + step) % len(lists)] for step in range(len(lists))]
    offered = [first[(round_of + step) % len(first)] for step in range(len(first))]
    others = SYSTEMS[field.system].armies(seated(field)) - 1
    rich = foes_of(field.folder, card)
    foes = [rich[(round_of + step) % len(rich)] for step in range(len(rich))] + any_list
    turned = (foes[off:] + foes[:off] for off in range(others))
    own = with_card(field, offered, number, card) or one_of(field, offered + any_list, number)
    return (own, *(one_of(field, order, number) for order in turned))


def one_of(field: Field, lists: list[ArmyList], seed: int) -> Roster:
    """A random roster of the first of those lists that has one for this system."""
    for army in lists:
        roster = raised(field, army, seed)
        if roster is not None:
            return roster
    raise PlainError("None of these lists can field a random army: name another folder.")


def with_card(field: Field, lists: list[ArmyList], seed: int, card: str) -> Roster | None:
    """A random roster of one of those lists that has bought a card, if a few tries find one."""
    for tried in range(ASKED):
        roster = raised(field, lists[tried % len(lists)], seed + tried * APART)
        if roster is not None and has(roster, card):
            return roster
    return None


def raised(field: Field, army: ArmyList, seed: int) -> Roster | None:
    """A random roster of a list, if it has one for this system."""
    shelf, size = shelf_of(field.folder), sizes()[field.system if field.divided else "standard"]
    try:
        roster = (
            random_commands(army, seed, size, shelf, cards=field.cards)
            if field.divided
            else random_roster(army, seed, shelf=shelf, cards=field.cards)
        )
    except PlainError:
        return None
    return roster if SYSTEMS[field.system].takes(roster) else None


def has(roster: Roster, card: str) -> bool:
    """Whether a roster, or an ally of it, has bought a card, for the army or for troops."""
    bought = {one.code for one in roster.army_cards} | {one.code for one in roster.troop_cards}
    for ally in roster.split:
        bought |= {one.code for one in ally.army_cards} | {one.code for one in ally.troop_cards}
    return card in bought


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
