"""Lots that fall the same on every Python: a seed of bytes, and draws made from `random()` alone.

`random.Random` promises the same numbers for a seed from its method `random()` only; how choices
and ranges are drawn from it is settled here, so that a battle of bots can be played again.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, SupportsIndex, TypeVar

T = TypeVar("T")


class Lots(Random):
    """A `Random` whose choices rest on `random()`. Menus draw from it as from any other.

    >>> draw = lots("7/red")
    >>> draw.choice("abc"), draw.randint(1, 6), draw.randrange(10, 20, 5)
    ('a', 4, 15)
    """

    def below(self, size: int) -> int:
        """A number from 0 up to but not `size`; sizes are small, so that no number is favoured."""
        return int(self.random() * size)

    def choice(self, seq: Any) -> Any:
        """One of a sequence that is not empty."""
        return seq[int(self.random() * len(seq))]

    def randint(self, a: int, b: int) -> int:
        """A whole number from a to b, both included."""
        return a + int(self.random() * (b - a + 1))

    def randrange(
        self, start: SupportsIndex, stop: SupportsIndex | None = None, step: SupportsIndex = 1
    ) -> int:
        """One of the numbers of a range."""
        first, last, gap = start.__index__(), stop, step.__index__()
        span = range(first) if last is None else range(first, last.__index__(), gap)
        return span[int(self.random() * len(span))]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put a list into any order, in place."""
        for place in range(len(x) - 1, 0, -1):
            other = int(self.random() * (place + 1))
            x[place], x[other] = x[other], x[place]

    def sample(self, population: Sequence[T], k: int, **_: object) -> list[T]:
        """Some of a sequence, each at most once, in the order they were drawn."""
        left = list(population)
        return [left.pop(int(self.random() * len(left))) for _ in range(k)]

    def uniform(self, a: float, b: float) -> float:
        """A number between a and b."""
        return a + (b - a) * self.random()


def lots(seed: int | str) -> Lots:
    """Lots from a seed; seeds that differ in anything fall independently."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=16).digest()
    return Lots(int.from_bytes(digest, "big"))
