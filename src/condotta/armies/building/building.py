"""Building an army, one change at a time: everything a screen or a program needs to show. [AL-15]

`start` opens a list, `changed` applies changes, `view` tells all about the roster as it is. No
order of changes matters, nothing is stored here, and nothing that a player does is an error.
"""

from collections.abc import Iterator

import msgspec

from condotta.armies.building.cardviews import army_cards, option_cards
from condotta.armies.building.changes import AnyChange, changed
from condotta.armies.building.searching import row
from condotta.armies.building.views import (
    AnswerView,
    BillLine,
    BillView,
    Building,
    ContingentView,
    FindingView,
    GeneralView,
    OptionView,
    QuestionView,
    TypeView,
)
from condotta.armies.cards.card_rules import CARD_RULES, stand_price
from condotta.armies.cards.cardforms import card_name
from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.checking_general import leading_types
from condotta.armies.checking.costing import Breakdown
from condotta.armies.checking.paying import paid
from condotta.armies.findings import Finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import shut, turning_years
from condotta.armies.lists.binding import Bound, Fill, bind
from condotta.armies.lists.ratings import homes, rating
from condotta.armies.random.random_armies import answers
from condotta.armies.records import ArmyList, DataSet, Option, Roster
from condotta.armies.rosters.rosters import pinned
from condotta.armies.shelf import Library, NotFound, find_list, shipped
from condotta.armies.sizes import sizes
from condotta.words import has, say

__all__ = ["AnyChange", "Building", "changed", "start", "view"]


def start(
    name: str,
    shelf: Library | None = None,
    *,
    year: int | None = None,
    variant: str | None = None,
) -> Roster:
    """A roster of a list's minimums, in its first year and under its first answer if none is said.

    >>> start("pyrrhic").stands["main/t4"]
    {'PIK': 4}
    """
    found = shelf or shipped()
    army = find_list(name, found)
    data = found.data_of(army)
    first = variant if variant is not None else answers(army)[0]
    roster = Roster(list_key=army.key, year=year or turning_years(army)[0], variant=first)
    bound = bind(roster, data, army)
    stands = {
        offer.key: {offer.option.types[0]: offer.option.min}
        for offer in bound.offers
        if offer.is_main and not offer.closed and offer.option.min and offer.option.types
    }
    return pinned(msgspec.structs.replace(roster, stands=stands), data, army)


def view(
    roster: Roster,
    shelf: Library | None = None,
    *,
    cap: HalfPoints | None = None,
    lang: str = "en",
) -> Building:
    """Everything about a roster now; a list that is not there is a `NotFound`."""
    found = shelf or shipped()
    source = found.source_of(roster)
    if source is None:
        name = roster.army_list_name or roster.list_key or roster.army_list_id
        raise NotFound(say("army.listUnknown", {"where": "list", "list": name}, lang))
    size = sizes().get(roster.game_size) or sizes()["standard"]
    most = size.points if cap is None or size.commands else cap
    bound = bind(roster, *source)
    judged = check(roster, found, most)
    return _shown(bound, found, judged, most, lang)


def _shown(
    bound: Bound, shelf: Library, judged: tuple[Finding, ...], most: HalfPoints, lang: str
) -> Building:
    army, roster = bound.army, bound.roster
    codes = frozenset(fill.code for fill in bound.fielded)
    asked = (roster.year, army.variants, roster.variant)
    return Building(
        list=row(army, shelf),
        year=roster.year,
        turning_years=turning_years(army),
        invasion=rating(army.invasion_ratings, *asked, codes),
        manoeuvre=rating(army.maneuver_ratings, *asked, codes),
        invasion_ratings=army.invasion_ratings,
        manoeuvre_ratings=army.maneuver_ratings,
        homes=homes(army.home_topographies, *asked),
        question=_question(army, roster),
        options=tuple(_options(bound, lang)),
        contingents=tuple(_contingents(bound)),
        cards=army_cards(bound, lang),
        generals=tuple(_generals(bound, lang)),
        bill=_bill(bound, paid(roster, (bound.data, army), shelf), most, lang),
        findings=tuple(_finding(one, lang) for one in judged),
        legal=legal(judged),
        roster=pinned(roster, bound.data, army),
        data_version=bound.data.version,
    )


def _question(army: ArmyList, roster: Roster) -> QuestionView | None:
    if army.variants is None:
        return None
    known = army.variants.variants
    views = tuple(AnswerView(one.id, one.name, one.id == roster.variant) for one in known)
    return QuestionView(army.variants.label, views)


