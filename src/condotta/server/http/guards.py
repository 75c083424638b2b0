"""What stands before every request: who may call, from where, how often.

And what the browser is told about it.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from condotta.server.http.answers import problem
from condotta.server.limits import Limits, Visitors
from condotta.server.reasons import Refused
from condotta.server.times import Times

HOST = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII)
"""A host and no more: what else could be written there would be taken for a path elsewhere."""

LET = "condotta.let"
"""In a request: whose limits it has counted for."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}


class Guards:
    """Wraps the whole application."""

    def __init__(
        self, app: ASGIApp, limits: Limits, hosts: Iterable[str] = (), times: Times | None = None
    ) -> None:
        self.app = app
        self.times = Times() if times is None else times
        self.visitors = Visitors(limits.requests)
        self.hosts = frozenset((*own_names(), *(name.casefold() for name in hosts)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self.against(scope)
        if why is None and is_socket(scope):
            await self.app(scope, receive, send)
        elif why is None:
            with self.times.timed():
                await self.app(scope, receive, dressed(send))
        elif is_socket(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": why.key})
        else:
            await problem(why)(scope, receive, dressed(send))

    def against(self, scope: Scope) -> Refused | None:
        """What there is against a request, whatever it asks for."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self.may_be_called(host):
            return Refused("host", 421, host=host[:80])
        if not same_origin(headers.get("origin"), host):
            return Refused("origin", 403)
        if not self.visitors.take(visitor(scope)):
            return Refused("too-fast", 429)
        return None

    def may_be_called(self, host: str) -> bool:
        """Whether that is a name of ours: an address, this machine's name, or one that was allowed.

        A page elsewhere that points its own name at this machine is refused.
        """
        name = bare(host) if HOST.fullmatch(host) else ""
        return name in self.hosts or is_address(name)


def is_socket(scope: Scope) -> bool:
    """Whether a page wants to sit down, and not to fetch something."""
    return bool(scope["type"] == "websocket")


def dressed(send: Send) -> Send:
    """Sends the safety headers with every answer that has none of its own."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def visitor(scope: Scope) -> str:
    """Who calls, as far as the connection tells."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def let(visitors: Visitors, scope: Scope) -> bool:
    """Whether whoever asks may pass: of one request once, however often it is tried."""
    passed: list[Visitors] = scope.setdefault(LET, [])
    if any(one is visitors for one in passed):
        return True
    if not visitors.take(visitor(scope)):
        return False
    passed.append(visitors)
    return True


def bare(host: str) -> str:
    """A host without its port.

    >>> bare("localhost:8128"), bare("[::1]:80"), bare("Table.local")
    ('localhost', '::1', 'table.local')
    """
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    """Whether a host is an address, which no foreign page can take as its name.

    >>> is_address("192.168.1.5"), is_address("::1"), is_address("evil.example")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_names() -> tuple[str, ...]:
    """What this machine is called."""
    name = socket.gethostname().casefold()
    return ("localhost", name, f"{name.split('.')[0]}.local")


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a request comes from our own page, or from no page at all.

    >>> same_origin("http://localhost:1", "localhost:1"), same_origin("null", "localhost:1")
    (True, False)
    """
    if origin is None:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc.casefold() == host.casefold()
    except ValueError:
        return False
