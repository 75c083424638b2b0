"""Lists and rosters as text: the catalogue of lists, one list, one roster. [AL-15.5]"""

from collections.abc import Iterator, Mapping

from condotta.armies.building.searching import named
from condotta.armies.cards.choosing import named_on
from condotta.armies.checking.army_commands import command_points, parts
from condotta.armies.checking.checking import check
from condotta.armies.checking.costing import Breakdown
from condotta.armies.checking.paying import bounds, cost
from condotta.armies.findings import Finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import contingents
from condotta.armies.records import (
    STANDARD_CAP,
    AllyOption,
    ArmyList,
    CardEntry,
    Option,
    Roster,
    Years,
    leads,
)
from condotta.armies.shelf import Library, shipped
from condotta.armies.text import plain
from condotta.armies.years import span_name, year_name
from condotta.words import points, say

BATTLE_LINE: Mapping[str, str] = {"all": "all", "half": "half"}


def list_table(wanted: str = "", shelf: Library | None = None) -> str:
    """The lists whose name or keywords hold the text, a line each. [AL-2.3]"""
    lines = [
        f"{one.key:<6} {one.name:<40} {span_name(Years(one.start, one.end))}"
        for one in named(wanted, shelf)
    ]
    return "\n".join(lines) or say("army.noListWith", {"text": wanted})


def roster_table(wanted: str = "", shelf: Library | None = None) -> str:
    """The shipped rosters whose name or list holds the text, a line each."""
    asked = plain(wanted)
    lines = [
        f"{roster.id:<70} {roster.label}"
        for roster in (shelf or shipped()).rosters
        if asked in plain(f"{roster.id} {roster.label}")
    ]
    return "\n".join(lines) or say("army.noRosterWith", {"text": wanted})


def show(army: ArmyList) -> str:
    """A whole list: years, ratings, homes, options, generals, contingents."""
    lines = [
        f"{army.name} ({army.key}), {span_name(army.years)}",
        _row("invasion", _noted((one.value, one.note) for one in army.invasion_ratings)),
        _row("manoeuvre", _noted((one.value, one.note) for one in army.maneuver_ratings)),
        _row("home", _noted((_either(one.values), one.note) for one in army.home_topographies)),
        _row("general", _generals(army)),
    ]
    if army.variants:
        answers = ", ".join(f"{one.id} ({one.name})" for one in army.variants.variants)
        lines.append(_row("choose", f"{army.variants.label}: {answers}"))
    if army.battle_card_entries:
        lines.append(_row("cards", ", ".join(map(_card, army.battle_card_entries))))
    lines += ["", *(_option(f"main/{option.key}", option) for option in army.troop_options)]
    for chosen in army.ally_options:
        lines += ["", *_contingent(chosen)]
    return "\n".join(lines)


def sheet(roster: Roster, shelf: Library | None = None, cap: HalfPoints = STANDARD_CAP) -> str:
    """A roster for the table: its stands, battle line, cards, totals and findings at that cap."""
    found = shelf or shipped()
    bill = cost(roster, found)
    cores = _cores(roster, found)
    lines = [f"{roster.label or roster.army_list_name}"]
    lines += [f"{roster.army_list_name} ({roster.list_key}), {year_name(roster.year)}", ""]
    for line in bill.stands:
        led = leads(roster.general, line.option, line.code)
        lines.append(
            f"{line.stands:>3} {line.name:<16} {points(line.half_points):>4}  "
            f"{cores.get(line.option, '–'):<4} {line.option:<10} {line.description}"
            f"{_mark('leads') if led else ''}{_mark('ally') if line.allied else ''}"
        )
    for card in bill.cards:
        price = "?" if card.half_points is None else points(card.half_points)
        where = placed(roster, card.code, card.where) + together(card.together)
        lines.append(f"{card.copies:>3} {card.code:<16} {price:>4}       {where}")
    lines += ["", *_commands(roster, found)] if roster.split else []
    return "\n".join([*lines, "", *totals(bill), *finding_lines(check(roster, found, cap))])


