"""Who strikes when and how often, as arithmetic: nothing here knows a table. [FB-7.3-7.7]"""

from __future__ import annotations

FIRST, LAST = 11, 0
"""The steps of what always strikes first and last; the others are Initiatives from 10 to 1."""

STEPS = tuple(range(FIRST, LAST - 1, -1))


def step(initiative: int, first: bool, last: bool) -> int:
    """The step at which a model strikes; first and last cancel. Initiative 0 strikes last. [FB-7.7]

    >>> step(4, False, False), step(4, True, False), step(4, False, True), step(4, True, True)
    (4, 11, 0, 4)
    """
    if first != last:
        return FIRST if first else LAST
    return max(0, min(10, initiative))


def support_ranks(files: int, horde: int, spears: bool, charging: bool, on_foot: bool) -> int:
    """How many ranks behind the first support: one, one more for a horde, one for spears.

    `horde` is the frontage of a horde, 0 where there is none. [FB-7.4, FB-7.5]

    >>> support_ranks(5, 10, False, False, True), support_ranks(10, 10, True, False, True)
    (1, 3)
    >>> support_ranks(5, 10, True, True, True), support_ranks(5, 10, True, False, False)
    (1, 1)
    """
    return 1 + int(0 < horde <= files) + int(spears and on_foot and not charging)


def supporters(models: int, files: int, touching: int, ranks: int) -> int:
    """How many models stand right behind those that touch, in so many ranks. [FB-7.4]

    RULING FB-7.31: the models of an incomplete last rank stand behind those that touch.

    >>> supporters(20, 5, 5, 1), supporters(7, 5, 5, 1), supporters(25, 10, 8, 2)
    (5, 2, 13)
    """
    behind = max(0, models - files)
    total = 0
    for _ in range(ranks):
        total += min(touching, files, behind)
        behind -= min(files, behind)
    return total


def touching_files(width: float, low: float, high: float, files: int, slack: float) -> range:
    """The files whose front meets a stretch of the front line; corners count. [FB-7.3]

    The line runs from 0 to `width`; the stretch from `low` to `high`, in the same unit.

    >>> touching_files(50, 20, 80, 5, 0.1), touching_files(50, 50, 80, 5, 0.1)
    (range(1, 5), range(4, 5))
    """
    each = width / files
    first = next((file for file in range(files) if (file + 1) * each >= low - slack), files)
    last = next((file for file in range(files - 1, -1, -1) if file * each <= high + slack), -1)
    return range(first, max(first, last + 1))


def charge_range(move: int, pips: tuple[int, ...], keep: int) -> int:
    """How far a charge reaches, in inches: Movement and the highest dice. [FB-4.7]

    >>> charge_range(4, (4, 2), 2), charge_range(8, (1, 5, 6), 2)
    (10, 19)
    """
    return move + highest(pips, keep)


def highest(pips: tuple[int, ...], keep: int) -> int:
    """The sum of the highest dice of a roll; of a number below zero the lowest. [FB-10.3]"""
    return sum(sorted(pips)[-keep:] if keep > 0 else sorted(pips)[:-keep])
