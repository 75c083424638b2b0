"""Who has won the large game: half the army lost, and more than the enemy. [GT-9.1]"""

from __future__ import annotations

from collections.abc import Callable

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.grand import names
from condotta.rules.grand.scale import SCALE
from condotta.rules.scores import SCORE, Score
from condotta.rules.triumph import seams
from condotta.rules.triumph.victory import Verdict, losses, standing, winning

NO_STAND = "TC-10.4"


def victory(below: Callable[[Book, Position], Verdict], book: Book, position: Position) -> Verdict:
    """A side that has lost half its points or more, and more than the other, is defeated.

    With equal losses the battle goes on. A side without a stand has lost, as in the small game.
    [GT-9.1, TC-10.4]

    # RULING GT-9.2: not while a flank march of its may still come in: until then what it has lost
    # decides.
    """
    core = below(book, position)
    if core is not None and core[1] == NO_STAND and not marching(position):
        return core
    lost = losses(position)
    for side, loss in lost.items():
        total = position.count(side, names.TOTAL)
        others = [other for other in lost if other != side]
        worse = all(loss > lost[other] for other in others)
        if total and SCALE.defeat_share * loss >= total and worse:
            winners = tuple(seat for other in others for seat in winning(position, other))
            return winners, "GT-9.1", "gt.9-1.defeated"
    return None


def marching(position: Position) -> bool:
    """Whether a side without a stand on the table has one that has yet to come in."""
    left = standing(position)
    coming = {position.side(piece.controller) for piece in position.at("reserve")}
    return bool(coming - left)


def score(below: Callable[[Book], Score], book: Book) -> Score:
    """Points lost as in the small game, by the clause of the large one. [GT-9.1]"""
    return below(book)._replace(clause="GT-9.1")


HOOKS = ((seams.VICTORY, victory, "GT-9.1"), (SCORE, score, "GT-9.1"))
