"""What a table keeps: battles, seats, and batches of events that are durable once appended.

`Store` is what the server needs of any store; `sqlite.py` is the one that comes with it. A `Shared`
one several servers use at once: `postgres.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

import msgspec

from condotta.kernel.records import Seat
from condotta.server.reasons import Refused
from condotta.server.times import Times

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


class Away(Unkept):
    """The database cannot be reached, or takes nothing now."""

    def __init__(self, why: str) -> None:
        super().__init__("away", 503, why)


class Lost(Unkept):
    """Nobody knows whether it was kept, or another server holds the battle by now.

    What is in memory of the battle may be old: it is to be read again.
    """

    def __init__(self, why: str, key: str = "moved") -> None:
        super().__init__(key, 503, why)


class Unsure(Lost):
    """Nobody knows whether it was kept: no answer came."""

    def __init__(self, why: str) -> None:
        super().__init__(why, "unsure")


class Server(NamedTuple):
    """A server over the same store: where others reach it, and the secret that they show it."""

    address: str
    secret: str


class Beat(NamedTuple):
    """What others have changed in a shared store."""

    owners: frozenset[bytes]
    """Digests of the persons whose table this is."""
    keys: tuple[bytes, ...]
    """Digests of the keys that make somebody an owner."""
    free: tuple[str, ...]
    """Some battles that nobody holds, and that go on though nobody comes."""


class Store(Protocol):
    """Where battles are kept. Whatever has returned is durable and survives any crash."""

    kept: Times
    """How long it took to make durable what commands did."""

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

    async def going(self) -> int:
        """How many battles there are that are not put away."""

    async def rows(self) -> tuple[tuple[BattleRow, tuple[SeatRow, ...]], ...]:
        """All battles without their events, the newest first.

        One that is damaged comes without its header, so that the others can be listed.
        """

    async def beside(self, battle: str, said: bytes) -> None:
        """Keep what lies beside a battle and is no part of it, as JSON, in the old one's place."""

    async def besides(self, battle: str = "") -> tuple[tuple[str, bytes], ...]:
        """What lies beside battles, or beside one; those without anything left out."""

    async def owners(self) -> tuple[bytes, ...]:
        """Digests of the persons whose table this is."""

    async def own(self, person: bytes) -> None:
        """The table is that person's as well."""

    async def close(self) -> None:
        """Finish what was begun, and let go of the store."""


class Shared(Store, Protocol):
    """A store that several servers use; each battle is held by one of them at a time.

    Whatever changes a battle that is not held any more is `Lost`, and nothing is changed.
    """

    lost: Callable[[str], None]
    """Who is told that a battle is not held any more, before anybody hears why."""
    lease: float
    """After so many seconds in which a server says nothing, others may hold its battles."""
    held: set[str]
    """The battles that we hold, as far as we know."""

    async def join(self, address: str, secret: str, key: bytes) -> None:
        """Be one of the servers: where the others reach us, and what they show us."""

    async def beat(self) -> Beat:
        """Say that we live; hear what others have changed."""

    async def hold(self, battle: str) -> Server | None:
        """Hold a battle; or the server that holds it."""

    async def holder(self, battle: str) -> Server | None:
        """The server that lives and holds a battle."""

    async def release(self, battle: str) -> None:
        """Let others hold a battle."""

    def let_go(self, battle: str) -> None:
        """Take a battle for another's; with the next beat nobody holds it for us."""
