"""Where a piece stands and which way it faces; its shape; what follows from the two.

A rectangle's pose is the midpoint of its front edge and its facing; a disc's is its centre.
Everything on the grid is a whole number. Steps are rounded as steps, never as places, so that a
table moved, mirrored or turned by quarters gives the same battle.
"""

from math import sqrt
from typing import Literal, TypeAlias

from condotta.table.once import fact
from condotta.table.records import Disc, Pose, Rectangle, Shape
from condotta.table.vector import (
    UNIT,
    Facing,
    Point,
    Polygon,
    Segment,
    direction,
    from_degrees,
    left_of,
    opposite,
    right_of,
    to_degrees,
)

Edge: TypeAlias = Literal["front", "right", "rear", "left"]
Corner: TypeAlias = Literal["fl", "fr", "rr", "rl"]


EDGES: tuple[Edge, ...] = ("front", "right", "rear", "left")
CORNERS: tuple[Corner, ...] = ("fl", "fr", "rr", "rl")


Exactly: TypeAlias = tuple[Point, Point, Point]
"""The front's middle, the unit facing, and half the width and depth: no number is rounded."""


def pose_at(x: int, y: int, theta: float) -> Pose:
    """A pose from a place and degrees clockwise from +y.

    >>> pose_at(240000, 160000, 90)
    Pose(x=240000, y=160000, ux=1000000, uy=0)
    """
    return Pose(x, y, *from_degrees(theta))


def facing_degrees(pose: Pose) -> float:
    """The facing in degrees clockwise from +y: for display only."""
    return to_degrees(pose.facing)


class Base:
    """A piece at a pose, with what geometry asks of it all the time worked out once.

    `x, y` is the midpoint of the front edge, `cx, cy` the centre, `fx, fy` the unit facing and
    `rx, ry` the unit vector to its right; `hw, hd` are half width and half depth, `reach` the
    radius of the circle around it. A disc has no corners and no edges.
    """

    corners: Polygon

    __slots__ = (
        "corners",
        "cx",
        "cy",
        "fl",
        "fr",
        "fx",
        "fy",
        "hd",
        "hw",
        "pose",
        "radius",
        "reach",
        "rl",
        "rr",
        "rx",
        "ry",
        "shape",
        "x",
        "y",
    )

    def __init__(self, pose: Pose, shape: Shape, exactly: Exactly | None = None) -> None:
        """Work out the geometry; `base` remembers what it has worked out before."""
        self.pose = pose
        self.shape = shape
        front, facing, half = on_the_grid(pose, shape) if exactly is None else exactly
        self.place(front, facing, half)
        if isinstance(shape, Disc):
            self.radius = self.hd = self.reach = float(shape.radius)
        else:
            self.corners = (self.fl, self.fr, self.rr, self.rl)

    def place(self, front: Point, facing: Point, half: Point) -> None:
        """Set every derived number from the front's middle, the unit facing and the half sizes."""
        (x, y), (fx, fy), (hw, hd) = front, facing, half
        self.x, self.y, self.fx, self.fy, self.rx, self.ry = x, y, fx, fy, fy, -fx
        self.hw, self.hd, self.radius = hw, hd, 0.0
        self.cx, self.cy = x - hd * fx, y - hd * fy
        self.reach = sqrt(hw * hw + hd * hd)
        ax, ay = hw * fy, -hw * fx
        bx, by = 2 * hd * fx, 2 * hd * fy
        self.fl, self.fr = (x - ax, y - ay), (x + ax, y + ay)
        self.rl, self.rr = (x - bx - ax, y - by - ay), (x - bx + ax, y - by + ay)
        self.corners = ()

    @classmethod
    def box(cls, front: Point, facing: Point, half: Point) -> "Base":
        """A rectangle off the grid, for zones, areas and swept strips: no number is rounded.

        Its pose and shape are the nearest on the grid.
        """
        ux, uy = round(facing[0] * UNIT), round(facing[1] * UNIT)
        pose = Pose(round(front[0]), round(front[1]), ux, uy)
        shape = Rectangle(round(2 * half[0]), round(2 * half[1]))
        return cls(pose, shape, (front, facing, half))

    @property
    def is_disc(self) -> bool:
        """Whether the base is round."""
        return not self.corners

    @property
    def centre(self) -> Point:
        """The middle of the base."""
        return self.cx, self.cy

    @property
    def front_middle(self) -> Point:
        """The midpoint of the front edge."""
        return self.x, self.y

    def __repr__(self) -> str:
        """The pose in whole quanta and degrees, and the shape."""
        where = f"({self.x:g}, {self.y:g}, {facing_degrees(self.pose):g}°)"
        return f"Base({where}, {self.shape})"


def on_the_grid(pose: Pose, shape: Shape) -> Exactly:
    """The numbers that a pose and a shape stand for."""
    size = sqrt(pose.ux * pose.ux + pose.uy * pose.uy)
    facing = pose.ux / size, pose.uy / size
    if isinstance(shape, Disc):
        return (float(pose.x), float(pose.y)), facing, (float(shape.radius), 0.0)
    return (float(pose.x), float(pose.y)), facing, (shape.width / 2, shape.depth / 2)


