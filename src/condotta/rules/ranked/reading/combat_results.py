"""Combat results and what they mean, as arithmetic: nothing here knows a table. [FB-7.11-7.17]"""

from __future__ import annotations

from condotta.kernel.records import Record
from condotta.kernel.rulings import Modifier

MOST_RANKS = 3
MOST_OVERKILL = 5
LEAST = 2  # a double 1 passes every test [FB-1.12]


class Party(Record, frozen=True):
    """A regiment as the combat result counts it, after the fighting. [FB-7.11]

    `ranks` are those wide enough, the first among them; `struck` the facings on which enemies
    hold it.
    """

    name: str
    ranks: int = 0
    wounds: int = 0
    overkill: int = 0
    charged: bool = False
    downhill: bool = False
    standard: bool = False
    battle_standard: bool = False
    musician: bool = False
    struck: tuple[str, ...] = ()
    disrupted: bool = False


def side_total(side: tuple[Party, ...], foes: tuple[Party, ...]) -> tuple[Modifier, ...]:
    """What a side adds up, item by item; what is zero is left out. [FB-7.11, FB-7.28]"""
    ranks = max((0 if one.disrupted else min(MOST_RANKS, one.ranks - 1) for one in side), default=0)
    overkill = min(MOST_OVERKILL, max((one.overkill for one in side), default=0))
    items = (
        (sum(one.wounds for one in side), "wounds"),
        (int(any(one.charged for one in side)), "charge"),
        (max(0, ranks), "ranks"),
        (int(any(one.standard for one in side)), "standard"),
        (int(any(one.battle_standard for one in side)), "battle-standard"),
        (sum(len({"left", "right"} & set(one.struck)) for one in foes), "flank"),
        (sum(2 for one in foes if "rear" in one.struck), "rear"),
        (int(any(one.downhill for one in side)), "downhill"),
        (overkill, "overkill"),
    )
    return tuple(Modifier(value, f"fb.7-11.{key}", "FB-7.11") for value, key in items if value)


def margin(ours: int, theirs: int, our_music: bool, their_music: bool) -> int:
    """By how much we win; below 0 we lose. A draw is decided by a lone musician. [FB-7.13]

    >>> margin(7, 4, False, True), margin(3, 3, True, False), margin(3, 3, True, True)
    (3, 1, 0)
    """
    if ours != theirs:
        return ours - theirs
    return int(our_music) - int(their_music)


def steadfast(loser: Party, foes: tuple[Party, ...]) -> bool:
    """Whether a loser has more ranks than any enemy in the fight. [FB-7.15]

    Disruption does not take it away.

    RULING FB-7.34: the enemy regiment with most ranks is compared.
    """
    return all(loser.ranks > foe.ranks for foe in foes)


def break_leadership(leadership: int, difference: int, ignores: bool) -> int:
    """What 2D6 must not exceed; never below 0. [FB-7.14]

    >>> break_leadership(5, 3, True), break_leadership(5, 3, False), break_leadership(3, 7, False)
    (5, 2, 0)
    """
    return leadership if ignores else max(0, leadership - difference)


def stands(pips: tuple[int, ...], needed: int) -> bool:
    """Whether a Leadership roll stands: at most what is needed, or a double 1.

    [FB-1.8, FB-1.12, FB-7.16]

    >>> stands((1, 1), 0), stands((3, 4), 7), stands((4, 4), 7)
    (True, True, False)
    """
    return sum(pips) <= max(needed, LEAST)
