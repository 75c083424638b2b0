"""Numbers of what a seat sees: the table, its pieces, and each offer; all between -1 and 1.

Everything is told from the seat's own side: its own pieces come first, seats are counted from it,
and an offer is told by what it changes for whoever moves. Words become numbers by their digest,
so that no game has a table here.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from math import hypot
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from condotta.bots.idle import NOTHING
from condotta.kernel.asks import Ask, Choose
from condotta.kernel.book import Book, Idea
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.scores import scores
from condotta.table import Pose, Rectangle

Numbers: TypeAlias = NDArray[np.float32]

SEATS = 6
BUCKETS = 8
"""How many numbers a word becomes."""
PLACES = ("table", "reserve", "undeployed", "hand")

OF_TABLE = 2 + 4 * SEATS + 4 * BUCKETS
OF_PIECE = 4 + len(PLACES) + 6 + 2 * BUCKETS
OF_OFFER = 18 + 2 * BUCKETS


@lru_cache(maxsize=4096)
def worded(word: str) -> tuple[float, ...]:
    """A word as numbers of -1 and 1 that say nothing but which word it is; none for no word."""
    if not word:
        return (0.0,) * BUCKETS
    byte = hashlib.blake2b(word.encode(), digest_size=1).digest()[0]
    return tuple(1.0 if byte >> bit & 1 else -1.0 for bit in range(BUCKETS))


@lru_cache(maxsize=4096)
def stem(option: str) -> str:
    """An option without the names in it: what kind of thing it says.

    >>> stem("R1>B12"), stem("end"), stem("hold")
    ('#>#', 'end', 'hold')
    """
    words = option.replace(">", " > ").split()
    found = ["#" if any(letter.isdigit() for letter in word) else word for word in words]
    return "".join(found) if ">" in found else " ".join(found)


def bounded(numbers: list[list[float]] | list[float]) -> Numbers:
    """Numbers as an array, none beyond 1."""
    made = np.asarray(numbers, dtype=np.float32)
    return np.clip(made, -1.0, 1.0, out=made)


# ── the table ────────────────────────────────────────────────────────────────
def of_table(book: Book, seen: Position, seat: Seat, ask: Ask | None) -> Numbers:
    """The turn, whose it is, scores and sides from the own seat on, the phase, the question."""
    order = seen.seats_from(seat)
    number = scores(book, seen)
    found = [seen.turn / 50, 0.0 if ask is None else 1.0]
    for place in range(SEATS):
        if place >= len(order):
            found += [0.0, 0.0, 0.0, 0.0]
            continue
        other = order[place]
        found += [
            1.0,
            1.0 if seen.side(other) == seen.side(seat) else -1.0,
            1.0 if other in seen.active else -1.0,
            number[other] / 200,
        ]
    counters = [0.0] * BUCKETS
    for name, count in seen.counters.get(seat, {}).items():
        counters[hashed(name)] += count / 20
    found += counters
    found += worded(seen.phase)
    found += worded("" if ask is None else ask.window)
    found += worded("" if ask is None else ask.clause)
    return bounded(found)


@lru_cache(maxsize=1024)
def hashed(word: str) -> int:
    """The bucket of a word."""
    return hashlib.blake2b(word.encode(), digest_size=1).digest()[0] % BUCKETS


# ── pieces ───────────────────────────────────────────────────────────────────
def ordered(seen: Position, seat: Seat) -> list[Piece]:
    """The pieces that still play a part: the seat's own, then others' from it on."""
    order = {other: place for place, other in enumerate(seen.seats_from(seat))}
    there = [one for one in seen.pieces.values() if one.place not in ("gone", "lost")]
    return sorted(there, key=lambda one: order.get(one.controller, len(order)))


Known: TypeAlias = dict[str, tuple[Piece, Numbers]]
"""The rows of pieces as they last were, by their names."""


def of_pieces(seen: Position, seat: Seat, most: int, known: Known) -> Numbers:
    """A row for each piece, so many at most; rows of zeros where there are fewer.

    A piece that has not changed has the row that is known.
    """
    rows = np.zeros((most, OF_PIECE), dtype=np.float32)
    for number, one in enumerate(ordered(seen, seat)[:most]):
        was = known.get(one.id)
        if was is None or was[0] is not one:
            was = known[one.id] = (one, bounded(of_piece(seen, seat, one)))
        rows[number] = was[1]
    return rows


def of_piece(seen: Position, seat: Seat, one: Piece) -> list[float]:
    """Whose it is, where, which way it faces, how large, what kind, what lies on it."""
    side = seen.side(one.controller)
    wide, deep = max(1, seen.board.width), max(1, seen.board.depth)
    row = [
        1.0,
        1.0 if one.controller == seat else -1.0,
        1.0 if side == seen.side(seat) else -1.0,
        len(one.marks) / 8,
        *(1.0 if one.place == place else 0.0 for place in PLACES),
    ]
    if one.pose is None:
        row += [0.0, 0.0, 0.0, 0.0]
    else:
        ux, uy = facing(one.pose)
        row += [2 * one.pose.x / wide - 1, 2 * one.pose.y / deep - 1, ux, uy]
    if isinstance(one.shape, Rectangle):
        row += [8 * one.shape.width / wide, 8 * one.shape.depth / deep]
    else:
        row += [0.0, 0.0]
    return [*row, *worded(one.truth or one.type), *worded(" ".join(one.traits))]


def facing(pose: Pose) -> tuple[float, float]:
    """Which way a pose faces, as a vector of length 1."""
    ux, uy = pose.facing
    length = hypot(ux, uy) or 1.0
    return ux / length, uy / length


# ── offers ───────────────────────────────────────────────────────────────────
Spot: TypeAlias = tuple[float, float]
"""A place on the table."""


class Sight:
    """The pieces of a table as arrays, made once for all offers to a question."""

    def __init__(self, seen: Position, seat: Seat) -> None:
        """Read where everybody on the table stands."""
        self.seen, self.seat = seen, seat
        side = seen.side(seat)
        there = [one for one in seen.pieces.values() if one.place == "table" and one.pose]
        self.foes = [one for one in there if seen.side(one.controller) != side]
        self.friends = [one for one in there if seen.side(one.controller) == side]
        self.at_foes = middles(self.foes)
        self.at_friends = middles(self.friends)
        self.places = {one.id: place for place, one in enumerate(self.friends)}
        self.far = float(hypot(seen.board.width, seen.board.depth)) or 1.0
        self.near = self.far / 8

    def nearest(self, places: list[Spot]) -> list[tuple[int, float]]:
        """Of each place the nearest enemy by its number, and how far its middle is."""
        apart = away(places, self.at_foes)
        numbers = apart.argmin(axis=1)
        gaps = apart[np.arange(len(places)), numbers]
        return list(zip(numbers.tolist(), gaps.tolist(), strict=True))

    def beside(self, places: list[Spot], moved: list[set[str]]) -> list[float]:
        """Of each place how far the nearest friend is that does not move there as well."""
        if not self.friends:
            return [self.far] * len(places)
        apart = away(places, self.at_friends)
        for row, names in enumerate(moved):
            apart[row, [self.places[name] for name in names if name in self.places]] = np.inf
        return [gap if gap < np.inf else self.far for gap in apart.min(axis=1).tolist()]

    def now(self, names: set[str]) -> dict[str, tuple[Spot, float]]:
        """Where pieces on the table have their middles, and how far the nearest enemy is."""
        pieces = self.seen.pieces
        there = {
            name: middle(pieces[name], pose)
            for name in names
            if (pose := pieces[name].pose) is not None and pieces[name].place == "table"
        }
        gaps = self.nearest([*there.values()]) if there else []
        return {
            name: (spot, gap) for (name, spot), (_, gap) in zip(there.items(), gaps, strict=True)
        }


def away(places: list[Spot], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each of some places is from each of others."""
    at = np.array(places)
    apart: NDArray[np.float64] = np.hypot(others[:, 0] - at[:, :1], others[:, 1] - at[:, 1:])
    return apart


