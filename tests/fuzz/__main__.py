"""Hostile input, for as long as you like: `python -m tests.fuzz --messages 1000000`.

Over the socket; with --requests over HTTP, with --files from files of every format.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from condotta.rules.systems import SYSTEMS
from tests.fuzz.formats import FORMATS, Trial
from tests.fuzz.hunting import EACH, hunted
from tests.fuzz.requests import asked
from tests.fuzz.watching import Watch, kinds

SHOWN = 20


def by_socket(folder: Path, said: argparse.Namespace) -> bool:
    """Messages of pages; whether nothing was found."""
    began = time.perf_counter()
    hunt = hunted(folder, said.messages, said.seed, said.seconds, said.systems, each=said.each)
    print(*hunt.watch.lines(), sep="\n")
    print(f"{time.perf_counter() - began:.0f} s; {len(hunt.fought)} battles are decided again")
    sys.stdout.flush()
    illegal = hunt.illegal()
    print(f"{len(illegal)} battles differ from what the rules give")
    print(*(f"\nillegal: {one}" for one in illegal[:SHOWN]), sep="\n")
    print(*told(hunt.watch), sep="\n")
    return not illegal and sound(hunt.watch)


def by_request(folder: Path, said: argparse.Namespace) -> bool:
    """Requests over HTTP; whether nothing was found."""
    asking, watch = asyncio.run(asked(folder, said.requests, said.seed, said.seconds))
    print(*asking.lines(), *list(watch.lines())[-3:], *told(watch), sep="\n")
    return sound(watch)


def by_file(folder: Path, said: argparse.Namespace) -> bool:
    """Files of every format; whether nothing was found."""
    trial = Trial(folder, said.seed)
    trial.run(said.files, FORMATS)
    print(*trial.lines(), sep="\n")
    for one in trial.found[:SHOWN]:
        print(f"\n{one.format}, {one.words}: {one.what}\n{one.data[:400]!r}")
    return not trial.found


def sound(watch: Watch) -> bool:
    """Whether nothing was found."""
    return not (watch.faults or watch.leaks or watch.too_long())


def told(watch: Watch) -> Iterator[str]:
    """What was found, each kind once."""
    for many, one in kinds(watch.faults):
        yield f"\n{many} times: {one}"
    for one in watch.leaks[:SHOWN]:
        yield f"\nleak: {one}"
    for wait in (watch.too_long() or watch.waits)[:SHOWN]:
        yield f"\nwait: {wait.seconds:.2f} s, {wait.worked:.2f} s of them worked;"
        yield from (f"    {one[:300]}" for one in wait.saying[:8])
    for taken, what in watch.slow:
        yield f"slow: {taken:.2f} s {what[:200]}"


def main() -> int:
    """Hunt, then tell in figures what was seen; 1 where anything was found."""
    asked_for = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    add = asked_for.add_argument
    add("--messages", type=int, default=100_000, help="over the socket, at least")
    add("--requests", type=int, default=0, help="over HTTP, instead")
    add("--files", type=int, default=0, help="of each format, instead")
    add("--seconds", type=float, default=1e9, help="no longer than that")
    add("--seed", type=int, default=1)
    add("--each", type=int, default=EACH, help="messages between two acts of those who play")
    add("--systems", nargs="*", default=list(SYSTEMS))
    said = asked_for.parse_args()
    hunt = by_request if said.requests else by_file if said.files else by_socket
    with tempfile.TemporaryDirectory() as folder:
        return 0 if hunt(Path(folder), said) else 1


if __name__ == "__main__":
    sys.exit(main())
