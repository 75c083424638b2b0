"""The rows of a list and its contingents as they are filled, and how far each may change. [AL-3]"""

from collections.abc import Iterable

from condotta.armies.building.card_views import option_cards
from condotta.armies.building.views import (
    BodyShown,
    ContingentShown,
    OptionShown,
    TypeShown,
    YearsShown,
)
from condotta.armies.cards.cardprices import stand_price
from condotta.armies.cards.grants import least_of
from condotta.armies.checking.army_commands import ALLY
from condotta.armies.checking.checking_general import could_lead
from condotta.armies.checking.costing import Breakdown
from condotta.armies.lists.available import Offer, contingents, shut
from condotta.armies.lists.binding import Bound, Fill
from condotta.armies.records import AllyOption, Roster, Years, leads


def option_rows(
    bound: Bound, paid: Breakdown, contingent: str = "", divided: Roster | None = None
) -> tuple[OptionShown, ...]:
    """The rows of the main army or of a contingent; `divided` has its stands in commands."""
    leading = could_lead(bound)
    return tuple(
        _option(bound, offer, paid, leading, divided)
        for offer in bound.offers
        if offer.contingent == contingent
    )


def _option(
    bound: Bound,
    offer: Offer,
    paid: Breakdown,
    leading: tuple[Fill, ...],
    divided: Roster | None,
) -> OptionShown:
    """A row of the list as it is filled, strangers that a roster has there among its types."""
    one = offer.option
    there = {fill.code: fill for fill in bound.fills if fill.key == offer.key}
    types = tuple(
        _type(
            bound, offer, there.get(code) or Fill(offer.key, code, 0, offer, True), leading, divided
        )
        for code in dict.fromkeys((*one.types, *there))
    )
    return OptionShown(
        key=offer.key,
        description=one.description,
        least=one.min,
        most=one.max,
        stands=bound.stands_of(offer.key),
        half_points=sum(each.half_points for each in types),
        types=types,
        core=one.core,
        note=one.note,
        one_type=one.one_type_only,
        closed=_closed(offer.closed),
        years=_spans(one.date_ranges),
        cards=option_cards(bound, offer, paid),
    )


def _type(
    bound: Bound, offer: Offer, fill: Fill, leading: tuple[Fill, ...], divided: Roster | None
) -> TypeShown:
    """One type of a row; how far it may change while the others stay. [AL-3.1, AL-3.2]"""
    one, others = offer.option, bound.stands_of(offer.key) - fill.stands
    barred = offer.closed or not fill.allowed or (one.one_type_only and others)
    room = 0 if barred else max(one.max - others, 0)
    each = stand_price(bound, fill)
    return TypeShown(
        code=fill.code,
        each=each,
        stands=fill.stands,
        half_points=each * fill.stands,
        least=min(max(least_of(bound, one) - others, 0), room),
        most=room,
        may_lead=fill in leading,
        leads=leads(bound.roster.general, fill.key, fill.code),
        split=_held(divided, fill) if divided else (),
    )


def _held(roster: Roster, fill: Fill) -> tuple[int, ...]:
    """Stands of a type of an option in each main command. [AL-16.5]"""
    main = (one for one in roster.split if one.kind != ALLY)
    return tuple(one.stands.get(fill.key, {}).get(fill.code, 0) for one in main)


def contingent(bound: Bound, chosen: AllyOption, paid: Breakdown) -> ContingentShown:
    """Contingents that are taken together, filled as far as they are. [AL-5]"""
    bodies = tuple(
        BodyShown(
            key=key,
            name=entry.name,
            condition=entry.condition,
            options=option_rows(bound, paid, key),
        )
        for key, entry in contingents(chosen)
    )
    return ContingentShown(
        key=chosen.key,
        internal=chosen.internal,
        taken=chosen.key in bound.roster.contingents,
        bodies=bodies,
        closed=_closed(shut(bound.army, chosen, bound.roster.year, bound.roster.variant)),
        years=_spans((chosen.date_range,) if chosen.date_range else ()),
    )


def _closed(why: str) -> str:
    """The message that says why nothing may be taken now."""
    return f"army.closed.{why}" if why else ""


def _spans(ranges: Iterable[Years]) -> tuple[YearsShown, ...]:
    return tuple(YearsShown(start=one.start_date, end=one.end_date) for one in ranges)
