"""`condotta play`: the live table, opened in a browser."""

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from condotta.errors import PlainError

PORTS = 65_535


def command(
    *,
    port: int = 8631,
    host: str = "127.0.0.1",
    browser: Annotated[bool, Parameter(negative=("--no-browser",))] = True,
    data: Path | None = None,
    allow_host: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    private_notices: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Open the live table: play battles in a browser, against people and bots.

    Battles are kept as they are played. Stop the table whenever you like: opened again, every
    battle goes on where it was.

    Parameters
    ----------
    port
        The port of its address; 0 takes any that is free.
    host
        The address it listens at: 127.0.0.1 for this machine only, 0.0.0.0 for the whole network.
    browser
        Open the page in a browser.
    data
        The folder that battles are kept in; without it, the usual one for programs' data.
    allow_host
        A further name by which the table may be called, such as that of a proxy before it.
    private_notices
        Let notices of whose turn it is go to addresses of this machine and its network as well.
    """
    from condotta.server.http import serving  # noqa: PLC0415 - the server loads when it is asked for

    folder = data or serving.usual_folder()
    plan = serving.Plan(
        host=host,
        port=checked_port(port),
        folder=folder,
        hosts=allow_host,
        private_notices=private_notices,
    )

    def opened(address: str, owners: str, others: tuple[str, ...]) -> None:
        tell(address, owners, others, str(folder))
        if browser:
            threading.Thread(target=webbrowser.open, args=(owners,), daemon=True).start()

    serving.serve(plan, opened)
    print("The table is closed; every battle is kept.", flush=True)
    return 0


def checked_port(port: int) -> int:
    """The number of a port; one that there is not is refused."""
    if not 0 <= port <= PORTS:
        raise PlainError(f"Ports go from 0 to {PORTS}; name one of those instead of {port}.")
    return port


def tell(address: str, owners: str, others: tuple[str, ...], where: str) -> None:
    """Where the table is, and what to know about it."""
    from condotta.server.http.pages import FOLDER, built  # noqa: PLC0415 - as above

    print(f"The table is open at {address}")
    print(f"To see all its battles, open {owners}")
    print(f"Battles are kept in {where}. Press Ctrl-C to close the table.", flush=True)
    if others:
        print(f"Others in the network reach it at {' or '.join(others)}", flush=True)
    else:
        print(
            "It listens to this machine alone; start it with --host 0.0.0.0 to let others in.",
            flush=True,
        )
    if not built(FOLDER):
        print("Its page is not built yet: run npm ci and npm run build in web/.", flush=True)