def middles(pieces: list[Piece]) -> NDArray[np.float64]:
    """Where some pieces have their middles."""
    return np.array([middle(one, one.pose) for one in pieces if one.pose]).reshape(-1, 2)


def middle(piece: Piece, pose: Pose) -> tuple[float, float]:
    """The middle of a piece that has that pose: half its depth behind its front."""
    depth = piece.shape.depth / 2 if isinstance(piece.shape, Rectangle) else 0.0
    ux, uy = facing(pose)
    return pose.x - ux * depth, pose.y - uy * depth


def of_offers(sight: Sight, ask: Ask, listed: tuple[Idea, ...], most: int) -> Numbers:
    """A row for each offer, so many at most; rows of zeros where there are fewer."""
    rows = np.zeros((most, OF_OFFER), dtype=np.float32)
    if listed:
        moves = of_moves(sight, listed)
        made = [of_offer(sight, ask, *one) for one in zip(listed, moves, strict=True)]
        rows[: len(listed)] = bounded(made)
    return rows


def of_offer(sight: Sight, ask: Ask, idea: Idea, move: list[float]) -> list[float]:
    """What an offer says, and what it changes."""
    option = idea.said.option if isinstance(idea.said, Choose) else ""
    kind = option or type(idea.said).__name__
    row = [
        1.0,
        1.0 if option else 0.0,
        1.0 if option in NOTHING else 0.0,
        1.0 if idea.ends else 0.0,
        len(idea.ends) / 8,
        *(move if idea.ends else of_words(sight, option)),
    ]
    return [*row, *worded(stem(kind)), *worded(ask.window)]


