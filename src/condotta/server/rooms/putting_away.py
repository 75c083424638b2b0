"""Battles that are put away and taken out again; a house that is full makes room by it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod

from condotta.server.limits import Limits
from condotta.server.reasons import Refused
from condotta.server.rooms.opening import Open
from condotta.server.rooms.room import Room
from condotta.server.rooms.sharing import Sharing
from condotta.server.store.store import Store


class PuttingAway(ABC):
    """The house as far as battles are put away in it; `going` are those that are not."""

    store: Store
    limits: Limits
    sharing: Sharing | None
    going: int

    @abstractmethod
    async def room(self, battle: str) -> Open:
        """The room of a battle, opened if need be."""

    @abstractmethod
    def must_host(self, room: Room, person: bytes) -> None:
        """Only who set a battle up, and the owner, may do that."""

    @abstractmethod
    def shut(self, battle: str) -> None:
        """Close a room; nothing in it holds on to anything else in it."""

    async def make_room(self) -> None:
        """There is room for one battle more, or it is refused.

        Where the house is full the battle that was let lie longest is put away, if that is long
        ago: its host may take it out again. Of several servers none puts away what others hold.
        """
        if self.sharing is not None:  # the others set up battles too
            self.going = await self.store.going()
        if self.going < self.limits.battles:
            return
        if self.sharing is not None:
            raise Refused("too-many-battles", 507, most=self.limits.battles)
        lying = [row for row, _ in await self.store.rows() if not row.archived]
        self.going = len(lying)
        if self.going < self.limits.battles:
            return
        oldest = min(lying, key=lambda row: row.touched, default=None)
        if oldest is None or time.time() - oldest.touched < self.limits.stale_seconds:
            raise Refused("too-many-battles", 507, most=self.limits.battles)
        await self._put_away(await self.room(oldest.battle), archived=True)

    async def archive(self, battle: str, person: bytes, *, archived: bool) -> None:
        """Put a battle away, or take it out again; its host or the owner may.

        While it is away nobody is waited for; from when it is taken out somebody is.
        """
        one = await self.room(battle)
        self.must_host(one.room, person)
        if one.room.row.archived and not archived:
            await self.make_room()
        await self._put_away(one, archived=archived)
        if not archived:
            await self.room(battle)

    async def _put_away(self, one: Open, *, archived: bool) -> None:
        battle = one.room.row.battle
        async with one.room.lock:
            one.room.must_stay()
            await self.store.archive(battle, archived=archived)
            if archived != one.room.row.archived:
                self.going += -1 if archived else 1
            one.room.closed = Refused("archived", 409)
            one.room.wait()
            for sitter in one.room.sitters():
                sitter.hang_up("archived" if archived else "seat-changed", again=True)
            self.shut(battle)
