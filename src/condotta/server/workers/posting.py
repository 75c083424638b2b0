"""Short messages sent to where a club talks, such as a webhook of its chat.

Whoever plays names the address, so it is treated as a stranger's: it may only be HTTP or HTTPS, at
a host that the whole internet can reach unless the operator of the table allows others; it is
looked up once and called by what was found; nothing is followed, hardly anything is read, and all
of it takes a short time in a thread of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import ipaddress
import logging
import re
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import SplitResult, urlsplit

import msgspec

from condotta.server.reasons import Refused

LONGEST = 500
SECONDS = 5.0
WHOLE_SECONDS = 12.0
"""How long one try may take, however slowly something comes back."""

PAUSES = (0.0, 3.0, 15.0)
"""Seconds before each try."""

HANDS = 2
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Addresses behind which a network puts those of the older kind."""

INWARD = (ipaddress.ip_network("64:ff9b:1::/48"), ipaddress.ip_network("::/96"))
"""Those by which a network of its own reaches older ones, and those that once stood for them."""

log = logging.getLogger("condotta.posting")


class Failed(Exception):
    """It did not arrive; `again` says whether another try may help."""

    def __init__(self, why: str, *, again: bool) -> None:
        super().__init__(why)
        self.again = again


class Poster:
    """Sends messages, a few at a time, and never in the way of the table."""

    def __init__(self, *, private: bool = False, pauses: tuple[float, ...] = PAUSES) -> None:
        """With `private` hosts that only this machine or its network reaches may be called too."""
        self.private = private
        self.pauses = pauses
        self._hands = ThreadPoolExecutor(HANDS, thread_name_prefix="posting")

    async def post(self, url: str, text: str, *, tries: int = 0) -> bool:
        """Send a text; whether it arrived. After a few tries, or so many, it is given up."""
        address = checked(url)
        for pause in self.pauses[: tries or None]:
            await asyncio.sleep(pause)
            loop = asyncio.get_running_loop()
            try:
                await loop.run_in_executor(self._hands, self._send, address, body(text))
            except Failed as why:
                log.warning("a notice to %s failed: %s", address.hostname, why)
                if not why.again:
                    return False
            else:
                return True
        return False

    def close(self) -> None:
        """Wait for nothing any more."""
        self._hands.shutdown(wait=False, cancel_futures=True)

    def _send(self, address: SplitResult, data: bytes) -> None:
        try:
            line = Line(address, reachable(address, private=self.private))
            timer = threading.Timer(WHOLE_SECONDS, line.cut)
            timer.start()
            try:
                path = address.path or "/"
                line.request(
                    "POST",
                    f"{path}?{address.query}" if address.query else path,
                    data,
                    {"content-type": "application/json", "user-agent": "Condotta"},
                )
                status = line.getresponse().status
            finally:
                timer.cancel()
                line.close()
        except (OSError, ValueError, http.client.HTTPException) as why:
            raise Failed(str(why) or type(why).__name__, again=True) from why
        if not 200 <= status < 300:
            raise Failed(f"answered {status}", again=status in (408, 429) or status >= 500)


class Line(http.client.HTTPConnection):
    """A connection to an address that has been looked up already, whatever its name says now."""

    def __init__(self, address: SplitResult, numeric: str) -> None:
        secure = address.scheme == "https"
        super().__init__(address.hostname or "", address.port or (443 if secure else 80), SECONDS)
        self._numeric = numeric
        self._secure = ssl.create_default_context() if secure else None

    def connect(self) -> None:
        """Call the address that was found; the certificate must be that of its name."""
        self.sock = socket.create_connection((self._numeric, self.port), SECONDS)
        if self._secure is not None:
            self.sock = self._secure.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """Hang up, whatever is still to come."""
        with contextlib.suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def checked(url: str) -> SplitResult:
    """An address to which something may be sent; everything wrong with its form is a refusal."""
    try:
        found = urlsplit(url.strip())
        named = found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:
        raise Refused("notice-address", 400) from None
    plain = re.fullmatch(r"[!-~]+", url.strip()) is not None and len(url) <= LONGEST
    if not named or not plain or found.username is not None:
        raise Refused("notice-address", 400)
    return found


def reachable(address: SplitResult, *, private: bool) -> str:
    """A numeric address of a host; one that is not the whole internet's is refused."""
    port = address.port or (443 if address.scheme == "https" else 80)
    found = socket.getaddrinfo(address.hostname, port, type=socket.SOCK_STREAM)
    names = dict.fromkeys(str(one[4][0]) for one in found)
    if not private and not all(public(name) for name in names):
        raise Failed("no address of the internet", again=False)
    return next(iter(names))


def public(name: str) -> bool:
    """Whether a numeric address is one of the whole internet.

    >>> [public(name) for name in ("8.8.8.8", "192.168.1.5", "127.0.0.1", "::1", "::ffff:10.0.0.1")]
    [True, False, False, False, False]
    """
    found = ipaddress.ip_address(name.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inward = any(found in network for network in INWARD)
        if inward or found.is_site_local or found.teredo is not None:
            return False
        inner = found.ipv4_mapped or found.sixtofour
        if found in TRANSLATED:
            inner = ipaddress.IPv4Address(found.packed[-4:])
        found = inner or found
    return bool(found.is_global and not found.is_multicast)


def body(text: str) -> bytes:
    """The message as the chats of clubs take it; nobody is called by it.

    >>> msgspec.json.decode(body("Anna <!here> @all"))["content"]
    'Anna ‹!here› ＠all'
    """
    plain = text.translate(HARMLESS)
    return msgspec.json.encode({"text": plain, "content": plain, "allowed_mentions": {"parse": []}})


HARMLESS = str.maketrans({"<": "‹", ">": "›", "@": "＠", "&": "＆"})
"""Signs by which chats call people or hide links, as others that look like them."""
