"""What a command costs late in a long battle: at the table, in memory, and when it is opened again.

python bench/long_battle.py --commands 5000

Random bots fight a battle of sixty game turns with four seats, and it is played at a real table, a
page for each seat, from the first command to the last. After so many commands the next two hundred
are measured: the processor of the table for each, and how much memory it holds. Then each of those
moments is opened by a table that has just been started, and everybody sits down.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.server import (
    Place,
    Recorded,
    Room,
    Served,
    answered,
    kept,
    kilobytes,
    processor_seconds,
    recorded,
    sat_down,
    table,
)

PART = 200
"""So many commands are measured together."""

TURNS = 60


def marks(most: int) -> tuple[int, ...]:
    """After how many commands it is measured."""
    return (*(one for one in (0, 100, 1000, 2500, 5000, 10_000) if one < most), most)


async def played(where: Place, one: Recorded, most: int) -> None:
    """Play it at a table, from the first command to the last."""
    store = await where.store()
    await store.found(*kept(one, one.said[0].before, "long"))
    await store.close()
    print(" after commands  events a command  table/ms a command  memory/MB")
    async with table(where) as served, contextlib.AsyncExitStack() as stack:
        pages = await sat_down(stack, [served], Room("long", one.seats, one.said))
        listening = [asyncio.ensure_future(page.listen()) for page in pages.values()]
        wanted, begun = marks(most), 0.0
        for number, said in enumerate(one.said[: most + PART]):
            if number in wanted:
                begun = processor_seconds(served.process)
            if await answered(pages, said, number) is None:
                sys.exit(f"the table refused {said}")
            if number + 1 - PART in wanted:
                spent = processor_seconds(served.process) - begun
                held = kilobytes(served.process) / 1024
                first = number + 1 - PART
                events = (one.said[number + 1].before - one.said[first].before) / PART
                each = 1000 * spent / PART
                print(f"{first:15} {events:17.1f} {each:19.2f} {held:10.0f}", flush=True)
        for task in listening:
            task.cancel()


async def opened(where: Place, one: Recorded, most: int) -> None:
    """Open it as it was at each of those moments."""
    store = await where.store()
    for mark in marks(most):
        await store.found(*kept(one, one.said[mark].before, f"long{mark}"))
    await store.close()
    print(" after commands  events  opened in/ms of the table  memory of it/MB")
    for mark in marks(most):
        async with table(where) as served, contextlib.AsyncExitStack() as stack:
            held, busy = kilobytes(served.process), processor_seconds(served.process)
            await sat_down(stack, [served], Room(f"long{mark}", one.seats, ()))
            told(mark, one.said[mark].before, served, held, busy)


def told(mark: int, events: int, served: Served, held: int, busy: float) -> None:
    """A row of figures."""
    spent = 1000 * (processor_seconds(served.process) - busy)
    more = (kilobytes(served.process) - held) / 1024
    print(f"{mark:15} {events:7} {spent:26.0f} {more:16.1f}", flush=True)


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--commands", type=int, default=5000)
    asked = parser.parse_args()
    begun = time.process_time()
    many = asked.commands + PART + 1
    for number in range(20):
        one = recorded("treachery+triumph", number, many, (("gameTurns", TURNS),))
        if len(one.said) == many:
            break
    else:
        sys.exit(f"No battle has {many} commands: ask for fewer.")
    taken = time.process_time() - begun
    print(f"{many} commands, {len(one.battle.log)} events, fought in {taken:.0f} s")
    with TemporaryDirectory(prefix="condotta-bench-") as folder:
        asyncio.run(played(Place(Path(folder)), one, asked.commands))
    with TemporaryDirectory(prefix="condotta-bench-") as folder:
        asyncio.run(opened(Place(Path(folder)), one, asked.commands))
    return 0


if __name__ == "__main__":
    sys.exit(main())
