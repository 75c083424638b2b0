"""What is asked of a server about a battle that another one holds: passed on, and answered there.

Whoever asks notices nothing, so any proxy may send anybody to any server. The server that is
asked is shown a secret, which it has put into the store for the others; then it takes what is
passed on for the visitor's from whom it came.
"""

from __future__ import annotations

import asyncio
import hmac
import http.client
import socket as sockets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from condotta.server.limits import Crowded, Shares
from condotta.server.reasons import Refused
from condotta.server.rooms.sharing import PATIENCE, Elsewhere
from condotta.server.store.store import Server, Unsure

COOKIE = "condotta"
BODY = "condotta.body"
FRESH = "condotta.fresh"
"""In a request: the cookie that somebody new is given with the answer, whatever becomes of it."""
HOPS = "condotta.hops"
MARK = "x-condotta-relay"
OWN = 0
"""The hops of what a machine of ours says for itself: what is passed on has one at least."""
MOST_HOPS = 3
"""How often one thing is passed on: a battle may move while it is under way."""

CONNECT_SECONDS = 2.0
CLOSE_SECONDS = 1.0
ANSWER_SECONDS = 90.0
"""How long one waits for a server that lives."""
LOOKS = 2
"""How often one looks whether it lives, in the time after which others take it for dead."""
PAUSE_SECONDS = 0.25
PATIENCE_SECONDS = 10.0
"""How long one looks for a server that holds a battle, or may take it."""

HANDS = ThreadPoolExecutor(64, thread_name_prefix="relaying")
"""So many requests wait for other servers at once; none keeps the threads of others busy."""
SHARES = Shares(at_once=8, waiting=200)
"""How much of it one visitor has with each server, so that nobody keeps it from the others, nor
does a server that hangs."""

AGAIN = 1012
LEFT_OUT = frozenset(
    (
        "host", "connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade",
        "proxy-authorization", "proxy-authenticate", "content-length", "forwarded", "date", MARK,
    )
)  # fmt: skip
"""Headers of one line, and those that only a proxy may give."""


def tries() -> Iterator[None]:
    """So often one looks again, as long as it is worth it."""
    end = monotonic() + PATIENCE_SECONDS
    yield None
    while monotonic() < end:
        yield None


class Line(Protocol):
    """A line to another server."""

    async def send(self, message: str | bytes, /) -> None:
        """Say something."""

    async def recv(self) -> str | bytes:
        """The next that is said."""

    async def close(self) -> None:
        """Hang up."""


class Passed(NamedTuple):
    """What goes along with something that is passed on."""

    secret: str
    hops: int
    scheme: str
    visitor: str

    def header(self) -> str:
        """The same as one header."""
        return f"{self.secret} {self.hops} {self.scheme} {self.visitor}"


def passed(asked: HTTPConnection, server: Server) -> list[tuple[str, str]]:
    """The headers with which something is passed on; what has gone too far is refused."""
    hops = int(asked.scope.get(HOPS, 0)) + 1
    if hops > MOST_HOPS:
        raise Refused("moved", 503)
    scheme = {"ws": "http", "wss": "https"}.get(asked.url.scheme, asked.url.scheme)
    mark = Passed(server.secret, hops, scheme, asked.client.host if asked.client else "")
    fresh = asked.scope.get(FRESH)
    given = [("cookie", f"{COOKIE}={fresh}")] if fresh else []
    left_out = LEFT_OUT | {name for name, _ in given}
    kept = (
        (name, value)
        for name, value in asked.headers.items()
        if name not in left_out and not name.startswith(("x-forwarded-", "sec-websocket-"))
    )
    return [*kept, *given, (MARK, mark.header())]


class Relayed:
    """Takes what another server passes on for its visitor's."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self.app = app
        self.secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, as it came to the other server."""
        mark = Headers(scope=scope).get(MARK) if scope["type"] in ("http", "websocket") else None
        found = None if mark is None else self.read(mark)
        if mark is not None and found is None:
            await not_for_us(scope, receive, send)
            return
        if found is not None:
            web = found.scheme == "https"
            scheme = ("wss" if web else "ws") if scope["type"] == "websocket" else found.scheme
            scope = {**scope, "client": (found.visitor, 0), "scheme": scheme, HOPS: found.hops}
        await self.app(scope, receive, send)

    def read(self, mark: str) -> Passed | None:
        """What goes along with it, if it shows our secret."""
        secret, _, rest = mark.partition(" ")
        if not hmac.compare_digest(secret.encode(), self.secret.encode()):
            return None
        hops, scheme, visitor = rest.split(" ", 2)
        return Passed(secret, int(hops), scheme, visitor)


async def not_for_us(scope: Scope, receive: Receive, send: Send) -> None:
    """What was meant for another server, which had this address before, goes back.

    Taken for a visitor's it would be passed on to that address again.
    """
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(AGAIN)
    else:
        await Response(status_code=503)(scope, receive, send)


