"""Stands that will look like others on the table: who is behind what, as the list allows.

The card that was bought as often as stands are swapped says what is shown and what is real.
[AL-6.6, AL-16.5, BC-24.1]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from condotta.armies.cards.grant_notes import reading
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound
from condotta.armies.mustering.fielding import StandSpec
from condotta.armies.records import CardEntry, Swap


def swaps(bound: Bound) -> Iterator[tuple[Swap, str]]:
    """Every swap that the roster has bought, and the option that its real stands come from.

    # RULING AL-6.9: where a list offers several swaps for the army, the first is the one meant.
    """
    roster = bound.roster
    for card in roster.army_cards:
        found = next(swaps_of(bound.army.battle_card_entries, card.code), None)
        if found is not None:
            yield from [(found, "")] * card.count
    for bought in roster.troop_cards:
        entries = (
            one.option.battle_card_entries for one in bound.offers if one.key == bought.option
        )
        for listed in entries:
            found = next(swaps_of(listed, bought.code), None)
            if found is not None:
                yield from [(found, bought.option)] * bought.stands


def swaps_of(entries: tuple[CardEntry, ...], code: str) -> Iterator[Swap]:
    """The swaps that offers of a card allow."""
    for entry in entries:
        parsed = reading(entry) if entry.battle_card_code == code else None
        if parsed is not None and parsed.swap is not None:
            yield parsed.swap


def masked(
    bound: Bound, commands: tuple[tuple[StandSpec, ...], ...], lot: Random
) -> tuple[tuple[StandSpec, ...], ...]:
    """The stands of each command as they will be seen, each with what is behind it.

    An army that is not divided is one command. Which of those that look alike are the false ones is
    drawn by lot, so that no number tells. The general is never inside. [BC-24.10] A swap whose
    stands are not there is none; what is shown stands in the command of what is real.
    """
    false: list[list[tuple[StandSpec, ...]]] = [[] for _ in commands]
    left = [list(stands) for stands in commands]
    for swap, option in swaps(bound):
        number, real = behind(left, swap, option)
        if number < 0:
            continue
        for one in real:
            left[number].remove(one)
        false[number].append(shown(bound, commands[number], swap, real))
    return tuple(
        placed(honest, groups, lot) if groups else stands
        for stands, honest, groups in zip(commands, left, false, strict=True)
    )


def behind(
    left: list[list[StandSpec]], swap: Swap, option: str
) -> tuple[int, tuple[StandSpec, ...]]:
    """The first command that has the real stands of a swap, and these; -1 where none has.

    What has nothing behind it stands where others look like it, if any do.
    """
    if swap.real is None:
        alike = (
            n
            for n, stands in enumerate(left)
            if any(stand.code == swap.shown.type for stand in stands)
        )
        return next(alike, 0), ()
    for number, stands in enumerate(left):
        real = [
            one
            for one in stands
            if one.code == swap.real.type and not one.general
            if option in ("", one.option)
        ][: swap.real.stands]
        if len(real) == swap.real.stands:
            return number, tuple(real)
    return -1, ()


def shown(
    bound: Bound, stands: tuple[StandSpec, ...], swap: Swap, real: tuple[StandSpec, ...]
) -> tuple[StandSpec, ...]:
    """What is seen: stands like others of that type in the army, or as the list has them."""
    code = swap.shown.type
    alike = [one for one in stands if one.code == code and not one.general and not one.allied]
    first = replace(alike[-1] if alike else listed(bound, code), real=real)
    second = replace(first, real=None, behind=-1)
    return (first, *(second for _ in range(swap.shown.stands - 1)))


def listed(bound: Bound, code: str) -> StandSpec:
    """A stand of a type as the list offers it, where the army has none to look like."""
    troop = bound.data.troop(code)
    offers = [one for one in bound.offers if code in one.option.types and not one.contingent]
    option = offers[0] if offers else None
    return StandSpec(
        code=code,
        option=option.key if option else "",
        description=option.option.description if option else "",
        battle_line=option is not None and option.option.core == "all",
        allied=False,
        contingent="",
        general=False,
        half_points=troop.half_points if troop else HalfPoints(0),
        cost=troop.half_points if troop else HalfPoints(0),
    )


def seen(stand: StandSpec) -> StandSpec:
    """A stand as everybody sees it."""
    return replace(stand, real=None, behind=0)


def placed(
    honest: list[StandSpec], false: list[tuple[StandSpec, ...]], lot: Random
) -> tuple[StandSpec, ...]:
    """All stands in an order that follows from what is seen; those alike are drawn by lot."""
    order = [seen(one) for one in honest]
    for group in false:
        for one in group:
            looks = seen(one)
            alike = [number for number, other in enumerate(order) if other == looks]
            order.insert(alike[-1] + 1 if alike else len(order), looks)
    slots: dict[StandSpec, list[int]] = defaultdict(list)
    for number, looks in enumerate(order):
        slots[looks].append(number)
    for numbers in slots.values():
        lot.shuffle(numbers)
    for group in false:
        numbers = sorted(slots[seen(group[0])].pop() for _ in group)
        order[numbers[0]] = group[0]
        for number in numbers[1:]:
            order[number] = replace(group[0], real=None, behind=numbers[0] + 1)
    return tuple(order)
