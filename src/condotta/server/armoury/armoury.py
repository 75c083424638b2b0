"""The army builder: a selection comes in, and everything the rules of lists say of it goes out.

The page knows no price, no limit and no finding: it asks after every change. Nothing that is asked
here is kept, so a roster, its hidden exchanges included, is known to its owner's browser alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from condotta.armies import ArmyList, DataSet, Finding, Library, Roster, pinned
from condotta.armies.cards.card_rules import CARD_RULES, stand_price
from condotta.armies.cards.cardforms import forms
from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.costing import Breakdown, bill
from condotta.armies.checking.paying import paid as paid_for
from condotta.armies.findings import in_order
from condotta.armies.lists.available import (
    MAIN,
    Offer,
    contingents,
    main_offers,
    shut,
    turning_years,
)
from condotta.armies.lists.binding import Bound, Fill, bind
from condotta.armies.lists.ratings import homes, rating
from condotta.armies.mustering.mustering import muster
from condotta.armies.paper.sharing import share_code
from condotta.armies.random.random_armies import random_roster
from condotta.armies.random.random_commands import random_commands, size_in_commands
from condotta.armies.readings import is_shipped, readings
from condotta.armies.records import MOST_STANDS, AllyOption, General, Home, Rating, Years
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.shelf import find_list
from condotta.errors import PlainError
from condotta.server.armoury import armoury_cards as cards
from condotta.server.armoury import armoury_commands as divisions
from condotta.server.armoury.armoury_divided import divided_remedies
from condotta.server.armoury.armoury_forms import (
    AnswerShown,
    ArmyAsked,
    ArmyDrawn,
    ArmyShown,
    BodyShown,
    ContingentShown,
    FindingTold,
    ListAbout,
    NotedShown,
    OptionShown,
    SegmentShown,
    TypeShown,
    YearsShown,
)
from condotta.server.armoury.armoury_remedies import filled, leaders, may_lead, remedies
from condotta.server.armoury.armoury_selection import selection_of
from condotta.server.games.armoury_shelf import shelf_of
from condotta.server.games.setting_up import settings_shown
from condotta.server.games.shelves import finding
from condotta.server.reasons import Refused

MOST_CAP = 1_000


def cap_of(asked: int) -> int:
    """The cap in halves, if it is one that an army can have. [AL-9.1]"""
    if not 0 < asked <= MOST_CAP:
        raise Refused("no-number", 400, text=str(asked)[:20])
    return asked


# ── a selection ──────────────────────────────────────────────────────────────
def army(asked: ArmyAsked) -> ArmyShown:
    """Everything about a selection. One that names no list is told so, and nothing else."""
    shelf, cap = shelf_of(asked.lists, asked.settings), cap_of(asked.cap)
    draft = read_roster(asked.roster)
    source = shelf.source_of(draft.roster)
    if source is None:
        found = in_order([*draft.findings, *check(draft.roster, shelf, cap)])
        told = tuple(FindingTold(**msgspec.structs.asdict(finding(one))) for one in found)
        return ArmyShown(roster=selection_of(draft.roster), cap=cap, findings=told)
    roster = changed(draft.roster, asked, source, shelf)
    bound = bind(fresh(roster, source[0].version, *source), *source)
    return shown(bound, shelf, cap, draft.findings, own=not is_shipped(source[0]))


def changed(
    roster: Roster, asked: ArmyAsked, source: tuple[DataSet, ArmyList], shelf: Library
) -> Roster:
    """The roster with the card that is asked for, and cards that keep to their stands. [AL-9.8]"""
    if asked.card is not None:
        form = forms().get(asked.card.code)
        if form is None or not 0 <= asked.card.amount <= MOST_STANDS:
            raise Refused("no-card", 400, card=asked.card.code[:20])
        where, amount, on = asked.card.where[:40], asked.card.amount, asked.card.on
        bought = cards.with_amount(main_part(roster, source, shelf), form, where, amount, on)
        roster = with_cards_of(roster, bought)
    if not asked.follow:
        return roster
    return with_cards_of(roster, cards.followed(main_part(roster, source, shelf)))


def main_part(roster: Roster, source: tuple[DataSet, ArmyList], shelf: Library) -> Bound:
    """The army; of one in commands the main ones together, which the cards are for. [AL-16.6]"""
    bound = bind(roster, *source)
    split = divisions.split_of(bound, shelf)
    return split[0].bound if split else bound


def with_cards_of(roster: Roster, other: Roster) -> Roster:
    """The roster with the cards of another."""
    return msgspec.structs.replace(
        roster, army_cards=other.army_cards, troop_cards=other.troop_cards
    )


def fresh(roster: Roster, version: str, *source: Any) -> Roster:
    """The roster pinned to its data, unless it was built on other data or is changed. [AL-10.4]"""
    if roster.data_version not in ("", version):
        return roster
    now = pinned(roster, *source)
    prints = {**now.fingerprints, **roster.fingerprints}
    return msgspec.structs.replace(
        now, id=roster.id, label=roster.label, fingerprints=prints if roster.stands else {}
    )


def shown(
    bound: Bound, shelf: Library, cap: int, before: tuple[Finding, ...] = (), *, own: bool = False
) -> ArmyShown:
    """A bound roster as the page shows it."""
    split = divisions.split_of(bound, shelf)
    front = split[0].bound if split else bound
    spent, paid = bill(front), paid_for(bound.roster, (bound.data, bound.army), shelf)
    found = in_order([*before, *check(bound.roster, shelf, cap)])
    return ArmyShown(
        roster=selection_of(bound.roster),
        list=about(front, own=own),
        options=rows(front, bound, spent),
        contingents=tuple(
            contingent(front, one, spent)
            for one in front.army.ally_options
            if one.internal or not split
        ),
        cards=cards.of_army(front, spent),
        bar=tuple(bar(paid)),
        cap=cap,
        total=paid.total,
        stand_points=paid.stand_points,
        card_points=paid.card_points,
        allied_points=paid.allied_points,
        stand_count=paid.stand_count,
        line_count=0 if split else in_line(bound.roster, shelf),
        legal=legal(found),
        findings=tuple(
            FindingTold(
                **msgspec.structs.asdict(finding(one)),
                remedies=divided_remedies(bound.roster, split, one)
                if split
                else remedies(bound, one, cap),
            )
            for one in found
        ),
        code=share_code(bound.roster),
        sizes=divisions.sizes_shown(),
        commands=tuple(
            divisions.command(
                part, one, rows(part.bound, part.bound, bill(part.bound)) if number else ()
            )
            for number, part in enumerate(split)
            for one in part.commands
        ),
        allies=tuple(divisions.allies(bound, shelf)),
        readings=settings_shown(readings()),
    )


def rows(front: Bound, bound: Bound, spent: Breakdown) -> tuple[OptionShown, ...]:
    """The rows of a list; `bound` is the roster as it is, its stands perhaps in commands."""
    offers = main_offers(front.army, *year_and_variant(front))
    found = tuple(option(front, one, spent) for one in offers)
    if not bound.roster.split or front is bound:
        return found
    return tuple(
        msgspec.structs.replace(
            row,
            types=tuple(
                msgspec.structs.replace(each, split=divisions.held(bound, row.key, each.code))
                for each in row.types
            ),
        )
        for row in found
    )


def year_and_variant(bound: Bound) -> tuple[int, str | None]:
    """What decides which options are open. [AL-15.1]"""
    return bound.roster.year, bound.roster.variant


def about(bound: Bound, *, own: bool) -> ListAbout:
    """The list: its years, ratings, homes and question, with what holds for this roster."""
    one, roster = bound.army, bound.roster
    codes = frozenset(fill.code for fill in bound.fielded)
    kinds = {troop.category for troop in bound.data.troops if troop.permanent_code in codes}
    asked = (roster.year, one.variants, roster.variant)
    return ListAbout(
        key=one.key,
        name=one.name,
        start=one.years.start_date,
        end=one.years.end_date,
        invasion=rated(one.invasion_ratings, rating(one.invasion_ratings, *asked, codes | kinds)),
        manoeuvre=rated(one.maneuver_ratings, rating(one.maneuver_ratings, *asked, codes | kinds)),
        homes=housed(one.home_topographies, homes(one.home_topographies, *asked)),
        themes=one.thematic_categories,
        enemies=one.enemies,
        label=one.variants.label if one.variants else "",
        answers=tuple(
            AnswerShown(id=answer.id, name=answer.name)
            for answer in (one.variants.variants if one.variants else ())
        ),
        turning=turning_years(one),
        own=own,
    )


def rated(all_of: tuple[Rating, ...], holds: Rating) -> tuple[NotedShown, ...]:
    """Ratings with their notes, and the one that holds. [AL-2.5]"""
    return tuple(
        NotedShown(value=str(one.value), note=one.note, holds=one == holds) for one in all_of
    )


def housed(all_of: tuple[Home, ...], hold: tuple[Home, ...]) -> tuple[NotedShown, ...]:
    """Home countries with their notes, and those that may be chosen from. [AL-2.6]"""
    return tuple(
        NotedShown(value=value, note=one.note, holds=one in hold)
        for one in all_of
        for value in one.values
    )


def option(bound: Bound, offer: Offer, paid: Breakdown) -> OptionShown:
    """A row of the list as it is filled, and how far it may be changed. [AL-3]"""
    one = offer.option
    types = tuple(kind(bound, offer, code) for code in dict.fromkeys(one.types))
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
        closed=f"army.closed.{offer.closed}" if offer.closed else "",
        years=spans(one.date_ranges),
        cards=cards.of_option(bound, offer, paid),
    )


def kind(bound: Bound, offer: Offer, code: str) -> TypeShown:
    """One type of a row. With several types the others stay as they are. [AL-3.1, AL-3.2]"""
    one, stands = offer.option, bound.roster.stands.get(offer.key, {}).get(code, 0)
    others = bound.stands_of(offer.key) - stands
    room = 0 if offer.closed or (one.one_type_only and others) else max(one.max - others, 0)
    each = stand_price(bound, Fill(offer.key, code, stands, offer, True), CARD_RULES)
    general = bound.roster.general
    return TypeShown(
        code=code,
        each=each,
        stands=stands,
        half_points=each * stands,
        least=0 if offer.closed else min(max(one.min - others, 0), room),
        most=room,
        may_lead=bool(stands) and may_lead(bound, offer, code),
        leads=general is not None
        and (general.option, general.troop_type_code) == (offer.key, code),
    )


def contingent(bound: Bound, chosen: AllyOption, paid: Breakdown) -> ContingentShown:
    """Contingents that are taken together, filled as far as they are. [AL-5]"""
    closed = shut(bound.army, chosen, *year_and_variant(bound))
    bodies = tuple(
        BodyShown(
            key=key,
            name=entry.name,
            condition=entry.condition,
            options=tuple(
                option(bound, offer, paid) for offer in bound.offers if offer.contingent == key
            ),
        )
        for key, entry in contingents(chosen)
    )
    return ContingentShown(
        key=chosen.key,
        internal=chosen.internal,
        taken=chosen.key in bound.roster.contingents,
        bodies=bodies,
        closed=f"army.closed.{closed}" if closed else "",
        years=spans((chosen.date_range,) if chosen.date_range else ()),
    )


def spans(ranges: tuple[Years, ...]) -> tuple[YearsShown, ...]:
    """Ranges of years as the page has them."""
    return tuple(YearsShown(start=one.start_date, end=one.end_date) for one in ranges)


def bar(paid: Breakdown) -> Iterator[SegmentShown]:
    """The points bar: types in the order of the list, then the cards that cost. [AL-9.10]"""
    stands: dict[str, list[int]] = {}
    for line in paid.stands:
        held = stands.setdefault(line.code, [0, 0])
        held[0] += line.stands
        held[1] += line.half_points
    for code, (count, halves) in stands.items():
        yield SegmentShown(kind="stands", code=code, count=count, half_points=halves)
    for card in paid.cards:
        if card.half_points:
            yield SegmentShown(
                kind="card", code=card.code, count=card.copies, half_points=card.half_points
            )


def in_line(roster: Roster, shelf: Library) -> int:
    """Stands of the battle line, as they would be mustered. [AL-1.8, TC-8.6]"""
    fielded = muster(roster, shelf, house_rules=True)
    return sum(stand.battle_line for stand in fielded.stands)


# ── drawing ──────────────────────────────────────────────────────────────────
def drawn(asked: ArmyDrawn) -> ArmyShown:
    """A random army, one filled up, or the bare minimums of a list. [AL-15.2]"""
    shelf, cap = shelf_of(asked.lists, asked.settings), cap_of(asked.cap)
    if asked.roster is not None:
        draft = read_roster(asked.roster)
        source = shelf.source_of(draft.roster)
        if source is None:
            raise Refused("plain", 400, sentence=check(draft.roster, shelf, cap)[0].message)
        roster = filled(bind(draft.roster, *source), cap)
        if isinstance(roster, Finding):
            raise PlainError(roster.message)
    else:
        one = find_list(asked.key[:120], shelf)
        size = size_in_commands(cap)
        seed = abs(asked.seed or 0) % 1_000_000_000
        if size is not None:
            roster = random_commands(one, seed, size, shelf, cards=asked.cards)
        elif asked.seed is None:
            roster = least(one, shelf)
        else:
            roster = random_roster(one, seed, cap, shelf, cards=asked.cards)
        roster = msgspec.structs.replace(roster, label="", id="")
    drawn_one, read = selection_of(roster), asked.settings
    return army(ArmyAsked(roster=drawn_one, cap=cap, lists=asked.lists, settings=read))


def least(one: ArmyList, shelf: Library) -> Roster:
    """The minimums of a list in the stretch of years that lasts longest, led if it can be."""
    starts = turning_years(one)
    ends = (*starts[1:], one.years.end_date + 1)
    year = max(zip(starts, ends, strict=True), key=lambda span: (span[1] - span[0], -span[0]))[0]
    stands = {
        f"{MAIN}/{offer.option.key}": {offer.option.types[0]: offer.option.min}
        for offer in main_offers(one, year, None)
        if not offer.closed and offer.option.min and offer.option.types
    }
    roster = pinned(Roster(year=year, stands=stands), shelf.data_of(one), one)
    led = next(iter(leaders(bind(roster, shelf.data_of(one), one))), None)
    general = General(led.key, led.code) if led else None
    return msgspec.structs.replace(roster, general=general, id="", label="")
