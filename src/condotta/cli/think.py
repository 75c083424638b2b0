"""`condotta think`: a machine of its own on which bots think, for servers over one database."""

import asyncio
import os
from typing import Annotated

from cyclopts import Parameter


def command(
    *,
    store: Annotated[str, Parameter(env_var="CONDOTTA_STORE")],
    workers: int = 0,
) -> int:
    """Lend this machine to the servers over a database: bots and menus are thought out here.

    It finds the servers in the database and calls them; start as many as you like, and stop them
    as you like. docs/deploying.md says more.

    Parameters
    ----------
    store
        The database that the servers share, as postgresql://….
    workers
        How many processes think; 0 is one for each core.
    """
    from condotta.server.http.serving import database  # noqa: PLC0415 - loads when asked for

    database(store)
    from condotta.server.http.helping import helped  # noqa: PLC0415 - it needs an extra

    count = workers or os.cpu_count() or 1
    print(f"{count} workers think for the servers. Press Ctrl-C to stop them.", flush=True)
    asyncio.run(helped(store, count))
    return 0
