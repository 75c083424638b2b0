"""Whom a bot prefers among those that promise the same: the nearest, whoever is listed first.

Units are listed by seats. A bot that took the first of equals would do most harm to whoever has the
first place at the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TypeVar

Said = TypeVar("Said")


def best_first(found: Iterable[tuple[float, float, Said]], least: float = -inf) -> list[Said]:
    """Of things with what each is worth and how far it is: what is worth most, then what is near.

    Whatever is worth no more than `least` is left out.

    >>> best_first([(1, 9, "far"), (1, 4, "near"), (2, 30, "dear"), (0, 1, "nothing")], 0)
    ['dear', 'near', 'far']
    """
    good = [one for one in found if one[0] > least]
    return [said for _, _, said in sorted(good, key=lambda one: (-one[0], one[1]))]
