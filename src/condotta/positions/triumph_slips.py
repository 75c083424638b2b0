"""Slips of the pen in a position of stands: garrisons of no camp, cards of nobody."""

from __future__ import annotations

from condotta.kernel.records import Piece
from condotta.positions.faults import Faults
from condotta.positions.records import Document
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.charge_through.charging import CODE as CHARGE_THROUGH
from condotta.rules.triumph.cards.common import dismounting
from condotta.rules.triumph.cards.separated_valets.valets import WAS as HAD_VALETS
from condotta.rules.triumph.tables import CAMP, TABLES

TYPED = (CHARGE_THROUGH, *dismounting.CODES, dismounting.WAS, HAD_VALETS)
"""The cards, and what remembers them, whose detail are types of stands. [BC-0.6]"""


def look(document: Document, pieces: tuple[Piece, ...], where: str, faults: Faults) -> None:
    """Note each word of a card or a garrison that is about nothing in the file."""
    types = tuple(one.code for one in TABLES.troops)
    for one in pieces:
        place = f"{where}pieces: {one.id}"
        for trait in one.traits:
            code, _, detail = trait.partition(":")
            typed(place, code, detail.rstrip("*"), types, faults)
        camps = tuple(camp.id for camp in pieces if camp.type == CAMP)
        if names.GARRISON in one.traits and one.unit not in camps:
            faults.unknown(place, "camp", one.unit, camps)
    for number, card in enumerate(document.cards):
        place = f"{where}cards[{number}]"
        typed(place, card.code, card.detail, types, faults)
        own = (one.unit or one.id for one in pieces if one.owner == card.seat)
        entries = tuple(dict.fromkeys(own))
        if card.unit and card.unit not in entries:
            faults.unknown(place, f"entry of {card.seat}'s", card.unit, entries)


def typed(place: str, code: str, detail: str, types: tuple[str, ...], faults: Faults) -> None:
    """Note a card whose detail is no type of stands."""
    for word in detail.split() if code in TYPED else ():
        if word not in types:
            faults.unknown(place, f"type for {code}", word, types)
