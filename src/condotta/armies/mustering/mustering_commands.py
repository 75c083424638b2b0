"""A larger army ready for the table: command by command, each with its general. [AL-16]"""

from __future__ import annotations

from collections import Counter
from random import Random, SystemRandom

import msgspec
from msgspec.structs import replace

from condotta.armies.cards.carrying import HIDING, CardSpec, cards_of
from condotta.armies.checking.army_commands import ALLY, Part, bill_of, in_order, parts
from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.checking_general import leading_types
from condotta.armies.checking.costing import Breakdown
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import bind
from condotta.armies.mustering.fielding import StandSpec
from condotta.armies.mustering.masking import masked
from condotta.armies.mustering.mustering import Army, stands_of, unfit, without_stands
from condotta.armies.records import Command, Roster, leads
from condotta.armies.shelf import Library, shipped


class CommandSpec(msgspec.Struct, frozen=True):
    """A command that takes the field: its stands, one of which leads, its die. [GT-2, GT-7.2]

    An ally's stands and cards are of its own list: their options begin with the number of the
    command, as on its bill; what was bought for all of it has that number alone. [AL-16.6]
    """

    stands: tuple[StandSpec, ...]
    modifier: int = 0
    ally: bool = False
    cards: tuple[CardSpec, ...] = ()


class Divided(msgspec.Struct, frozen=True):
    """An army in commands, the overall commander's first; `whole` is all of it but the stands.

    `leaders` and `ally_leaders` are the types of which the lists allow a general. `total` is the
    bill in half points. [GT-10.8]
    """

    whole: Army
    commands: tuple[CommandSpec, ...]
    leaders: tuple[str, ...]
    ally_leaders: tuple[str, ...] = ()
    total: HalfPoints = HalfPoints(0)


def divided(
    roster: Roster,
    shelf: Library | None = None,
    *,
    half_up: bool = True,
    lot: Random | None = None,
) -> Divided:
    """The army of a roster in commands; one that is not legal is Unfit. [AL-16.8]

    `half_up` and `lot` are those of `muster`.
    """
    shelf = shelf or shipped()
    found, source = check(roster, shelf), shelf.source_of(roster)
    if source is None or not legal(found):
        raise unfit(roster, found)
    chance = lot or SystemRandom()
    split = parts(roster, *source, shelf)
    dealt = [one for part in split for one in dealt_out(part, half_up=half_up, lot=chance)]
    spent = bill_of(split)
    return Divided(
        without_stands(bind(replace(roster, stands=split[0].bound.roster.stands), *source)),
        tuple(dealt),
        leading_types(split[0].bound),
        tuple(dict.fromkeys(code for part in split[1:] for code in leading_types(part.bound))),
        spent.total,
    )


def for_hiding(paid: Breakdown) -> HalfPoints:
    """Half points of the cards that hide what stands are. [BC-24.1]"""
    return sum(line.half_points or 0 for line in paid.cards if line.code in HIDING)


def dealt_out(part: Part, *, half_up: bool, lot: Random) -> list[CommandSpec]:
    """The stands of a part as its commands hold them, the overall commander's first.

    # RULING AL-16.7: stands of a type are dealt in turn, the overall commander's first; which of
    # them have a card is as the roster says, or the first that do not lead.
    """
    commands = in_order(part)
    left = [
        Counter({(key, code): count for key, counts in one.stands.items()
                 for code, count in counts.items()})
        for one in commands
    ]  # fmt: skip
    hands: list[list[StandSpec]] = [[] for _ in commands]
    for stand in stands_of(part.bound, half_up=half_up):
        kind = (stand.option, stand.code)
        number = next(number for number, counts in enumerate(left) if counts[kind] > 0)
        left[number][kind] -= 1
        own = replace(stand, general=False, allied=stand.allied or part.kind == ALLY)
        hands[number].append(own)
    led = tuple(tuple(with_general(hand, one)) for hand, one in zip(hands, commands, strict=True))
    found = [
        CommandSpec(stands, one.command_point_modifier)
        for stands, one in zip(masked(part.bound, led, lot), commands, strict=True)
    ]
    return [as_ally(part, one) for one in found] if part.kind == ALLY else found


def as_ally(part: Part, command: CommandSpec) -> CommandSpec:
    """An ally's command, its own list's stands and cards. [AL-16.6]"""
    name = str(part.commands[0].number)
    cards = (
        replace(card, option=f"{name}/{card.option}" if card.option else name)
        for card in cards_of(part.bound)
    )
    stands = tuple(of_list(stand, name) for stand in command.stands)
    return replace(command, stands=stands, ally=True, cards=tuple(cards))


def of_list(stand: StandSpec, name: str) -> StandSpec:
    """A stand, and what is behind it, of a list with a name of its own."""
    real = None if stand.real is None else tuple(of_list(one, name) for one in stand.real)
    return replace(stand, option=f"{name}/{stand.option}", real=real)


def with_general(stands: list[StandSpec], command: Command) -> list[StandSpec]:
    """The stands, the first of the general's kind leading them. [GT-2.4, AL-4.4]"""
    for number, one in enumerate(stands):
        if leads(command.general, one.option, one.code):
            stands[number] = replace(one, general=True)
            break
    return stands
