"""Who has the first turn: a roll-off before the first battle round. [SK-7, SK-27]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Frame, Roll, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.state import State
from condotta.rules.skirmish import names

WINDOW = "first turn"


class FirstTurn(Script, frozen=True, kw_only=True):
    """The roll for the first turn; ties are rolled again among those who tie. [SK-7]"""

    seats: tuple[Seat, ...] = ()


def first_turn(_: Book, state: State, frame: FirstTurn) -> Iterator[Event]:
    """A die each; the highest begins every round. [SK-7, SK-27]

    RULING SK-141: nothing says who is first, so whoever wins the roll-off is.
    """
    seats = frame.seats or state.position.seats()
    roll = frame.heard(WINDOW)
    if not isinstance(roll, Roll):
        yield Asked(Ask(CHANCE, WINDOW, "SK-7", dice=len(seats), about=seats))
        return
    best = max(roll.pips)
    top = tuple(seat for seat, pip in zip(seats, roll.pips, strict=True) if pip == best)
    yield Popped()
    if len(top) > 1:
        yield Pushed(FirstTurn(seats=top))
        return
    yield Counted(top[0], names.FIRST_SEAT, 1)
    yield Ruled("SK-27", "sk.27.first", {"seat": top[0]})


PROCEDURES: dict[type[Frame], Procedure] = {FirstTurn: first_turn}
