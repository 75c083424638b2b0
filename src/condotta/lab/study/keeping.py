"""The folder of a study: what was fought is written down as it goes on, whole or not at all.

While a study is fought its records lie in parts of a few battles each. When all are there they are
put together in one file, in order, and the parts go. A process that is ended at any moment leaves
nothing half written, and the next one goes on from the parts.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

import condotta
from condotta.errors import UNREADABLE, PlainError
from condotta.kernel.log import save
from condotta.lab.study.fighting import Fought
from condotta.lab.study.plan import Plan
from condotta.lab.study.records import Record, line, program, read

STUDY, PARTS, TIMES, LOCK = "study.json", "parts", "times.jsonl", ".lock"
OURS = frozenset({PARTS, LOCK, f"{STUDY}.part"})
"""What may lie in a folder in which a study was ended before it said so."""
NAME = "records"
PARQUET, JSONL = "parquet", "jsonl"
Form: TypeAlias = Literal["parquet", "jsonl"]

HOW_TO_GET = "pip install 'condotta[lab]'"
NO_PARQUET = f"Parquet needs pyarrow, which is not installed: {HOW_TO_GET}"


def has_parquet() -> bool:
    """Whether Parquet can be written and read here."""
    return find_spec("pyarrow") is not None


class Begun(msgspec.Struct, frozen=True):
    """What lies in a folder: which study, by which program."""

    study: dict[str, Any]
    engine: str
    program: str


def begun(plan: Plan) -> Begun:
    """What a folder would hold of a study that begins now."""
    study = msgspec.to_builtins(plan.study)
    return Begun(msgspec.json.decode(msgspec.json.encode(study)), condotta.__version__, program())


class Folder:
    """A folder in which one study is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.parts = path / PARTS
        self.secs: dict[int, float] = {}

    # ── taking it up ─────────────────────────────────────────────────────────
    def take(self, plan: Plan) -> None:
        """Begin a study here, or go on with the same one, or make it longer.

        Another one is a PlainError.
        """
        if self.path.exists() and not self.path.is_dir():
            raise PlainError(f"{self.path} is a file: name a folder for the study.")
        where, own = self.path / STUDY, begun(plan)
        if where.exists():
            self._same(where, own)
        elif self.path.is_dir() and any(one.name not in OURS for one in self.path.iterdir()):
            raise PlainError(f"{self.path} holds something else: name a new folder.")
        try:
            self.parts.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise PlainError(f"{self.path} cannot be made ({why.strerror}): name another.") from why
        save(where, msgspec.json.format(msgspec.json.encode(own), indent=2) + b"\n")

    def _same(self, where: Path, own: Begun) -> None:
        try:
            there = msgspec.json.decode(where.read_bytes(), type=Begun)
        except UNREADABLE as why:
            raise PlainError(f"{where} is damaged: name a new folder.") from why
        differ = sorted(
            name
            for name in {*there.study, *own.study}
            if there.study.get(name) != own.study.get(name)
        )
        if differ == ["battles"] and there.study["battles"] < own.study["battles"]:
            differ = []  # as many more are fought as are wanting
        if differ:
            raise PlainError(
                f"{self.path} holds another study ({', '.join(differ)} differ): "
                "name a new folder, or say the same study again to go on with it."
            )
        if there.program != own.program:
            raise PlainError(
                f"{self.path} was begun by another version of the program ({there.engine}, "
                f"{there.program}; this is {own.engine}, {own.program}), whose battles are not "
                "like these: name a new folder."
            )

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else writes here meanwhile: a second one is a PlainError."""
        try:
            import fcntl  # noqa: PLC0415 - not on every system
        except ImportError:
            yield
            return
        with (self.path / LOCK).open("w") as held:
            try:
                fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as why:
                raise PlainError(f"Another process works in {self.path}: wait for it.") from why
            yield

    # ── battles ──────────────────────────────────────────────────────────────
    def fought(self) -> dict[int, Record]:
        """Every battle that was fought here so far, by its number."""
        whole = found_in(self.path)
        self.secs.update(seconds(self.path / TIMES))
        found = {one.number: one for one in read_all(whole)} if whole else {}
        for part in sorted(self.parts.glob("*.jsonl")) if self.parts.is_dir() else ():
            for row in part.read_bytes().splitlines():
                try:
                    one = msgspec.json.decode(row, type=Fought)
                except UNREADABLE as why:
                    raise PlainError(f"{part} is damaged ({why}): put it away.") from why
                found[one.record.number] = one.record
                self.secs[one.record.number] = one.seconds
        return found

    def add(self, some: Sequence[Fought]) -> None:
        """Write down some battles."""
        first = min(one.record.number for one in some)
        name = f"{first:07}-{len(some)}.jsonl"
        save(self.parts / name, b"".join(msgspec.json.encode(one) + b"\n" for one in some))
        self.secs.update({one.record.number: one.seconds for one in some})

    def finish(self, records: Sequence[Record], form: Form) -> Path:
        """Put all records together in one file, and the seconds beside them; the parts go."""
        where = self.path / f"{NAME}.{form}"
        write(where, records)
        for other in (PARQUET, JSONL):
            if other != form:
                (self.path / f"{NAME}.{other}").unlink(missing_ok=True)
        if self.secs:
            timed = sorted(self.secs.items())
            rows = [{"number": one, "seconds": round(own, 3)} for one, own in timed]
            save(self.path / TIMES, b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        shutil.rmtree(self.parts, ignore_errors=True)
        return where

    def tell(self, name: str, text: str) -> Path:
        """Write a file of words beside the records."""
        where = self.path / name
        save(where, text.encode())
        return where


def seconds(path: Path) -> Iterator[tuple[int, float]]:
    """How long each battle took, by its number, as a file of times has it."""
    if path.exists():
        for row in path.read_bytes().splitlines():
            one = msgspec.json.decode(row)
            yield one["number"], one["seconds"]


# ── files of records ─────────────────────────────────────────────────────────
def found_in(folder: Path) -> Path | None:
    """The file of all records in a folder, if a study was finished there."""
    every = (folder / f"{NAME}.{form}" for form in (PARQUET, JSONL))
    return next((one for one in every if one.exists()), None)


def write(path: Path, records: Sequence[Record]) -> None:
    """Write records whole or not at all, in the form of the file's name."""
    if path.suffix == f".{PARQUET}":
        from condotta.lab.study.parquet import table  # noqa: PLC0415 - needs an extra

        save(path, table(records))
    else:
        save(path, b"".join(map(line, records)))


