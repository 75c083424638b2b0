"""Who gives up, or loses the last unit, is asked about reports no more. [RB-33]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Ended, Event, Popped, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.conceding import CONCEDED, GIVES_UP


class AskingAnew(Script, frozen=True, kw_only=True):
    """What is asked below is taken back, and asked of those who are still there. [RB-33]"""


def asking_anew(_: Book, __: State, ___: AskingAnew) -> Iterator[Event]:
    """It is over at once: the procedure below goes on with what it has heard."""
    yield Popped()


def gives_up(
    below: Callable[[Book, Position, Seat], Iterator[Event]],
    book: Book,
    position: Position,
    seat: Seat,
) -> Iterator[Event]:
    """What the game makes of it, and that it is noted; who is left is asked what is open."""
    noted, told = Counted(seat, CONCEDED, 1), []
    for event in below(book, position, seat):
        yield event
        told.append(event)
    if any(isinstance(event, Ended) for event in told):
        return
    if noted not in told:
        yield noted
    yield Pushed(AskingAnew())


PROCEDURES = {AskingAnew: asking_anew}
HOOKS = ((GIVES_UP, gives_up, "RB-33"),)
