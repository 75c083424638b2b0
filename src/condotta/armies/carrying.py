"""Who carries which battle card into battle: the cards of an army and of each of its stands."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from condotta.armies.binding import Bound, Fill
from condotta.armies.notes import dismounted, in_years, reading
from condotta.armies.records import CardEntry
from condotta.rules.data import toml

_FILE = toml("condotta.armies.data", "carrying.toml")
GRANTED: tuple[str, ...] = tuple(_FILE["granted"])
"""Free cards that are chosen in setting out: whoever the list names has them. [AL-16.9]"""
UNCOUNTED: tuple[str, ...] = tuple(_FILE["uncounted"])
"""How often these are bought is secret: one lies beside the board. [BC-0.2]"""
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
    """Every card on the roster, the army's first, each with its option. [AL-10.3]"""
    roster = bound.roster
    army = (
        CardSpec(card.code, card.count) for card in roster.army_cards if card.code not in UNCOUNTED
    )
    bought = {*(card.code for card in roster.army_cards), *(one.code for one in roster.troop_cards)}
    once = (CardSpec(code) for code in UNCOUNTED if code in bought)
    options = (
        CardSpec(card.code, 1, card.option, _detail(bound, card.option, card.code))
        for card in roster.troop_cards
        if card.code not in UNCOUNTED
    )
    return (*army, *once, *options)


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

    A card bought for some stands of an option goes to the first ones of its types.
    """
    if fill.offer is None:
        return ()
    found = []
    for entry in fill.offer.option.battle_card_entries:
        if open_to(entry, fill.code, bound.roster.year) and _led(bound, fill, entry, number):
            for code in carried(bound, fill, entry, number):
                detail = detail_of(entry, fill.code)
                found.append(f"{code}:{detail}" if detail else code)
    return tuple(dict.fromkeys(found))


def open_to(entry: CardEntry, code: str, year: int) -> bool:
    """Whether a card of an option is for that troop type in that year. [AL-6.4]"""
    parsed = reading(entry)
    types = parsed.only_troop_types or tuple(parsed.dismount_by_type)
    return (not types or code in types) and in_years(parsed, year)


def _led(bound: Bound, fill: Fill, entry: CardEntry, number: int) -> bool:
    """Whether the entry is for this stand where it is for the general's alone. [AL-6.4]"""
    general = bound.roster.general
    first = general is not None and (general.option, general.troop_type_code) == (
        fill.key,
        fill.code,
    )
    return not reading(entry).only_general or (first and number == 0)


def carried(bound: Bound, fill: Fill, entry: CardEntry, number: int) -> Iterator[str]:
    """Codes under which an offered card is carried by the stand with that number in its fill."""
    roster, code = bound.roster, entry.battle_card_code
    if code in GRANTED:
        yield code
    for card in roster.army_cards:
        if card.code == code or code in SERVES.get(card.code, ()):
            yield card.code
    before = sum(
        other.stands
        for other in bound.fielded[: bound.fielded.index(fill)]
        if other.key == fill.key and open_to(entry, other.code, roster.year)
    )
    for bought in roster.troop_cards:
        if (bought.code, bought.option) == (code, fill.key) and before + number < bought.stands:
            yield code
