"""Validation of the general. [AL-4, AL-11.9, TC-11.7]"""

from collections.abc import Iterator

from condotta.armies.cards.grants import barred_types
from condotta.armies.findings import ERROR, INFO, WARNING, Finding, finding
from condotta.armies.lists.available import Offer, after, shut, turning_years
from condotta.armies.lists.binding import Bound, Fill, all_offers
from condotta.armies.records import ArmyList, DataSet, GeneralGroup, Years, leads
from condotta.armies.sizes import reluctant
from condotta.armies.years import span_name


def general_findings(bound: Bound) -> Iterator[Finding]:
    """What is wrong with the general, or why there can be none."""
    army, roster = bound.army, bound.roster
    wanted = leading_types(bound)
    nobody = not leaderless_by_card(bound) and not possible(army, roster.year, roster.variant)
    if nobody and army.years.hold(roster.year):
        years = tuple(span_name(span) for span in leaderless(army, roster.variant))
        yield finding("generalImpossible", ERROR, "general", "AL-4.5", list=army.name, years=years)
        return
    general = roster.general
    if general is None:
        yield finding("generalMissing", ERROR, "general", "AL-11.9", types=wanted)
        return
    there = [fill for fill in bound.fielded if leads(general, fill.key, fill.code)]
    params = {"option": general.option, "code": general.troop_type_code}
    if not there:
        yield finding("generalNotInArmy", ERROR, "general", "AL-4.4", **params)
    elif there[0].allied:
        yield finding("generalFromAlliedContingent", ERROR, "general", "AL-4.3", **params)
    elif general.troop_type_code not in wanted:
        yield finding(
            "generalTroopTypeNotAllowed", ERROR, "general", "AL-4.1", types=wanted, **params
        )
    elif leaderless_by_card(bound):
        yield finding("generalFree", WARNING, "general", "AL-16.1", **params)
    else:
        yield from _hints(army, general.troop_type_code)


def present_group(army: ArmyList, codes: frozenset[str]) -> GeneralGroup | None:
    """The first group of which the army has any stand. [AL-4.1]"""
    groups = army.troop_entries_for_general
    return next((group for group in groups if codes & set(group.types)), None)


def could_lead(bound: Bound) -> tuple[Fill, ...]:
    """The stands of open options that may be the general, in list order. [AL-4.1, AL-4.3]"""
    wanted = leading_types(bound)
    return tuple(
        one
        for one in bound.fielded
        if one.offer is not None and not one.offer.closed and one.allowed
        if one.code in wanted and not one.allied
    )


def leading_codes(bound: Bound) -> frozenset[str]:
    """Types that count as present: of the main army and of optional contingents. [AL-4.3]"""
    return frozenset(fill.code for fill in bound.fielded if not fill.allied)


def possible(army: ArmyList, year: int, variant: str | None) -> bool:
    """Whether any stand the list offers in that year could be the general. [AL-4.5]"""
    wanted = {code for group in army.troop_entries_for_general for code in group.types}
    closed = {chosen.key for chosen in army.ally_options if shut(army, chosen, year, variant)}
    return any(
        wanted & set(offer.option.types)
        for offer in all_offers(army, year, variant)
        if _leads(offer) and offer.contingent.split(".")[0] not in closed
    )


def leaderless(army: ArmyList, variant: str | None) -> tuple[Years, ...]:
    """The years of the list in which no legal general exists. [AL-4.5]"""
    starts = turning_years(army)
    ends = (*(year - 1 or -1 for year in starts[1:]), army.years.end_date)
    spans = zip(starts, ends, strict=True)
    return _joined([Years(*span) for span in spans if not possible(army, span[0], variant)])


def _joined(spans: list[Years]) -> tuple[Years, ...]:
    found: list[Years] = []
    for span in spans:
        if found and after(found[-1].end_date) == span.start_date:
            span = Years(found.pop().start_date, span.end_date)  # noqa: PLW2901 -- widened
        found.append(span)
    return tuple(found)


def _leads(offer: Offer) -> bool:
    return not offer.allied and not offer.closed


def leading_types(bound: Bound) -> tuple[str, ...]:
    """The types that may lead this army as it stands, or any at all if none is present. [AL-4.1]

    # RULING AL-16.1: where a card forbids every type that should lead, any stand may that is not
    # of a reluctant type.
    """
    if leaderless_by_card(bound):
        return leading(bound.army, bound.data, barred_types(bound))
    group = present_group(bound.army, leading_codes(bound))
    groups = [group] if group else list(bound.army.troop_entries_for_general)
    return tuple(dict.fromkeys(code for one in groups for code in one.types))


def leading(army: ArmyList, data: DataSet, barred: frozenset[str]) -> tuple[str, ...]:
    """Types that may lead at all: those of the list's groups, else any that is not reluctant."""
    listed = dict.fromkeys(code for group in army.troop_entries_for_general for code in group.types)
    if barred and listed.keys() <= barred:
        known = (troop.permanent_code for troop in data.troops)
        return tuple(code for code in known if code not in reluctant() | barred)
    return tuple(code for code in listed if code not in barred)


def leaderless_by_card(bound: Bound) -> bool:
    """Whether cards of the army forbid every type that the list lets lead. [AL-16.1]"""
    groups = bound.army.troop_entries_for_general
    listed = {code for group in groups for code in group.types}
    return bool(listed) and listed <= barred_types(bound)


def _hints(army: ArmyList, code: str) -> Iterator[Finding]:
    """A note on the general's type is for the players to keep. [AL-4.2]"""
    for group in army.troop_entries_for_general:
        for entry in group.troop_entries:
            if entry.troop_type_code == code and entry.note:
                yield finding("noteNotUnderstood", INFO, "general", "AL-4.2", note=entry.note)
