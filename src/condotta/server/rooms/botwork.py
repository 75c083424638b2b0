"""Bots at a table: asked as people are, given what their seat sees, thinking elsewhere."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from condotta.kernel.asks import Ask
from condotta.kernel.log import encode
from condotta.kernel.records import Seat
from condotta.server.protocol import Command, Reply
from condotta.server.rooms.room import BOTS, Room
from condotta.server.workers.thinker import Result, Think
from condotta.server.workers.thinkers import Thinkers, Thoughtless

PLAIN = "random"
"""The bot that helps out when another has nothing to say."""

TRIES = 3
REST_SECONDS = 30.0

log = logging.getLogger("condotta.bots")

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Speaker(msgspec.Struct):
    """A bot as it speaks."""

    seats: tuple[Seat, ...]


class BotWork:
    """Asks the bots of one room, one question at a time each."""

    def __init__(self, room: Room, thinkers: Thinkers, seconds: float, spawn: Spawn) -> None:
        self.room = room
        self.thinkers = thinkers
        self.seconds = seconds
        self.spawn = spawn
        self.given_up: set[int] = set()
        self.secret = room.dice.secret or room.dice.lots or secrets.token_hex(32)
        room.after = self.wake

    def wake(self) -> None:
        """Ask the bots whose questions can be answered now."""
        if self.room.closed is not None:
            return
        busy = self.room.seating.busy
        for ask in self.room.battle.waiting():
            known = ask.id in busy or ask.id in self.given_up
            if not known and self.room.seating.bot_of(ask.seat):
                busy[ask.id] = ask.seat
                self.spawn(self.answer(ask))

    async def answer(self, ask: Ask) -> None:
        """Think about one question until it is answered, or is none any more."""
        try:
            for trial in range(TRIES):
                if await self.tried(ask, trial):
                    return
            log.error("no bot could answer %s in battle %s", ask.window, self.room.row.battle)
            self.given_up.add(ask.id)
            self.spawn(self.later(ask))
        finally:
            if self.room.seating.busy.pop(ask.id, None) is not None:
                self.room.tell_waiting()

    async def later(self, ask: Ask) -> None:
        """Ask once more after a rest, if nobody has answered meanwhile."""
        await asyncio.sleep(REST_SECONDS)
        self.given_up.discard(ask.id)
        self.wake()

    async def tried(self, ask: Ask, trial: int) -> bool:
        """One attempt; whether the question needs no other."""
        async with self.room.lock:
            bot = self.room.seating.bot_of(ask.seat)
            if not bot or not self.open(ask):
                return True
            self.room.seating.busy[ask.id] = ask.seat
            job = self.job(ask, bot if trial == 0 else PLAIN, trial)
        try:
            result = await self.thought(job)
            if result.unasked:
                await self.acted(ask, msgspec.json.decode(result.said))
                async with self.room.lock:
                    if not self.open(ask):  # what was done may have closed it, and opened another
                        return True
                    job = msgspec.structs.replace(self.job(ask, bot, trial), talks=False)
                result = await self.thought(job)
        except Thoughtless as why:
            log.warning("%s thought in vain about %s: %s", bot, ask.window, why)
            return False
        action = msgspec.json.decode(result.said)
        if action is None or self.room.seating.bot_of(ask.seat) != bot:
            return False
        return (await self.said(ask, action, trial)).ok

    async def thought(self, job: Think) -> Result:
        """What a worker says: each host has his share of them, first where somebody looks."""
        share, people = self.room.row.host.hex(), bool(self.room.sitters())
        return await self.thinkers.do(job, self.seconds, share=share, people=people)

    async def said(self, ask: Ask, action: dict[str, Any], trial: int) -> Reply:
        """Say it as a person would."""
        self.room.seating.busy.pop(ask.id, None)
        number = f"{BOTS}{ask.id} {trial}"
        command = Command(id=number, seat=ask.seat, action=action, ask=ask.id)
        return await self.room.say(Speaker(seats=(ask.seat,)), command)

    async def acted(self, ask: Ask, action: dict[str, Any]) -> None:
        """Do what no question asked for, as a person would between two answers."""
        number = f"{BOTS}{ask.id} unasked"
        command = Command(id=number, seat=ask.seat, action=action)
        await self.room.say(Speaker(seats=(ask.seat,)), command)

    def open(self, ask: Ask) -> bool:
        """Whether the question is still there to be answered."""
        return any(one.id == ask.id for one in self.room.battle.waiting())

    def job(self, ask: Ask, bot: str, trial: int) -> Think:
        """What the bot is given: the view of its seat, and lots that follow from the question.

        What it answers in secret, and what it does unasked, follows from no seed that is known.
        """
        room = self.room
        open_ = self.secret if ask.secret else room.dice.secret or room.dice.seed or room.row.battle
        return Think(
            system=room.header.system,
            settings=room.header.settings,
            view=msgspec.Raw(encode(room.battle.view(ask.seat))),
            ask=ask.id,
            bot=bot,
            talks=trial == 0,
            seed=lots_of(open_, ask, trial),
            talk=lots_of(self.secret, ask, trial),
        )


def lots_of(secret: str, ask: Ask, trial: int) -> str:
    """The lots of one question: the same after a restart, and no clue to the secret."""
    said = f"{secret}/{ask.id}/{ask.seat}/{trial}".encode()
    return hashlib.blake2b(said, digest_size=16, person=b"condotta lots").hexdigest()
