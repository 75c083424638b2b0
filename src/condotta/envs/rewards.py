"""What a battle is worth to a seat: by default nothing before its end.

With n sides, whoever wins alone gets 1 and every other side -1/(n-1), so that all of it adds up to
nothing; who share a victory share it, and where nobody wins everybody gets 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from condotta.errors import PlainError, nearest
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.playing import Battle
from condotta.rules.scores import ranks, score_of, scores, sides
from condotta.rules.treachery.names import TOKENS

VICTORY, STANDING, SCORE, COINS = "victory", "standing", "score", "coins"
REWARDS: Mapping[str, str] = {
    VICTORY: "at the end: 1 for winning alone, -1/(n-1) for losing",
    STANDING: "at the end: from 1 for the first side to -1 for the last, by score and tie-breaks",
    SCORE: "as it goes: what one's lead over the best of the others grows by, in hundreds",
    COINS: "as it goes: what one's own coffer grows by, in hundreds; Treachery alone",
}
HUNDRED = 100.0


def known(reward: str, book: Book) -> str:
    """A reward by its name; one that there is not, or not in this game, is a PlainError."""
    if reward not in REWARDS:
        raise PlainError(f"There is no reward called {reward}.{nearest(reward, REWARDS)}")
    if reward == COINS and score_of(book).name != TOKENS and "treachery" not in book.system:
        raise PlainError(f"There are no coins in {book.system}: choose another reward.")
    return reward


def at_end(reward: str, battle: Battle) -> dict[Seat, float]:
    """What each seat gets when a battle is over, besides what it got on the way."""
    position = battle.engine.state.position
    if reward == VICTORY:
        return victory(position)
    return standing(battle.book, position) if reward == STANDING else {}


def victory(position: Position) -> dict[Seat, float]:
    """What each seat has of the victory, so that all sides have nothing together."""
    every = sides(position)
    won = set(position.ended.winners if position.ended else ()) & set(every) or set(every)
    parts = {side: (1 / len(won) if side in won else 0.0) for side in every}
    return {seat: level(parts[position.side(seat)], len(every)) for seat in position.seats()}


def level(part: float, many: int) -> float:
    """A part of a victory, with nothing where all have the same.

    >>> level(1.0, 2), level(0.0, 2), level(0.0, 3), level(0.25, 4)
    (1.0, -1.0, -0.5, 0.0)
    """
    return (many * part - 1) / (many - 1) if many > 1 else 0.0


def loss(position: Position) -> float:
    """What a seat gets that is out of the battle before its end, as those that lose."""
    return level(0.0, len(sides(position)))


def standing(book: Book, position: Position) -> dict[Seat, float]:
    """From 1 for the first to -1 for the last; those who are level have the mean."""
    rank = ranks(book, position)
    first = {side: rank[seats[0]] for side, seats in sides(position).items()}
    ended = position.ended
    won = set(ended.winners) if ended else set()
    order = {side: (side in won, own) for side, own in first.items()}
    many = len(order)
    found = {}
    for side, own in order.items():
        below = sum(other < own for other in order.values())
        above = sum(other > own for other in order.values())
        found[side] = (below - above) / (many - 1) if many > 1 else 0.0
    return {seat: found[position.side(seat)] for seat in position.seats()}


def measure(reward: str, book: Book, seen: Position, seat: Seat) -> float:
    """What rewards on the way are differences of, from what the seat sees."""
    if reward == COINS:
        return seen.count(seat, TOKENS) / HUNDRED
    if reward != SCORE:
        return 0.0
    number = scores(book, seen)
    sign = 1 if score_of(book).best == "most" else -1
    side = seen.side(seat)
    others = [sign * own for other, own in number.items() if seen.side(other) != side]
    return (sign * number[seat] - max(others, default=0)) / HUNDRED
