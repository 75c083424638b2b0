"""Seats that are claimed, left, given away, or asked for. By which rule: docs/seats.md."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod

import msgspec

from condotta.kernel.records import Seat
from condotta.server.door_forms import Consent, SeatChange
from condotta.server.forms import Claim, Claimed
from condotta.server.games.titles import tidy
from condotta.server.reasons import Refused
from condotta.server.rooms.besides import Besides
from condotta.server.rooms.handing import Change, Handover
from condotta.server.rooms.opening import Open
from condotta.server.rooms.room import Room
from condotta.server.rooms.seating import Visitor, kept_from, same
from condotta.server.store import keys
from condotta.server.store.store import SeatRow

log = logging.getLogger("condotta.house")


class Changing(ABC):
    """The house as far as seats change hands in it."""

    besides: Besides

    @abstractmethod
    async def room(self, battle: str) -> Open:
        """The room of a battle, opened if need be."""

    @abstractmethod
    async def by_code(self, code: str) -> Open:
        """The room with that short code."""

    @abstractmethod
    def must_host(self, room: Room, person: bytes) -> None:
        """Only who set a battle up, and the owner, may do that."""

    async def claim(self, asked: Claim, who: Visitor) -> Claimed:
        """Give an open seat to whoever asks first, or one that a bot plays back to who held it.

        Whoever asks again, as he had no answer, is given another secret of the seat that he has;
        the one that he may have elsewhere opens it still.
        """
        person = who.person
        one = await self.by_code(asked.code)
        room = one.room
        async with room.lock:
            room.must_stay()
            row = room.seating.row(asked.seat)
            if row.seat in room.seating.granted(person, who.secret):
                secret = await room.open_anew(row)
                return Claimed(battle=room.row.battle, seat=row.seat, secret=secret)
            lent = same(person, room.beside.lent.get(row.seat, b""))
            if row.held != "open" and not (row.held == "bot" and lent):
                raise Refused("seat-taken", 409, seat=row.seat)
            if kept_from(row, person):
                raise Refused("seat-kept", 409, seat=row.seat, player=row.player)
            change = Change("returned" if lent else "claimed")
            secret = await self.seat(room, row, tidy(asked.player), person, change)
        return Claimed(battle=room.row.battle, seat=row.seat, secret=secret)

    async def seat(
        self, room: Room, row: SeatRow, player: str, person: bytes, change: Change
    ) -> str:
        """Somebody sits down there; the room must be held. What he shows to come back."""
        secret = keys.new_secret()
        taken = {"held": "person", "player": player, "secret": keys.digest(secret)}
        await room.reseat(msgspec.structs.replace(row, **taken, bot="", person=person), change)
        await self.besides.keep_soon(room.row.battle)
        return secret

    async def release(self, battle: str, seat: Seat, change: SeatChange, who: Visitor) -> bool:
        """Give a seat to a bot, or leave it open, by the rule of docs/seats.md.

        Whether it was done; where `change` asks the others for it, they are asked.
        """
        from condotta.bots.seat import BOTS  # noqa: PLC0415 - bots are loaded by who needs them

        room = (await self.room(battle)).room
        if change.to == "bot" and change.bot not in BOTS:
            raise Refused("no-bot", 400, bot=change.bot[:40], known=tuple(sorted(BOTS)))
        async with room.lock:
            room.must_stay()
            row = room.seating.row(seat)
            mine = room.seating.granted(who.person, who.secret)
            if seat not in mine:
                self.must_host(room, who.person)
            by = room.seating.row(mine[0]).player if mine else ""
            try:
                rule = room.ruled(row, mine, by)
            except Refused:
                asked = Handover(seat=seat, change=change, by=by, mine=mine)
                if not (change.ask and room.waits(asked)):
                    raise
                room.handovers[seat] = asked
                room.tell_presence()
                return False
            await self.hand(room, row, change, rule)
        return True

    async def hand(self, room: Room, row: SeatRow, change: SeatChange, rule: Change) -> None:
        """A seat goes to a bot or is open from now on; the room must be held."""
        bot = change.bot if change.to == "bot" else ""
        left = {"held": change.to, "player": "", "bot": bot, "secret": b"", "person": b""}
        await room.reseat(msgspec.structs.replace(row, **left), rule)
        await self.besides.leave(room.row.battle, row.seat)

    async def consent(self, battle: str, seat: Seat, said: Consent, who: Visitor) -> None:
        """Agree that a seat goes to another, or not; one voice against it and it stays."""
        room = (await self.room(battle)).room
        async with room.lock:
            room.must_stay()
            mine = room.seating.granted(who.person, who.secret)
            handover = room.handovers.get(room.seating.row(seat).seat)
            if handover is None:
                raise Refused("not-asked", 409, seat=seat)
            voices = tuple(one for one in room.waits(handover) if one in mine)
            if not voices and (said.agrees or not set(mine) & set(handover.mine)):
                raise Refused("not-asked", 409, seat=seat)
            if said.agrees:
                heard = tuple(dict.fromkeys((*handover.agreed, *voices)))
                room.handovers[seat] = msgspec.structs.replace(handover, agreed=heard)
                await self.settle(room)
            else:
                del room.handovers[seat]
            room.tell_presence()

    async def settle(self, room: Room) -> None:
        """Give away the seats that may go by now, as somebody has asked; the room must be held."""
        for handover in tuple(room.handovers.values()):
            row = room.seating.row(handover.seat)
            try:
                rule = room.ruled(row, handover.mine, handover.by)
            except Refused:
                continue
            await self.hand(room, row, handover.change, rule)

    async def look_at_seats(self, room: Room) -> None:
        """Tell who has been away long enough for his seat to go to another, and let it go."""
        if room.lock.locked() or not (room.newly_absent() or room.handovers):
            return
        async with room.lock:
            try:
                await self.settle(room)
            except Refused as why:
                log.warning("a seat in battle %s stays: %s", room.row.battle, why)
            room.tell_presence()
