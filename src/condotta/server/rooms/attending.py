"""A room as far as people come and go: who is away, and whose seat may go to another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from condotta.kernel.battle import Battle
from condotta.kernel.records import Seat
from condotta.server.rooms import handing
from condotta.server.rooms.beside import Beside
from condotta.server.rooms.feed import Sitter
from condotta.server.rooms.handing import Absences, Change, Handover
from condotta.server.rooms.seating import Seating, Standing, same
from condotta.server.seat_parts import HandoverShown, SeenBy
from condotta.server.steady import steady
from condotta.server.store.store import SeatRow


class Attending(ABC):
    """Who is at which seat, and by which rule another may have it. [docs/seats.md]"""

    battle: Battle
    seating: Seating
    beside: Beside
    handovers: dict[Seat, Handover]
    seen_by: dict[Seat, tuple[SeenBy, ...]]
    _absent: frozenset[Seat] = frozenset()

    @abstractmethod
    def sitters(self) -> tuple[Sitter, ...]:
        """Everybody who listens."""

    @property
    def unbound(self) -> bool:
        """Whether seats change hands as anybody likes: nobody has chosen, or all may be seen."""
        return self.battle.state.position.ended is not None or handing.free(self.battle)

    def absences(self) -> Absences:
        """For how long nobody has been at the seats that persons hold."""
        now, gone = steady(), self.beside.gone
        for seat, row in self.seating.rows.items():
            if row.held != "person" or self.attended(row):
                gone.pop(seat, None)
            else:
                gone.setdefault(seat, now)
        return Absences(self.seating, gone, now)

    def attended(self, row: SeatRow) -> bool:
        """Whether whoever holds a seat has a page at the table."""
        return any(
            row.seat in sitter.grants or same(sitter.person, row.person)
            for sitter in self.sitters()
        )

    def looked_in(self, person: bytes) -> None:
        """Somebody looks at the door: from now on he has been away, not from before."""
        gone = self.absences().since
        for seat in self.seating.granted(person):
            if seat in gone:
                self.beside.gone[seat] = steady()

    def ruled(self, row: SeatRow, mine: Iterable[Seat], by: str) -> Change:
        """By which rule a seat may go to another now; refused with what would have to be."""
        held = frozenset(mine)
        if self.unbound:
            return Change("left" if row.seat in held else "given", by)
        handover = self.handovers.get(row.seat)
        agreed = () if handover is None else handover.agreed
        absence = self.beside.absence
        return handing.ruled(row, held, by, self.absences(), absence=absence, agreed=agreed)

    def waits(self, handover: Handover) -> tuple[Seat, ...]:
        """The seats whose holders are asked whether another seat may go."""
        row = self.seating.row(handover.seat)
        return handing.asked(row, handover.mine, self.absences(), self.beside.absence)

    def asked(self) -> tuple[HandoverShown, ...]:
        """The seats that are to go to another, once the others agree."""
        return handing.shown(self.handovers.values(), self.waits)

    def stands(self) -> Callable[[SeatRow, Iterable[Seat]], Standing]:
        """What is told of a seat to whoever holds some: who was away how long, who has seen it."""
        unbound, absences, absence = self.unbound, self.absences(), self.beside.absence

        def of(row: SeatRow, mine: Iterable[Seat]) -> Standing:
            away = absences.away(row.seat)
            whole = None if away is None else int(away)
            seen = self.seen_by.get(row.seat, ())
            if unbound or row.held == "open" or absences.gone(row.seat, absence):
                return Standing(whole, seen, "absent" if whole and not unbound else "free")
            wanted = handing.asked(row, frozenset(mine), absences, absence)
            if row.held == "bot" and not wanted:
                return Standing(whole, seen, "free")
            return Standing(whole, seen, "ask" if wanted else "wait")

        return of

    def newly_absent(self) -> bool:
        """Whether somebody has been away long enough by now, and had not been before."""
        absences, absence = self.absences(), self.beside.absence
        now = frozenset(seat for seat in absences.since if absences.gone(seat, absence))
        news, self._absent = not now <= self._absent, now
        return news
