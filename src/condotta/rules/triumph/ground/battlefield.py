"""The battlefield as each seat sees it: base edges, thirds, boxes, strips. [TC-0.2, TC-0.3]

Every measure of a board is read here, so that a larger game gives its own in one place.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Record, Seat
from condotta.kernel.rulings import Sketch
from condotta.rules.triumph import seams
from condotta.rules.triumph.tables import TABLES
from condotta.table import HALF, UNIT, Base, Facing, Pose, right_of, span

Side: TypeAlias = Literal["south", "north", "west", "east"]
SIDES: tuple[Side, ...] = ("south", "north", "west", "east")
INWARD: dict[Side, Facing] = {
    "south": (0, UNIT),
    "north": (0, -UNIT),
    "west": (UNIT, 0),
    "east": (-UNIT, 0),
}
AHEAD: Facing = (0, UNIT)
AXES = {
    edge: ((x // UNIT, y // UNIT), right_of((x // UNIT, y // UNIT)))
    for edge, (x, y) in INWARD.items()
}
"""Inward and to the right along the base edge, as unit steps."""


class Battlefield(Record, frozen=True):
    """The measures of a board in quanta: its boxes, and how deep its zones are. [TC-0.3]"""

    width: int
    depth: int
    columns: int
    rows: int
    zone_depth: int
    centre_width: int
    march_strip: int
    march_corner: int

    @property
    def boxes(self) -> tuple[tuple[int, int, int, int], ...]:
        """Low x, low y, high x, high y of every box, row by row from the south-west."""
        across, along = self.width // self.columns, self.depth // self.rows
        return tuple(
            (column * across, row * along, (column + 1) * across, (row + 1) * along)
            for row in range(self.rows)
            for column in range(self.columns)
        )


class Patch(Record, frozen=True):
    """A rectangle in a seat's own frame: along its base edge, and inward from it."""

    left: int
    near: int
    right: int
    far: int


class Home(Record, frozen=True):
    """A seat's own frame: `along` from the left end of its base edge, `inward` from the edge.

    Left and right are as seen from the base edge, looking at the board.
    """

    edge: Side
    width: int
    depth: int

    @property
    def length(self) -> int:
        """How long the base edge is."""
        return self.width if self.edge in {"south", "north"} else self.depth

    @property
    def reach(self) -> int:
        """How far it is from the base edge to the opposite edge."""
        return self.depth if self.edge in {"south", "north"} else self.width

    @property
    def origin(self) -> tuple[int, int]:
        """The left end of the base edge."""
        return {
            "south": (0, 0),
            "north": (self.width, self.depth),
            "west": (0, self.depth),
            "east": (self.width, 0),
        }[self.edge]

    def point(self, along: int, inward: int) -> tuple[int, int]:
        """The board's point for a point of this frame.

        >>> Home("north", 480000, 320000).point(100000, 80000)
        (380000, 240000)
        """
        (ux, uy), (rx, ry) = AXES[self.edge]
        x, y = self.origin
        return x + along * rx + inward * ux, y + along * ry + inward * uy

    def pose(self, along: int, inward: int, facing: Facing = AHEAD) -> Pose:
        """The board's pose for a place and facing of this frame; `AHEAD` looks inward."""
        (ux, uy), (rx, ry) = AXES[self.edge]
        right, ahead = facing
        return Pose(*self.point(along, inward), right * rx + ahead * ux, right * ry + ahead * uy)

    def own(self, x: int, y: int) -> tuple[int, int]:
        """A point of the board in this frame: along and inward.

        >>> Home("north", 480000, 320000).own(380000, 240000)
        (100000, 80000)
        """
        ux, uy = AXES[self.edge][0]
        dx, dy = x - self.origin[0], y - self.origin[1]
        return dx * uy - dy * ux, dx * ux + dy * uy

    def bounds(self, of: Base) -> tuple[float, float, float, float]:
        """Least along and inward, greatest along and inward, of a base."""
        fx, fy = map(float, AXES[self.edge][0])
        x, y = self.origin
        left, right = span(of, (fy, -fx), (float(x), float(y)))
        near, far = span(of, (fx, fy), (float(x), float(y)))
        return left, near, right, far

    def holds(self, of: Base, patch: Patch) -> bool:
        """Whether a base is wholly within a rectangle of this frame; its border counts. [TC-0.6]"""
        left, near, right, far = self.bounds(of)
        return (
            left >= patch.left - HALF
            and near >= patch.near - HALF
            and right <= patch.right + HALF
            and far <= patch.far + HALF
        )

    def between(self, of: Base, patch: Patch) -> bool:
        """Whether a base is wholly between the sides of a rectangle, however far inward."""
        left, _, right, _ = self.bounds(of)
        return left >= patch.left - HALF and right <= patch.right + HALF

    def sketch(self, key: str, patch: Patch) -> Sketch:
        """The outline of a rectangle of this frame, to look at."""
        corners = (
            (patch.left, patch.near),
            (patch.right, patch.near),
            (patch.right, patch.far),
            (patch.left, patch.far),
        )
        return Sketch(key, tuple(self.point(*corner) for corner in corners))


