"""Changes to a roster, each a small record that a click or a word on the command line makes.

A change never fails for the rules' sake: what comes out may be illegal and is then found so. Only
what makes no sense at all (no such list, a negative number) is refused. [AL-10.5, AL-17.5]
"""

from typing import assert_never

import msgspec

from condotta.armies.cards.cardforms import ARMY, OPTION, forms
from condotta.armies.cards.choosing import Named, first, fitted
from condotta.armies.cards.grants import eligible
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.records import (
    MOST_STANDS,
    ArmyCard,
    ArmyList,
    DataSet,
    General,
    OptionCard,
    Roster,
)
from condotta.armies.rosters.rosters import pinned
from condotta.armies.shelf import Library, shipped
from condotta.errors import PlainError
from condotta.words import say


class Change(msgspec.Struct, frozen=True, rename="camel", tag_field="do"):
    """One change; in JSON `do` names its kind."""


class SetYear(Change, frozen=True, tag="year"):
    """The year of the army."""

    year: int


class SetAnswer(Change, frozen=True, tag="answer"):
    """The answer to the list's question, or none."""

    answer: str | None = None


class SetName(Change, frozen=True, tag="name"):
    """What the roster is called."""

    name: str


class Take(Change, frozen=True, tag="take"):
    """A contingent taken or left; what was recorded for one that is left stays recorded."""

    contingent: str
    taken: bool = True


class SetStands(Change, frozen=True, tag="stands"):
    """How many stands of a type an option has."""

    option: str
    code: str
    stands: int


class SetGeneral(Change, frozen=True, tag="general"):
    """Which kind of stand leads; none without an option."""

    option: str = ""
    code: str = ""


class SetCard(Change, frozen=True, tag="card"):
    """How many copies the army has, or how many cards or stands an option has of a card.

    `on` names stands that have it, of each type from 1; those that are named already stay.
    """

    code: str
    where: str
    copies: int
    on: Named | None = None


AnyChange = SetYear | SetAnswer | SetName | Take | SetStands | SetGeneral | SetCard


def changed(roster: Roster, *changes: AnyChange, shelf: Library | None = None) -> Roster:
    """The roster after the changes, pinned anew where its list is known."""
    for change in changes:
        roster = applied(roster, change)
    source = (shelf or shipped()).source_of(roster)
    return settled(roster, *source) if source else roster


def settled(roster: Roster, data: DataSet, army: ArmyList) -> Roster:
    """The roster with cards on as many stands as there are to have them, and pinned. [AL-9.8]"""
    bound = bind(roster, data, army)
    cards = tuple(_fitted(bound, card) for card in roster.troop_cards)
    return pinned(msgspec.structs.replace(roster, troop_cards=cards), data, army)


def with_card(bound: Bound, change: SetCard) -> Roster:
    """The roster with so much of a card there, a card for all on all who may have it. [AL-9.6]"""
    roster, there = applied(bound.roster, change), (change.code, change.where)
    rows = (
        _fitted(bound, row) if (row.code, row.option) == there else row
        for row in roster.troop_cards
    )
    return msgspec.structs.replace(roster, troop_cards=tuple(rows))


def followed(bound: Bound) -> Roster:
    """The roster with cards that cover whole options, or as many stands as are left. [AL-9.8]"""
    kept = (_followed(bound, card) for card in bound.roster.troop_cards)
    return msgspec.structs.replace(bound.roster, troop_cards=tuple(card for card in kept if card))


def _fitted(bound: Bound, card: OptionCard) -> OptionCard:
    if not _for_all(card):
        return fitted(bound, card, card.stands) if card.named else card
    stands = _able(bound, card)
    return msgspec.structs.replace(card, stands=stands) if stands else card


def _followed(bound: Bound, card: OptionCard) -> OptionCard | None:
    """A card of an option that is known goes with the last stand that may have it."""
    if card.code not in forms() or not any(offer.key == card.option for offer in bound.offers):
        return card
    there = _able(bound, card)
    return (
        fitted(bound, card, there if _for_all(card) else min(card.stands, there)) if there else None
    )


def _for_all(card: OptionCard) -> bool:
    """Whether a card is for all the stands of an option that may have it. [BC-0.4]"""
    form = forms().get(card.code)
    return form is not None and (form.whole or form.scope == OPTION)


def _able(bound: Bound, card: OptionCard) -> int:
    """The stands of an option that may have a card."""
    return sum(fill.stands for fill in eligible(bound, forms()[card.code], card.option))


def applied(roster: Roster, change: AnyChange) -> Roster:
    """The roster after one change, nothing else looked at."""
    match change:
        case SetYear(year):
            if not 0 < abs(year) < 10_000:
                raise PlainError(say("army.badYear", {"text": year}))
            return msgspec.structs.replace(roster, year=year)
        case SetAnswer(answer):
            return msgspec.structs.replace(roster, variant=answer or None)
        case SetName(name):
            return msgspec.structs.replace(roster, label=" ".join(name.split()))
        case Take(contingent, taken):
            kept = tuple(key for key in roster.contingents if key != contingent)
            return msgspec.structs.replace(roster, contingents=kept + (contingent,) * taken)
        case SetStands(option, code, stands):
            return msgspec.structs.replace(roster, stands=_stands(roster, option, code, stands))
        case SetGeneral(option, code):
            general = General(option, code) if option else None
            return msgspec.structs.replace(roster, general=general)
        case SetCard(code, where, copies, on):
            return _card(roster, code, where, copies, on)
        case _:
            assert_never(change)


def _stands(roster: Roster, option: str, code: str, stands: int) -> dict[str, dict[str, int]]:
    if not 0 <= stands <= MOST_STANDS:
        raise PlainError(say("army.badCount", {"count": stands, "most": MOST_STANDS}))
    counts = {**roster.stands.get(option, {}), code: stands}
    kept = {one: count for one, count in counts.items() if count}
    found = {key: types for key, types in roster.stands.items() if key != option}
    return found | ({option: kept} if kept else {})


def _card(roster: Roster, code: str, where: str, copies: int, on: Named | None) -> Roster:
    """The roster with so much of a card there and no more."""
    if not 0 <= copies <= MOST_STANDS:
        raise PlainError(say("army.badCount", {"count": copies, "most": MOST_STANDS}))
    if where == ARMY:
        army = tuple(card for card in roster.army_cards if card.code != code)
        more = (ArmyCard(code, copies),) if copies else ()
        return msgspec.structs.replace(roster, army_cards=army + more)
    troop = tuple(card for card in roster.troop_cards if (card.code, card.option) != (code, where))
    form = forms().get(code)
    rows: tuple[OptionCard, ...] = (_row_of(roster, code, where, copies, on),) if copies else ()
    if form and form.scope == OPTION:
        there = sum(roster.stands.get(where, {}).values())
        rows = (OptionCard(code, where, there or 1),) * copies
    return msgspec.structs.replace(roster, troop_cards=troop + rows)


def _row_of(roster: Roster, code: str, where: str, stands: int, on: Named | None) -> OptionCard:
    """A card for so many stands of an option, on those that are named now or were before."""
    if on is None:
        before = [
            row.named for row in roster.troop_cards if (row.code, row.option) == (code, where)
        ]
        on = before[0] if before else {}
    return OptionCard(code, where, stands, first(on, stands))
