"""Numbers of what a seat sees: the table, its pieces, and each offer; all between -1 and 1.

Everything is told from the seat's own side: its own pieces come first, seats are counted from it,
and an offer is told by what it changes for whoever moves. Words become numbers by their digest,
so that no game has a table here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
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
Places: TypeAlias = NDArray[np.float64]
"""Places on the table, or ways, a row each of two numbers."""


class Stood(NamedTuple):
    """Some pieces with a pose each, as arrays: middles, facings of length 1, and what they are."""

    at: Places
    facing: Places
    reach: NDArray[np.float64]
    strength: NDArray[np.float64]


def stood(pieces: Sequence[Piece], poses: Sequence[Pose]) -> Stood:
    """Where pieces have their middles at those poses, half their depth behind their fronts."""
    told = np.array([(one.x, one.y, one.ux, one.uy) for one in poses], np.float64).reshape(-1, 4)
    long = np.hypot(told[:, 2], told[:, 3])
    facing = told[:, 2:] / np.where(long > 0, long, 1.0)[:, None]
    what = np.array([(reach(one), strength(one)) for one in pieces], np.float64).reshape(-1, 2)
    return Stood(told[:, :2] - facing * what[:, :1], facing, what[:, 0], what[:, 1])


class Sight:
    """The pieces of a table as arrays, made once for all offers to a question."""

    def __init__(self, seen: Position, seat: Seat) -> None:
        """Read where everybody on the table stands."""
        self.seen, self.seat = seen, seat
        side = seen.side(seat)
        there = [one for one in seen.pieces.values() if one.place == "table" and one.pose]
        self.foes = [one for one in there if seen.side(one.controller) != side]
        self.friends = [one for one in there if seen.side(one.controller) == side]
        self.number = {one.id: number for number, one in enumerate(self.friends)}
        self.against = stood(self.foes, [one.pose for one in self.foes if one.pose])
        self.beside = stood(self.friends, [one.pose for one in self.friends if one.pose])
        self.far = float(hypot(seen.board.width, seen.board.depth)) or 1.0
        self.near = self.far / 8

    def nearest_friend(self, there: Places, moved: list[list[int]]) -> NDArray[np.float64]:
        """Of each place how far the nearest friend is that does not move there as well."""
        if not self.friends:
            return np.full(len(there), self.far)
        apart = away(there, self.beside.at)
        for row, numbers in enumerate(moved):
            apart[row, numbers] = np.inf
        gaps: NDArray[np.float64] = apart.min(axis=1)
        return np.where(gaps < np.inf, gaps, self.far)


def away(places: Places, others: Places) -> NDArray[np.float64]:
    """How far each of some places is from each of others."""
    apart: NDArray[np.float64] = np.hypot(
        others[:, 0] - places[:, :1], others[:, 1] - places[:, 1:]
    )
    return apart


def of_offers(sight: Sight, ask: Ask, listed: tuple[Idea, ...], most: int) -> Numbers:
    """A row for each offer, so many at most; rows of zeros where there are fewer."""
    rows = np.zeros((most, OF_OFFER), dtype=np.float32)
    many = len(listed)
    if not many:
        return rows
    options = [one.said.option if isinstance(one.said, Choose) else "" for one in listed]
    kinds = [option or type(one.said).__name__ for option, one in zip(options, listed, strict=True)]
    rows[:many, :5] = [
        (1.0, option != "", option in NOTHING, bool(one.ends), len(one.ends) / 8)
        for option, one in zip(options, listed, strict=True)
    ]
    rows[:many, 5:18] = of_moves(sight, listed)
    for number, option in enumerate(options):
        if option and not listed[number].ends:
            rows[number, 15:17] = of_words(sight, option)
    rows[:many, 18 : 18 + BUCKETS] = [worded(stem(kind)) for kind in kinds]
    rows[:many, 18 + BUCKETS :] = worded(ask.window)
    return np.clip(rows, -1.0, 1.0, out=rows)


def of_words(sight: Sight, option: str) -> tuple[float, float]:
    """How many pieces an option names: of one's own, and of others."""
    words = set(option.replace(">", " ").split())
    own = sum(one.id in words for one in sight.friends)
    return float(own), float(sum(one.id in words for one in sight.foes))


def of_moves(sight: Sight, listed: tuple[Idea, ...]) -> NDArray[np.float64]:
    """Of each offer how far it goes, how much nearer to the enemy, and how it faces him there.

    All is of the piece that comes nearest to an enemy, the first of those that come as near.
    """
    rows = np.zeros((len(listed), 13))
    known = sight.seen.pieces
    told = [
        (offer, known[name], pose)
        for offer, idea in enumerate(listed)
        for name, pose in idea.ends
        if name in known
    ]
    if not told or not sight.foes:
        return rows
    offers, pieces, poses = (list(column) for column in zip(*told, strict=True))
    ends = stood(pieces, poses)
    apart = away(ends.at, sight.against.at)
    gaps = apart.min(axis=1)
    order = np.lexsort((gaps, offers))
    whose = np.array(offers)[order]
    nearest = order[np.append(True, whose[1:] != whose[:-1])]
    some = [offers[number] for number in nearest]
    coming = Stood(*(column[nearest] for column in ends))
    foes = Stood(*(column[apart[nearest].argmin(axis=1)] for column in sight.against))
    moved = [
        [sight.number[name] for name, _ in listed[offer].ends if name in sight.number]
        for offer in some
    ]
    movers = [pieces[number] for number in nearest]
    beside = sight.nearest_friend(coming.at, moved)
    rows[some, :10] = of_arrivals(sight, coming, foes, beside, movers)
    rows[some, 10] = [1.0 if one.marks else 0.0 for one in movers]
    rows[some, 11] = coming.strength - foes.strength
    rows[some, 12] = rows[some, 2] * rows[some, 11]
    return rows


def of_arrivals(
    sight: Sight,
    coming: Stood,
    foes: Stood,
    beside: NDArray[np.float64],
    movers: list[Piece],
) -> NDArray[np.float64]:
    """Of each move the gap to the nearest enemy and the angles, and what of it is new."""
    rows = np.zeros((len(movers), 10))
    to = foes.at - coming.at
    gaps = np.hypot(to[:, 0], to[:, 1])
    to /= np.where(gaps > 0, gaps, 1.0)[:, None]
    room = coming.reach + foes.reach
    rows[:, 0] = gaps / sight.far
    rows[:, 1] = np.maximum(0.0, 1.0 - (gaps - room) / sight.near)
    rows[:, 2] = gaps < 1.15 * room
    rows[:, 3] = (coming.facing * to).sum(axis=1)  # whether it faces him
    rows[:, 4] = -(foes.facing * to).sum(axis=1)  # whether he faces it: -1 is his rear
    rows[:, 5] = rows[:, 2] * rows[:, 4]
    rows[:, 6] = np.maximum(0.0, 1.0 - beside / sight.near)
    here = [row for row, one in enumerate(movers) if one.place == "table" and one.pose]
    if here:
        now = stood(
            [movers[row] for row in here], [pose for row in here if (pose := movers[row].pose)]
        )
        was = away(now.at, sight.against.at).min(axis=1)
        step = coming.at[here] - now.at
        rows[here, 7] = (was - gaps[here]) / sight.near
        rows[here, 8] = np.hypot(step[:, 0], step[:, 1]) / sight.near
        rows[here, 9] = np.where(rows[here, 2] > 0, was / sight.far, 0.0)
    return rows


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
