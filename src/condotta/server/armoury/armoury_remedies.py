"""What may be done about a finding: each remedy is the selection as it would be afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from condotta.armies import Finding, Plan, Roster, fill, pinned
from condotta.armies.cards.cardforms import CardForm, card_key, forms
from condotta.armies.checking.checking_general import leading_codes, present_group
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import Bound, Fill
from condotta.armies.random.dealing import Deck
from condotta.armies.random.filling import Split
from condotta.armies.records import ArmyCard, ArmyList, General, Option
from condotta.server.armoury import armoury_cards as cards
from condotta.server.armoury.armoury_forms import Remedy
from condotta.server.armoury.armoury_selection import selection_of

MOST = 6
"""Remedies that are offered for one finding."""
KEPT = 100_000
"""How much each stand that is there already is liked when an army is filled up."""


def leaders(bound: Bound) -> Iterator[Fill]:
    """Stands that may be the general, in list order. [AL-4.1, AL-4.3]"""
    group = present_group(bound.army, leading_codes(bound))
    wanted = group.types if group else ()
    for one in bound.fielded:
        open_here = one.offer is not None and not one.offer.closed
        if open_here and one.code in wanted and not one.allied and one.allowed:
            yield one


def may_lead(bound: Bound, offer: Offer, code: str) -> bool:
    """Whether a stand of that type in that option may be the general."""
    return any((one.key, one.code) == (offer.key, code) for one in leaders(bound))


def remedies(bound: Bound, found: Finding, cap: int) -> tuple[Remedy, ...]:
    """What would help against one finding; nothing where only the player can know."""
    if found.code == "underPointsCap":
        whole = filled(bound, cap)
        return (_remedy("fill", whole, cap=cap),) if isinstance(whole, Roster) else ()
    if found.code.startswith("battleCard"):
        return tuple(_cards(bound, found))[:MOST]
    for cure, codes in CURES:
        if found.code in codes:
            return tuple(cure(bound, found))[:MOST]
    return ()


def _lead(bound: Bound, _: Finding) -> Iterator[Remedy]:
    for one in leaders(bound):
        what = one.offer.option.description if one.offer else ""
        general = General(one.key, one.code)
        yield _remedy("lead", _with(bound, general=general), troop=f"troop.{one.code}", what=what)


def _resize(bound: Bound, found: Finding) -> Iterator[Remedy]:
    offer = next((one for one in bound.offers if one.key == found.where), None)
    if offer is None:
        return
    counts = dict(bound.roster.stands.get(offer.key, {}))
    total = sum(counts.values())
    what = offer.option.description
    if found.code == "troopOptionMixedTypes":
        for code in (one for one in offer.option.types if counts.get(one)):
            roster = _filled_as(bound, offer.key, {code: total})
            yield _remedy("all", roster, troop=f"troop.{code}", what=what, count=total)
        return
    wanted = offer.option.min if total < offer.option.min else offer.option.max
    first = next((one for one in offer.option.types if counts.get(one)), offer.option.types[0])
    counts[first] = counts.get(first, 0) + max(wanted - total, 0)
    over = max(total - wanted, 0)
    for code in reversed([*counts]):
        less = min(over, counts[code])
        counts[code] -= less
        over -= less
    yield _remedy("set", _filled_as(bound, offer.key, counts), what=what, count=wanted)


def _drop(bound: Bound, found: Finding) -> Iterator[Remedy]:
    code = found.params.get("code")
    counts = dict(bound.roster.stands.get(found.where, {}))
    if found.code == "troopTypeNotInOption" and isinstance(code, str):
        counts.pop(code, None)
    else:
        counts = {}
    yield _remedy("drop", _filled_as(bound, found.where, counts))


def _contingents(bound: Bound, found: Finding) -> Iterator[Remedy]:
    taken = bound.roster.contingents
    if found.code != "multipleAllyOptions":
        left = tuple(key for key in taken if key != found.where)
        yield _remedy("leave", _with(bound, contingents=left))
        return
    allies = [one for one in bound.army.ally_options if one.key in taken and not one.internal]
    for kept in allies:
        left = tuple(key for key in taken if key == kept.key or key not in {a.key for a in allies})
        names = tuple(entry.name for entry in kept.ally_entries)
        yield _remedy("only", _with(bound, contingents=left), names=names)


def _year(bound: Bound, _: Finding) -> Iterator[Remedy]:
    years = bound.army.years
    near = min(max(bound.roster.year, years.start_date), years.end_date)
    yield _remedy("year", _with(bound, year=near), year=near)


def _answer(bound: Bound, found: Finding) -> Iterator[Remedy]:
    if found.code == "variantNotAsked":
        yield _remedy("forget", _with(bound, variant=None))
    for one in bound.army.variants.variants if bound.army.variants else ():
        yield _remedy("answer", _with(bound, variant=one.id), name=one.name)


def _take(bound: Bound, found: Finding) -> Iterator[Remedy]:
    taken = (*bound.roster.contingents, found.where.split(".")[0])
    yield _remedy("take", _with(bound, contingents=taken))
    head = found.where.split("/")[0]
    stands = {key: held for key, held in bound.roster.stands.items() if key.split("/")[0] != head}
    troop = tuple(one for one in bound.roster.troop_cards if one.option.split("/")[0] != head)
    yield _remedy("drop", _with(bound, stands=stands, troop_cards=troop))


def _renew(bound: Bound, _: Finding) -> Iterator[Remedy]:
    bare = _with(bound, fingerprints={}, data_version="", rules_version="")
    now = pinned(bare, bound.data, bound.army)
    yield _remedy("renew", msgspec.structs.replace(now, id=bare.id, label=bare.label))


def _cards(bound: Bound, found: Finding) -> Iterator[Remedy]:
    """The card for as many as it may be, where it is wrong for so many; or without it."""
    said = found.params.get("card", found.params.get("cards", ()))
    names = (said,) if isinstance(said, str) else said if isinstance(said, tuple) else ()
    for form in forms().values():
        if card_key(form.code) not in names:
            continue
        places, card = _places(bound, form, found.where), f"card.{form.code}.name"
        for where in places:
            held = cards.held(bound.roster, form, where)
            amounts = cards.amounts_of(bound, form, where)
            less = max((one for one in amounts if 0 < one < held), default=0)
            if found.code == "battleCardAllOrNone":
                less = max(amounts)
            if less and found.code not in ("battleCardExclusive", "battleCardForbidsTroopType"):
                roster = cards.with_amount(bound, form, where, less)
                yield _remedy("amount", roster, card=card, count=less)
        if places:
            yield _remedy("no-card", cards.without(bound.roster, form, places), card=card)


def _places(bound: Bound, form: CardForm, where: str) -> list[str]:
    """Where a card is recorded: at the place of the finding, else wherever it is."""
    options = dict.fromkeys(one.option for one in bound.roster.troop_cards)
    there = [one for one in (cards.ON_ARMY, *options) if cards.held(bound.roster, form, one)]
    return [one for one in there if one == where] or there


def filled(bound: Bound, cap: int) -> Roster | Finding:
    """The roster filled up to the cap: what is there stays, what is added is as the list has it."""
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
            options.setdefault(option, []).append(ArmyCard(code, cards.held(roster, form, option)))
    known = tuple(one for one in roster.army_cards if one.code in forms())
    return Deck(known, {option: tuple(held) for option, held in options.items()})


def _with_floor(bound: Bound) -> ArmyList:
    """The list with what is there as its minimums, so that filling up takes nothing away."""

    def raised(key: str, option: Option) -> Option:
        there = min(bound.stands_of(key), option.max)
        return msgspec.structs.replace(option, min=max(option.min, there))

    options = tuple(raised(f"main/{one.key}", one) for one in bound.army.troop_options)
    return msgspec.structs.replace(bound.army, troop_options=options)


def _taste(roster: Roster) -> Any:
    """Stands that are there are liked most, then a little of everything."""

    def taste(offer: Offer, split: Split) -> int:
        there = roster.stands.get(offer.key, {})
        types = dict.fromkeys(offer.option.types)
        kept = sum(min(there.get(code, 0), n) for code, n in zip(types, split, strict=False))
        spread = sum(split) ** 2 * 10 // max(offer.option.max, 1)
        return KEPT * kept - spread

    return taste


def _with(bound: Bound, **changes: Any) -> Roster:
    return msgspec.structs.replace(bound.roster, **changes)


def _filled_as(bound: Bound, key: str, counts: dict[str, int]) -> Roster:
    """The roster with other stands in one option."""
    stands = {**bound.roster.stands, key: {code: n for code, n in counts.items() if n}}
    return _with(bound, stands={name: one for name, one in stands.items() if one})


def _remedy(name: str, roster: Roster, /, **params: Any) -> Remedy:
    return Remedy(says=f"builder.remedy.{name}", params=params, roster=selection_of(roster))


Cure = Callable[[Bound, Finding], Iterator[Remedy]]
CURES: tuple[tuple[Cure, frozenset[str]], ...] = (
    (_lead, frozenset({"generalMissing", "generalNotInArmy", "generalTroopTypeNotAllowed",
                       "generalFromAlliedContingent"})),
    (_resize, frozenset({"troopOptionBelowMin", "troopOptionAboveMax", "troopOptionMixedTypes"})),
    (_drop, frozenset({"troopOptionUnavailable", "troopOptionUnknown", "troopTypeNotInOption"})),
    (_year, frozenset({"yearOutsideList"})),
    (_answer, frozenset({"variantNotChosen", "variantUnknown", "variantNotAsked"})),
    (_contingents, frozenset({"multipleAllyOptions", "contingentUnavailable",
                              "contingentUnknown"})),
    (_take, frozenset({"contingentNotTaken"})),
    (_renew, frozenset({"datasetChanged", "rulesChanged", "optionChanged"})),
)  # fmt: skip
"""What is done about which findings; cards and the cap have their own."""
