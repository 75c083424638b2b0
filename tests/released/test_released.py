"""What released versions wrote every later one opens: logs are read and told, tables go on."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest

from condotta.report.logbook import folded, read
from condotta.report.story import story
from condotta.rules.systems import SYSTEMS
from tests.released.make import FACTS, HERE, facts_of
from tests.server.live import live, open_table

VERSIONS = sorted(path.parent for path in HERE.glob(f"*/{FACTS}"))
LOGS = [path for folder in VERSIONS for path in sorted(folder.glob("*.jsonl.xz"))]


def facts(folder: Path) -> dict[str, Any]:
    """What is known of what a version wrote."""
    known: dict[str, Any] = msgspec.json.decode((folder / FACTS).read_bytes())
    return known


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name} {path.name[:-9]}")
def test_a_log_of_a_released_version_opens_and_is_told(path: Path) -> None:
    log = read(lzma.decompress(path.read_bytes()), path.name)
    known = facts(path.parent)["logs"][path.name.removesuffix(".jsonl.xz")]
    assert facts_of(folded(log.events, path.name), len(log.events)) == known
    told = list(story(log.events, lang="fr"))
    assert len(told) > len(log.events) / 50


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_released_version_has_left_a_log_of_each_of_its_systems(folder: Path) -> None:
    assert {path.name.removesuffix(".jsonl.xz") for path in folder.glob("*.jsonl.xz")} == set(
        facts(folder)["logs"]
    )


def test_some_version_has_left_a_log_of_every_system() -> None:
    assert set().union(*(facts(folder)["logs"] for folder in VERSIONS)) == set(SYSTEMS)


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
@live
async def test_a_table_of_a_released_version_opens_and_says_how_its_battle_goes_on(
    tmp_path, folder
):
    (tmp_path / "table.sqlite").write_bytes(
        lzma.decompress((folder / "table.sqlite.xz").read_bytes())
    )
    known = facts(folder)["table"]
    battle, secret = known["battle"], known["secrets"]["red"]
    async with open_table(tmp_path) as table, table.page(battle, secret) as red:
        room = table.house.rooms[battle].room
        assert room.kept == known["events"]
        assert red.events
        if room.closed is not None:
            assert room.closed.key == "server.other-rules"
