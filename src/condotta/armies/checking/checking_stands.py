"""Validation of stands: options, their years, types, minimums and maximums. [AL-11.4, AL-11.5]"""

from collections.abc import Iterator

from condotta.armies.cards.grants import least_of
from condotta.armies.findings import ERROR, INFO, Finding, finding
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import Bound


def stand_findings(bound: Bound) -> Iterator[Finding]:
    """What is wrong with the stands of each option, in list order; strangers last."""
    for offer in bound.offers:
        if _fielded(bound, offer):
            yield from _closed(bound, offer) if offer.closed else _open(bound, offer)
    yield from _types(bound)


def _fielded(bound: Bound, offer: Offer) -> bool:
    """Of the main list or of a taken contingent. [AL-5.5, AL-11.5, TC-11.4]"""
    return offer.is_main or offer.contingent.split(".")[0] in bound.roster.contingents


def _closed(bound: Bound, offer: Offer) -> Iterator[Finding]:
    """Stands in an option out of its years or variant; its minimum does not bind. [AL-11.4]"""
    if bound.stands_of(offer.key):
        yield finding(
            "troopOptionUnavailable",
            ERROR,
            offer.key,
            "AL-11.4",
            description=offer.option.description,
            reason=f"army.closed.{offer.closed}",
        )


def _open(bound: Bound, offer: Offer) -> Iterator[Finding]:
    """Minimum, maximum, and one type only where the list says so.

    [AL-3.1, AL-3.2, TC-11.2, TC-11.3]

    No minimum binds an option whose types a card forbids altogether. [AL-11.6]
    """
    option, stands = offer.option, bound.stands_of(offer.key)
    params = {"description": option.description, "stands": stands}
    least = least_of(bound, option)
    if stands < least:
        yield finding("troopOptionBelowMin", ERROR, offer.key, "AL-11.5", min=least, **params)
    if stands > option.max:
        yield finding("troopOptionAboveMax", ERROR, offer.key, "AL-11.5", max=option.max, **params)
    codes = tuple(fill.code for fill in bound.fills if fill.key == offer.key)
    if option.one_type_only and len(codes) > 1:
        yield finding("troopOptionMixedTypes", ERROR, offer.key, "AL-3.2", codes=codes, **params)
    rules = bound.army.variants.rules if bound.army.variants else {}
    if stands and option.note and option.note not in rules:
        yield finding("noteNotUnderstood", INFO, offer.key, "AL-8.2", note=option.note)


def _types(bound: Bound) -> Iterator[Finding]:
    """Options the list lacks, types the option lacks, types the data lacks. [AL-11.5, AL-12.4]"""
    for fill in bound.fielded:
        if fill.offer is None:
            yield finding("troopOptionUnknown", ERROR, fill.key, "AL-11.5", list=bound.army.name)
        elif not fill.allowed:
            yield finding(
                "troopTypeNotInOption",
                ERROR,
                fill.key,
                "AL-11.5",
                code=fill.code,
                types=fill.offer.option.types,
            )
        if bound.data.troop(fill.code) is None:
            yield finding("troopTypeUnknown", ERROR, fill.key, "AL-12.4", code=fill.code)
