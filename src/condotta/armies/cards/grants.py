"""What a list grants: who may buy a card, in which years, for which stands. [AL-6, BC-0.6]"""

from collections.abc import Iterator

import msgspec

from condotta.armies.cards.card_lines import ON_ARMY
from condotta.armies.cards.cardforms import ARMY, CardForm, forms
from condotta.armies.cards.grant_notes import in_years, reading
from condotta.armies.lists.available import Offer, barred
from condotta.armies.lists.binding import Bound, Fill
from condotta.armies.records import CardEntry, Option, Parsed
from condotta.armies.text import plain


class Grant(msgspec.Struct, frozen=True):
    """One row of a list that offers a card, and what keeps it out (empty: nothing does).

    `kept` tells that the program can judge the row's condition, or that there is none.
    """

    where: str
    entry: CardEntry
    parsed: Parsed
    closed: str
    kept: bool

    @property
    def open(self) -> bool:
        """Whether the card may be bought by this row."""
        return not self.closed


def grants(bound: Bound, form: CardForm, where: str = ON_ARMY) -> tuple[Grant, ...]:
    """Rows that offer the card to the army, or to the option with that key. [AL-11.10]

    An allied contingent brings none; in a larger army an ally is an army of its own. [AL-6.8]
    """
    army = [
        one for one in bound.army.battle_card_entries if one.battle_card_code in form.offered_as
    ]
    if form.scope == ARMY and where == ON_ARMY:
        options = [
            (offer, entry)
            for offer in bound.offers
            if not offer.allied and not form.swaps
            for entry in _rows(offer, form)
        ]
        return tuple(
            [_grant(bound, ON_ARMY, entry) for entry in army]
            + [_grant(bound, offer.key, entry, offer, form) for offer, entry in options]
        )
    offer = next((one for one in bound.offers if one.key == where), None)
    if offer is None or offer.allied:
        return ()
    shared = [
        _grant(bound, where, entry, offer, form)
        for entry in army
        if offer.is_main and not form.swaps
    ]
    own = [_grant(bound, where, entry, offer, form) for entry in _rows(offer, form)]
    return (*own, *shared)


def open_grants(bound: Bound, form: CardForm, where: str = ON_ARMY) -> tuple[Grant, ...]:
    """Those of `grants` by which the card may be bought now."""
    return tuple(one for one in grants(bound, form, where) if one.open)


def is_open(bound: Bound, entry: CardEntry, offer: Offer) -> bool:
    """Whether a row that offers a card holds for an option now. [AL-6.4]"""
    return _grant(bound, offer.key, entry, offer).open


def _rows(offer: Offer, form: CardForm) -> Iterator[CardEntry]:
    for entry in offer.option.battle_card_entries:
        if entry.battle_card_code in form.offered_as:
            yield entry


def _grant(
    bound: Bound,
    where: str,
    entry: CardEntry,
    offer: Offer | None = None,
    form: CardForm | None = None,
) -> Grant:
    parsed = reading(entry)
    why, kept = _condition(bound, entry, parsed)
    if not in_years(parsed, bound.roster.year):
        why = "year"
    if offer is not None and offer.closed:
        why = offer.closed
    if offer is not None and not any(
        may_have(bound, parsed, code) and (form is None or suits(bound, form, code))
        for code in offer.option.types
    ):
        why = "type"
    return Grant(where, entry, parsed, why, kept)


def _condition(bound: Bound, entry: CardEntry, parsed: Parsed) -> tuple[str, bool]:
    """Whether the list's question bars the row, and whether it settles the condition. [AL-5.7]"""
    if not parsed.condition:
        return "", True
    question, roster = bound.army.variants, bound.roster
    for text in (entry.note, parsed.condition):
        if question and text in question.rules:
            return barred(question, text, roster.year, roster.variant), True
    named = {
        answer.id
        for answer in (question.variants if question else ())
        if plain(answer.name) in plain(parsed.condition)
        or plain(parsed.condition) in plain(answer.name)
    }
    if not named:
        return "", bool(parsed.date_ranges)
    return ("" if roster.variant in named else "variant"), True


def may_have(bound: Bound, parsed: Parsed, code: str) -> bool:
    """Whether stands of a type may have a card that is granted so. [AL-6.4]"""
    if parsed.only_troop_types and code not in parsed.only_troop_types:
        return False
    if parsed.dismount_by_type and code not in parsed.dismount_by_type:
        return False
    troop = bound.data.troop(code)
    if parsed.only_category and (troop is None or troop.category != parsed.only_category):
        return False
    return code not in parsed.not_types


def eligible(bound: Bound, form: CardForm, where: str) -> tuple[Fill, ...]:
    """Fills of an option whose stands may have the card; all of them where no row grants it."""
    fills = tuple(fill for fill in bound.fielded if fill.key == where)
    rows = open_grants(bound, form, where)
    if not rows:
        return fills
    return tuple(
        one
        for one in fills
        if any(may_have(bound, row.parsed, one.code) for row in rows)
        if suits(bound, form, one.code)
    )


def suits(bound: Bound, form: CardForm, code: str) -> bool:
    """Whether the card itself is for a type: some are for foot or a few alone. [BC-8.1]"""
    troop = bound.data.troop(code)
    is_foot = troop is not None and troop.category == "foot"
    return (is_foot or not form.foot) and (code in form.only or not form.only)


def barred_types(bound: Bound) -> frozenset[str]:
    """Types that cards bought for the army forbid it to field. [BC-20.1]"""
    bars = (forms()[card.code].bars for card in bound.roster.army_cards if card.code in forms())
    return frozenset(code for types in bars for code in types)


def least_of(bound: Bound, option: Option) -> int:
    """The stands an option needs: none where cards forbid all its types. [AL-3.1, AL-11.6]"""
    return 0 if set(option.types) <= barred_types(bound) else option.min
