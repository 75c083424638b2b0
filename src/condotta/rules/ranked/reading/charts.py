"""The charts of ranked battles: what a die must show to hit, wound and save.

A score is what a D6 needs: 2 to 6; `NEVER` cannot be rolled, `ALWAYS` needs no die.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from condotta.data import toml
from condotta.rules.ranked.tables import DATA

ALWAYS = 1
NEVER = 7
LEAST = 2
SIX = 6
MOST = 10  # the highest value a characteristic has [FB-2.1]
MOST_DICE = 200  # of one request to chance
UNSAVED = 7


class Score(msgspec.Struct, frozen=True):
    """What a die needs, and what the same die then needs again if it was 7 or more. [FB-6.6]"""

    first: int
    then: int = 0

    @property
    def possible(self) -> bool:
        """Whether any roll is enough."""
        return self.first < NEVER


class Charts(msgspec.Struct, frozen=True):
    """The charts as the file has them."""

    ballistic: tuple[int, ...]
    follow: tuple[int, ...]
    skill: tuple[tuple[int, ...], ...]
    wound: tuple[tuple[int, ...], ...]
    save: tuple[int, ...]
    gear: dict[str, int]
    improves: dict[str, int]
    miscast: tuple[str, ...]
    stone_misfire: tuple[str, ...]
    powder_misfire: tuple[str, ...]


def _load() -> Charts:
    read: dict[str, Any] = toml(DATA, "rolling.toml")
    return msgspec.convert(
        {
            "ballistic": read["ballistic"]["scores"],
            "follow": read["follow"]["scores"],
            "skill": read["skill"]["scores"],
            "wound": read["wound"]["scores"],
            "save": read["save"]["modifiers"],
            "gear": read["gear"],
            "improves": read["improves"],
            "miscast": read["miscast"]["rows"],
            "stone_misfire": read["stone-thrower-misfire"]["rows"],
            "powder_misfire": read["black-powder-misfire"]["rows"],
        },
        Charts,
    )


CHARTS = _load()


def shooting_score(skill: int, modifier: int = 0) -> Score:
    """What a shot of that BS needs; a modifier of -1 makes it harder by one. [FB-6.4 to 6.6]

    >>> shooting_score(3, -3), shooting_score(3, -6), shooting_score(7)
    (Score(first=6, then=4), Score(first=7, then=0), Score(first=2, then=0))
    """
    if skill < 1:
        return Score(NEVER)
    need = CHARTS.ballistic[min(skill, MOST) - 1] - modifier
    if need <= SIX:
        return Score(max(LEAST, need))
    over = need - SIX - 1
    return Score(SIX, CHARTS.follow[over]) if over < len(CHARTS.follow) else Score(NEVER)


def combat_score(skill: int, against: int, modifier: int = 0) -> int:
    """What a blow needs, WS against WS: a natural 6 hits and a natural 1 misses. [FB-7.8]

    >>> combat_score(3, 7), combat_score(4, 3), combat_score(3, 0)
    (5, 3, 1)
    """
    if against < 1:
        return ALWAYS
    if skill < 1:
        return SIX
    need = CHARTS.skill[min(skill, MOST) - 1][min(against, MOST) - 1]
    return min(SIX, max(LEAST, need - modifier))


def wound_score(strength: int, toughness: int) -> int:
    """What a hit needs to wound; a natural 1 always fails. [FB-6.8]

    >>> wound_score(3, 4), wound_score(4, 4), wound_score(10, 1)
    (5, 4, 2)
    """
    if strength < 1:
        return NEVER
    row, column = min(strength, MOST), min(max(toughness, 1), MOST)
    return min(SIX, max(LEAST, CHARTS.wound[row - 1][column - 1]))


def save_score(save: int, strength: int, modifier: int = 0) -> int:
    """What an armour save needs against a hit; NEVER if it cannot be made. [FB-6.9]

    `modifier` is added to the roll: -1 for armour piercing, +1 for a spell. A save of 0 is none.

    >>> save_score(3, 5), save_score(6, 5), save_score(1, 3)
    (5, 7, 2)
    """
    base = save or UNSAVED
    if base == UNSAVED and modifier > 0:
        base, modifier = base - modifier, 0
    if base >= UNSAVED:
        return NEVER
    taken = CHARTS.save[min(max(strength, 1), MOST) - 1]
    need = max(1, base - max(0, modifier)) - taken - min(0, modifier)
    return max(LEAST, need) if need <= SIX else NEVER


def gear_save(traits: Iterable[str], *, mounted: bool) -> int:
    """The armour save that equipment gives: 1 to 6, or 7 for none. [FB-6.9]

    >>> gear_save(("heavy-armour", "shield", "barding"), mounted=True)
    2
    """
    worn = {*traits, "mounted"} if mounted else {*traits}
    best = min((row for key, row in CHARTS.gear.items() if key in worn), default=UNSAVED)
    return max(1, best - sum(row for key, row in CHARTS.improves.items() if key in worn))


def passed(pips: Iterable[int], need: int) -> int:
    """How many dice show the score or more; with ALWAYS all do, with NEVER none does.

    A natural 1 fails whatever is needed, and a score better than 2+ is rolled as 2+.

    >>> passed((1, 2, 5, 6), 5), passed((1, 2), ALWAYS)
    (2, 2)
    """
    shown = tuple(pips)
    return len(shown) if need == ALWAYS else sum(one >= max(LEAST, need) for one in shown)


def d3(pip: int) -> int:
    """A D3 from a D6. [FB-1.1]

    >>> [d3(pip) for pip in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    return (pip + 1) // 2


D3_FACES = tuple(d3(pip) for pip in range(1, 7))
"""What each face of a D6 counts as where it is read as a D3. [FB-1.1]"""


def characteristic_test(value: int, pip: int) -> bool:
    """Whether a D6 passes a test on a value: 1 always does, 6 never does. [FB-1.7]

    >>> characteristic_test(7, 6), characteristic_test(0, 1), characteristic_test(3, 3)
    (False, True, True)
    """
    return pip == 1 or (pip != SIX and pip <= value)


def miscast_row(total: int) -> str:
    """The row of the miscast table for 2D6. [FB-5.13]

    >>> miscast_row(7), miscast_row(12)
    ('blast', 'drain')
    """
    return CHARTS.miscast[total - LEAST]


def misfire_row(pip: int, *, powder: bool) -> str:
    """The row of a misfire table for a D6. [FB-12.5]

    >>> misfire_row(2, powder=True), misfire_row(2, powder=False)
    ('destroyed', 'damaged')
    """
    return (CHARTS.powder_misfire if powder else CHARTS.stone_misfire)[pip - 1]


# RULING FB-1.15: the sides of the two special dice are asked for as a D6 each, so that every cup
# can roll them: 5 and 6 of a scatter die are its Hit, 6 of an artillery die is its Misfire.
ARTILLERY = (2, 4, 6, 8, 10, 0)
SCATTER_HIT = 5


def artillery(pip: int) -> int:
    """Inches on an artillery die that shows as a D6; 0 is a misfire. [FB-1.1]

    >>> [artillery(pip) for pip in range(1, 7)]
    [2, 4, 6, 8, 10, 0]
    """
    return ARTILLERY[pip - 1]


def on_target(pip: int) -> bool:
    """Whether a scatter die shows Hit. [FB-1.1]

    >>> on_target(4), on_target(5)
    (False, True)
    """
    return pip >= SCATTER_HIT
