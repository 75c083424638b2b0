"""Requests that schemathesis makes of the document of a table's addresses, and their answers.

    python -m tests.fuzz.schemas --examples 50

It needs schemathesis, which is of the group `dev`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from tests.fuzz.addresses import document
from tests.fuzz.requests import BUSY, LIMITS
from tests.fuzz.watching import Watch, kinds, noted
from tests.server.live import Live, open_table

SECONDS = 30


@contextmanager
def opened(folder: Path) -> Iterator[Live]:
    """A table in a thread of its own, so that others may wait for it."""
    ready, over = threading.Event(), threading.Event()
    found: list[Live] = []

    async def table() -> None:
        async with open_table(folder, LIMITS) as live:
            found.append(live)
            ready.set()
            while not over.is_set():
                await asyncio.sleep(0.05)

    running = threading.Thread(target=lambda: asyncio.run(table()))
    running.start()
    ready.wait()
    try:
        yield found[0]
    finally:
        over.set()
        running.join()


def tried(folder: Path, examples: int) -> tuple[Counter[tuple[str, str]], list[str]]:
    """So many examples of each address, right and wrong: what came of them, and every fault."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis.errors import Unsatisfiable

    count: Counter[tuple[str, str]] = Counter()
    watch = Watch()
    with noted(watch), opened(folder) as live:
        schema = schemathesis.openapi.from_dict(document(live.house))

        def one(case: Any) -> None:
            answer = case.call(base_url=live.url, timeout=SECONDS)
            count[f"{case.method} {case.path}", str(answer.status_code)] += 1
            if answer.status_code >= 500 and answer.status_code not in BUSY:
                watch.faults.append(f"{answer.status_code} of {case.as_curl_command()[:800]}")
            elif answer.status_code >= 400 and "/api/" in case.path and not told(answer.content):
                watch.faults.append(f"{answer.status_code} says nothing: {answer.content[:80]!r}")

        for found in schema.get_all_operations():
            operation = found.ok()
            for mode in schemathesis.GenerationMode:
                trying = settings(
                    max_examples=examples, deadline=None, derandomize=True, database=None,
                    phases=(Phase.generate,), suppress_health_check=list(HealthCheck),
                )  # fmt: skip
                with suppress(Unsatisfiable):  # what takes nothing cannot be given anything wrong
                    trying(given(operation.as_strategy(generation_mode=mode))(one))()
    return count, watch.faults


def told(content: bytes) -> bool:
    """Whether an answer says why not."""
    try:
        return bool(msgspec.json.decode(content)["key"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return content in (b"Method Not Allowed", b"Not Found", b"Invalid HTTP request received.")


def main() -> int:
    """Try them, and tell in figures what came of it."""
    words = argparse.ArgumentParser(prog="python -m tests.fuzz.schemas", description=__doc__)
    words.add_argument("--examples", type=int, default=20, help="of each address, right and wrong")
    with tempfile.TemporaryDirectory() as folder:
        count, faults = tried(Path(folder), words.parse_args().examples)
    print(f"{count.total():,} requests to {len({path for path, _ in count})} addresses")
    for path in dict.fromkeys(path for path, _ in sorted(count)):
        some = {what: many for (one, what), many in sorted(count.items()) if one == path}
        print(f"  {path}: {', '.join(f'{what} {many:,}' for what, many in some.items())}")
    print(f"{len(faults)} faults")
    for many, one in kinds(faults):
        print(f"\n{many} times: {one[:3_000]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
