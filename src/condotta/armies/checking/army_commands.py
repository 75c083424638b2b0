"""Armies in commands: larger games, where a list is multiplied and allies bring their own. [AL-16]

Main commands share one list whose minimums and maximums are multiplied by their number; an ally
command holds its own list once and nothing else. Each part is then checked like any army, and the
split by rules of its own.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from condotta.armies.cards.card_lines import CardLine
from condotta.armies.cards.cardforms import card_key
from condotta.armies.cards.cardprices import of_general, on_stands, stand_price
from condotta.armies.cards.choosing import merged
from condotta.armies.checking.checking_general import general_findings, leading_types
from condotta.armies.checking.checking_stands import stand_findings
from condotta.armies.checking.costing import Breakdown, StandLine, bill
from condotta.armies.checking.naming import named
from condotta.armies.findings import ERROR, Finding, finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.records import (
    ArmyList,
    CardEntry,
    Command,
    CommandGeneral,
    DataSet,
    General,
    Option,
    Roster,
)
from condotta.armies.shelf import Library, list_of
from condotta.armies.sizes import Size, reluctant

MAIN, ALLY = "main", "ally"


class Part(msgspec.Struct, frozen=True):
    """Commands that share a list: the main ones together, or one ally."""

    bound: Bound
    commands: tuple[Command, ...]
    kind: str


def parts(roster: Roster, data: DataSet, army: ArmyList, shelf: Library) -> tuple[Part, ...]:
    """The main army, its list multiplied, and each ally with its own list. [AL-16.4, AL-16.6]"""
    main = tuple(one for one in roster.split if one.kind != ALLY)
    allies = [
        Part(_ally(roster, data, army, one, shelf), (one,), ALLY)
        for one in roster.split
        if one.kind == ALLY
    ]
    return (Part(_main(roster, data, army, main), main, MAIN), *allies)


def _main(roster: Roster, data: DataSet, army: ArmyList, main: tuple[Command, ...]) -> Bound:
    internal = {one.key for one in army.ally_options if one.internal}
    overall = next(
        (one.general for one in main if one.general and one.general.overall_commander), None
    )
    whole = replace(
        roster,
        stands=merged(main),
        contingents=tuple(key for key in roster.contingents if key in internal),
        general=_plain(overall),
    )
    return bind(whole, data, multiplied(army, max(len(main), 1)))


def _ally(roster: Roster, data: DataSet, army: ArmyList, command: Command, shelf: Library) -> Bound:
    """The ally's full list; where there is none, the body itself as a list. [AL-16.6]

    # RULING AL-16.6: an ally's cards are priced and limited as those of an army of its own.
    """
    named = Roster(army_list_id=command.army_list_id, army_list_name=command.army_list_name)
    own = list_of(named, data) or next(
        (one for more in shelf.sets if (one := list_of(named, more))), None
    )
    entry = next(
        (
            body
            for option in army.ally_options
            if option.key == command.ally_option
            for one in option.ally_entries
            if (body := one.body) is not None
        ),
        None,
    )
    if own is None:
        options = entry.troop_options if entry else ()
        own = replace(
            army,
            key=command.ally_option,
            name=command.army_list_name or command.ally_option,
            troop_options=options,
            ally_options=(),
            battle_card_entries=(),
            variants=None,
        )
    alone = replace(
        roster,
        stands=command.stands,
        contingents=(),
        variant=None,
        general=_plain(command.general),
        army_cards=command.army_cards,
        troop_cards=command.troop_cards,
    )
    return bind(alone, data, own)


def multiplied(army: ArmyList, times: int) -> ArmyList:
    """The list with every number of stands and cards times so many. [AL-16.4, GT-2.1]"""

    def cards(entries: tuple[CardEntry, ...]) -> tuple[CardEntry, ...]:
        return tuple(replace(one, max=one.max and one.max * times) for one in entries)

    def option(one: Option) -> Option:
        return replace(
            one,
            min=one.min * times,
            max=one.max * times,
            battle_card_entries=cards(one.battle_card_entries),
        )

    contingents = tuple(
        replace(
            chosen,
            ally_entries=tuple(
                replace(
                    entry,
                    body=entry.body
                    and replace(
                        entry.body, troop_options=tuple(map(option, entry.body.troop_options))
                    ),
                )
                for entry in chosen.ally_entries
            ),
        )
        for chosen in army.ally_options
    )
    return replace(
        army,
        troop_options=tuple(map(option, army.troop_options)),
        battle_card_entries=cards(army.battle_card_entries),
        ally_options=contingents,
    )


def bill_of(found: tuple[Part, ...]) -> Breakdown:
    """One bill of all parts; an ally's places begin with the number of its command."""
    stands: list[StandLine] = []
    cards: list[CardLine] = []
    for part in found:
        spent, allied = bill(part.bound), part.kind == ALLY
        place = f"{part.commands[0].number}/" if allied else ""
        stands += [
            replace(line, option=place + line.option, allied=allied) for line in spent.stands
        ]
        cards += [replace(card, where=place + card.where) for card in spent.cards]
    return Breakdown(tuple(stands), tuple(cards))


