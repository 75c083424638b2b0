"""Which stands of an option have a card that only some of them have: as their owner says.

A row of a roster may name them in `on`, by type: the stands of a type are counted from 1, and the
general is the first of his. For those that it leaves open the first that may have the card are
taken, generals last. Here the stands of an option are counted through, type by type in the order of
the list. [AL-10.3, BC-0.4]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from condotta.armies.cards.card_lines import ON_ARMY
from condotta.armies.cards.cardforms import OPTION, CardForm
from condotta.armies.cards.grants import eligible, open_grants
from condotta.armies.lists.binding import Bound, Fill
from condotta.armies.records import Command, CommandGeneral, General, OptionCard, Roster, leads

Stands: TypeAlias = dict[str, dict[str, int]]
"""Stands by option and type."""
Named: TypeAlias = dict[str, tuple[int, ...]]
"""Stands of an option that are named: of each type by number, from 1."""


def rows_of(roster: Roster, code: str, key: str) -> tuple[OptionCard, ...]:
    """What a roster has bought of a card for an option."""
    return tuple(one for one in roster.troop_cards if (one.code, one.option) == (code, key))


def held(roster: Roster, form: CardForm, where: str = ON_ARMY) -> int:
    """Copies of a card, cards of an option, or stands of it that are recorded with it."""
    if where == ON_ARMY:
        return sum(one.count for one in roster.army_cards if one.code == form.code)
    rows = rows_of(roster, form.code, where)
    return len(rows) if form.scope == OPTION else sum(one.stands for one in rows)


def before(bound: Bound, fill: Fill) -> int:
    """How many stands of its option are counted before those of a fill."""
    others = bound.fielded[: bound.fielded.index(fill)]
    return sum(one.stands for one in others if one.key == fill.key)


def numbers_of(bound: Bound, fill: Fill) -> range:
    """The numbers of a fill's stands in its option."""
    first = before(bound, fill) + 1
    return range(first, first + fill.stands)


def able(bound: Bound, form: CardForm, key: str) -> tuple[int, ...]:
    """The stands of an option that may have a card. [AL-6.4]"""
    found = chain.from_iterable(numbers_of(bound, one) for one in eligible(bound, form, key))
    rows = open_grants(bound, form, key)
    if rows and all(row.parsed.only_general for row in rows):
        led = leaders(bound, key)
        return tuple(number for number in found if number in led)
    return tuple(found)


def carriers(bound: Bound, form: CardForm, key: str) -> frozenset[int]:
    """The stands of an option that have a card bought for it."""
    may = able(bound, form, key)
    rows = rows_of(bound.roster, form.code, key)
    if form.whole and rows:
        return frozenset(may)
    named = [number for number in named_for(bound, form, key) if number in may]
    led = leaders(bound, key)
    rest = sorted((one for one in may if one not in named), key=lambda one: (one in led, one))
    many = sum(row.stands for row in rows)
    return frozenset((*dict.fromkeys(named), *rest)[:many])


def named_for(bound: Bound, form: CardForm, key: str) -> list[int]:
    """The stands of an option that its rows name for a card, those that are there."""
    said = [row.named for row in rows_of(bound.roster, form.code, key)]
    return [
        own[number - 1]
        for fill in bound.fielded
        if fill.key == key and (own := numbers_of(bound, fill))
        for names in said
        for number in names.get(fill.code, ())
        if number <= fill.stands
    ]


def leaders(bound: Bound, key: str) -> frozenset[int]:
    """The generals among the stands of an option, those of all commands where there are several."""
    found = set()
    for fill in (one for one in bound.fielded if one.key == key):
        first = before(bound, fill) + 1
        for general, stands in led(bound.roster):
            if leads(general, fill.key, fill.code):
                found.add(first)
            first += stands.get(fill.key, {}).get(fill.code, 0)
    return frozenset(found)


def led(roster: Roster) -> list[tuple[General | CommandGeneral | None, Stands]]:
    """Each general with the stands of his command, that of the overall commander first. [AL-16.7]

    An army that is not divided, and an ally's list, are one command.
    """
    own = [one for one in roster.split if one.kind != "ally"]
    if not own or merged(own) != roster.stands:
        return [(roster.general, roster.stands)]
    own.sort(key=lambda one: one.general is None or not one.general.overall_commander)
    return [(one.general, one.stands) for one in own]


def merged(commands: Iterable[Command]) -> Stands:
    """The stands of several commands together."""
    found: Stands = {}
    for command in commands:
        for key, counts in command.stands.items():
            types = found.setdefault(key, {})
            for code, stands in counts.items():
                types[code] = types.get(code, 0) + stands
    return found


def named_on(roster: Roster, code: str, where: str) -> str:
    """The stands that an owner has named for a card on a line of the bill; "" where he has not.

    Of each type by number, as people read it and `plain_texts` does. An ally of a larger army has
    cards of its own, on lines that begin with the number of its command. [AL-10.3, AL-15.5]

    >>> row = OptionCard("MI", "main/t3", 3, {"HFT": (2, 4), "SPR": (1,)})
    >>> named_on(Roster(troop_cards=(row,)), "MI", "main/t3")
    'HFT 2, 4; SPR 1'
    """
    allies = [(f"{one.number}/", one.troop_cards) for one in roster.split if one.kind == "ally"]
    return "; ".join(
        f"{kind} {', '.join(map(str, numbers))}"
        for place, cards in (("", roster.troop_cards), *allies)
        for card in cards
        if (card.code, place + card.option) == (code, where)
        for kind, numbers in card.named.items()
    )


def fitted(bound: Bound, card: OptionCard, stands: int) -> OptionCard:
    """A row for so many stands, and of those that it names the ones that are there."""
    there = {fill.code: fill.stands for fill in bound.fielded if fill.key == card.option}
    kept = {
        code: tuple(one for one in numbers if one <= there.get(code, 0))
        for code, numbers in card.named.items()
    }
    return replace(card, stands=stands, on=first(kept, stands))


def first(named: Mapping[str, tuple[int, ...]], most: int) -> Named | UnsetType:
    """The first so many of the stands that are named; unset where that is nobody."""
    kept: Named = {}
    for code, numbers in named.items():
        if numbers[: max(most, 0)]:
            kept[code] = numbers[: max(most, 0)]
        most -= len(numbers)
    return kept or UNSET
