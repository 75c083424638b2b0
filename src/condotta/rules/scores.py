"""What a game counts, by which one is ahead and wins: said once by each game, asked by all.

A base game speaks at `SCORE`, a layer above it. Log, story, report, page and figures ask here, so
that nothing else is shown as a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from condotta.kernel.book import Book
from condotta.kernel.decide import STANDS_IN
from condotta.kernel.events import Ended, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.kernel.seams import Sole, Stack

Counting: TypeAlias = Callable[[Position, Seat], int]
"""What one seat has of something."""

Best: TypeAlias = Literal["most", "fewest"]


class Tie(NamedTuple):
    """What is looked at where scores are equal: the most of it is ahead."""

    name: str
    of: Counting


class Score(NamedTuple):
    """A score: its name, the clause that it wins by, what a seat has of it; a side's adds up.

    `halves` says that it is counted in half points.
    """

    name: str
    clause: str
    of: Counting
    best: Best = "most"
    halves: bool = False
    ties: tuple[Tie, ...] = ()


class Place(NamedTuple):
    """A place in the order: the seats of a side, and what it has."""

    seats: tuple[Seat, ...]
    number: int


class First(NamedTuple):
    """Who is ahead of all; of those who tied on the score, by which tie-break."""

    seats: tuple[Seat, ...]
    tied: tuple[Seat, ...] = ()
    by: str = ""


SCORE: Stack[[Book], Score] = Stack("what is counted, and by which one is ahead")
"""Any time. Given what lies below and the Book."""

STILL_WINS: Sole[[Book, Position, Seat], bool] = Sole("whether one who is out may win all the same")
"""Any time. Given the Book, the position and a seat that is waited for no more."""


def out(book: Book, position: Position, seat: Seat) -> bool:
    """Whether a battle goes on without a seat: nobody waits for it, and it cannot win any more."""
    if book.sole(STANDS_IN, position, seat) is None:
        return False
    return not book.sole(STILL_WINS, book, position, seat)


def score_of(book: Book) -> Score:
    """The score of the game of a book."""
    return book.stack(SCORE, book)


def counted(name: str) -> Counting:
    """A score that is a counter beside each seat."""
    return lambda position, seat: position.count(seat, name)


def sides(position: Position) -> dict[str, tuple[Seat, ...]]:
    """The seats of each side, sides in table order."""
    found: dict[str, tuple[Seat, ...]] = {}
    for chair in position.chairs:
        found[chair.side] = (*found.get(chair.side, ()), chair.seat)
    return found


def scores(book: Book, position: Position) -> dict[Seat, int]:
    """The score of each seat: what its side has together."""
    of = score_of(book).of
    together = {
        side: sum(of(position, seat) for seat in seats) for side, seats in sides(position).items()
    }
    return {seat: together[position.side(seat)] for seat in position.seats()}


def ranks(book: Book, position: Position) -> Mapping[Seat, tuple[int, ...]]:
    """What each seat is compared by, the score first: greater is ahead."""
    score = score_of(book)
    sign = 1 if score.best == "most" else -1
    return {
        seat: (sign * number, *(tie.of(position, seat) for tie in score.ties))
        for seat, number in scores(book, position).items()
    }


def order(book: Book, position: Position) -> tuple[Place, ...]:
    """The sides from the first to the last, with their scores."""
    rank, number = ranks(book, position), scores(book, position)
    found = sorted(sides(position).values(), key=lambda seats: rank[seats[0]], reverse=True)
    return tuple(Place(seats, number[seats[0]]) for seats in found)


def first(book: Book, position: Position, among: tuple[Seat, ...] = ()) -> First:
    """Who is ahead, of all seats or of some; several where nothing parts them.

    `by` names the tie-break that parted those who are `tied` on the score.
    """
    every = ranks(book, position)
    rank = {seat: every[seat] for seat in among or position.seats()}
    top = max(rank.values())
    ahead = tuple(seat for seat, own in rank.items() if own == top)
    tied = tuple(seat for seat, own in rank.items() if own[0] == top[0])
    if len({position.side(seat) for seat in tied}) == 1:
        return First(ahead)
    depth = next(
        (n for n in range(1, len(top) + 1) if alike(rank, top[:n]) == ahead),
        len(top),
    )
    names = ("", *(tie.name for tie in score_of(book).ties))
    return First(ahead, tied, names[depth - 1] if tied != ahead else "")


def alike(rank: Mapping[Seat, tuple[int, ...]], start: tuple[int, ...]) -> tuple[Seat, ...]:
    """Those whose rank begins so."""
    return tuple(seat for seat, own in rank.items() if own[: len(start)] == start)


def leading(book: Book, position: Position) -> tuple[Seat, ...]:
    """The seats of the one side that is ahead; nobody where several are. [FB-14.4, SK-27]"""
    found = first(book, position)
    return found.seats if len({position.side(seat) for seat in found.seats}) == 1 else ()


def told(book: Book, position: Position) -> Iterator[Ruled]:
    """A ruling for each side, the first one first: what it has."""
    score = score_of(book)
    for place in order(book, position):
        params: dict[str, Param] = {"seats": place.seats, "count": place.number}
        yield Ruled(score.clause, f"score.{score.name}", params)


def finished(
    book: Book, position: Position, said: Ruled, winners: tuple[Seat, ...]
) -> Iterator[Event]:
    """The end of a battle: how everybody stands, why it ends so, who has won."""
    yield from told(book, position)
    yield said
    yield Ended(winners, said.clause, said.key)
