"""The addresses of the referee's desk. Nothing that comes in by them is kept or shown to others."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from condotta.errors import PlainError
from condotta.server.forms import RefereeAsked
from condotta.server.games.referee import about
from condotta.server.http.answers import Handler, read, told
from condotta.server.http.guards import let
from condotta.server.limits import Limits, Visitors
from condotta.server.reasons import Refused
from condotta.server.workers.thinker import Rule
from condotta.server.workers.thinkers import Thinkers, Thoughtless
from condotta.words import spoken


class Referee:
    """The handlers, over the workers of a table."""

    def __init__(self, thinkers: Thinkers, limits: Limits) -> None:
        self.thinkers = thinkers
        self.limits = limits
        self.askers = Visitors(limits.rulings)
        self.desk = asyncio.Semaphore(1)
        """One file at a time: the other workers are for those who play."""

    async def about(self, request: Request) -> Response:
        """What a system knows at the desk, a file to begin with among it."""
        system = request.path_params["system"][:40]
        try:
            return told(about(system))
        except PlainError as why:
            raise Refused("no-system", 404, system=system) from why

    async def ruled(self, request: Request) -> Response:
        """What the rules say of a position file, worked out by a worker within its time."""
        if not let(self.askers, request.scope):
            raise Refused("too-fast", 429)
        asked = await read(request, RefereeAsked, self.limits.body)
        job = Rule(file=asked.file, move=asked.move, at=asked.at, tidy=asked.tidy, lang=spoken())
        try:
            await asyncio.wait_for(self.desk.acquire(), self.limits.ruling_seconds)
            try:
                result = await self.thinkers.do(job, self.limits.ruling_seconds)
            finally:
                self.desk.release()
        except (Thoughtless, TimeoutError) as why:
            raise Refused("busy", 503) from why
        return told(msgspec.Raw((result.text or "{}").encode()))

    def asked(self) -> dict[str, Handler]:
        """What is asked for with GET."""
        return {"/api/referee/{system}": self.about}

    def sent(self) -> dict[str, Handler]:
        """What is asked for with POST."""
        return {"/api/referee": self.ruled}
