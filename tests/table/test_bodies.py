"""Groups keep their formation, however often they move."""

import random
from itertools import pairwise

import pytest

from condotta import table as tb

MU = 10_000
STAND = tb.Rectangle(2 * MU, 7500)
MIXED = (tb.Rectangle(2 * MU, 7500), tb.Rectangle(2 * MU, 10000), tb.Rectangle(2 * MU, 20000)) * 2


def bases(poses: tuple[tb.Pose, ...], shapes: tuple[tb.Shape, ...]) -> tuple[tb.Base, ...]:
    return tuple(tb.base(pose, shape) for pose, shape in zip(poses, shapes, strict=True))


def random_leg(dice: random.Random, poses: tuple[tb.Pose, ...]) -> tb.Leg:
    turn = dice.uniform(1, 30)
    theta = tb.facing_degrees(poses[0])
    return dice.choice(
        (
            tb.Advance(dice.uniform(100, 4 * MU)),
            tb.Slide(dice.uniform(-MU, MU)),
            tb.Wheel("left", *tb.from_degrees(theta - turn)),
            tb.Wheel("right", *tb.from_degrees(theta + turn)),
        )
    )


@pytest.mark.parametrize("shapes", [(STAND,) * 6, MIXED], ids=["even", "mixed depths"])
def test_tc_5_3_a_line_of_six_does_not_drift_in_a_thousand_moves(
    shapes: tuple[tb.Rectangle, ...],
) -> None:
    dice = random.Random(11)
    poses = tb.line_beside(tb.pose_at(240000, 160000, 33), shapes)
    worst = 0.0
    for _ in range(1000):
        poses = tb.after(poses, shapes, random_leg(dice, poses))
        line = bases(poses, shapes)
        worst = max(worst, *(tb.distance(one.fr, two.fl) for one, two in pairwise(line)))
        assert len({pose.facing for pose in poses}) == 1
    assert worst < 2, "the rounding of one layout, never more"
    made = tb.formation(bases(poses, shapes))
    assert made is not None
    assert (made.shape, made.order) == ("line", tuple(range(6)))
    first = poses[0]
    places = tb.offsets(first, poses)
    assert places == tuple((0, 2 * MU * index) for index in range(6)), "the lattice is exact"


def test_tc_5_3_a_block_stays_a_block() -> None:
    dice = random.Random(12)
    shapes = (STAND,) * 6
    front = tb.line_beside(tb.pose_at(240000, 160000, 211), shapes[:3])
    poses = front + tuple(tb.offset(pose, -7500) for pose in front)
    for _ in range(300):
        poses = tb.after(poses, shapes, random_leg(dice, poses))
    made = tb.formation(bases(poses, shapes))
    assert made is not None
    assert (made.shape, made.order, made.leftmost, made.rightmost) == (
        "block",
        (0, 1, 2, 3, 4, 5),
        0,
        2,
    )
    assert made.depth == pytest.approx(15000, abs=2)
    assert made.width == pytest.approx(60000, abs=2)


def test_tc_5_7_a_column_stands_edge_to_edge_behind_its_head() -> None:
    shapes = MIXED[:3]
    poses = tb.column_behind(tb.pose_at(100000, 100000, 77), shapes)
    made = tb.formation(bases(poses, shapes))
    assert made is not None
    assert (made.shape, made.order, made.leading) == ("column", (0, 1, 2), 0)
    with pytest.raises(ValueError, match="round"):
        tb.column_behind(poses[0], [tb.Disc(100)])


def test_tc_0_12_components_and_what_is_no_group() -> None:
    poses = tb.line_beside(tb.pose_at(0, 0, 0), (STAND,) * 3)
    line = bases(poses, (STAND,) * 3)
    assert tb.components(line) == ((0, 1, 2),)
    assert tb.components((line[0], line[2])) == ((0,), (1,))
    assert tb.formation((line[0], line[2])) is None
    assert tb.formation(line[:1]) is None
    turned = tb.base(tb.facing_to(poses[1], tb.opposite(poses[1].facing)), STAND)
    assert not tb.is_group((line[0], turned))
    left = tb.line_beside(poses[0], (STAND,) * 2, "left")
    assert left[1].x == -2 * MU


def test_tc_5_6_a_wheel_keeps_the_pivot_corner() -> None:
    shapes = (STAND,) * 4
    poses = tb.line_beside(tb.pose_at(240000, 160000, 0), shapes)
    ends = tb.after(poses, shapes, tb.Wheel("right", *tb.from_degrees(40)))
    assert tb.distance(bases(poses, shapes)[3].fr, bases(ends, shapes)[3].fr) < 1
    far = tb.body_displacement(shapes, poses, ends)
    assert far == pytest.approx(2 * 8 * MU * tb.sine_cosine(20)[0], abs=2)
    assert tb.body_displacement(shapes, poses, ends, "all") > far


def test_legs_and_shapes_have_one_json_form() -> None:
    import msgspec

    legs = (tb.Advance(1.5), tb.Wheel("left", 0, 1), tb.Shift(tb.Pose(1, 2, 0, 1)))
    text = msgspec.json.encode(legs)
    assert msgspec.json.decode(text, type=tuple[tb.Leg, ...]) == legs
    shapes = (STAND, tb.Disc(5))
    assert msgspec.json.decode(msgspec.json.encode(shapes), type=tuple[tb.Shape, ...]) == shapes
    area = tb.Area("w", "woods", tb.Ellipse(0, 0, 2, 1, 0, 1))
    assert msgspec.json.decode(msgspec.json.encode(area), type=tb.Area) == area
    assert msgspec.json.encode(tb.Pose(1, 2, 3, 4)) == b"[1,2,3,4]"
