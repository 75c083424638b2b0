"""How a kept battle becomes a room again: by its events, without a rule and without a die."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec

from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Event
from condotta.kernel.log import Header, load
from condotta.report.logbook import UNFIT, data_digest
from condotta.rules import library as systems
from condotta.server.games.games import new_book
from condotta.server.reasons import Refused
from condotta.server.rooms.answering import Answering
from condotta.server.rooms.botwork import BotWork
from condotta.server.rooms.founding import written_by
from condotta.server.rooms.room import Room
from condotta.server.rooms.seating import Seating
from condotta.server.store.store import BattleRow, Damaged, Kept, Store

TOGETHER = 20
"""Batches that are read in one go."""


def events_of(book: Book, kept: Kept) -> tuple[Event, ...]:
    """The truth as it was kept."""
    lines = b"\n".join((b"", *(batch.lines for batch in kept.batches)))
    return tuple(load(book, lines, f"battle {kept.row.battle}"))


async def read(book: Book, kept: Kept) -> tuple[Event, ...]:
    """The same, with pauses in which others are served.

    Not in a thread: records are not made ready for decoding by two threads at once.
    """
    found: list[Event] = []
    for number, batch in enumerate(kept.batches):
        found += load(book, b"\n" + batch.lines, f"battle {kept.row.battle}")
        if number % TOGETHER == 0:
            await asyncio.sleep(0)
    return tuple(found)


def header_of(row: BattleRow) -> Header:
    """What the battle was begun with."""
    return systems.header_in(row.header, f"battle {row.battle}")


def legible(row: BattleRow) -> Header | None:
    """The same; nothing where it is damaged."""
    try:
        return header_of(row)
    except Corrupt:
        return None


class Open(NamedTuple):
    """A room that is open, with what works in it."""

    room: Room
    answering: Answering
    bots: BotWork


async def room_of(kept: Kept, store: Store) -> Room:
    """The room of a kept battle. Nothing is rolled yet: see `roll`.

    One that cannot be put together is `Damaged`, unless a newer version wrote it.
    """
    try:
        return await put_together(kept, store)
    except (Corrupt, PlainError, msgspec.DecodeError, *UNFIT) as why:
        newer = written_by(kept.row.header)
        if newer:
            raise Refused("newer", 409, engine=newer[:20]) from why
        raise Damaged(str(why)) from why


async def put_together(kept: Kept, store: Store) -> Room:
    """The room of a kept battle, whatever is wrong with it an error."""
    header = header_of(kept.row)
    book = new_book(header.system, header.settings)

    room = Room(
        kept.row,
        header,
        Seating(kept.seats, kept.row.host),
        battle=Battle(book, await read(book, kept)),
        kept=sum(batch.count for batch in kept.batches),
        store=store,
    )
    for batch in kept.batches:
        if batch.command:
            room.done[batch.seat, batch.command] = (batch.said, batch.start + batch.count - 1)
    room.closed = closed(kept.row, header)
    return room


def closed(row: BattleRow, header: Header) -> Refused | None:
    """Why nothing more may be said in a battle that can still be looked at."""
    if row.archived:
        return Refused("archived", 409)
    if header.data != data_digest(header.system):
        return Refused("other-rules", 409, engine=header.engine)
    return None
