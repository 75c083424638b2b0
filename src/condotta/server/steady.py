"""Seconds that go on evenly while the table is awake.

The clock of the machine may be set, and the machine may sleep: on some systems what Python calls
monotonic then leaps. Clocks of players, words that are waited for and notices go by this one.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

LEAP = 30.0
"""Seconds that cannot pass between two looks at the clock while the table is awake, which looks
every second."""


class Steady:
    """Seconds since it was made, those left out in which nobody looked.

    >>> times = iter((10.0, 11.0, 12.5, 30_000.0, 30_001.0, 5.0, 6.0))
    >>> steady = Steady(lambda: next(times))
    >>> [steady() for _ in range(6)]
    [1.0, 2.5, 2.5, 3.5, 3.5, 4.5]
    """

    __slots__ = ("_clock", "_passed", "_then")

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._then = clock()
        self._passed = 0.0

    def __call__(self) -> float:
        """Seconds that have passed."""
        now = self._clock()
        step, self._then = now - self._then, now
        if 0 <= step <= LEAP:
            self._passed += step
        return self._passed


steady = Steady()
"""The clock of the table."""
