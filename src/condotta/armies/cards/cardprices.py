"""What cards cost, form by form, in exact halves. [AL-9.3 to AL-9.7]"""

from collections.abc import Iterator

from condotta.armies.cards.card_lines import ON_ARMY, CardLine, bought, known
from condotta.armies.cards.cardforms import ARMY, OPTION, CardForm, forms
from condotta.armies.cards.choosing import carriers, numbers_of
from condotta.armies.cards.grant_notes import dismounted
from condotta.armies.cards.grants import eligible, may_have, open_grants
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound, Fill


def card_lines(bound: Bound) -> tuple[CardLine, ...]:
    """The bill for cards by code, those that nobody knows last and without a price."""
    priced = [line for form in known(bound) for line in lines(form, bound)]
    return (*priced, *(card for card in bought(bound) if card.code not in forms()))


def stand_price(bound: Bound, fill: Fill) -> HalfPoints:
    """What one stand of a fill costs: the dearest that its type or a card says. [AL-9.2, AL-9.3]"""
    said = [price for form in known(bound) if (price := each(form, bound, fill)) is not None]
    return max([_type_price(bound, fill), *said])


def lines(form: CardForm, bound: Bound) -> tuple[CardLine, ...]:
    """The card's lines on the bill; a card of a contingent that is not taken has none. [AL-9.8]"""
    copies = sum(card.count for card in bound.roster.army_cards if card.code == form.code)
    army = [CardLine(form.code, ON_ARMY, copies, _for_army(form, copies))] if copies else []
    if form.scope == OPTION:
        return (*army, *_cards(form, bound))
    return (*army, *_stands(form, bound), *_led(form, bound))


def _for_army(form: CardForm, copies: int) -> HalfPoints:
    """Once, or for each copy. [AL-9.5]"""
    return {"once": form.half_points, "copy": form.half_points * copies}.get(form.price, 0)


def _cards(form: CardForm, bound: Bound) -> Iterator[CardLine]:
    """A line for each option: its cards, the first of the army free where it is so. [AL-9.6]"""
    earlier = 0
    for where in bought_for(form, bound):
        rows = [
            card for card in bound.roster.troop_cards if _is(card.code, card.option, form, where)
        ]
        paid = len(rows)
        if form.price == "later" and not earlier:
            paid -= 1
        earlier += len(rows)
        yield CardLine(form.code, where, len(rows), form.half_points * paid)


def _stands(form: CardForm, bound: Bound) -> Iterator[CardLine]:
    """A line for each option: its own price, or by a setting its part of one for the army."""
    places = [(where, covered(form, bound, where)) for where in bought_for(form, bound)]
    if counted_together(form, bound):
        yield from _together(form, places)
        return
    for where, stands in places:
        yield CardLine(form.code, where, stands, _for_stands(form, bound, where, stands))


def counted_together(form: CardForm, bound: Bound) -> bool:
    """Whether the table reads the card's price as one for the whole army. [BC-6.3, BC-8.8]"""
    return form.together in bound.data.read


def _together(form: CardForm, places: list[tuple[str, int]]) -> Iterator[CardLine]:
    """One price over all options: the first that has the card pays it, the others nothing.

    # RULING BC-6.3, BC-8.8: a setting counts the card over the army, its contingents among it; an
    # ally that is a command of its own is an army of its own (BC-30.71, AL-16.6).
    """
    left = _of_one_price(form, sum(stands for _, stands in places))
    for where, stands in places:
        paid = left if stands else 0
        left -= paid
        yield CardLine(form.code, where, stands, paid, form.cost)


def _of_one_price(form: CardForm, stands: int) -> HalfPoints:
    """Nothing for no stand, and of a card whose first stand is free for one. [AL-9.6]"""
    return form.half_points if stands > (1 if form.price == "some" else 0) else 0


def _for_stands(form: CardForm, bound: Bound, where: str, stands: int) -> HalfPoints:
    """What the card on so many stands of an option costs; a saving is negative."""
    match form.price:
        case "once" | "some":
            # RULING BC-6.3: each option by itself, as BC-8.8, unless a setting counts the army.
            return _of_one_price(form, stands)
        case "stand" | "copy":
            return form.half_points * stands
        case "less" | "set":
            return _altered(form, bound, where)
        case _:
            return 0


def _altered(form: CardForm, bound: Bound, where: str) -> HalfPoints:
    """The change for every stand of the option that may have the card. [AL-9.4]

    # RULING BC-30.21: with a dismounting card the dearer of the changed price and the foot type.
    """
    if _altered_before(form, bound, where):
        return 0
    return sum(fill.stands * _change(form, bound, fill) for fill in eligible(bound, form, where))


def _change(form: CardForm, bound: Bound, fill: Fill) -> HalfPoints:
    """What one stand costs more by a card that changes its price, or less. [AL-9.4]"""
    foot = foot_price(bound, fill) or 0
    plain = _type_price(bound, fill)
    changed = form.half_points if form.price == "set" else plain - form.half_points
    return max(changed, foot) - max(plain, foot)


