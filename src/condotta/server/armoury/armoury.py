"""The army builder: a selection comes in, and everything the rules of lists say of it goes out.

The page knows no price, no limit and no finding: it asks after every change. Nothing that is asked
here is kept, so a roster, its hidden exchanges included, is known to its owner's browser alone.
"""

from __future__ import annotations

import msgspec

from condotta.armies import ArmyList, DataSet, Finding, Library, Roster, pinned
from condotta.armies.building.building import least, view
from condotta.armies.building.changes import SetCard, followed, with_card
from condotta.armies.building.command_views import split_of
from condotta.armies.building.views import ArmyShown
from condotta.armies.cards.cardforms import forms
from condotta.armies.checking.checking import check
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.random.filling_up import filled
from condotta.armies.random.random_commands import drawn as by_lot
from condotta.armies.random.random_commands import size_in_commands
from condotta.armies.records import MOST_STANDS
from condotta.armies.rosters.rosters import read_roster, selection_of
from condotta.armies.shelf import find_list
from condotta.errors import PlainError
from condotta.server.armoury.armoury_forms import ArmyAsked, ArmyDrawn
from condotta.server.games.shelves import shelf_of
from condotta.server.reasons import Refused

MOST_CAP = 1_000


def cap_of(asked: int) -> int:
    """The cap in halves, if it is one that an army can have. [AL-9.1]"""
    if not 0 < asked <= MOST_CAP:
        raise Refused("no-number", 400, text=str(asked)[:20])
    return asked


def army(asked: ArmyAsked) -> ArmyShown:
    """Everything about a selection. One that names no list is told so, and nothing else."""
    shelf, cap = shelf_of(asked.lists, asked.settings), cap_of(asked.cap)
    draft = read_roster(asked.roster)
    source, roster = shelf.source_of(draft.roster), draft.roster
    if source is not None:
        roster = fresh(changed(roster, asked, source, shelf), *source)
    return view(roster, shelf, cap=cap, before=draft.findings)


def changed(
    roster: Roster, asked: ArmyAsked, source: tuple[DataSet, ArmyList], shelf: Library
) -> Roster:
    """The roster with the card that is asked for, and cards that keep to their stands. [AL-9.8]"""
    if asked.card is not None:
        wish = asked.card
        if wish.code not in forms() or not 0 <= wish.amount <= MOST_STANDS:
            raise Refused("no-card", 400, card=wish.code[:20])
        change = SetCard(wish.code, wish.where[:40], wish.amount, wish.on)
        roster = with_cards_of(roster, with_card(main_part(roster, source, shelf), change))
    if not asked.follow:
        return roster
    return with_cards_of(roster, followed(main_part(roster, source, shelf)))


def main_part(roster: Roster, source: tuple[DataSet, ArmyList], shelf: Library) -> Bound:
    """The army; of one in commands the main ones together, which the cards are for. [AL-16.6]"""
    bound = bind(roster, *source)
    split = split_of(bound, shelf)
    return split[0].bound if split else bound


def with_cards_of(roster: Roster, other: Roster) -> Roster:
    """The roster with the cards of another."""
    return msgspec.structs.replace(
        roster, army_cards=other.army_cards, troop_cards=other.troop_cards
    )


def fresh(roster: Roster, data: DataSet, one: ArmyList) -> Roster:
    """The roster pinned to its data, unless it was built on other data or is changed. [AL-10.4]"""
    if roster.data_version not in ("", data.version):
        return roster
    now = pinned(roster, data, one)
    prints = {**now.fingerprints, **roster.fingerprints}
    return msgspec.structs.replace(
        now, id=roster.id, label=roster.label, fingerprints=prints if roster.stands else {}
    )


def drawn(asked: ArmyDrawn) -> ArmyShown:
    """A random army, one filled up, or the bare minimums of a list. [AL-15.2]"""
    shelf, cap = shelf_of(asked.lists, asked.settings), cap_of(asked.cap)
    if asked.roster is not None:
        roster = filled_up(read_roster(asked.roster).roster, shelf, cap)
    else:
        one = find_list(asked.key[:120], shelf)
        seed = abs(asked.seed or 0) % 1_000_000_000
        large = size_in_commands(cap) is not None
        roster = (
            least(one, shelf)
            if asked.seed is None and not large
            else by_lot(one, seed, cap, shelf, cards=asked.cards)
        )
        roster = msgspec.structs.replace(roster, label="", id="")
    known = ArmyAsked(
        roster=selection_of(roster), cap=cap, lists=asked.lists, settings=asked.settings
    )
    return army(known)


def filled_up(roster: Roster, shelf: Library, cap: int) -> Roster:
    """The roster filled up to the cap; why it cannot be is the refusal."""
    source = shelf.source_of(roster)
    if source is None:
        raise Refused("plain", 400, sentence=check(roster, shelf, cap)[0].message)
    found = filled(bind(roster, *source), cap)
    if isinstance(found, Finding):
        raise PlainError(found.message)
    return found
