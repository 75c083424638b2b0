"""A battle being conducted: the truth, its log, and the view of every audience."""

from __future__ import annotations

from collections.abc import Iterable

from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.chance import Cup
from condotta.kernel.decide import Command, chance_ask, decide, find_ask, judge, settle
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Answered, Corrected, Event, Opened, Undone, Veiled
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State, evolve, gone_back
from condotta.kernel.views import View, audience, redacted, see, seen_by, shown


class Battle:
    """One battle. `say` is the only way to change it; `view` the only way to look at it."""

    def __init__(self, book: Book, opening: Iterable[Event], cup: Cup | None = None) -> None:
        self.book = book
        self.cup = cup
        self.log: list[Event] = []
        self.state = State()
        self._views: dict[Seat, View] = {}
        self._choices: list[tuple[int, Seat, State]] = []
        for event in opening:
            self.state = evolve(self.state, event)
            self.log.append(event)
        self._advance(*settle(book, self.state, []))

    def say(self, seat: Seat, said: Action, ask: int | None = None) -> list[Event]:
        """Take an action of a seat: an answer to question `ask`, or one that needs no question.

        Returns every event it caused, dice included. Raises `Illegal`, and then nothing changed.
        """
        question = None if ask is None else find_ask(self.state.asks, seat, ask)
        start, before = len(self.log), self.state
        seen = before.position if seat == CHANCE else self.view(seat).position
        state, events = decide(self.book, before, seen, Command(seat, said, question))
        if question is None:
            self._choices.clear()
        elif seat != CHANCE:
            self._choices.append((start, seat, before))
        self._advance(state, events)
        return self.log[start:]

    def _advance(self, state: State, events: list[Event]) -> None:
        self._record(state, events)
        while self.cup is not None and not self.state.position.ended:
            ask = chance_ask(self.state.asks)
            said = self.cup.answer(ask) if ask is not None else None
            if ask is None or said is None:
                return
            rolled = Command(CHANCE, said, ask)
            self._record(*decide(self.book, self.state, self.state.position, rolled))

    def _record(self, state: State, events: list[Event]) -> None:
        secret = any(isinstance(event, Veiled | Corrected) for event in events)
        for seat, view in self._views.items():
            if view.position is self.state.position and not secret:
                # Nothing was hidden so far: the seat knows the whole position, so it is shared.
                asks = tuple(shown(self.audience(seat), ask) for ask in state.asks)
                self._views[seat] = View(seat, state.position, asks)
            else:
                self._views[seat] = self._see(view, events)
        self.state = state
        self.log.extend(events)
        if any(irreversible(event) for event in events):
            self._choices.clear()

    def _see(self, view: View, events: list[Event]) -> View:
        who = self.audience(view.seat)
        for event in events:
            seen = seen_by(who, event)
            if seen is not None:
                view = see(view, seen)
        return view

    def judge(self, seat: Seat, said: Action, ask: int | None = None) -> Verdict:
        """What the rules would say, without doing it, from what the seat can see."""
        view = self.view(seat)
        question = None if ask is None else find_ask(view.asks, seat, ask)
        return judge(self.book, view.position, seat, question, said)

    def undo(self, seat: Seat) -> list[Event]:
        """Go back to before the seat's last choice. Not across dice, secrets or others. [laws 8]"""
        if not self._choices or self._choices[-1][1] != seat:
            raise Illegal(Refusal("kernel", "kernel.undo"))
        kept, _, state = self._choices.pop()
        event = Undone(kept, seat)
        self.state = gone_back(self.state, state)
        self.log.append(event)
        self._views.clear()
        return [event]

    def view(self, seat: Seat) -> View:
        """What a seat, or the spectators, may know now: the fold of its redacted events."""
        if seat not in self._views:
            self._views[seat] = fold_view(seat, self.stream(seat))
            if self._views[seat].position == self.state.position:
                asks = self._views[seat].asks
                self._views[seat] = View(seat, self.state.position, asks)
        return self._views[seat]

    def stream(self, seat: Seat) -> tuple[Event, ...]:
        """All events that a seat may see, numbered by their place here from 1."""
        return redacted(self.audience(seat), self.log)

    def audience(self, seat: Seat) -> frozenset[str]:
        """The names under which secrets may be told to a seat."""
        return audience(seat, "" if seat == SPECTATORS else self.state.position.side(seat))

    def waiting(self) -> tuple[Ask, ...]:
        """The open questions, oldest first."""
        return self.state.asks


def irreversible(event: Event) -> bool:
    """Whether somebody learned something that cannot be unlearned: dice, a secret."""
    match event:
        case Answered(seat=seat):
            return seat == CHANCE
        case Veiled() | Opened():
            return True
        case _:
            return False


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
