"""What a seat may know: the fold of its redacted events, and no other way out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.events import (
    Answered,
    Asked,
    Corrected,
    Event,
    Exchanged,
    Mustered,
    Opened,
    Popped,
    Pushed,
    Seated,
    Told,
    Undone,
    Veiled,
)
from condotta.kernel.evolving import evolve_asks, evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Record, Seat


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

    >>> sorted(audience("red", "north")), sorted(audience("spectators"))
    (['red', 'side:north'], ['spectators'])
    """
    return frozenset((seat, f"side:{side}")) if side else frozenset((seat,))


def shown(who: frozenset[str], ask: Ask) -> Ask:
    """A question as an audience may know it: others learn whose it is and which window.

    How many dice chance is asked for is public, as somebody must roll them, and so is the pile that
    is drawn from, unless the request is secret: a rule whose pile tells what somebody holds asks in
    secret. What dice are read for is said when they have been, but for what a rule says of them
    beforehand (`needed`): it tells everybody, so that it may name nothing hidden. How deep in the
    rules a question was asked is nobody's business.
    """
    if ask.seat in who:
        return replace(ask, depth=0) if ask.depth else ask
    if ask.seat == CHANCE and not ask.secret:
        return replace(ask, counted_from=(), sums_from=(), about=(), salt=(), depth=0)
    return Ask(seat=ask.seat, window=ask.window, clause=ask.clause, id=ask.id)


def seen_by(who: frozenset[str], event: Event) -> Event | None:
    """Redact at the event, so that no view can know more than its events told it."""
    match event:
        case Pushed() | Popped():
            return None
        case Asked(ask):
            return Asked(shown(who, ask))
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
    asks = evolve_asks(view.asks, event) if position.ended is None else ()
    if position is view.position and asks is view.asks:
        return view
    return View(view.seat, position, asks)


class Stream:
    """One audience's own events. Their numbers are its own: what it cannot see takes none."""

    def __init__(self, who: frozenset[str]) -> None:
        self.who = who
        self.events: list[Event] = []
        self._numbers = [0]  # after n events of the truth, how many this audience has seen

    def take(self, event: Event) -> None:
        """The next event of the truth."""
        if isinstance(event, Undone):
            self.events.append(replace(event, kept=self._numbers[event.kept]))
        elif (seen := seen_by(self.who, event)) is not None:
            self.events.append(seen)
        self._numbers.append(len(self.events))

    def after(self, length: int) -> int:
        """How many of the truth's first `length` events this audience has seen."""
        return self._numbers[length]

    def catch_up(self, log: Sequence[Event]) -> None:
        """Take whatever the log has grown by."""
        for number in range(len(self._numbers) - 1, len(log)):
            self.take(log[number])


def redacted(who: frozenset[str], events: Iterable[Event]) -> tuple[Event, ...]:
    """The stream of an audience, made at once."""
    stream = Stream(who)
    for event in events:
        stream.take(event)
    return tuple(stream.events)


def fold_view(seat: Seat, events: Iterable[Event]) -> View:
    """A view from a redacted stream, as a person who joins late folds it."""
    view = View(seat)
    listed = list(events)
    wanted = {event.kept for event in listed if isinstance(event, Undone)}
    kept: dict[int, View] = {}
    for number, event in enumerate(listed):
        if number in wanted:
            kept[number] = view
        view = kept[event.kept] if isinstance(event, Undone) else see(view, event)
    return view


TELLING = frozenset[type]((Answered, Veiled, Mustered, Exchanged, Opened, Corrected, Seated))
"""The events by which an audience may learn what no undo takes back."""


def unforgettable(who: frozenset[str], event: Event) -> bool:
    """Whether an audience learned something there that no undo can take back: dice, a secret.

    It is asked of the audience that wants to undo: what happened unseen must not show in a
    refusal. [docs/design.md, secrets 2]
    """
    match event:
        case Answered(seat=seat):
            return seat == CHANCE
        case Veiled(may_know, _, outside):
            return outside is not None or not who.isdisjoint(may_know)
        case Mustered(piece) | Exchanged(piece):
            return bool(piece.truth)
        case Opened() | Corrected() | Seated():
            return True
        case _:
            return False
