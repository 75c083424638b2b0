"""What lies beside a battle and is no part of it: clocks, notices, the invitation to the next.

No event of the log tells of it, and no rule reads it. It is known from whom everybody may know
that the table waits for them, and kept with the battle.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from condotta.kernel.records import Seat
from condotta.server.protocol import Clock, Next
from condotta.server.reasons import Refused

LONGEST = 30 * 24 * 3600
"""Seconds of the longest clock, and of the longest absence."""

SHORTEST = 60
"""Seconds of the shortest absence after which a seat may go to another."""

ABSENCE = 300
"""Seconds of it where nobody said anything else."""


class ClockKept(msgspec.Struct, frozen=True, kw_only=True):
    """A clock of so many seconds for each player, and how many each has used; 0 is none."""

    seconds: int = 0
    used: dict[Seat, float] = {}
    paused: bool = False


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Where it is told whose turn it is, and in which language. The address is a secret."""

    url: str
    lang: str


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of it. Notices are by seat, those of every seat under an empty name.

    After `absence` seconds in which nobody was at a seat it may go to another; `lent` has whose a
    seat was that a bot plays now. `hints` says whether players may ask a bot what it would do.
    """

    clock: ClockKept = ClockKept()
    notices: dict[Seat, Notice] = {}
    told: tuple[Seat, ...] = ()
    next: Next | None = None
    absence: int = ABSENCE
    lent: dict[Seat, bytes] = {}
    hints: bool = True


class Beside:
    """What lies beside one battle. Times are seconds that go on evenly."""

    def __init__(self, kept: Kept = Kept()) -> None:  # noqa: B008 - it never changes
        self.lay(kept)
        self.waits: dict[Seat, float] = {}
        """The persons' seats that are waited for, and since when."""
        self.news = False
        """Whether something is other than it was kept last."""
        self.gone: dict[Seat, float] = {}
        """The persons' seats at which nobody is, and since when as far as this house saw."""
        self._since = 0.0

    def lay(self, kept: Kept) -> None:
        """Let it be what was kept of it; who is waited for stays."""
        self.seconds = kept.clock.seconds
        self.paused = kept.clock.paused
        self.used = dict(kept.clock.used)
        self.notices = dict(kept.notices)
        self.told = set(kept.told)
        self.next = kept.next
        self.absence = kept.absence
        self.lent = dict(kept.lent)
        self.hints = kept.hints

    # ── whom the table waits for ─────────────────────────────────────────────
    def wait(self, seats: Iterable[Seat], now: float) -> bool:
        """From now on those seats are waited for; whether that is news."""
        waited = dict.fromkeys(seats)
        if waited.keys() == self.waits.keys():
            return False
        self.reckon(now)
        self.waits = {seat: self.waits.get(seat, now) for seat in waited}
        self.told &= waited.keys()
        self.news = bool(self.news or self.seconds or self.notices)
        return True

    def due(self, here: Iterable[Seat], now: float, after: float) -> tuple[Seat, ...]:
        """The seats to be told that the table waits for them: once, and nobody who is here."""
        for seat in here:
            if seat in self.waits:
                self.waits[seat] = max(self.waits[seat], now)
        told = (seat for seat, since in self.waits.items() if now - since >= after)
        return tuple(seat for seat in told if seat not in self.told and self.addresses(seat))

    def addresses(self, seat: Seat) -> tuple[Notice, ...]:
        """Where it is told that it is that seat's turn: everybody's place, and its own."""
        found = (self.notices.get(name) for name in ("", seat))
        return tuple(dict.fromkeys(one for one in found if one is not None))

    # ── the clock ────────────────────────────────────────────────────────────
    def reckon(self, now: float) -> None:
        """Count what has passed to those who are waited for."""
        if self.seconds and not self.paused:
            for seat in self.waits:
                self.used[seat] = self.used.get(seat, 0.0) + max(0.0, now - self._since)
        self._since = now

    def set_clock(self, seconds: int, now: float, *, paused: bool) -> None:
        """The clock is that of now on; what was used stays used, unless there is none any more."""
        self.reckon(now)
        self.seconds, self.paused = seconds, paused and seconds > 0
        if not seconds:
            self.used = {}

    def clock(self, now: float) -> Clock:
        """The clock as everybody sees it."""
        self.reckon(now)
        return Clock(
            seconds=self.seconds,
            used={seat: int(spent) for seat, spent in self.used.items()},
            running=() if self.paused or not self.seconds else tuple(self.waits),
            paused=self.paused,
        )

    def kept(self, now: float) -> Kept:
        """What is to be kept of it now."""
        self.reckon(now)
        self.news = False
        used = {seat: round(spent, 1) for seat, spent in self.used.items()}
        return Kept(
            clock=ClockKept(seconds=self.seconds, used=used, paused=self.paused),
            notices=dict(self.notices),
            told=tuple(sorted(self.told)),
            next=self.next,
            absence=self.absence,
            lent=dict(self.lent),
            hints=self.hints,
        )


def absence(seconds: int) -> int:
    """The seconds of an absence; one that is too short or too long is refused."""
    if not SHORTEST <= seconds <= LONGEST:
        raise Refused("absence", 400, least=SHORTEST, most=LONGEST)
    return seconds


def lasting(seconds: int) -> int:
    """The seconds of a clock; one that is too long is refused."""
    if not 0 <= seconds <= LONGEST:
        raise Refused("clock", 400, most=LONGEST)
    return seconds
