"""Which stands of an option have a card that only some of them have: as their owner says.

Stands of an option are counted from 1, type by type in the order of the list; the general is the
first of its kind. A row of a roster may name them in `on`; for those that it leaves open the first
that may have the card are taken, generals last. [AL-10.3, BC-0.4]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TypeAlias

from condotta.armies.binding import Bound, Fill
from condotta.armies.cardforms import CardForm
from condotta.armies.grants import eligible, open_grants
from condotta.armies.records import Command, CommandGeneral, General, OptionCard, Roster

Stands: TypeAlias = dict[str, dict[str, int]]
"""Stands by option and type."""


def rows_of(roster: Roster, code: str, key: str) -> tuple[OptionCard, ...]:
    """What a roster has bought of a card for an option."""
    return tuple(one for one in roster.troop_cards if (one.code, one.option) == (code, key))


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
    named = [number for row in rows for number in row.named if number in may]
    led = leaders(bound, key)
    rest = sorted((one for one in may if one not in named), key=lambda one: (one in led, one))
    many = sum(row.stands for row in rows)
    return frozenset((*dict.fromkeys(named), *rest)[:many])


def leaders(bound: Bound, key: str) -> frozenset[int]:
    """The generals among the stands of an option, those of all commands where there are several."""
    found = set()
    for fill in (one for one in bound.fielded if one.key == key):
        first = before(bound, fill) + 1
        for general, stands in led(bound.roster):
            if general is not None and (general.option, general.troop_type_code) == (
                fill.key,
                fill.code,
            ):
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
