"""How much one visitor may ask for, so that nobody can keep the table from the others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from time import monotonic

import msgspec


class Rate(msgspec.Struct, frozen=True):
    """So many a second in the long run, and so many at once."""

    each_second: float
    at_once: float


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Every limit of the server. Sizes are bytes, times seconds."""

    message: int = 32_768
    body: int = 262_144
    archive: int = 16_777_216
    armies: int = 4_194_304
    messages: Rate = Rate(40, 120)
    commands: Rate = Rate(10, 40)
    questions: Rate = Rate(10, 30)
    verdicts: Rate = Rate(10, 10)
    menus: Rate = Rate(2, 6)
    stories: Rate = Rate(1, 10)
    requests: Rate = Rate(40, 200)
    doors: Rate = Rate(0.5, 20)
    foundings: Rate = Rate(0.5, 20)
    rulings: Rate = Rate(10, 40)
    notices: Rate = Rate(1, 30)
    sockets_of_seat: int = 8
    watchers_of_room: int = 150
    watchers_of_visitor: int = 60
    lines_of_visitor: int = 400
    head_seconds: float = 15.0
    unsent: int = 2_000
    battles: int = 5_000
    rooms: int = 400
    menu_seconds: float = 2.0
    bot_seconds: float = 20.0
    report_seconds: float = 60.0
    ruling_seconds: float = 10.0
    idle_seconds: float = 600.0
    stale_seconds: float = 2_592_000.0
    notice_seconds: float = 90.0


class Bucket:
    """Lets so many pass: it fills evenly up to the brim, and each that passes takes one.

    >>> now = [0.0]
    >>> bucket = Bucket(Rate(1, 2), lambda: now[0])
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    >>> now[0] = 1.0
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    __slots__ = ("_clock", "_left", "_rate", "_then")

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.at_once
        self._then = clock()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = self._clock()
        grown = self._left + max(0.0, now - self._then) * self._rate.each_second
        self._left = min(self._rate.at_once, grown)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Seconds until the next may pass."""
        return max(0.0, (1 - self._left) / self._rate.each_second)


class Visitors:
    """A bucket for each visitor, those forgotten first that were seen longest ago."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, visitor: str) -> bool:
        """Whether that visitor may pass now."""
        bucket = self._buckets.get(visitor)
        if bucket is None:
            bucket = self._buckets[visitor] = Bucket(self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(visitor)
        return bucket.take()


class Crowded(Exception):
    """Somebody has so much under way that nothing more may wait."""


class Shares:
    """So much may be under way at once for each who asks; some of what he asks besides waits."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most = at_once + waiting
        self._asked: dict[Hashable, tuple[int, asyncio.Semaphore]] = {}

    @asynccontextmanager
    async def of(self, whose: Hashable) -> AsyncIterator[None]:
        """Wait for one's turn; what is too much is `Crowded`."""
        count, turn = self._asked.get(whose) or (0, asyncio.Semaphore(self._at_once))
        if count >= self._most:
            raise Crowded
        self._asked[whose] = (count + 1, turn)
        try:
            async with turn:
                yield
        finally:
            left = self._asked[whose][0] - 1
            if left:
                self._asked[whose] = (left, turn)
            else:
                del self._asked[whose]
