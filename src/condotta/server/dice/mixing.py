"""The words that seats mix into the dice of a room: who is waited for, and for how long.

It waits for nobody for ever: whose word does not come in time is left out, which the log says, and
is bound to no more words until that seat binds itself anew. [docs/dice.md]
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping
from math import inf
from typing import Any

from condotta.kernel.battle import Battle
from condotta.kernel.decide import chance_ask
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.shared_dice import (
    SharedCup,
    Transcript,
    bound,
    chain,
    follows,
    is_word,
    opening,
    spoken,
)
from condotta.server.dice.cups import DiceKept
from condotta.server.messages import SeatWords, Words
from condotta.server.reasons import Refused
from condotta.server.store.store import SeatRow

LENGTH = 2_000
"""How many words the table has for a bot before it binds it anew."""
SILENT = 5.0
"""Seconds in which a page at the table says its word, or binds itself before the first dice."""
AWAY = 20.0
"""Seconds in which a page that is gone may come back to say its word."""
BINDINGS = 10
"""How often a seat may bind itself from one word to the next."""


class Mixing:
    """The words for the dice of one battle, as far as they have come."""

    def __init__(self, dice: DiceKept, now: float) -> None:
        self.dice = dice
        self.opened = now
        self.came: dict[Seat, float] = {}
        self.left: dict[Seat, float] = {}
        self._request = 0
        self._since = now
        self._words: dict[Seat, str] = {}
        self._worded = 0
        self._waits: tuple[Seat, ...] = ()
        self._wait: float | None = None
        self._binding: dict[Seat, str] = {}
        self._bindings: Counter[Seat] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._looking: asyncio.Future[None] | None = None
        self._chains: dict[tuple[Seat, int], tuple[str, ...]] = {}

    def look_again(
        self, seconds: float | None, look: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Have a look after so many seconds and not before; none is never."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and self.dice.mode == "shared":
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._look, look)

    def _look(self, look: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._timer = None
        self._looking = asyncio.ensure_future(look())

    # ── what pages say ───────────────────────────────────────────────────────
    def bind(self, seat: Seat, digest: str) -> None:
        """A seat binds itself to a chain of words, as soon as that may be."""
        if not is_word(digest):
            raise Refused("no-word")
        if self._bindings[seat] >= BINDINGS:
            raise Refused("too-fast", 429)
        self._bindings[seat] += 1
        self._binding[seat] = digest

    def hear(self, transcript: Transcript, seat: Seat, word: str) -> None:
        """The word of a seat for the dice that wait. One that comes too late is passed over."""
        if not is_word(word):
            raise Refused("no-word")
        if not self._request or seat not in transcript.chains or seat in self._words:
            return
        if not follows(word, transcript.chains[seat]):
            raise Refused("no-word")
        self._words[seat] = word

    # ── what comes of it ─────────────────────────────────────────────────────
    def stir(
        self, battle: Battle, rows: Mapping[Seat, SeatRow], here: Collection[Seat], now: float
    ) -> float | None:
        """Roll what can be rolled; in how many seconds to look again, if that is worth it."""
        self._waits = ()
        if not isinstance(battle.cup, SharedCup):
            return None
        while battle.state.position.ended is None:
            ask = chance_ask(battle.state.asks)
            transcript = battle.cup.transcript
            transcript.catch_up(battle.log)
            if transcript.binding:
                self._bind(battle, rows, transcript)
            if ask is None:
                self._request = 0
                return None
            if transcript.wanted:
                if not self._ready(transcript, rows, here, ask.id, now):
                    return self._wait
                if not transcript.begun:
                    battle.announce(opening())
                    self._request = 0
                    continue
                words = {seat: self._said(transcript, seat, rows) for seat in transcript.chains}
                battle.announce(spoken(words))
                self._bindings.clear()
            said = battle.cup.answer(ask)
            if said is None:
                continue
            battle.say(CHANCE, said, ask.id)
        return None

    def _bind(self, battle: Battle, rows: Mapping[Seat, SeatRow], transcript: Transcript) -> None:
        """Bind who wants to be, and bots by the table; who has left a seat is bound no more.

        That somebody wants to be bound is kept until he is: the disk may not have taken it.
        """
        for seat, row in rows.items():
            if row.held != "person" or transcript.digests.get(seat) == self._binding.get(seat):
                self._binding.pop(seat, None)
            digest = self._binding.get(seat, "")
            match row.held:
                case "bot" if not self._next(transcript, seat):
                    own = self._chain(seat, transcript.sealed.get(seat, 0) + 1)
                    battle.announce(bound(seat, own[0]))
                case "open" if seat in transcript.chains:
                    battle.announce(bound(seat, ""))
                case "person" if digest:
                    battle.announce(bound(seat, digest))
                case _:
                    pass
        transcript.catch_up(battle.log)

    def _ready(
        self,
        transcript: Transcript,
        rows: Mapping[Seat, SeatRow],
        here: Collection[Seat],
        request: int,
        now: float,
    ) -> bool:
        """Whether nobody is waited for any more; else for how long still is noted.

        Words stay for the dice that they were said for: the disk may not have taken them.
        """
        if request != self._request:
            self._request, self._since = request, now
        if request != self._worded:
            self._worded = request
            self._words.clear()
        seats = rows if not transcript.begun else transcript.chains
        left = {seat: self._left(transcript, rows[seat], here, now) for seat in seats}
        self._waits = tuple(seat for seat, seconds in left.items() if seconds > 0)
        most = max((left[seat] for seat in self._waits), default=0.0)
        soonest = min((left[seat] for seat in self._waits), default=0.0)
        self._wait = None if most == inf else max(0.01, soonest)
        return not self._waits

    def _left(
        self, transcript: Transcript, row: SeatRow, here: Collection[Seat], now: float
    ) -> float:
        """For how many seconds a seat is still waited for."""
        seat = row.seat
        if not transcript.begun:
            if row.held == "bot" or seat in transcript.chains:
                return 0.0
            if row.held == "open" or seat not in here:
                return inf
            return SILENT - (now - self.came.get(seat, now))
        if row.held != "person" or seat in self._words:
            return 0.0
        if seat in here:
            until = max(self._since, self.came.get(seat, 0.0)) + SILENT
        else:
            until = self.left.get(seat, self.opened) + AWAY
        return min(until, self._since + AWAY + SILENT) - now

    def _said(self, transcript: Transcript, seat: Seat, rows: Mapping[Seat, SeatRow]) -> str:
        """The word of a seat; of a bot's the table knows it, of nobody's there is none."""
        if rows[seat].held == "bot":
            return self._next(transcript, seat)
        return self._words.get(seat, "")

    def _next(self, transcript: Transcript, seat: Seat) -> str:
        """The next word that the table has for a seat; none where it is bound to another chain."""
        last = transcript.chains.get(seat)
        own = self._chain(seat, transcript.sealed.get(seat, 0)) if last else ()
        at = own.index(last) + 1 if last in own else len(own)
        return own[at] if at < len(own) else ""

    def _chain(self, seat: Seat, number: int) -> tuple[str, ...]:
        """The words by which the table speaks for a bot, the how manyth of them."""
        key = (seat, number)
        if key not in self._chains:
            self._chains[key] = chain(f"{self.dice.secret}/{seat}/{number}", LENGTH)
        return self._chains[key]

    # ── what is told of it ───────────────────────────────────────────────────
    def told(self, battle: Battle) -> Words:
        """Who is bound to what, whose words came and whose did not, and what is waited for."""
        transcript = transcript_of(battle)
        seats = tuple(
            SeatWords(
                seat=seat,
                digest=transcript.digests.get(seat, ""),
                said=transcript.said.get(seat, 0),
                lacked=transcript.lacked.get(seat, 0),
                bound=seat in transcript.chains,
            )
            for seat in battle.state.position.seats()
        )
        wanted = self._request if self._waits and transcript.begun else 0
        digest = "".join(one.digest for one in self.dice.sealed())
        return Words(digest=digest, wanted=wanted, waits=self._waits, seats=seats)


def transcript_of(battle: Battle) -> Transcript:
    """The transcript of a battle whose dice take words; there are none for other dice."""
    if not isinstance(battle.cup, SharedCup):
        raise Refused("no-word")
    battle.cup.transcript.catch_up(battle.log)
    return battle.cup.transcript
