"""Reading rosters that people or other programs wrote: what is wrong becomes findings. [AL-11]

Both our own names and those of the service's layout are understood; what is not is left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from condotta.armies.findings import ERROR, Finding, finding
from condotta.armies.lists.binding import all_offers
from condotta.armies.lists.digest import fingerprint
from condotta.armies.records import (
    MOST_STANDS,
    ArmyCard,
    ArmyList,
    Command,
    DataSet,
    General,
    OptionCard,
    Record,
    Roster,
)
from condotta.armies.text import kebab, tidy
from condotta.armies.years import year_name


class Draft(msgspec.Struct, frozen=True):
    """A roster as far as it could be read, and what could not."""

    roster: Roster
    findings: tuple[Finding, ...]


def read_roster(raw: object) -> Draft:
    """The roster in a decoded JSON value, whatever that value is."""
    found: list[Finding] = []
    if not isinstance(raw, Mapping):
        return Draft(Roster(), (_malformed("roster"),))
    roster = Roster(
        id=_text(raw, "id", found),
        label=_text(raw, "label", found),
        list_key=_text(raw, "listKey", found),
        army_list_id=_text(raw, "armyListId", found),
        army_list_name=_text(raw, "armyListName", found),
        data_version=_text(raw, "dataVersion", found),
        rules_version=_text(raw, "rulesVersion", found),
        game_size=_text(raw, "gameSize", found) or "standard",
        year=_year(raw, found),
        variant=_text(raw, "variant", found) or None,
        contingents=_texts(raw, "contingents", found),
        stands=_stands(raw, found),
        general=_general(raw, found),
        army_cards=tuple(_army_cards(raw, found)),
        troop_cards=tuple(_troop_cards(raw, found)),
        fingerprints=_fingerprints(raw, found),
        commands=_commands(raw, found),
    )
    return Draft(roster, tuple(found))


def pinned(roster: Roster, data: DataSet, army: ArmyList) -> Roster:
    """The roster with everything that lets it be checked later against the same data. [AL-10.4]"""
    used = set(roster.stands)
    prints = {
        offer.key: fingerprint(offer.option)
        for offer in all_offers(army, roster.year, roster.variant)
        if offer.key in used
    }
    label = roster.label or f"{army.name}, {year_name(roster.year)}"
    return msgspec.structs.replace(
        roster,
        id=roster.id or kebab(label),
        label=label,
        list_key=army.key,
        army_list_id=army.id,
        army_list_name=army.name,
        data_version=data.version,
        rules_version=data.rules_version,
        fingerprints=prints,
    )


def selection_of(roster: Record) -> dict[str, Any]:
    """The roster, or a command of one, as files have it, without what holds nothing.

    >>> selection_of(Roster(list_key="71e", year=-394))
    {'listKey': '71e', 'year': -394}
    """
    whole: dict[str, Any] = msgspec.to_builtins(roster)
    return {name: value for name, value in whole.items() if value != _EMPTY.get(name)}


_EMPTY = msgspec.to_builtins(Roster())


def _malformed(where: str) -> Finding:
    return finding("rosterMalformed", ERROR, where, "AL-10.2")


def _commands(
    raw: Mapping[str, object], found: list[Finding]
) -> tuple[Command, ...] | msgspec.UnsetType:
    """The commands of a larger army; what is not written as one is left out. [AL-16.8]"""
    value = raw.get("commands")
    if value is None:
        return msgspec.UNSET
    commands = []
    for row in value if isinstance(value, list | tuple) else (value,):
        try:
            command = msgspec.convert(row, Command)
        except msgspec.ValidationError:
            found.append(_malformed("commands"))
            continue
        if all(0 <= number <= MOST_STANDS for number in _numbers(command)):
            commands.append(command)
        else:
            found.append(_malformed(f"commands[{command.number}]"[:40]))
    return tuple(commands)


def _numbers(command: Command) -> Iterator[int]:
    """Every number of a command; what it adds to its points may be less than nothing."""
    yield command.number
    yield abs(command.command_point_modifier)
    yield from (count for types in command.stands.values() for count in types.values())
    yield from (card.count for card in command.army_cards)
    yield from (card.stands for card in command.troop_cards)


def _text(raw: Mapping[str, object], name: str, found: list[Finding]) -> str:
    value = raw.get(name)
    if isinstance(value, str):
        return tidy(value)
    if value is not None:
        found.append(_malformed(name))
    return ""


def _texts(raw: Mapping[str, object], name: str, found: list[Finding]) -> tuple[str, ...]:
    value = raw.get(name)
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        found.append(_malformed(name))
        return ()
    return tuple(value)


def _count(value: object, where: str, found: list[Finding]) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_STANDS:
        return value
    found.append(_malformed(where))
    return 0


def _year(raw: Mapping[str, object], found: list[Finding]) -> int:
    value = raw.get("year")
    if isinstance(value, int) and not isinstance(value, bool) and 0 < abs(value) < 10_000:
        return value
    found.append(_malformed("year"))
    return 0


def _stands(raw: Mapping[str, object], found: list[Finding]) -> dict[str, dict[str, int]]:
    """Option key, troop type, stands; an option or type with none is left out."""
    value = raw.get("stands", {} if "commands" in raw else None)
    if not isinstance(value, Mapping):
        found.append(_malformed("stands"))
        return {}
    stands: dict[str, dict[str, int]] = {}
    for key, types in value.items():
        if not isinstance(types, Mapping):
            found.append(_malformed(key))
            continue
        counts = {code: _count(count, key, found) for code, count in types.items()}
        if any(counts.values()):
            stands[key] = {code: count for code, count in counts.items() if count}
    return stands


def _general(raw: Mapping[str, object], found: list[Finding]) -> General | None:
    value = raw.get("general")
    if value is None:
        return None
    if isinstance(value, Mapping):
        option, code = value.get("option"), value.get("troopTypeCode")
        if isinstance(option, str) and isinstance(code, str):
            return General(option, code)
    found.append(_malformed("general"))
    return None


def _rows(
    raw: Mapping[str, object], name: str, found: list[Finding]
) -> Iterator[Mapping[str, object]]:
    value = raw.get(name)
    for row in value if isinstance(value, list | tuple) else ():
        if isinstance(row, Mapping) and isinstance(row.get("code"), str):
            yield row
        else:
            found.append(_malformed(name))
    if value is not None and not isinstance(value, list | tuple):
        found.append(_malformed(name))


def _army_cards(raw: Mapping[str, object], found: list[Finding]) -> Iterator[ArmyCard]:
    for row in _rows(raw, "armyCards", found):
        yield ArmyCard(str(row["code"]), _count(row.get("count", 1), "armyCards", found))


def _troop_cards(raw: Mapping[str, object], found: list[Finding]) -> Iterator[OptionCard]:
    for row in _rows(raw, "troopCards", found):
        option = row.get("option")
        if isinstance(option, str):
            stands = _count(row.get("stands", 1), "troopCards", found)
            on = _on(row["on"], found) if "on" in row else msgspec.UNSET
            yield OptionCard(str(row["code"]), option, stands, on)
        else:
            found.append(_malformed("troopCards"))


def _on(value: object, found: list[Finding]) -> dict[str, tuple[int, ...]]:
    """The stands of an option that a card is on: of each type, counted from 1."""
    said: dict[str, tuple[int, ...]] = {}
    for code, numbers in value.items() if isinstance(value, Mapping) else ((value, None),):
        listed = numbers if isinstance(numbers, list | tuple) else (None,)
        kept = {one for one in listed if isinstance(one, int) and 0 < one <= MOST_STANDS}
        kept -= {True} if any(one is True for one in listed) else set()
        if len(kept) < len(listed) or not isinstance(code, str):
            found.append(_malformed("troopCards"))
        if kept:
            said[str(code)] = tuple(sorted(kept))
    return said


def _fingerprints(raw: Mapping[str, object], found: list[Finding]) -> dict[str, str]:
    value = raw.get("fingerprints")
    if value is None:
        return {}
    if isinstance(value, Mapping) and all(isinstance(one, str) for one in value.values()):
        return {str(key): str(one) for key, one in value.items()}
    found.append(_malformed("fingerprints"))
    return {}
