"""Which choices can still be taken back, and why the others no longer can.

They are kept beside the truth, not in it: a log tells them again. [docs/design.md, undo]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from condotta.kernel.events import Answered, Corrected, Event, Opened, Pushed, Seated, Undone
from condotta.kernel.log import steps
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.kernel.seals import WORDS
from condotta.kernel.state import State
from condotta.kernel.views import TELLING, audience, seen_by, unforgettable

DICE, SECRET, ACTED, CORRECTED = "dice", "secret", "acted", "corrected"
SEATED, ENDED = "seated", "ended"
"""What stands between a seat and its last choice; the end of a message key, `kernel.undo-dice`."""


class Choice(NamedTuple):
    """A point that an undo may go back to: what a seat chose, and the truth before it.

    `sealed` says that its own seat can take it back no more. It stays where it lies: others cannot
    go back past it.
    """

    kept: int
    seat: Seat
    before: State
    sealed: bool = False


class Choices:
    """The choices that nothing has sealed so far, the newest last."""

    def __init__(self) -> None:
        self._open: list[Choice] = []
        self._sealed: dict[Seat, str] = {}
        self._acting = False

    def copied(self) -> Choices:
        """The same choices, for a battle that goes its own way from here."""
        other = Choices()
        other._open = list(self._open)
        other._sealed = dict(self._sealed)
        other._acting = self._acting
        return other

    def made(self, kept: int, seat: Seat, before: State) -> None:
        """A seat has answered a question; `kept` events lay before."""
        self._open.append(Choice(kept, seat, before))

    def seal(self, by: str) -> None:
        """Something was done, for all to see, that no choice can be taken back across."""
        for choice in self._open:
            self._sealed[choice.seat] = by
        self._open.clear()

    def acted(self, events: Iterable[Event], position: Position) -> None:
        """Somebody did what no question asked for: it seals the choices of those who saw any of it.

        Whoever saw nothing must not learn by an undo that there was something.
        """
        listed = list(events)
        for seat in self._unsealed():
            who = audience_of(position, seat)
            if any(seen_by(who, event) is not None for event in listed):
                self._seal_of(seat, ACTED)

    def _unsealed(self) -> tuple[Seat, ...]:
        """The seats that have a choice which they might take back yet."""
        return tuple(dict.fromkeys(one.seat for one in self._open if not one.sealed))

    def _seal_of(self, seat: Seat, by: str) -> None:
        """One seat can take its choices back no more."""
        self._open = [one._replace(sealed=True) if one.seat == seat else one for one in self._open]
        self._sealed[seat] = by
        if not self._unsealed():
            self._open.clear()

    def hear(self, events: Iterable[Event], position: Position) -> None:
        """Choices of whoever learned something there are sealed; those of others are not."""
        telling = [event for event in events if type(event) in TELLING]
        for seat in self._unsealed() if telling else ():
            who = audience_of(position, seat)
            learned = next((one for one in telling if unforgettable(who, one)), None)
            if learned is not None:
                self._seal_of(seat, seal_of(learned))

    def may(self, seat: Seat) -> bool:
        """Whether the last choice was the seat's and taught it nothing."""
        return bool(self._open) and self._open[-1].seat == seat and not self._open[-1].sealed

    def why_not(self, seat: Seat) -> str:
        """The key of why a seat's last choice stays; nothing where it may go, or there is none."""
        if self.may(seat):
            return ""
        if seat in self._unsealed():
            return f"kernel.undo-{ACTED}"
        by = self._sealed.get(seat)
        return f"kernel.undo-{by}" if by else ""

    def take_back(self) -> Choice:
        """The last choice, which is none any more."""
        return self._open.pop()

    def read(self, before: State, event: Event, after: State, number: int) -> None:
        """An event of a log, which `number` events lay before."""
        match event:
            case Undone():
                if self._open:
                    self._open.pop()
                return
            case Answered(_, seat, _, _, secret, False) if seat != CHANCE:
                self.made(number, seat, before)
                if secret and not after.resting():
                    self.seal(SECRET)
            case Pushed() if before.resting():
                self._acting = True  # what was begun while everybody was waited for, a seat began
            case _:
                pass
        if self._acting:
            self.acted((event,), after.position)
            self._acting = not after.resting()
        self.hear((event,), after.position)


def seal_of(event: Event) -> str:
    """What somebody learned by an event that no undo takes back."""
    match event:
        case Answered():
            return DICE
        case Opened(seal) if seal == WORDS:
            return DICE
        case Corrected():
            return CORRECTED
        case Seated():
            return SEATED
        case _:
            return SECRET


def audience_of(position: Position, seat: Seat) -> frozenset[str]:
    """The names under which secrets may be told to a seat."""
    return audience(seat, "" if seat == SPECTATORS else position.side(seat))


def recalled(events: Iterable[Event]) -> tuple[State, Choices]:
    """The state a log ends in, and the choices that can be taken back there."""
    state, choices = State(), Choices()
    for number, (before, event, after) in enumerate(steps(events)):
        choices.read(before, event, after, number)
        state = after
    return state, choices
