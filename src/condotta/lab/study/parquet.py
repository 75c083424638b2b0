"""Records as Parquet, by pyarrow: one row a battle, its seats and armies as lists of structs.

It is the extra `condotta[lab]`, and imported nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from condotta.errors import PlainError
from condotta.lab.study.records import Record

AS_TEXT = ("levels", "settings")
"""What has other names from study to study, kept as JSON."""
GROUP = 4096  # battles of a group of rows

ARMY = pa.struct([("name", pa.string()), ("army", pa.string()), ("roster", pa.string())])
SEAT = pa.struct(
    [
        ("seat", pa.string()),
        ("side", pa.string()),
        ("army", pa.int32()),
        ("entrant", pa.int32()),
        ("bot", pa.string()),
        ("won", pa.bool_()),
        ("rank", pa.float64()),
        ("score", pa.float64()),
        ("coffers", pa.int64()),
        ("losses", pa.float64()),
        ("decisions", pa.int64()),
    ]
)
SCHEMA = pa.schema(
    [
        ("number", pa.int64()),
        ("cell", pa.int32()),
        ("levels", pa.string()),
        ("setup", pa.int64()),
        ("swap", pa.int32()),
        ("system", pa.string()),
        ("seed", pa.string()),
        ("settings", pa.string()),
        ("armies", pa.list_(ARMY)),
        ("seats", pa.list_(SEAT)),
        ("engine", pa.string()),
        ("program", pa.string()),
        ("rules", pa.string()),
        ("winners", pa.list_(pa.string())),
        ("clause", pa.string()),
        ("turns", pa.int32()),
        ("decisions", pa.int64()),
        ("log", pa.string()),
        ("fault", pa.string()),
        ("format", pa.int32()),
    ]
)


def table(records: Sequence[Record]) -> bytes:
    """The bytes of a Parquet file; the same records give the same bytes by the same pyarrow."""
    rows = [as_row(one) for one in records]
    sink = pa.BufferOutputStream()
    made = pa.Table.from_pylist(rows, schema=SCHEMA)
    pq.write_table(made, sink, compression="zstd", row_group_size=GROUP)
    return bytes(sink.getvalue().to_pybytes())


def as_row(record: Record) -> dict[str, Any]:
    """A record with what differs from study to study as JSON."""
    row: dict[str, Any] = msgspec.to_builtins(record)
    for name in AS_TEXT:
        row[name] = msgspec.json.encode(row[name], order="deterministic").decode()
    return row


def rows(path: Path) -> tuple[Record, ...]:
    """The records of a file; one that holds none is a PlainError."""
    try:
        found = pq.read_table(pa.BufferReader(path.read_bytes())).to_pylist()
        return tuple(msgspec.convert(from_row(row), Record) for row in found)
    except (pa.ArrowException, msgspec.ValidationError, KeyError, TypeError) as why:
        raise PlainError(f"{path} holds no records of a study ({why}).") from why


def from_row(row: dict[str, Any]) -> dict[str, Any]:
    """The same with what was JSON read."""
    return {**row, **{name: msgspec.json.decode(row[name]) for name in AS_TEXT}}
