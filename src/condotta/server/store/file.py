"""The file of a table: opened for us alone, made or grown to the form it has today."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from pathlib import Path

from condotta.errors import PlainError

SCHEMA = 2
TABLES = """
CREATE TABLE battle (
  id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  header BLOB NOT NULL, dice BLOB NOT NULL, host BLOB NOT NULL,
  made INTEGER NOT NULL, touched INTEGER NOT NULL,
  turn INTEGER NOT NULL, phase TEXT NOT NULL, winners TEXT, archived INTEGER NOT NULL,
  waits TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE TABLE seat (
  battle TEXT NOT NULL, place INTEGER NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL,
  name TEXT NOT NULL, held TEXT NOT NULL, player TEXT NOT NULL, bot TEXT NOT NULL,
  secret BLOB NOT NULL, person BLOB NOT NULL, PRIMARY KEY (battle, seat)
) WITHOUT ROWID;
CREATE TABLE batch (
  battle TEXT NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL, lines BLOB NOT NULL,
  seat TEXT NOT NULL, command TEXT NOT NULL, said BLOB NOT NULL, PRIMARY KEY (battle, start)
) WITHOUT ROWID;
CREATE UNIQUE INDEX once ON batch (battle, seat, command) WHERE command <> '';
CREATE TABLE owner (person BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE beside (battle TEXT PRIMARY KEY, said BLOB NOT NULL) WITHOUT ROWID;
"""
GROWN = {
    1: """
ALTER TABLE battle ADD COLUMN waits TEXT NOT NULL DEFAULT '[]';
CREATE TABLE beside (battle TEXT PRIMARY KEY, said BLOB NOT NULL) WITHOUT ROWID;
""",
}
"""What makes a file of each older version one of the next."""


def opened(path: Path) -> sqlite3.Connection:
    """The file, ready; one that another program has open, or a newer one, is a sentence."""
    try:
        for_us_alone(path)
        base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    except (OSError, sqlite3.OperationalError) as why:
        raise PlainError(
            f"{path} cannot be opened ({why}): let it be read and written, or name another "
            "folder with --data."
        ) from why
    base.text_factory = text
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version == 0:
            base.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")
        else:
            grown = "".join(GROWN[each] for each in range(version, SCHEMA))
            now = max(version, SCHEMA)
            base.executescript(f"BEGIN IMMEDIATE; {grown} PRAGMA user_version = {now}; COMMIT;")
        wrong = () if version > SCHEMA else faults(base)
    except sqlite3.Error as why:
        base.close()
        raise PlainError(f"{path} {unopened(why)}") from why
    if version > SCHEMA:
        base.close()
        raise PlainError(f"{path} was written by a newer Condotta: start that one.")
    if wrong:
        base.close()
        raise PlainError(f"{path} {damaged(wrong[0])}")
    return base


def faults(base: sqlite3.Connection) -> tuple[str, ...]:
    """What is wrong with the pages that the table reads before the first battle is opened."""
    found = (
        str(row[0])
        for name in ("battle", "seat", "owner", "beside")
        for row in base.execute(f"PRAGMA quick_check('{name}')")
    )
    return tuple(one for one in found if one != "ok")


def damaged(why: str) -> str:
    """That a file is damaged, and what to do."""
    return f"is damaged ({why}): put a copy of the folder back, or name another one with --data."


def text(found: bytes) -> str:
    """A text of the file; of a damaged one what can be read."""
    return found.decode("utf-8", "replace")


def for_us_alone(path: Path) -> None:
    """Let nobody else read the file, which holds the secrets of dice, nor what lies beside it.

    Whatever SQLite writes beside it may be read by whoever may read the file itself.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if sys.platform == "win32":
        return  # there the folder says who may read what is in it
    for one in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        if one.exists() and one.stat().st_mode & OTHERS:
            one.chmod(stat.S_IMODE(one.stat().st_mode) & ~OTHERS)


BESIDE = ("-wal", "-shm", "-journal")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def kind_of(why: sqlite3.Error) -> int:
    """What kind of thing went wrong, as SQLite numbers it; 0 where it does not say."""
    return getattr(why, "sqlite_errorcode", 0) & 0xFF


def unopened(why: sqlite3.Error) -> str:
    """Why a file cannot be opened, and what to do."""
    match kind_of(why):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return (
                f"cannot be opened ({why}): if another Condotta uses this folder, stop it, or "
                "name another folder with --data."
            )
        case sqlite3.SQLITE_NOTADB:
            return f"is not a table's file ({why}): name another folder."
        case sqlite3.SQLITE_CORRUPT:
            return damaged(str(why))
        case sqlite3.SQLITE_FULL:
            return f"cannot be opened ({why}): make room on the disk and open the table again."
        case _:
            return (
                f"cannot be opened ({why}): let it be read and written, or name another folder "
                "with --data."
            )
