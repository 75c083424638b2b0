"""The table as a running program: its folder, its port, its addresses, its end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import secrets
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import msgspec
import uvicorn

from condotta.errors import PlainError
from condotta.server.http.app import application
from condotta.server.http.lines import patient
from condotta.server.limits import Limits
from condotta.server.rooms.house import House, house_in
from condotta.server.rooms.sharing import Sharing
from condotta.server.store.store import Shared
from condotta.server.workers.hands import Helped
from condotta.server.workers.posting import Poster

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, never bound to unasked
MOST_WORKERS = 4
LAST_SECONDS = 5
LINES = 65_536


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is opened."""

    host: str
    port: int
    folder: Path
    store: str = ""
    """The address of a database that several servers share; without one the folder is used."""
    address: str = ""
    """Where the other servers reach this one, if not where it listens."""
    lease: float = 5.0
    """Seconds after which a server that says nothing is taken for dead by the others."""
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ("127.0.0.1",)
    """Proxies that are believed for whom they speak."""
    key: str | None = None
    """What makes whoever knows it an owner; an empty one nobody. Where none is chosen, one is."""
    metrics: str = ""
    """The key to figures; without one there are none to be seen."""
    private_notices: bool = False
    limits: Limits = Limits()
    workers: int = 0


def usual_folder() -> Path:
    """Where battles are kept when nobody says where."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData/Local")
        return Path(base) / "Condotta"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Condotta"
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    return Path(base) / "condotta"


def ready(folder: Path) -> Path:
    """The folder, made if need be; nobody else may look into it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as why:
        said = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
        raise PlainError(
            f"Battles cannot be kept in {folder} ({said}): name another folder with --data."
        ) from why
    if not os.access(folder, os.W_OK):
        raise PlainError(f"{folder} cannot be written to: name another folder with --data.")
    return folder


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; a port that is taken is a sentence."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, OverflowError, UnicodeError) as why:
        raise PlainError(f"There is no address {host} here: name another with --host.") from why
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except (OSError, OverflowError) as why:
        listening.close()
        if isinstance(why, OSError) and why.errno == errno.EADDRINUSE:
            raise PlainError(
                f"Port {port} is taken: if that is this table, it is at {url(host, port)}; "
                "else name another port with --port, or 0 for any that is free."
            ) from why
        raise PlainError(
            f"The table cannot listen at {host}, port {port}: name another with --host or --port."
        ) from why
    return listening


def url(host: str, port: int) -> str:
    """The address of a table."""
    named = "127.0.0.1" if host in EVERYWHERE else host
    shown = f"[{named}]" if ":" in named else named
    return f"http://{shown}:{port}/"


def addresses(host: str, port: int) -> tuple[str, ...]:
    """Where others reach the table: on this machine only, or on the networks it is in."""
    if host not in EVERYWHERE:
        return (url(host, port),)
    return (*(url(own, port) for own in own_addresses()), url(host, port))


ELSEWHERE = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")
"""Addresses of the internet and of small networks: by which of ours would one go there?"""


def others(host: str, port: int) -> tuple[str, ...]:
    """Where others in the network reach the table; nowhere if it listens to this machine alone."""
    return tuple(one for one in addresses(host, port) if one != url(host, port) or reached(host))


def reached(host: str) -> bool:
    """Whether a host that is listened at leads here from other machines by its own name."""
    if host in EVERYWHERE or host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def own_addresses() -> tuple[str, ...]:
    """The addresses of this machine on its networks now, none that others cannot reach.

    What the machine's name means is not enough: on many it means the machine itself alone.
    """
    names = [*(route(far) for far in ELSEWHERE)]
    with contextlib.suppress(OSError):
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        names += [str(one[4][0]) for one in found]
    known = dict.fromkeys(name for name in names if name)
    return tuple(name for name in known if not ipaddress.ip_address(name).is_loopback)


