"""Two stands against each other: to which edge each fights, and what each adds to its die.

Close combat is TC-2.1 to TC-2.33, shooting TC-2.40 to TC-2.44; the lists are in `factors`, the
totals in `scores`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Edge, Point, Segment, beyond_edge, edge, outward, segment_to_base, span

Kind: TypeAlias = Literal["close", "ranged"]
ALL_ROUND: tuple[Edge, ...] = ("front", "right", "left", "rear")


@dataclass(frozen=True, slots=True, eq=False)
class Fighter:
    """A stand or camp in one combat: against whom, to which edge, on what ground.

    [TC-2.26, TC-3.89]

    `difficult` is the ground at its fighting edge; of a target that is shot at, under the whole
    stand. [TC-3.24] `from_rear` is said of a target only. [TC-6.20]
    """

    field: Field
    stand: Stand
    foe: Stand
    edge: Edge
    kind: Kind = "close"
    difficult: bool = False
    from_rear: bool = False

    @property
    def piece(self) -> Piece:
        """The piece, with its marks and traits."""
        return self.stand.piece

    @property
    def troop(self) -> TroopType:
        """The troop type it counts as."""
        return self.stand.troop

    @property
    def book(self) -> Book:
        """The book the combat is fought by."""
        return self.field.book

    @property
    def position(self) -> Position:
        """The position the combat is fought in."""
        return self.field.position

    @property
    def is_camp(self) -> bool:
        """Whether it is a camp. [TC-9.20]"""
        return self.stand.is_camp

    @property
    def to_front(self) -> bool:
        """Whether it fights to its front. [TC-2.15]"""
        return self.edge == "front"

    @property
    def line(self) -> Segment:
        """Its fighting edge, the only one that terrain is asked about. [TC-2.26]"""
        return edge(self.stand.base, self.edge)


# ── who fights how ───────────────────────────────────────────────────────────
def fighting_edge(field: Field, stand: Stand, foe: Stand) -> Edge:
    """The edge a stand fights a foe with: its front if that lies on the foe. [TC-2.15, TC-9.3]"""
    if stand.is_camp:
        return "front"
    if any(touch.by is stand and touch.on is foe for touch in field.touches):
        return "front"
    for touch in field.attackers(stand):
        if touch.by is foe:
            return touch.edge
    return "front"


def close_fighter(field: Field, stand: Stand, foe: Stand, to: Edge | None = None) -> Fighter:
    """A stand as it fights a foe hand to hand."""
    own = to or fighting_edge(field, stand, foe)
    difficult = field.edge_in_difficult(edge(stand.base, own))
    return Fighter(field, stand, foe, own, difficult=difficult)


def duel(field: Field, attacker: str, defender: str) -> tuple[Fighter, Fighter]:
    """The two sides of a close combat. [TC-9.3]"""
    one, two = field.stand(attacker), field.stand(defender)
    return close_fighter(field, one, two), close_fighter(field, two, one)


def volley(field: Field, shooter: str, target: str) -> tuple[Fighter, Fighter]:
    """The two sides of a shot. [TC-6.15, TC-6.21]"""
    one, two = field.stand(shooter), field.stand(target)
    own = shooting_edge(one, two)
    line = edge(one.base, own)
    if field.settings.word("rearShotBy") == "middle":
        line = (middle(line), middle(line))
    behind = comes_from_rear(line, two)
    return (
        Fighter(field, one, two, own, "ranged"),
        Fighter(field, two, one, "front", "ranged", field.in_difficult(two), behind),
    )


def shooting_edges(shooter: Stand) -> tuple[Edge, ...]:
    """The edges it shoots from: the front, or all four of War Wagons. [TC-6.9, TC-6.10]"""
    return ALL_ROUND if shooter.troop.arc == "all" else ALL_ROUND[:1]


def shooting_edge(shooter: Stand, target: Stand) -> Edge:
    """The edge a shot is taken from: of several the one nearest to the target. [TC-6.10]

    # RULING TC-6.23: of edges equally near it is the one that the target is farthest beyond,
    # of those the one that comes first: a side before the rear.
    """
    base = shooter.base

    def farness(name: Edge) -> tuple[int, int]:
        line = edge(base, name)
        ahead = span(target.base, outward(base, name), line[0])[0]
        return round(segment_to_base(line, target.base)), -round(ahead)

    return min(shooting_edges(shooter), key=farness)


def middle(line: Segment) -> Point:
    """The middle of an edge."""
    (ax, ay), (bx, by) = line
    return (ax + bx) / 2, (ay + by) / 2


def comes_from_rear(shooting: Segment, target: Stand) -> bool:
    """Whether the whole shooting edge is behind the target's rear line. War Wagons have none.

    [TC-6.20]
    """
    return target.troop.arc != "all" and beyond_edge(shooting, target.base, "rear")
