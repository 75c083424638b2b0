"""Answers over HTTP: records as JSON, refusals as problems, bodies read within their limit."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from condotta.errors import PlainError
from condotta.server.http.relaying import BODY, COOKIE, FRESH, PAUSE_SECONDS, passed_on, tries
from condotta.server.reasons import Refused, plain
from condotta.server.rooms.sharing import Elsewhere
from condotta.server.store import keys
from condotta.server.store.store import Lost
from condotta.words import languages, speaking
from condotta.words.catalogue import FIRST

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

JSON = "application/json"
YEAR = 365 * 24 * 3600
BODY_SECONDS = 60.0
MOST_PASSED = 262_144
"""How much is read of what another server is to answer and nobody here has looked at."""

log = logging.getLogger("condotta.http")


def told(record: Any, status: int = 200, *, cache: str = "no-store") -> Response:
    """A record as the answer."""
    body = msgspec.json.encode(record)
    return Response(body, status, {"cache-control": cache}, media_type=JSON)


def problem(why: Refused) -> Response:
    """A refusal as the answer."""
    return told(why.problem(), why.status)


def handled(handler: Handler) -> Handler:
    """A handler whose refusals become problems; nobody ever sees a traceback."""

    async def safe(request: Request) -> Response:
        with speaking(lang_of(request)):
            try:
                return await here_or_there(handler, request)
            except Lost as why:  # it may have been done: whoever did it is known when he comes back
                return signed(request, problem(why))
            except Refused as why:
                return problem(why)
            except PlainError as why:
                return problem(plain(why))
            except Exception:
                log.exception("%s %s", request.method, plain_path(request.url.path))
                return problem(Refused("fault", 500))

    return safe


def plain_path(path: str) -> str:
    """An address for a note, without what opens something.

    >>> plain_path("/open/key"), plain_path("/api/rooms/CODE"), plain_path("/api/about")
    ('/open/…', '/api/rooms/…', '/api/about')
    """
    return re.sub(r"^/(open|api/rooms)/.*", r"/\1/…", path)


async def here_or_there(handler: Handler, request: Request) -> Response:
    """The answer to a request, from the server that holds its battle.

    One that is gone holds it for some seconds yet; whoever asks waits until another may take it.
    """
    for _ in tries():
        try:
            return await handler(request)
        except Elsewhere as there:
            silent = request.method in ("GET", "HEAD")
            body = b"" if silent else await body_of(request, MOST_PASSED)
            answer = await passed_on(request, body, there)
            if answer is not None:
                return signed(request, answer)
        await asyncio.sleep(PAUSE_SECONDS)
    raise Refused("moved", 503)


def lang_of(request: Request) -> str:
    """The language that whoever asks reads: the one he names, else the first he would accept."""
    named = request.query_params.get("lang", "")
    accepted = request.headers.get("accept-language", "").split(",")
    wanted = (named, *(one.partition(";")[0] for one in accepted))
    known = languages()
    read = (one.strip().casefold().partition("-")[0] for one in wanted)
    return next((one for one in read if one in known), FIRST)


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request, as long as it is not too large and comes in its time.

    It is kept for whoever is asked next.
    """
    if BODY in request.scope:
        return bytes(request.scope[BODY])
    parts = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                parts += part
                if len(parts) > most:
                    raise Refused("too-large", 413, most=most)
    except TimeoutError as why:
        raise Refused("slow-body", 408, most=int(BODY_SECONDS)) from why
    request.scope[BODY] = bytes(parts)
    return bytes(parts)


async def read(request: Request, kind: type[T], most: int) -> T:
    """The record in a request. Only JSON is read, so that no foreign form can send any."""
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != JSON:
        raise Refused("no-json", 415)
    data = await body_of(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as why:
        raise Refused("unreadable", 400, why=str(why)[:200]) from why


def person_of(request: Any) -> bytes:
    """The digest of the cookie of whoever asks; empty for somebody new."""
    secret = request.cookies.get(COOKIE, "")
    return keys.digest(secret) if 20 <= len(secret) <= 100 else b""


def battle_of(request: Any) -> str:
    """The battle that an address names."""
    return str(request.path_params["battle"])[:40]


def secret_of(request: Request) -> str:
    """The seat's secret that a program without cookies shows."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.casefold() == "bearer" else ""


def signed(request: Request, response: Response) -> Response:
    """An answer with the cookie of somebody new, if anything was to be done for one."""
    return Person(request).sign(response) if FRESH in request.scope else response


class Person:
    """Whoever asks; somebody new is given a cookie, the same however often he is answered."""

    def __init__(self, request: Request) -> None:
        self.secure = request.url.scheme == "https"
        self.digest = person_of(request)
        self.fresh = ""
        if not self.digest:
            self.fresh = request.scope.setdefault(FRESH, keys.new_secret())
            self.digest = keys.digest(self.fresh)

    def sign(self, response: Response) -> Response:
        """Add the cookie of somebody new: no script reads it, no foreign page sends it."""
        if self.fresh:
            response.set_cookie(
                COOKIE, self.fresh, max_age=YEAR, path="/", secure=self.secure, httponly=True,
                samesite="strict",
            )  # fmt: skip
        return response
