"""Battle cards as a list offers them: where, for how many, and what each step costs here."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from condotta.armies import Roster
from condotta.armies.building.changes import row_of
from condotta.armies.cards.cardchecks import army_limit, cards_left, left_in_army, option_limit
from condotta.armies.cards.cardforms import ARMY, OPTION, CardForm, forms
from condotta.armies.cards.cardprices import counted_together, is_fielded
from condotta.armies.cards.choosing import able, carriers, fitted, leaders, numbers_of
from condotta.armies.cards.grants import Grant, eligible, grants, open_grants
from condotta.armies.checking.costing import Breakdown, bill
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.records import ArmyCard, OptionCard
from condotta.server.armoury.armoury_card_forms import CardShown, CarrierShown

ON_ARMY = "army"
MOST_COPIES = 12
"""Copies that are offered of a card that neither the list nor the card limits."""


def of_army(bound: Bound, paid: Breakdown) -> tuple[CardShown, ...]:
    """The cards that are bought for the whole army. [AL-2.10]"""
    return tuple(
        shown(bound, form, ON_ARMY, rows, paid)
        for form in in_order()
        if form.scope == ARMY and (rows := grants(bound, form))
    )


def of_option(bound: Bound, offer: Offer, paid: Breakdown) -> tuple[CardShown, ...]:
    """The cards that stands of an option may have. [AL-3.7]"""
    return tuple(
        shown(bound, form, offer.key, rows, paid)
        for form in in_order()
        if form.scope != ARMY and (rows := grants(bound, form, offer.key))
    )


def in_order() -> list[CardForm]:
    """Every card, by its number in the rules."""
    return sorted(forms().values(), key=lambda form: (form.number, form.code))


def shown(
    bound: Bound, form: CardForm, where: str, rows: tuple[Grant, ...], paid: Breakdown
) -> CardShown:
    """One card where it is offered, with what it costs now and one step further."""
    amount, amounts = held(bound.roster, form, where), amounts_of(bound, form, where)
    above = next((one for one in amounts if one > amount), None)
    closed = next((row.closed for row in rows if row.closed), "")
    if any(row.open for row in rows):
        closed = "" if len(amounts) > 1 else "stands"
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
        closed=f"army.closed.{closed}" if closed and closed != "stands" else closed,
        setup=form.setup,
        swaps=form.swaps,
        together=form.cost if shared and amount else "",
        stands=choices(bound, form, where) if amount else (),
    )


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
    """The numbers of copies or of stands that a card may be bought for. [AL-6.1, BC-0.4]"""
    rows = open_grants(bound, form, where)
    if not rows or not is_fielded(bound, where):
        return (0,)
    if form.scope == ARMY:
        most = army_limit(form, rows)
        copies = MOST_COPIES if form.price == "copy" else 1
        return tuple(range((copies if most is None else most) + 1))
    there = sum(fill.stands for fill in eligible(bound, form, where))
    if not there:
        return (0,)
    most = option_limit(form, rows)
    if form.scope == OPTION:
        limits = [one for one in (most, cards_left(form, bound.roster, where)) if one is not None]
        return tuple(range(min(limits, default=1) + 1))
    if form.whole:
        return (0, there)
    said = (there, most, left_in_army(form, bound, where, rows))
    upto = min(one for one in said if one is not None)
    return tuple(range(0, upto + 1, 2 if form.pairs else 1))


def total(bound: Bound, form: CardForm, where: str, amount: int) -> int:
    """The bill in halves with another amount of a card."""
    other = with_amount(bound, form, where, amount)
    return bill(bind(other, bound.data, bound.army)).total


def held(roster: Roster, form: CardForm, where: str) -> int:
    """Copies of a card, or stands of an option that are recorded with it."""
    if form.scope == ARMY:
        return sum(one.count for one in roster.army_cards if one.code == form.code)
    rows = [one for one in roster.troop_cards if (one.code, one.option) == (form.code, where)]
    return len(rows) if form.scope == OPTION else sum(one.stands for one in rows)


def with_amount(
    bound: Bound,
    form: CardForm,
    where: str,
    amount: int,
    on: dict[str, tuple[int, ...]] | None = None,
) -> Roster:
    """The roster with so many of a card; an option's copies are rows of their own. [AL-9.6]"""
    roster = bound.roster
    if form.scope == ARMY:
        others = tuple(one for one in roster.army_cards if one.code != form.code)
        copies = (ArmyCard(form.code, amount),) if amount else ()
        return msgspec.structs.replace(roster, army_cards=(*others, *copies))
    rest = tuple(one for one in roster.troop_cards if (one.code, one.option) != (form.code, where))
    there = sum(fill.stands for fill in eligible(bound, form, where))
    row = row_of(roster, form.code, where, amount, on)
    rows: tuple[OptionCard, ...] = (row,) if amount else ()
    if form.scope == OPTION:
        rows = (OptionCard(form.code, where, max(there, 1)),) * amount
    return msgspec.structs.replace(roster, troop_cards=(*rest, *rows))


def without(roster: Roster, form: CardForm, places: Iterable[str]) -> Roster:
    """The roster without a card at those places."""
    there = frozenset(places)
    return msgspec.structs.replace(
        roster,
        army_cards=tuple(
            one for one in roster.army_cards if one.code != form.code or ON_ARMY not in there
        ),
        troop_cards=tuple(
            one for one in roster.troop_cards if one.code != form.code or one.option not in there
        ),
    )


def followed(bound: Bound) -> Roster:
    """The roster with cards that cover whole options, or as many stands as are left. [AL-9.8]"""
    rows = []
    for one in bound.roster.troop_cards:
        form = forms().get(one.code)
        there = sum(fill.stands for fill in eligible(bound, form, one.option)) if form else 0
        if form is None or not any(offer.key == one.option for offer in bound.offers):
            rows.append(one)
        elif there:
            all_of = form.whole or form.scope == OPTION
            stands = there if all_of else min(one.stands, there)
            rows.append(fitted(bound, one, stands))
    return msgspec.structs.replace(bound.roster, troop_cards=tuple(rows))