@fact(16384)
def base(pose: Pose, shape: Shape) -> Base:
    """The base a shape makes at a pose; the same object for the same pair while remembered.

    >>> stand = base(pose_at(240000, 160000, 90), Rectangle(20000, 7500))
    >>> stand.fl, stand.rr
    ((240000.0, 170000.0), (232500.0, 150000.0))
    """
    return Base(pose, shape)


def edge(of: Base, name: Edge) -> Segment:
    """One edge of a base; the four run clockwise, so that the outside is always to the left.

    >>> edge(base(pose_at(0, 0, 0), Rectangle(20000, 10000)), "front")
    ((-10000.0, 0.0), (10000.0, 0.0))
    """
    if not of.corners:
        raise ValueError("a round base has no edges; measure from its centre and radius")
    match name:
        case "front":
            return of.fl, of.fr
        case "right":
            return of.fr, of.rr
        case "rear":
            return of.rr, of.rl
        case "left":
            return of.rl, of.fl


def outward(of: Base, name: Edge) -> Point:
    """The unit vector out of an edge."""
    match name:
        case "front":
            return of.fx, of.fy
        case "right":
            return of.rx, of.ry
        case "rear":
            return -of.fx, -of.fy
        case "left":
            return -of.rx, -of.ry


def corner(of: Base, name: Corner) -> Point:
    """One corner of a base, as seen from the piece."""
    match name:
        case "fl":
            return of.fl
        case "fr":
            return of.fr
        case "rr":
            return of.rr
        case "rl":
            return of.rl


def offset(pose: Pose, forward: float, right: float = 0.0) -> Pose:
    """The pose a step ahead and to the right of its own facing, rounded to the grid.

    >>> offset(pose_at(240000, 160000, 0), 5000, -200)
    Pose(x=239800, y=165000, ux=0, uy=1000000)
    """
    size = sqrt(pose.ux * pose.ux + pose.uy * pose.uy)
    fx, fy = pose.ux / size, pose.uy / size
    return Pose(
        pose.x + round(fx * forward + fy * right),
        pose.y + round(fy * forward - fx * right),
        pose.ux,
        pose.uy,
    )


def facing_to(pose: Pose, facing: Facing) -> Pose:
    """The same place, another facing."""
    return Pose(pose.x, pose.y, facing[0], facing[1])


def wheel(pose: Pose, pivot: Point, facing: Facing) -> Pose:
    """The pose turned as a body about a fixed point until it has the given facing. [TC-5.6]

    >>> wheel(pose_at(10000, 0, 0), (0.0, 0.0), (-1000000, 0))
    Pose(x=0, y=10000, ux=-1000000, uy=0)
    """
    old = sqrt(pose.ux * pose.ux + pose.uy * pose.uy)
    new = sqrt(facing[0] * facing[0] + facing[1] * facing[1])
    dx, dy = pose.x - pivot[0], pose.y - pivot[1]
    ahead = (dx * pose.ux + dy * pose.uy) / old
    right = (dx * pose.uy - dy * pose.ux) / old
    fx, fy = facing[0] / new, facing[1] / new
    return Pose(
        pose.x + round(fx * ahead + fy * right - dx),
        pose.y + round(fy * ahead - fx * right - dy),
        facing[0],
        facing[1],
    )


def about_turn(pose: Pose, shape: Shape) -> Pose:
    """Turned to the rear about the base centre: the new front lies on the old rear. [TC-3.41]

    >>> about_turn(pose_at(240000, 160000, 0), Rectangle(20000, 10000))
    Pose(x=240000, y=150000, ux=0, uy=-1000000)
    """
    depth = 0 if isinstance(shape, Disc) else shape.depth
    return facing_to(offset(pose, -depth), opposite(pose.facing))


def turn_to_face(pose: Pose, shape: Shape, side: Edge) -> Pose:
    """Turned to face an enemy on a side. [TC-3.41]

    To the right, the new front-left corner lies where the front-right corner was; to the left,
    the mirror image; to the rear, about the centre; to the front, nothing.

    >>> turn_to_face(pose_at(240000, 160000, 0), Rectangle(20000, 7500), "right")
    Pose(x=250000, y=150000, ux=1000000, uy=0)
    """
    half = 0.0 if isinstance(shape, Disc) else shape.width / 2
    match side:
        case "front":
            return pose
        case "right":
            return facing_to(offset(pose, -half, half), right_of(pose.facing))
        case "left":
            return facing_to(offset(pose, -half, -half), left_of(pose.facing))
        case "rear":
            return about_turn(pose, shape)


def towards(start: Point, end: Point) -> Facing:
    """The facing from one point to another."""
    return direction(end[0] - start[0], end[1] - start[1])