def leads_all(command: Command) -> bool:
    """Whether the overall commander leads it. [GT-2.4]"""
    return command.general is not None and command.general.overall_commander


def in_order(part: Part) -> list[Command]:
    """The commands of a part, the overall commander's first. [GT-2.4]"""
    return sorted(part.commands, key=lambda one: not leads_all(one))


def command_points(part: Part, command: Command) -> HalfPoints:
    """A command's stands at cost and the cards bought for them. [AL-16.7, GT-2.6]

    Cards of the army or of a whole option belong to no command.

    # RULING AL-16.7: stands of a type are dealt to the commands in turn, that of the overall
    # commander before the others; so those are his that come first.
    """
    commands = in_order(part)
    place = commands.index(command)
    total = of_general(part.bound) if place == 0 else 0
    for fill in part.bound.fielded:
        counts = [one.stands.get(fill.key, {}).get(fill.code, 0) for one in commands]
        before, count = sum(counts[:place]), counts[place]
        total += count * stand_price(part.bound, fill)
        for numbers, each in on_stands(part.bound, fill.key, fill.code):
            total += each * sum(before <= number < before + count for number in numbers)
    return total


def command_findings(found: tuple[Part, ...], size: Size) -> Iterator[Finding]:
    """Everything about stands, leaders and the split. [AL-16.8]"""
    for part in found:
        yield from named(part.bound, stand_findings(part.bound))
        yield from named(part.bound, general_findings(part.bound))
        yield from _card_places(part, size)
    yield from _split(found, size)
    for part in found:
        for command in part.commands:
            yield from named(part.bound, _one(part, command, size))


def _card_places(part: Part, size: Size) -> Iterator[Finding]:
    """An ally brings cards of its camp and its dismounting; a main command none. [AL-16.6]"""
    for command in part.commands:
        army = {card.code for card in command.army_cards}
        every = army | {card.code for card in command.troop_cards}
        barred = every if part.kind == MAIN else army - set(size.ally_army_cards)
        for code in sorted(barred):
            yield finding(
                "battleCardUnavailable",
                ERROR,
                f"command {command.number}",
                "AL-16.6",
                card=card_key(code),
                reason="army.closed.command",
            )


def _split(found: tuple[Part, ...], size: Size) -> Iterator[Finding]:
    every = [(part, one) for part in found for one in part.commands]
    if len(every) != size.commands:
        yield finding(
            "commandCount", ERROR, "commands", "GT-1.1", count=len(every), wanted=size.commands
        )
    weights = {id(one): command_points(part, one) for part, one in every}
    largest = max((weights[id(one)] for part, one in every), default=0)
    overall = [one for _, one in every if one.general and one.general.overall_commander]
    in_main = [one for part, one in every if part.kind == MAIN]
    if len(overall) != 1 or overall[0] not in in_main or weights[id(overall[0])] < largest:
        yield finding("overallCommanderNotInLargest", ERROR, "commands", "GT-2.4")
    shifts = [one.command_point_modifier for _, one in every]
    allied = [one.command_point_modifier for part, one in every if part.kind == ALLY]
    if sum(shifts) or any(abs(one) > size.swing for one in shifts) or any(allied):
        yield finding("commandPointModifiersUnbalanced", ERROR, "commands", "GT-7.2")


def _one(part: Part, command: Command, size: Size) -> Iterator[Finding]:
    where = f"command {command.number}"
    weight = command_points(part, command)
    if weight < size.least:
        yield finding("commandTooSmall", ERROR, where, "GT-2.3", points=weight, least=size.least)
    known = {offer.key for offer in part.bound.offers}
    if part.kind == ALLY and set(command.stands) - known:
        yield finding("commandMixesAlly", ERROR, where, "GT-2.2")
    general = command.general
    if general is None or not command.stands.get(general.option, {}).get(general.troop_type_code):
        yield finding("commandGeneralMissing", ERROR, where, "GT-2.4")
        return
    if part.kind == ALLY or general.overall_commander:
        allowed = set(leading_types(part.bound))
    else:
        there = {code for counts in command.stands.values() for code in counts}
        allowed = there - reluctant() or there
    if general.troop_type_code not in allowed:
        yield finding(
            "commandGeneralTypeNotAllowed", ERROR, where, "GT-2.4", code=general.troop_type_code
        )


def _plain(general: CommandGeneral | None) -> General | None:
    return General(general.option, general.troop_type_code) if general else None
