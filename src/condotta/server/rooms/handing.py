"""By what rule a seat changes hands, and what of it goes into the log. [docs/seats.md]

What is told follows from what everybody knows, so that nothing else shows in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.events import Answered, Holder, Seated
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.report.history import effective
from condotta.report.holders import who_has_seen
from condotta.rules.treachery.players import hand
from condotta.server.door_forms import SeatChange
from condotta.server.reasons import Refused
from condotta.server.rooms.seating import Seating
from condotta.server.seat_parts import HandoverShown, SeenBy
from condotta.server.store.store import SeatRow

MINUTE = 60.0
"""Seconds for which whoever is gone counts as if he were here: a page may be loaded again."""


class Change(msgspec.Struct, frozen=True):
    """How a seat changes hands: by which rule, who gave it, what it rested on."""

    why: str
    by: str = ""
    away: int = 0
    agreed: tuple[Seat, ...] = ()


class Handover(msgspec.Struct, frozen=True):
    """A seat that somebody asks the others to let go, and who has agreed so far."""

    seat: Seat
    change: SeatChange
    by: str
    mine: tuple[Seat, ...]
    """The seats of whoever asks: he need not be asked."""
    agreed: tuple[Seat, ...] = ()


class Absences:
    """For how long nobody has been at which seat; `gone` has since when, of persons' seats."""

    def __init__(self, seating: Seating, gone: Mapping[Seat, float], now: float) -> None:
        self.seating = seating
        self.since = gone
        self.now = now

    def away(self, seat: Seat) -> float | None:
        """For how many seconds a person has left a seat alone; nothing if he is here."""
        since = self.since.get(seat)
        return None if since is None else max(0.0, self.now - since)

    def gone(self, seat: Seat, seconds: float) -> bool:
        """Whether it has been at least so long."""
        away = self.away(seat)
        return away is not None and away >= seconds


def free(battle: Battle) -> bool:
    """Whether no seat knows anything yet that others do not: nobody has chosen, nothing was dealt.

    It is asked of what who only watches saw, and of hands that he sees lie there.
    """
    watched = battle.view(SPECTATORS).position
    return not any(hand(watched, seat) for seat in watched.seats()) and not any(
        isinstance(one, Answered) and (one.secret or one.seat != CHANCE)
        for one in battle.stream(SPECTATORS)
    )


def asked(
    row: SeatRow, mine: Collection[Seat], absences: Absences, absence: float
) -> tuple[Seat, ...]:
    """The seats whose holders must agree that a seat goes to another; none where nobody can.

    Everybody else who plays is asked, but those who are away; whoever holds it as well, until he
    has been gone for a minute. Where he is gone and there is nobody else, nobody can agree.
    """
    rows = absences.seating.rows.values()
    others = tuple(
        one.seat
        for one in rows
        if one.held == "person"
        and one.seat != row.seat
        and one.seat not in mine
        and not absences.gone(one.seat, absence)
    )
    if row.held != "person":
        return others
    if absences.gone(row.seat, MINUTE if others else 0):
        return others
    return (*others, row.seat)


def ruled(
    row: SeatRow,
    mine: Collection[Seat],
    by: str,
    absences: Absences,
    *,
    absence: float,
    agreed: Iterable[Seat] = (),
) -> Change:
    """By which rule a seat may go to another now; refused with what would have to be.

    `mine` are the seats of whoever gives it away, `by` is what he is called.
    """
    if row.seat in mine:
        return Change("left")
    away = absences.away(row.seat)
    if row.held == "open":
        return Change("given", by)
    if row.held == "person" and away is not None and away >= absence:
        return Change("absent", by, away=int(away))
    wanted = asked(row, mine, absences, absence)
    given = tuple(seat for seat in wanted if seat in frozenset(agreed))
    if row.held == "bot" and not wanted:
        return Change("given", by)
    if wanted and given == wanted:
        return Change("agreed", by, away=int(away or 0), agreed=given)
    raise Refused(*refused(row, away), 409, **told(row, away, absence))


def refused(row: SeatRow, away: float | None) -> tuple[str]:
    """The key of why a seat does not go to another now."""
    if row.held == "bot":
        return ("seat-bot",)
    return ("seat-held",) if away is None else ("seat-away",)


def told(row: SeatRow, away: float | None, absence: float) -> dict[str, str | int]:
    """The seat, its holder, how long an absence must be, and how long it must still be."""
    left = absence - (away or 0.0)
    return {
        "seat": row.seat,
        "player": row.player or row.seat,
        "minutes": max(1, round(absence / 60)),
        "left": max(1, -int(-left // 60)),
    }


# ── what is told ─────────────────────────────────────────────────────────────
def event_of(battle: Battle, seating: Seating, row: SeatRow, change: Change) -> Seated:
    """What goes into the log when a seat becomes that row's holder's."""
    watched = battle.view(SPECTATORS).position
    secrets = sum(
        isinstance(one, Answered) and one.secret and one.seat == row.seat
        for one in effective(battle.stream(SPECTATORS))
    )
    sits = row.held == "person"
    besides = seating.granted(row.person) if sits else ()
    return Seated(
        seat=row.seat,
        was=holder(seating.row(row.seat)),
        now=holder(row),
        why=change.why,
        by=change.by,
        away=change.away,
        agreed=change.agreed,
        also=tuple(seat for seat in besides if seat != row.seat),
        founder=sits and seating.is_host(row.person),
        hand=len(hand(watched, row.seat)),
        secrets=secrets,
    )


def holder(row: SeatRow) -> Holder:
    """Who holds a seat, as the log calls him."""
    return Holder(row.held, row.bot if row.held == "bot" else row.player)


def known(battle: Battle) -> dict[Seat, tuple[SeenBy, ...]]:
    """Who has seen what which seat hides, as the log tells it."""
    found: dict[Seat, tuple[SeenBy, ...]] = {}
    for one in who_has_seen(battle.log):
        found[one.seat] = (*found.get(one.seat, ()), SeenBy(name=one.name, turn=one.turn))
    return found


def shown(
    handovers: Iterable[Handover], waits: Callable[[Handover], tuple[Seat, ...]]
) -> tuple[HandoverShown, ...]:
    """What the others are asked, and who has yet to say something."""
    return tuple(
        HandoverShown(
            seat=one.seat,
            to=one.change.to,
            bot=one.change.bot if one.change.to == "bot" else "",
            by=one.by,
            agreed=one.agreed,
            waits=tuple(seat for seat in waits(one) if seat not in one.agreed),
        )
        for one in handovers
    )
