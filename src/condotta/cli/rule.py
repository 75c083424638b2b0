"""`condotta rule`: what the rules say of a position, and whether a file's expectations hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from condotta.errors import PlainError
from condotta.positions import checking, telling
from condotta.positions.running import Report


def command(
    *paths: Path,
    check: bool = False,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Rule on a position: what is said is accepted or refused, what is asked is answered.

    Position files are described in docs/positions.md.

    Parameters
    ----------
    paths
        Position files, or folders of them.
    check
        Compare with what the files expect; ends with status 1 when anything differs.
    as_json
        Print JSON instead of text.
    """
    if not paths:
        raise PlainError("Name a position file, or a folder of them: `condotta rule FILE`.")
    reports, faults = [], []
    for path in checking.files(paths):
        try:
            reports.append(checking.run(path))
        except PlainError as fault:
            faults.append(str(fault))
    if as_json:
        print_json([plain(report) for report in reports], alone=len(reports) == 1)
    else:
        say = telling.checked if check else telling.told
        print(("\n" if check else "\n\n").join(say(report) for report in reports))
    if faults:
        raise PlainError("\n".join(faults))
    return 1 if check and not all(report.agrees for report in reports) else 0


def plain(report: Report) -> dict[str, Any]:
    """A report as JSON, with the verdict of the check."""
    data: dict[str, Any] = msgspec.to_builtins(report)
    data["agrees"] = report.agrees
    data["expects"] = report.expects
    return data


def print_json(found: list[dict[str, Any]], *, alone: bool) -> None:
    """One report as an object, several as a list, indented for people."""
    value = found[0] if alone else found
    print(msgspec.json.format(msgspec.json.encode(value)).decode())
