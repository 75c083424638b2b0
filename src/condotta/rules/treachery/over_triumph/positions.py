"""Start positions: anchors round the table, chosen by roll-off; where armies deploy. [TO-2]"""

from __future__ import annotations

from collections.abc import Callable
from math import floor, hypot, sqrt

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.treachery.anchors import STEP, Anchors, anchor_of, in_order
from condotta.rules.treachery.over_triumph.scale import length
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.camps import CampGround, CampStep
from condotta.rules.triumph.deployment.deploying import SetOut
from condotta.rules.triumph.deployment.setting_out import ALL
from condotta.rules.triumph.ground.battlefield import Home, Patch, Side
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import HALF, Base

ZONE = "anchorZone"


def steps(
    below: Callable[[Book, Position], tuple[tuple[str, Frame], ...]], book: Book, position: Position
) -> tuple[tuple[str, Frame], ...]:
    """Terrain, start positions, then camps and troops in the order of the roll-off. [TT-1.5]

    # RULING TO-2: an army is set out in one step, as TC-8.1 does, not stand by stand.
    """
    terrain = tuple(step for step in below(book, position) if step[0] == core.TERRAIN)
    start = (*terrain, (STEP, Anchors()))
    order = in_order(position)
    return (
        *start,
        *((core.CAMPS, CampStep(seat=seat)) for seat in order),
        *((core.DEPLOYMENT, SetOut(seat=seat, window=ALL)) for seat in order),
    )


# ── where ────────────────────────────────────────────────────────────────────
def edge_of(_: Book, position: Position, seat: Seat) -> Home | None:
    """The own base edge is the table edge nearest the anchor. [TO-2]"""
    point = anchor_of(position, seat)
    if point is None:
        return None
    (x, y), board = point, position.board
    away: dict[Side, int] = {"south": y, "north": board.depth - y}
    away |= {"west": x, "east": board.width - x}
    edge = min(away, key=lambda side: away[side])
    return Home(edge, board.width, board.depth)


def zone(book: Book, position: Position, seat: Seat) -> Patch | None:
    """The rectangle around the ground within reach of the anchor: 14 MU, or as set. [TO-2]"""
    point, own = anchor_of(position, seat), edge_of(book, position, seat)
    if point is None or own is None:
        return None
    along, far = own.own(*point)[0], length(position, ZONE)
    return Patch(max(0, along - far), 0, min(own.length, along + far), far)


def frontage(book: Book, position: Position, seat: Seat, inward: int) -> tuple[int, int] | None:
    """How much room the ground around the anchor leaves to a line: less, the farther forward.

    The line's front corners are the farthest from the anchor, since that lies on the edge. [TO-2]
    """
    point, own = anchor_of(position, seat), edge_of(book, position, seat)
    if point is None or own is None:
        return None
    (along, near), far = own.own(*point), length(position, ZONE)
    ahead = min(abs(inward - near), far)
    half = floor(sqrt(far * far - ahead * ahead))
    return max(0, along - half), min(own.length, along + half)


def off(position: Position, seat: Seat, where: Base) -> float:
    """How far the farthest corner of a base is from the seat's anchor, in quanta."""
    point = anchor_of(position, seat)
    assert point is not None
    return max(hypot(x - point[0], y - point[1]) for x, y in where.corners)


def near_its_anchor(here: Field, stand: Stand) -> Refusal | None:
    """Troops deploy wholly within 14 MU of their anchor, or as is set. [TO-2]"""
    if anchor_of(here.position, stand.seat) is None or stand.is_camp:
        return None
    return too_far(here, stand.piece, stand.base)


def camp_near_its_anchor(here: Field, camp: Piece, where: Base) -> Refusal | None:
    """The camp lies within the same ground. [TO-2]"""
    if anchor_of(here.position, camp.controller) is None:
        return None
    return too_far(here, camp, where)


def too_far(here: Field, piece: Piece, where: Base) -> Refusal | None:
    """Why a base does not lie wholly in the ground around the anchor. [TO-2]"""
    far, most = off(here.position, piece.controller, where), length(here.position, ZONE)
    if far <= most + HALF:
        return None
    return Refusal("TO-2", "to.2.zone", {"stand": piece.id, "far": round(far), "most": most})


def camp_ground(_: Book, __: Position, ___: Piece) -> CampGround:
    """Open ground that touches the edge, in the zone; no centre third. [TO-2]"""
    return CampGround(centre=False)


def no_march(_: Field, pieces: tuple[Piece, ...]) -> Refusal | None:
    """There are no flank marches. [TO-2]"""
    return Refusal("TO-2", "to.2.march") if pieces else None


HOOKS = (
    (seams.SET_UP, steps, "TO-2"),
    (seams.HOME, edge_of, "TO-2"),
    (seams.ZONE, zone, "TO-2"),
    (seams.FRONTAGE, frontage, "TO-2"),
    (seams.MAY_DEPLOY, near_its_anchor, "TO-2"),
    (seams.MAY_CAMP, camp_near_its_anchor, "TO-2"),
    (seams.CAMP_GROUND, camp_ground, "TO-2"),
    (seams.MAY_HOLD, no_march, "TO-2"),
)
