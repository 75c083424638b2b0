"""Players who are out of the game, by losses or by their own word. [CM-102 to CM-109]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.decide import STANDS_IN
from condotta.kernel.events import Counted, Event, Popped, Pushed, Removed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal
from condotta.kernel.state import State
from condotta.rules.carnage import names
from condotta.rules.carnage.host import playing
from condotta.rules.carnage.settings import settings_of
from condotta.rules.carnage.victory import ends_at_once, survivor
from condotta.rules.conceding import GIVES_UP, MAY_CONCEDE, TERMS, Least, least
from condotta.rules.scores import STILL_WINS, finished


class Eliminations(Script, frozen=True, kw_only=True):
    """Whoever has nothing left is out; the last one left has won. [CM-94, CM-95, CM-102]"""


def own_turn(book: Book, position: Position, seat: Seat) -> Refusal | None:
    """Only in one's own turn, and only while one is in the game. [CM-109]

    The turn of the round before is over, whoever still counts as active.
    """
    now = position.count(names.TABLE, names.ROUND)
    own = position.active[:1] == (seat,) and now and position.count(seat, names.HAD_TURN) == now
    if own and seat in playing(book, position):
        return None
    return Refusal("CM-109", "cm.109.own-turn", {})


def conceded(_: object, book: Book, position: Position, seat: Seat) -> Iterator[Event]:
    """Remove everything, then see who is left. What it was asked is taken back. [CM-103]

    With it goes what it might have rolled again; whoever else is asked about dice is asked anew.
    """
    yield Ruled("CM-109", "cm.109.concedes", {"seat": seat})
    for piece in book.stack(TERMS).left(position, seat):
        yield Removed(piece.id, "lost", "", "CM-109")
    if position.count(names.TABLE, names.UNSETTLED):
        yield Counted(names.TABLE, names.UNSETTLED, 0)
    yield Popped()
    yield Pushed(Eliminations())


def eliminations(book: Book, state: State, _: Eliminations) -> Iterator[Event]:
    """Note who is out, take its command points, end the battle if one alone is left."""
    position = state.position
    gone = tuple(newly_out(book, position))
    yield from gone
    if over := survivor(book, position):
        if ends_at_once(book, position):
            said, result = over
            yield from finished(book, position, said, result.winners)
            return
        if gone:
            yield Ruled("CM-95", "cm.95.goes-on", {"seat": playing(book, position)[0]})
    yield Popped()


def newly_out(book: Book, position: Position) -> Iterator[Event]:
    """Those who have just lost their last: their command points are lost. [CM-102, CM-108]"""
    here, now = playing(book, position), position.count(names.TABLE, names.ROUND)
    for seat in position.seats():
        if seat not in here and not position.count(seat, names.OUT):
            yield Counted(seat, names.OUT, max(1, now))
            yield Ruled("CM-102", "cm.102.out", {"seat": seat})
            if position.count(seat, names.CP):
                yield Counted(seat, names.CP, 0)


def stands_in(position: Position, seat: Seat) -> Least | None:
    """What answers for a player who is out, by losses or by his own word. [CM-102, CM-109]"""
    return least if position.count(seat, names.OUT) else None


def still_wins(book: Book, position: Position, seat: Seat) -> bool | None:
    """Whoever is out still counts where points decide, unless it is chosen otherwise. [CM-106]"""
    if not position.count(seat, names.OUT):
        return None
    return settings_of(book).flag("eliminatedCanWin")


PROCEDURES = {Eliminations: eliminations}
HOOKS = (
    (MAY_CONCEDE, own_turn, "CM-109"),
    (GIVES_UP, conceded, "CM-109"),
    (STANDS_IN, stands_in, "CM-109"),
    (STILL_WINS, still_wins, "CM-106"),
)
