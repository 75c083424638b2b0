"""What makes dice fall in a room: words that come, pages that come and go, time that passes."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from typing import Any, TypeVar

from condotta.kernel.battle import Battle
from condotta.kernel.records import Seat
from condotta.kernel.shared_dice import SharedCup
from condotta.server.dice.cups import DiceKept, open_dice
from condotta.server.dice.mixing import Mixing, transcript_of
from condotta.server.messages import Bind, Word
from condotta.server.reasons import Refused
from condotta.server.rooms.feed import Sitter, wire
from condotta.server.rooms.seating import Seating
from condotta.server.steady import steady
from condotta.server.store.store import BattleRow

TIRED = 30.0
"""Seconds until dice that could not be rolled are tried again."""

Found = TypeVar("Found")

log = logging.getLogger("condotta.room")


async def finished(doing: Coroutine[Any, Any, Found]) -> Found:
    """What comes of something that is finished even when whoever said it is cut off meanwhile."""
    return await asyncio.shield(asyncio.ensure_future(doing))


class Stirring(ABC):
    """A room as far as its dice wait for words."""

    row: BattleRow
    dice: DiceKept
    battle: Battle
    kept: int
    lock: asyncio.Lock
    closed: Refused | None
    seating: Seating
    mixing: Mixing
    _told_words = b""

    @abstractmethod
    async def keep(self, seat: Seat, command: str, digest: bytes) -> None:
        """Make what happened durable; if that cannot be, it has not happened."""

    @abstractmethod
    def go_back(self) -> None:
        """Forget what is not durable."""

    @abstractmethod
    def publish(self) -> None:
        """Tell every audience what is new."""

    @abstractmethod
    def sitters(self) -> tuple[Sitter, ...]:
        """Everybody who listens."""

    async def mix(self, speaker: Sitter, said: Bind | Word) -> None:
        """A seat is bound to words for the dice, or says the next of them."""
        await finished(self._mix(speaker, said))

    async def _mix(self, speaker: Sitter, said: Bind | Word) -> None:
        async with self.lock:
            if said.seat not in speaker.grants:
                raise Refused("not-your-seat", 403, seat=said.seat[:40])
            transcript = transcript_of(self.battle)
            if isinstance(said, Bind):
                self.mixing.bind(said.seat, said.digest)
            else:
                self.mixing.hear(transcript, said.seat, said.word)
            await self.go_on()

    async def go_on(self) -> None:
        """Roll what waits, if it need wait no longer; the room must be held."""
        if self.closed is not None:
            return
        try:
            self.stir()
        except Exception:
            log.exception("the rules failed after dice in battle %s", self.row.battle)
            self.go_back()
            return
        if len(self.battle.log) > self.kept:
            await self.keep("", "", b"")
            self.publish()
        self.tell_words()

    def stir(self) -> None:
        """Roll what need not wait for words, in memory only, and look again when it may be time."""
        rows, now = self.seating.rows, steady()
        soon = self.mixing.stir(self.battle, rows, self.speaking(), now)
        open_dice(self.battle, self.dice)
        self.look_again(soon)

    def look_again(self, seconds: float | None) -> None:
        """See after so many seconds whether the dice still wait; none is never."""
        self.mixing.look_again(seconds, self._looked)

    async def _looked(self) -> None:
        async with self.lock:
            try:
                await self.go_on()
            except Refused as why:
                log.warning("battle %s waits: %s", self.row.battle, why)

    def moved(self, seats: tuple[Seat, ...]) -> None:
        """Somebody has come to those seats, or is gone."""
        here = self.speaking()
        for seat in seats:
            (self.mixing.came if seat in here else self.mixing.left)[seat] = steady()
        self.look_again(0.0)

    def speaking(self) -> frozenset[Seat]:
        """The seats whose words some page could say now."""
        return frozenset(seat for sitter in self.sitters() for seat in sitter.grants)

    def tell_words(self, *sitters: Sitter) -> None:
        """Tell some pages what the dice follow from, or all of them if that is news."""
        if not isinstance(self.battle.cup, SharedCup):
            return
        data = wire(self.mixing.told(self.battle))
        if data != self._told_words or sitters:
            for sitter in sitters or self.sitters():
                sitter.tell(data)
        if not sitters:
            self._told_words = data
