"""A house among others over one store: which battles are its own, and what the others have done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol

from condotta.server.limits import Limits
from condotta.server.reasons import Refused
from condotta.server.rooms.besides import Besides
from condotta.server.rooms.opening import Open
from condotta.server.store import keys
from condotta.server.store.store import Away, Server, Shared

BEATS = 4
"""How often a server says that it lives, in the time after which others take it for dead."""
PATIENCE = 2
"""After so many of those times in which nobody heard it, it takes itself for cut off."""

log = logging.getLogger("condotta.house")


class Elsewhere(Exception):
    """Another server holds that battle: what was asked is to be asked there."""

    def __init__(self, battle: str, server: Server, store: Shared) -> None:
        super().__init__(battle)
        self.battle = battle
        self.server = server
        self.store = store

    async def stays(self) -> bool:
        """Whether that server holds it still, and others hear of it."""
        return await self.store.holder(self.battle) == self.server


class Household(Protocol):
    """A house, as far as the others concern it."""

    limits: Limits
    key: bytes
    owners: set[bytes]
    rooms: dict[str, Open]
    besides: Besides

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that nobody waits for."""

    async def resume(self, battles: list[str]) -> None:
        """Open the rooms of some battles."""

    def lose(self, battle: str) -> None:
        """A battle is not ours any more."""


class Sharing:
    """What one house has to do with the others."""

    def __init__(self, store: Shared, address: str) -> None:
        """`address` is where the others reach it."""
        self.store = store
        self.address = address
        self.secret = keys.new_secret()
        """What another server shows, for whatever it passes on to be taken for its visitor's."""
        self.keys: tuple[bytes, ...] = ()
        self.heard = float("-inf")
        self._read: set[str] = set()

    async def start(self, house: Household) -> None:
        """Be one of the servers from now on."""
        self.house = house
        self.store.lost = self.lost
        await self.store.join(self.address, self.secret, house.key)
        await self.look()
        house.spawn(self.go_on())

    async def go_on(self) -> None:
        """Say that we live, again and again.

        Where nobody hears it for long, others hold what we hold, and our pages see no more of it.
        """
        while True:
            await asyncio.sleep(self.store.lease / BEATS)
            try:
                async with asyncio.timeout(self.store.lease):
                    await self.look()
            except (Refused, TimeoutError) as why:
                log.warning("the other servers do not hear of us: %r", why)
                if self.cut_off:
                    self.leave_all()

    def leave_all(self) -> None:
        """Conduct nothing that others may conduct by now: pages are to go to where it is."""
        for battle in tuple(self.store.held):
            self.store.let_go(battle)

    async def look(self) -> None:
        """Say that we live, and do what follows from what the others did.

        Battles that go on though nobody comes are taken where their server is gone.
        """
        begun = monotonic()
        beat = await self.store.beat()
        self.heard = begun
        self.house.owners = set(beat.owners)
        self.keys = beat.keys
        for battle in self.house.rooms.keys() - self.store.held:
            self.house.lose(battle)
        if beat.free and len(self.house.rooms) < self.house.limits.rooms:
            self.house.spawn(self.house.resume(list(beat.free)))

    @property
    def hears(self) -> bool:
        """Whether the store has answered lately: as long as others take us for alive."""
        return monotonic() - self.heard < self.store.lease

    @property
    def cut_off(self) -> bool:
        """Whether it has not answered for so long that it is no chance.

        A server that is only slow keeps its pages: what it may not change it cannot change anyway.
        """
        return monotonic() - self.heard > PATIENCE * self.store.lease

    async def hold(self, battle: str) -> None:
        """Hold a battle, and know what lies beside it; or it is `Elsewhere`.

        Nobody holds anything whom the others do not hear of.
        """
        if self.cut_off:
            raise Away("the other servers do not hear of us")
        there = await self.store.hold(battle)
        if there is not None:
            raise Elsewhere(battle, there, self.store)
        if battle not in self._read:
            for _, said in await self.store.besides(battle):
                self.house.besides.read(battle, said)
            self._read.add(battle)

    def must_hold(self, battle: str) -> None:
        """Whoever was cut off while a room was being opened conducts nothing in it."""
        if battle not in self.store.held:
            self.house.lose(battle)
            raise Refused("moved", 503)

    async def leave(self, battle: str) -> None:
        """Let others hold a battle that could not be opened here; while it is held nobody looks."""
        with suppress(Refused):
            await self.store.release(battle)

    async def refresh(self) -> None:
        """Know what lies beside the battles of others, as far as they have kept it."""
        for battle, said in await self.store.besides():
            if battle not in self.store.held:
                self.house.besides.read(battle, said)

    def lost(self, battle: str) -> None:
        """A battle is another's by now."""
        self._read.discard(battle)
        self.house.lose(battle)

    async def known(self) -> None:
        """Wait until the others have heard of what has just been kept."""
        await asyncio.sleep(1.5 * self.store.lease / BEATS)
