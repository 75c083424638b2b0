"""Detachments: what makes an army Battle-forged, and its command points. [SK-124 to SK-129]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from condotta.data import toml
from condotta.kernel.rulings import Refusal
from condotta.rules.skirmish import names
from condotta.rules.skirmish.rosters.armies import Detachment, Host, Squad
from condotta.rules.skirmish.settings import DATA

BATTLE_FORGED = 3
"""Command points of a Battle-forged army beside its detachments'. [SK-129]"""

ANY = "any"
DEDICATED = "Dedicated Transport"
FREE = "No Force Org Slot"
"""The role of units that take up no place in a detachment."""


class Pattern(msgspec.Struct, frozen=True):
    """A kind of detachment: its command points, the least and most units of each role. [SK-126]"""

    points: int
    slots: dict[str, tuple[int, int]]


@cache
def patterns() -> Mapping[str, Pattern]:
    """Every kind of detachment by its id."""
    return msgspec.convert(toml(DATA, "detachments.toml"), dict[str, Pattern])


def command_points(host: Host) -> int:
    """What an army begins with: those of a Battle-forged one, or none. Never below 0. [SK-129]

    RULING SK-154: a roster that states another number is taken at its word only where its
    detachments cannot be read, since the number follows from them.
    """
    if host.points >= 0:
        return host.points
    if any(findings(host)):
        return 0
    kinds = patterns()
    return max(0, BATTLE_FORGED + sum(kinds[one.pattern].points for one in host.detachments))


def findings(host: Host) -> Iterator[Refusal]:
    """Everything that keeps an army from being Battle-forged. [SK-124]"""
    if not host.detachments:
        yield Refusal("SK-124", "sk.124.none", {"army": host.label})
    for detachment in host.detachments:
        yield from of_detachment(detachment)
    for squad in host.squads:
        yield from of_squad(squad)
    yield from of_factions(host)


def of_detachment(detachment: Detachment) -> Iterator[Refusal]:
    """What is against one detachment. [SK-126, SK-127]"""
    pattern = patterns().get(detachment.pattern)
    if pattern is None:
        yield Refusal("SK-126", "sk.126.unknown", {"detachment": detachment.pattern})
        return
    if ANY in pattern.slots:
        least, most = pattern.slots[ANY]
        if not least <= len(detachment.squads) <= most:
            yield wrong(detachment, ANY, len(detachment.squads), (least, most))
        return
    have = Counter(squad.sheet.role for squad in detachment.squads)
    for role in dict.fromkeys((*pattern.slots, *have)):
        least, most = pattern.slots.get(role, (0, 0))
        if role in (DEDICATED, FREE) and role not in pattern.slots:
            continue
        if not least <= have[role] <= most:
            yield wrong(detachment, role, have[role], (least, most))
    yield from of_transports(detachment)


def wrong(detachment: Detachment, role: str, count: int, allowed: tuple[int, int]) -> Refusal:
    """A role with too few or too many units."""
    least, most = allowed
    params: dict[str, str | int] = {
        "detachment": f"skirmish.detachment.{detachment.pattern}",
        "role": role or "–",
        "count": count,
        "least": least,
        "most": most,
    }
    return Refusal("SK-126", "sk.126.role", params)


def of_transports(detachment: Detachment) -> Iterator[Refusal]:
    """One Dedicated Transport for each INFANTRY unit of the detachment. [SK-127]"""
    carriers = sum(squad.sheet.role == DEDICATED for squad in detachment.squads)
    most = sum(names.INFANTRY in squad.sheet.keywords for squad in detachment.squads)
    if carriers > most:
        yield Refusal("SK-127", "sk.127.transports", {"count": carriers, "most": most})


def of_squad(squad: Squad) -> Iterator[Refusal]:
    """A unit larger than its sheet allows; a smaller one costs the least rating. [SK-123]"""
    if squad.models > squad.sheet.most:
        unit: dict[str, str | int] = {"unit": squad.sheet.name, "count": squad.models}
        params = {**unit, "most": squad.sheet.most}
        yield Refusal("SK-123", "sk.123.large", params)


def of_factions(host: Host) -> Iterator[Refusal]:
    """Units of different factions. RULING SK-147: one keyword for the whole army."""
    known = {squad.sheet.faction or host.faction for squad in host.squads} - {""}
    if len(known) > 1:
        params = {"army": host.label, "factions": ", ".join(sorted(known))}
        yield Refusal("SK-125", "sk.125.factions", params)
