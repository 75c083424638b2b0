"""Position files by the folder: found, read and run. The test of rulings calls this too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from condotta.errors import PlainError
from condotta.positions.reading import load
from condotta.positions.running import Report, report


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named, in order of their names."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.rglob("*.json"))
        if not found:
            raise PlainError(f"There is no position file (*.json) in the folder {path}.")
        yield from found


def run(path: Path) -> Report:
    """Read one file and run it."""
    return report(load(path), str(path))
