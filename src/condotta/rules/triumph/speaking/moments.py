"""What a layer lets happen at a moment: as a phase opens or closes, and by asking one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.seams import Seam
from condotta.kernel.state import State
from condotta.rules.triumph import seams

Due = Callable[[Book, Position], Iterable[Frame]]
Hook = tuple[Seam[Any, Any], Callable[..., Any], str]


def as_it_opens(phase: str, clause: str, due: Due) -> Hook:
    """What comes before all else in a phase: the position is still in the phase before."""
    return seams.PHASE_OPENS, _in(phase, due), clause


def as_it_closes(phase: str, clause: str, due: Due) -> Hook:
    """What comes after all else in a phase. Frames are given as it opens, begun as it closes."""
    return seams.PHASE_CLOSES, _in(phase, due), clause


def _in(phase: str, due: Due) -> Callable[[Book, Position, str], tuple[Frame, ...]]:
    return lambda book, position, name: tuple(due(book, position)) if name == phase else ()


class Put(NamedTuple):
    """A question put to one seat: its options, and the pieces that it is about."""

    seat: Seat
    options: tuple[str, ...]
    about: tuple[str, ...] = ()


def question(
    window: str,
    clause: str,
    put: Callable[[Book, Position, Any], Put | None],
    chosen: Callable[[Book, Position, Any, str], Iterator[Event]],
) -> Procedure:
    """The procedure of a frame that asks once and does what was chosen; then it is over.

    `put` says whom it asks, or None where there is nothing to ask. What is done for an option is
    done in the place of the frame: it may begin others.
    """

    def asks(book: Book, state: State, frame: Script) -> Iterator[Event]:
        answer = frame.heard(window)
        asked = None if isinstance(answer, Choose) else put(book, state.position, frame)
        if asked is not None:
            seat, options, about = asked
            yield Asked(Ask(seat, window, clause, options=options, about=about))
            return
        yield Popped()
        if isinstance(answer, Choose):
            yield from chosen(book, state.position, frame, answer.option)

    return asks
