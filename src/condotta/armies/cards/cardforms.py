"""The forms of battle cards: what each costs, covers and forbids, as data. [AL-1.6, BC-0.4]

No card is named here or in any other module of this package; `data/cards.toml` names them.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from condotta.armies.halves import HalfPoints
from condotta.data import records, toml
from condotta.words import say

DESCRIPTION = "description"
ARMY, OPTION, STAND = "army", "option", "stand"
Price = Literal["free", "once", "copy", "later", "some", "stand", "less", "set"]


class CardForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card in building an army; the head of its data file says what each field means."""

    code: str
    number: int
    clause: str
    cost: str
    mark: str
    scope: Literal["army", "option", "stand"]
    price: Price
    half_points: HalfPoints = 0
    most: int | None = None
    whole: bool = False
    pairs: bool = False
    dearer: bool = False
    swaps: bool = False
    one_use: bool = False
    capacity: bool = False
    setup: bool = False
    serves: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    idles: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    foot: bool = False
    partner: str = ""
    notes: Literal["details", "description"] = "details"
    together: str = ""

    @property
    def alters(self) -> bool:
        """It changes what a stand itself costs; a stand is changed by one such card. [AL-9.4]"""
        return self.price in ("less", "set")

    @property
    def by_option(self) -> bool:
        """It may be bought for an option; swaps are, where a list grants them there. [AL-6.6]"""
        return self.scope != ARMY or self.swaps

    @property
    def offered_as(self) -> tuple[str, ...]:
        """Codes under which lists offer it."""
        return (self.code, *self.serves)


@cache
def forms() -> Mapping[str, CardForm]:
    """Every card by its code, in alphabetical order. [AL-1.5]"""
    rows = records(CardForm, toml("condotta.armies.data", "cards.toml")["card"])
    return {row.code: row for row in sorted(rows, key=lambda row: row.code)}


def card_name(code: str, lang: str = "en") -> str:
    """The name of a card as players say it; the code alone where nobody knows it."""
    return say(f"card.{code}.name", lang=lang) if code in forms() else code


def card_key(code: str) -> str:
    """The key of that name in the catalogues, for findings; the code where nobody knows it."""
    return f"card.{code}.name" if code in forms() else code
