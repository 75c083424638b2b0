"""Touching is not overlapping: the degenerate cases, at every angle."""

import pytest

from condotta import table as tb

STAND = tb.Rectangle(20000, 10000)
ANGLES = (0, 30, 45, 60, 90, 137, 180, 225, 299)


def placed(theta: float, ahead: float, right: float, turned: float = 0) -> tb.Base:
    """A stand so far ahead and to the right of one that faces theta at (24, 16) MU."""
    pose = tb.offset(tb.pose_at(240000, 160000, theta), ahead, right)
    return tb.base(tb.pose_at(pose.x, pose.y, theta + turned), STAND)


@pytest.mark.parametrize("theta", ANGLES)
def test_tc_0_5_a_shared_edge_touches_and_does_not_overlap(theta: float) -> None:
    here = placed(theta, 0, 0)
    for there in (placed(theta, 0, 20000), placed(theta, 10000, 0), placed(theta, 4000, -20000)):
        assert tb.touches(here, there)
        assert not tb.overlaps(here, there)
        assert tb.gap(here, there) < 2


@pytest.mark.parametrize("theta", ANGLES)
def test_tc_0_5_a_shared_corner_and_a_corner_on_an_edge_touch(theta: float) -> None:
    here = placed(theta, 0, 0)
    corner = placed(theta, 10000, 20000)
    assert tb.touches(here, corner)
    assert tb.corner_contact(here, corner) == (("fr", "rl"),)
    assert tb.adjacent(here, corner) is None
    leaning = placed(theta, 0, 0, turned=45)
    tip = tb.offset(here.pose, -5000, 10000)
    rear_left = leaning.rl
    moved = tb.Pose(
        leaning.pose.x + round(tip.x - rear_left[0]),
        leaning.pose.y + round(tip.y - rear_left[1]),
        *leaning.pose.facing,
    )
    there = tb.base(moved, STAND)
    assert tb.touches(here, there) is tb.touches(there, here) is True
    assert not tb.overlaps(here, there)


@pytest.mark.parametrize("theta", ANGLES)
def test_tc_0_5_identical_and_crossing_bases_overlap(theta: float) -> None:
    here = placed(theta, 0, 0)
    assert tb.overlaps(here, here)
    assert tb.gap(here, here) == 0
    cross = tb.base(tb.pose_at(240000, 160000, theta), tb.Rectangle(60000, 2000))
    post = tb.base(tb.offset(tb.pose_at(240000, 160000, theta), 30000), tb.Rectangle(2000, 60000))
    assert tb.overlaps(cross, post)
    assert tb.gap(cross, post) == 0


@pytest.mark.parametrize("theta", ANGLES)
@pytest.mark.parametrize(("deep", "overlap"), [(98, False), (103, True)])
def test_tc_0_5_overlap_begins_deeper_than_the_tolerance(
    theta: float, deep: int, overlap: bool
) -> None:
    here, there = placed(theta, 0, 0), placed(theta, 0, 20000 - deep)
    assert tb.overlaps(here, there) is tb.overlaps(there, here) is overlap


@pytest.mark.parametrize("theta", ANGLES)
@pytest.mark.parametrize(("apart", "held"), [(98, True), (103, False)])
def test_tc_0_8_contact_ends_beyond_the_tolerance(theta: float, apart: int, held: bool) -> None:
    here = placed(theta, 0, 0)
    there = placed(theta, apart, 0, turned=180)
    assert (tb.front_on(here, there) == "front") is held
    assert (tb.front_on(there, here) == "front") is held


@pytest.mark.parametrize("theta", ANGLES)
@pytest.mark.parametrize(("lean", "held"), [(0.09, True), (0.12, False)])
def test_tc_0_5_alignment_ends_beyond_a_tenth_of_a_degree(
    theta: float, lean: float, held: bool
) -> None:
    here = placed(theta, 0, 0)
    there = placed(theta, 0, 0, turned=180 + lean)
    assert (tb.front_on(here, there, touch=1000) == "front") is held


def test_a_gap_of_one_quantum_is_a_gap_but_still_contact() -> None:
    here, there = placed(0, 0, 0), placed(0, 1, 0, turned=180)
    assert tb.gap(here, there) == 1
    assert tb.front_on(here, there) == "front"


def test_a_finer_grid_chooses_its_own_touch() -> None:
    here, there = placed(0, 0, 0), placed(0, 0, 20050)
    assert tb.touches(here, there)
    assert not tb.touches(here, there, touch=10)
    assert tb.adjacent(there, here) == "right"
    assert tb.adjacent(there, here, touch=10) is None


@pytest.mark.parametrize("theta", ANGLES)
def test_tc_5_37_an_edge_lies_on_a_camps_edge_even_in_part(theta: float) -> None:
    camp = tb.base(tb.pose_at(240000, 160000, theta), tb.Rectangle(40000, 20000))
    foe = tb.base(
        tb.facing_to(tb.offset(camp.pose, 0, 25000), tb.opposite(camp.pose.facing)), STAND
    )
    assert tb.edge_on(foe, "front", camp) == "front"
    assert tb.front_on(foe, camp) is None
    beside = tb.base(
        tb.facing_to(tb.offset(camp.pose, 0, 30000), tb.opposite(camp.pose.facing)), STAND
    )
    assert tb.edge_on(beside, "front", camp) is None, "a corner alone is no length"


