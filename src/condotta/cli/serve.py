"""`condotta serve`: the live table as a service, alone or as one of several servers."""

import re
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from condotta.cli.play import checked_port, tell
from condotta.errors import PlainError

SHORTEST = 16
"""Letters of the key of an owner."""


def command(
    *,
    port: int = 8631,
    host: str = "127.0.0.1",
    store: Annotated[str, Parameter(env_var="CONDOTTA_STORE")] = "",
    address: str = "",
    data: Path | None = None,
    allow_host: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    trust_proxy: Annotated[tuple[str, ...], Parameter(negative=())] = ("127.0.0.1",),
    private_notices: Annotated[bool, Parameter(negative=())] = False,
    owner_key: Annotated[str, Parameter(env_var="CONDOTTA_OWNER_KEY")] = "",
    metrics_key: Annotated[str, Parameter(env_var="CONDOTTA_METRICS_KEY")] = "",
    workers: int = 0,
    logs: Literal["text", "json"] = "text",
) -> int:
    """Serve battles: the live table without a browser, for a club or the internet.

    With a PostgreSQL as its store it is one of several servers behind any proxy: each battle is
    conducted by one of them and reached through all. docs/deploying.md says how.

    Parameters
    ----------
    port
        The port of its address; 0 takes any that is free.
    host
        The address it listens at: 127.0.0.1 for this machine only, 0.0.0.0 for the whole network.
    store
        The database that the servers share, as postgresql://…; without one a folder has them.
    address
        Where the other servers reach this one, as http://HOST:PORT; by default where it listens.
    data
        The folder that battles are kept in, where there is no store.
    allow_host
        A further name by which the table may be called, such as that of a proxy before it.
    trust_proxy
        An address or network of proxies that are believed for whom they speak.
    private_notices
        Let notices of whose turn it is go to addresses of this machine and its network as well.
    owner_key
        The key that makes whoever opens /open/KEY the owner; without one it is drawn and said in a
        terminal, and where nobody reads one there is none.
    metrics_key
        The key with which figures for Prometheus are read at /metrics; without one there are none.
    workers
        How many processes think for bots and menus; 0 goes by the cores of the machine.
    logs
        How it notes what goes wrong: text, or json, a line each.
    """
    from condotta.server import loglines  # noqa: PLC0415 - loads when asked for
    from condotta.server.http import serving  # noqa: PLC0415 - the same

    folder = data or serving.usual_folder()
    read = sys.stdout is not None and sys.stdout.isatty()
    plan = serving.Plan(
        host=host,
        key=checked_key(owner_key) if owner_key or not read else None,
        port=checked_port(port),
        store=store,
        address=address,
        folder=folder,
        hosts=allow_host,
        proxies=checked_proxies(trust_proxy),
        private_notices=private_notices,
        metrics=metrics_key,
        workers=workers,
    )
    if logs == "json":
        loglines.as_lines()

    def opened(reached: str, owners: str, others: tuple[str, ...]) -> None:
        shown = owners if read and not owner_key else hidden(reached, owner_key)
        tell(reached, shown, others, "the database" if store else str(folder))

    serving.serve(plan, opened)
    print("The table is closed; every battle is kept.", flush=True)
    return 0


def checked_key(key: str) -> str:
    """The key of an owner as it was chosen; one that could be found by trying is refused."""
    if key and not re.fullmatch(rf"[\w-]{{{SHORTEST},200}}", key, re.ASCII):
        raise PlainError(
            f"The key of the owner is at least {SHORTEST} letters, digits, dashes or underscores: "
            "openssl rand -hex 16 makes one."
        )
    return key


def hidden(reached: str, key: str) -> str:
    """How one becomes the owner, without the key: what a service prints is kept and read."""
    if key:
        return f"{reached}open/ followed by the key that you chose"
    return f"{reached}open/KEY, once CONDOTTA_OWNER_KEY has a key of your choice"


def checked_proxies(named: tuple[str, ...]) -> tuple[str, ...]:
    """The proxies as they were named; what is no address would be believed nothing, silently."""
    from condotta.server.http.lines import networks  # noqa: PLC0415 - as above

    wrong = next((one for one in named if not networks(one)), None)
    if wrong is not None:
        named_so = wrong or "nothing"
        raise PlainError(
            f"A proxy is named by its address or network: 10.0.0.0/8 instead of {named_so}."
        )
    return named
