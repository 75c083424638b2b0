"""Tables by the dozen, each in a process of its own that begins at once, since all is loaded.

`python -m tests.server.nursery` reads lines: a folder opens a table there and answers with its
port, the address of a database a server over it; an empty line kills it without warning and
answers once it is gone.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from condotta.server.forms import NewBattle
from condotta.server.http import serving
from condotta.server.rooms.founding import found
from condotta.server.workers.thinkers import Thinkers


async def unready(_: Thinkers) -> None:
    """No worker is begun before one is needed: hardly any is."""


LEASE = 1.5
"""Seconds after which a server that was killed is taken for dead."""


def table(where: str) -> None:
    """Open a table until it is killed."""
    store = where if "://" in where else ""

    def opened(address: str, *_: object) -> None:
        print(address.rpartition(":")[2].strip("/"), flush=True)

    plan = serving.Plan(
        host="127.0.0.1", port=0, folder=Path(where), store=store, lease=LEASE, workers=1
    )
    serving.serve(plan, opened)


def main() -> None:
    """Do as one is told until nobody says anything more."""
    Thinkers.ready = unready  # type: ignore[method-assign]  # for these tables alone
    found(NewBattle(scenario="first", dice="shared"), b"")
    child = 0
    for line in sys.stdin:
        if folder := line.strip():
            child = os.fork()
            if child == 0:
                table(folder)
                os._exit(0)
        else:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            child = 0
            print("gone", flush=True)
    if child:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
