"""Legs of a move in readable form: lengths in the game's units, directions in degrees."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees
from typing import Any

from condotta.errors import PlainError
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.positions.records import Part
from condotta.table import (
    Advance,
    Edge,
    Facing,
    Leg,
    Oblique,
    Pose,
    Rectangle,
    Relation,
    Shift,
    Side,
    Slide,
    Wheel,
    base,
    facing_degrees,
    from_degrees,
    line_up,
    offset,
    pose_at,
)

HOLDS: Mapping[Edge, Relation] = {
    "front": "front_contact",
    "left": "left_flank_contact",
    "right": "right_flank_contact",
    "rear": "rear_contact",
}


PoseSaid = tuple[float, float, float]
"""A pose in a file: x, y and degrees clockwise from up the board."""


class WheelSaid(Part, frozen=True, kw_only=True):
    """A wheel about the left or right end: by so many degrees to that side, or `to` a facing."""

    side: Side
    by: float | None = None
    to: float | None = None


class MeetSaid(Part, frozen=True, kw_only=True):
    """Where a stand, or the first of a body, has its front on an edge of another, lined up."""

    stand: str
    edge: Edge = "front"


class LegSaid(Part, frozen=True, kw_only=True):
    """One leg of a move; exactly one of these. A bare text or number is no leg.

    `advance` and `back` go straight, `slide` to the right (below zero to the left), `oblique` is
    [ahead, right], `turn` is clockwise on the spot about the centre, `to` is a pose.
    """

    advance: float | None = None
    back: float | None = None
    slide: float | None = None
    oblique: tuple[float, float] | None = None
    wheel: WheelSaid | None = None
    turn: float | None = None
    to: tuple[float, float, float] | None = None
    meet: MeetSaid | None = None


def placed(at: PoseSaid, quanta: int) -> Pose:
    """The pose that a file writes as x, y in a game's units and degrees."""
    x, y, theta = at
    return pose_at(round(x * quanta), round(y * quanta), theta)


def leg(said: LegSaid, quanta: int, piece: Piece | None, position: Position) -> Leg:
    """One leg of a piece from where it is, or of one that is not on the table."""
    match said:
        case LegSaid(advance=float() | int() as ahead):
            return Advance(round(ahead * quanta))
        case LegSaid(back=float() | int() as back):
            return Advance(-round(back * quanta))
        case LegSaid(slide=float() | int() as right):
            return Slide(round(right * quanta))
        case LegSaid(oblique=(ahead, right)):
            return Oblique(round(ahead * quanta), round(right * quanta))
        case LegSaid(wheel=WheelSaid(side=side, to=float() | int() as facing)):
            return Wheel(side, *from_degrees(facing))
        case LegSaid(to=tuple() as at):
            return Shift(placed(at, quanta))
    if piece is None or piece.pose is None or piece.shape is None:
        return Advance(0)  # it will be refused whatever it is
    match said:
        case LegSaid(wheel=WheelSaid(side=side, by=float() | int() as by)):
            turn = by if side == "right" else -by
            return Wheel(side, *from_degrees(facing_degrees(piece.pose) + turn))
        case LegSaid(turn=float() | int() as degrees):
            return Shift(turned(piece, piece.pose, degrees))
        case LegSaid(meet=MeetSaid(stand=name, edge=edge)):
            return Shift(met(piece, position, name, edge))
    raise PlainError(
        "A leg says one of advance, back, slide, oblique, turn, to, meet, and wheel with `by` or "
        "`to`."
    )


def turned(piece: Piece, now: Pose, degrees: float) -> Pose:
    """The pose turned clockwise on the spot about the centre of the base."""
    half = piece.shape.depth / 2 if isinstance(piece.shape, Rectangle) else 0.0
    centre = offset(now, -half)
    facing = from_degrees(facing_degrees(now) + degrees)
    return offset(Pose(centre.x, centre.y, *facing), half)


def met(piece: Piece, position: Position, name: str, edge: Edge) -> Pose:
    """The pose in which a piece's front lies on an edge of another."""
    other = position.pieces.get(name)
    if other is None or other.pose is None or other.shape is None or piece.shape is None:
        raise PlainError(f"{name} is not on the table, so nobody can move to meet it.")
    return line_up(piece.shape, base(other.pose, other.shape), HOLDS[edge])


def degrees_of(facing: Facing) -> float:
    """A direction in degrees, with as few digits as say it to the last one if any do.

    >>> degrees_of((-405487, 914101))
    336.078356
    """
    exact = degrees(atan2(*facing)) % 360
    for digits in (0, 2, 4, 6, 9):
        if from_degrees(round(exact, digits)) == facing:
            return round(exact, digits)
    return round(exact, 9)


def said_of_leg(one: Leg, quanta: int) -> dict[str, Any]:
    """A leg as a file says it."""
    match one:
        case Advance(ahead):
            return {"advance": ahead / quanta}
        case Slide(right):
            return {"slide": right / quanta}
        case Oblique(ahead, right):
            return {"oblique": [ahead / quanta, right / quanta]}
        case Wheel(side, ux, uy):
            return {"wheel": {"side": side, "to": degrees_of((ux, uy))}}
        case Shift(pose):
            return {"to": [pose.x / quanta, pose.y / quanta, degrees_of(pose.facing)]}
