"""Make the golden battles anew after a rule was changed on purpose. The reason is kept with them.

    python -m tests.golden.make --reason "Skirmishers evade from the flank as well."

Battles that come to the same stay as they are. Of one that does not, what was said is said again;
where that is no longer possible, or no end comes of it, it is fought anew by its recipe. Look at
what differs first: `python -m tests.golden.differences`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import msgspec

import condotta
from condotta.kernel.battle import Battle
from condotta.kernel.log import save
from condotta.report.deciding import said_again
from condotta.report.logbook import Log, header_of, in_brief
from tests.golden.recipes import COUNTS, Recipe, fight, recipes
from tests.golden.store import (
    INDEX,
    REASONS,
    Kept,
    Row,
    Shown,
    file_of,
    fingerprint,
    index,
    kept,
    pack,
    packed,
    read,
    row_of,
    seen,
    shown_by,
    together,
    write_shown,
)
from tests.golden.three import make_three

SAME, AGAIN, ANEW = "the same", "said again", "fought anew"
HEAD = """# Why golden battles changed

Every row stands for one run of `python -m tests.golden.make --reason …`, the newest last. The
digest is of the battles as they were after it; the last one must be that of the files beside it.

| Condotta | said again | fought anew | why | digest |
| --- | --- | --- | --- | --- |
"""


class Made(NamedTuple):
    """A battle as it goes into the store: its brief log, its line, what it shows, how it came."""

    data: bytes
    row: Row
    shown: Shown
    how: str


def made(recipe: Recipe, *, afresh: bool = False) -> Made:
    """A battle as it is on file where it comes to the same; else with what was said; else anew."""
    name = recipe.name
    if not afresh and file_of(recipe.system).exists() and name in packed(recipe.system):
        old = kept(name)
        found = old.again()
        if found.parting is None and seen(found.battle) == index()[name].seen:
            return finished(packed(recipe.system)[name], found.battle, SAME)
        battle = said_over(old)
        if battle is not None:
            return finished(brief_of(old.header, battle), battle, AGAIN)
    fought = fight(recipe)
    return finished(brief_of(fought.header, fought.battle), fought.battle, ANEW)


def said_over(old: Kept) -> Battle | None:
    """The battle with what was said in it, if all of it can still be said and it ends."""
    assert old.header.brief is not None
    try:
        battle = Battle(old.book, old.lines[: old.header.brief.opening])
        for event in old.lines[old.header.brief.opening :]:
            if said_again(battle, event) is not None:
                return None
    except Exception:  # noqa: BLE001 - other rules may stumble over what was said under old ones
        return None
    return battle if battle.state.position.ended is not None else None


def brief_of(header: Any, battle: Battle) -> bytes:
    """The brief log of a battle by the rules of today."""
    today = header_of(battle.book, header.title, header.dice)
    today = msgspec.structs.replace(today, settings=header.settings)
    return in_brief(Log(header.title["name"], today, battle.book, tuple(battle.log)))


def finished(data: bytes, battle: Battle, how: str) -> Made:
    """A battle with its line, and what it shows."""
    return Made(data, row_of(read(data).header, battle), shown_by(battle), how)


def afresh(recipe: Recipe) -> Made:
    """A battle fought anew, whatever is on file."""
    return made(recipe, afresh=True)


def write(all_made: Sequence[Made], reason: str) -> None:
    """Write everything, and the reason last."""
    found: dict[str, Shown] = {}
    for system in COUNTS:
        own = [one for one in all_made if one.row.system == system]
        pack(system, (one.data for one in own))
        found[system] = together(one.shown for one in own)
    save(INDEX, b"".join(msgspec.json.encode(one.row) + b"\n" for one in all_made))
    write_shown(found)
    how = Counter(one.how for one in all_made)
    told = REASONS.read_text(encoding="utf-8") if REASONS.exists() else HEAD
    row = (condotta.__version__, how[AGAIN], how[ANEW], reason.replace("|", "/"), fingerprint())
    save(REASONS, (told + "| " + " | ".join(map(str, row)) + " |\n").encode())


def main(words: Sequence[str] | None = None) -> int:
    """Make them anew, and say what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.make", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--reason", required=True, help="why they change, in a sentence")
    parser.add_argument("--anew", action="store_true", help="fight them all anew, whatever differs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(words)
    if len(asked.reason.split()) < 3:
        parser.error("say the reason in a sentence")
    with ProcessPoolExecutor(asked.jobs) as pool:
        all_made = list(pool.map(afresh if asked.anew else made, recipes()))
    for one in all_made:
        if one.how != SAME:
            print(f"{one.row.told()}: {one.how}")
    if all(one.how == SAME for one in all_made) and len(all_made) == len(index()):
        print("All battles come to the same: nothing was written.")
        return 0
    make_three()
    write(all_made, asked.reason)
    print(f"{len(all_made)} battles; the reason is the last row of {REASONS.name}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
