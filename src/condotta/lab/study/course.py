"""What happened on the way through a battle: who was ahead after each turn, who fell where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from condotta.armies.halves import number as points
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Entered,
    Event,
    Exchanged,
    Moved,
    Mustered,
    Placed,
    Removed,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.lab.study.records import Fallen
from condotta.rules.scores import score_of, scores
from condotta.table import Pose

LOST = "lost"
THOUSAND = 1000


class Turns:
    """Looks on at a battle and keeps what each seat had when each player turn ended."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.had: list[Mapping[Seat, float]] = []
        self.turn = 0
        self.last: Position | None = None

    def __call__(self, state: State, _: tuple[Event, ...]) -> None:
        """After a decision: where a turn has begun, the one before it has ended."""
        now = state.position
        if now.turn > max(1, self.turn):
            self.had.append(had(self.book, now))
        self.turn, self.last = now.turn, now

    def of(self, seat: Seat) -> tuple[float, ...]:
        """What a seat had turn by turn, the last as the battle ended."""
        rest = [] if self.last is None else [had(self.book, self.last)]
        return tuple(one[seat] for one in (*self.had, *rest))


def had(book: Book, position: Position) -> Mapping[Seat, float]:
    """What each seat has of what decides, in points."""
    halves = score_of(book).halves
    return {
        seat: float(points(score) if halves else score)
        for seat, score in scores(book, position).items()
    }


def slots(log: Iterable[Event], army: Mapping[Seat, int]) -> tuple[list[int], list[int]]:
    """The armies in the order of their first turns, and in that of their last ones, from the end.

    Armies whose turn it is together are in the order of their seats.
    """
    active = [
        [army[seat] for seat in event.active if seat in army]
        for event in told(log)
        if isinstance(event, Entered)
    ]
    first = dict.fromkeys(one for some in active for one in some)
    last = dict.fromkeys(one for some in reversed(active) for one in some)
    return list(first), list(last)


def fallen(log: Iterable[Event], board: tuple[int, int], army: Mapping[Seat, int]) -> list[Fallen]:
    """Every piece that was lost on the table, whose army's it was, and where it lay last."""
    width, depth = board
    pieces: dict[str, Piece] = {}
    poses: dict[str, Pose] = {}
    found = []
    for event in told(log):
        match event:
            case Mustered(piece) | Exchanged(piece):
                pieces[piece.id] = piece
                if piece.pose is not None:
                    poses[piece.id] = piece.pose
            case Placed(name, _, pose):
                poses.pop(name, None)
                if pose is not None:
                    poses[name] = pose
            case Moved(steps):
                poses.update((step.piece, step.pose) for step in steps)
            case Removed(name, to):
                pose = poses.pop(name, None)
                if to == LOST and pose is not None and pieces[name].owner in army:
                    x, y = part(pose.x, width), part(pose.y, depth)
                    found.append(Fallen(army[pieces[name].owner], x, y))
    return found


def part(where: int, of: int) -> int:
    """How far along the table, in thousandths; what lies beyond its edge lies at it.

    >>> part(30, 120), part(-4, 120)
    (250, 0)
    """
    return min(THOUSAND, max(0, round(THOUSAND * where / of)))


def told(log: Iterable[Event]) -> Iterator[Event]:
    """The events of a battle as they truly were."""
    for event in log:
        if isinstance(event, Veiled):
            yield from told((event.inside,))
        else:
            yield event
