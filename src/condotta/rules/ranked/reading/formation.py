"""Ranks and files: the rectangle that so many models make, and what is left of it. [FB-2.2]"""

from __future__ import annotations

from condotta.rules.ranked.names import QUANTA_A_MM
from condotta.table import Base, Pose, Rectangle, offset
from condotta.table.vector import Facing


def quanta_of(millimetres: int) -> int:
    """A base's side in quanta.

    >>> quanta_of(20), quanta_of(25)
    (7874, 9843)
    """
    return round(millimetres * QUANTA_A_MM)


def ranks_of(models: int, files: int) -> int:
    """How many ranks so many models make, the incomplete one counted.

    >>> ranks_of(19, 5), ranks_of(3, 5)
    (4, 1)
    """
    return max(1, -(-models // max(1, files)))


def counting_ranks(models: int, files: int, rank: int) -> int:
    """How many ranks have enough models to count, the front rank among them. [FB-7.11, FB-7.15]

    >>> counting_ranks(19, 5, 5), counting_ranks(22, 5, 5), counting_ranks(20, 4, 5)
    (3, 4, 0)
    """
    if files < rank:
        return 0
    full, rest = divmod(models, files)
    return full + (1 if rest >= rank else 0)


def shape_of(models: int, files: int, width: int, depth: int) -> Rectangle:
    """The rectangle of so many models in so many files; bases in quanta. [FB-2.2]"""
    wide = min(files, max(1, models))
    return Rectangle(wide * width, ranks_of(models, files) * depth)


def files_after(models: int, files: int) -> int:
    """The files that are left: one rank alone loses from both ends. [FB-2.3]"""
    return max(1, min(files, models))


def centre_pose(base: Base, facing: Facing, shape: Rectangle) -> Pose:
    """The pose of a new shape about the middle of a base, with another facing. [FB-4.17]"""
    at = Pose(round(base.cx), round(base.cy), facing[0], facing[1])
    return offset(at, shape.depth / 2)
