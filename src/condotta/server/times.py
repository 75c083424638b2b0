"""How long something took, each time: counted, for whoever runs a table. No word of what it was."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds up to which is counted."""


class Times:
    """How often something took up to so long.

    >>> times = Times()
    >>> for seconds in (0.002, 0.02, 0.02, 99.0): times.took(seconds)
    >>> times.count, times.up_to()[1], times.up_to()[-1]
    (4, (0.0025, 1), (10.0, 3))
    """

    __slots__ = ("_counts", "count", "seconds")

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self._counts = [0] * (len(BOUNDS) + 1)

    def took(self, seconds: float) -> None:
        """Count one more."""
        self.count += 1
        self.seconds += seconds
        self._counts[bisect_left(BOUNDS, seconds)] += 1

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count what is done within, if it is done."""
        begun = perf_counter()
        yield
        self.took(perf_counter() - begun)

    def up_to(self) -> tuple[tuple[float, int], ...]:
        """How many took no longer than each bound."""
        found, so_far = [], 0
        for bound, count in zip(BOUNDS, self._counts, strict=False):
            so_far += count
            found.append((bound, so_far))
        return tuple(found)
