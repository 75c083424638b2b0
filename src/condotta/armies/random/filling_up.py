"""Filling a roster up: what is there stays, what is added is as the list has it. [AL-15.2]"""

import msgspec

from condotta.armies.cards.cardforms import forms
from condotta.armies.cards.choosing import held
from condotta.armies.findings import Finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import Bound
from condotta.armies.random.dealing import Deck
from condotta.armies.random.filling import Plan, Split, Taste, fill
from condotta.armies.records import ArmyCard, ArmyList, Option, Roster

KEPT = 100_000
"""How much each stand that is there already is liked when an army is filled up."""


def filled(bound: Bound, cap: int) -> Roster | Finding:
    """The roster filled up to the cap, or why it cannot be."""
    roster = bound.roster
    army = _with_floor(bound)
    plan = Plan(
        army,
        bound.data,
        roster.year,
        roster.variant,
        roster.contingents,
        HalfPoints(cap),
        _deck(roster),
    )
    found = fill(plan, _taste(roster))
    if isinstance(found, Finding):
        return found
    known = roster.general
    stays = known and found.stands.get(known.option, {}).get(known.troop_type_code)
    return msgspec.structs.replace(
        roster,
        stands=found.stands,
        general=known if stays else found.general,
        troop_cards=found.troop_cards,
    )


def _deck(roster: Roster) -> Deck:
    """The cards there are; those for whole options will be for the stands that are added too."""
    options: dict[str, list[ArmyCard]] = {}
    for code, option in dict.fromkeys((one.code, one.option) for one in roster.troop_cards):
        form = forms().get(code)
        if form is not None:
            options.setdefault(option, []).append(ArmyCard(code, held(roster, form, option)))
    known = tuple(one for one in roster.army_cards if one.code in forms())
    return Deck(known, {option: tuple(held) for option, held in options.items()})


def _with_floor(bound: Bound) -> ArmyList:
    """The list with what is there as its minimums, so that filling up takes nothing away."""

    def raised(key: str, option: Option) -> Option:
        there = min(bound.stands_of(key), option.max)
        return msgspec.structs.replace(option, min=max(option.min, there))

    options = tuple(raised(f"main/{one.key}", one) for one in bound.army.troop_options)
    return msgspec.structs.replace(bound.army, troop_options=options)


def _taste(roster: Roster) -> Taste:
    """Stands that are there are liked most, then a little of everything."""

    def taste(offer: Offer, split: Split) -> int:
        there = roster.stands.get(offer.key, {})
        types = dict.fromkeys(offer.option.types)
        kept = sum(min(there.get(code, 0), n) for code, n in zip(types, split, strict=False))
        spread = sum(split) ** 2 * 10 // max(offer.option.max, 1)
        return KEPT * kept - spread

    return taste