def on_stands(bound: Bound, key: str, code: str) -> Iterator[tuple[tuple[int, ...], HalfPoints]]:
    """Cards bought for stands of a type in an option: which of its stands, and what each adds."""
    fill = next((one for one in bound.fielded if (one.key, one.code) == (key, code)), None)
    held = {card.code for card in bound.roster.troop_cards if card.option == key}
    for form in (forms()[one] for one in sorted(held & set(forms())) if fill):
        if fill not in eligible(bound, form, key):
            continue
        if form.price == "stand":
            have, own = carriers(bound, form, key), numbers_of(bound, fill)
            yield tuple(n for n, one in enumerate(own) if one in have), form.half_points
        elif form.alters and not _altered_before(form, bound, key):
            yield tuple(range(fill.stands)), _change(form, bound, fill)


def of_card(bound: Bound, fill: Fill, code: str) -> HalfPoints:
    """What a card adds to the cost of each stand that has it, or saves. [AL-9.4, AL-16.7]

    A card that has one price however many stands it is for adds to none of them.
    """
    form = forms().get(code)
    if form is None:
        return 0
    if form.price == "stand":
        return form.half_points
    changed = form.alters and not _altered_before(form, bound, fill.key)
    return _change(form, bound, fill) if changed else 0


def of_general(bound: Bound) -> HalfPoints:
    """What the general's stand costs more where it alone may dismount, to a dearer type. [BC-1.2]

    It is part of what the stand costs, and so of what it counts when it is lost. [BC-1.6]
    """
    return sum(line.half_points or 0 for form in forms().values() for line in _led(form, bound))


def fixed(bound: Bound, fill: Fill) -> HalfPoints | None:
    """What a card sets a stand of the fill to, or its dearer foot type. [BC-23.2, BC-30.21]"""
    held = {card.code for card in bound.roster.troop_cards if card.option == fill.key}
    for code in sorted(held & set(forms())):
        form = forms()[code]
        first = form.price == "set" and not _altered_before(form, bound, fill.key)
        if first and fill in eligible(bound, form, fill.key):
            return max(form.half_points, foot_price(bound, fill) or 0)
    return None


def _altered_before(form: CardForm, bound: Bound, where: str) -> bool:
    """Whether another card of the option changes its stands already: one may. [AL-9.4]"""
    others = {card.code for card in bound.roster.troop_cards if card.option == where}
    return any(code < form.code and code in forms() and forms()[code].alters for code in others)


def covered(form: CardForm, bound: Bound, where: str) -> int:
    """Stands of an option that have the card: all that may, where it is all or none. [AL-9.8]"""
    may = sum(fill.stands for fill in eligible(bound, form, where))
    return may if form.whole else min(may, wanted(form, bound, where))


def wanted(form: CardForm, bound: Bound, where: str) -> int:
    """Stands of an option that the roster records for the card."""
    rows = (card for card in bound.roster.troop_cards if _is(card.code, card.option, form, where))
    return sum(card.stands for card in rows)


def bought_for(form: CardForm, bound: Bound) -> tuple[str, ...]:
    """Keys of the options with the card, in the order of the list, strangers last."""
    keys = {card.option for card in bound.roster.troop_cards if card.code == form.code}
    known = [
        offer.key for offer in bound.offers if offer.key in keys and is_fielded(bound, offer.key)
    ]
    offered = {offer.key for offer in bound.offers}
    return (*known, *sorted(key for key in keys - offered if is_fielded(bound, key)))


def is_fielded(bound: Bound, where: str) -> bool:
    """Whether the option is of the main army or of a contingent that is taken. [AL-9.8]"""
    head = where.partition("/")[0].partition(".")[0]
    return "/" not in where or head == "main" or head in bound.roster.contingents


def each(form: CardForm, bound: Bound, fill: Fill) -> HalfPoints | None:
    """The foot type's price, for stands that may dismount by this card. [AL-9.3, BC-1.2]"""
    if not form.dearer or form.scope != ARMY or fill.allied:
        return None
    prices = [
        troop.half_points
        for row in open_grants(bound, form)
        if row.where == fill.key and not row.parsed.only_general
        if may_have(bound, row.parsed, fill.code)
        if (troop := bound.data.troop(dismounted(row.parsed, fill.code)))
    ]
    return max(prices, default=None)


def _led(form: CardForm, bound: Bound) -> Iterator[CardLine]:
    """What the general's stand costs more where only it may dismount, and to a dearer type."""
    general = bound.roster.general
    held = any(card.code == form.code for card in bound.roster.army_cards)
    if not form.dearer or general is None or not held:
        return
    for row in open_grants(bound, form):
        foot = bound.data.troop(dismounted(row.parsed, general.troop_type_code))
        mounted = bound.data.troop(general.troop_type_code)
        if row.parsed.only_general and row.where == general.option and foot and mounted:
            more = foot.half_points - mounted.half_points
            if more > 0:
                yield CardLine(form.code, general.option, 1, more)


def foot_price(bound: Bound, fill: Fill) -> HalfPoints | None:
    """The dearest foot type a fill may become by any dismounting card that is bought."""
    codes = {card.code for card in bound.roster.army_cards}
    prices = [each(form, bound, fill) for code, form in forms().items() if code in codes]
    return max((price for price in prices if price is not None), default=None)


def _type_price(bound: Bound, fill: Fill) -> HalfPoints:
    troop = bound.data.troop(fill.code)
    return troop.half_points if troop else 0


def _is(code: str, option: str, form: CardForm, where: str) -> bool:
    return (code, option) == (form.code, where)
