"""`condotta army import FILE`: what a file is by what is in it, and rosters as plain text."""

from pathlib import Path

import msgspec

from condotta.armies import Library, Roster
from condotta.armies.files import write
from condotta.armies.importing.sources import zipped_names
from condotta.armies.paper import plain_texts, sheets
from condotta.armies.paper.reports import saved
from condotta.armies.paper.tables import from_table, is_table
from condotta.armies.rosters.roster_files import is_roster
from condotta.armies.rosters.roster_trees import MOST_BYTES, ZIPPED
from condotta.armies.text import decoded, tidy
from condotta.cli.army_words import print_json, shelved
from condotta.errors import PlainError
from condotta.words import say

ROSTERS_IN_ZIPS = (".ros", ".xml")
TEXT_LETTERS = 0.9  # of a text that people can read


def other_than_lists(
    path: Path, out: Path | None, data: Path | None, *, as_json: bool
) -> int | None:
    """Bring in what is no list: a player's roster, a table, a text; None of JSON, zips, folders."""
    if path.is_dir():
        return None
    read = content(path)
    if of_player(path, read):
        from condotta.cli.army_roster import brought  # noqa: PLC0415 - its game loads when needed

        return brought(path, out, as_json=as_json)
    if read.startswith(ZIPPED):
        return None
    text = decoded(read).lstrip("\ufeff")
    if is_table(text) or path.suffix.casefold() == ".csv":
        shelf = shelved(data)
        return kept(from_table(text, shelf), (), shelf, out, as_json=as_json)
    if text.lstrip()[:1] in ("{", "[", ""):
        return None
    return of_text(text, path, out, shelved(data), as_json=as_json)


def content(path: Path) -> bytes:
    """The bytes of a file, no more of them than any roster has."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as why:
        where = {"path": str(path), "why": why.strerror or ""}
        raise PlainError(say("army.cannotRead", where)) from why


def of_player(path: Path, read: bytes) -> bool:
    """Whether a file is a roster that a player's program wrote: not any zip is one."""
    if path.suffix.casefold() in (".ros", ".rosz"):
        return True
    if not read.startswith(ZIPPED):
        return is_roster(read)
    names = zipped_names(path)
    return len(names) == 1 and names[0].casefold().endswith(ROSTERS_IN_ZIPS)


def of_text(text: str, path: Path, out: Path | None, shelf: Library, *, as_json: bool) -> int:
    """A roster as plain text; where no list is known that it names, that is the reason."""
    looked = text[:4_000]
    if sum(map(readable, looked)) < TEXT_LETTERS * len(looked):
        raise PlainError(say("army.noText", {"path": str(path)}))
    found = plain_texts.read(text, shelf)
    if found is None:
        first = next(line.strip() for line in text.splitlines() if line.strip())
        raise PlainError(say("army.textUnknown", {"path": str(path), "line": tidy(first)[:80]}))
    roster, missed = found
    return kept(roster, missed, shelf, out, as_json=as_json)


def readable(letter: str) -> bool:
    """Whether a letter belongs into a text."""
    return letter != "\ufffd" and (letter.isprintable() or letter.isspace())


def kept(
    roster: Roster, missed: tuple[str, ...], shelf: Library, out: Path | None, *, as_json: bool
) -> int:
    """Tell a roster that was read and what was not understood; save it if asked to."""
    if as_json:
        print_json(msgspec.to_builtins(roster))
    else:
        for line in missed:
            print(say("army.textMissed", {"line": line}))
        print(sheets.sheet(roster, shelf))
    if out is None:
        return 0
    write(out, saved(roster, shelf))
    if not as_json:
        print(say("army.tableWritten", {"out": str(out)}))
    return 0
