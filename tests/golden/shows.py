"""What the golden battles show of the games: which clauses acted in them, and how often.

python -m tests.golden.shows                 a line for each system: battles, clauses, windows
python -m tests.golden.shows skirmish        every clause that acted in its battles, every window
python -m tests.golden.shows --sizes         bytes of whole logs, brief ones and the packed file
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterator, Sequence

from condotta.kernel.log import dump
from condotta.rules.clauses import place
from tests.golden.recipes import COUNTS
from tests.golden.store import file_of, index, kept, packed, shown


def overview() -> Iterator[str]:
    """A line for each system."""
    yield f"{'system':20} battles  events    said clauses windows   bytes"
    for system, one in shown().items():
        rows = [row for row in index().values() if row.system == system]
        events, said = sum(row.events for row in rows), sum(row.said for row in rows)
        size = file_of(system).stat().st_size
        yield (
            f"{system:20} {len(rows):7} {events:7} {said:7} {len(one.clauses):7} "
            f"{len(one.windows):7} {size:7}"
        )


def shows(system: str) -> Iterator[str]:
    """Every clause and window of one system with how often it came up."""
    one = shown()[system]
    for clause, many in sorted(one.clauses.items(), key=lambda pair: place(pair[0])):
        yield f"acted   {clause}: {many}"
    for window, many in sorted(one.windows.items()):
        yield f"asked   {window}: {many}"
    for kind, many in sorted(one.kinds.items()):
        yield f"done    {kind}: {many}"


def sizes() -> Iterator[str]:
    """A row of a table for each system: kilobytes a battle, whole, gzipped, brief, packed."""
    yield "| system | battles | whole | whole, gzipped | brief, gzipped | packed together |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for system in COUNTS:
        whole = zipped = brief = 0
        logs = packed(system)
        for name, data in logs.items():
            old = kept(name)
            log = dump(old.header, old.again().battle.log)
            whole += len(log)
            zipped += len(gzip.compress(log, mtime=0))
            brief += len(gzip.compress(data, mtime=0))
        many = len(logs)
        each = (whole, zipped, brief, file_of(system).stat().st_size)
        told = " | ".join(f"{size / many / 1000:.1f}" for size in each)
        yield f"| `{system}` | {many} | {told} |"


def main(words: Sequence[str] | None = None) -> int:
    """Print one of the three."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.golden.shows",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("system", nargs="?", choices=sorted(COUNTS))
    parser.add_argument("--sizes", action="store_true")
    asked = parser.parse_args(words)
    lines = sizes() if asked.sizes else shows(asked.system) if asked.system else overview()
    for line in lines:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
