"""Regiments that are neutral, bribed or protected: what that bars. [TT-3.4, TT-3.5, TT-12.10]"""

from __future__ import annotations

from collections.abc import Callable

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import seams
from condotta.rules.ranked.reading.regiment import is_regiment, piece_has
from condotta.rules.ranked.shooting.machines import STONE
from condotta.rules.ranked.shooting.templates import SMALL
from condotta.rules.treachery import names
from condotta.rules.treachery.over_ranked.settings import settings_of
from condotta.rules.treachery.players import enemy_player, role
from condotta.rules.treachery.ploys import FRIENDSHIP
from condotta.table import HALF, base, point_gap

HOLD = "hold"
ORDERS, BLACKMAIL = "T07 failed", "T16"
"""The marks of cards that bar something."""

Won = tuple[tuple[str, ...], str, str] | None


def neutral_rests(position: Position, piece: Piece) -> Refusal | None:
    """Neutral units take no action in the phase. [TT-3.5]"""
    if not enemy_player(position) or role(position, piece.controller) != "neutral":
        return None
    return Refusal("TT-3.5", "tt.3-5.neutral", {"stand": piece.id})


def bribed_rests(position: Position, piece: Piece) -> Refusal | None:
    """A bribed unit does nothing; a character in it neither. [TT-12.10]"""
    host = position.pieces.get(piece.command, piece)
    if not (piece.marked(names.BRIBED) or host.marked(names.BRIBED)):
        return None
    return Refusal("TT-12.10", "tt.12-10.bribed", {"stand": piece.id})


def bribed_holds(position: Position, piece: Piece, _: Piece, reaction: str) -> Refusal | None:
    """Its only charge reaction is to hold. [TT-12.10]"""
    return bribed_rests(position, piece) if reaction != HOLD else None


def bribed_at_ease(position: Position, piece: Piece, _: Piece) -> Refusal | None:
    """It neither charges nor shoots. [TT-12.10]"""
    return bribed_rests(position, piece)


def over_neutrals(position: Position, shooter: Piece, target: Piece) -> Refusal | None:
    """A stone is not aimed so that its template, on the target's middle, touches one. [TT-6.4]"""
    if not piece_has(shooter, STONE) or target.pose is None or target.shape is None:
        return None
    aim = base(target.pose, target.shape).centre
    for other in position.at("table"):
        lies = is_regiment(other) and other.pose is not None and other.shape is not None
        if not lies or role(position, other.controller) != "neutral" or not enemy_player(position):
            continue
        assert other.pose is not None, other
        assert other.shape is not None, other
        if point_gap(base(other.pose, other.shape), aim) <= SMALL + HALF:
            return Refusal("TT-6.4", "tt.6-4.aimed", {"stand": target.id, "neutral": other.id})
    return None


def unharmed(_: Book) -> str:
    """What is said where drift lies on neutrals, whom it does not harm. [TT-6.3]"""
    return "tt.6-3.spared"


def brushes(book: Book) -> bool:
    """Whether charges come within an inch of neutrals, as they do of others. [TT-4.12, FB-4.1]"""
    return not settings_of(book).flag("inchFromNeutrals")


def befriended(_: Position, __: Piece, target: Piece) -> Refusal | None:
    """A unit under feigned friendship is not charged in this phase. [T18]"""
    if not target.marked(FRIENDSHIP):
        return None
    return Refusal("TT-11.8", "tt.11-8.friendship", {"stand": target.id})


def ordered(_: Position, piece: Piece, *__: Piece) -> Refusal | None:
    """A unit that believed forged orders neither charges nor marches. [T07]"""
    if not piece.marked(ORDERS):
        return None
    return Refusal("TT-11.8", "tt.11-8.orders", {"stand": piece.id})


def in_pits(_: Position, piece: Piece) -> Refusal | None:
    """A mounted unit among hidden pits goes no farther than a plain move. [T02]"""
    if not piece.marked("T02"):
        return None
    return Refusal("TT-11.8", "tt.11-8.pits", {"stand": piece.id})


def kept(position: Position, piece: Piece) -> Refusal | None:
    """A blackmailed winner, and a bribed one, does not pursue. [T16, TT-12.10]"""
    if piece.marked(BLACKMAIL):
        return Refusal("TT-11.8", "tt.11-8.restrained", {"stand": piece.id})
    return bribed_rests(position, piece)


def credit(position: Position, owner: Seat, by: Seat) -> Seat:
    """Whose gain a loss is: nobody scores for what he controls. [TT-9.3, TT-8.4]"""
    if by and position.side(by) != position.side(owner):
        return by
    if owner in position.active:
        return enemy_player(position)
    return position.active[0] if owner == enemy_player(position) and position.active else ""


def no_points_win(_: Callable[[Book, Position], Won], __: Book, ___: Position) -> Won:
    """Tokens win, not victory points, and only after the last game turn. [TT-13.6, TT-13.7]"""
    return None


HOOKS = (
    (seams.BRUSHES, brushes, "TT-4.12"),
    (seams.SPARED, unharmed, "TT-6.3"),
    (seams.MAY_ACT, neutral_rests, "TT-3.5"),
    (seams.MAY_ACT, bribed_rests, "TT-12.10"),
    (seams.MAY_REACT, bribed_holds, "TT-12.10"),
    (seams.MAY_CHARGE, bribed_at_ease, "TT-12.10"),
    (seams.MAY_CHARGE, befriended, "TT-11.8"),
    (seams.MAY_CHARGE, ordered, "TT-11.8"),
    (seams.MAY_MARCH, ordered, "TT-11.8"),
    (seams.MAY_MARCH, in_pits, "TT-11.8"),
    (seams.MAY_SHOOT, bribed_at_ease, "TT-12.10"),
    (seams.MAY_SHOOT, over_neutrals, "TT-6.4"),
    (seams.MAY_PURSUE, kept, "TT-12.10"),
    (seams.CREDIT, credit, "TT-9.3"),
    (seams.VICTORY, no_points_win, "TT-13.7"),
)
