"""Base edges, thirds and strips as each seat sees them."""

import pytest

from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair
from condotta.rules.library import book as book_of
from condotta.rules.triumph.ground.battlefield import (
    SIDES,
    Home,
    Patch,
    battlefield,
    centre_third,
    centre_zone,
    deployment_zone,
    home,
    march_strip,
    side_edge,
)
from condotta.table import Rectangle, base, facing_degrees, pose_at

MU = 10_000
BOOK = book_of("triumph")
POSITION = Position(
    board=Board(48 * MU, 32 * MU),
    chairs=(Chair("red", "south"), Chair("blue", "north"), Chair("green", "south")),
)


def test_tc_0_2_each_side_owns_a_long_edge_opposite_the_other():
    assert home(BOOK, POSITION, "red").edge == home(BOOK, POSITION, "green").edge == "south"
    assert home(BOOK, POSITION, "blue").edge == "north"
    assert home(BOOK, POSITION, "blue").length == 48 * MU
    assert home(BOOK, POSITION, "blue").reach == 32 * MU


def test_tc_0_3_the_board_is_three_boxes_by_two_of_16_mu():
    boxes = battlefield(BOOK, POSITION).boxes
    assert len(boxes) == 6
    assert boxes[0] == (0, 0, 16 * MU, 16 * MU)
    assert boxes[5] == (32 * MU, 16 * MU, 48 * MU, 32 * MU)


def test_tc_8_2_and_8_3_zone_and_third_are_8_deep_and_16_wide():
    assert deployment_zone(BOOK, POSITION, "red") == Patch(0, 0, 48 * MU, 8 * MU)
    assert centre_third(BOOK, POSITION, "blue") == Patch(16 * MU, 0, 32 * MU, 32 * MU)
    assert centre_zone(BOOK, POSITION, "blue") == Patch(16 * MU, 0, 32 * MU, 8 * MU)


@pytest.mark.parametrize("edge", SIDES)
def test_a_seat_sees_the_same_table_from_every_edge(edge):
    own = Home(edge, 48 * MU, 32 * MU)
    pose = own.pose(5 * MU, 3 * MU)
    of = base(pose, Rectangle(2 * MU, MU))
    assert own.bounds(of) == (4 * MU, 2 * MU, 6 * MU, 3 * MU)
    turned = own.pose(5 * MU, 3 * MU, (1_000_000, 0))
    assert (facing_degrees(turned) - facing_degrees(pose)) % 360 == 90


def test_left_and_right_are_seen_from_the_own_base_edge():
    south, north = (Home(edge, 48 * MU, 32 * MU) for edge in ("south", "north"))
    assert side_edge(south, "left") == side_edge(north, "right base") == "west"
    assert side_edge(south, "right") == side_edge(north, "left") == "east"


def test_tc_8_23_strips_are_4_mu_wide_and_tc_8_24_corners_reach_16_mu():
    assert march_strip(BOOK, POSITION, "red", "left") == Patch(0, 0, 4 * MU, 32 * MU)
    assert march_strip(BOOK, POSITION, "red", "right") == Patch(44 * MU, 0, 48 * MU, 32 * MU)
    assert march_strip(BOOK, POSITION, "red", "left base") == Patch(0, 0, 16 * MU, 4 * MU)
    right = march_strip(BOOK, POSITION, "red", "right base")
    assert right == Patch(32 * MU, 0, 48 * MU, 4 * MU)


@pytest.mark.parametrize("degrees", [0, 30, 45, 90])
def test_tri_17_the_limit_itself_is_within(degrees):
    own = Home("south", 48 * MU, 32 * MU)
    of = base(pose_at(24 * MU, 6 * MU, degrees), Rectangle(2 * MU, MU))
    left, near, right, far = own.bounds(of)
    tight = Patch(round(left), round(near), round(right), round(far))
    assert own.holds(of, tight)
    assert not own.holds(of, Patch(tight.left, tight.near, tight.right, tight.far - 1))
    assert not own.holds(of, Patch(tight.left + 1, tight.near, tight.right, tight.far))


def test_a_patch_is_drawn_where_it_lies():
    own = Home("north", 48 * MU, 32 * MU)
    sketch = own.sketch("zone", Patch(0, 0, 16 * MU, 8 * MU))
    assert set(sketch.points) == {
        (48 * MU, 32 * MU),
        (32 * MU, 32 * MU),
        (32 * MU, 24 * MU),
        (48 * MU, 24 * MU),
    }
