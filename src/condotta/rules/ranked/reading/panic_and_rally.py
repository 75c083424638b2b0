"""Panic and rallying, as arithmetic: nothing here knows a table. [FB-4.11, FB-8.1]"""

from __future__ import annotations


def heavy_losses(start: int, left: int) -> bool:
    """Whether a quarter or more of the models at the start of a phase is lost. [FB-8.1]

    >>> heavy_losses(21, 17), heavy_losses(21, 15), heavy_losses(20, 15)
    (False, True, True)
    """
    return left < start and 4 * (start - left) >= start


def hard_to_rally(mustered: int, left: int) -> bool:
    """Whether so few are left that only a double 1 rallies them. [FB-4.11]

    RULING FB-8.7: a quarter or less.

    >>> hard_to_rally(20, 5), hard_to_rally(20, 6)
    (True, False)
    """
    return 4 * left <= mustered


def rally_leadership(leadership: int, musician: bool, few: bool) -> int:
    """What 2D6 must not exceed for a rally. [FB-4.11]

    >>> rally_leadership(7, True, False), rally_leadership(9, True, True)
    (8, 2)
    """
    return 2 if few else leadership + int(musician)