def read_all(path: Path) -> tuple[Record, ...]:
    """The records of a file, or of the file in a folder; what cannot be read is a PlainError."""
    if path.is_dir():
        found = found_in(path)
        if found is None:
            raise PlainError(
                f"{path} has no records yet: name a folder in which a study was finished."
            )
        path = found
    if path.suffix == f".{PARQUET}":
        if not has_parquet():
            raise PlainError(f"{NO_PARQUET}.")
        from condotta.lab.study.parquet import rows  # noqa: PLC0415 - needs an extra

        return rows(path)
    data = path.read_bytes()
    try:
        return tuple(map(read, data.splitlines()))
    except UNREADABLE as why:
        raise PlainError(f"{path} holds no records of a study ({why}).") from why


def found_record(path: Path, number: int) -> Record:
    """One record of a file or folder, by its number."""
    records = read_all(path)
    for one in records:
        if one.number == number:
            return one
    there = f"0 to {records[-1].number}" if records else "none"
    raise PlainError(f"{path} has no battle {number}: it has {there}.")


def form_for(wanted: str) -> tuple[Form, str]:
    """The form in which records are kept, and a sentence where it is not the usual one."""
    match wanted:
        case "jsonl":
            return "jsonl", ""
        case "parquet" if not has_parquet():
            raise PlainError(f"{NO_PARQUET}, or say --format jsonl.")
        case "parquet":
            return "parquet", ""
        case _ if has_parquet():
            return "parquet", ""
        case _:
            told = "The records are kept as JSON lines: for Parquet install pyarrow"
            return "jsonl", f"{told} ({HOW_TO_GET})."
