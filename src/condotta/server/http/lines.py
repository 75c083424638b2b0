"""Lines that say nothing end, and one address has so many: silence keeps nobody out."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from condotta.server.limits import Limits

LOCAL = ("127.0.0.1", "::1")
"""A proxy calls from here for everybody: its lines are not counted."""


class Line(HttpToolsProtocol):
    """A line on which requests come, each as far as its head within a time.

    The lines of each address are counted as long as they are open and no page sits at their end:
    for pages there are limits of their own.
    """

    limits: ClassVar[Limits]
    lines: ClassVar[Counter[str]]
    _end: asyncio.TimerHandle | None = None
    _counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the class above
        """Somebody calls."""
        super().connection_made(transport)
        caller = self.client[0] if self.client else ""
        if self.lines[caller] >= self.limits.lines_of_visitor and caller not in LOCAL:
            transport.abort()
            return
        self._counted = caller
        self.lines[caller] += 1
        self._wait()

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
            self._counted = ""


def patient(limits: Limits) -> type[Line]:
    """How a server listens that has these limits."""
    return type("Line", (Line,), {"limits": limits, "lines": Counter()})
