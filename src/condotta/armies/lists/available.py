"""What a list offers in one year under one answer to its question. [AL-15.1]"""

from collections.abc import Iterable

import msgspec

from condotta.armies.records import AllyEntry, AllyOption, ArmyList, Option, Variant

MAIN = "main"


class Offer(msgspec.Struct, frozen=True):
    """An option of the army or of a contingent, and what keeps it out (empty: nothing does)."""

    key: str
    option: Option
    contingent: str = ""
    allied: bool = False
    closed: str = ""

    @property
    def is_main(self) -> bool:
        """Part of the required troops, whose minimums always bind. [AL-2.7]"""
        return not self.contingent


def barred(question: Variant | None, note: str, year: int, variant: str | None) -> str:
    """Why a note keeps its option out: the year or the variant; empty if it does not.

    [AL-3.5, AL-8.1]
    """
    rule = question.rules.get(note) if question else None
    if rule is None or question is None:
        return ""
    if question.answer(variant) is None:
        return "variant"
    if rule.only and variant not in rule.only:
        return "variant"
    if variant in rule.excluded:
        return "variant"
    early = rule.from_year is not None and year < rule.from_year
    late = rule.to_year is not None and year > rule.to_year
    return "year" if early or late else ""


def in_years(option: Option, year: int) -> bool:
    """No ranges means always; else the year is in any of them. [AL-3.4]"""
    return not option.date_ranges or any(span.hold(year) for span in option.date_ranges)


def main_offers(army: ArmyList, year: int, variant: str | None) -> tuple[Offer, ...]:
    """Every option of the main army, open or closed."""
    return tuple(
        Offer(
            f"{MAIN}/{option.key}",
            option,
            closed=barred(army.variants, option.note, year, variant)
            if in_years(option, year)
            else "year",
        )
        for option in army.troop_options
    )


def minimums(offers: Iterable[Offer]) -> dict[str, dict[str, int]]:
    """The stands that open options need, each of the first type of its option. [AL-3.1]"""
    return {
        offer.key: {offer.option.types[0]: offer.option.min}
        for offer in offers
        if offer.is_main and not offer.closed and offer.option.min and offer.option.types
    }


def contingent_offers(chosen: AllyOption, year: int) -> tuple[Offer, ...]:
    """Every option of the bodies of an ally option; notes inside are for reading only. [AL-5.8]"""
    return tuple(
        Offer(
            f"{contingent}/{option.key}",
            option,
            contingent=contingent,
            allied=not entry.body.internal_contingent,
            closed="" if in_years(option, year) else "year",
        )
        for contingent, entry in contingents(chosen)
        if entry.body
        for option in entry.body.troop_options
    )


def contingents(chosen: AllyOption) -> tuple[tuple[str, AllyEntry], ...]:
    """The contingents of an ally option by key: c3.1, c3.2. [AL-5.4]"""
    return tuple(
        (f"{chosen.key}.{number}", entry) for number, entry in enumerate(chosen.ally_entries, 1)
    )


def shut(army: ArmyList, chosen: AllyOption, year: int, variant: str | None) -> str:
    """Why a contingent may not be taken: body, year or variant; empty if it may. [AL-5.6]"""
    if not all(entry.body and entry.body.troop_options for entry in chosen.ally_entries):
        return "body"
    if chosen.date_range is not None and not chosen.date_range.hold(year):
        return "year"
    for note in (chosen.note, *(entry.condition for entry in chosen.ally_entries)):
        reason = barred(army.variants, note, year, variant)
        if reason:
            return reason
    return ""


def turning_years(army: ArmyList) -> tuple[int, ...]:
    """Years inside the list's range at which something opens or closes, the first one included."""
    spans = [span for option in army.troop_options for span in option.date_ranges]
    for chosen in army.ally_options:
        spans += [chosen.date_range] if chosen.date_range else []
        bodies = [entry.body for entry in chosen.ally_entries if entry.body]
        spans += [span for body in bodies for one in body.troop_options for span in one.date_ranges]
    rules = army.variants.rules.values() if army.variants else ()
    edges = {army.years.start_date}
    edges |= {rule.from_year for rule in rules if rule.from_year is not None}
    edges |= {after(rule.to_year) for rule in rules if rule.to_year is not None}
    edges |= {span.start_date for span in spans} | {after(span.end_date) for span in spans}
    return tuple(sorted(year for year in edges if army.years.hold(year)))


def after(year: int) -> int:
    """The year that follows; there is no year 0."""
    return year + 1 or 1
