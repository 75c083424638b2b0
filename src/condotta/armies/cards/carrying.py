"""Who carries which battle card into battle: the cards of an army and of each of its stands."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from condotta.armies.cards.cardforms import ARMY, OPTION, forms
from condotta.armies.cards.choosing import carriers, leaders, numbers_of, rows_of
from condotta.armies.cards.grant_notes import dismounted, reading
from condotta.armies.cards.grants import is_open, may_have
from condotta.armies.lists.binding import Bound, Fill
from condotta.armies.records import CardEntry
from condotta.data import toml

_FILE = toml("condotta.armies.data", "carrying.toml")
GRANTED: tuple[str, ...] = tuple(_FILE["granted"])
"""Free cards that are chosen in setting out: whoever the list names has them. [AL-16.9]"""
HIDING: tuple[str, ...] = tuple(code for code, form in forms().items() if form.swaps)
"""Cards that hide what stands are: one for each removal or exchange. [BC-24.1]"""
SERVES: dict[str, tuple[str, ...]] = {
    code: tuple(others) for code, others in _FILE["serves"].items()
}
"""What a card bought for the army does for entries that the list marks with other codes."""


class CardSpec(msgspec.Struct, frozen=True):
    """Copies of a card that an army brings; `option` where it was bought for one."""

    code: str
    copies: int = 1
    option: str = ""
    detail: str = ""


def cards_of(bound: Bound) -> tuple[CardSpec, ...]:
    """Every card on the roster, the army's first, each with its option. [AL-10.3, BC-0.2]"""
    roster = bound.roster
    army = (CardSpec(card.code, card.count) for card in roster.army_cards)
    options = (
        CardSpec(
            card.code,
            card.stands if card.code in HIDING else 1,
            card.option,
            _detail(bound, card.option, card.code),
        )
        for card in roster.troop_cards
    )
    return (*army, *options)


def _detail(bound: Bound, option: str, code: str) -> str:
    for offer in bound.offers:
        for entry in offer.option.battle_card_entries if offer.key == option else ():
            if entry.battle_card_code == code:
                return detail_of(entry)
    return ""


def detail_of(entry: CardEntry, code: str = "") -> str:
    """What the list settles for a card: the type's foot type, or who may be passed. [AL-6.4]"""
    parsed = reading(entry)
    return dismounted(parsed, code) or " ".join(parsed.may_pass_through)


def stand_cards(bound: Bound, fill: Fill, number: int) -> tuple[str, ...]:
    """The cards that one stand of a fill carries, as `code` or `code:detail`. [AL-9.3, AL-9.6]

    A card bought for some stands of an option is on those that its owner names; where he names
    none, on the first that may have it, generals last.
    """
    if fill.offer is None or fill.offer.allied:
        return ()
    found = []
    for entry in entries_of(bound, fill):
        for code in carried(bound, fill, entry, number):
            detail = detail_of(entry, fill.code)
            found.append(f"{code}:{detail}" if detail else code)
    return tuple(dict.fromkeys(found))


def entries_of(bound: Bound, fill: Fill) -> Iterator[CardEntry]:
    """What the list grants the stands of a fill: their option, or all the army's options.

    [AL-6.4, AL-11.10]
    """
    assert fill.offer is not None
    known = forms()
    shared = (
        entry
        for entry in bound.army.battle_card_entries
        if fill.offer.is_main
        if (form := known.get(entry.battle_card_code)) and form.scope != ARMY and not form.swaps
    )
    for entry in (*fill.offer.option.battle_card_entries, *shared):
        granted = is_open(bound, entry, fill.offer)
        if granted and may_have(bound, reading(entry), fill.code):
            yield entry


def carried(bound: Bound, fill: Fill, entry: CardEntry, number: int) -> Iterator[str]:
    """Codes under which an offered card is carried by the stand with that number in its fill."""
    code, place = entry.battle_card_code, numbers_of(bound, fill)[number]
    if reading(entry).only_general and place not in leaders(bound, fill.key):
        return
    if code in GRANTED:
        yield code
    for card in bound.roster.army_cards:
        if card.code not in HIDING and (card.code == code or code in SERVES.get(card.code, ())):
            yield card.code
    form = forms().get(code)
    if form is None or form.swaps or not rows_of(bound.roster, code, fill.key):
        return
    if form.scope == OPTION or place in carriers(bound, form, fill.key):
        yield code
