"""The bot called "random": it says any legal thing, without a thought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from math import hypot

from condotta.bots.lots import Lots
from condotta.bots.reasons import BY_LOT, Reason
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.decide import judge
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.views import View
from condotta.table import Pose

DRAWS = 4  # moves drawn for one, where it has an appetite for contact
CONTACT = 100_000.0  # quanta of approach that one contact is worth


class Chancer:
    """Picks among the options of a closed question, and from the menu of an open one.

    Where a question is both, the menu decides: it may pick an option as well. With an appetite it
    draws several moves, so often, and makes the one that brings it nearest to the enemy, or to
    those of his pieces that it is after; whatever is legal may still be what it says.
    """

    def __init__(
        self, book: Book, draw: Lots, appetite: float = 0.0, after: str = "", order: float = 0.5
    ) -> None:
        """Play by a book, drawing from these lots; the appetite is from 0 to 1.

        With `after` it is for enemies of that type, while any is on the table. `order` says, from
        0 to 1, how often it looks at what is worth thinking about, and not at more at random.
        """
        self.book = book
        self.draw = draw
        self.appetite = appetite
        self.after = after
        self.order = order

    def answer(self, view: View, ask: Ask) -> Action:
        """Any legal answer to the question."""
        if ask.says:
            said = self.drawn(view.position, ask)
            if said is not None and self.appetite and self.draw.random() < self.appetite:
                said = self.eager(view.position, ask, said)
            if said is not None:
                return said
        if not ask.options:
            raise Speechless(ask)
        return Choose(self.draw.choice(ask.options))

    def why(self) -> tuple[Reason, ...]:
        """The lot, and nothing else."""
        return (BY_LOT,)

    def drawn(self, position: Position, ask: Ask) -> Action | None:
        """One answer out of the menu of the question."""
        return self.book.menus[ask.window].sample(self.book, position, ask, self.draw)

    def eager(self, position: Position, ask: Ask, said: Action) -> Action:
        """That move, or another that brings it nearer to the enemy.

        It goes on where it would have moved nothing more; any other act it does not weigh. Before
        it are the first of the answers worth thinking about, which are of large bodies, or some
        more at random. Where none moves what is on the table, each is as likely.
        """
        pool = [said, *self.more(position, ask)]
        gains = [self.approach(position, ask, one) for one in pool]
        weighed = [(gain, one) for gain, one in zip(gains, pool, strict=True) if gain is not None]
        if not weighed:
            answer: Action = self.draw.choice(pool)
            return answer
        if gains[0] is None and not isinstance(said, Choose):
            return said
        return max(weighed, key=lambda one: one[0])[1]

    def more(self, position: Position, ask: Ask) -> Iterator[Action]:
        """A few more answers of one kind or the other."""
        if self.draw.random() < self.order:
            menu = self.book.menus[ask.window]
            yield from islice(menu.salient(self.book, position, ask), DRAWS)
            return
        for _ in range(DRAWS):
            other = self.drawn(position, ask)
            if other is not None:
                yield other

    def approach(self, position: Position, ask: Ask, said: Action) -> float | None:
        """By how many quanta pieces on the table come nearer to enemies, contacts counted high.

        None for what moves nothing on the table, or where no enemy is on it.
        """
        verdict = judge(self.book, position, ask.seat, ask, said)
        foes = others(position, ask.seat, self.after)
        gains = [
            nearest(here, foes) - nearest(there, foes)
            for name, there in verdict.poses
            if (here := position.pieces[name].pose) is not None and foes
        ]
        met = sum(contact.other in foes for contact in verdict.contacts)
        return sum(gains) + CONTACT * met if gains else None


def others(position: Position, seat: Seat, kind: str = "") -> dict[str, Pose]:
    """Where pieces of other sides are on the table: those of a kind, or all where none is."""
    side = position.side(seat)
    foes = [piece for piece in position.at("table") if position.side(piece.controller) != side]
    some = [piece for piece in foes if piece.type == kind] or foes
    return {piece.id: piece.pose for piece in some if piece.pose is not None}


def nearest(pose: Pose, foes: Mapping[str, Pose]) -> float:
    """How far the nearest of them is, in quanta."""
    return min(hypot(pose.x - foe.x, pose.y - foe.y) for foe in foes.values())


class Speechless(RuntimeError):
    """A question whose menu found no legal answer: a bug in the menu, not in the bot."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"no legal answer was found to {ask.window} for {ask.seat} [{ask.clause}]")
        self.ask = ask
