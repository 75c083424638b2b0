"""The roster on paper: its stands with all they fight with, its cards, the rules it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from condotta.armies.building.card_views import in_order
from condotta.armies.cards.carrying import stand_cards
from condotta.armies.checking.costing import Breakdown, bill
from condotta.armies.checking.paying import bounds, paid
from condotta.armies.lists.binding import Bound, Fill
from condotta.armies.records import leads
from condotta.armies.rosters.rosters import read_roster
from condotta.rules.clauses import clause, clauses, in_language
from condotta.rules.triumph.settings import DEFAULTS
from condotta.rules.triumph.tables import CAMP, TABLES, troop
from condotta.server.armoury.armoury import army
from condotta.server.armoury.armoury_forms import (
    ArmyAsked,
    BeatenShown,
    SheetCard,
    SheetRow,
    SheetRule,
    SheetShown,
)
from condotta.server.games.shelves import shelf_of
from condotta.server.reasons import Refused

FOOT_OPEN, FOOT_CLOSE, MOUNTED = "open foot", "close foot", "mounted"
ALWAYS = ("TC-4.3", "TC-4.5", "TC-4.7", "TC-4.8", "TC-5.22", "TC-2.10", "TC-2.11", "TC-2.12",
          "TC-2.13", "TC-2.14", "TC-3.3", "TC-3.5", "TC-3.6", "TC-3.42", "TC-3.72", "TC-9.20",
          "TC-10.1")  # fmt: skip
"""What every army needs. The order on paper is that of the clauses."""
FOR: Mapping[str, frozenset[str]] = {
    "TC-1.4": frozenset({MOUNTED}),
    "TC-2.16": frozenset({MOUNTED}),
    "TC-2.17": frozenset({FOOT_CLOSE}),
    "TC-2.18": frozenset({FOOT_OPEN}),
    "TC-2.19": frozenset({"PIK"}),
    "TC-2.20": frozenset({"WRR"}),
    "TC-2.31": frozenset({"PIK", "WRR"}),
    "TC-3.30": frozenset({"RBL"}),
    "TC-3.31": frozenset({"RBL"}),
    "TC-3.32": frozenset({"SKM"}),
    "TC-3.33": frozenset({"HBW", "JCV"}),
    "TC-3.34": frozenset({"ECV", "CHT", "BAD", "BTX"}),
    "TC-3.70": frozenset({"KNT", "WRR", "WBD", "EFT", "ELE"}),
    "TC-3.71": frozenset({"KNT", "WRR", "WBD", "EFT", "ELE"}),
    "TC-3.73": frozenset({"ART", "WWG"}),
    "TC-4.6": frozenset({"ELE", "ART", "WWG"}),
    "TC-5.41": frozenset({FOOT_OPEN}),
    "TC-6.6": frozenset({"ARC", "PAV"}),
    "TC-6.7": frozenset({"ART", "WWG"}),
    "TC-6.9": frozenset({"ARC", "PAV", "ART"}),
    "TC-6.10": frozenset({"WWG"}),
}
"""What only some troops need: types, or kinds of troops."""


def sheet(asked: ArmyAsked, lang: str) -> SheetShown:
    """Everything that goes on paper, clauses in the reader's language."""
    shelf = shelf_of(asked.lists, asked.settings)
    roster = read_roster(asked.roster).roster
    source = shelf.source_of(roster)
    if source is None:
        raise Refused("no-army", 400)
    every = [bound for _, bound in bounds(roster, source, shelf)]
    return SheetShown(
        army=army(asked),
        rows=tuple(line for one in every for line in rows(one, bill(one))),
        cards=tuple(cards(paid(roster, source, shelf))),
        rules=tuple(rules(frozenset().union(*map(kinds, every)), lang)),
        camp_half_points=TABLES.camp.sacked,
        breaks=DEFAULTS.half_points("lossThreshold"),
        data_version=source[0].version,
        rules_version=source[0].rules_version,
    )


def rows(bound: Bound, spent: Breakdown) -> Iterator[SheetRow]:
    """A line for each type of each option, as the bill has them. [AL-15.5]"""
    each = {(line.option, line.code): line.each for line in spent.stands}
    for fill in bound.fielded:
        if bound.data.troop(fill.code) and fill.code in known():
            yield row(bound, fill, each.get((fill.key, fill.code), 0))


def known() -> frozenset[str]:
    """The types that the rules know."""
    return frozenset(one.code for one in TABLES.troops) - {CAMP}


def row(bound: Bound, fill: Fill, each: int) -> SheetRow:
    """One line: what the stands are, what they cost, how they move and fight."""
    kind = troop(fill.code)
    return SheetRow(
        option=fill.key,
        description=fill.offer.option.description if fill.offer else "",
        code=fill.code,
        stands=fill.stands,
        each=each,
        core=fill.offer.option.core if fill.offer else "",
        order=kind.order,
        move=kind.move,
        slow=TABLES.movement.mounted_difficult if kind.is_mounted else None,
        foot=kind.vs_foot,
        mounted=kind.vs_mounted,
        shot_at=kind.shot_at,
        shooting=kind.shooting,
        range=kind.range,
        surcharge=kind.surcharge,
        pursues=pursues(fill.code),
        shattered=tuple(shattered(fill.code)),
        leads=leads(bound.roster.general, fill.key, fill.code),
        allied=fill.allied,
        cards=tuple(
            dict.fromkeys(
                code.partition(":")[0]
                for number in range(fill.stands)
                for code in stand_cards(bound, fill, number)
            )
        ),
    )


def pursues(code: str) -> str:
    """Always, when it doubles, or never. [TC-3.71 to TC-3.73]"""
    if code in DEFAULTS.words("alwaysPursue"):
        return "always"
    return "doubling" if troop(code).pursues else "never"


def shattered(code: str) -> Iterator[BeatenShown]:
    """The rows of the shattered table that are in force without a setting. [TC-3.10 to TC-3.20]"""
    for one in TABLES.shatter:
        if code in one.losers and (one.setting is None or DEFAULTS.flag(one.setting)):
            yield BeatenShown(by=one.by, terrain=one.terrain, combat=one.combat, clause=one.clause)


def cards(spent: Breakdown) -> Iterator[SheetCard]:
    """Each card once, by its number in the rules, with what it costs here."""
    for form in in_order():
        lines = [line for line in spent.cards if line.code == form.code]
        if lines:
            yield SheetCard(
                code=form.code,
                clause=form.clause,
                where=tuple(dict.fromkeys(line.where for line in lines)),
                copies=sum(line.copies for line in lines),
                half_points=sum(line.half_points or 0 for line in lines),
                once=form.one_use,
            )


def kinds(bound: Bound) -> frozenset[str]:
    """The types of an army and the kinds they belong to."""
    tests: Mapping[str, Callable[[str], bool]] = {
        FOOT_OPEN: lambda code: troop(code).is_open_foot,
        FOOT_CLOSE: lambda code: troop(code).is_close_foot,
        MOUNTED: lambda code: troop(code).is_mounted,
    }
    codes = {fill.code for fill in bound.fielded} & known()
    return frozenset(codes | {name for name, test in tests.items() if any(map(test, codes))})


def rules(have: frozenset[str], lang: str) -> Iterator[SheetRule]:
    """The quick reference: what every army needs, and what exactly these troops need."""
    wanted = {*ALWAYS, *(name for name, needs in FOR.items() if needs & have)}
    for one in clauses("TC"):
        if one.id in wanted:
            yield SheetRule(clause=one.id, says=in_language(clause(one.id), lang).says)
