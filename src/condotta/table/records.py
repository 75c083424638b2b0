"""What is said of things on a table: poses, shapes, areas, bodies, moves. Records only.

What is worked out of them lies in the other modules, so that these can be compiled: a compiled
module defines no record.
"""

from typing import Literal, TypeAlias

import msgspec

from condotta.table.vector import Facing, Point

Side: TypeAlias = Literal["left", "right"]


class Pose(msgspec.Struct, frozen=True, array_like=True, gc=False, order=True):
    """A place and a facing, in whole quanta. [TC-0.4]"""

    x: int
    y: int
    ux: int
    uy: int

    @property
    def facing(self) -> Facing:
        """The facing as a canonical vector."""
        return self.ux, self.uy

    @property
    def point(self) -> Point:
        """The place alone."""
        return float(self.x), float(self.y)


class Rectangle(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="rectangle"):
    """A base with a front: its width along the front edge and its depth behind it. [TC-0.4]"""

    width: int
    depth: int


class Disc(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="disc"):
    """A round base."""

    radius: int


Shape: TypeAlias = Rectangle | Disc


class Ellipse(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="ellipse"):
    """An ellipse: centre, half its length and width, direction of its length. [TC-7.35]"""

    x: int
    y: int
    half_length: int
    half_width: int
    ux: int
    uy: int


class Box(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="box"):
    """A rectangle: centre, half its length and width, direction of its length. [TC-7.35]"""

    x: int
    y: int
    half_length: int
    half_width: int
    ux: int
    uy: int


class Strip(msgspec.Struct, frozen=True, tag_field="kind", tag="strip"):
    """A band of even width along a bent line, such as a stream; its bends are round. [TC-7.34]"""

    points: tuple[tuple[int, int], ...]
    width: int


Outline: TypeAlias = Ellipse | Box | Strip


class Area(msgspec.Struct, frozen=True):
    """A piece of ground: its id, what kind it is, and its outline."""

    id: str
    kind: str
    outline: Outline


class Field(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="field"):
    """A rectangle of the board along its edges. [TC-0.2]"""

    low_x: int
    low_y: int
    high_x: int
    high_y: int


Ranks: TypeAlias = Literal["line", "column", "block"]


class Formation(msgspec.Struct, frozen=True):
    """A group's shape and order; every number is an index into the bases it was made from.

    `order` runs by ranks from the front, each from left to right. `leftmost` and `rightmost` are
    the foremost bases of the two ends, `leading` the first of the order. [TC-0.12]
    """

    shape: Ranks
    order: tuple[int, ...]
    leftmost: int
    rightmost: int
    leading: int
    depth: float
    width: float


class Cover(msgspec.Struct, frozen=True):
    """An area that hides, and how far from its border one sees into it or out. [TC-6.13]"""

    area: Area
    see_in: float


class Advance(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="advance"):
    """Straight ahead, or back if below zero. [TC-5.3, TC-3.40]"""

    distance: float


class Slide(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="slide"):
    """Straight to the right, or to the left if below zero. [TC-5.23]"""

    distance: float


class Oblique(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="oblique"):
    """Ahead and to the right at once, keeping the facing. [TC-5.2]"""

    forward: float
    right: float


class Wheel(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="wheel"):
    """About the front corner of the body's left or right end, to a new facing. [TC-5.6]"""

    side: Side
    ux: int
    uy: int


class Shift(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="shift"):
    """To any pose, moving and turning evenly: one base only, or a body kept rigid. [TC-5.2]"""

    pose: Pose


Leg: TypeAlias = Advance | Slide | Oblique | Wheel | Shift
