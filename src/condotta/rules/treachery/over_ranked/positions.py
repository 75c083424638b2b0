"""Start positions of ranked battles: anchors, zones, the order of deployment. [TT-13.2, 13.3]"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Any

from condotta.data import toml
from condotta.kernel.asks import Frame
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import names as core
from condotta.rules.ranked import seams
from condotta.rules.ranked.setting_out.deployment import FirstTurn
from condotta.rules.treachery import names
from condotta.rules.treachery.anchors import STEP, Anchors, anchor_of, in_order
from condotta.table import Polygon

RESERVES_FROM = 2  # the game turn [TT-13.3]
CORNERS = 128  # of the polygon that stands for the circle around an anchor


@cache
def numbers() -> dict[str, Any]:
    """The data file as it is."""
    return toml("condotta.rules.treachery.data", "over_ranked.toml")


def zone(
    below: Callable[[Position, Seat], tuple[Polygon, ...]], position: Position, seat: Seat
) -> tuple[Polygon, ...]:
    """All of the table within 12 inches of the anchor. [TT-13.2]"""
    point = anchor_of(position, seat)
    if point is None:
        return below(position, seat)
    return (around(point, position.board.width, position.board.depth),)


@cache
def around(point: tuple[int, int], width: int, depth: int) -> Polygon:
    """What of a table lies within 12 inches of a point, in quanta."""
    radius = float(numbers()["zone"] * core.INCH)
    circle = tuple(
        (
            point[0] + radius * cos(2 * pi * step / CORNERS),
            point[1] + radius * sin(2 * pi * step / CORNERS),
        )
        for step in range(CORNERS)
    )
    return clipped(circle, width, depth)


def clipped(polygon: Polygon, width: int, depth: int) -> Polygon:
    """What of a convex polygon lies on the table, its corners anticlockwise.

    >>> clipped(((-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)), 2, 2)
    ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    """
    for axis, limit, sign in (
        (0, 0.0, 1),
        (0, float(width), -1),
        (1, 0.0, 1),
        (1, float(depth), -1),
    ):
        polygon = half(polygon, axis, limit, sign)
    return polygon


def half(polygon: Polygon, axis: int, limit: float, sign: int) -> Polygon:
    """The part of a convex polygon on one side of a line along an axis."""
    kept: list[tuple[float, float]] = []
    for number, one in enumerate(polygon):
        other = polygon[(number + 1) % len(polygon)]
        here, there = sign * (one[axis] - limit), sign * (other[axis] - limit)
        if here >= 0:
            kept.append((float(one[0]), float(one[1])))
        if (here > 0 > there) or (here < 0 < there):
            share = here / (here - there)
            kept.append(
                (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]))
            )
    return tuple(kept)


def order(position: Position) -> tuple[Seat, ...] | None:
    """The order of the roll-off, in which units are placed one at a time. [TT-13.10]"""
    return in_order(position) or None


def steps(
    below: Callable[[Position], tuple[tuple[str, Frame], ...]], position: Position
) -> tuple[tuple[str, Frame], ...]:
    """Start positions before deployment; turn cards, not a roll, say who begins. [TT-1.5]"""
    found = tuple(step for step in below(position) if not isinstance(step[1], FirstTurn))
    place = next(at for at, step in enumerate(found) if step[0] == core.DEPLOYMENT)
    return (*found[:place], (STEP, Anchors()), *found[place:])


def characters_last(_: Position) -> bool:
    """All characters are set out last, as one placement. [TT-13.10]"""
    return True


def holds_back(_: Position, __: Seat) -> bool:
    """Units that are not placed are reserves, as those are that find no place. [TT-13.3]"""
    return True


def not_yet(position: Position, piece: Piece) -> Refusal | None:
    """Reserves enter from game turn 2 on; whoever pursued off the table returns. [TT-13.3]"""
    now = position.count(names.TABLE, names.GAME_TURN)
    if position.count(piece.id, core.PURSUED_OFF) or now >= RESERVES_FROM:
        return None
    return Refusal("TT-13.3", "tt.13-3.too-early", {"piece": piece.id, "number": RESERVES_FROM})


HOOKS = (
    (seams.CHARACTERS_LAST, characters_last, "TT-13.10"),
    (seams.HOLDS_BACK, holds_back, "TT-13.3"),
    (seams.MAY_ARRIVE, not_yet, "TT-13.3"),
    (seams.SET_UP, steps, "TT-13.10"),
    (seams.DEPLOY_ZONE, zone, "TT-13.2"),
    (seams.DEPLOY_ORDER, order, "TT-13.10"),
)
