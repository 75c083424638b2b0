"""Records as Parquet, by pyarrow: one row a battle, its seats and armies as lists of structs.

It is the extra `condotta[lab]`, and imported nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from condotta.errors import UNREADABLE, PlainError
from condotta.lab.study.records import Record

AS_TEXT = ("levels", "settings")
"""What has other names from study to study, kept as JSON."""
GROUP = 4096  # battles of a group of rows

ARMY = {"name": "string", "army": "string", "roster": "string"}
SEAT = {
    "seat": "string", "side": "string", "army": "int32", "entrant": "int32", "bot": "string",
    "won": "bool_", "rank": "float64", "score": "float64", "coffers": "int64",
    "losses": "float64", "decisions": "int64", "course": ["float64"],
    "first": "int32", "last": "int32",
}  # fmt: skip
FALLEN = {"army": "int32", "x": "int32", "y": "int32"}
COLUMNS: Mapping[str, Any] = {
    "number": "int64", "cell": "int32", "levels": "string", "setup": "int64", "swap": "int32",
    "system": "string", "seed": "string", "settings": "string", "armies": [ARMY], "seats": [SEAT],
    "engine": "string", "program": "string", "rules": "string", "winners": ["string"],
    "clause": "string", "turns": "int32", "decisions": "int64", "log": "string",
    "fault": "string", "fallen": [FALLEN], "format": "int32",
}  # fmt: skip
"""The columns by their types, as pyarrow calls them; a list is one of what is in it."""


def typed(kind: Any) -> Any:
    """A type of pyarrow's: by its name, a list of one, a struct of several."""
    import pyarrow as pa  # noqa: PLC0415 - an extra, which need not be here

    match kind:
        case [each]:
            return pa.list_(typed(each))
        case dict():
            return pa.struct([(name, typed(own)) for name, own in kind.items()])
        case _:
            return getattr(pa, kind)()


def table(records: Sequence[Record]) -> bytes:
    """The bytes of a Parquet file; the same records give the same bytes by the same pyarrow."""
    import pyarrow as pa  # noqa: PLC0415 - an extra, which need not be here
    from pyarrow import parquet  # noqa: PLC0415 - the same

    schema = pa.schema([(name, typed(kind)) for name, kind in COLUMNS.items()])
    sink = pa.BufferOutputStream()
    made = pa.Table.from_pylist([as_row(one) for one in records], schema=schema)
    parquet.write_table(made, sink, compression="zstd", row_group_size=GROUP)
    return bytes(sink.getvalue().to_pybytes())


def as_row(record: Record) -> dict[str, Any]:
    """A record with what differs from study to study as JSON."""
    row: dict[str, Any] = msgspec.to_builtins(record)
    for name in AS_TEXT:
        row[name] = msgspec.json.encode(row[name], order="deterministic").decode()
    return row


def rows(path: Path) -> tuple[Record, ...]:
    """The records of a file; one that holds none is a PlainError."""
    import pyarrow as pa  # noqa: PLC0415 - an extra, which need not be here
    from pyarrow import parquet  # noqa: PLC0415 - the same

    try:
        found = parquet.read_table(pa.BufferReader(path.read_bytes())).to_pylist()
        return tuple(msgspec.convert(from_row(row), Record) for row in found)
    except (pa.ArrowException, *UNREADABLE, KeyError, TypeError) as why:
        raise PlainError(f"{path} holds no records of a study ({why}).") from why


def from_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The same with what was JSON read."""
    return {**row, **{name: msgspec.json.decode(row[name]) for name in AS_TEXT}}