def route(far: str) -> str:
    """By which of our addresses one would go there, if at all. Nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect((far, 9))
        return str(line.getsockname()[0])
    return ""


class Server(uvicorn.Server):
    """Ends well when it is told to stop, and leaves it at that."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at the first signal; put back what was there before."""
        before = {one: signal.signal(one, self.handle_exit) for one in SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


SIGNALS = (signal.SIGINT, signal.SIGTERM)


def serve(plan: Plan, opened: Callable[[str, str, tuple[str, ...]], None]) -> None:
    """Open the table and keep it open until somebody stops it.

    `opened` is told its address, the address that makes whoever opens it the owner, if there is
    one, and those by which others in the network reach it.
    """
    store = store_of(plan)
    with contextlib.closing(bound(plan.host, plan.port)) as listening:
        port = int(listening.getsockname()[1])
        key = secrets.token_urlsafe(16) if plan.key is None else plan.key
        workers = plan.workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))
        poster = Poster(private=plan.private_notices)
        if store is None:
            house = house_in(ready(plan.folder), plan.limits, key, workers, poster)
        else:
            house = house_among(
                store,
                plan.address or within(plan.host, port),
                limits=plan.limits,
                key=key,
                workers=workers,
                poster=poster,
            )
        app = application(
            house,
            addresses=partial(addresses, plan.host, port),
            hosts=plan.hosts,
            metrics=plan.metrics,
        )
        server = Server(config(app, plan.limits, plan.proxies))
        many_lines()
        address = url(plan.host, port)
        with runner() as loop:
            owners = f"{address}open/{key}" if key else ""
            told = partial(opened, address, owners, others(plan.host, port))
            loop.run(served(server, listening, told, house.thinkers.ready))


def house_among(
    store: Shared,
    address: str,
    *,
    limits: Limits,
    key: str,
    workers: int,
    poster: Poster | None = None,
) -> House:
    """A house that shares a store with others, which reach it at an address."""
    return House(store, limits, Helped(workers), key, poster, sharing=Sharing(store, address))


def store_of(plan: Plan) -> Shared | None:
    """The store that the servers share, if there is one."""
    if not plan.store:
        return None
    database(plan.store)
    from condotta.server.store.postgres import PostgresStore  # noqa: PLC0415 - an extra

    return PostgresStore(plan.store, lease=plan.lease)


def database(address: str) -> None:
    """See that an address is one of a database that can be spoken to, or say why not."""
    if address.partition("://")[0] not in ("postgresql", "postgres"):
        raise PlainError(
            "A store that servers share is named postgresql://…: name one, or leave --store out "
            "and battles are kept in a folder."
        )
    if find_spec("psycopg") is None:
        raise PlainError("A database needs one package more: install condotta[postgres].")


def within(host: str, port: int) -> str:
    """Where other servers of the network reach what listens there."""
    own = own_addresses() if host in EVERYWHERE else ()
    return url(own[0] if own else host, port)


async def served(
    server: Server,
    listening: socket.socket,
    opened: Callable[[], None],
    prepared: Callable[[], Awaitable[None]],
) -> None:
    """Serve; tell when the first page may come, and prepare what the first question needs."""
    serving = asyncio.ensure_future(server.serve(sockets=[listening]))
    while not (server.started or serving.done()):
        await asyncio.sleep(0.01)
    if server.started:
        opened()
        await prepared()
    await serving


def runner() -> asyncio.Runner:
    """The faster event loop where there is one."""
    if sys.platform == "win32":
        return asyncio.Runner()
    import uvloop  # noqa: PLC0415 - it is not made for every system

    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def many_lines() -> None:
    """Let as many callers hang on as the system allows: by itself it often allows a few only."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - it is not on every system

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = LINES if most == resource.RLIM_INFINITY else min(LINES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def config(
    app: object, limits: Limits, proxies: tuple[str, ...] = ("127.0.0.1",)
) -> uvicorn.Config:
    """How the server speaks: no banner, no log of who asked what, small messages only."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # an application is any callable of that kind
        http=patient(limits, proxies),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=list(proxies),
        ws="websockets-sansio",
        ws_max_size=262_144,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=LAST_SECONDS,
        lifespan="on",
    )
