"""Rows of the tables of a store as records, and what of them is damaged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from condotta.server.store.store import (
    Batch,
    BattleRow,
    Damaged,
    Glance,
    Held,
    Kept,
    SeatRow,
)

COLUMNS = (
    "battle", "code", "title", "header", "dice", "host", "made", "touched", "turn", "phase",
)  # fmt: skip
NAMES = msgspec.json.Decoder(tuple[str, ...])
SEATS = "SELECT battle, seat, side, name, held, player, bot, secret, person FROM seat"
BATCHES = "SELECT start, count, lines, seat, command, said FROM batch"


class Rows(Protocol):
    """What a statement found."""

    def fetchone(self) -> Any:
        """The next row; nothing after the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """One row after another."""


class Base(Protocol):
    """A database, as far as one statement is said to it after another; `?` is a value."""

    def execute(self, said: str, values: Sequence[Any] = ..., /) -> Rows:
        """Say a statement."""


def loaded(base: Base, battle: str) -> Kept | None:
    """A battle with everything."""
    row = base.execute("SELECT * FROM battle WHERE id = ?", (battle,)).fetchone()
    if row is None:
        return None
    seats = base.execute(f"{SEATS} WHERE battle = ? ORDER BY place", (battle,))
    batches = base.execute(f"{BATCHES} WHERE battle = ? ORDER BY start", (battle,))
    names = ("start", "count", "lines", "seat", "command", "said")
    found = tuple(Batch(**dict(zip(names, one, strict=True))) for one in batches.fetchall())
    return Kept(
        row=battle_row(row),
        seats=tuple(seat_row(one) for one in seats.fetchall()),
        batches=unbroken(found),
    )


def unbroken(batches: tuple[Batch, ...]) -> tuple[Batch, ...]:
    """Batches that follow each other without a gap; others are `Damaged`."""
    due = 1
    for one in batches:
        if one.start != due or one.lines.count(b"\n") + 1 != one.count:
            raise Damaged(f"event {due} is not where it belongs")
        due += one.count
    return batches


def glanced(base: Base, battle: str) -> Glance | None:
    """A battle without its events, and how many there are."""
    row = base.execute("SELECT * FROM battle WHERE id = ?", (battle,)).fetchone()
    if row is None:
        return None
    seats = base.execute(f"{SEATS} WHERE battle = ? ORDER BY place", (battle,)).fetchall()
    last = "SELECT start + count - 1 FROM batch WHERE battle = ? ORDER BY start DESC LIMIT 1"
    (length,) = base.execute(last, (battle,)).fetchone() or (0,)
    found = tuple(seat_row(one) for one in seats)
    return Glance(row=battle_row(row), seats=found, length=length)


def readable(row: tuple[Any, ...]) -> BattleRow:
    """A row of the table of battles; a damaged one without header, so that it can be listed."""
    try:
        return battle_row(row)
    except Damaged:
        host = row[5] if isinstance(row[5], bytes) else b""
        return BattleRow(
            battle=str(row[0]), code=str(row[1]), title=str(row[2]), header=b"", dice=b"",
            host=host, archived=bool(row[11]),
        )  # fmt: skip


def battle_row(row: tuple[Any, ...]) -> BattleRow:
    """A row of the table of battles; one that cannot be read is `Damaged`."""
    try:
        winners = None if row[10] is None else NAMES.decode(row[10])
        return BattleRow(
            **dict(zip(COLUMNS, row[:10], strict=True)),
            winners=winners,
            archived=bool(row[11]),
            waits=NAMES.decode(row[12]),
        )
    except (msgspec.DecodeError, TypeError) as why:
        raise Damaged(str(why)) from why


def named(seats: tuple[str, ...]) -> str:
    """Names of seats or sides, as a column has them."""
    return msgspec.json.encode(seats).decode()


def seat_row(row: tuple[Any, ...]) -> SeatRow:
    """A row of the table of seats."""
    _, seat, side, name, held, player, bot, secret, person = row
    known: Held = held
    return SeatRow(
        seat=seat, side=side, name=name, held=known, player=player, bot=bot, secret=secret,
        person=person,
    )  # fmt: skip
