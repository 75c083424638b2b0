"""Regiments that a truce has parted though none found room: they fight again by a charge. [TT-7.5]

Who is parted from whom is a mark on the neutral regiment. It goes when either charges the other,
and when they are in contact no more.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Cleared, Event, Marked, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece
from condotta.kernel.rulings import Refusal
from condotta.kernel.state import State
from condotta.rules.ranked import seams
from condotta.rules.ranked.reading.regiment import in_contact
from condotta.rules.ranked.records import Charge
from condotta.table import base

TRUCE = "at truce with:"
"""The mark of a regiment that a truce has left in contact, and with whom."""


class TruceOver(Script, frozen=True, kw_only=True):
    """Some are at truce no more: pairs of the marked regiment and the other."""

    pairs: tuple[tuple[str, str], ...]


def left_standing(name: str, others: tuple[str, ...]) -> tuple[Event, ...]:
    """The marks of a regiment that stays where it is, and counts as disengaged. [TT-7.5]"""
    return tuple(Marked(name, Mark(TRUCE + other)) for other in others)


def parted(_: Position, one: Piece, other: Piece) -> Refusal | None:
    """They touch and do not fight, until somebody charges. [TT-7.5, TT-7.6]"""
    if not (one.marked(TRUCE + other.id) or other.marked(TRUCE + one.id)):
        return None
    return Refusal("TT-7.5", "tt.7-5.apart", {"unit": one.id, "other": other.id})


def truces(position: Position) -> Iterator[tuple[str, str]]:
    """Every regiment that is at truce, with whom."""
    for piece in position.pieces.values():
        for other in piece.tails(TRUCE):
            yield piece.id, other


def charged(position: Position, charge: Charge) -> tuple[Frame, ...]:
    """A charge ends a truce. [TT-7.6]"""
    both = {charge.charger, charge.target}
    ended = tuple(pair for pair in truces(position) if set(pair) == both)
    return (TruceOver(pairs=ended),) if ended else ()


def moved_apart(position: Position, _: str) -> tuple[Frame, ...]:
    """Who is in contact no more needs no truce, seen as a phase ends."""
    ended = tuple(pair for pair in truces(position) if not touch(position, *pair))
    return (TruceOver(pairs=ended),) if ended else ()


def touch(position: Position, name: str, other: str) -> bool:
    """Whether two regiments stand on the table in contact."""
    one, two = position.pieces[name], position.pieces[other]
    if one.pose is None or two.pose is None or one.shape is None or two.shape is None:
        return False
    return in_contact(base(one.pose, one.shape), base(two.pose, two.shape))


def truce_over(_: Book, __: State, frame: TruceOver) -> Iterator[Event]:
    """The marks go."""
    for name, other in frame.pairs:
        yield Cleared(name, TRUCE + other)
    yield Popped()


HOOKS = (
    (seams.PARTED, parted, "TT-7.5"),
    (seams.CHARGE_DECLARED, charged, "TT-7.6"),
    (seams.PHASE_CLOSES, moved_apart, "TT-7.6"),
)
PROCEDURES: dict[type[Frame], Procedure] = {TruceOver: truce_over}
