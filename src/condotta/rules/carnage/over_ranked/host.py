"""Ranked battles as a host of the multiplayer layer. [CR-1]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import dist
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Counted, Entered, Event
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.carnage import names, quarters, turns
from condotta.rules.carnage.eliminations import Eliminations
from condotta.rules.carnage.host import Host
from condotta.rules.carnage.layer import over
from condotta.rules.carnage.objective import objective
from condotta.rules.carnage.over_ranked.settings import DEFAULTS, settings_of
from condotta.rules.carnage.ranking import among, waiting_counts
from condotta.rules.carnage.settings import settings_of as of_many
from condotta.rules.carnage.victory import survivor
from condotta.rules.ranked import names as core
from condotta.rules.ranked import seams
from condotta.rules.ranked.reading.regiment import Regiment, field
from condotta.rules.ranked.setting_out.deployment import FirstTurn
from condotta.rules.ranked.shooting.templates import within
from condotta.rules.ranked.turn.victory import LEFT, left_of
from condotta.rules.setting_up import box
from condotta.table import Point, Polygon, at_most, point_gap

REACH = 3 * core.INCH
CLEAR = 9 * core.INCH + 1  # exactly 9 inches is too near [CR-3]


def in_game(position: Position, seat: Seat) -> bool:
    """Whether a seat has any regiment or character left. [CR-8]"""
    return next(left_of(position, seat), None) is not None


def near_centre(book: Book, position: Position, reach: int) -> Mapping[Seat, int]:
    """The models of each seat's steady regiments that are within reach. [CR-5]"""
    here, middle = field(book, position), quarters.centre(position)
    found: dict[Seat, int] = {}
    for one in here.regiments:
        if not one.fleeing:
            near = near_by(book, one, middle, reach)
            found[one.seat] = found.get(one.seat, 0) + near
    return found


def near_by(book: Book, one: Regiment, middle: Point, reach: int) -> int:
    """How many models of a regiment count there. [CR-5, CM-131]

    # RULING CR-5: each for itself, unless it is chosen that a regiment counts whole.
    """
    edge = of_many(book).word("objectiveMeasuredTo") == "base"
    if settings_of(book).word("regimentsCount") == "models":
        return within(one, middle, reach, edge=edge)
    far = point_gap(one.base, middle) if edge else dist(one.base.centre, middle)
    return one.total if at_most(far, reach) else 0


def power(book: Book, position: Position, seat: Seat) -> int:
    """The points of everything that a seat has set up, or holds in reserve too. [CR-4, CM-83]"""
    places = LEFT if waiting_counts(book) else ("table",)
    found = (piece for piece in left_of(position, seat) if piece.place in places)
    return sum(position.count(piece.id, core.POINTS) for piece in found)


def begin(position: Position, seat: Seat) -> tuple[Event, ...]:
    """A player's turn begins; a game turn is a battle round. [CR-2]"""
    now = position.count(names.TABLE, names.ROUND)
    return (
        Counted(core.TABLE, core.GAME_TURN, now),
        Entered(position.turn + 1, core.TURN, (seat,)),
    )


HOST = Host("ranked", REACH, in_game, near_centre, power, begin)


# ── what the layer says at the seams of ranked battles ───────────────────────
def passes_on(_: Callable[[Position], Frame], position: Position) -> Frame:
    """Somebody decides whose turn comes next. [CR-2]"""
    return turns.following(position)


def zone(
    below: Callable[[Position, Seat], tuple[Polygon, ...]], position: Position, seat: Seat
) -> tuple[Polygon, ...]:
    """A quarter without its innermost square, as two strips that overlap. [CR-3]"""
    whole = quarters.zone(position, seat)
    if not whole:
        return below(position, seat)
    (left, low), _, (right, high), _ = whole[0]
    x, y = quarters.centre(position)
    west, south = left < x, low < y
    beside = (left, x - CLEAR) if west else (x + CLEAR, right)
    beyond = (low, y - CLEAR) if south else (y + CLEAR, high)
    return box(beside, (low, high)), box((left, right), beyond)


def order(position: Position) -> tuple[Seat, ...] | None:
    """Units are set out in the order in which quarters were chosen. [CR-3]"""
    chosen = any(position.count(seat, names.ZONE_ORDER) for seat in position.seats())
    return quarters.deployment_order(position) if chosen else None


def destroyed(_: Position, __: Piece, ___: Seat) -> Iterator[Frame]:
    """After every loss it is seen who is out, and whether one alone is left. [CR-8]"""
    yield Eliminations()


def nobodys(_: Position, __: Seat, ___: Seat) -> Seat:
    """Nothing is scored for what is destroyed: points are for the objective alone. [CR-6]"""
    return ""


def over_yet(_: Any, book: Book, position: Position) -> tuple[tuple[str, ...], str, str] | None:
    """A turn's end alone ends no battle, unless one army at most is left. [CR-7]"""
    found = survivor(book, position)
    return None if found is None else (found[1].winners, found[1].clause, found[1].key)


CARNAGE_OVER_RANKED: Layer = over(
    HOST,
    (
        (seams.NEXT_TURN, passes_on, "CR-2"),
        (seams.SET_UP, among(core.DEPLOYMENT, FirstTurn), "CR-3"),
        (seams.DEPLOY_ZONE, zone, "CR-3"),
        (seams.DEPLOY_ORDER, order, "CR-3"),
        (seams.GOAL, objective, "CM-65"),
        (seams.DESTROYED, destroyed, "CR-8"),
        (seams.CREDIT, nobodys, "CR-6"),
        (seams.VICTORY, over_yet, "CR-7"),
    ),
    settings=DEFAULTS,
)
