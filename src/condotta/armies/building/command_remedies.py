"""What may be done about a finding of an army in commands. [AL-16.8, GT-2]

Remedies of a whole army work on its stands; these keep to the command that holds them.
"""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from condotta.armies.building.remedies import MOST, cured, fewer, remedy, still
from condotta.armies.building.views import Remedy
from condotta.armies.cards.cardforms import card_key
from condotta.armies.checking.army_commands import ALLY, MAIN, Part, command_points
from condotta.armies.checking.checking_general import leading_types
from condotta.armies.findings import Finding
from condotta.armies.records import Command, CommandGeneral, Roster
from condotta.armies.sizes import reluctant

Split = tuple[Part, ...]
Stands = dict[str, dict[str, int]]


def divided_remedies(roster: Roster, split: Split, found: Finding) -> tuple[Remedy, ...]:
    """What would help against one finding of an army in commands; nothing where nobody can know."""
    cure = CURES.get(found.code)
    return tuple(cure(roster, split, found))[:MOST] if cure else ()


# ── leaders and points ───────────────────────────────────────────────────────
def _led(roster: Roster, split: Split, found: Finding) -> Iterator[Remedy]:
    """Each type that may lead that command, with whether the whole is led from there. [GT-2.4]"""
    for part, command in _named(split, found):
        was = command.general
        overall = was is not None and was.overall_commander
        for key, code in dict.fromkeys(_leading(part, command, overall=overall)):
            general = CommandGeneral(key, code, overall)
            changed = _with(roster, replace(command, general=general))
            what = next((one.option.description for one in part.bound.offers if one.key == key), "")
            yield remedy("lead", changed, troop=f"troop.{code}", what=what)


def _leading(part: Part, command: Command, *, overall: bool) -> Iterator[tuple[str, str]]:
    """The options and types of a command that may have its general."""
    there = {code for counts in command.stands.values() for code in counts}
    allowed = set(leading_types(part.bound))
    if part.kind == MAIN and not overall:
        allowed = there - reluctant() or there
    for key, counts in command.stands.items():
        for code, stands in counts.items():
            if stands and code in allowed:
                yield key, code


def _overall(roster: Roster, split: Split, _: Finding) -> Iterator[Remedy]:
    """The whole army is led from the largest main command, if no ally is larger. [GT-2.4]"""
    every = [(part, one) for part in split for one in part.commands]
    most = max((command_points(part, one) for part, one in every), default=0)
    for part, largest in every:
        if part.kind == ALLY or command_points(part, largest) < most:
            continue
        for key, code in dict.fromkeys(_leading(part, largest, overall=True)):
            changed = tuple(
                replace(one, general=CommandGeneral(key, code, overall_commander=True))
                if one.number == largest.number
                else replace(
                    one, general=one.general and replace(one.general, overall_commander=False)
                )
                for one in roster.split
            )
            told = {"number": largest.number, "troop": f"troop.{code}"}
            yield remedy("overall", replace(roster, commands=changed), **told)


def _level(roster: Roster, _: Split, __: Finding) -> Iterator[Remedy]:
    """No command has more or fewer command points than its die. [GT-7.2]"""
    level = tuple(replace(one, command_point_modifier=0) for one in roster.split)
    yield remedy("level", replace(roster, commands=level))


# ── stands ───────────────────────────────────────────────────────────────────
def _own(roster: Roster, split: Split, found: Finding) -> Iterator[Remedy]:
    """An ally command keeps what its own list has. [GT-2.2]"""
    for part, command in _named(split, found):
        known = {offer.key for offer in part.bound.offers}
        kept = {key: counts for key, counts in command.stands.items() if key in known}
        yield remedy("drop", _with(roster, replace(command, stands=kept)))


def _drop(roster: Roster, split: Split, found: Finding) -> Iterator[Remedy]:
    """The stands of that option are left out, of every command that has them."""
    part = _part_of(split, found)
    offer = next((one for one in part.bound.offers if one.key == found.where), None)
    numbers = {one.number for one in part.commands}

    def without(stands: Stands) -> Stands:
        return _filled({**stands, found.where: still(stands.get(found.where, {}), offer, found)})

    changed = tuple(
        replace(one, stands=without(one.stands)) if one.number in numbers else one
        for one in roster.split
    )
    yield remedy("drop", replace(roster, commands=changed))


