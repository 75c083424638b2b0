"""Cards for an army that is filled by the program: which it buys, and what stands then cost.

A deck is settled before the stands are: cards of the army, and for each option the cards its
stands will have, as many as may. So the filler knows the price of every way to fill an option;
a card whose price hangs on other options is bought for one of them alone.
"""

from collections.abc import Callable, Mapping

import msgspec

from condotta.armies.cards.card_lines import ON_ARMY
from condotta.armies.cards.cardchecks import army_limit, option_limit
from condotta.armies.cards.cardforms import ARMY, OPTION, CardForm, forms
from condotta.armies.cards.cardprices import counted_together
from condotta.armies.cards.grants import Grant, barred_types, eligible, open_grants
from condotta.armies.checking.costing import bill
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.records import ArmyCard, ArmyList, DataSet, OptionCard, Roster

Draw = Callable[..., int]
"""A number below the first argument; the rest names the draw."""

APPETITE: Mapping[str, int] = {"none": 0, "some": 3, "many": 8}
"""Chances in nine that a card that may be bought is."""


class Deck(msgspec.Struct, frozen=True):
    """Cards of the army, and for each option its cards: how many, or stands at most."""

    army: tuple[ArmyCard, ...] = ()
    options: Mapping[str, tuple[ArmyCard, ...]] = {}


def deal(frame: Roster, data: DataSet, army: ArmyList, draw: Draw, appetite: str) -> Deck:
    """A random deck for a roster without stands, of its year, answer and contingents."""
    bound = bind(frame, data, army)
    chances = APPETITE[appetite]
    bought: list[ArmyCard] = []
    for form in forms().values():
        shut = {code for card in bought for code in _others(forms()[card.code])}
        rows = open_grants(bound, form) if form.scope == ARMY else ()
        if rows and form.code not in shut and draw(9, "army", form.code) < chances:
            most = army_limit(form, rows) or 1
            bought.append(ArmyCard(form.code, 1 + draw(min(most, 4), "copies", form.code)))
    options: dict[str, list[ArmyCard]] = {}
    single: set[str] = set()
    for offer in _shuffled(bound, draw):
        for form in forms().values():
            rows = open_grants(bound, form, offer.key) if form.by_option else ()
            taken = options.get(offer.key, [])
            changed = form.alters and any(forms()[card.code].alters for card in taken)
            many = form.whole and form.most is not None and offer.option.max > form.most
            barred = many or set(form.never) & set(offer.option.types)
            alone = form.partner in forms() and not _has(form.partner, bought) and form.setup
            again = form.code in single
            if not rows or changed or barred or again or (alone and not form.capacity):
                continue
            if draw(9, "option", form.code, offer.key) < chances:
                options.setdefault(offer.key, []).append(
                    ArmyCard(form.code, _many(form, rows, draw, offer))
                )
                limits = form.most is not None or any(
                    row.parsed.most_in_army is not None for row in rows
                )
                one = form.scope == OPTION or limits or counted_together(form, bound)
                single |= {form.code} if one else set()
    return Deck(tuple(bought), {key: tuple(cards) for key, cards in options.items()})


def _has(code: str, bought: list[ArmyCard]) -> bool:
    return any(card.code == code for card in bought)


def _others(form: CardForm) -> tuple[str, ...]:
    """Cards that make no sense beside this one."""
    back = [one.code for one in forms().values() if form.code in (*one.excludes, *one.idles)]
    return (*form.excludes, *form.idles, *back)


def _shuffled(bound: Bound, draw: Draw) -> list[Offer]:
    """The open options of the army in a drawn order."""
    known = [one for one in bound.offers if not one.closed and not one.allied]
    return sorted(known, key=lambda one: (draw(1_000_000, "order", one.key), one.key))


def _many(form: CardForm, rows: tuple[Grant, ...], draw: Draw, offer: Offer) -> int:
    """Cards for an option, or the most stands of it that shall have the card."""
    limit = option_limit(form, rows)
    if form.scope == OPTION:
        return 1 + draw(min(limit or 9, form.most or 1), "cards", form.code, offer.key)
    said = [row.parsed.most_in_army for row in rows if row.parsed.most_in_army is not None]
    most = min([offer.option.max, *said, *(one for one in (limit, form.most) if one)])
    return most if form.whole else 1 + draw(most, "stands", form.code, offer.key)


def dealt(roster: Roster, data: DataSet, army: ArmyList, deck: Deck) -> Roster:
    """The roster with the cards of the deck, on stands that are there to have them."""
    bound = bind(msgspec.structs.replace(roster, army_cards=deck.army), data, army)
    troop: list[OptionCard] = []
    for offer in bound.offers:
        for card in deck.options.get(offer.key, ()):
            troop += _rows(bound, offer.key, card)
    return msgspec.structs.replace(roster, army_cards=deck.army, troop_cards=tuple(troop))


def _rows(bound: Bound, where: str, card: ArmyCard) -> list[OptionCard]:
    form = forms()[card.code]
    stands = sum(fill.stands for fill in eligible(bound, form, where))
    if form.scope == OPTION:
        return [OptionCard(card.code, where, stands)] * (card.count if stands else 0)
    count = stands if form.whole else min(stands, card.count)
    count -= count % 2 if form.pairs else 0
    return [OptionCard(card.code, where, count)] if count else []


class Prices:
    """What stands and cards cost with a deck, for one list, year and answer."""

    def __init__(self, frame: Roster, data: DataSet, army: ArmyList, deck: Deck) -> None:
        self._frame = msgspec.structs.replace(frame, army_cards=deck.army)
        self._data, self._army, self._deck = data, army, deck
        self._each: dict[tuple[str, str], HalfPoints] = {}
        empty = bind(self._frame, data, army)
        self.barred = barred_types(empty)
        self.cards = _on_army(empty)

    def of(self, key: str, counts: Mapping[str, int]) -> HalfPoints:
        """So many stands of an option by type, with the cards they will have."""
        if key in self._deck.options:
            return self._billed(key, counts)
        return sum(self._one(key, code) * stands for code, stands in counts.items() if stands)

    def _one(self, key: str, code: str) -> HalfPoints:
        if (key, code) not in self._each:
            troop = self._data.troop(code)
            plain = troop.half_points if troop else 0
            dear = any(forms()[card.code].dearer for card in self._deck.army)
            self._each[key, code] = self._billed(key, {code: 1}) if dear else plain
        return self._each[key, code]

    def _billed(self, key: str, counts: Mapping[str, int]) -> HalfPoints:
        kept = {code: stands for code, stands in counts.items() if stands}
        if not kept:
            return 0
        alone = msgspec.structs.replace(self._frame, stands={key: kept})
        bound = bind(dealt(alone, self._data, self._army, self._deck), self._data, self._army)
        return bill(bound).total - _on_army(bound)


def _on_army(bound: Bound) -> HalfPoints:
    lines = bill(bound).cards
    return sum(line.half_points or 0 for line in lines if line.where == ON_ARMY)
