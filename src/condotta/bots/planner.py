"""The bots called "planner" and "condottiere": they plan the moves of a whole turn over TRIUMPH!.

All else they do as the steward. They follow a plan for as long as the position is the one that
was foreseen, and plan anew where it is not. Plans are kept with the book, by what the table shows:
a bot that is made anew for each question follows them too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TypeAlias

from condotta.bots.lots import Lots
from condotta.bots.marching import best_march, best_move
from condotta.bots.matchups import matchups
from condotta.bots.outlook import Outlook
from condotta.bots.steward import Steward
from condotta.bots.supposing import Trials
from condotta.bots.turn_plans import Planning, Thought
from condotta.bots.weighing import Eye
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import Field, field

LEVELS: Mapping[str, Thought] = {
    "planner": Thought(breadth=1, weighed=60, answered=8),
    "condottiere": Thought(breadth=2, weighed=120, answered=16),
}
"""How much each thinks."""
KEPT = 64  # plans remembered at a time

Moment: TypeAlias = tuple[object, ...]
Plans: TypeAlias = "OrderedDict[Moment, tuple[Move, ...]]"


class Planner(Steward):
    """Plays TRIUMPH! by plans for whole turns."""

    def __init__(self, book: Book, draw: Lots, level: str) -> None:
        """Play by a book, thinking as much as a level says."""
        super().__init__(book, draw)
        self.level = level
        self.thought = LEVELS[level]

    def move(self, position: Position, ask: Ask) -> Action:
        """A flank march if one may come in; the next move of the plan, or the end of the phase."""
        here = field(self.book, position)
        before = self.last
        if before is not None and before.here.position.turn != position.turn:
            before = None
        eye = self.last = Eye(here, ask.seat, matchups(self.book), before)
        march = best_march(self.book, position, ask, eye)
        if march is not None:
            return march
        plans: Plans = self.book.memo.setdefault("plans", OrderedDict())
        moves = plans.get(self.moment(here, ask))
        then = self.after(here, ask, moves)
        if moves is None or (moves and then is None):
            moves = Planning(eye, self.thought).best().moves
            then = self.after(here, ask, moves)
        if moves and then is None:  # what stood near did not let it after all
            outlook = Outlook(here, ask.seat, matchups(self.book))
            return best_move(self.book, position, ask, outlook) or Choose("end")
        if not moves or then is None:
            return Choose("end")
        plans[self.moment(then, ask)] = moves[1:]
        if len(plans) > KEPT:
            plans.popitem(last=False)
        return moves[0]

    def after(self, here: Field, ask: Ask, moves: tuple[Move, ...] | None) -> Field | None:
        """The field after the first of some moves, if there is one and it is legal here."""
        if not moves or any(here.find(name) is None for name in moves[0].pieces):
            return None
        return Trials().moved(here, ask.seat, moves[0])

    def moment(self, here: Field, ask: Ask) -> Moment:
        """All by which a plan may be told to be still on its way."""
        left = tuple(
            (one.command, here.position.count(one.command, names.CP))
            for one in here.stands
            if one.general
        )
        stands = tuple(
            (one.id, one.base.pose, one.piece.marked(names.MOVED)) for one in here.stands
        )
        return (self.level, ask.seat, here.position.turn, left, stands)