def _resize(roster: Roster, split: Split, found: Finding) -> Iterator[Remedy]:
    """As many stands as there may be: more in the smallest, fewer from the last. [AL-16.4]"""
    part = _part_of(split, found)
    offer = next((one for one in part.bound.offers if one.key == found.where), None)
    if offer is None:
        return
    total = part.bound.stands_of(offer.key)
    wanted = offer.option.min if total < offer.option.min else offer.option.max
    held = {
        one.number: {key: dict(stands) for key, stands in one.stands.items()}
        for one in part.commands
    }
    if total < wanted:
        smallest = min(part.commands, key=lambda one: (command_points(part, one), one.number))
        counts = held[smallest.number].setdefault(offer.key, {})
        first = next(
            (code for code in offer.option.types if counts.get(code)), offer.option.types[0]
        )
        counts[first] = counts.get(first, 0) + wanted - total
    over = max(total - wanted, 0)
    for number in sorted(held, reverse=True):
        over = fewer(held[number].get(offer.key, {}), over)
    changed = tuple(
        replace(one, stands=_filled(held.get(one.number, one.stands))) for one in roster.split
    )
    told = {"what": offer.option.description, "count": wanted}
    yield remedy("set", replace(roster, commands=changed), **told)


def _filled(stands: Mapping[str, Mapping[str, int]]) -> Stands:
    """Without types and options of which nothing is left."""
    whole = {key: {code: n for code, n in counts.items() if n} for key, counts in stands.items()}
    return {key: counts for key, counts in whole.items() if counts}


# ── cards and the whole ──────────────────────────────────────────────────────
def _cards(roster: Roster, split: Split, found: Finding) -> Iterator[Remedy]:
    """The card that this command cannot bring is left at home. [AL-16.6]"""
    name = found.params.get("card")
    for _, command in _named(split, found):
        army = tuple(one for one in command.army_cards if card_key(one.code) != name)
        troop = tuple(one for one in command.troop_cards if card_key(one.code) != name)
        if (army, troop) == (command.army_cards, command.troop_cards):
            continue
        codes = {one.code for one in command.army_cards}
        codes |= {one.code for one in command.troop_cards}
        code = next(one for one in sorted(codes) if card_key(one) == name)
        changed = _with(roster, replace(command, army_cards=army, troop_cards=troop))
        yield remedy("no-card", changed, card=f"card.{code}.name")


def _whole(roster: Roster, split: Split, found: Finding) -> Iterator[Remedy]:
    """What helps an army that is not divided helps this one as well."""
    yield from cured(replace(split[0].bound, roster=roster), found)


def _named(split: Split, found: Finding) -> Iterator[tuple[Part, Command]]:
    """The command that a finding is about, with its part."""
    for part in split:
        for command in part.commands:
            if found.where == f"command {command.number}":
                yield part, command


def _part_of(split: Split, found: Finding) -> Part:
    """The part whose stands a finding is about."""
    held = (one for one in split if one.bound.roster.stands.get(found.where))
    known = (one for one in split if any(each.key == found.where for each in one.bound.offers))
    return next(held, None) or next(known, split[0])


def _with(roster: Roster, command: Command) -> Roster:
    """The roster with one command as it is now."""
    return replace(
        roster,
        commands=tuple(command if one.number == command.number else one for one in roster.split),
    )


Cure = Callable[[Roster, Split, Finding], Iterator[Remedy]]
CURES: Mapping[str, Cure] = {
    "commandGeneralMissing": _led,
    "commandGeneralTypeNotAllowed": _led,
    "overallCommanderNotInLargest": _overall,
    "generalMissing": _overall,
    "generalNotInArmy": _overall,
    "generalTroopTypeNotAllowed": _overall,
    "commandPointModifiersUnbalanced": _level,
    "commandMixesAlly": _own,
    "troopOptionUnavailable": _drop,
    "troopOptionUnknown": _drop,
    "troopTypeNotInOption": _drop,
    "troopOptionBelowMin": _resize,
    "troopOptionAboveMax": _resize,
    "battleCardUnavailable": _cards,
    "yearOutsideList": _whole,
    "variantNotChosen": _whole,
    "variantUnknown": _whole,
    "variantNotAsked": _whole,
}
"""What is done about which findings."""
