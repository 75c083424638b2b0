"""Pages that sit down at a table: here, or at the server that holds its battle."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from condotta.server.http.answers import battle_of, person_of
from condotta.server.http.guards import visitor
from condotta.server.http.relaying import HOPS, OWN, PAUSE_SECONDS, Line, joined, line_to, tries
from condotta.server.reasons import Refused
from condotta.server.rooms.house import House
from condotta.server.rooms.opening import Open
from condotta.server.rooms.sharing import Elsewhere
from condotta.server.rooms.sitting import POLICY, Sitting
from condotta.server.workers.hands import Hand, Helped


class Sockets:
    """Lets pages sit down, each visitor with so many."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.sittings: dict[str, set[Sitting]] = {}

    async def sit(self, socket: WebSocket) -> None:
        """Sit down at a table. Those who only watch take no place from those who play.

        Of a page whose battle another server holds, that one knows whether it only watches.
        """
        caller = visitor(socket.scope)
        known = self.sittings.get(caller, ())
        watching = sum(not one.seats for one in known)
        try:
            if watching >= self.house.limits.watchers_of_visitor:
                raise Refused("full", 429)
            one = await self.room_or_line(socket)
        except Refused as why:
            await socket.close(POLICY, why.key)
            return
        if not isinstance(one, Open):
            await socket.accept()
            await joined(socket, one)
            return
        sitting = Sitting(socket, one.room, self.house.limits, person_of(socket))
        self.sittings.setdefault(caller, set()).add(sitting)
        try:
            await socket.accept()
            await sitting.serve(one.answering)
        finally:
            self.sittings[caller].discard(sitting)
            if not self.sittings[caller]:
                del self.sittings[caller]

    async def hand(self, socket: WebSocket) -> None:
        """A worker elsewhere offers its hand; only who has read the store for our secret may."""
        thinkers = self.house.thinkers
        if socket.scope.get(HOPS) != OWN or not isinstance(thinkers, Helped):
            await socket.close(POLICY)
            return
        await socket.accept()
        hand = Hand(socket)
        thinkers.offer(hand)
        with suppress(WebSocketDisconnect):
            await hand.listen()

    async def room_or_line(self, socket: WebSocket) -> Open | Line:
        """The room that an address names, or a line to the server that holds its battle."""
        for _ in tries():
            try:
                return await self.house.room(battle_of(socket))
            except Elsewhere as there:
                line = await line_to(there, socket)
                if line is not None:
                    return line
            await asyncio.sleep(PAUSE_SECONDS)
        raise Refused("moved", 503)
