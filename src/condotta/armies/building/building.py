"""Building an army, one change at a time: everything a page or a program needs to show. [AL-15]

`start` opens a list, `changed` applies changes, `view` tells all about the roster as it is. No
order of changes matters, nothing is stored here, and nothing that a player does is an error.
"""

from collections.abc import Iterator

import msgspec

from condotta.armies.building.card_views import army_cards
from condotta.armies.building.changes import AnyChange, changed
from condotta.armies.building.command_remedies import divided_remedies
from condotta.armies.building.command_views import allies, command, sizes_shown, split_of
from condotta.armies.building.option_views import contingent, option_rows
from condotta.armies.building.remedies import remedies
from condotta.armies.building.views import (
    AnswerShown,
    ArmyShown,
    FindingShown,
    ListAbout,
    NotedShown,
    SegmentShown,
    told,
)
from condotta.armies.checking.army_commands import Part
from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.checking_general import could_lead
from condotta.armies.checking.costing import Breakdown, bill
from condotta.armies.checking.paying import paid
from condotta.armies.findings import Finding, in_order
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import main_offers, minimums, turning_years
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.mustering.mustering import without_stands
from condotta.armies.random.random_armies import answers
from condotta.armies.readings import is_shipped, readings
from condotta.armies.records import STANDARD_CAP, ArmyList, General, Home, Rating, Roster
from condotta.armies.rosters.rosters import pinned, selection_of
from condotta.armies.rosters.sharing import share_code
from condotta.armies.shelf import Library, find_list, shipped
from condotta.armies.sizes import sizes
from condotta.settings import settings_shown
from condotta.words.catalogue import FIRST

__all__ = ["AnyChange", "changed", "least", "start", "view"]


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
    first = variant if variant is not None else answers(army)[0]
    return _bare(army, found, year or turning_years(army)[0], first)


def _bare(army: ArmyList, shelf: Library, year: int, variant: str | None) -> Roster:
    """The minimums of a list in that year under that answer."""
    stands = minimums(main_offers(army, year, variant))
    return pinned(Roster(year=year, variant=variant, stands=stands), shelf.data_of(army), army)


def least(army: ArmyList, shelf: Library) -> Roster:
    """The minimums of a list in the stretch of years that lasts longest, led if it can be."""
    starts = turning_years(army)
    ends = (*starts[1:], army.years.end_date + 1)
    year = max(zip(starts, ends, strict=True), key=lambda span: (span[1] - span[0], -span[0]))[0]
    roster = _bare(army, shelf, year, None)
    led = next(iter(could_lead(bind(roster, shelf.data_of(army), army))), None)
    general = General(led.key, led.code) if led else None
    return msgspec.structs.replace(roster, general=general, id="", label="")


def view(
    roster: Roster,
    shelf: Library | None = None,
    *,
    cap: HalfPoints = STANDARD_CAP,
    before: tuple[Finding, ...] = (),
    lang: str = FIRST,
) -> ArmyShown:
    """Everything about a roster now; of one whose list is not there, that and nothing else.

    `before` are findings about how it was written; a size in commands has a cap of its own.
    """
    found, size = shelf or shipped(), sizes().get(roster.game_size)
    most = size.points if size and size.commands else cap
    judged = in_order([*before, *check(roster, found, most)])
    source = found.source_of(roster)
    if source is None:
        about = tuple(told(one, lang) for one in judged)
        return ArmyShown(roster=selection_of(roster), cap=most, findings=about)
    return _shown(bind(roster, *source), found, judged, most, lang)


def _shown(
    bound: Bound, shelf: Library, judged: tuple[Finding, ...], cap: HalfPoints, lang: str
) -> ArmyShown:
    roster, split = bound.roster, split_of(bound, shelf)
    front = split[0].bound if split else bound
    spent, whole = bill(front), paid(roster, (bound.data, bound.army), shelf)
    return ArmyShown(
        roster=selection_of(roster),
        list=_about(front, own=not is_shipped(bound.data)),
        options=option_rows(front, spent, divided=roster if split else None),
        contingents=tuple(
            contingent(front, one, spent)
            for one in front.army.ally_options
            if one.internal or not split
        ),
        cards=army_cards(front, spent),
        bar=tuple(_bar(whole)),
        cap=cap,
        total=whole.total,
        stand_points=whole.stand_points,
        card_points=whole.card_points,
        allied_points=whole.allied_points,
        stand_count=whole.stand_count,
        legal=legal(judged),
        findings=tuple(_found(bound, split, one, cap, lang) for one in judged),
        code=share_code(roster),
        sizes=sizes_shown(),
        commands=tuple(
            command(part, one, option_rows(part.bound, bill(part.bound)) if number else ())
            for number, part in enumerate(split)
            for one in part.commands
        ),
        allies=tuple(allies(bound, shelf)),
        readings=settings_shown(readings()),
    )


def _found(
    bound: Bound, split: tuple[Part, ...], one: Finding, cap: HalfPoints, lang: str
) -> FindingShown:
    """A finding with what may be done about it."""
    help_ = divided_remedies(bound.roster, split, one) if split else remedies(bound, one, cap)
    return told(one, lang, help_)


def _about(bound: Bound, *, own: bool) -> ListAbout:
    """The list: its years, ratings, homes and question, with what holds for this roster."""
    one, holds = bound.army, without_stands(bound)
    return ListAbout(
        key=one.key,
        name=one.name,
        start=one.years.start_date,
        end=one.years.end_date,
        invasion=_rated(one.invasion_ratings, holds.invasion),
        manoeuvre=_rated(one.maneuver_ratings, holds.manoeuvre),
        homes=_housed(one.home_topographies, holds.homes),
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


def _rated(all_of: tuple[Rating, ...], holds: Rating) -> tuple[NotedShown, ...]:
    """Ratings with their notes, and the one that holds. [AL-2.5]"""
    return tuple(
        NotedShown(value=str(one.value), note=one.note, holds=one == holds) for one in all_of
    )


def _housed(all_of: tuple[Home, ...], hold: tuple[Home, ...]) -> tuple[NotedShown, ...]:
    """Home countries with their notes, and those that may be chosen from. [AL-2.6]"""
    return tuple(
        NotedShown(value=value, note=one.note, holds=one in hold)
        for one in all_of
        for value in one.values
    )


def _bar(spent: Breakdown) -> Iterator[SegmentShown]:
    """The points bar: types in the order of the list, then the cards that cost. [AL-9.10]"""
    stands: dict[str, list[int]] = {}
    for line in spent.stands:
        held = stands.setdefault(line.code, [0, 0])
        held[0] += line.stands
        held[1] += line.half_points
    for code, (count, halves) in stands.items():
        yield SegmentShown(kind="stands", code=code, count=count, half_points=halves)
    for card in spent.cards:
        if card.half_points:
            yield SegmentShown(
                kind="card", code=card.code, count=card.copies, half_points=card.half_points
            )