def placed(roster: Roster, code: str, where: str, lang: str = "en") -> str:
    """Where a card is: its option, and which stands of it where the owner has named them."""
    stands = named_on(roster, code, where)
    return f"{where} · {say('army.sheet.on', {'stands': stands}, lang)}" if stands else where


def together(clause: str, lang: str = "en") -> str:
    """Why a card has its price here or none: by that clause there is one for the whole army."""
    return f" · {say('army.sheet.together', {'clause': clause}, lang)}" if clause else ""


def totals(bill: Breakdown) -> Iterator[str]:
    """The totals of a bill. [AL-9.10]"""
    params = {"total": bill.total, "stands": bill.stand_points, "cards": bill.card_points}
    yield say("army.sheet.total", {**params, "count": bill.stand_count})
    if bill.allied_points:
        yield say("army.sheet.allied", {"points": bill.allied_points})


def finding_lines(found: tuple[Finding, ...]) -> Iterator[str]:
    """Findings, a line each, with their clauses."""
    return (f"{one.severity}: {one.message} [{one.clause}]" for one in found)


def _cores(roster: Roster, shelf: Library) -> dict[str, str]:
    """Battle line by option key: `all`, `half` or a dash. [AL-1.8]"""
    return {
        place + offer.key: BATTLE_LINE.get(offer.option.core, "–")
        for place, bound in bounds(roster, shelf.sourced(roster), shelf)
        for offer in bound.offers
    }


def _commands(roster: Roster, shelf: Library) -> Iterator[str]:
    """Each command of a larger army: its list, points, general and stands. [AL-16.8]"""
    for part in parts(roster, *shelf.sourced(roster), shelf):
        for one in part.commands:
            counts = [
                f"{count} {code} {key}"
                for key, types in one.stands.items()
                for code, count in types.items()
            ]
            led = f"{one.general.troop_type_code} {one.general.option}" if one.general else "–"
            named = {"number": one.number, "list": part.bound.army.name}
            yield (
                f"{say('army.print.command', named)}: {points(command_points(part, one))}; "
                f"{say('army.sheet.general')} {led}; {', '.join(counts)}"
            )


def _row(key: str, value: str) -> str:
    return f"{say(f'army.sheet.{key}')} {value}"


def _mark(key: str) -> str:
    return f" ({say(f'army.sheet.{key}')})"


def _either(values: tuple[str, ...]) -> str:
    return f" {say('army.sheet.or')} ".join(values)


def _noted(values: Iterator[tuple[object, str]]) -> str:
    parts = [f"{value} ({note})" if note else f"{value}" for value, note in values]
    return "; ".join(parts) or "–"


def _generals(army: ArmyList) -> str:
    groups = [_either(group.types) for group in army.troop_entries_for_general]
    return f", {say('army.sheet.otherwise')} ".join(groups)


def _card(card: CardEntry) -> str:
    limit = "" if card.max is None else f"0-{card.max} "
    return f"{limit}{card.battle_card_code}{f' ({card.note})' if card.note else ''}"


def _option(key: str, option: Option) -> str:
    """One row: key, how many, of what, in the battle line or not, when, with which cards."""
    marks = f"{say('army.sheet.oneType')} " if option.one_type_only else ""
    parts = [
        f"{key:<10} {option.min}-{option.max:<3} {marks}{_either(option.types):<14}",
        f"{BATTLE_LINE.get(option.core, '–'):<4} {option.description}",
    ]
    parts += [f"({option.note})"] if option.note else []
    parts += [f"[{span_name(years)}]" for years in option.date_ranges]
    parts += [_row("cards", ", ".join(map(_card, option.battle_card_entries)))] * bool(
        option.battle_card_entries
    )
    return " ".join(parts)


def _contingent(chosen: AllyOption) -> Iterator[str]:
    years = f" [{span_name(chosen.date_range)}]" if chosen.date_range else ""
    yield _row("optional" if chosen.internal else "allies", f"{chosen.key}{years}")
    for key, entry in contingents(chosen):
        condition = f" ({entry.condition})" if entry.condition else ""
        yield f"{key} {entry.name}{condition}"
        for option in entry.body.troop_options if entry.body else ():
            yield _option(f"{key}/{option.key}", option)
