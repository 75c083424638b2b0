"""Workers elsewhere: they call the servers and offer their hands, and bots think there.

A hand does one thing at a time. What was asked of one that is gone is asked again, of another or
of the workers here, so that no bot plays worse because a machine went away.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

import msgspec

from condotta.server.workers.thinker import Job, Result, Suggest, Think
from condotta.server.workers.thinkers import Thinkers, Thoughtless

FARTHER_SECONDS = 5.0
"""How much longer than at home something may take elsewhere, before the hand is let go."""


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """A job for a hand, and how many seconds it may take."""

    job: Job
    seconds: float


class Gone(Exception):
    """The hand is not there any more: nothing came of it."""


class Line(Protocol):
    """A line to a worker elsewhere."""

    async def send_text(self, data: str) -> None:
        """Say something."""

    async def receive_text(self) -> str:
        """The next that is said."""

    async def close(self) -> None:
        """Hang up."""


class Hand:
    """A worker elsewhere, at the end of a line."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.gone = False
        self._waits: asyncio.Future[str] | None = None

    async def listen(self) -> None:
        """Hear what it says until it is gone."""
        try:
            while True:
                said = await self.line.receive_text()
                if self._waits is not None and not self._waits.done():
                    self._waits.set_result(said)
        finally:
            self.gone = True
            if self._waits is not None and not self._waits.done():
                self._waits.set_exception(Gone())

    async def asked(self, errand: Errand) -> Result:
        """What comes of an errand; a hand that was left in the middle of one is not used again."""
        self._waits = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(errand.seconds + FARTHER_SECONDS):
                await self.line.send_text(msgspec.json.encode(errand).decode())
                return msgspec.json.decode(await self._waits, type=Result)
        except (RuntimeError, OSError, TimeoutError, msgspec.DecodeError) as why:
            self.gone = True
            with suppress(RuntimeError, OSError):
                await self.line.close()
            raise Gone from why
        except BaseException:
            self.gone = True
            raise


class Helped(Thinkers):
    """Workers here, and the hands that are offered: these first, where one is free."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._hands: list[Hand] = []

    def offer(self, hand: Hand) -> None:
        """Use a hand from now on."""
        self._hands.append(hand)

    async def do(self, job: Job, seconds: float, *, share: str = "", people: bool = True) -> Result:
        """The result of a job. What bots and menus ask is thought elsewhere, if a hand is free."""
        while isinstance(job, Think | Suggest) and self._hands:
            hand = self._hands.pop()
            if hand.gone:
                continue
            try:
                with self.thought.timed():
                    result = await hand.asked(Errand(job=job, seconds=seconds))
            except Gone:
                continue
            self._hands.append(hand)
            if result.fault is not None:
                raise Thoughtless(result.fault)
            return result
        return await super().do(job, seconds, share=share, people=people)
