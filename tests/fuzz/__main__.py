"""Hostile input, for as long as you like: `python -m tests.fuzz --messages 1000000`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from condotta.rules.systems import SYSTEMS
from tests.fuzz.hunting import EACH, hunted
from tests.fuzz.watching import kinds

SHOWN = 20


def main() -> int:
    """Hunt, then tell in figures what was seen; 1 where anything was found."""
    asked = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    asked.add_argument("--messages", type=int, default=100_000, help="over the socket, at least")
    asked.add_argument("--seconds", type=float, default=1e9, help="no longer than that")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--each", type=int, default=EACH, help="between two acts of those who play")
    asked.add_argument("--systems", nargs="*", default=list(SYSTEMS))
    said = asked.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        hunt = hunted(
            Path(folder), said.messages, said.seed, said.seconds, said.systems, each=said.each
        )
    watch = hunt.watch
    print(*watch.lines(), sep="\n")
    print(f"{time.perf_counter() - began:.0f} s; {len(hunt.fought)} battles are decided again")
    illegal = hunt.illegal()
    long = watch.too_long()
    print(f"{len(illegal)} battles differ from what the rules give")
    for many, one in kinds(watch.faults):
        print(f"\n{many} times: {one}")
    for name, found in (("leak", watch.leaks), ("illegal", illegal)):
        for one in found[:SHOWN]:
            print(f"\n{name}: {one}")
    for wait in (long or watch.waits)[:SHOWN]:
        print(f"\nwait: {wait.seconds:.2f} s, {wait.worked:.2f} s worked;")
        print(*(f"    {one[:300]}" for one in wait.saying[:12]), sep="\n")
    for taken, what in watch.slow:
        print(f"slow: {taken:.2f} s {what[:300]}")
    return 1 if watch.faults or watch.leaks or illegal or long else 0


if __name__ == "__main__":
    sys.exit(main())
