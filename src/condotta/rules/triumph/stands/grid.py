"""What a place and a facing on the grid may be, before any rule is asked. [TC-0.4]"""

from __future__ import annotations

from condotta.table import UNIT, Pose, direction

FAR = 10_000_000  # quanta: farther than any table is wide


def canonical(ux: int, uy: int) -> bool:
    """Whether a vector is a facing in its one form: of unit length, whole numbers.

    >>> canonical(0, 1_000_000), canonical(0, 1), canonical(0, 0)
    (True, False, False)
    """
    return 0 < abs(ux) + abs(uy) <= 2 * UNIT and direction(ux, uy) == (ux, uy)


def proper(pose: Pose) -> bool:
    """Whether a pose is on some table and faces somewhere."""
    return max(abs(pose.x), abs(pose.y)) <= FAR and canonical(pose.ux, pose.uy)