def _options(bound: Bound, lang: str) -> Iterator[OptionView]:
    """Options of the army, then of the contingents that are taken."""
    wanted = frozenset(leading_types(bound))
    for offer in bound.offers:
        if not offer.is_main and offer.contingent.split(".")[0] not in bound.roster.contingents:
            continue
        option = offer.option
        types = tuple(_types(bound, offer.key, option, wanted if not offer.allied else frozenset()))
        yield OptionView(
            key=offer.key,
            description=option.description,
            note=option.note,
            min=option.min,
            max=option.max,
            stands=bound.stands_of(offer.key),
            half_points=sum(one.each * one.stands for one in types),
            types=tuple(_said(bound.data, one, lang) for one in types),
            one_type_only=option.one_type_only,
            battle_line=option.core,
            years=option.date_ranges,
            contingent=offer.contingent,
            allied=offer.allied,
            closed=offer.closed,
            clause={"year": "AL-3.4", "variant": "AL-8.1"}.get(offer.closed, "AL-3.1"),
            cards=option_cards(bound, offer.key, lang),
        )


def _types(bound: Bound, key: str, option: Option, wanted: frozenset[str]) -> Iterator[TypeView]:
    """The option's types, and strangers that a roster records for it."""
    there = {fill.code: fill for fill in bound.fills if fill.key == key}
    offer = next(one for one in bound.offers if one.key == key)
    for code in dict.fromkeys((*option.types, *there)):
        fill = there.get(code) or Fill(key, code, 0, offer, fielded=True)
        troop = bound.data.troop(code)
        price = stand_price(bound, fill, CARD_RULES)
        category = troop.category if troop else ""
        yield TypeView(code, code, category, price, fill.stands, code in wanted)


def _said(data: DataSet, one: TypeView, lang: str) -> TypeView:
    return msgspec.structs.replace(one, name=type_name(data, one.code, lang))


def type_name(data: DataSet, code: str, lang: str) -> str:
    """A troop type's name in a language; the data's own name for types of home-brew lists."""
    troop = data.troop(code)
    known = say(f"troop.{code}", lang=lang) if has(f"troop.{code}") else ""
    return known or (troop.display_name if troop else code)


def _contingents(bound: Bound) -> Iterator[ContingentView]:
    army, roster = bound.army, bound.roster
    for chosen in army.ally_options:
        conditions = dict.fromkeys(one.condition for one in chosen.ally_entries if one.condition)
        yield ContingentView(
            key=chosen.key,
            names=tuple(one.name for one in chosen.ally_entries),
            conditions=(*((chosen.note,) if chosen.note else ()), *conditions),
            internal=chosen.internal,
            years=chosen.date_range,
            taken=chosen.key in roster.contingents,
            closed=shut(army, chosen, roster.year, roster.variant),
        )


def _generals(bound: Bound, lang: str) -> Iterator[GeneralView]:
    """Kinds of stands in the army that may lead it now, in the order of the list. [AL-4.1]"""
    wanted, general = leading_types(bound), bound.roster.general
    for fill in bound.fielded:
        if fill.code in wanted and not fill.allied and fill.offer is not None:
            chosen = general is not None and (general.option, general.troop_type_code) == (
                fill.key,
                fill.code,
            )
            name = type_name(bound.data, fill.code, lang)
            yield GeneralView(fill.key, fill.code, name, fill.offer.option.description, chosen)


def _bill(bound: Bound, spent: Breakdown, most: HalfPoints, lang: str) -> BillView:
    cores = {offer.key: offer.option.core for offer in bound.offers}
    stands = [
        BillLine(
            kind="stands",
            code=line.code,
            name=type_name(bound.data, line.code, lang),
            where=line.option,
            description=line.description,
            count=line.stands,
            each=line.each,
            half_points=line.half_points,
            contingent=line.contingent,
            allied=line.allied,
        )
        for line in spent.stands
    ]
    about = {offer.key: offer.option.description for offer in bound.offers}
    cards = [
        BillLine(
            kind="card",
            code=line.code,
            name=card_name(line.code, lang),
            where=line.where,
            description=about.get(line.where, ""),
            count=line.copies,
            each=None,
            half_points=line.half_points or 0,
            contingent="",
            allied=False,
            together=line.together,
        )
        for line in spent.cards
    ]
    return BillView(
        lines=(*stands, *cards),
        stands=spent.stand_count,
        stand_points=spent.stand_points,
        card_points=spent.card_points,
        allied_points=spent.allied_points,
        total=spent.total,
        cap=most,
        left=most - spent.total,
        line_points=sum(line.half_points for line in stands if cores.get(line.where) == "all"),
    )


def _finding(one: Finding, lang: str) -> FindingView:
    return FindingView(one.code, one.severity, one.where, one.said(lang), one.clause)
