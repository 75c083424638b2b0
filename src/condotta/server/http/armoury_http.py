"""The addresses of the army builder. Nothing that comes in by them is kept or shown to others."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from condotta.armies.building.searching import Search, choice
from condotta.server.armoury import armoury_files as files
from condotta.server.armoury.armoury import army, drawn
from condotta.server.armoury.armoury_forms import (
    ArmiesSide,
    ArmiesText,
    ArmyAsked,
    ArmyDrawn,
    ArmyText,
)
from condotta.server.armoury.armoury_sheet import sheet
from condotta.server.http.answers import Handler, read, told
from condotta.server.limits import Limits
from condotta.server.reasons import Refused
from condotta.server.rooms.answering import explained


class Armoury:
    """The handlers, over the limits of a table."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.desk = asyncio.Lock()

    async def lists(self, request: Request) -> Response:
        """Lists that fit what is asked."""
        asked = request.query_params
        year = asked.get("year", "") or "0"
        if not year.removeprefix("-").isdecimal() or len(year) > 5:
            raise Refused("no-number", 400, text=year[:20])
        words = {name: asked.get(name, "")[:120] for name in ("home", "theme", "troop", "card")}
        return told(choice(Search(text=asked.get("q", "")[:120], year=int(year) or None, **words)))

    async def army(self, request: Request) -> Response:
        """Everything about a selection."""
        return told(army(await read(request, ArmyAsked, self.limits.body)))

    async def drawn(self, request: Request) -> Response:
        """A random army, one filled up, or the minimums of a list."""
        return told(drawn(await read(request, ArmyDrawn, self.limits.body)))

    async def sheet(self, request: Request) -> Response:
        """What goes on paper."""
        asked = await read(request, ArmyAsked, self.limits.body)
        return told(sheet(asked, request.query_params.get("lang", "")))

    async def sides(self, request: Request) -> Response:
        """Two rosters side by side."""
        return told(files.sides(await read(request, ArmiesSide, self.limits.body)))

    async def written(self, request: Request) -> Response:
        """A roster as a text."""
        return told(files.written(await read(request, ArmyText, self.limits.body)))

    async def read(self, request: Request) -> Response:
        """Whatever somebody brings, read: one file after another, and others between."""
        asked = await read(request, ArmiesText, self.limits.armies)
        async with self.desk:
            return told(await asyncio.to_thread(files.read, asked))

    async def clause(self, request: Request) -> Response:
        """What a clause says."""
        lang = request.query_params.get("lang", "")
        return told(explained(request.path_params["clause"], lang))

    def asked(self) -> dict[str, Handler]:
        """What is asked for with GET."""
        return {"/api/armoury/lists": self.lists, "/api/clauses/{clause}": self.clause}

    def sent(self) -> dict[str, Handler]:
        """What is asked for with POST."""
        return {
            "/api/armoury/army": self.army,
            "/api/armoury/draw": self.drawn,
            "/api/armoury/sheet": self.sheet,
            "/api/armoury/sides": self.sides,
            "/api/armoury/text": self.written,
            "/api/armoury/read": self.read,
        }
