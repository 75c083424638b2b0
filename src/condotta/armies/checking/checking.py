"""Validation: everything that is wrong with a roster, with clauses, and never an exception."""

from collections.abc import Iterator

from condotta.armies.cards.card_lines import bought, known
from condotta.armies.cards.cardchecks import findings
from condotta.armies.cards.cardforms import forms
from condotta.armies.checking.army_commands import bill_of, command_findings, parts
from condotta.armies.checking.checking_general import general_findings
from condotta.armies.checking.checking_stands import stand_findings
from condotta.armies.checking.costing import Breakdown, bill
from condotta.armies.checking.naming import named
from condotta.armies.findings import ERROR, INFO, WARNING, Finding, finding, in_order
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import shut
from condotta.armies.lists.binding import Bound, bind, taken
from condotta.armies.lists.digest import fingerprint
from condotta.armies.records import STANDARD_CAP, Roster
from condotta.armies.shelf import Library, list_named, shipped
from condotta.armies.sizes import Size, sizes
from condotta.armies.years import span_name, year_name


def check(
    roster: Roster,
    shelf: Library | None = None,
    cap: HalfPoints = STANDARD_CAP,
) -> tuple[Finding, ...]:
    """All findings about a roster, the gravest first. [AL-11]"""
    source = (shelf or shipped()).source_of(roster)
    if source is None:
        return (finding("listUnknown", ERROR, "list", "AL-10.1", list=list_named(roster)),)
    size = sizes().get(roster.game_size)
    if size is None:
        return (finding("gameSizeNotCovered", ERROR, "gameSize", "AL-16.8", size=roster.game_size),)
    bound = bind(roster, *source)
    if size.commands:
        return _in_commands(bound, shelf or shipped(), size)
    found = [
        *version_findings(bound),
        *frame_findings(bound),
        *contingent_findings(bound),
        *stand_findings(bound),
        *general_findings(bound),
        *card_findings(bound),
        *total_findings(bill(bound), cap),
    ]
    return in_order([*named(bound, found)])


def _in_commands(bound: Bound, shelf: Library, size: Size) -> tuple[Finding, ...]:
    """All findings about an army in commands. [AL-16.8]"""
    split = parts(bound.roster, bound.data, bound.army, shelf)
    whole = (*version_findings(bound), *frame_findings(bound), *contingent_findings(bound))
    found = [
        *named(bound, whole),
        *command_findings(split, size),
        *(one for part in split for one in named(part.bound, card_findings(part.bound))),
        *total_findings(bill_of(split), size.points),
    ]
    return in_order(found)


def legal(found: tuple[Finding, ...]) -> bool:
    """No finding is an error; warnings and infos are for reading. [AL-11]"""
    return all(one.severity != ERROR for one in found)


def version_findings(bound: Bound) -> Iterator[Finding]:
    """The roster was built on another version of the data, of an option, or of the rules."""
    roster, data = bound.roster, bound.data
    if roster.data_version not in ("", data.version):
        yield finding(
            "datasetChanged", WARNING, "list", "AL-11.15", was=roster.data_version, now=data.version
        )
    if roster.rules_version not in ("", data.rules_version):
        yield finding(
            "rulesChanged",
            WARNING,
            "list",
            "AL-11.15",
            was=roster.rules_version,
            now=data.rules_version,
        )
    now = {offer.key: fingerprint(offer.option) for offer in bound.offers}
    for key, was in sorted(roster.fingerprints.items()):
        if now.get(key) != was:
            yield finding("optionChanged", WARNING, key, "AL-10.4")


def frame_findings(bound: Bound) -> Iterator[Finding]:
    """Year and variant. [AL-11.2, AL-11.3]"""
    roster, army = bound.roster, bound.army
    if not army.years.hold(roster.year) or roster.year == 0:
        years = span_name(army.years)
        yield finding(
            "yearOutsideList",
            ERROR,
            "year",
            "AL-11.2",
            year=year_name(roster.year),
            list=army.name,
            years=years,
        )
    question = army.variants
    if question is None:
        if roster.variant is not None:
            yield finding("variantNotAsked", INFO, "variant", "AL-11.3", variant=roster.variant)
        return
    answers = tuple(f"{one.id} ({one.name})" for one in question.variants)
    if roster.variant is None:
        yield finding(
            "variantNotChosen", WARNING, "variant", "AL-11.3", label=question.label, answers=answers
        )
    elif question.answer(roster.variant) is None:
        yield finding(
            "variantUnknown", ERROR, "variant", "AL-11.3", variant=roster.variant, answers=answers
        )


def contingent_findings(bound: Bound) -> Iterator[Finding]:
    """Contingents that do not exist, may not be taken, or are too many. [AL-11.7, AL-11.8]"""
    roster, army = bound.roster, bound.army
    known = {chosen.key for chosen in army.ally_options}
    for key in dict.fromkeys(roster.contingents):
        if key not in known:
            yield finding("contingentUnknown", ERROR, key, "AL-11.7", list=army.name)
    chosen = taken(army, roster)
    allies = tuple(one.key for one in chosen if not one.internal)
    if len(allies) > 1:
        yield finding("multipleAllyOptions", ERROR, "contingents", "AL-5.4", keys=allies)
    for one in chosen:
        names = tuple(entry.name for entry in one.ally_entries)
        reason = shut(army, one, roster.year, roster.variant)
        if reason:
            yield finding(
                "contingentUnavailable",
                ERROR,
                one.key,
                "AL-5.6",
                names=names,
                reason=f"army.closed.{reason}",
            )
        yield from _conditions(bound, one.key)
    for key in sorted({fill.key.split("/")[0] for fill in bound.fills if not fill.fielded}):
        yield finding("contingentNotTaken", INFO, key, "AL-11.8")


def _conditions(bound: Bound, key: str) -> Iterator[Finding]:
    """Conditions of a taken contingent that no rule of the list explains. [AL-5.7]"""
    rules = bound.army.variants.rules if bound.army.variants else {}
    chosen = next(one for one in bound.army.ally_options if one.key == key)
    for note in dict.fromkeys(entry.condition for entry in chosen.ally_entries):
        if note and note not in rules:
            yield finding("noteNotUnderstood", INFO, key, "AL-5.7", note=note)


def card_findings(bound: Bound) -> Iterator[Finding]:
    """Cards that no rule knows, and what the rules of the others say."""
    for card in bought(bound):
        if card.code not in forms():
            yield finding("battleCardUnknown", ERROR, card.where, "AL-12.4", card=card.code)
    for form in known(bound):
        yield from findings(form, bound)


def total_findings(paid: Breakdown, cap: HalfPoints) -> Iterator[Finding]:
    """More than the cap is illegal, less is legal and said. [AL-11.1, AL-16.3, TC-11.1]

    Nothing is said while a card has no price: some cards save points.
    """
    total = paid.total
    if any(line.half_points is None for line in paid.cards):
        return
    if total > cap:
        yield finding(
            "overPointsCap", ERROR, "points", "AL-11.1", total=total, cap=cap, over=total - cap
        )
    if total < cap:
        yield finding(
            "underPointsCap", WARNING, "points", "AL-11.1", total=total, cap=cap, left=cap - total
        )
