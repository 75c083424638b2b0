"""The active player says in which order the others act. [CM-34, CM-122, CM-45, CM-56, CM-105]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.carnage import names
from condotta.rules.carnage.host import playing
from condotta.rules.carnage.rolling import RollOff, winner

WINDOW = "who acts next"


class ChooseOrder(Script, frozen=True, kw_only=True):
    """One seat after another is named, until one alone is left. [CM-45]

    `holds` is the counter that keeps each seat's place.
    """

    purpose: str
    seats: tuple[Seat, ...]
    clause: str
    holds: str


class Deputy(Script, frozen=True, kw_only=True):
    """The active player is out of the game: who chooses for it is rolled for. [CM-105]"""


def choose_order(book: Book, state: State, frame: ChooseOrder) -> Iterator[Event]:
    """Ask whoever chooses, as often as there is a choice."""
    position = state.position
    seats = tuple(seat for seat in frame.seats if seat in playing(book, position))
    said = [one.said.option for one in frame.answers if isinstance(one.said, Choose)]
    named = [seat for seat in said if seat in seats]
    left = tuple(seat for seat in seats if seat not in named)
    if len(left) > 1:
        if not (who := chooser(book, position)):
            yield Pushed(Deputy())
            return
        about = (frame.purpose, *named)
        yield Asked(Ask(who, WINDOW, frame.clause, options=left, about=about))
        return
    order = (*named, *left)
    for place, seat in enumerate(order, start=1):
        yield Counted(seat, frame.holds, place)
    if len(order) > 1:
        key = f"cm.order.{frame.purpose}"
        yield Ruled(frame.clause, key, {"seat": chooser(book, position), "seats": order})
    yield Popped()


def deputy(book: Book, state: State, _: Deputy) -> Iterator[Event]:
    """Roll off among those who are left; the winner chooses for the rest of the turn. [CM-105]"""
    position = state.position
    seat = winner(position)
    if not seat:
        seats = playing(book, position)
        yield Pushed(RollOff(purpose=names.FOR_CHOICES, seats=seats, clause="CM-105"))
        return
    yield Counted(seat, names.WON, 0)
    yield Counted(seat, names.DEPUTY, position.turn)
    yield Popped()


def chooser(book: Book, position: Position) -> Seat:
    """Whose choice it is: the active player's, or its deputy's once there is one. [CM-105]"""
    seats = playing(book, position)
    if position.active and position.active[0] in seats:
        return position.active[0]
    chosen = (seat for seat in seats if position.count(seat, names.DEPUTY) == position.turn)
    return next(chosen, seats[0] if len(seats) == 1 else "")


PROCEDURES = {ChooseOrder: choose_order, Deputy: deputy}
