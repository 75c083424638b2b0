"""Whoever is set out looks straight over the table, from whichever edge. [FB-14.1, SK-27]"""

import pytest

from condotta.kernel.records import Board
from condotta.rules.setting_up import facing_over

BOARD = Board(720_000, 480_000)
UNIT = 1_000_000


def box(left, low, right, high):
    """A zone in inches."""
    corners = ((left, low), (right, low), (right, high), (left, high))
    return tuple((x * 10_000, y * 10_000) for x, y in corners)


@pytest.mark.parametrize(
    ("zone", "facing"),
    [
        (box(0, 0, 72, 12), (0, UNIT)),
        (box(0, 36, 72, 48), (0, -UNIT)),
        (box(0, 0, 12, 48), (UNIT, 0)),
        (box(60, 0, 72, 48), (-UNIT, 0)),
        (box(0, 20, 9, 30), (UNIT, 0)),
        (box(63, 30, 72, 40), (-UNIT, 0)),
    ],
)
def test_a_zone_faces_away_from_its_edge(zone, facing):
    assert facing_over(BOARD, zone) == facing


def test_a_corner_faces_along_the_depth_as_the_seats_lie():
    assert facing_over(BOARD, box(0, 0, 20, 20)) == (0, UNIT)
    assert facing_over(BOARD, box(52, 28, 72, 48)) == (0, -UNIT)
