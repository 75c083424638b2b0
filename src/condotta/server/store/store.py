"""What a table keeps: battles, seats, and batches of events that are durable once appended.

`Store` is what the server needs of any store; `sqlite.py` is the one that comes with it.
"""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from condotta.kernel.records import Seat
from condotta.server.reasons import Refused

Held = Literal["person", "bot", "open"]


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who holds it. Of secrets only digests are kept.

    An open seat with a `person` is kept for that person, who was invited to it.
    """

    seat: Seat
    side: str
    name: str = ""
    held: Held = "open"
    player: str = ""
    bot: str = ""
    secret: bytes = b""
    person: bytes = b""


class BattleRow(msgspec.Struct, frozen=True, kw_only=True):
    """A battle without its events. `header` and `dice` are JSON; times are seconds since 1970.

    `dice` holds the secret of the cup and never leaves the server before the end.
    """

    battle: str
    code: str
    title: str
    header: bytes
    dice: bytes
    host: bytes = b""
    made: int = 0
    touched: int = 0
    turn: int = 0
    phase: str = ""
    winners: tuple[str, ...] | None = None
    archived: bool = False
    waits: tuple[Seat, ...] = ()
    """The seats that are asked something, as everybody may know it."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """The events of one command, one JSON object a line; the first has the number `start`.

    `command` is the id that its sender gave it, `said` a digest of what it said: said again, it
    is not done again.
    """

    start: int
    count: int
    lines: bytes
    seat: Seat = ""
    command: str = ""
    said: bytes = b""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a battle is, for the list of battles."""

    touched: int
    turn: int
    phase: str
    winners: tuple[str, ...] | None
    waits: tuple[Seat, ...]


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A whole battle as it is kept."""

    row: BattleRow
    seats: tuple[SeatRow, ...]
    batches: tuple[Batch, ...]


class Glance(msgspec.Struct, frozen=True, kw_only=True):
    """A battle without its events, and how many there are."""

    row: BattleRow
    seats: tuple[SeatRow, ...]
    length: int


class Unkept(Refused):
    """The store could not do it, and nothing was changed."""

    def __init__(self, key: str, status: int, why: str) -> None:
        super().__init__(key, status)
        self.add_note(why)


class Full(Unkept):
    """The store cannot take it: no room on the disk, or none that may be written."""

    def __init__(self, why: str) -> None:
        super().__init__("store", 507, why)


class Damaged(Unkept):
    """What is kept cannot be read as it was written."""

    def __init__(self, why: str) -> None:
        super().__init__("damaged", 500, why)


class Store(Protocol):
    """Where battles are kept. Whatever has returned is durable and survives any crash."""

    async def found(self, row: BattleRow, seats: tuple[SeatRow, ...], batch: Batch) -> None:
        """Keep a new battle with its opening."""

    async def append(self, battle: str, batch: Batch, progress: Progress | None) -> None:
        """Keep the events of one command."""

    async def seat(self, battle: str, row: SeatRow, batch: Batch | None = None) -> None:
        """Keep who holds a seat now, with the events that tell of it, both or neither."""

    async def archive(self, battle: str, *, archived: bool) -> None:
        """Put a battle away, or take it out again."""

    async def pin(self, battle: str, header: bytes) -> None:
        """Keep by which rules a battle goes on."""

    async def load(self, battle: str) -> Kept | None:
        """A battle with everything, or None; one that is not whole is `Damaged`."""

    async def glance(self, battle: str) -> Glance | None:
        """Whose a battle's seats are and how long it is, or None."""

    async def by_code(self, code: str) -> str | None:
        """The battle with that short code."""

    async def rows(self) -> tuple[tuple[BattleRow, tuple[SeatRow, ...]], ...]:
        """All battles without their events, the newest first.

        One that is damaged comes without its header, so that the others can be listed.
        """

    async def beside(self, battle: str, said: bytes) -> None:
        """Keep what lies beside a battle and is no part of it, as JSON, in the old one's place."""

    async def besides(self) -> tuple[tuple[str, bytes], ...]:
        """What lies beside battles, those without anything left out."""

    async def owners(self) -> tuple[bytes, ...]:
        """Digests of the persons whose table this is."""

    async def own(self, person: bytes) -> None:
        """The table is that person's as well."""

    async def close(self) -> None:
        """Finish what was begun, and let go of the store."""