def battlefield(book: Book, position: Position) -> Battlefield:
    """The measures of the board in play, those of TC-0.2 and 8.2 unless a layer gives others."""
    said = book.sole(seams.BATTLEFIELD, book, position)
    if said is not None:
        return said
    return Battlefield(
        width=position.board.width,
        depth=position.board.depth,
        columns=TABLES.board.columns,
        rows=TABLES.board.rows,
        zone_depth=TABLES.deployment.zone_depth,
        centre_width=TABLES.deployment.centre_width,
        march_strip=TABLES.deployment.march_strip,
        march_corner=TABLES.deployment.march_corner,
    )


def home(book: Book, position: Position, seat: Seat) -> Home:
    """The base edge of a seat: the first side sits in the south, the second opposite. [TC-0.2]"""
    return book.sole(seams.HOME, book, position, seat) or usual_home(position, seat)


def usual_home(position: Position, seat: Seat) -> Home:
    """The base edge that a seat has unless a layer gives it another. [TC-0.2]"""
    sides = tuple(dict.fromkeys(chair.side for chair in position.chairs))
    edge = SIDES[sides.index(position.side(seat)) % len(SIDES)]
    return Home(edge, position.board.width, position.board.depth)


def deployment_zone(book: Book, position: Position, seat: Seat) -> Patch:
    """Where a seat's troops deploy: within 8 MU of its base edge. [TC-8.2]"""
    said = book.sole(seams.ZONE, book, position, seat)
    if said is not None:
        return said
    own = home(book, position, seat)
    return Patch(0, 0, own.length, battlefield(book, position).zone_depth)


def frontage(book: Book, position: Position, seat: Seat, inward: int) -> tuple[int, int]:
    """Between where along the base edge a line may deploy whose front is so far forward.

    All along the zone, unless a layer lets it deploy on ground that is no rectangle.
    """
    zone = deployment_zone(book, position, seat)
    said = book.sole(seams.FRONTAGE, book, position, seat, inward)
    return (zone.left, zone.right) if said is None else said


def centre_third(book: Book, position: Position, seat: Seat) -> Patch:
    """The middle of the base edge, and all the ground that lies before it. [TC-8.3]"""
    own = home(book, position, seat)
    wide = battlefield(book, position).centre_width
    left = (own.length - wide) // 2
    return Patch(left, 0, left + wide, own.reach)


def centre_zone(book: Book, position: Position, seat: Seat) -> Patch:
    """The part of the deployment zone that lies in the centre third. [TC-8.2, TC-8.3]"""
    third = centre_third(book, position, seat)
    return Patch(third.left, 0, third.right, battlefield(book, position).zone_depth)


def march_strip(book: Book, position: Position, seat: Seat, edge: str) -> Patch:
    """Where a flank march comes in: along the left or right side edge. [TC-8.23, TC-8.24]

    Along the own base edge near that corner, if an enemy march has used the side edge.
    """
    own, measures = home(book, position, seat), battlefield(book, position)
    strip, corner = measures.march_strip, measures.march_corner
    match edge:
        case "left":
            return Patch(0, 0, strip, own.reach)
        case "right":
            return Patch(own.length - strip, 0, own.length, own.reach)
        case "left base":
            return Patch(0, 0, corner, strip)
        case _:
            return Patch(own.length - corner, 0, own.length, strip)


def side_edge(own: Home, edge: str) -> Side:
    """The board's edge that is left or right of a seat, for comparing what two seats say."""
    fx, fy = INWARD[own.edge]
    right = right_of((fx, fy))
    wanted = right if edge.startswith("right") else (-right[0], -right[1])
    opposite = (-wanted[0], -wanted[1])
    return next(side for side in SIDES if INWARD[side] == opposite)
