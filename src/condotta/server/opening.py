"""How a kept battle becomes a room again: by its events, without a rule and without a die."""

from __future__ import annotations

import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.log import Header, load, read_header
from condotta.report.logbook import data_digest
from condotta.server.dice import DiceKept, put_cup
from condotta.server.games import book_of
from condotta.server.reasons import Refused
from condotta.server.room import Room
from condotta.server.seating import Seating
from condotta.server.store import Kept, Store

NO_DICE = DiceKept(mode="typed")
"""Nothing is rolled in a battle that can only be looked at."""


def events_of(book: Book, kept: Kept) -> tuple[Event, ...]:
    """The truth as it was kept."""
    lines = b"\n".join((b"", *(batch.lines for batch in kept.batches)))
    return tuple(load(book, lines, f"battle {kept.row.battle}"))


def battle_of(book: Book, kept: Kept, dice: DiceKept) -> Battle:
    """The battle as far as it was kept, with its cup; what waits to be rolled is rolled."""
    battle = Battle(book, events_of(book, kept))
    put_cup(battle, dice)
    return battle


def header_of(kept: Kept) -> Header:
    """What the battle was begun with."""
    return read_header(kept.row.header, f"battle {kept.row.battle}")


def room_of(kept: Kept, store: Store) -> Room:
    """The room of a kept battle."""
    header = header_of(kept)
    book = book_of(header.system, header.settings)
    dice = msgspec.json.decode(kept.row.dice, type=DiceKept)

    def rebuilt(kept: Kept) -> Battle:
        return battle_of(book, kept, dice if closed(kept, header) is None else NO_DICE)

    room = Room(
        kept.row,
        header,
        Seating(kept.seats, kept.row.host),
        battle=rebuilt(kept),
        kept=sum(batch.count for batch in kept.batches),
        store=store,
        rebuilt=rebuilt,
    )
    for batch in kept.batches:
        if batch.command:
            room.done[batch.seat, batch.command] = (batch.said, batch.start + batch.count - 1)
    room.closed = closed(kept, header)
    return room


def closed(kept: Kept, header: Header) -> Refused | None:
    """Why nothing more may be said in a battle that can still be looked at."""
    if kept.row.archived:
        return Refused("archived", 409)
    if header.data != data_digest(header.system):
        return Refused("other-rules", 409, engine=header.engine)
    return None
