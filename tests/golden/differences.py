"""What the rules make of golden battles now, where it is not what is on file.

python -m tests.golden.differences                        which battles differ, a sentence each
python -m tests.golden.differences grand/04               what now happens where it differs
python -m tests.golden.differences grand/04 --before REV  and what happened by the code of REV
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from condotta.kernel.events import Event
from condotta.kernel.log import encode
from condotta.report.deciding import Parting
from condotta.report.logbook import read as read_log
from condotta.report.story import RULES, Narrator
from condotta.rules.systems import SYSTEMS
from condotta.words import measured_in
from tests.golden.store import Kept, index, kept, packed, seen

ROOT = Path(__file__).parents[2]
AROUND = 3
"""How many events are told before the first that differs."""

BESIDE = 60
"""How many characters of its line are shown before that where it differs."""


def difference(name: str, marks: str = "") -> str | None:
    """What is no longer as it is on file in a battle, in a sentence; None where all is equal.

    Other marks than its own may be given, to see that a difference is told.
    """
    row, old = index()[name], kept(name)
    if marks:
        old = with_marks(old, marks)
    try:
        found = old.again()
    except Exception as why:  # noqa: BLE001 - rules that stumble differ, and the battle is named
        return f"{row.told()}: the rules stumble ({type(why).__name__}: {why}){hint(name)}"
    if found.parting is not None:
        position = found.battle.state.position
        when = f"in turn {position.turn}, {position.phase or 'before the battle'}"
        return f"{row.told()}: {found.parting.told()}, {when}{hint(name)}"
    for seat, digest in seen(found.battle).items():
        if row.seen.get(seat) != digest:
            return (
                f"{row.told()}: all events are equal, but not what {seat} saw of them{hint(name)}"
            )
    return None


def hint(name: str) -> str:
    """Where to look."""
    return f"; see `python -m tests.golden.differences {name}`"


def with_marks(old: Kept, marks: str) -> Kept:
    """The same battle with other marks."""
    assert old.header.brief is not None
    brief = replace(old.header.brief, marks=marks)
    return old._replace(header=replace(old.header, brief=brief))


def told(name: str) -> list[str]:
    """What now happens in the stretch in which a battle parts from what is on file, in words."""
    found = kept(name).again()
    if found.parting is None:
        return ["Its events are those on file."]
    return stretch(name, found.battle.log, found.parting)


def stretch(name: str, events: Sequence[Event], parting: Parting) -> list[str]:
    """The story of those events, with the rulings and their clauses."""
    narrator = Narrator()
    lines: list[str] = []
    with measured_in(SYSTEMS[index()[name].system].unit):
        for number, event in enumerate(events[: parting.until], start=1):
            heard = [str(line) for line in narrator.hear(event) if line.level <= RULES]
            if number > parting.same - AROUND:
                lines += [f"{number:6} {line}" for line in heard]
    return lines


def before(name: str, revision: str) -> list[str]:
    """The first event that differs from what the code of a revision gives, both in JSON."""
    with TemporaryDirectory() as folder:
        kept_as = ["git", "archive", revision, "src"]
        archive = subprocess.run(kept_as, cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        brief, whole = Path(folder, "brief.log"), Path(folder, "whole.log")
        brief.write_bytes(packed(name.partition("/")[0])[name])
        words = [sys.executable, "-m", "condotta", "replay", str(brief), "--whole", "--out"]
        here = {**os.environ, "PYTHONPATH": str(Path(folder, "src"))}
        subprocess.run([*words, str(whole)], env=here, check=True, capture_output=True)
        was = read_log(whole.read_bytes(), name).events
    now = kept(name).again().battle.log
    for number, (one, other) in enumerate(zip_longest(was, now), start=1):
        if one != other:
            texts = [
                "nothing" if event is None else encode(event).decode() for event in (one, other)
            ]
            alike = next(
                (n for n, both in enumerate(zip(*texts, strict=False)) if both[0] != both[1]), 0
            )
            same = max(0, alike - BESIDE)
            was_line, is_line = (text[same : same + 4 * BESIDE] for text in texts)
            kind = type(one or other).__name__
            return [f"event {number}, {kind}:", f"  was …{was_line}", f"  is  …{is_line}"]
    return ["There is no event that differs."]


def main(words: Sequence[str] | None = None) -> int:
    """Tell of one battle, or name all that differ; 1 where any does."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.golden.differences",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="?", help="a battle, as SYSTEM/NUMBER")
    parser.add_argument("--before", help="a revision of this repository to compare with")
    asked = parser.parse_args(words)
    if asked.name and asked.name not in index():
        parser.error(f"no battle on file is called {asked.name}")
    if not asked.name:
        found = [one for name in index() if (one := difference(name)) is not None]
        print("\n".join(found) or f"All {len(index())} battles are as they are on file.")
        return 1 if found else 0
    print(difference(asked.name) or f"{index()[asked.name].told()} is as it is on file.")
    print("\n".join(told(asked.name)))
    if asked.before:
        print("\n".join(before(asked.name, asked.before)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
