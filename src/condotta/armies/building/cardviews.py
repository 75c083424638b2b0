"""What a screen shows of the cards an army or an option may have. [AL-6, AL-9.5 to AL-9.7]"""

import msgspec

from condotta.armies.building.changes import SetCard, applied
from condotta.armies.building.views import CardView
from condotta.armies.cards.card_rules import CARD_RULES
from condotta.armies.cards.cardchecks import army_limit, cards_left, left_in_army, option_limit
from condotta.armies.cards.cardforms import ARMY, OPTION, CardForm, card_name, forms
from condotta.armies.cards.cardhooks import ON_ARMY
from condotta.armies.cards.cardprices import wanted
from condotta.armies.cards.grants import Grant, eligible, grants
from condotta.armies.checking.costing import bill
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound
from condotta.armies.records import Parsed
from condotta.words import say


def army_cards(bound: Bound, lang: str = "en") -> tuple[CardView, ...]:
    """Cards that the list grants the army or that the roster has for it, in order of the codes."""
    held = {card.code for card in bound.roster.army_cards}
    found = []
    for code, form in forms().items():
        rows = grants(bound, form) if form.scope == ARMY else ()
        if rows or code in held:
            found.append(_card(bound, form, ON_ARMY, rows, lang))
    return tuple(found)


def option_cards(bound: Bound, where: str, lang: str = "en") -> tuple[CardView, ...]:
    """Cards that an option's stands may have, or have on the roster."""
    held = {card.code for card in bound.roster.troop_cards if card.option == where}
    found = []
    for code, form in forms().items():
        rows = grants(bound, form, where) if form.by_option else ()
        if rows or code in held:
            found.append(_card(bound, form, where, rows, lang))
    return tuple(found)


def _card(bound: Bound, form: CardForm, where: str, rows: tuple[Grant, ...], lang: str) -> CardView:
    now = copies(bound, form, where)
    usable = tuple(row for row in rows if row.open)
    most = _most(bound, form, where, usable)
    step = _step(bound, form, where)
    price = price_with(bound, form, where, now)
    more = now + step
    free = bool(usable) and step > 0 and (most is None or more <= most)
    shown = usable or rows
    return CardView(
        code=form.code,
        name=card_name(form.code, lang),
        text=say(f"card.{form.code}.text", lang=lang),
        clause=form.clause,
        where=where,
        counts={ARMY: "copies", OPTION: "cards"}.get(form.scope, "stands"),
        copies=now,
        step=step,
        most=most,
        price=price,
        next_price=price_with(bound, form, where, more) if free else None,
        whole=form.whole,
        setup=form.setup,
        closed="" if usable else (rows[0].closed if rows else "notOffered"),
        note="; ".join(dict.fromkeys(row.entry.note for row in shown if row.entry.note)),
        understood=all(row.kept for row in shown),
        parsed=shown[0].parsed if shown else Parsed(),
    )


def copies(bound: Bound, form: CardForm, where: str) -> int:
    """Copies of the army, or cards or stands of an option, as the card is counted."""
    if where == ON_ARMY:
        return sum(card.count for card in bound.roster.army_cards if card.code == form.code)
    if form.scope == OPTION:
        cards = bound.roster.troop_cards
        return sum((card.code, card.option) == (form.code, where) for card in cards)
    return wanted(form, bound, where)


def _step(bound: Bound, form: CardForm, where: str) -> int:
    """How much one click adds: one, a pair, or every stand that may. [AL-11.11]"""
    if form.scope in (ARMY, OPTION):
        return 1
    stands = sum(fill.stands for fill in eligible(bound, form, where))
    return stands if form.whole else 2 if form.pairs else 1


def _most(bound: Bound, form: CardForm, where: str, rows: tuple[Grant, ...]) -> int | None:
    """The most that may be here now, others of the army counted."""
    if not rows:
        return 0
    if where == ON_ARMY:
        return army_limit(form, rows)
    listed = option_limit(form, rows)
    if form.scope == OPTION:
        own = cards_left(form, bound.roster, where)
        return min((one for one in (listed, own) if one is not None), default=None)
    there = sum(fill.stands for fill in eligible(bound, form, where))
    limits = (there, listed, left_in_army(form, bound, where, rows))
    return min(one for one in limits if one is not None)


def price_with(bound: Bound, form: CardForm, where: str, count: int) -> HalfPoints:
    """What the card adds to the army's total with that many of it there; savings are negative.

    The price of the stands that it makes dearer is in it, so that it is what a click costs.
    """
    totals = []
    for number in (0, count):
        roster = applied(bound.roster, SetCard(form.code, where, number))
        totals.append(bill(msgspec.structs.replace(bound, roster=roster), CARD_RULES).total)
    return totals[1] - totals[0]
