"""What may be done about a finding: each remedy is the selection as it would be afterwards."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from condotta.armies.building.card_views import amounts_of, with_amount, without
from condotta.armies.building.views import Remedy
from condotta.armies.cards.card_lines import ON_ARMY
from condotta.armies.cards.cardforms import CardForm, card_key, forms
from condotta.armies.cards.choosing import held
from condotta.armies.checking.checking_general import could_lead
from condotta.armies.findings import Finding
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import Bound
from condotta.armies.random.filling_up import filled
from condotta.armies.records import General, Roster
from condotta.armies.rosters.rosters import pinned, selection_of

MOST = 6
"""Remedies that are offered for one finding."""


def remedies(bound: Bound, found: Finding, cap: int) -> tuple[Remedy, ...]:
    """What would help against one finding; nothing where only the player can know."""
    if found.code == "underPointsCap":
        whole = filled(bound, cap)
        return (remedy("fill", whole, cap=cap),) if isinstance(whole, Roster) else ()
    if found.code.startswith("battleCard"):
        return tuple(_cards(bound, found))[:MOST]
    return tuple(cured(bound, found))[:MOST]


def cured(bound: Bound, found: Finding) -> Iterator[Remedy]:
    """What is done about stands, their leader, year, answer, contingents and versions."""
    for cure, codes in CURES:
        if found.code in codes:
            yield from cure(bound, found)


def _lead(bound: Bound, _: Finding) -> Iterator[Remedy]:
    for one in could_lead(bound):
        what = one.offer.option.description if one.offer else ""
        general = General(one.key, one.code)
        yield remedy("lead", _with(bound, general=general), troop=f"troop.{one.code}", what=what)


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
            yield remedy("all", roster, troop=f"troop.{code}", what=what, count=total)
        return
    wanted = offer.option.min if total < offer.option.min else offer.option.max
    first = next((one for one in offer.option.types if counts.get(one)), offer.option.types[0])
    counts[first] = counts.get(first, 0) + max(wanted - total, 0)
    fewer(counts, total - wanted)
    yield remedy("set", _filled_as(bound, offer.key, counts), what=what, count=wanted)


def fewer(counts: dict[str, int], over: int) -> int:
    """Takes so many stands away, from the last type first; how many are still too many."""
    for code in reversed([*counts]):
        less = min(max(over, 0), counts[code])
        counts[code] -= less
        over -= less
    return over


def _drop(bound: Bound, found: Finding) -> Iterator[Remedy]:
    counts = bound.roster.stands.get(found.where, {})
    offer = next((one for one in bound.offers if one.key == found.where), None)
    yield remedy("drop", _filled_as(bound, found.where, still(counts, offer, found)))


def still(counts: Mapping[str, int], offer: Offer | None, found: Finding) -> dict[str, int]:
    """What an option keeps: types that it has, where others are wrong there; else nothing."""
    known = offer.option.types if offer and found.code == "troopTypeNotInOption" else ()
    return {code: stands for code, stands in counts.items() if code in known}


def _contingents(bound: Bound, found: Finding) -> Iterator[Remedy]:
    taken = bound.roster.contingents
    if found.code != "multipleAllyOptions":
        left = tuple(key for key in taken if key != found.where)
        yield remedy("leave", _with(bound, contingents=left))
        return
    allies = [one for one in bound.army.ally_options if one.key in taken and not one.internal]
    for kept in allies:
        left = tuple(key for key in taken if key == kept.key or key not in {a.key for a in allies})
        names = tuple(entry.name for entry in kept.ally_entries)
        yield remedy("only", _with(bound, contingents=left), names=names)


def _year(bound: Bound, _: Finding) -> Iterator[Remedy]:
    years = bound.army.years
    near = min(max(bound.roster.year, years.start_date), years.end_date)
    yield remedy("year", _with(bound, year=near), year=near)


def _answer(bound: Bound, found: Finding) -> Iterator[Remedy]:
    if found.code == "variantNotAsked":
        yield remedy("forget", _with(bound, variant=None))
    for one in bound.army.variants.variants if bound.army.variants else ():
        yield remedy("answer", _with(bound, variant=one.id), name=one.name)


def _take(bound: Bound, found: Finding) -> Iterator[Remedy]:
    taken = (*bound.roster.contingents, found.where.split(".")[0])
    yield remedy("take", _with(bound, contingents=taken))
    head = found.where.split("/")[0]
    stands = {key: held for key, held in bound.roster.stands.items() if key.split("/")[0] != head}
    troop = tuple(one for one in bound.roster.troop_cards if one.option.split("/")[0] != head)
    yield remedy("drop", _with(bound, stands=stands, troop_cards=troop))


def _renew(bound: Bound, _: Finding) -> Iterator[Remedy]:
    bare = _with(bound, fingerprints={}, data_version="", rules_version="")
    now = pinned(bare, bound.data, bound.army)
    yield remedy("renew", msgspec.structs.replace(now, id=bare.id, label=bare.label))


def _cards(bound: Bound, found: Finding) -> Iterator[Remedy]:
    """The card for as many as it may be, where it is wrong for so many; or without it."""
    said = found.params.get("card", found.params.get("cards", ()))
    names = (said,) if isinstance(said, str) else said if isinstance(said, tuple) else ()
    for form in forms().values():
        if card_key(form.code) not in names:
            continue
        places, card = _places(bound, form, found.where), f"card.{form.code}.name"
        for where in places:
            now = held(bound.roster, form, where)
            amounts = amounts_of(bound, form, where)
            less = max((one for one in amounts if 0 < one < now), default=0)
            if found.code == "battleCardAllOrNone":
                less = max(amounts)
            if less and found.code not in ("battleCardExclusive", "battleCardForbidsTroopType"):
                roster = with_amount(bound, form, where, less)
                yield remedy("amount", roster, card=card, count=less)
        if places:
            yield remedy("no-card", without(bound.roster, form, places), card=card)


def _places(bound: Bound, form: CardForm, where: str) -> list[str]:
    """Where a card is recorded: at the place of the finding, else wherever it is."""
    options = dict.fromkeys(one.option for one in bound.roster.troop_cards)
    there = [one for one in (ON_ARMY, *options) if held(bound.roster, form, one)]
    return [one for one in there if one == where] or there


def _with(bound: Bound, **changes: Any) -> Roster:
    return msgspec.structs.replace(bound.roster, **changes)


def _filled_as(bound: Bound, key: str, counts: dict[str, int]) -> Roster:
    """The roster with other stands in one option."""
    stands = {**bound.roster.stands, key: {code: n for code, n in counts.items() if n}}
    return _with(bound, stands={name: one for name, one in stands.items() if one})


def remedy(name: str, roster: Roster, /, **params: Any) -> Remedy:
    """What would help, by its name in the catalogue, and the roster as it would be then."""
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
