"""Small pictures of tables for lists of battles: each as whoever asks may see it, made once."""

from __future__ import annotations

from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from condotta.kernel.records import Seat
from condotta.server.http.answers import battle_of, person_of, secret_of
from condotta.server.reasons import Refused
from condotta.server.rooms import logs
from condotta.server.rooms.house import House
from condotta.server.rooms.seating import Seating

MOST = 500
SVG = "image/svg+xml"

Key = tuple[str, tuple[Seat, ...], bool]
"""A battle, the seats with whose eyes it is seen, by night or by day."""


class Pictures:
    """Answers with pictures. A table that nobody has touched since is not opened for it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._made: OrderedDict[Key, tuple[int, str]] = OrderedDict()

    async def __call__(self, request: Request) -> Response:
        """The table as the asker sees it; who sits nowhere sees what everybody may."""
        battle = battle_of(request)
        found = await self.house.store.glance(battle)
        if found is None:
            raise Refused("no-battle", 404)
        seating = Seating(found.seats, found.row.host)
        seats = seating.granted(person_of(request), secret_of(request))
        text = await self.made((battle, seats, "dark" in request.query_params), found.length)
        return Response(text, headers={"cache-control": "no-store"}, media_type=SVG)

    async def made(self, key: Key, length: int) -> str:
        """The picture after so many events, or after more."""
        known = self._made.get(key)
        if known is None or known[0] != length:
            battle, seats, dark = key
            room = (await self.house.room(battle)).room
            known = self._made[key] = await logs.picture_of(room, seats, dark=dark)
            if len(self._made) > MOST:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return known[1]
