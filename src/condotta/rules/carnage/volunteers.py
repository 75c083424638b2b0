"""Several may wish to act and one of them does: who, the active player says. [CM-25 to CM-31]"""

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
from condotta.rules.carnage.orders import Deputy, chooser
from condotta.rules.carnage.settings import settings_of

WISH, PICK = "wish", "who may act"
YES, NO = "yes", "no"
STRIKES_BACK = "CM-53"


class Volunteers(Script, frozen=True, kw_only=True):
    """All say in secret whether they wish to; then one is picked. [CM-26, CM-31, CM-53]

    `holds` is the counter that the picked seat holds; `about` names what it is about.
    """

    purpose: str
    seats: tuple[Seat, ...]
    clause: str
    holds: str
    about: str = ""


def volunteers(book: Book, state: State, frame: Volunteers) -> Iterator[Event]:
    """Ask all at once, or one after another by a setting; then ask who may. [CM-30, CM-31]"""
    position = state.position
    seats = tuple(seat for seat in frame.seats if seat in playing(book, position))
    about = (frame.purpose, frame.about)
    together = settings_of(book).flag("secretWishes")
    unheard = [seat for seat in seats if frame.heard(WISH, seat) is None]
    if unheard:
        for seat in unheard if together else unheard[:1]:
            secret = together and len(seats) > 1
            yield Asked(Ask(seat, WISH, frame.clause, (NO, YES), about=about, secret=secret))
        return
    willing = tuple(seat for seat in seats if frame.heard(WISH, seat) == Choose(YES))
    if frame.clause == STRIKES_BACK and settings_of(book).word("counterOffensiveBy") == "points":
        willing = richest(position, willing)
    picked = frame.heard(PICK)
    if len(willing) > 1 and picked is None:
        if not (who := chooser(book, position)):
            yield Pushed(Deputy())
            return
        yield Ruled(frame.clause, f"cm.wish.{frame.purpose}", {"seats": willing})
        yield Asked(Ask(who, PICK, frame.clause, options=willing, about=about))
        return
    seat = picked.option if isinstance(picked, Choose) else next(iter(willing), "")
    if seat:
        yield Counted(seat, frame.holds, 1)
        yield Ruled(frame.clause, f"cm.picked.{frame.purpose}", {"seat": seat})
    yield Popped()


def richest(position: Position, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those of some seats that have the most command points.

    # RULING CM-53: the active player picks, unless it is chosen that the most points come first.
    """
    most = max((position.count(seat, names.CP) for seat in seats), default=0)
    return tuple(seat for seat in seats if position.count(seat, names.CP) == most)


PROCEDURES = {Volunteers: volunteers}
