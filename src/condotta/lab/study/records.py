"""The record of one battle: all that is needed to fight it again, and how it ended.

How long it took is no part of it: two machines write the same record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from condotta.lab.study.entrants import Fielded

FORMAT = 2
DIGEST = 16
PROGRAM = ("table", "kernel", "armies", "rules", "bots")
"""The folders of the program on which the course of a battle of bots depends."""


class Placed(msgspec.Struct, frozen=True):
    """How one seat came through: `army` is its place, `entrant` who sat there.

    `rank` is its place by the score and its tie-breaks, 1 the first; those who are level have the
    mean of their places.
    `coffers` are None where there is no coin, `losses` in what the system counts losses in.
    `course` is the score after each player turn, the last as the battle ended. `first` says as
    which its army had its first turn, 1 before all others, `last` as which from the end it had its
    last one, 1 after all others; both are 0 where it had none.
    """

    seat: str
    side: str
    army: int
    entrant: int
    bot: str
    won: bool
    rank: float
    score: float
    coffers: int | None
    losses: float
    decisions: int
    course: tuple[float, ...] = ()
    first: int = 0
    last: int = 0


class Fallen(msgspec.Struct, frozen=True):
    """A piece that was lost: the place of its army, and where on the table it lay last.

    `x` and `y` are thousandths of the table's width and depth.
    """

    army: int
    x: int
    y: int


class Record(msgspec.Struct, frozen=True):
    """One battle. `number` is its number in the study, `setup` that of its armies and dice.

    `swap` says by how many places everybody sat farther on, `levels` which cell it is of.
    `fallen` are the pieces that were lost on the table, in order. `engine`, `program` and `rules`
    say by what it was fought; `log` is the digest of all events.
    `fault` is empty unless the battle broke.
    """

    number: int
    cell: int
    levels: dict[str, str]
    setup: int
    swap: int
    system: str
    seed: str
    settings: dict[str, Any]
    armies: tuple[Fielded, ...]
    seats: tuple[Placed, ...]
    engine: str
    program: str
    rules: str
    winners: tuple[str, ...] = ()
    clause: str = ""
    turns: int = 0
    decisions: int = 0
    log: str = ""
    fault: str = ""
    fallen: tuple[Fallen, ...] = ()
    format: int = FORMAT


_ENCODER = msgspec.json.Encoder(order="deterministic")
_READER = msgspec.json.Decoder(Record)


def line(record: Record) -> bytes:
    """The one line of a record."""
    return _ENCODER.encode(record) + b"\n"


def read(data: bytes) -> Record:
    """The record of a line; msgspec's errors where it is none."""
    return _READER.decode(data)


def digest(records: Iterable[Record]) -> str:
    """Sixteen bytes that change when any record does, in whatever form they are kept."""
    found = hashlib.blake2b(digest_size=DIGEST)
    for record in records:
        found.update(line(record))
    return found.hexdigest()


@cache
def program() -> str:
    """Eight bytes that change when any line does that a battle of bots may depend on."""
    found = hashlib.blake2b(digest_size=8)
    root = files("condotta")
    for name in PROGRAM:
        for path, data in sorted(contents(root.joinpath(name), name)):
            found.update(path.encode() + b"\0" + data + b"\0")
    return found.hexdigest()


def contents(folder: Traversable, name: str) -> Iterable[tuple[str, bytes]]:
    """Every source and data file below a folder."""
    for one in folder.iterdir():
        path = f"{name}/{one.name}"
        if one.is_dir():
            yield from contents(one, path)
        elif one.name.endswith((".py", ".toml", ".json")):
            yield path, one.read_bytes()