def test_discs_overlap_touch_and_stand_apart() -> None:
    disc = tb.Disc(12500)
    here = tb.base(tb.pose_at(0, 0, 0), disc)
    assert tb.gap(here, tb.base(tb.pose_at(30000, 40000, 0), disc)) == 25000
    assert tb.touches(here, tb.base(tb.pose_at(25000, 0, 0), disc))
    assert not tb.overlaps(here, tb.base(tb.pose_at(24900, 0, 0), disc))
    assert tb.overlaps(here, tb.base(tb.pose_at(24899, 0, 0), disc))
    wall = tb.base(tb.pose_at(0, -12500, 0), STAND)
    assert tb.touches(here, wall)
    assert tb.front_on(here, wall) is None
    assert tb.adjacent(here, wall) is None
    with pytest.raises(ValueError, match="no edges"):
        tb.edge(here, "front")
    with pytest.raises(ValueError, match="round"):
        tb.line_up(disc, wall, "left")


@pytest.mark.parametrize("theta", ANGLES)
def test_tc_5_32_the_side_of_a_line_counts_the_line_itself(theta: float) -> None:
    target = placed(theta, 0, 0)
    beside, level = placed(theta, 5000, 20000), placed(theta, -10000, 7000)
    assert tb.wholly_beyond(beside, target, "right")
    assert not tb.wholly_beyond(beside, target, "left")
    assert not tb.wholly_beyond(beside, target, "rear")
    assert tb.wholly_beyond(level, target, "rear")
    assert not tb.wholly_beyond(placed(theta, -9800, 7000), target, "rear")
    assert tb.beyond_edge(tb.edge(level, "front"), target, "rear")


@pytest.mark.parametrize("theta", ANGLES)
def test_tc_0_6_directly_in_front_is_wholly_in_the_strip(theta: float) -> None:
    here = placed(theta, 0, 0)
    assert tb.directly_in_front(placed(theta, 30000, 0), here)
    assert not tb.directly_in_front(placed(theta, 30000, 500), here)
    assert tb.partly_in_front(placed(theta, 30000, 19000), here)
    assert not tb.partly_in_front(placed(theta, 30000, 20000), here)
    assert not tb.partly_in_front(placed(theta, 0, 0), here)
    assert tb.wholly_in_front(placed(theta, 30000, 90000), here)


@pytest.mark.parametrize("theta", ANGLES)
@pytest.mark.parametrize("limit", [45, 90])
def test_tc_9_4_angles_between_facings_are_inclusive(theta: float, limit: float) -> None:
    here = placed(theta, 0, 0)
    for sign in (-1, 1):
        assert tb.facing_within(here, placed(theta, 0, 0, turned=sign * limit), limit)
        assert not tb.facing_within(here, placed(theta, 0, 0, turned=sign * (limit + 0.01)), limit)


def test_distances_compare_within_half_a_quantum() -> None:
    here = placed(0, 0, 0)
    assert tb.within(here, placed(0, 10000, 50000), 30000)
    assert not tb.within(here, placed(0, 0, 50001), 30000)
    assert tb.less_than(29999, 30000)
    assert not tb.less_than(30000, 30000)


def test_points_and_their_nearest_and_farthest_reach() -> None:
    here = placed(0, 0, 0)
    disc = tb.base(tb.pose_at(240000, 200000, 0), tb.Disc(5000))
    assert tb.point_gap(here, (240000, 163000)) == 3000
    assert tb.point_gap(disc, (240000, 190000)) == 5000
    assert tb.inside_base(here, (250000, 150000))
    assert not tb.inside_base(here, (250001, 150000))
    assert tb.farthest(here, (230000, 160000)) == pytest.approx((20000**2 + 10000**2) ** 0.5)
    assert tb.farthest(disc, (240000, 190000)) == 15000
    assert tb.segment_to_base(tb.edge(here, "front"), disc) == 35000
    assert tb.towards(here.front_middle, disc.centre) == (0, tb.UNIT)
    assert repr(here) == "Base((240000, 160000, 0°), Rectangle(width=20000, depth=10000))"


def test_tc_0_6_wholly_within_looks_at_the_farthest_part() -> None:
    here, there = placed(0, 0, 0), placed(0, 30000, 0)
    assert tb.wholly_within(there, here, 30000)
    assert not tb.wholly_within(there, here, 29999)
    disc = tb.base(tb.pose_at(240000, 180000, 0), tb.Disc(5000))
    assert tb.wholly_within(disc, here, 25000)
    assert not tb.wholly_within(disc, here, 24999)
    assert tb.wholly_within(here, disc, 30000)
    assert tb.wholly_within(disc, disc, 0)


def test_a_disc_wheels_and_turns_as_its_centre() -> None:
    disc = tb.Disc(5000)
    pose = tb.pose_at(0, 0, 0)
    assert tb.turn_to_face(pose, disc, "right") == tb.pose_at(0, 0, 90)
    assert tb.about_turn(pose, disc) == tb.pose_at(0, 0, 180)
    assert tb.displacement(disc, pose, tb.pose_at(3000, 4000, 77)) == 5000
    assert tb.turn_to_face(pose, disc, "front") == pose
    path = tb.swept([pose], [disc], tb.Oblique(30000, 40000))
    on_it = tb.base(tb.pose_at(15000, 20000, 0), disc)
    assert tb.sweep_meets(path, on_it)
    assert not tb.sweep_meets(path, tb.base(tb.pose_at(-8000, 6000, 0), disc))


@pytest.mark.parametrize("theta", ANGLES)
def test_tc_0_11_contact_is_the_same_whoever_is_asked_about_first(theta: float) -> None:
    here = placed(theta, 0, 0)
    for there, held in (
        (placed(theta, 0, 0, turned=180), True),
        (tb.base(tb.line_up(STAND, here, "left_flank_contact"), STAND), True),
        (tb.base(tb.line_up(STAND, here, "rear_contact"), STAND), True),
        (placed(theta, 0, 20000), False),
        (placed(theta, 10000, 20000), False),
    ):
        assert tb.in_contact(here, there) is tb.in_contact(there, here) is held
