"""Battle cards as a list offers them: where, for how many, and what each step costs here. [AL-6]"""

from collections.abc import Iterable

import msgspec

from condotta.armies.building.changes import SetCard, applied, with_card
from condotta.armies.building.views import CardShown, CarrierShown
from condotta.armies.cards.card_lines import ON_ARMY
from condotta.armies.cards.cardchecks import army_limit, left_in_army, left_of_most, option_limit
from condotta.armies.cards.cardforms import ARMY, OPTION, CardForm, forms
from condotta.armies.cards.cardprices import counted_together, is_fielded
from condotta.armies.cards.choosing import able, carriers, held, leaders, numbers_of
from condotta.armies.cards.grants import Grant, eligible, grants, open_grants
from condotta.armies.checking.costing import Breakdown, bill
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import Bound
from condotta.armies.records import Roster

MOST_COPIES = 12
"""Copies that are offered of a card that neither the list nor the card limits."""


def army_cards(bound: Bound, paid: Breakdown) -> tuple[CardShown, ...]:
    """The cards that are offered or bought for the whole army. [AL-2.10]"""
    return tuple(
        _card(bound, form, ON_ARMY, rows, paid)
        for form in in_order()
        if (rows := grants(bound, form) if form.scope == ARMY else ()) or held(bound.roster, form)
    )


def option_cards(bound: Bound, offer: Offer, paid: Breakdown) -> tuple[CardShown, ...]:
    """The cards that stands of an option may have, or have on the roster. [AL-3.7]"""
    return tuple(
        _card(bound, form, offer.key, rows, paid)
        for form in in_order()
        if (rows := grants(bound, form, offer.key) if form.by_option else ())
        or held(bound.roster, form, offer.key)
    )


def in_order() -> list[CardForm]:
    """Every card, by its number in the rules."""
    return sorted(forms().values(), key=lambda form: (form.number, form.code))


def _card(
    bound: Bound, form: CardForm, where: str, rows: tuple[Grant, ...], paid: Breakdown
) -> CardShown:
    """One card where it is offered, with what it costs now and one step further."""
    amount, amounts = held(bound.roster, form, where), amounts_of(bound, form, where)
    above = next((one for one in amounts if one > amount), None)
    shared = counted_together(form, bound)
    now = paid.total - total(bound, form, where, 0) if amount and not shared else 0
    if shared:
        lines = (one for one in paid.cards if (one.code, one.where) == (form.code, where))
        now = sum(one.half_points or 0 for one in lines)
    return CardShown(
        code=form.code,
        clause=form.clause,
        where=where,
        amount=amount,
        amounts=amounts,
        now=now,
        next=None if above is None else total(bound, form, where, above) - paid.total,
        note="; ".join(dict.fromkeys(row.entry.note for row in rows if row.entry.note)),
        closed=_closed(bound, form, where, rows) if amounts == (0,) else "",
        setup=form.setup,
        swaps=form.swaps,
        together=form.cost if shared and amount else "",
        stands=choices(bound, form, where) if amount else (),
    )


def _closed(bound: Bound, form: CardForm, where: str, rows: tuple[Grant, ...]) -> str:
    """The message that says why none may be had now. [AL-11.10, AL-11.11]"""
    why = rows[0].closed if rows else "notOffered"
    if any(row.open for row in rows):
        there = where == ON_ARMY or any(fill.stands for fill in eligible(bound, form, where))
        why = "limit" if there else "stands"
    return f"army.closed.{why}"


def choices(bound: Bound, form: CardForm, where: str) -> tuple[CarrierShown, ...]:
    """The stands among which its owner chooses who has a card; none where there is but one."""
    if form.scope in (ARMY, OPTION) or form.whole or form.setup or form.swaps:
        return ()
    may, led = able(bound, form, where), leaders(bound, where)
    have = carriers(bound, form, where)
    found = tuple(
        CarrierShown(code=fill.code, number=place, leads=number in led, has=number in have)
        for fill in bound.fielded
        if fill.key == where
        for place, number in enumerate(numbers_of(bound, fill), start=1)
        if number in may
    )
    return found if len(found) > 1 else ()


def amounts_of(bound: Bound, form: CardForm, where: str) -> tuple[int, ...]:
    """How many copies, cards or stands a card may be bought for, others counted. [AL-11.11]"""
    rows = open_grants(bound, form, where)
    misplaced = where != ON_ARMY and not form.by_option
    if misplaced or not rows or not is_fielded(bound, where):
        return (0,)
    if where == ON_ARMY:
        most = army_limit(form, rows)
        copies = MOST_COPIES if form.price == "copy" else 1
        return tuple(range((copies if most is None else most) + 1))
    there = sum(fill.stands for fill in eligible(bound, form, where))
    left = left_of_most(form, bound.roster, where)
    if form.whole or not there:
        return (0, there) if there and (left is None or there <= left) else (0,)
    limits = [option_limit(form, rows), left]
    if form.scope != OPTION:
        limits += [there, left_in_army(form, bound, where, rows)]
    most = min((one for one in limits if one is not None), default=1)
    return tuple(range(0, most + 1, 2 if form.pairs else 1))


def total(bound: Bound, form: CardForm, where: str, amount: int) -> int:
    """The bill in halves with another amount of a card."""
    other = applied(bound.roster, SetCard(form.code, where, amount))
    return bill(msgspec.structs.replace(bound, roster=other)).total


def with_amount(bound: Bound, form: CardForm, where: str, amount: int) -> Roster:
    """The roster with so many of a card, on the stands that may have it. [AL-9.6]"""
    return with_card(bound, SetCard(form.code, where, amount))


def without(roster: Roster, form: CardForm, places: Iterable[str]) -> Roster:
    """The roster without a card at those places."""
    for where in places:
        roster = applied(roster, SetCard(form.code, where, 0))
    return roster
