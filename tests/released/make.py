"""Keep logs and a table of this version, which every later one must be able to open.

python -m tests.released.make

Writes `tests/released/VERSION`: a whole log of each system, the shortest of the golden battles, a
table's file with a battle that goes on, and what is known of all of them. It is done once, when a
version is released; what an earlier version wrote is never written again.
"""

from __future__ import annotations

import asyncio
import lzma
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

import condotta
from condotta.kernel.log import dump
from condotta.kernel.state import State
from condotta.server.rooms.house import FILE
from tests.golden.recipes import COUNTS
from tests.golden.store import index, kept
from tests.server.live import found, open_table
from tests.server.test_keeping import moved

HERE = Path(__file__).parent
FACTS = "facts.json"


def facts_of(state: State, events: int) -> dict[str, Any]:
    """What must be found again in a log, whatever a later version adds to its records."""
    position = state.position
    return {
        "events": events,
        "turn": position.turn,
        "seats": list(position.seats()),
        "pieces": len(position.pieces),
        "winners": list(position.ended.winners) if position.ended else None,
    }


def logs(folder: Path) -> dict[str, Any]:
    """The whole log of the shortest battle of each system."""
    facts = {}
    for system in COUNTS:
        row = min((one for one in index().values() if one.system == system), key=lambda o: o.events)
        golden = kept(row.name)
        battle = golden.again().battle
        data = dump(msgspec.structs.replace(golden.header, brief=None), battle.log)
        (folder / f"{system}.jsonl.xz").write_bytes(lzma.compress(data, preset=9))
        facts[system] = facts_of(battle.state, len(battle.log))
    return facts


async def table(folder: Path) -> dict[str, Any]:
    """A table's file with a battle that goes on, and the secrets that open its seats."""
    with tempfile.TemporaryDirectory() as place:
        async with open_table(Path(place)) as open_one, open_one.browser() as browser:
            made = await found(browser, scenario="first")
            await moved(open_one, made, 3)
            count = open_one.house.rooms[made["battle"]].room.kept
        data = (Path(place) / FILE).read_bytes()
    (folder / f"{FILE}.xz").write_bytes(lzma.compress(data, preset=9))
    return {"battle": made["battle"], "secrets": made["secrets"], "events": count}


def main() -> int:
    """Write what this version leaves behind."""
    folder = HERE / condotta.__version__
    folder.mkdir(exist_ok=True)
    facts = {"logs": logs(folder), "table": asyncio.run(table(folder))}
    (folder / FACTS).write_bytes(msgspec.json.format(msgspec.json.encode(facts), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
