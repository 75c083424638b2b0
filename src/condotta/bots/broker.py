"""The bot called "schemer", for battles of many: a sensible one that also pays for peace.

It gives a command point now and then to the player whose turn it is, if that one could do it harm
and somebody else is ahead. Nobody has to keep to anything.
"""

from __future__ import annotations

from condotta.bots.lots import Lots
from condotta.bots.playing import sensible
from condotta.bots.reasons import Reason
from condotta.bots.thinker import Thinker
from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.views import View
from condotta.rules.carnage import names
from condotta.rules.carnage.bribes import Bribe, judge_bribe
from condotta.rules.carnage.host import mission_of, playing

KEPT = 1  # command points that it does not give away


class Broker:
    """Plays battles of many; `talk` is how often it bribes when it might."""

    def __init__(
        self, book: Book, draw: Lots, *, talk: float = 0.03, base: Thinker | None = None
    ) -> None:
        """Play by a book, as `base` does or else the sensible bot of its base game."""
        self.book = book
        self.draw = draw
        self.talk = talk
        self.base = base or sensible(book, draw)
        self.gave: Reason | None = None

    def answer(self, view: View, ask: Ask) -> Action:
        """As the sensible bot."""
        self.gave = None
        return self.base.answer(view, ask)

    def why(self) -> tuple[Reason, ...]:
        """Why it bribed, if that was what it did last; else as its base."""
        return self.base.why() if self.gave is None else (self.gave,)

    def volunteer(self, view: View) -> Action | None:
        """A command point for whoever's turn it is, while another is ahead."""
        position, own = view.position, view.seat
        if not position.active or position.ended or self.draw.random() >= self.talk:
            return None
        other = position.active[0]
        gift = Bribe(other, 1)
        spare = position.count(own, names.CP) > KEPT
        if not spare or not self.worth_it(position, own, other):
            return None
        if not judge_bribe(self.book, position, own, None, gift).ok:
            return None
        self.gave = Reason("why.bribes", {"seat": other})
        return gift

    def worth_it(self, position: Position, own: Seat, other: Seat) -> bool:
        """Whether a third player is ahead of both, so that two should not fight each other."""
        if own == other:
            return False
        thirds = [seat for seat in playing(self.book, position) if seat not in (own, other)]
        points = mission_of(self.book).counter
        mine = max(position.count(own, points), position.count(other, points))
        return any(position.count(seat, points) >= mine for seat in thirds)
