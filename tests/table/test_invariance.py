"""A table moved, mirrored or turned by quarters is the same table."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta import table as tb

MU = 10_000
Change = Callable[[int, int], tuple[int, int]]
TURNS: dict[str, Change] = {
    "turned right": lambda x, y: (y, -x),
    "turned about": lambda x, y: (-x, -y),
    "turned left": lambda x, y: (-y, x),
}
MIRRORS: dict[str, Change] = {
    "mirrored in x": lambda x, y: (-x, y),
    "mirrored in y": lambda x, y: (x, -y),
    "mirrored in the diagonal": lambda x, y: (y, x),
}
CHANGES = {**TURNS, **MIRRORS}
ANGLES = st.one_of(
    st.sampled_from([0, 30, 45, 60, 90, 137, 180, 225, 270, 300]), st.floats(0, 360, width=32)
)
PLACES = st.one_of(
    st.integers(-4 * MU, 4 * MU), st.sampled_from([0, 5000, 7500, 10000, 15000, 20000])
)
POSES = st.builds(tb.pose_at, PLACES, PLACES, ANGLES)
SHAPES = st.sampled_from(
    [tb.Rectangle(2 * MU, depth) for depth in (7500, 10000, 15000, 20000)]
    + [tb.Rectangle(4 * MU, 2 * MU), tb.Disc(12500)]
)
SQUARE = st.sampled_from([tb.Rectangle(2 * MU, depth) for depth in (7500, 10000, 15000, 20000)])
HOLDS = {"left_flank": "right_flank", "right_flank": "left_flank"}
BESIDE = {"left": "right", "right": "left"}


def changed(pose: tb.Pose, change: Change) -> tb.Pose:
    return tb.Pose(*change(pose.x, pose.y), *change(pose.ux, pose.uy))


def settled(one: tb.Base, two: tb.Base) -> tuple[object, ...]:
    """Every answer about a pair that a change of table must keep."""
    edges = [] if one.is_disc or two.is_disc else [tb.edges_touch(one, "front", two, "front")]
    return (tb.overlaps(one, two), tb.gap(one, two), tb.touches(one, two), *edges)


@pytest.mark.parametrize("name", CHANGES)
@given(one=POSES, two=POSES, first=SHAPES, second=SHAPES)
def test_answers_survive_a_quarter_turn_and_a_mirror(
    name: str, one: tb.Pose, two: tb.Pose, first: tb.Shape, second: tb.Shape
) -> None:
    change = CHANGES[name]
    here, there = tb.base(one, first), tb.base(two, second)
    moved = tb.base(changed(one, change), first), tb.base(changed(two, change), second)
    assert settled(*moved) == settled(here, there)
    swap = HOLDS if name in MIRRORS else {}
    hold = tb.front_on(here, there)
    assert tb.front_on(*moved) == swap.get(str(hold), hold)
    beside = tb.adjacent(here, there)
    swap = BESIDE if name in MIRRORS else {}
    assert tb.adjacent(*moved) == swap.get(str(beside), beside)


@given(
    one=POSES,
    two=POSES,
    first=SHAPES,
    second=SHAPES,
    by=st.tuples(st.integers(0, 50 * MU), st.integers(0, 30 * MU)),
)
def test_answers_survive_a_shift_of_the_table(
    one: tb.Pose, two: tb.Pose, first: tb.Shape, second: tb.Shape, by: tuple[int, int]
) -> None:
    def shifted(pose: tb.Pose) -> tb.Pose:
        return tb.Pose(pose.x + by[0], pose.y + by[1], pose.ux, pose.uy)

    here, there = tb.base(one, first), tb.base(two, second)
    moved = tb.base(shifted(one), first), tb.base(shifted(two), second)
    assert tb.gap(*moved) == pytest.approx(tb.gap(here, there), abs=1e-6)
    assert tb.front_on(*moved) == tb.front_on(here, there)
    assert tb.adjacent(*moved) == tb.adjacent(here, there)
    assert tb.offset(moved[0].pose, 12345.6, -789.1) == shifted(tb.offset(one, 12345.6, -789.1))


@given(one=POSES, two=POSES, first=SHAPES, second=SHAPES)
def test_overlap_gap_and_touch_are_the_same_either_way_round(
    one: tb.Pose, two: tb.Pose, first: tb.Shape, second: tb.Shape
) -> None:
    here, there = tb.base(one, first), tb.base(two, second)
    assert settled(here, there) == settled(there, here)
    assert tb.in_contact(here, there) == tb.in_contact(there, here)
    back = {"left": "right", "right": "left", "behind": "in_front", "in_front": "behind"}
    beside = tb.adjacent(here, there)
    assert tb.adjacent(there, here) == (back[beside] if beside else None)


@pytest.mark.parametrize("name", CHANGES)
@given(pose=POSES, shape=SQUARE, far=st.floats(-5 * MU, 5 * MU), right=st.floats(-MU, MU))
def test_steps_and_turns_are_mirrored_exactly(
    name: str, pose: tb.Pose, shape: tb.Rectangle, far: float, right: float
) -> None:
    change = CHANGES[name]
    sign = -1 if name in MIRRORS else 1
    other = changed(pose, change)
    assert changed(tb.offset(pose, far, right), change) == tb.offset(other, far, sign * right)
    assert changed(tb.about_turn(pose, shape), change) == tb.about_turn(other, shape)
    side: tb.Edge = "left" if name in MIRRORS else "right"
    turned = tb.turn_to_face(pose, shape, "right")
    assert changed(turned, change) == tb.turn_to_face(other, shape, side)


@pytest.mark.parametrize("name", CHANGES)
@given(pose=POSES, shape=SQUARE, turn=st.floats(1, 80))
def test_wheels_and_what_they_sweep_are_mirrored(
    name: str, pose: tb.Pose, shape: tb.Rectangle, turn: float
) -> None:
    change = CHANGES[name]
    facing = tb.from_degrees(tb.to_degrees(pose.facing) + turn)
    leg = tb.Wheel("right", *facing)
    other = tb.Wheel("left" if name in MIRRORS else "right", *change(*facing))
    (end,) = tb.after([pose], [shape], leg)
    assert tb.after([changed(pose, change)], [shape], other) == (changed(end, change),)
    assert tb.distance(tb.base(pose, shape).fr, tb.base(end, shape).fr) < 1.5


@given(theta=st.floats(-720, 720))
def test_facings_from_degrees_turn_and_mirror_exactly(theta: float) -> None:
    ux, uy = tb.from_degrees(theta)
    assert tb.from_degrees(-theta) == (-ux, uy)
    assert tb.direction(ux, uy) == (ux, uy)
    assert abs(tb.sine_cosine(theta)[0] ** 2 + tb.sine_cosine(theta)[1] ** 2 - 1) < 1e-14


@pytest.mark.parametrize("quarter", range(-8, 9))
@pytest.mark.parametrize("theta", [0, 1, 12.5, 30, 45, 60, 77.7, 89])
def test_quarter_turns_of_a_facing_are_exact(theta: float, quarter: int) -> None:
    ux, uy = tb.from_degrees(theta)
    for _ in range(quarter % 4):
        ux, uy = uy, -ux
    assert tb.from_degrees(theta + 90 * quarter) == (ux, uy)


@given(dx=st.integers(-(10**6), 10**6), dy=st.integers(-(10**6), 10**6))
def test_directions_are_canonical(dx: int, dy: int) -> None:
    if not dx and not dy:
        with pytest.raises(ValueError, match="zero"):
            tb.direction(dx, dy)
        return
    facing = tb.direction(dx, dy)
    assert tb.direction(*facing) == facing
    assert abs((facing[0] ** 2 + facing[1] ** 2) ** 0.5 - tb.UNIT) < 1


@given(
    relation=st.sampled_from(
        [
            "in_front",
            "behind",
            "left",
            "right",
            "front_contact",
            "left_flank_contact",
            "right_flank_contact",
            "rear_contact",
        ]
    ),
    pose=POSES,
    first=SQUARE,
    second=SQUARE,
)
def test_tc_5_31_lining_up_gives_the_relation_it_names(
    relation: tb.Relation, pose: tb.Pose, first: tb.Rectangle, second: tb.Rectangle
) -> None:
    to = tb.base(pose, second)
    made = tb.base(tb.line_up(first, to, relation), first)
    assert not tb.overlaps(made, to)
    assert tb.touches(made, to)
    if relation.endswith("contact"):
        assert tb.front_on(made, to) == relation.removesuffix("_contact")
    else:
        assert tb.adjacent(made, to) == relation
