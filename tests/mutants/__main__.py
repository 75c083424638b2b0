"""Bring each fault in and see that its tests notice.

python -m tests.mutants            all of them
python -m tests.mutants 14 27-29   those numbers alone
python -m tests.mutants --page     write docs/faults.md, which tells of them

It works in a copy of the tree that is thrown away. It ends with 0 where every fault is caught.
"""

from __future__ import annotations

import argparse
import sys

from tests.mutants.classes import ROOT, kinds
from tests.mutants.page import PAGE, written
from tests.mutants.trying import CAUGHT, tried


def numbers(said: str) -> range:
    """One number, or those from one to another.

    >>> list(numbers("7")), list(numbers("3-5"))
    ([7], [3, 4, 5])
    """
    first, _, last = said.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> int:
    """Try what was asked for, a line each."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("number", nargs="*", type=numbers, help="a kind, or a first and last one")
    parser.add_argument("--page", action="store_true", help="write docs/faults.md and try nothing")
    asked = parser.parse_args()
    if asked.page:
        (ROOT / PAGE).write_text(written(), encoding="utf-8")
        return 0
    wanted = {number for each in asked.number for number in each}
    chosen = [one for one in kinds() if not wanted or one.number in wanted]
    bad = count = 0
    for kind, fault, result in tried(chosen):
        count += 1
        bad += result != CAUGHT
        print(f"{kind.number:>2}  {result:<12}  {kind.name}: {fault.change}", flush=True)
    print(f"{count - bad} of {count} faults caught")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