def of_words(sight: Sight, option: str) -> list[float]:
    """What an option names: pieces of one's own, pieces of others, how far they are apart."""
    words = set(option.replace(">", " ").split())
    own = [one for one in sight.friends if one.id in words]
    foes = [one for one in sight.foes if one.id in words]
    row = [0.0] * 13
    row[10], row[11] = float(len(own)), float(len(foes))
    return row


class Coming(NamedTuple):
    """The piece of an offer that would come nearest to an enemy: how near, to which, and where."""

    gap: float
    number: int
    piece: Piece
    pose: Pose
    there: Spot


def of_moves(sight: Sight, listed: tuple[Idea, ...]) -> list[list[float]]:
    """Of each offer how far it goes, how much nearer to the enemy, and how it faces him there.

    All is of the piece that comes nearest to an enemy.
    """
    found = coming(sight, listed)
    moved = [{name for name, _ in listed[at].ends} for at in found]
    beside = sight.beside([one.there for one in found.values()], moved) if found else []
    now = sight.now({one.piece.id for one in found.values()})
    rows = [[0.0] * 13 for _ in listed]
    for (at, one), apart in zip(found.items(), beside, strict=True):
        rows[at] = of_move(sight, one, apart, now.get(one.piece.id))
    return rows


def coming(sight: Sight, listed: tuple[Idea, ...]) -> dict[int, Coming]:
    """Of each offer that moves anybody who comes nearest to an enemy, by its number."""
    pieces = sight.seen.pieces
    ends = [
        (at, piece, pose, middle(piece, pose))
        for at, idea in enumerate(listed)
        for name, pose in idea.ends
        if sight.foes and (piece := pieces.get(name)) is not None
    ]
    found: dict[int, Coming] = {}
    gaps = sight.nearest([there for *_, there in ends]) if ends else []
    for (at, piece, pose, there), (number, gap) in zip(ends, gaps, strict=True):
        if at not in found or gap < found[at].gap:
            found[at] = Coming(gap, number, piece, pose, there)
    return found


def of_move(
    sight: Sight, coming: Coming, beside: float, now: tuple[Spot, float] | None
) -> list[float]:
    """The row of a move, by the piece that comes nearest to an enemy."""
    row = [0.0] * 13
    gap, number, piece, pose, there = coming
    foe = sight.foes[number]
    assert foe.pose is not None
    ux, uy = facing(pose)
    fx, fy = facing(foe.pose)
    dx, dy = sight.at_foes[number][0] - there[0], sight.at_foes[number][1] - there[1]
    long = hypot(dx, dy) or 1.0
    room = reach(piece) + reach(foe)
    row[0] = gap / sight.far
    row[1] = max(0.0, 1.0 - (gap - room) / sight.near)
    row[2] = 1.0 if gap < 1.15 * room else 0.0
    row[3] = (ux * dx + uy * dy) / long  # whether it faces him
    row[4] = -(fx * dx + fy * dy) / long  # whether he faces it: -1 is his rear
    row[5] = row[2] * row[4]
    row[6] = max(0.0, 1.0 - beside / sight.near)
    if now is not None:
        here, was = now
        row[7] = (was - gap) / sight.near
        row[8] = hypot(there[0] - here[0], there[1] - here[1]) / sight.near
        row[9] = (was / sight.far) if row[2] else 0.0
    row[10] = 1.0 if piece.marks else 0.0
    row[11] = strength(piece) - strength(foe)
    row[12] = row[2] * row[11]
    return row


def reach(piece: Piece) -> float:
    """How far a piece goes about its middle, ahead."""
    return piece.shape.depth / 2 if isinstance(piece.shape, Rectangle) else 0.0


def strength(piece: Piece) -> float:
    """How deep a piece is beside its width: no more than a hint of what it is."""
    shape = piece.shape
    return shape.depth / (4 * shape.width) if isinstance(shape, Rectangle) else 0.0


def space_of(size: tuple[int, ...]) -> Any:
    """The Gymnasium space of such numbers."""
    from gymnasium.spaces import Box  # noqa: PLC0415 - an extra

    return Box(-1.0, 1.0, size, np.float32)
