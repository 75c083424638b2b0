"""Numbers of what a seat sees: the table, its pieces, and each offer; all between -1 and 1.

Everything is told from the seat's own side: its own pieces come first, seats are counted from it,
and an offer is told by what it changes for whoever moves. Words become numbers by their digest,
so that no game has a table here.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from math import hypot
from typing import Any, TypeAlias

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
        self.names = np.array([one.id for one in self.friends])
        self.far = float(hypot(seen.board.width, seen.board.depth)) or 1.0
        self.near = self.far / 8

    def nearest(self, x: float, y: float) -> tuple[int, float]:
        """The nearest enemy by its number, and how far its middle is."""
        apart = np.hypot(self.at_foes[:, 0] - x, self.at_foes[:, 1] - y)
        number = int(apart.argmin())
        return number, float(apart[number])

    def beside(self, x: float, y: float, moved: set[str]) -> float:
        """How far the nearest friend is that does not move as well."""
        stay = [place for place, name in enumerate(self.names) if name not in moved]
        if not stay:
            return self.far
        at = self.at_friends[stay]
        return float(np.hypot(at[:, 0] - x, at[:, 1] - y).min())


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
        rows[: len(listed)] = bounded([of_offer(sight, ask, one) for one in listed])
    return rows


def of_offer(sight: Sight, ask: Ask, idea: Idea) -> list[float]:
    """What an offer says, and what it changes."""
    option = idea.said.option if isinstance(idea.said, Choose) else ""
    kind = option or type(idea.said).__name__
    row = [
        1.0,
        1.0 if option else 0.0,
        1.0 if option in NOTHING else 0.0,
        1.0 if idea.ends else 0.0,
        len(idea.ends) / 8,
        *(of_move(sight, idea) if idea.ends else of_words(sight, option)),
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


def of_move(sight: Sight, idea: Idea) -> list[float]:
    """How far it goes, how much nearer to the enemy it comes, and how it would face him there.

    All is of the piece that comes nearest to an enemy.
    """
    pieces = sight.seen.pieces
    row = [0.0] * 13
    moved = {name for name, _ in idea.ends}
    best: tuple[float, int, Piece, Pose, tuple[float, float]] | None = None
    for name, pose in idea.ends:
        piece = pieces.get(name)
        if piece is None or not sight.foes:
            continue
        there = middle(piece, pose)
        number, gap = sight.nearest(*there)
        if best is None or gap < best[0]:
            best = (gap, number, piece, pose, there)
    if best is None:
        return row
    gap, number, piece, pose, there = best
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
    row[6] = max(0.0, 1.0 - sight.beside(*there, moved) / sight.near)
    if piece.pose is not None and piece.place == "table":
        here = middle(piece, piece.pose)
        _, was = sight.nearest(*here)
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
