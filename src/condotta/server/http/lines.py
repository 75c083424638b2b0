"""Lines that say nothing end, and one address has so many: silence keeps nobody out."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from condotta.server.limits import Limits

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
LOCAL = ("127.0.0.0/8", "::1")
"""A proxy calls from here for everybody."""


class Line(HttpToolsProtocol):
    """A line on which requests come, each as far as its head within a time.

    The lines of each address are counted as long as they are open and no page sits at their end:
    for pages there are limits of their own.
    """

    limits: ClassVar[Limits]
    proxies: ClassVar[tuple[Network, ...]]
    lines: ClassVar[Counter[str]]
    _end: asyncio.TimerHandle | None = None
    _counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the class above
        """Somebody calls."""
        super().connection_made(transport)
        caller = self.client[0] if self.client else ""
        self._wait()
        if among(caller, self.proxies):
            return
        if self.lines[caller] >= self.limits.lines_of_visitor:
            transport.abort()
            return
        self._counted = caller
        self.lines[caller] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        """He hung up."""
        self._ended()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on a page sits there."""
        self._ended()
        super().handle_websocket_upgrade()

    def on_headers_complete(self) -> None:
        """He said what he wants."""
        self._stop()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """He has what he wanted, and may want more."""
        more = bool(self.pipeline)
        super().on_response_complete()
        if not more and not self.transport.is_closing():
            self._wait()

    def _wait(self) -> None:
        self._stop()
        self._end = self.loop.call_later(self.limits.head_seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _ended(self) -> None:
        self._stop()
        if self._counted:
            self.lines[self._counted] -= 1
            if not self.lines[self._counted]:
                del self.lines[self._counted]
            self._counted = ""


def patient(limits: Limits, proxies: Iterable[str]) -> type[Line]:
    """How a server listens that has these limits, and does not count the lines of its proxies."""
    known = tuple(network for one in (*proxies, *LOCAL) for network in networks(one))
    return type("Line", (Line,), {"limits": limits, "lines": Counter(), "proxies": known})


def networks(name: str) -> tuple[Network, ...]:
    """The network that is named; none by what is no address.

    >>> networks("10.0.0.0/8"), networks("proxy")
    ((IPv4Network('10.0.0.0/8'),), ())
    """
    try:
        return (ipaddress.ip_network(name, strict=False),)
    except ValueError:
        return ()


def among(caller: str, networks: tuple[Network, ...]) -> bool:
    """Whether an address is in one of some networks.

    >>> among("::ffff:127.0.0.1", (ipaddress.ip_network("127.0.0.0/8"),))
    True
    """
    try:
        found = ipaddress.ip_address(caller.partition("%")[0])
    except ValueError:
        return False
    plain = getattr(found, "ipv4_mapped", None) or found
    return any(plain in network for network in networks)
