"""`condotta rule`: what the rules say of a position, and whether a file's expectations hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from condotta.cli.army_words import print_json
from condotta.cli.plain import harmless
from condotta.errors import PlainError
from condotta.positions import building, checking, manual, reading, taking, telling
from condotta.positions.games import game
from condotta.positions.running import Report
from condotta.words import either, languages, speaking


def command(
    *paths: Path,
    check: bool = False,
    explain: bool = False,
    example: str = "",
    svg: Path | None = None,
    html: Path | None = None,
    lang: str = "en",
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
    explain
        Show what a file was read as, in full, and run nothing.
    example
        Print a position file of this system to begin with.
    svg
        Draw each answer on the table into this file, a folder for several.
    html
        Write a page of each answer with its reasons, clauses and picture; a folder for several.
    lang
        The language of pictures and pages: en or fr.
    as_json
        Print JSON instead of text.
    """
    if example:
        return beginning(example)
    if not paths:
        raise PlainError("Name a position file, or a folder of them: `condotta rule FILE`.")
    if explain:
        return explained(paths)
    if lang not in languages():
        raise PlainError(f"--lang is {either(languages())}.")
    if svg is not None or html is not None:
        drawn(paths, {".svg": svg, ".html": html}, lang)
    reports, faults = [], []
    for path in checking.files(paths):
        try:
            reports.append(checking.run(path))
        except PlainError as fault:
            faults.append(str(fault))
    if as_json:
        told = [plain(report) for report in reports]
        print_json(told[0] if len(told) == 1 else told)
    else:
        say = telling.checked if check else telling.told
        print(harmless(("\n" if check else "\n\n").join(say(report) for report in reports)))
    if faults:
        raise PlainError("\n".join(faults))
    return 1 if check and not all(report.agrees for report in reports) else 0


def beginning(system: str) -> int:
    """Print an example of a system."""
    game(system)
    print(manual.example(system), end="")
    return 0


def explained(paths: tuple[Path, ...]) -> int:
    """Print what files were read as: every piece as it lies, every default that was taken."""
    for path in checking.files(paths):
        battle = building.battle(building.set_up(reading.load(path), str(path)), still=True)
        found = taking.taken(battle, f"{path}, as it was read")
        print_json(found)
    return 0


def drawn(paths: tuple[Path, ...], outs: Mapping[str, Path | None], lang: str) -> None:
    """Draw each file's answers, as a picture and as a page where these were asked for."""
    from condotta.kernel.log import save  # noqa: PLC0415 - loaded when it is needed
    from condotta.positions import page, pictures, scenes  # noqa: PLC0415 - drawing loads when asked for

    makers = {".svg": pictures.whole, ".html": page.page}
    listed = tuple(checking.files(paths))
    for path in listed:
        with speaking(lang):
            found = scenes.shown(reading.load(path), str(path))
            for ending, out in outs.items():
                if out is not None:
                    where = out / f"{path.stem}{ending}" if len(listed) > 1 else out
                    where.parent.mkdir(parents=True, exist_ok=True)
                    save(where, makers[ending](found).encode())
                    print(f"It is in {where}.", file=sys.stderr)


def plain(report: Report) -> dict[str, Any]:
    """A report as JSON, with the verdict of the check."""
    data: dict[str, Any] = msgspec.to_builtins(report)
    data["agrees"] = report.agrees
    data["expects"] = report.expects
    return data
