"""The bots called "planner" and "condottiere": they plan the moves of a whole turn over TRIUMPH!.

All else they do as the steward. They follow a plan for as long as the position is the one that
was foreseen, and plan anew where it is not. Plans are kept with the book, by what the table shows:
a bot that is made anew for each question follows them too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from condotta.bots.battle_reasons import points
from condotta.bots.lots import Lots
from condotta.bots.marching import Best, best_march, best_move
from condotta.bots.matchups import matchups
from condotta.bots.outlook import Outlook
from condotta.bots.reasons import Reason
from condotta.bots.steward import Steward
from condotta.bots.supposing import Trials
from condotta.bots.turn_plans import Plan, Planning, Thought, foreseeable
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
        self.planned: tuple[Planning, Plan] | None = None  # what it thought last, if just now
        self.left = 0  # moves of its plan that are still to be made

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
        self.planned, self.found = None, Best(0.0)
        if moves is None or (moves and then is None):
            planning = Planning(eye, self.thought)
            plan = planning.best()
            self.planned, moves = (planning, plan), plan.moves
            then = self.after(here, ask, moves)
        self.left = max(0, len(moves) - 1)
        if moves and then is None:  # what stood near did not let it after all
            outlook = Outlook(here, ask.seat, matchups(self.book))
            self.planned, self.found = None, best_move(self.book, position, ask, outlook)
            return self.found.move or Choose("end")
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

    # ── why ──────────────────────────────────────────────────────────────────
    def why_best(self, said: Move) -> Iterator[Reason]:
        """The plan that a move belongs to: just made, with what it gains, or still followed."""
        if self.found.move is not None:
            yield from super().why_best(said)
        elif self.planned is None:
            yield Reason("why.plan.follows", {"left": self.left})
        else:
            planning, plan = self.planned
            gain = points(planning.gain(plan))
            told = {"gain": gain, "count": len(plan.moves), "weighed": planning.count}
            answered = foreseeable(planning.eye)
            yield Reason("why.plan.answered" if answered else "why.plan.made", told)

    def why_end(self) -> Iterator[Reason]:
        """That a plan is done, or that to stay was the best of those that it weighed."""
        if self.planned is not None:
            yield Reason("why.plan.stays", {"count": self.planned[0].count})
        elif self.found.weighed:
            yield from super().why_end()
        else:
            yield Reason("why.plan.done")
