"""For whoever runs a server: whether it lives, whether it can be sent anybody, how it fares.

The figures are counts and times of the whole server, never of a battle. They are shown to who
knows the key that they were given; even how often something is done can tell who acts unseen.
"""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from condotta.server.http.answers import Handler, secret_of, told
from condotta.server.reasons import Refused
from condotta.server.rooms.house import House
from condotta.server.store import keys
from condotta.server.store.store import Unkept
from condotta.server.times import Times

PLAIN = "text/plain; version=0.0.4; charset=utf-8"


class Watching:
    """The handlers of those addresses; without a key nobody is shown figures."""

    def __init__(self, house: House, key: str) -> None:
        self.house = house
        self.key = keys.digest(key) if key else b""

    def asked(self) -> dict[str, Handler]:
        """What is asked, by address."""
        return {"/healthz": self.live, "/readyz": self.ready, "/metrics": self.metrics}

    async def live(self, _: Request) -> Response:
        """That it lives."""
        return told({"live": True})

    async def ready(self, _: Request) -> Response:
        """Whether its store takes what is done here."""
        sharing = self.house.sharing
        try:
            fine = sharing.hears if sharing is not None else bool(await self.kept())
        except Unkept:
            fine = False
        return told({"ready": fine}, 200 if fine else 503)

    async def kept(self) -> bool:
        """Whether the store answers."""
        await self.house.store.owners()
        return True

    async def metrics(self, request: Request) -> Response:
        """The figures, as Prometheus reads them."""
        if not (self.key and keys.fits(secret_of(request), self.key)):
            raise Refused("no-address", 404)
        text = "".join(f"{line}\n" for line in figures(self.house))
        return Response(text, headers={"cache-control": "no-store"}, media_type=PLAIN)


def figures(house: House) -> Iterator[str]:
    """Every figure, a line each."""
    rooms = tuple(one.room for one in house.rooms.values())
    yield from gauge("rooms", "Battles that are open here.", len(rooms))
    pages = sum(len(room.sitters()) for room in rooms)
    yield from gauge("pages", "Pages that look at a battle here.", pages)
    if house.sharing is not None:
        yield from gauge("held", "Battles that are this server's.", len(house.sharing.store.held))
    yield from histogram("request", "Requests, but for sockets.", house.requests)
    yield from histogram("kept", "Making durable what was done.", house.store.kept)
    yield from histogram("thought", "What workers were asked.", house.thinkers.thought)


def gauge(name: str, what: str, value: int) -> Iterator[str]:
    """What there is now."""
    yield f"# HELP condotta_{name} {what}"
    yield f"# TYPE condotta_{name} gauge"
    yield f"condotta_{name} {value}"


def histogram(name: str, what: str, times: Times) -> Iterator[str]:
    """How long something took, since the server was started."""
    name = f"condotta_{name}_seconds"
    yield f"# HELP {name} {what}"
    yield f"# TYPE {name} histogram"
    for bound, count in times.up_to():
        yield f'{name}_bucket{{le="{bound}"}} {count}'
    yield f'{name}_bucket{{le="+Inf"}} {times.count}'
    yield f"{name}_sum {times.seconds:.6f}"
    yield f"{name}_count {times.count}"
