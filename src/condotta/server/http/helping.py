"""`condotta think`: a machine that lends its workers to the servers over one database."""

from __future__ import annotations

import asyncio
import logging
from urllib.parse import urlsplit

import msgspec
import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from condotta.server.http.relaying import CONNECT_SECONDS, MARK, OWN, Passed
from condotta.server.store.postgres import servers
from condotta.server.store.store import Server
from condotta.server.workers.hands import Errand
from condotta.server.workers.thinker import Result
from condotta.server.workers.thinkers import Thinkers, Thoughtless

LOOK_SECONDS = 2.0
"""How soon a server that was started is helped."""

log = logging.getLogger("condotta.helping")


async def helped(store: str, count: int) -> None:
    """Offer so many hands to every server that lives, as long as one is let."""
    thinkers, lent = Thinkers(count), dict[str, asyncio.Task[None]]()
    try:
        while True:
            try:
                for server in await asyncio.to_thread(servers, store):
                    if server.secret not in lent or lent[server.secret].done():
                        lent[server.secret] = asyncio.create_task(offered(server, thinkers, count))
            except psycopg.Error as why:
                log.warning("the database does not answer: %s", type(why).__name__)
            lent = {secret: task for secret, task in lent.items() if not task.done()}
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        for task in lent.values():
            task.cancel()
        await asyncio.gather(*lent.values(), return_exceptions=True)
        await thinkers.close()


async def offered(server: Server, thinkers: Thinkers, count: int) -> None:
    """Offer all hands to one server until it is gone."""
    async with asyncio.TaskGroup() as hands:
        for _ in range(count):
            hands.create_task(hand(server, thinkers))


async def hand(server: Server, thinkers: Thinkers) -> None:
    """Do what a server asks, one thing after another."""
    there = urlsplit(server.address)
    try:
        async with connect(
            "ws://localhost/hands",
            host=there.hostname,
            port=there.port,
            additional_headers={MARK: Passed(server.secret, OWN, "http", "worker").header()},
            open_timeout=CONNECT_SECONDS,
            compression=None,
            max_size=None,
            proxy=None,
        ) as line:
            async for said in line:
                await line.send(msgspec.json.encode(await done(said, thinkers)).decode())
    except (OSError, TimeoutError, WebSocketException) as why:
        log.warning("%s is gone: %s", server.address, type(why).__name__)


async def done(said: str | bytes, thinkers: Thinkers) -> Result:
    """What comes of an errand."""
    errand = msgspec.json.decode(said, type=Errand)
    try:
        return await thinkers.do(errand.job, errand.seconds)
    except Thoughtless as why:
        return Result(fault=str(why))
