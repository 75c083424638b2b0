"""What a seat may know: the fold of its redacted events, and no other way out."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.events import (
    Answered,
    Asked,
    Corrected,
    Event,
    Popped,
    Pushed,
    Told,
    Undone,
    Veiled,
)
from condotta.kernel.position import Position, evolve_asks, evolve_position
from condotta.kernel.records import Record, Seat


class View(Record, frozen=True):
    """A position as one seat (or the spectators) may know it, and the questions it can see."""

    seat: Seat
    position: Position = Position()
    asks: tuple[Ask, ...] = ()

    def mine(self) -> tuple[Ask, ...]:
        """The open questions that this seat is asked."""
        return tuple(ask for ask in self.asks if ask.seat == self.seat)


def audience(seat: Seat, side: str = "") -> frozenset[str]:
    """The names under which a secret may be told to a seat: itself and its side.

    >>> sorted(audience("red", "north")), sorted(audience(SPECTATORS))
    (['red', 'side:north'], ['spectators'])
    """
    return frozenset((seat, f"side:{side}")) if side else frozenset((seat,))


def shown(who: frozenset[str], ask: Ask) -> Ask:
    """A question as an audience may know it: others learn whose it is and which window."""
    if ask.seat in who:
        return ask
    return Ask(seat=ask.seat, window=ask.window, clause=ask.clause, id=ask.id)


def seen_by(who: frozenset[str], event: Event) -> Event | None:
    """Redact at the event, so that no view can know more than its events told it."""
    match event:
        case Pushed() | Popped():
            return None
        case Asked(ask):
            return event if ask.seat in who else Asked(shown(who, ask))
        case Answered(secret=True, seat=seat):
            return event if seat in who else replace(event, said=None)
        case Veiled(may_know, inside, outside):
            if who.isdisjoint(may_know):
                return None if outside is None else seen_by(who, outside)
            return seen_by(who, inside)
        case Told(seat, _, to):
            return event if not to or seat in who or not who.isdisjoint(to) else None
        case Corrected(changes, reason):
            seen = (seen_by(who, change) for change in changes)
            return Corrected(tuple(change for change in seen if change is not None), reason)
        case _:
            return event


def see(view: View, event: Event) -> View:
    """A view after one event that has been redacted for it."""
    position = evolve_position(view.position, event)
    asks = evolve_asks(view.asks, event)
    if position is view.position and asks is view.asks:
        return view
    return View(view.seat, position, asks)


def redacted(who: frozenset[str], events: Iterable[Event]) -> tuple[Event, ...]:
    """One audience's own stream. Its numbers are its own: what it cannot see takes none."""
    stream: list[Event] = []
    numbers: list[int] = [0]  # after n events of the truth, how many this audience has seen
    for event in events:
        if isinstance(event, Undone):
            stream.append(replace(event, kept=numbers[event.kept]))
        elif (seen := seen_by(who, event)) is not None:
            stream.append(seen)
        numbers.append(len(stream))
    return tuple(stream)