# ── requests ─────────────────────────────────────────────────────────────────
class Call:
    """A request of another server that may be given up while its answer is waited for."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.line: sockets.socket | None = None
        self.over = False

    def give_up(self) -> None:
        """Hang up, whatever comes."""
        self.over = True
        if self.line is not None:
            with suppress(OSError):
                self.line.shutdown(sockets.SHUT_RDWR)

    async def watch(self, there: Elsewhere) -> None:
        """Give it up once the battle is not that server's any more, which hangs or is gone."""
        while not self.over:
            await asyncio.sleep(there.store.lease / LOOKS)
            with suppress(Refused):
                if not await there.stays():
                    self.give_up()


async def passed_on(request: Request, body: bytes, there: Elsewhere) -> Response | None:
    """The answer of the server that holds the battle; nothing where nobody is there to ask."""
    server = there.server
    call = Call(server)
    target = target_of(request)
    headers = [("host", request.headers["host"]), *passed(request, server)]
    try:
        async with SHARES.of((request.client.host if request.client else "", server.address)):
            watching = asyncio.create_task(call.watch(there))
            try:
                status, given, said = await asyncio.get_running_loop().run_in_executor(
                    HANDS, fetched, call, request.method, target, headers, body
                )
            finally:
                watching.cancel()
                call.give_up()
    except Crowded as why:
        raise Refused("too-fast", 429) from why
    except Unreached:
        return None
    except (OSError, http.client.HTTPException) as why:
        if request.method == "GET":
            return None
        raise Unsure(str(why)) from why
    answer = Response(said, status)
    answer.raw_headers = [
        *((name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given
          if name.lower() not in LEFT_OUT),
        (b"content-length", str(len(said)).encode()),
    ]  # fmt: skip
    return answer


class Unreached(Exception):
    """Nobody took the line: nothing can have been done."""


def target_of(asked: HTTPConnection) -> str:
    """What follows the host in an address, as it was written."""
    path = bytes(asked.scope.get("raw_path") or asked.url.path.encode()).decode("latin-1")
    query = bytes(asked.scope["query_string"]).decode("latin-1")
    return f"{path}?{query}" if query else path


def fetched(
    call: Call, method: str, target: str, headers: list[tuple[str, str]], body: bytes
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Status, headers and body of what a server answers."""
    there = urlsplit(call.server.address)
    line = http.client.HTTPConnection(there.hostname or "", there.port, timeout=CONNECT_SECONDS)
    try:
        try:
            line.connect()
        except OSError as why:
            raise Unreached from why
        line.sock.settimeout(ANSWER_SECONDS)
        call.line = line.sock
        if call.over:
            raise Unreached
        line.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in (*headers, ("content-length", str(len(body)))):
            line.putheader(name, value.encode("latin-1"))
        line.endheaders(body)
        answer = line.getresponse()
        said = answer.read()
        if call.over:
            raise http.client.IncompleteRead(said)
        return answer.status, answer.getheaders(), said
    finally:
        line.close()


# ── sockets ──────────────────────────────────────────────────────────────────
async def line_to(where: Elsewhere, socket: WebSocket) -> Line | None:
    """A line to the server that holds the battle; nothing where nobody is there.

    A machine that goes without a word is noticed about when others take it for dead.
    """
    from websockets.asyncio.client import connect  # noqa: PLC0415 - only where there are others

    server, lease = where.server, where.store.lease
    there = urlsplit(server.address)
    try:
        return await connect(
            f"ws://{socket.headers['host']}{target_of(socket)}",
            host=there.hostname,
            port=there.port,
            additional_headers=passed(socket, server),
            open_timeout=CONNECT_SECONDS,
            ping_interval=lease / LOOKS,
            ping_timeout=PATIENCE * lease,
            close_timeout=CLOSE_SECONDS,
            user_agent_header=None,
            compression=None,
            max_size=None,
            proxy=None,
        )
    except InvalidStatus as why:
        raise Refused("moved", 503) from why
    except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed):
        return None


async def joined(socket: WebSocket, line: Line) -> None:
    """Carry everything from a page to its server and back, until either hangs up."""
    reading = asyncio.create_task(carried_there(socket, line))
    writing = asyncio.create_task(carried_back(socket, line))
    try:
        await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)
        await line.close()


async def carried_there(socket: WebSocket, line: Line) -> None:
    """What a page says."""
    with suppress(ConnectionClosed):
        while (said := await socket.receive())["type"] == "websocket.receive":
            text = said.get("text")
            await line.send(said.get("bytes") or b"" if text is None else text)


async def carried_back(socket: WebSocket, line: Line) -> None:
    """What a page hears; when the server is gone it is asked to call again."""
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                await socket.send_text(str(await line.recv()))
        except ConnectionClosed as why:
            code, reason = (why.rcvd.code, why.rcvd.reason) if why.rcvd else (AGAIN, "")
            await socket.close(code, reason)
