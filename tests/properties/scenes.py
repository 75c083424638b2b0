"""Small positions of TRIUMPH! for hypothesis to draw: a few stands that meet, line up, fight.

Each stand is put free on the board, or beside, behind, onto or against one that is there already;
what would overlap or hang over the edge is left out. Seats are red in the south, blue in the north.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import Cup
from condotta.kernel.events import Began, Counted, Entered, Event, Laid, Mustered, Pushed
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Mark, Piece, Seat
from condotta.positions.triumph import FRAMES, MARKS
from condotta.rules.library import book
from condotta.rules.steps import Conduct
from condotta.rules.triumph import names
from condotta.rules.triumph.tables import CAMP, TABLES, troop
from condotta.table import (
    UNIT,
    Area,
    Base,
    Box,
    Ellipse,
    Outline,
    Pose,
    Rectangle,
    Strip,
    base,
    bounds,
    line_up,
    meets,
    offset,
    opposite,
    overlaps,
    pose_at,
    travel_before_contact,
)
from tests.properties.symmetry import Symmetry

MU = 10_000
BOARD = Board(TABLES.board.width, TABLES.board.depth)
CHAIRS = (Chair("red", "south"), Chair("blue", "north"))
FOE: dict[Seat, Seat] = {"red": "blue", "blue": "red"}
CODES = tuple(row.code for row in TABLES.troops if row.code != CAMP)
SHOOTERS = tuple(row.code for row in TABLES.troops if row.shoots)
GROUNDS = tuple(row.key for row in TABLES.terrain if row.key != "coast")
ONTO = ("front_contact", "front_contact", "left_flank_contact", "right_flank_contact")
BESIDE = ("left", "right", "left", "right", "behind", "in_front")
WAYS = ("free", "facing", "askew", "rear_contact", *ONTO, *BESIDE)
ANGLES = st.one_of(st.sampled_from((0, 180, 0, 180, 90, 270)), st.integers(0, 359))
PHASES = (names.MOVEMENT, names.RANGED, names.CLOSE, names.COMMAND)


class Region(NamedTuple):
    """Where stands are put, in quanta: least x and y, greatest x and y."""

    left: int
    low: int
    right: int
    high: int


EVERYWHERE = Region(0, 0, BOARD.width, BOARD.depth)


class Scene(NamedTuple):
    """What lies on the table at the beginning of a phase, and whose turn it is."""

    board: Board
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    phase: str
    active: Seat
    points: int

    def before(self) -> Iterator[Event]:
        """Everything on and beside the table."""
        yield Began(self.board, CHAIRS)
        for area in self.areas:
            yield Laid(area)
        for piece in self.pieces:
            yield Mustered(piece)
            worth = TABLES.camp.sacked if piece.type == CAMP else troop(piece.type).half_points
            if worth:
                yield Counted(piece.id, names.WORTH, worth)
        for command in dict.fromkeys(one.command for one in self.pieces if self.owns(one)):
            if self.points:
                yield Counted(command, names.CP, self.points)
        yield Entered(1, self.phase, (self.active,))

    def owns(self, piece: Piece) -> bool:
        """Whether a piece is that of the seat whose turn it is."""
        return piece.controller == self.active

    def opening(self) -> tuple[Event, ...]:
        """That, and the phase in progress."""
        frames = (Conduct(), *(frame() for frame in FRAMES[self.phase]))
        return (*self.before(), *(Pushed(frame) for frame in frames))

    def position(self) -> Position:
        """The position before anything happens."""
        found = Position()
        for event in self.before():
            found = evolve_position(found, event)
        return found

    def battle(self, rules: Book | None = None, cup: Cup | None = None) -> Battle:
        """The battle at that moment; without a cup, people roll."""
        return Battle(rules or the_book(), self.opening(), cup)


@cache
def the_book() -> Book:
    """TRIUMPH! as it is played."""
    return book("triumph")


@st.composite
def scenes(
    draw: Callable[..., Any],
    *,
    most: int = 9,
    board: Board = BOARD,
    region: Region = EVERYWHERE,
    phases: tuple[str, ...] = PHASES,
    camps: bool = True,
) -> Scene:
    """A scene of up to so many stands, all of them within a region.

    Every third scene is twinned: what stands on one side of its middle stands on the other too, so
    that there is more than one nearest, first or equally good of everything.
    """
    areas = tuple(
        Area(f"T{number}", kind, draw(outlines(kind, region)))
        for number, kind in enumerate(draw(st.lists(st.sampled_from(GROUNDS), max_size=3)))
    )
    pieces: list[Piece] = []
    for _ in range(draw(st.integers(3, most))):
        piece = draw(stands(tuple(pieces), region, camps=camps))
        if piece is not None and lies_free(piece, pieces, board, areas):
            pieces.append(piece)
    if draw(st.sampled_from((False, False, True))):
        pieces, areas = twinned(pieces, areas, board, (region.left + region.right) // 2)
    active = draw(st.sampled_from(("red", "blue")))
    return Scene(board, areas, tuple(pieces), draw(st.sampled_from(phases)), active, 6)


@st.composite
def outlines(draw: Callable[..., Any], kind: str, region: Region) -> Outline:
    """The outline of a piece of ground: any shape, mostly lying somewhere in the region."""
    x, y = draw(places(region))
    shape = draw(st.sampled_from(("ellipse", "box"))) if kind != "stream" else "strip"
    facing = draw(st.sampled_from(((UNIT, 0), (0, UNIT), (UNIT, 0), (500_000, 866_025))))
    if shape == "strip":
        across = draw(st.integers(-8 * MU, 8 * MU))
        return Strip(((x - 12 * MU, y), (x, y + across), (x + 12 * MU, y)), MU)
    long, wide = draw(st.sampled_from(((8, 6), (6, 4), (4, 4), (12, 6))))
    made = Ellipse if shape == "ellipse" else Box
    return made(x, y, long * MU // 2, wide * MU // 2, *facing)


def twinned(
    pieces: list[Piece], areas: tuple[Area, ...], board: Board, axis: int
) -> tuple[list[Piece], tuple[Area, ...]]:
    """Whatever lies there, and its image in a line up the board."""
    mirror = Symmetry(Board(2 * axis, board.depth), mirrored=True)
    both = (*areas, *(Area(f"{one.id}x", one.kind, mirror(one.outline)) for one in areas))
    all_of = [piece for piece in pieces if lies_free(piece, [], board, both)]
    for piece in all_of.copy():
        number = 1 + sum(one.controller == piece.controller for one in all_of)
        traits = tuple(trait for trait in piece.traits if trait != names.GENERAL)
        image = replace(
            piece,
            id=f"{piece.army}{number + len(pieces)}",
            pose=mirror(piece.pose),
            traits=traits,
        )
        if lies_free(image, all_of, board, both):
            all_of.append(image)
    return all_of, both


def places(region: Region) -> st.SearchStrategy[tuple[int, int]]:
    """A place on quarters of an MU, or anywhere."""
    middle = (region.left + region.right) // 2
    return st.one_of(
        st.tuples(st.just(middle), st.integers(region.low, region.high)),
        st.tuples(
            st.integers(region.left * 4 // MU, region.right * 4 // MU).map(lambda n: n * MU // 4),
            st.integers(region.low * 4 // MU, region.high * 4 // MU).map(lambda n: n * MU // 4),
        ),
        st.tuples(st.integers(region.left, region.right), st.integers(region.low, region.high)),
    )


@st.composite
def stands(
    draw: Callable[..., Any], others: tuple[Piece, ...], region: Region, *, camps: bool
) -> Piece | None:
    """One stand more, often in some relation to one that is there."""
    way = draw(st.sampled_from(WAYS)) if others else "free"
    other = draw(st.sampled_from(others)) if way != "free" else None
    camp = camps and draw(st.integers(0, 11)) == 0
    code = CAMP if camp else draw(st.sampled_from(CODES + SHOOTERS))
    kind = troop(code)
    shape = Rectangle(kind.width, kind.depth)
    if other is None or other.pose is None or other.shape is None:
        seat = draw(st.sampled_from(("red", "blue")))
        pose = pose_at(*draw(places(region)), draw(ANGLES))
    else:
        seat = other.controller if way in BESIDE else FOE[other.controller]
        found = draw(beside(way, base(other.pose, other.shape), shape))
        if found is None:
            return None
        pose = found
    marks = draw(st.sampled_from(((), (), (), (), (names.MOVED,), (names.FRESH,))))
    return made(seat, code, shape, pose, marks, others)


def made(  # noqa: PLR0917 - a stand is all of these
    seat: Seat,
    code: str,
    shape: Rectangle,
    pose: Pose,
    marks: tuple[str, ...],
    others: tuple[Piece, ...],
) -> Piece:
    """The piece; the first stand of a seat is its general."""
    letter = seat[0].upper()
    own = [piece for piece in others if piece.controller == seat]
    leads = code != CAMP and not any(names.GENERAL in piece.traits for piece in own)
    return Piece(
        id=f"{letter}{len(own) + 1}",
        type=code,
        owner=seat,
        controller=seat,
        army=letter,
        command=letter,
        shape=shape,
        place="table",
        pose=pose,
        traits=(names.GENERAL,) if leads else (),
        marks=() if code == CAMP else tuple(Mark(name, MARKS[name]) for name in marks),
    )


@st.composite
def beside(draw: Callable[..., Any], way: str, to: Base, shape: Rectangle) -> Pose | None:
    """A pose in that relation to a base that stands there."""
    match way:
        case "facing":
            ahead, aside = draw(st.integers(1, 60_000)), draw(st.integers(-30_000, 30_000))
            there = offset(to.pose, ahead, aside)
            return replace_facing(there, opposite(to.pose.facing))
        case "askew":
            far = draw(st.integers(-40_000, 40_000)), draw(st.integers(-40_000, 40_000))
            start = base(pose_at(to.pose.x + far[0], to.pose.y + far[1], draw(ANGLES)), shape)
            if overlaps(start, to):
                return None
            length = travel_before_contact(start, (start.fx, start.fy), 5 * MU, to)
            return offset(start.pose, int(length))
        case _:
            return line_up(shape, to, way)  # type: ignore[arg-type]  # the other ways are relations


def replace_facing(pose: Pose, facing: tuple[int, int]) -> Pose:
    """The same place, turned."""
    return Pose(pose.x, pose.y, *facing)


def lies_free(piece: Piece, others: list[Piece], board: Board, areas: tuple[Area, ...]) -> bool:
    """Whether a piece lies wholly on the board and over no other; a camp in the open. [TC-9.31]"""
    where = base_of(piece)
    low_x, low_y, high_x, high_y = bounds(where)
    if low_x < 0 or low_y < 0 or high_x > board.width or high_y > board.depth:
        return False
    if piece.type == CAMP and any(meets(where, area) for area in areas):
        return False
    return not any(overlaps(where, base_of(other)) for other in others)


def base_of(piece: Piece) -> Base:
    """The base of a stand on the table."""
    assert piece.pose is not None
    assert piece.shape is not None
    return base(piece.pose, piece.shape)


def with_marks(scene: Scene, names_of: Callable[[Piece], tuple[Mark, ...]]) -> Scene:
    """The scene with other marks on its pieces."""
    return scene._replace(
        pieces=tuple(replace(piece, marks=names_of(piece)) for piece in scene.pieces)
    )
