"""Start positions: anchors round the table, chosen by roll-off; where armies deploy. [TO-2]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot

from condotta.kernel.asks import Ask, Choose, Frame, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Piece, Seat
from condotta.kernel.rulings import Refusal
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.over_triumph.scale import length
from condotta.rules.treachery.rolloff import standing
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.battlefield import Home, Patch, Side
from condotta.rules.triumph.camps import CampGround, CampStep
from condotta.rules.triumph.deployment import SetOut
from condotta.rules.triumph.field import Field, Stand
from condotta.rules.triumph.setting import ALL
from condotta.table import HALF, Base

STEP = "positions"


class Anchors(Script, frozen=True, kw_only=True):
    """A roll-off; in its order everybody picks a start position. [TT-13.3]"""


def anchors(width: int, depth: int, count: int) -> tuple[tuple[int, int], ...]:
    """Points evenly spaced along the edge, the first in the middle of the south side. [TT-13.2]

    >>> anchors(720, 480, 3)
    ((360, 0), (720, 440), (0, 440))
    >>> anchors(720, 480, 5)
    ((360, 0), (720, 120), (600, 480), (120, 480), (0, 120))
    """
    around = 2 * (width + depth)
    return tuple(
        on_edge(width, depth, (width // 2 + number * around // count) % around)
        for number in range(count)
    )


def on_edge(width: int, depth: int, far: int) -> tuple[int, int]:
    """The point so far along the edge from the south-west corner, by the east."""
    if far <= width:
        return far, 0
    if far <= width + depth:
        return width, far - width
    if far <= 2 * width + depth:
        return 2 * width + depth - far, depth
    return 0, 2 * (width + depth) - far


def pick(_: Book, state: State, frame: Anchors) -> Iterator[Event]:
    """Roll, then ask in descending order. Nobody may make a flank march. [TT-13.3, TO-2]"""
    position = state.position
    seats = position.seats()
    rolls = [one.said.pips for one in frame.answers if isinstance(one.said, Roll)]
    order, tied = standing(seats, rolls)
    if tied:
        yield Asked(Ask(CHANCE, "position dice", "TT-13.3", dice=len(tied), about=tied))
        return
    taken = [int(one.said.option) for one in frame.answers if isinstance(one.said, Choose)]
    free = [number for number in range(1, len(seats) + 1) if number not in taken]
    if len(free) > 1:
        options = tuple(str(number) for number in free)
        yield Asked(Ask(order[len(taken)], "start position", "TT-13.3", options=options))
        return
    for place, (seat, anchor) in enumerate(zip(order, (*taken, *free), strict=True), start=1):
        yield Counted(seat, names.PLACE, place)
        yield Counted(seat, names.ANCHOR, anchor)
        if position.count(seat, core.MAY_MARCH):
            yield Counted(seat, core.MAY_MARCH, 0)
        yield Ruled("TT-13.3", "tt.13-3.position", {"seat": seat, "number": anchor})
    yield Popped()


def steps(
    below: Callable[[Position], tuple[tuple[str, Frame], ...]], position: Position
) -> tuple[tuple[str, Frame], ...]:
    """Terrain, start positions, then camps and troops in the order of the roll-off. [TT-1.5]

    # RULING TO-2: an army is set out in one step, as TC-8.1 does, not stand by stand.
    """
    terrain = tuple(step for step in below(position) if step[0] == core.TERRAIN)
    start = (*terrain, (STEP, Anchors()))
    order = sorted(
        (seat for seat in position.seats() if position.count(seat, names.PLACE)),
        key=lambda seat: position.count(seat, names.PLACE),
    )
    return (
        *start,
        *((core.CAMPS, CampStep(seat=seat)) for seat in order),
        *((core.DEPLOYMENT, SetOut(seat=seat, window=ALL)) for seat in order),
    )


# ── where ────────────────────────────────────────────────────────────────────
def anchor_of(position: Position, seat: Seat) -> tuple[int, int] | None:
    """The start position of a seat, once it is chosen."""
    number = position.count(seat, names.ANCHOR)
    if not number:
        return None
    board = position.board
    return anchors(board.width, board.depth, len(position.chairs))[number - 1]


def edge_of(position: Position, seat: Seat) -> Home | None:
    """The own base edge is the table edge nearest the anchor. [TO-2]"""
    point = anchor_of(position, seat)
    if point is None:
        return None
    (x, y), board = point, position.board
    away: dict[Side, int] = {"south": y, "north": board.depth - y}
    away |= {"west": x, "east": board.width - x}
    edge = min(away, key=lambda side: away[side])
    return Home(edge, board.width, board.depth)


def zone(position: Position, seat: Seat) -> Patch | None:
    """The rectangle around the ground within 14 MU of the anchor. [TO-2]"""
    point, own = anchor_of(position, seat), edge_of(position, seat)
    if point is None or own is None:
        return None
    along, far = own.own(*point)[0], length("zone")
    return Patch(max(0, along - far), 0, min(own.length, along + far), far)


def off(position: Position, seat: Seat, where: Base) -> float:
    """How far the farthest corner of a base is from the seat's anchor, in quanta."""
    point = anchor_of(position, seat)
    assert point is not None
    return max(hypot(x - point[0], y - point[1]) for x, y in where.corners)


def near_its_anchor(here: Field, stand: Stand) -> Refusal | None:
    """Troops deploy wholly within 14 MU of their anchor. [TO-2]"""
    if anchor_of(here.position, stand.seat) is None or stand.is_camp:
        return None
    far = off(here.position, stand.seat, stand.base)
    if far <= length("zone") + HALF:
        return None
    return Refusal("TO-2", "to.2.zone", {"stand": stand.id, "far": round(far)})


def camp_near_its_anchor(here: Field, camp: Piece, where: Base) -> Refusal | None:
    """The camp lies within the same ground. [TO-2]"""
    if anchor_of(here.position, camp.controller) is None:
        return None
    far = off(here.position, camp.controller, where)
    if far <= length("zone") + HALF:
        return None
    return Refusal("TO-2", "to.2.zone", {"stand": camp.id, "far": round(far)})


def camp_ground(_: Position, __: Piece) -> CampGround:
    """Open ground that touches the edge, in the zone; no centre third. [TO-2]"""
    return CampGround(centre=False)


def no_march(_: Field, pieces: tuple[Piece, ...]) -> Refusal | None:
    """There are no flank marches. [TO-2]"""
    return Refusal("TO-2", "to.2.march") if pieces else None


PROCEDURES = {Anchors: pick}
HOOKS = (
    (seams.SET_UP, steps, "TO-2"),
    (seams.HOME, edge_of, "TO-2"),
    (seams.ZONE, zone, "TO-2"),
    (seams.MAY_DEPLOY, near_its_anchor, "TO-2"),
    (seams.MAY_CAMP, camp_near_its_anchor, "TO-2"),
    (seams.CAMP_GROUND, camp_ground, "TO-2"),
    (seams.MAY_HOLD, no_march, "TO-2"),
)
