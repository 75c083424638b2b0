"""A battle being conducted: the truth, its log, and the view of every audience."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from condotta.kernel.asks import Action, Ask, Loop, Speak
from condotta.kernel.book import Book
from condotta.kernel.chance import Cup
from condotta.kernel.choices import DICE, ENDED, SECRET, audience_of, recalled
from condotta.kernel.decide import (
    STANDS_IN,
    Command,
    chance_ask,
    decide,
    find_ask,
    judge,
    out_of_time,
    settle,
)
from condotta.kernel.errors import Corrupt, Illegal
from condotta.kernel.events import (
    Cleared,
    Controlled,
    Corrected,
    Counted,
    Ended,
    Entered,
    Event,
    Exchanged,
    Laid,
    Lifted,
    Marked,
    Moved,
    Mustered,
    Opened,
    Paid,
    Placed,
    Removed,
    Sealed,
    Seated,
    Told,
    Undone,
    Veiled,
    Withdrawn,
)
from condotta.kernel.folding import evolve, fold, gone_back
from condotta.kernel.log import canonical
from condotta.kernel.records import CHANCE, SPECTATORS, Chair, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.kernel.views import (
    Stream,
    View,
    fold_view,
    see,
    seen_by,
    shown,
)

HIDING = frozenset[type]((Veiled, Corrected))
"""The events after which what a seat knows may differ from the truth."""


class Battle:
    """One battle. `say` is the only way to play it; `view` and `stream` the ways to look at it.

    `opening` is how it begins, or the whole log of a battle that goes on from there.
    """

    def __init__(self, book: Book, opening: Iterable[Event], cup: Cup | None = None) -> None:
        self.cup = cup
        self.log: list[Event] = list(opening)
        self.state, self._choices = recalled(self.log)
        self.book = book.attending(self.state.position)  # hands alone bring in what sleeps
        self._views: dict[Seat, View | None] = {}  # None: shares the truth's position
        self._streams: dict[frozenset[str], Stream] = {}
        check_chairs(self.state.position.chairs)
        self._advance(*settle(self.book, self.state, []))

    def say(self, seat: Seat, said: Action, ask: int | None = None) -> list[Event]:
        """Take an action of a seat: an answer to question `ask`, or one that needs no question.

        Returns every event it caused, dice included. Raises `Illegal` where it is refused and
        `Corrupt` where it is no such record; then nothing has changed.
        """
        question = None if ask is None else find_ask(self.state.asks, seat, ask)
        said = canonical(said)
        start, before = len(self.log), self.state
        seen = before.position if seat == CHANCE else self.view(seat).position
        state, events = decide(self.book, before, seen, Command(seat, said, question))
        if question is None and not isinstance(said, Speak):
            self._choices.acted(events, state.position)
        elif question is not None and seat != CHANCE:
            self._choices.made(start, seat, before)
            if question.secret and len(events) > 1:
                self._choices.seal(SECRET)  # secret answers were put together: everybody saw
        self._advance(state, events)
        return self.log[start:]

    def _advance(self, state: State, events: list[Event]) -> None:
        self._record(state, events)
        while not self.state.position.ended:
            ask = chance_ask(self.state.asks)
            command = self._stood_in() if ask is None else self._rolled(ask)
            if command is None:
                return
            seen = self.state.position if ask else self.view(command.seat).position
            self._record(*decide(self.book, self.state, seen, command))

    def _rolled(self, ask: Ask) -> Command | None:
        """What the cup answers to a request, if there is one and it knows."""
        said = None if self.cup is None else self.cup.answer(ask)
        return None if said is None else Command(CHANCE, said, ask)

    def _stood_in(self) -> Command | None:
        """What is answered next for a seat that is waited for no more, from what that seat sees."""
        for ask in self.state.asks:
            says = self.book.sole(STANDS_IN, self.state.position, ask.seat)
            if says is not None and not self.state.held_up(ask):
                said = says(self.book, self.view(ask.seat).position, ask)
                if said is not None:
                    return Command(ask.seat, canonical(said), ask, stood_in=True)
        return None

    def _record(self, state: State, events: list[Event]) -> None:
        secret = not HIDING.isdisjoint(map(type, events))
        for seat, view in self._views.items():
            if not secret and (view is None or view.position is self.state.position):
                # Nothing was hidden so far: the seat knows the whole position, so it is shared.
                self._views[seat] = None
            else:
                self._views[seat] = self._see(view or self._shared(seat), events)
        self.state = state
        self.log.extend(events)
        self._choices.hear(events, state.position)

    def _shared(self, seat: Seat) -> View:
        """The view of a seat that knows the whole position."""
        who = self.audience(seat)
        return View(seat, self.state.position, tuple([shown(who, ask) for ask in self.state.asks]))

    def _see(self, view: View, events: list[Event]) -> View:
        who = self.audience(view.seat)
        for event in events:
            seen = seen_by(who, event)
            if seen is not None:
                view = see(view, seen)
        return view

    def judge(self, seat: Seat, said: Action, ask: int | None = None) -> Verdict:
        """What would be said to that, without doing it, from what the seat can see."""
        view = self.view(seat)
        try:
            question = None if ask is None else find_ask(view.asks, seat, ask)
            true = None if ask is None else find_ask(self.state.asks, seat, ask)
        except Illegal as why:
            return Verdict(refusals=why.refusals)
        too_early = out_of_time(self.state, Command(seat, said, true))
        if too_early is not None:
            return Verdict(refusals=(too_early,))
        return judge(self.book, view.position, seat, question, said)

    def may_undo(self, seat: Seat) -> bool:
        """Whether the last choice was the seat's, taught it nothing, and nothing is settled."""
        return not self._settled() and self._choices.may(seat)

    def why_no_undo(self, seat: Seat) -> str:
        """The message key of why a seat's last choice stays; empty where it may go, or is none."""
        by = self._settled() if self._choices.may(seat) else ""
        return f"kernel.undo-{by}" if by else self._choices.why_not(seat)

    def _settled(self) -> str:
        """What stands between everybody and any choice now: dice that are asked for, the end.

        Who went back while dice are awaited would have them thrown again.
        """
        if self.state.position.ended is not None:
            return ENDED
        return DICE if chance_ask(self.state.asks) is not None else ""

    def undo(self, seat: Seat, *, told: bool = False) -> list[Event]:
        """Go back to before the seat's last choice. Not across dice, secrets or others.

        What was `told` by a log may go back while dice were awaited, or over the end, as programs
        once allowed.
        """
        may = self._choices.may(seat) if told else self.may_undo(seat)
        if not may:
            raise Illegal(Refusal("kernel", self.why_no_undo(seat) or "kernel.undo"))
        choice = self._choices.take_back()
        event = Undone(choice.kept, seat)
        self.state = gone_back(self.state, choice.before)
        self.book.wake(self.state.position)
        self.log.append(event)
        self._views.clear()
        return [event]

    def correct(self, changes: tuple[Event, ...], reason: str) -> list[Event]:
        """Change the table by hand, as people agreed, outside the rules; the reason is public.

        A loop then asks anew, as what it asked about may have changed; a script's questions stand.
        """
        event = Corrected(changes, reason)
        if not all(correctable(change) for change in changes):
            raise Illegal(Refusal("kernel", "kernel.correction"))
        try:
            state = evolve(self.state, event)
        except LookupError:
            raise Illegal(Refusal("kernel", "kernel.correction")) from None
        events: list[Event] = [event]
        if state.agenda and isinstance(state.agenda[-1], Loop) and state.waits():
            top = len(state.agenda) - 1
            events += [Withdrawn(ask.id) for ask in state.asks if ask.depth == top]
            state = fold(self.state, events)
        start = len(self.log)
        self.book.wake(state.position)
        self._advance(*settle(self.book, state, events))
        return self.log[start:]

    def fork(self, cup: Cup | None) -> Battle:
        """The same battle, which goes its own way from here by a cup of its own.

        It costs a copy of the log: everything else is shared until one of the two goes on. What
        is forked is the truth: nobody who holds a seat may look into it.
        """
        other = copy(self)
        vars(other).update(
            cup=cup,
            log=list(self.log),
            _choices=self._choices.copied(),
            _views=dict(self._views),
            _streams={},
        )
        other._advance(self.state, [])  # noqa: SLF001 - it is a battle of this very class
        return other

    def announce(self, event: Sealed | Opened | Told | Seated) -> list[Event]:
        """What the table itself makes known: its dice, sealed and opened; a seat's new holder."""
        self._record(evolve(self.state, event), [event])
        return [event]

    def view(self, seat: Seat) -> View:
        """What a seat, or the spectators, may know now: the fold of its redacted events."""
        view = self._views.get(seat)
        if view is None:
            if seat in self._views:
                view = self._shared(seat)
            else:
                view = fold_view(seat, self.stream(seat))
                truth = self.state.position
                if view.position == truth and [*view.position.pieces] == [*truth.pieces]:
                    view = View(seat, truth, view.asks)
            self._views[seat] = view
        return view

    def stream(self, *seats: Seat, since: int = 0) -> tuple[Event, ...]:
        """All events that whoever holds those seats may see, after the first `since` of them.

        They are numbered by their place in the stream; a person may hold several seats.
        """
        return tuple(self._stream(seats).events[since:])

    def number(self, *seats: Seat, length: int) -> int:
        """The number that the truth's event of number `length`, or the last before, has there."""
        return self._stream(seats).after(length)

    def _stream(self, seats: tuple[Seat, ...]) -> Stream:
        who = frozenset[str]().union(*(self.audience(seat) for seat in seats))
        stream = self._streams.setdefault(who, Stream(who))
        stream.catch_up(self.log)
        return stream

    def audience(self, seat: Seat) -> frozenset[str]:
        """The names under which secrets may be told to a seat."""
        return audience_of(self.state.position, seat)

    def waiting(self) -> tuple[Ask, ...]:
        """The open questions that can be answered now, oldest first."""
        return tuple(ask for ask in self.state.asks if not self.state.held_up(ask))


def check_chairs(chairs: tuple[Chair, ...]) -> None:
    """Every seat has a name of its own that no audience bears."""
    taken = {CHANCE, SPECTATORS, ""}
    for chair in chairs:
        if chair.seat in taken or ":" in chair.seat:
            raise Corrupt(f"seat {chair.seat!r}", "give it a name of its own, without a colon")
        taken.add(chair.seat)


def correctable(change: Event) -> bool:
    """Whether a hand at the table can do that: pieces, ground and counters, not rules or talk."""
    match change:
        case Veiled(_, inside, outside):
            return correctable(inside) and (outside is None or correctable(outside))
        case Laid() | Lifted() | Mustered() | Placed() | Moved() | Exchanged() | Removed():
            return True
        case Controlled() | Marked() | Cleared() | Counted() | Paid() | Entered() | Ended():
            return True
        case _:
            return False
