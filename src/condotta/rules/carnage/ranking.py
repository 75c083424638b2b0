"""Power levels and ranks, once everybody has set up. [CM-79 to CM-83]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.carnage import names
from condotta.rules.carnage.host import host_of, mission_of
from condotta.rules.carnage.quarters import Quarters
from condotta.rules.carnage.rolling import RollOff, winner
from condotta.rules.carnage.settings import settings_of


class Weighing(Script, frozen=True, kw_only=True):
    """Every army's power level is added up and stays as it is. [CM-79, CM-83]"""


class Ranking(Script, frozen=True, kw_only=True):
    """The armies are ranked one after another, from the highest power level. [CM-80, CM-81]"""


def weighing(book: Book, state: State, _: Weighing) -> Iterator[Event]:
    """What each seat has set up, in table order; ranks where the mission has them. [CM-111]"""
    clause = "CM-79" if waiting_counts(book) else "CM-83"
    for seat in state.position.seats():
        power = host_of(book).power(book, state.position, seat)
        yield Counted(seat, names.POWER, power)
        yield Ruled(clause, "cm.79.power", {"seat": seat, "power": power})
    yield Popped()
    if mission_of(book).ranked:
        yield Pushed(Ranking())


def ranking(_: Book, state: State, __: Ranking) -> Iterator[Event]:
    """The next rank goes to the highest power level left; equals roll off. [CM-81]

    A roll-off has a winner and no order below: of three equals the other two roll off again.
    """
    position = state.position
    left = [seat for seat in position.seats() if not position.count(seat, names.RANK)]
    if not left:
        yield Popped()
        return
    most = max(position.count(seat, names.POWER) for seat in left)
    tied = tuple(seat for seat in left if position.count(seat, names.POWER) == most)
    higher = winner(position) if len(tied) > 1 else tied[0]
    if not higher:
        yield Pushed(RollOff(purpose=names.FOR_RANK, seats=tied, clause="CM-81"))
        return
    if position.count(higher, names.WON):
        yield Counted(higher, names.WON, 0)
    rank = len(position.chairs) - len(left) + 1
    yield Counted(higher, names.RANK, rank)
    yield Ruled("CM-80", "cm.80.rank", {"seat": higher, "rank": rank, "power": most})
    if len(left) > 1:
        yield Popped()
        yield Pushed(Ranking())
    else:
        yield Popped()


def waiting_counts(book: Book) -> bool:
    """Whether units in reserve or aboard count for the power level.

    # RULING CM-83: they do, unless it is chosen that only what stands on the table does.
    """
    return settings_of(book).word("powerCounts") == "all"


def lowest_first(position: Position, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats from the lowest rank, the one with the greatest number, to the highest. [CM-80]"""
    return tuple(sorted(seats, key=lambda seat: -position.count(seat, names.RANK)))


# ── the set-up ───────────────────────────────────────────────────────────────
Steps = tuple[tuple[str, Frame], ...]
"""The phase of each step, and the frame that it is."""


def among(phase: str, first_turn: type[Frame]) -> Callable[[Any, Position], Steps]:
    """What the layer says at a base game's steps: its deployment phase, its roll for a first turn.

    Quarters before deployment, ranks after it; nobody rolls for the first turn.
    """

    def steps(below: Callable[[Position], Steps], position: Position) -> Steps:
        found = tuple(step for step in below(position) if not isinstance(step[1], first_turn))
        place = next(at for at, step in enumerate(found) if step[0] == phase)
        return (*found[:place], (phase, Quarters()), *found[place:], (phase, Weighing()))

    return steps


PROCEDURES = {Weighing: weighing, Ranking: ranking}
