"""Battle cards as lists name them, and the table their prices and checks come into. [AL-6]

This version knows the codes only. A card that has no row in `CARD_RULES` costs nothing here and
is reported; a row makes it priced and checked without a change anywhere else.
"""

from collections.abc import Callable, Mapping

import msgspec

from condotta.armies.binding import Bound
from condotta.armies.findings import Finding
from condotta.armies.halves import HalfPoints

CARD_NAMES: Mapping[str, str] = {
    "AC": "Armored Camelry",
    "AM": "Ambush",
    "CC": "Charging Camelry",
    "CF": "Camel Protected Infantry",
    "CH": "Chained Together",
    "CT": "Charge Through",
    "DC": "Deceptive Deployment",
    "DD": "Deployment Dismounting",
    "ES": "Elephant Screen",
    "ET": "Screenable",
    "FC": "Fortified Camp",
    "HD": "Hoplite Deep Formation",
    "HL": "Hold the Line",
    "LC": "Light Camelry",
    "MD": "Mid-Battle Dismounting",
    "MI": "Mobile Infantry",
    "NC": "No Camp",
    "PD": "Prepared Defenses",
    "PL": "Plaustrella",
    "PT": "Pack Train and Herds",
    "SB": "Supporting Bowmen",
    "SC": "Scythed Chariots and Stampedes",
    "SF": "Sword-Fighting Cavalry",
    "SP": "Supportable",
    "SS": "Shower Shooting",
    "SV": "Separated Valets",
    "SW": "Standard Wagon",
}
"""The 27 codes for the 24 cards. [AL-1.5, AL-1.6]"""


class CardLine(msgspec.Struct, frozen=True):
    """A card on the bill; a saving is negative, None means that no price is known. [AL-9.10]"""

    code: str
    where: str
    copies: int
    half_points: HalfPoints | None


class CardRule(msgspec.Struct, frozen=True):
    """How one card is priced and checked; those that change a stand's cost come first. [AL-9.2]"""

    code: str
    lines: Callable[[Bound], tuple[CardLine, ...]]
    findings: Callable[[Bound], tuple[Finding, ...]]
    changes_stands: bool = False


CARD_RULES: Mapping[str, CardRule] = {}
"""Cards that this version prices and checks, by code."""


def bought(bound: Bound) -> tuple[CardLine, ...]:
    """Every card on the roster, still without a price, army cards first."""
    roster = bound.roster
    army = [CardLine(card.code, "army", card.count, None) for card in roster.army_cards]
    troop = [CardLine(card.code, card.option, card.stands, None) for card in roster.troop_cards]
    return (*army, *troop)


def card_lines(bound: Bound, rules: Mapping[str, CardRule]) -> tuple[CardLine, ...]:
    """The bill for cards: those that change stands, the others, then those without a price."""
    cards = bought(bound)
    codes = sorted({card.code for card in cards} & set(rules))
    codes.sort(key=lambda code: not rules[code].changes_stands)
    priced = [line for code in codes for line in rules[code].lines(bound)]
    return (*priced, *(card for card in cards if card.code not in rules))
