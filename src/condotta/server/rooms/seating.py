"""Who holds which seat of a battle, and how that is shown to whom."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from condotta.kernel.records import Seat
from condotta.report.naming import seat_name
from condotta.server.protocol import Next, Presence, SeatShown
from condotta.server.reasons import Refused
from condotta.server.seat_parts import HandoverShown, RoomSeat, SeenBy
from condotta.server.store import keys
from condotta.server.store.store import SeatRow
from condotta.words import languages


class Visitor(msgspec.Struct, frozen=True):
    """Who asks: the digest of a person's cookie, and a seat's secret if one was shown."""

    person: bytes = b""
    secret: str = ""


class Standing(NamedTuple):
    """What else is told of a seat, see `RoomSeat`."""

    away: int | None = None
    seen_by: tuple[SeenBy, ...] = ()
    changes: Literal["free", "absent", "ask", "wait"] = "free"


Stands = Callable[[SeatRow, Iterable[Seat]], Standing]
"""What else is told of a seat to whoever holds those."""


def unknown(_: SeatRow, __: Iterable[Seat]) -> Standing:
    """Nothing else is told, as no room is open."""
    return Standing()


class Seating:
    """The seats of a battle, in table order."""

    def __init__(self, rows: Iterable[SeatRow], host: bytes) -> None:
        self.rows = {row.seat: row for row in rows}
        self.host = host
        self.busy: dict[int, Seat] = {}
        """Questions that a bot is thinking about, by number."""

    def row(self, seat: Seat) -> SeatRow:
        """The seat of that name."""
        if seat not in self.rows:
            raise Refused("no-seat", 404, seat=seat[:40])
        return self.rows[seat]

    def granted(self, person: bytes, secret: str = "") -> tuple[Seat, ...]:
        """The seats that a person holds, or that a secret opens."""
        return tuple(
            row.seat
            for row in self.rows.values()
            if row.held == "person" and (same(person, row.person) or keys.fits(secret, row.secret))
        )

    def called(self) -> dict[Seat, str]:
        """How those are called who hold seats, where the name says who is meant.

        Not of two seats alike, nor as a seat is called itself.
        """
        held = {row.seat: row.player for row in self.rows.values() if row.held == "person"}
        taken = {seat_name(seat, lang).casefold() for seat in self.rows for lang in languages()}
        told = [name.casefold() for name in held.values()]
        return {
            seat: name
            for seat, name in held.items()
            if name and told.count(name.casefold()) == 1 and name.casefold() not in taken
        }

    def invited(self, person: bytes) -> tuple[Seat, ...]:
        """The open seats that are kept for a person."""
        rows = self.rows.values()
        return tuple(row.seat for row in rows if kept(row) and same(person, row.person))

    def persons(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of some seats that persons hold."""
        found = (self.rows.get(seat) for seat in seats)
        return tuple(row.seat for row in found if row is not None and row.held == "person")

    def is_host(self, person: bytes) -> bool:
        """Whether that is who set the battle up."""
        return same(person, self.host)

    def bot_of(self, seat: Seat) -> str:
        """The bot that holds a seat, if one does."""
        row = self.rows.get(seat)
        return row.bot if row is not None and row.held == "bot" else ""

    def thinking(self) -> tuple[Seat, ...]:
        """The seats whose bot is at it."""
        return tuple(seat for seat in self.rows if seat in self.busy.values())

    def shown(
        self, mine: tuple[Seat, ...], here: Iterable[Seat] = (), stands: Stands = unknown
    ) -> tuple[SeatShown, ...]:
        """The seats as they are told at the table."""
        present = frozenset(here)
        return tuple(
            SeatShown(**msgspec.structs.asdict(one), here=one.seat in present)
            for one in at_the_door(self.rows.values(), mine, stands)
        )

    def presence(
        self,
        mine: tuple[Seat, ...],
        here: Iterable[Seat],
        watchers: Sequence[str],
        then: Next | None,
        *,
        stands: Stands = unknown,
        absence: int = 0,
        asked: tuple[HandoverShown, ...] = (),
    ) -> Presence:
        """Who sits where now, who watches by the name that was given, and where it goes on."""
        return Presence(
            seats=self.shown(mine, here, stands),
            watching=len(watchers),
            watchers=tuple(sorted(name for name in watchers if name)),
            next=then,
            absence=absence,
            asked=asked,
        )


def at_the_door(
    rows: Iterable[SeatRow], mine: Iterable[Seat], stands: Stands = unknown
) -> tuple[RoomSeat, ...]:
    """The seats as they are told to whoever looks in."""
    held = frozenset(mine)
    return tuple(
        RoomSeat(
            seat=row.seat,
            side=row.side,
            name=row.name,
            held_by="you" if row.seat in held else "kept" if kept(row) else row.held,
            player=row.player,
            bot=row.bot,
            **stands(row, held)._asdict(),
        )
        for row in rows
    )


def kept(row: SeatRow) -> bool:
    """Whether an open seat waits for somebody who was invited."""
    return row.held == "open" and bool(row.person)


def kept_from(row: SeatRow, *persons: bytes) -> bool:
    """Whether an open seat waits for somebody who is none of those persons."""
    return kept(row) and not any(same(person, row.person) for person in persons)


def same(one: bytes, other: bytes) -> bool:
    """Whether two digests are the same, and there are any."""
    return bool(one) and hmac.compare_digest(one, other)
